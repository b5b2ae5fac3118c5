"""TorchDispatchMode: the operators that a mode sees, their arguments and results are PyTorch's; a mode can change results."""

import copy

import numpy as np
import pytest

import minitorch as mt
import minitorch.utils.checkpoint
from minitorch.dispatch.calling import state
from minitorch.utils._python_dispatch import (
    TorchDispatchMode,
    _disable_current_modes,
    _get_current_dispatch_mode,
    _get_current_dispatch_mode_stack,
    _pop_mode_temporarily,
)

FORWARD = [
    "x+1", "1-x", "2/x", "x/2", "x**2", "2**x", "x[0]", "x[:,1]", "x[None]", "x[...,0:2]", "x[x>0]",
    "x[torch.tensor([0,1])]", "x.T", "x.mT", "x.t()", "x.reshape(3,2)", "x.t().reshape(6)", "x.view(-1)", "x.flatten()",
    "torch.tensor([1.,2.])", "torch.tensor(3)", "torch.zeros(2)", "torch.zeros_like(x)", "torch.randn(2)", "torch.rand(2)",
    "torch.arange(3)", "x.to(torch.float64)", "x.double()", "x.float()", "x.clone()", "x.detach()", "x.contiguous()",
    "x.t().contiguous()", "x.sum().item()", "bool(x.sum()>0)", "x.sum()", "x.sum(0)", "x.sum(dim=0,keepdim=True)",
    "x.mean()", "x.mean(-1)", "x.max()", "x.max(1)", "x.argmax(1)", "x.var()", "x.std(0)", "torch.cat([x,x])",
    "torch.stack([x,x])", "x@x.t()", "torch.matmul(torch.ones(2,2,3),x.t())", "F.softmax(x,1)", "F.log_softmax(x,-1)",
    "F.relu(x)", "F.gelu(x)", "F.dropout(x,0.5)", "F.layer_norm(x,(3,))", "F.linear(x,w)",
    "F.linear(torch.ones(2,2,3),w,torch.ones(2))", "F.mse_loss(x,x)", "F.cross_entropy(x,torch.tensor([0,1]))",
    "F.embedding(torch.tensor([0,1]),x)", "F.one_hot(torch.tensor([0,1]))", "x.split(1)", "x.chunk(2)", "x.unbind()",
    "x.expand(2,2,3)", "x.repeat(2,2)", "x.permute(1,0)", "x.transpose(0,1)", "x.masked_fill(x>0,0.)",
    "torch.where(x>0,x,0.)", "x.clamp(0,1)", "x.clamp_(min=0)", "x.norm()", "x.topk(2)", "x.sort()", "x.cumsum(0)",
    "x.tril()", "x.gather(1,torch.tensor([[0],[1]]))", "x.abs()", "x.neg()", "-x", "~(x>0)", "x>0", "x==x", "(x>0)&(x<1)",
    "x.zero_()", "x.fill_(1)", "x.copy_(x)", "x.uniform_()", "x.normal_()", "torch.nn.init.kaiming_uniform_(x)",
    "torch.nn.init.xavier_normal_(x)", "x.numpy()", "x.tolist()", "x.data",
    "torch.bmm(torch.ones(2,2,3),torch.ones(2,3,2))",
    "F.scaled_dot_product_attention(torch.ones(1,2,3,4),torch.ones(1,2,3,4),torch.ones(1,2,3,4))", "x.__setitem__(0,1.)",
    "x.__setitem__((slice(None),1),torch.ones(2))", "x.__setitem__(x>0,0.)", "F.max_pool2d(torch.ones(1,1,4,4),2)",
    "F.avg_pool2d(torch.ones(1,1,4,4),2)", "F.adaptive_avg_pool2d(torch.ones(1,1,4,4),1)",
    "F.adaptive_avg_pool2d(torch.ones(1,1,4,4),2)", "F.conv2d(torch.ones(1,1,4,4),torch.ones(1,1,2,2))",
    "F.batch_norm(torch.randn(4,3),torch.zeros(3),torch.ones(3),training=True)",
    "F.batch_norm(torch.randn(4,3),torch.zeros(3),torch.ones(3))", "F.pad(x,(1,1))",
    "F.interpolate(torch.ones(1,1,4,4),scale_factor=2)", "x.squeeze(0)", "x.unsqueeze(0)", "x.type_as(x)", "torch.triu(x)",
    "torch.eye(3)", "torch.full((2,),1.)", "torch.empty(2)", "torch.linspace(0,1,3)", "torch.randint(0,3,(2,))",
    "torch.randperm(3)", "x.new_zeros(2)", "torch.multinomial(torch.ones(3),1)", "torch.allclose(x,x)", "torch.equal(x,x)",
    "x.pow(2)", "x.sqrt()", "x.square()", "x.logsumexp(1)", "x.prod()", "x.all()", "x.any()", "torch.outer(x[0],x[0])",
    "torch.dot(x[0],x[0])", "x.isnan()", "F.silu(x)", "F.sigmoid(x)", "x.tanh()", "F.leaky_relu(x)", "F.elu(x)",
    "F.softplus(x)", "F.hardtanh(x)", "F.relu6(x)", "F.hardswish(x)", "F.mish(x)",
    "F.binary_cross_entropy_with_logits(x,x)", "F.nll_loss(x,torch.tensor([0,1]))", "F.l1_loss(x,x)",
    "F.smooth_l1_loss(x,x)", "F.kl_div(x,x)", "F.normalize(x)", "F.group_norm(torch.ones(1,4,2),2)", "x.unfold(0,2,1)",
    "torch.meshgrid(x[0],x[0])", "x.flip(0)", "x.roll(1)", "torch.isfinite(x)", "x.round()", "x.floor()", "x//2", "x%2",
    "torch.maximum(x,x)", "x.index_select(0,torch.tensor([0]))", "x.scatter(0,torch.zeros(1,3,dtype=torch.long),x)",
    "torch.bernoulli(torch.ones(2))", "torch.nonzero(x)", "x.count_nonzero()", "torch.unique(x)", "x.movedim(0,1)",
    "x.diagonal()", "torch.diag(x)", "F.huber_loss(x,x)", "F.glu(torch.ones(2,4))", "F.prelu(x,torch.ones(1))",
    "F.logsigmoid(x)", "torch.lerp(x,x,0.5)", "torch.addmm(x,torch.ones(2,2),x)", "torch.mv(x,x[0])",
    "F.conv1d(torch.ones(1,1,4),torch.ones(1,1,2))", "F.instance_norm(torch.ones(1,2,4))",
    "F.pixel_shuffle(torch.ones(1,4,2,2),2)",
    "torch.add(x,2,out=torch.empty(2,3))", "torch.sum(x,1,out=torch.empty(2))", "torch.mean(x,0,out=torch.empty(3))",
    "torch.div(x,x,rounding_mode='floor',out=torch.empty(2,3))", "torch.matmul(x,x[0],out=torch.empty(2))",
    "torch.mm(x,x.t(),out=torch.empty(2,2))", "torch.cat([x,x],out=torch.empty(4,3))", "torch.var(x,1,out=torch.empty(2))",
    "torch.std(x,0,keepdim=True,out=torch.empty(1,3))", "torch.zeros(2,out=torch.empty(2))", "torch.exp(x,out=x)",
    "torch.where(x>0,x,x,out=torch.empty(2,3))",
    "torch.gt(x,0,out=torch.empty(2,3,dtype=torch.bool))", "torch.addmm(x,torch.ones(2,2),x,out=torch.empty(2,3))",
]  # fmt: skip
BACKWARD = [
    "F.interpolate(w[None],scale_factor=2)", "F.interpolate(w[None],size=4,mode='linear')",
    "F.interpolate(w[None,None],scale_factor=2,mode='bilinear')", "F.interpolate(w[None,None],size=(1,1),mode='area')",
    "F.interpolate(w[None,None],size=(3,3),mode='bicubic',align_corners=True)",
    "w*2", "w+1", "w-w", "w/2", "w/w", "w**2", "w.tanh()", "w.sigmoid()", "w.exp()", "w.log()", "w.sqrt()", "F.gelu(w)",
    "(w*1).relu_()", "(w*1).sigmoid_()", "(w*1).mul_(2)", "F.relu(w*1,inplace=True)",
    "F.silu(w)", "w.softmax(1)", "w.t()", "w[0]", "w[:,1]", "w.mean(1)", "w.max()", "w.view(6)", "w.expand(2,2,3)",
    "w.unsqueeze(0)", "torch.cat([w,w])", "torch.stack([w,w])", "w.abs()", "w.clamp(min=0)",
    "F.layer_norm(w,(3,),torch.ones(3,requires_grad=True),torch.ones(3))", "w.norm()", "w.std()", "w.var()",
    "F.mse_loss(w,w.detach())", "w@w.t()", "torch.ones(2,2,3)@w.t()", "w.masked_fill(w>0,0)", "torch.where(w>0,w,0.)",
    "w.sum(0,keepdim=True)", "w.permute(1,0)", "w.clone()", "w.double()", "w.split(1)[0]", "w.unbind()[0]",
    "w.logsumexp(1)", "w.cumsum(0)", "F.adaptive_avg_pool2d(w[None,None],1)",
    "F.binary_cross_entropy_with_logits(w,torch.ones(2,3))", "w[torch.tensor([0,0])]",
    "w.gather(1,torch.zeros(2,1,dtype=torch.long))", "w.pow(3)", "-w", "w*w", "2-w", "2/w", "w.sin()", "F.leaky_relu(w)",
    "F.elu(w)", "F.softplus(w)", "F.dropout(w)", "w.flip(0)", "w.tril()", "w.clamp(0,1)", "w.clamp(max=1)", "w.var(1)",
    "w.std(1)", "w.norm(dim=1)", "w.logsumexp(1,keepdim=True)", "torch.maximum(w,torch.ones(2,3))",
    "w.std(1,keepdim=True)", "w.split([1,1])[1]", "w.mean((0,1))", "w.sum((0,1))", "w.index_select(0,torch.tensor([0,0]))",
    "F.mse_loss(w,torch.ones(2,3),reduction='sum')", "F.smooth_l1_loss(w,torch.ones(2,3))", "F.hardtanh(w)",
    "F.hardswish(w)", "F.mish(w)", "F.normalize(w)", "w.triu()",
    "F.kl_div(w.log_softmax(1),torch.ones(2,3),reduction='batchmean')", "w+torch.ones(3,requires_grad=True)", "w.cos()",
    "w.log1p()", "w.rsqrt()", "w.square()", "w.pow(0.5)", "w.scatter_add(0,torch.zeros(1,3,dtype=torch.long),w[:1])",
    "w.roll(1,0)", "w.minimum(torch.ones(3))", "w.floor()", "F.relu6(w)", "w.double().float()",
    "w.detach().requires_grad_().t().contiguous()", "w.erf()",
]  # fmt: skip


def shown(x, tensor):
    """An argument or a result as text: of a tensor its shape."""
    if isinstance(x, tensor):
        return f"T{list(x.shape)}"
    if isinstance(x, (list, tuple)):
        return f"[{', '.join([shown(one, tensor) for one in x])}]"
    return f"{x:.6g}" if isinstance(x, float) else repr(x).replace("minitorch.", "torch.")


def logging(library, log):
    """A mode of a library's that writes down what it sees."""
    tensor = library.Tensor

    class Logging(library.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            out = func(*args, **(kwargs or {}))
            given = [shown(x, tensor) for x in args] + [f"{k}={shown(v, tensor)}" for k, v in (kwargs or {}).items()]
            if func.namespace == "aten":
                log.append(f"{func}({', '.join(given)}) -> {shown(out, tensor)}")
            return out

    return Logging()


def logged(library, function):
    """What a mode sees while a function runs that takes the library."""
    log = []
    library.manual_seed(0)
    with logging(library, log):
        function(library)
    return log


def names(library):
    """What an expression may name: the library as torch, F, a tensor x, and w that wants a gradient."""
    library.manual_seed(0)
    x = library.randn(2, 3)
    return {"torch": library, "F": library.nn.functional, "x": x, "w": library.randn(2, 3).requires_grad_()}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", FORWARD)
def test_a_mode_sees_pytorchs_operators(text, torch):
    assert logged(mt, lambda lib, of=names(mt): eval(text, of)) == logged(
        torch, lambda lib, of=names(torch): eval(text, of)
    )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", BACKWARD)
def test_and_those_of_the_backward_pass(text, torch):
    seen = [logged(lib, lambda _, of=names(lib): eval(text, of).sum().backward()) for lib in (mt, torch)]
    assert seen[0] == seen[1]


# --- whole models -----------------------------------------------------------------------------------------------------------


def _perceptron(lib, optimizer, **options):
    """Two steps of training, the second of which is looked at."""
    nn = lib.nn
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    x, y = lib.randn(5, 3), lib.tensor([0, 1, 1, 0, 1])
    taught = getattr(lib.optim, optimizer)(net.parameters(), lr=0.1, **options)

    def step(_):
        taught.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        taught.step()

    return logged(lib, step) + logged(lib, step)


OPTIMIZERS = [
    ("SGD", {}), ("SGD", {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1}), ("Adam", {}),
    ("Adam", {"weight_decay": 0.1}), ("AdamW", {}), ("RMSprop", {}), ("Adagrad", {}),
]  # fmt: skip


@pytest.mark.parametrize(("optimizer", "options"), OPTIMIZERS)
def test_training_a_perceptron(optimizer, options, torch):
    assert _perceptron(mt, optimizer, **options) == _perceptron(torch, optimizer, **options)


def _net(lib):
    nn = lib.nn
    net = nn.Sequential(
        nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.5),
        nn.Linear(8, 2), nn.LayerNorm(2), nn.GELU(), nn.LogSoftmax(1),
    )  # fmt: skip
    x, y = lib.randn(3, 1, 4, 4), lib.tensor([0, 1, 1])
    return net, lambda _: nn.functional.nll_loss(net(x), y).backward()


def _words(lib):
    table, out = lib.nn.Embedding(5, 3), lib.nn.Linear(3, 5)
    x, y = lib.tensor([[0, 1], [2, 3]]), lib.tensor([0, 1, 2, 0])
    return None, lambda _: lib.nn.functional.cross_entropy(out(table(x)).flatten(0, 1), y).backward()


def _attention(lib):
    x, project = lib.randn(2, 3, 8), lib.nn.Linear(8, 24)

    def attend(_):
        q, k, v = project(x).split(8, dim=2)
        scores = (q @ k.transpose(-2, -1)) * (1.0 / 8**0.5)
        scores = scores.masked_fill(lib.tril(lib.ones(3, 3)) == 0, float("-inf"))
        (lib.softmax(scores, dim=-1) @ v).sum().backward()

    return None, attend


@pytest.mark.parametrize("model", [_net, _words, _attention])
def test_models(model, torch):
    seen = []
    for lib in (mt, torch):
        _, step = model(lib)
        seen.append(logged(lib, step))
    assert seen[0] == seen[1]


# --- results stay what they are ----------------------------------------------------------------------------------------------


class Silent(TorchDispatchMode):
    """Computes, and says nothing."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


class Elsewhere(TorchDispatchMode):
    """Computes with other tensors of the same numbers, so that kernels take the arguments that modes are shown."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func._schema.is_mutable or "backward" in str(func) or "rnn_layer" in str(func):
            return func(*args, **(kwargs or {}))
        return func(*other(args), **other(kwargs or {}))


def other(x):
    if isinstance(x, mt.Tensor):
        return x.detach()
    if isinstance(x, dict):
        return {key: other(value) for key, value in x.items()}
    return type(x)([other(one) for one in x]) if isinstance(x, (list, tuple)) else x


def outcome(text, mode):
    """An expression's value, its step's name and the gradient of w."""
    of = names(mt)
    with mode or mt.enable_grad():
        made = eval(text, of)
        if isinstance(made, mt.Tensor) and made.requires_grad:
            made.sum().backward()
    step = made.grad_fn.name() if isinstance(made, mt.Tensor) and made.grad_fn is not None else None
    return made, type(made), step, of["w"].grad, of["x"]


def alike(a, b):
    if isinstance(a, mt.Tensor):
        return (
            a.dtype is b.dtype
            and a.shape == b.shape
            and mt.allclose(a.detach(), b.detach(), 1e-5, 1e-6, equal_nan=True)
        )
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all([alike(*pair) for pair in zip(a, b, strict=True)])
    return repr(a) == repr(b)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mode", [Silent, Elsewhere])
def test_a_mode_that_computes_changes_nothing(mode):
    for text in [text for text in FORWARD + BACKWARD if "empty" not in text and "__setitem__" not in text]:
        assert alike(outcome(text, None), outcome(text, mode())), text


def test_a_mode_changes_results_below_autograd():
    class Rounding(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            out = func(*args, **(kwargs or {}))
            return out.round() if func is mt.ops.aten.mul.Tensor else out

    x = mt.tensor([1.2, 2.6], requires_grad=True)
    with Rounding():
        y = x * 2
    y.sum().backward()
    assert y.tolist() == [2.0, 5.0] and y.grad_fn.name() == "MulBackward0" and x.grad.tolist() == [2.0, 2.0]


def test_what_a_mode_puts_in_place_of_a_result_is_saved_for_its_formula():
    class Tenfold(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            out = func(*args, **(kwargs or {}))
            return out * 10 if func is mt.ops.aten.exp.default else out

    x = mt.zeros(1, requires_grad=True)
    with Tenfold():
        y = x.exp()
    y.backward()
    assert x.grad.item() == 10.0  # PyTorch's step has saved what the mode gave, too


def test_a_change_in_place_and_a_view():
    seen = []
    x = mt.zeros(2, 2)
    with logging(mt, seen):
        row = x[0]
        row.add_(1)
        row *= 3
        x.view(4)[1:] = mt.ones(3)
    assert x.tolist() == [[3.0, 1.0], [1.0, 1.0]] and row._base is x
    assert [line.split("(")[0] for line in seen] == [
        "aten.select.int", "aten.add_.Tensor", "aten.mul_.Tensor", "aten.ones.default", "aten.view.default", "aten.slice.Tensor",
        "aten.copy_.default",
    ]  # fmt: skip


def test_derivatives_of_derivatives():
    with Silent():
        x = mt.tensor([0.5], requires_grad=True)
        (g,) = mt.autograd.grad((x.tanh() * x.exp()).sum(), x, create_graph=True)
        (h,) = mt.autograd.grad(g.sum(), x)
    y = mt.tensor([0.5], requires_grad=True)
    (a,) = mt.autograd.grad((y.tanh() * y.exp()).sum(), y, create_graph=True)
    assert mt.allclose(g, a) and mt.allclose(h, mt.autograd.grad(a.sum(), y)[0])


# --- several modes, and none --------------------------------------------------------------------------------------------------


def test_modes_nest():
    inner, outer = [], []

    class Doubling(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            inner.append(str(func))
            return func(*args, **(kwargs or {})) + 0

    x = mt.ones(2)
    with logging(mt, outer) as one, Doubling() as two:
        assert _get_current_dispatch_mode() is two and _get_current_dispatch_mode_stack() == [one, two]
        x * 2
        with _pop_mode_temporarily() as popped:
            assert popped is two
            x - 1
        with _disable_current_modes() as both:
            assert both == [one, two] and _get_current_dispatch_mode() is None
            x / 2
    assert inner == ["aten.mul.Tensor"]
    assert [line.split("(")[0] for line in outer] == ["aten.mul.Tensor", "aten.add.Tensor", "aten.sub.Tensor"]
    assert _get_current_dispatch_mode() is None and not state.modes


def test_without_a_mode_functions_are_what_they_were():
    functions = [mt.add, mt.mul.call, mt.Tensor.add_, mt.nn.functional.relu, mt.Tensor.sum, mt.Tensor.__getitem__]
    code = [f.__code__ for f in functions]
    with Silent():
        assert [f.__code__ for f in functions] != code
    assert [f.__code__ for f in functions] == code
    with pytest.raises(ZeroDivisionError), Silent():
        raise ZeroDivisionError
    assert [f.__code__ for f in functions] == code and not state.modes


def test_errors_are_the_functions_own():
    with Silent(), pytest.raises(RuntimeError, match="The size of tensor a"):
        mt.ones(2) + mt.ones(3)

    class Declining(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            return NotImplemented

    with Declining(), pytest.raises(TypeError, match="Multiple dispatch failed for 'minitorch._ops.aten.mul.Tensor'"):
        mt.Tensor.mul(mt.Tensor.__new__(mt.Tensor, 2), 2)


def test_function_modes_stand_above():
    seen, log = [], []

    class Naming(mt.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            seen.append(func.__name__)
            return func(*args, **(kwargs or {}))

    x = mt.ones(2, 3)
    with logging(mt, log), Naming():
        mt.nn.functional.linear(x, x)
    assert seen == ["linear"] and [line.split("(")[0] for line in log] == ["aten.t.default", "aten.mm.default"]
    with Naming(), logging(mt, log):
        x + 1
    assert seen[-1] == "add" and log[-1].startswith("aten.add.Tensor")


def test_what_an_operator_says_of_itself(torch):
    for name in ("mul.Tensor", "add_.Tensor", "sum.dim_IntList", "convolution.default", "native_layer_norm.default"):
        packet, form = name.split(".")
        ours, theirs = [getattr(getattr(lib.ops.aten, packet), form) for lib in (mt, torch)]
        assert str(ours) == str(theirs) and repr(ours) == repr(theirs) and ours.name() == theirs.name()
        assert str(ours._schema) == str(theirs._schema) and ours._schema.is_mutable == theirs._schema.is_mutable
        for one, other_ in zip(ours._schema.arguments, theirs._schema.arguments, strict=True):
            assert (one.name, one.kwarg_only) == (other_.name, other_.kwarg_only)


def test_operators_called_by_name(torch):
    def call(lib):
        aten, x = lib.ops.aten, lib.arange(6.0).reshape(2, 3)
        aten.native_layer_norm.default(x, [3], None, None, 1e-5)
        aten.convolution.default(lib.ones(1, 1, 4), lib.ones(1, 1, 2), None, [1], [0], [1], False, [0], 1)
        aten.mse_loss.default(x, x + 1)
        aten._softmax.default(x, 1, False)
        aten.slice.Tensor(x, 1, 0, 2)
        return aten.threshold_backward.default(x, x, 0)

    assert logged(mt, call) == logged(torch, call)
    assert mt.ops.aten.mse_loss.default(mt.ones(2), mt.zeros(2)).item() == 1.0


# --- tools --------------------------------------------------------------------------------------------------------------------


def test_operators_are_keys_of_tables(torch):
    for lib in (mt, torch):
        aten = lib.ops.aten
        table = copy.deepcopy({aten.mm: 1, aten.add.Tensor: 2})
        assert table[aten.mm.default._overloadpacket] == 1 and table[aten.add.Tensor] == 2
    assert mt.ops.aten.t.default.is_view and not mt.ops.aten.add.Tensor.is_view
    assert mt.ops.aten.add.overloads()[:2] == torch.ops.aten.add.overloads()[:2]


def _selective(torch):
    """A checkpoint that keeps products: what is computed again, the gradients, and what a second backward pass says."""
    checkpoint = torch.utils.checkpoint
    keep, seen = [torch.ops.aten.mm.default], []
    torch.manual_seed(0)
    x = torch.arange(4.0).reshape(2, 2).div(4).requires_grad_()

    def policy(context, func, *args, **kwargs):
        kept = func in keep
        return checkpoint.CheckpointPolicy.MUST_SAVE if kept else checkpoint.CheckpointPolicy.PREFER_RECOMPUTE

    for chosen in (policy, keep):
        out = checkpoint.checkpoint(
            lambda x: (x @ x).sin().exp() @ x, x, use_reentrant=False,
            context_fn=lambda chosen=chosen: checkpoint.create_selective_checkpoint_contexts(chosen),
        )  # fmt: skip
        loss = out.sum()
        with logging(torch, seen):
            loss.backward(retain_graph=True)
        with pytest.raises(RuntimeError, match="backward an extra time"):
            loss.backward()
    counts = {name: sum([name in line for line in seen]) for name in ("aten.mm", "aten.sin", "aten.exp")}
    with pytest.raises(ValueError, match="to be an OpOverload but got: aten.mm"):
        checkpoint.create_selective_checkpoint_contexts([torch.ops.aten.mm])
    return x.grad.tolist(), counts


def test_selective_checkpoints(torch):
    ours, theirs = _selective(mt), _selective(torch)
    assert ours[1] == theirs[1] and np.allclose(ours[0], theirs[0])


def test_autocast_converts_before_a_mode_sees(torch):
    def call(lib):
        x = lib.ones(2, 2)
        with lib.autocast("cpu", lib.bfloat16):
            x @ x
            lib.addmm(x[0], x, x)

    ours, theirs = logged(mt, call), logged(torch, call)
    assert sorted(ours) == sorted(theirs) and ours[1:4] == theirs[1:4]
    assert isinstance(mt.ops.aten.mm, type(mt.ops.aten.add))


def test_operators_list_all_their_forms(torch):
    for name in ("sum", "add", "relu", "mm", "mean", "max", "clone", "view", "pow"):
        ours, theirs = [getattr(lib.ops.aten, name) for lib in (mt, torch)]
        assert ours.overloads() == list(theirs.overloads())
        assert [str(getattr(ours, form)) for form in ours.overloads()] == [
            f"aten.{name}.{f}" for f in theirs.overloads()
        ]
    with pytest.raises(AttributeError, match="has no overload name 'ints'"):
        getattr(mt.ops.aten.sum, "i" + "nts")
