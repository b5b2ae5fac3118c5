"""The programs of the road and what they give, the values from PyTorch 2.13; behind `else` where on the road it is."""

NET = """
class Net(mt.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = mt.nn.Linear(3, 4), mt.nn.Linear(4, 2)
        self.tied = self.last
        self.register_buffer("steps", mt.tensor(0))
        with mt.no_grad():
            for p in self.parameters():
                p.copy_((mt.arange(p.numel()).reshape(p.shape) % 5 - 2) / 4)

    def forward(self, x):
        self.steps += 1
        return self.last(self.first(x).relu())
"""

ROAD = """
>>> x = mt.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])
>>> row, column = mt.tensor([10.0, 20.0, 30.0]), mt.tensor([[1.0], [2.0]])
>>> y = (x + row) * column / 4 - x**2
>>> wide = mt.tensor([1, 2]) + mt.tensor([0.5, 0.5], dtype=mt.float64)
>>> same = [(mt.tensor([1, 2]) * 1.5).dtype == mt.float32, wide.dtype == mt.float64, (x > 0).dtype == mt.bool]
>>> [y.tolist(), y.sum(0).tolist(), y.mean().item(), list(y.t().shape), x[:, 1:].tolist(), wide.tolist(), same]
[[[1.75, 0.5, -0.75], [5.0, -4.0, 13.5]], [6.75, -3.5, 12.75], 2.666667, [3, 2], [[-2.0, 3.0], [4.0, -1.0]],
 [1.5, 2.5], [True, True, True]]
else: in a row of operations
>>> x = mt.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])
>>> y = mt.arange(12).reshape(2, 3, 2)
>>> flat = y.transpose(0, 1).reshape(3, 4)
>>> several = [list(y.transpose(0, 2).stride()), y.permute(2, 0, 1)[1].tolist(), mt.cat([x, x[:, :1]], 1).tolist()]
>>> several += [mt.stack([x[0], x[1]]).sum(1).tolist(), x.max(1)[0].tolist(), x.argmax(1).tolist(), x.clamp(0, 2).tolist()]
>>> [flat.tolist(), y[1, ::2].tolist(), x[x > 1].tolist(), x.unsqueeze(0).expand(2, 2, 3).sum().item(), *several]
[[[0, 1, 6, 7], [2, 3, 8, 9], [4, 5, 10, 11]], [[6, 7], [10, 11]], [3.0, 4.0], 11.0, [1, 2, 6], [[1, 3, 5], [7,
 9, 11]], [[1.0, -2.0, 3.0, 1.0], [0.5, 4.0, -1.0, 0.5]], [2.0, 3.5], [3.0, 4.0], [2, 1], [[1.0, 0.0, 2.0], [0.5,
 2.0, 0.0]]]
else: in a row of operations
>>> x = mt.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]], requires_grad=True)
>>> w = mt.tensor([[0.5, -1.0], [0.25, 2.0], [1.5, 0.75]], requires_grad=True)
>>> b = mt.tensor([0.1, -0.2], requires_grad=True)
>>> h = (x @ w + b).tanh()
>>> loss = (h * h / (1 + h.exp())).sum() + (x / w.t()).mean()
>>> loss.backward()
>>> [loss.item(), x.grad.tolist(), w.grad.tolist(), b.grad.tolist(), x.grad.dtype == mt.float32]
[0.6328582, [[0.3513507, 0.6308045, 0.09785672], [-0.2475652, 0.0428911, -0.02046278]], [[-0.7474245,
 -0.1012803], [4.685892, -0.1307587], [-0.06001709, 0.2424484]], [-0.1616535, -0.01794554], True]
else: in a backward pass
>>> x = mt.tensor([[0.5, 2.0, 1.0], [3.0, 0.25, 4.0]], requires_grad=True)
>>> c = mt.tensor([[2.0], [3.0]], requires_grad=True)
>>> s = mt.tensor(1.5, requires_grad=True)
>>> y = mt.cat([x.t().reshape(2, 3) * c, x[:, :2] - c, x.log().sum(1, keepdim=True)], 1)
>>> z = (y + y[1].relu() * y.mean(0) * s).sigmoid().sum() + x.max() + (x[1] * x[0, 1] - s).pow(2).mean()
>>> z.backward()
>>> [z.item(), x.grad.tolist(), c.grad.tolist(), s.grad.item()]
[33.73151, [[1.545146, 26.6468, 0.4602576], [6.455036, 2.881079, 9.820444]], [[-0.2802754], [-0.1650175]],
 -6.326339]
else: in a backward pass through views
>>> x = mt.tensor([1.0, 2.0], requires_grad=True)
>>> y = x * x
>>> z = y * 3 + y.exp() * x
>>> z.sum().backward(retain_graph=True)
>>> first = x.grad.tolist()
>>> z.sum().backward()
>>> with mt.no_grad():
...     unseen = x * 2
>>> (x.detach() * x + unseen).sum().backward()
>>> [first, x.grad.tolist(), unseen.requires_grad, x.detach().requires_grad, z.is_leaf, x.is_leaf]
[[14.15485, 503.3834], [29.30969, 1008.767], False, False, False, True]
else: where gradients add up
>>> x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
>>> y = x * 2
>>> part, turned = y[:2], y.reshape(3, 1)
>>> y.mul_(3)
>>> (part * part).sum().backward(retain_graph=True)
>>> first = x.grad.tolist()
>>> part.add_(1)
>>> (y * turned.sum()).sum().backward()
>>> [first, x.grad.tolist(), y.tolist(), y._version, x.detach().data_ptr() == x.data_ptr()]
[[72.0, 144.0, 0.0], [528.0, 600.0, 456.0], [7.0, 13.0, 18.0], 2, True]
else: after a change in place
>>> x = mt.tensor([0.5, -1.0, 2.0], requires_grad=True)
>>> y = mt.tensor([[1.5], [2.0]], requires_grad=True)
>>> z = ((x * y).tanh() / (y + 1) + (y.expand(2, 3) @ x).exp().unsqueeze(1) / 99).sum()
>>> gx, gy = mt.autograd.grad(z, [x, y], create_graph=True)
>>> (gx * gx).sum().backward(retain_graph=True)
>>> gy.sum().backward()
>>> [gx.tolist(), gy.tolist(), x.grad.tolist(), y.grad.tolist()]
[[2.2865, 1.80409, 1.65538], [[0.3701791], [0.8717744]], [31.46346, 40.24877, 38.6857], [[10.17762],
 [28.29146]]]
else: in a second derivative
>>> seen = []
>>> x = mt.tensor([1.0, 2.0], requires_grad=True)
>>> y = x * 3
>>> y.retain_grad()
>>> handle = y.register_hook(lambda g: seen.append(g.tolist()) or g * 10)
>>> (y * y).sum().backward()
>>> handle.remove()
>>> [seen, x.grad.tolist(), y.grad.tolist()]
[[[6.0, 12.0]], [180.0, 360.0], [60.0, 120.0]]
else: with a hook on a tensor
>>> class Twice(mt.autograd.Function):
...     @staticmethod
...     def forward(ctx, x, y):
...         ctx.save_for_backward(x, y)
...         return x * y + 1
...
...     @staticmethod
...     def backward(ctx, g):
...         x, y = ctx.saved_tensors
...         return g * y, g * x if ctx.needs_input_grad[1] else None
...
>>> x, y = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0])
>>> z = Twice.apply(x * 2, y)
>>> z.sum().backward()
>>> [z.tolist(), x.grad.tolist(), y.grad is None, z.requires_grad]
[[7.0, 17.0], [6.0, 8.0], True, True]
else: in a Function of its own
>>> net = Net()
>>> step = mt.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
>>> x, target = mt.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), mt.tensor([1, 0])
>>> losses = []
>>> for _ in range(3):
...     step.zero_grad()
...     loss = mt.nn.functional.cross_entropy(net(x), target)
...     loss.backward()
...     step.step()
...     losses.append(loss.item())
>>> [losses, [name for name, _ in net.named_parameters()], net.last.weight.tolist(), net.steps.item()]
[[0.6467848, 0.566748, 0.4480267], ['first.weight', 'first.bias', 'last.weight', 'last.bias'], [[-0.5,
 -0.0003160043, -0.06024641, 0.1182819], [0.5, -0.749684, -0.1897536, 0.1317181]], 3]
else: in a training step
>>> net = mt.nn.Sequential(mt.nn.Linear(2, 2), mt.nn.BatchNorm1d(2), mt.nn.Tanh(), mt.nn.Dropout(0.5), mt.nn.Linear(2, 1))
>>> with mt.no_grad():
...     for p in net.parameters():
...         p.copy_((mt.arange(p.numel()).reshape(p.shape) + 1) / 4)
>>> x = mt.tensor([[1.0, -2.0], [0.5, 4.0], [3.0, 0.0]])
>>> noise = sorted(set(mt.nn.Dropout(0.5)(mt.ones(64)).tolist()))
>>> net[3].eval()
>>> loss = mt.nn.functional.mse_loss(net(x), mt.tensor([[1.0], [0.0], [2.0]]))
>>> loss.backward()
>>> step = mt.optim.SGD(net.parameters(), lr=0.1, weight_decay=0.5)
>>> step.step()
>>> net.eval()
>>> [noise, loss.item(), net(x).tolist(), net[1].running_mean.tolist(), [m.training for m in net], net[0].bias.tolist()]
[[0.0, 2.0], 1.103776, [[0.4759948], [0.9354603], [0.8471817]], [0.09583333, 0.2291667], [False, False, False,
 False, False], [0.2375, 0.475]]
else: in a training step
>>> net, seen = Net(), []
>>> net.first.register_forward_pre_hook(lambda m, args: (args[0] * 2,))
>>> net.first.register_forward_hook(lambda m, args, out: seen.append(list(out.shape)))
>>> handle = net.last.register_full_backward_hook(lambda m, gin, gout: seen.append([gin[0].tolist(), gout[0].tolist()]))
>>> x = mt.tensor([[1.0, -2.0, 3.0]], requires_grad=True)
>>> net(x).sum().backward()
>>> handle.remove()
>>> net(x).sum().backward()
>>> [seen, x.grad.tolist(), net.last.weight.grad.tolist()]
[[[1, 4], [[[0.0, -0.75, -0.25, 0.25]], [[1.0, 1.0]]], [1, 4]], [[0.75, -0.5, -0.5]], [[0.0, 0.0, 2.0, 3.5],
 [0.0, 0.0, 2.0, 3.5]]]
else: in a module with hooks
>>> import io
...
>>> net, other, file = Net(), Net(), io.BytesIO()
>>> net(mt.ones(1, 3))
>>> mt.save(net.state_dict(), file)
>>> file.seek(0)
>>> with mt.no_grad():
...     [p.zero_() for p in other.parameters()]
>>> said = other.load_state_dict(mt.load(file))
>>> some = other.load_state_dict({"first.bias": mt.ones(4), "no": mt.ones(1)}, strict=False)
>>> keys, lost = list(net.state_dict()), [sorted(some.missing_keys), list(some.unexpected_keys)]
>>> [keys, lost, list(said.missing_keys), other.steps.item(), other(mt.ones(1, 3)).tolist(), other.first.bias.tolist()]
[['steps', 'first.weight', 'first.bias', 'last.weight', 'last.bias', 'tied.weight', 'tied.bias'],
 [['first.weight', 'last.bias', 'last.weight', 'steps', 'tied.bias', 'tied.weight'], ['no']], [], 1, [[-0.75,
 -1.0]], [1.0, 1.0, 1.0, 1.0]]
else: when a model is written out and read in
>>> net = Net()
>>> before = net.first.weight
>>> net.double()
>>> out = net(mt.ones(1, 3, dtype=mt.float64))
>>> names = [name for name, _ in net.named_modules()], [name for name, _ in net.named_children()]
>>> net.first.requires_grad_(False)
>>> wanted = [p.requires_grad for p in net.parameters()]
>>> kinds = [out.dtype == mt.float64, net.steps.dtype == mt.int64, net.first.weight is before]
>>> modes = [m.training for m in net.eval().modules()], [m.training for m in net.train().modules()]
>>> [out.tolist(), names[0], names[1], wanted, kinds, modes[0], modes[1], net.tied is net.last]
[[[-0.5, -0.25]], ['', 'first', 'last'], ['first', 'last'], [False, False, True, True], [True, True, True],
 [False, False, False], [True, True, True], True]
else: when a model is converted and looked through
"""
