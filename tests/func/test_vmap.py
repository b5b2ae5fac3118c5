"""vmap, and what transforms refuse, print and draw: line by line what PyTorch gives, or its error."""

import contextlib
import io
import subprocess
import sys

import pytest

import minitorch as mt
from minitorch import fast

SETUP = """
torch.manual_seed(1)
x, X, B = torch.arange(3.0), torch.randn(3, 4), torch.randn(5, 3, 4)
Y, I, one, c = torch.tensor([0, 1, 2]), torch.randn(2, 1, 8, 8), torch.tensor(1.0), torch.zeros(3)
net = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3))
params = dict(net.named_parameters())
cnn = nn.Sequential(nn.Conv2d(1, 2, 3), nn.MaxPool2d(2), nn.Tanh(), nn.Flatten(), nn.Linear(18, 2))
models = [nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3, track_running_stats=False), nn.GELU()) for _ in range(3)]
ps, bs = stack_module_state(models)
f = lambda x: torch.stack([x.sum(), (x**2).sum(), x.prod()])
w = X[0].clone().requires_grad_()
out = f(w)

def pr(*values):
    print(*values)
    return values[0].sum()

def loss(p, x, y, net=net):
    return F.cross_entropy(functional_call(net, p, (x[None],)), y[None])

def after(x, change):
    x = x.clone()
    change(x)
    return x

class Ruled(torch.autograd.Function):
    @staticmethod
    def forward(x, k):
        return x**k

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])
        ctx.k = inputs[1]

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * ctx.k * x ** (ctx.k - 1), None

    @staticmethod
    def vmap(info, in_dims, x, k):
        print("rule", info.batch_size, info.randomness, in_dims, tuple(x.shape), k)
        return Ruled.apply(x, k), in_dims[0]

class Made(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x, y):
        return x * y, x.sum()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, a, b):
        x, y = ctx.saved_tensors
        return a * y + b, a * x

class Bare(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, g):
        return g * 2

class Both(Bare):
    generate_vmap_rule = True
    vmap = staticmethod(lambda info, dims, x: (Bare.apply(x), dims[0]))

class OneValue(Bare):
    vmap = staticmethod(lambda info, dims, x: Bare.apply(x))

class OtherForm(Bare):
    vmap = staticmethod(lambda info, dims, x: (Bare.apply(x), (0, 0)))

class Old(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
"""

PROGRAMS = """
vmap(grad(loss), (None, 0, 0))(params, X, Y)
vmap(grad(loss), (None, 0, 0), chunk_size=2)(params, X, Y)
vmap(grad_and_value(loss), (None, 0, 0))(params, X, Y)[1]
vmap(grad(lambda p, x, y: loss(p, x, y, cnn)), (None, 0, 0))(dict(cnn.named_parameters()), I, Y[:2])
vmap(lambda p, b, x: functional_call(models[0], (p, b), (x,)), (0, 0, None))(ps, bs, B[0])
vmap(lambda p, b, x: functional_call(models[0], (p, b), (x,)))(ps, bs, B.movedim(1, 0))
vmap(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True))(B)
vmap(lambda x: nn.functional.layer_norm(x, (4,)))(B)
vmap(F.conv2d, (None, 0))(I, torch.arange(36.0).div(36).reshape(2, 2, 1, 3, 3))
vmap(F.embedding, (None, 0))(Y, torch.arange(20.0).reshape(2, 5, 2))
vmap(jacrev(f))(X), vmap(jacfwd(f))(X), jacrev(vmap(f))(X), jacfwd(jacrev(f))(X[0]), jacrev(f, chunk_size=2)(X[0])
vmap(hessian(lambda x: x.exp().sum() ** 2))(X)
vmap(lambda x, v: jvp(grad(lambda x: x.prod()), (x,), (v,))[1])(X, X)
vmap(vjp(f, X[0])[1])(torch.eye(3)), vmap(lambda v: jvp(f, (X[0],), (v,))[1])(torch.eye(4))
grad(lambda w: vmap(grad(lambda x: (w * x**2).sum()))(X).pow(2).sum())(X[0])
vmap(grad(grad(lambda x: x**4)))(X[:, 0])
vmap(grad(lambda x: (x.sum(), (x * 2, x.max())), has_aux=True))(X)
vmap(linearize(f, X[0])[1])(X)
vmap(lambda v: torch.autograd.grad(out, w, v, retain_graph=True))(torch.eye(3))
vmap(lambda d, y: {"a": d["x"] * y, "b": (d["z"],)}, ({"x": 0, "z": None}, 1))({"x": X, "z": X[0]}, X.T)
vmap(lambda x: (x, x * 2, x.sum()), out_dims=(1, 0, 0))(X), vmap(lambda x: x.unsqueeze(0), out_dims=-1)(X)
vmap(lambda x: {"a": x}, out_dims={"a": 1})(X), vmap(lambda x, *, y: x + y)(X, y=X[0])
vmap(vmap(torch.mul, (0, None)), (None, 0))(X[0], X[1]), vmap(vmap(vmap(lambda x: x * 2)))(B)
vmap(lambda x: torch.ones(2))(X).stride(), vmap(lambda x: (x.max(0), x.sort(), x.topk(2)))(X)
vmap(lambda x: (x @ X.T, torch.cat([x, X[0]]), torch.where(x > 0, x, 0.0), x.gather(0, Y), x[Y], x[1:3], x[None, ..., 0]))(X)
vmap(lambda x: X[:, 0][x.argsort()[:2] % 3])(X), vmap(lambda i: X[i])(Y), vmap(lambda x: sum(y for y in x))(X)
vmap(lambda x: (after(x, lambda z: z.mul_(x)), after(x, lambda z: z.__setitem__(slice(1, None), x[:3]))))(X)
vmap(lambda x: (x.split(2), x.reshape(2, 2).unbind(0), x.view(2, -1).T, x.expand(2, 4), torch.var_mean(x)))(X)
vmap(lambda x: (torch.linalg.det(x.outer(x) + torch.eye(4)), torch.fft.fft(x).abs(), 1 - x, 2**x, x.long()))(X)
vmap(lambda x: (F.softmax(x, -1), F.pad(x, (1, 1)), F.cosine_similarity(x, X[0], dim=0), torch.kron(x, x)), 1, -1)(X.T)
vmap(torch.add)(X, X) is X, [tuple(y.shape) for y in vmap(lambda x: (x, x.sum()), out_dims=(1, 0))(torch.ones(0, 3))]
vmap(lambda x: pr(x, x * 2, x.sum()), in_dims=1)(X)
vmap(vmap(pr))(X)
vmap(lambda y: vmap(lambda x: pr(x, x + y))(x))(x)
vmap(lambda x: pr(x.requires_grad, x.grad_fn, x.is_leaf, x._version, x * 2))(torch.ones(2, requires_grad=True))
vmap(lambda x: pr(len(x), x.shape, x.stride(), x.device, type(x) is torch.Tensor))(X)
vmap(lambda x: grad(lambda y: pr(y, x, y * x, torch.ones(1)))(x))(x)
grad(lambda x: vmap(lambda y: pr(y, x, y * x, torch.ones(1)))(x).sum())(x)
grad(lambda x: grad(lambda y: pr(y, x, y * x, torch.ones(1), c))(x))(one)
grad(lambda x: pr(x, x * 2, x.detach(), x.item(), f"{x:.2f}"))(one)
jacfwd(lambda y: pr(y, y * 2))(x), hessian(lambda y: pr(y, y * 2) ** 2)(x), jvp(pr, (x,), (x,)), vjp(pr, x)[0]
vmap(grad(lambda x: pr(debug_unwrap(x), debug_unwrap(x * 2))))(x)
debug_unwrap(x), grad(lambda x: pr(debug_unwrap(x, recurse=False)))(one)
debug_unwrap(3)
vmap(Made.apply)(X, X), vmap(Made.apply, (0, None))(X, X[0])
vmap(grad(lambda x, y: sum(o.sum() for o in Made.apply(x, y)), (0, 1)), (0, None))(X, X[0])
vmap(Ruled.apply, (0, None))(X, 3), vmap(Ruled.apply, (1, None))(X, 3), vmap(vmap(Ruled.apply, (0, None)), (0, None))(B, 2)
vmap(grad(lambda x: Ruled.apply(x, 2).sum()))(X), grad(lambda x: vmap(Ruled.apply, (0, None))(x, 2).sum())(X)
vmap(Bare.apply)(X)
vmap(lambda x: Bare.apply(X[0]))(X)
vmap(grad(lambda x: Bare.apply(x).sum()))(X)
grad(lambda x: Bare.apply(x).sum())(x)
vmap(Both.apply)(X)
vmap(OneValue.apply)(X)
vmap(OtherForm.apply)(X)
vmap(Old.apply)(X)
grad(lambda x: Old.apply(x).sum())(x)
"""

REFUSED = """
x.item()|x if x > 0 else -x|bool(x)|float(x)|int(x)|range(x)|x.nonzero()|x.tolist()|x.numpy()|x.data_ptr()|x.data
x[x > 0]|torch.masked_select(x, x > 0)|torch.unique(x)|torch.unique_consecutive(x)|x.is_nonzero()|torch.where(x > 0)
torch.allclose(x, x)|torch.equal(x, x)|torch.tensor(x)|torch.tensor([x])|x.long().item()|[1, 2, 3][x.long()]|f"{x:.2f}"
repr(x)|x.backward()|x.requires_grad_()|X[x.long() :]|max(x, x + 1)|copy.deepcopy(x)|torch.sin(x, out=c)
F.one_hot(x.long())|F.one_hot(x.long(), 4)|torch.ones((), requires_grad=True) + x|c.add_(x)|c.mul_(x)|c.sub_(x)|c.copy_(x)
c.pow_(x)|c.__setitem__(0, x)|c.__setitem__(x.long(), 1.0)|c.fill_(x)|c.index_add_(0, Y[:1], x[None])|c.clamp_(x)
c.scatter_(0, Y[:1], x[None])|c.index_put_((Y[:1],), x)|c.masked_fill_(c > 0, x)|c.index_fill_(0, Y, x)|c.lerp_(x, 0.5)
torch.zeros(2).bernoulli_(x)|torch.rand(2)|torch.randperm(3)|torch.rand(2, generator=torch.Generator())
F.dropout(x)|F.dropout(x, training=False)
"""

GRADS = """
c.add_(x).sum()|c.add_(1).sum()|c.__setitem__(0, 1.0)|c.copy_(x)|c.mul_(2)|c.zero_()|c.__iadd__(x)|c.normal_()|x.add_(1)
x.sum().backward()|torch.autograd.backward(x.sum())|torch.autograd.grad(x.sum(), x)[0].sum() * x.sum()
torch.ones(2).requires_grad_()|(torch.ones(3, requires_grad=True) * x).sum()|x.numpy()|x.detach().numpy()|x.data_ptr()
torch.zeros(3).add_(x).sum()|(x * 2).add_(1).prod()|x.tolist()
"""

RANDOM = """
torch.rand(2)|torch.rand(())|torch.randn(20)|torch.randn((2, 3))|torch.randint(0, 9, (3,))|torch.randint(9, (3,))
torch.randperm(4)|torch.rand_like(x)|torch.randn_like(x)|torch.randint_like(x, 9)|torch.bernoulli(x.sigmoid())
F.dropout(x)|F.dropout(torch.ones(3))|x.clone().normal_()|torch.empty_like(x).uniform_()|x.clone().bernoulli_(0.5)
torch.multinomial(x.softmax(0), 2)|torch.normal(0.0, 1.0, (3,))|torch.normal(x, 1.0)|torch.poisson(x.exp())
x.clone().exponential_()|F.gumbel_softmax(x)|nn.Dropout(0.3)(x)|F.alpha_dropout(x, training=True)
torch.rand_like(torch.ones(2))|F.dropout1d(x.reshape(2, 2))|torch.rand(size=(2,))|torch.rand(2, dtype=torch.float64)
torch.bernoulli(torch.full((3,), 0.5))|F.dropout(x, training=False)|torch.multinomial(torch.ones(4), 2)
torch.ones(2).normal_() + x[:2]|grad(lambda x: F.dropout(x).sum())(x)
vmap(lambda x: torch.rand(()) + 0 * x, randomness="different")(x)
vmap(lambda x: torch.rand(()) + 0 * x, randomness="same")(x)|jacfwd(lambda x: F.dropout(x))(x)
jacfwd(lambda x: F.dropout(x), randomness="same")(x).sum(1)
"""


def lines(text):
    return [line for line in text.replace("|", "\n").splitlines() if line]


def names_of(lib):
    """What the lines below name, of either library."""
    names = {"torch": lib, "nn": lib.nn, "F": lib.nn.functional, "vmap": lib.vmap, "copy": __import__("copy")}
    for name in """grad grad_and_value vjp jvp jacrev jacfwd hessian linearize functional_call stack_module_state
        debug_unwrap""".split():
        names[name] = getattr(lib.func, name)
    exec(SETUP, names)
    return names


def shown(value):
    """A result in words, its numbers to three places."""
    if isinstance(value, dict):
        return {key: shown(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [shown(part) for part in value]
    if not hasattr(value, "detach"):
        return value
    flat = value.detach().reshape(-1).tolist()
    return tuple(value.shape), str(value.dtype), [round(v, 3) + 0.0 if isinstance(v, float) else v for v in flat]


def told(lib, sources):
    """{line: what it printed, and its result or error}."""
    names, found = names_of(lib), {}
    for source in sources:
        lib.manual_seed(0)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                result = shown(eval(source, names))
            except Exception as error:
                result = f"{type(error).__name__}: {error}"
        found[source] = f"{printed.getvalue()}{result}".replace("minitorch", "torch")
    return found


def compare(torch, sources):
    ours, theirs = told(mt, sources), told(torch, sources)
    wrong = {source: (ours[source], theirs[source]) for source in sources if ours[source] != theirs[source]}
    assert not wrong


@pytest.mark.filterwarnings("ignore")
def test_programs_give_what_pytorch_gives(torch):
    compare(torch, [line for line in PROGRAMS.splitlines() if line])


@pytest.mark.filterwarnings("ignore")
def test_what_a_slice_refuses(torch):
    compare(torch, [f"vmap(lambda x: {line})(x)" for line in lines(REFUSED)])
    compare(torch, ["vmap(nn.BatchNorm1d(4))(B)", "vmap(lambda x: c.mul_(x), in_dims=0, out_dims=0)(X[:, :3])"])


@pytest.mark.filterwarnings("ignore")
def test_what_differentiates_refuses(torch):
    compare(torch, [f"{how}(lambda x: {line}){call}" for line in lines(GRADS) for how, call in (("grad", "(x)"),)])
    compare(
        torch, ["jvp(lambda x: c.add_(1), (x,), (x,))", "vjp(lambda x: c.mul_(x), x)", "jacrev(lambda x: c.zero_())(x)"]
    )


@pytest.mark.filterwarnings("ignore")
def test_random_numbers_are_pytorchs(torch):
    modes = ("error", "same", "different")
    compare(torch, [f"vmap(lambda x: {line}, randomness={mode!r})(X)" for line in lines(RANDOM) for mode in modes])
    compare(torch, [f"vmap(lambda x: torch.rand(()) + 0 * x, randomness={mode!r}, chunk_size=2)(X)" for mode in modes])


def test_a_function_is_called_once_for_all_slices():
    calls = []
    mt.vmap(lambda x: calls.append(x.shape) or x.sin())(mt.ones(5, 2))
    assert calls == [(2,)]
    mt.vmap(lambda x: calls.append(x.shape) or x.sin(), chunk_size=2)(mt.ones(5, 2))
    assert len(calls) == 4


def test_functions_have_their_own_code_afterwards():
    own = mt.sin.call.__code__, mt.Tensor.sum.__code__, mt.Tensor.requires_grad.fget.__code__
    with pytest.raises(RuntimeError, match="calling .item"):
        mt.vmap(lambda x: mt.vmap(lambda y: y.sum().item())(x))(mt.ones(2, 2))
    mt.func.grad(lambda x: mt.vmap(mt.sin)(x).sum())(mt.ones(2))
    assert own == (mt.sin.call.__code__, mt.Tensor.sum.__code__, mt.Tensor.requires_grad.fget.__code__)


def test_a_slice_that_escaped_is_of_no_use():
    kept = []
    mt.vmap(lambda x: kept.append(x) or x)(mt.ones(2))
    with pytest.raises(RuntimeError, match="Either your tensor may have escaped from inside a function being vmapped"):
        kept[0] + 1


def test_results_with_names_are_nodes_of_trees():
    from minitorch.utils import _pytree

    found = mt.tensor([1.0, 3.0]).max(0)
    values, spec = _pytree.tree_flatten(found)
    assert values == [found.values, found.indices] and type(_pytree.tree_unflatten(values, spec)) is type(found)


def test_short_cuts_may_be_switched_between_two_calls():
    x = mt.arange(6.0).reshape(3, 2)
    double = mt.func.vmap(lambda row: row * 2 + mt.exp(row))
    wanted = double(x).tolist()
    with fast.switched_off():
        assert double(x).tolist() == wanted
    assert double(x).tolist() == wanted


LOADED = """
import minitorch as mt
show = lambda: mt.func.grad(lambda x: (said.append(str(x)), x)[1])(mt.tensor(1.0))
said = []
show()
import minitorch.sparse
show()
assert said[0] == said[1], said
"""


def test_a_file_that_prints_more_does_not_show_a_transform_twice():
    subprocess.run([sys.executable, "-c", LOADED], check=True)
