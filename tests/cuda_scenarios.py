"""cuda_scenarios: what programs do on a GPU beside calling operations: each is run on both devices, with the same outcome.

A scenario is a function of a device's name; what it returns, tensors, numbers and texts in any nesting, must be the same
on "cpu" and on "cuda", and so must an error, but for the name of the device.
"""

import copy
import io
import pickle
import warnings

import numpy as np

import minitorch as mt
from minitorch import nn, optim
from minitorch.nn import functional as F

SCENARIOS = {}


def scenario(function):
    """Enter a function in the table."""
    SCENARIOS[function.__name__] = function
    return function


def scenarios(prefix, **functions):
    """Enter short functions, as `prefix` and their names."""
    SCENARIOS.update({f"{prefix} {name}": function for name, function in functions.items()})


def result_of(function, device):
    """What a scenario gives on a device, in terms that both devices share: an error as a text, too."""
    mt.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return plain(function(device))
        except Exception as error:
            return plain(f"{type(error).__name__}: {error}")


def plain(value):
    """Tensors as arrays with the names of their dtypes; containers visited."""
    if isinstance(value, mt.Tensor):
        return (
            value.dtype.name,
            value.detach().cpu().numpy() if value.dtype is not mt.bfloat16 else value.float().tolist(),
        )
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, str):
        value = " ".join(value.split())
        for told, same in ((", device='cuda:0'", ""), ("torch.cuda.", "torch."), ("cuda:0", "cpu"), ("cuda", "cpu")):
            value = value.replace(told, same)
        return value
    return value


def differs(ours, theirs):
    """What differs between two results, in words; None when nothing does."""
    if isinstance(theirs, np.ndarray):
        if not isinstance(ours, np.ndarray) or ours.shape != theirs.shape:
            return f"{ours!r:.300}, expected {theirs!r:.300}"
        close = np.allclose(ours, theirs, rtol=1e-4, atol=1e-5, equal_nan=True)
        return None if close else f"{ours!r:.300}, expected {theirs!r:.300}"
    if isinstance(theirs, dict):
        if not isinstance(ours, dict) or list(ours) != list(theirs):
            return f"{ours!r:.300}, expected {theirs!r:.300}"
        return next((w for key in theirs if (w := differs(ours[key], theirs[key]))), None)
    if isinstance(theirs, list | tuple):
        if not isinstance(ours, list | tuple) or len(ours) != len(theirs):
            return f"{ours!r:.300}, expected {theirs!r:.300}"
        return next((w for one, other in zip(ours, theirs, strict=True) if (w := differs(one, other))), None)
    if isinstance(theirs, float) and isinstance(ours, float):
        return None if np.isclose(ours, theirs, rtol=1e-4, atol=1e-6, equal_nan=True) else f"{ours}, expected {theirs}"
    return None if ours == theirs else f"{ours!r:.300}, expected {theirs!r:.300}"


def check(name):
    """None, or what is wrong with a scenario on the GPU."""
    function = SCENARIOS[name]
    return differs(result_of(function, "cuda"), result_of(function, "cpu"))


def numbers(device, *shape, seed=1):
    """Normal numbers, the same on both devices."""
    return mt.from_numpy(np.random.default_rng(seed).standard_normal(shape).astype("float32")).to(device)


def said(function):
    """The error that a call ends with, or what it returns."""
    try:
        return function()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def changed(x, change):
    """The tensor after a change."""
    change(x)
    return x


# --- making tensors ---------------------------------------------------------------------------------------------------------

scenarios(
    "making",
    zeros=lambda d: [mt.zeros(2, 3, device=d), mt.ones(2, device=d, dtype=mt.int64), mt.full((2,), 3.5, device=d)],
    data=lambda d: [mt.tensor([[1, 2], [3, 4]], device=d), mt.tensor(2.5, device=d), mt.tensor([True], device=d)],
    ranges=lambda d: [mt.arange(5, device=d), mt.linspace(0, 1, 5, device=d), mt.eye(3, device=d)],
    random=lambda d: [mt.rand(3, device=d), mt.randn(3, device=d), mt.randint(0, 9, (4,), device=d), mt.randperm(5, device=d)],
    like=lambda d: [f(numbers(d, 2, 3)).is_contiguous() for f in (mt.empty_like, mt.zeros_like, mt.rand_like)],
    new=lambda d: [numbers(d, 2).new_zeros(3), numbers(d, 2).new_tensor([1, 2]), numbers(d, 2).new_full((2,), 7)],
    normal=lambda d: [mt.empty(4, device=d).normal_(), mt.empty(4, device=d).uniform_(-1, 1), mt.zeros(4, device=d).bernoulli_(0.5)],
    draws=lambda d: [mt.multinomial(mt.tensor([0.1, 0.9], device=d), 3, True), mt.bernoulli(mt.full((5,), 0.3, device=d)),
                     mt.normal(mt.zeros(3, device=d), 1.0)],
    as_tensor=lambda d: [mt.as_tensor([1.0, 2.0], device=d), mt.as_tensor(np.arange(3), device=d), mt.asarray([1], device=d)],
    sequence=lambda d: mt.tensor([mt.tensor(1.0, device=d), mt.tensor(2.0, device=d)], device=d),
    default=lambda d: made_by_default(d),
    printed=lambda d: [str(numbers(d, 2, 2)), repr(mt.arange(3, device=d)), str(mt.tensor(1.5, device=d)), f"{mt.tensor(2.0, device=d):.2f}"],
    printed_large=lambda d: str(numbers(d, 30, 40)),
    where_it_is=lambda d: [numbers(d, 2).device.type, str(numbers(d, 2).device), numbers(d, 2).to("cpu").is_cpu],
    typed=lambda d: [numbers(d, 2).type(), numbers(d, 2).double().dtype.name, mt.ones(2, device=d).to(mt.int32)],
    channels_last=lambda d: [numbers(d, 1, 2, 3, 3).contiguous(memory_format=mt.channels_last).stride()],
)  # fmt: skip


def made_by_default(device):
    """A default device, as a block and as a setting."""
    with mt.device(device):
        found = [mt.zeros(2), mt.randn(2), mt.arange(3), mt.tensor([1.0]), nn.Linear(2, 2).weight]
    kinds = [x.device.type == device for x in found]
    mt.set_default_device(device)
    try:
        kinds.append(mt.ones(1).device.type == device)
    finally:
        mt.set_default_device(None)
    return kinds + [mt.ones(1).is_cpu]


# --- moving -------------------------------------------------------------------------------------------------------------------

scenarios(
    "moving",
    there_and_back=lambda d: numbers("cpu", 2, 3).to(d).cpu(),
    itself=lambda d: (lambda x: [x.to(d) is x, x.to(d, copy=True) is x])(numbers(d, 2)),
    non_blocking=lambda d: [numbers("cpu", 2).to(d, non_blocking=True), numbers(d, 2).to("cpu", non_blocking=True)],
    pinned=lambda d: numbers("cpu", 2).pin_memory().to(d, non_blocking=True) if d == "cuda" else numbers("cpu", 2),
    gradient=lambda d: gradient_across(d),
    copy_=lambda d: [numbers(d, 3).copy_(numbers("cpu", 3, seed=2)), numbers("cpu", 3).copy_(numbers(d, 3, seed=2))],
    copy_broadcast=lambda d: numbers(d, 2, 3).copy_(numbers("cpu", 3)),
    copy_dtype=lambda d: mt.zeros(3, dtype=mt.int64, device=d).copy_(numbers("cpu", 3) * 5),
    data=lambda d: data_set(d),
    numpy=lambda d: [numbers(d, 2).cpu().numpy().sum().item(), numbers(d, 2, 2).tolist(), numbers(d, 1).item()],
    from_numpy=lambda d: mt.from_numpy(np.arange(4.0)).to(d) + 1,
    strided=lambda d: [numbers("cpu", 3, 4).t().to(d).stride(), numbers("cpu", 2, 3, 4).permute(1, 2, 0).to(d).stride()],
    strided_back=lambda d: [numbers(d, 3, 4).t().cpu().stride(), numbers(d, 2, 3, 4).permute(1, 2, 0).cpu().stride()],
    sliced=lambda d: [numbers("cpu", 4, 6)[:, ::2].to(d), numbers(d, 4, 6)[1:, ::2].cpu()],
    expanded=lambda d: numbers("cpu", 3, 1).expand(3, 4).to(d),
    images=lambda d: numbers("cpu", 1, 2, 3, 3).to(memory_format=mt.channels_last).to(d).stride(),
    bfloat16=lambda d: numbers("cpu", 3).bfloat16().to(d).float(),
    complex=lambda d: mt.view_as_complex(numbers(d, 2, 2)).abs(),
    bytes=lambda d: numbers(d, 4).view(mt.int32).sum(),
    scalar_cpu=lambda d: [numbers(d, 3) * mt.tensor(2.0), mt.tensor(2.0) + numbers(d, 3), numbers(d, 3) > mt.tensor(0.0)],
    scalar_where=lambda d: mt.where(numbers(d, 3) > 0, numbers(d, 3), mt.tensor(0.0)),
    scalar_fill=lambda d: [numbers(d, 3).fill_(mt.tensor(2.0)), numbers(d, 3).masked_fill(numbers(d, 3) > 0, mt.tensor(9.0))],
    scalar_gradient=lambda d: scalar_gradient(d),
    scalar_numpy=lambda d: [numbers(d, 3) * np.float32(2), numbers(d, 3) + np.float64(1)],
    pickled=lambda d: pickle.loads(pickle.dumps(numbers(d, 2))).device.type == d,
    copied=lambda d: copy.deepcopy(numbers(d, 3).requires_grad_()),
    module=lambda d: nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3)).to(d)(numbers(d, 4, 2)),
    module_dtype=lambda d: [p.dtype.name for p in nn.Linear(2, 2).to(d, mt.float64).parameters()],
    type_as=lambda d: numbers("cpu", 2).type_as(numbers(d, 2)).device.type == d,
)  # fmt: skip


def gradient_across(device):
    """A gradient that comes back from another device."""
    x = numbers("cpu", 3).requires_grad_()
    (x.to(device) ** 2).sum().backward()
    return [x.grad, x.grad.is_cpu]


def scalar_gradient(device):
    """The gradient of a number on the CPU that met tensors on the device."""
    scale = mt.tensor(2.0, requires_grad=True)
    (numbers(device, 3) * scale).sum().backward()
    return [scale.grad, scale.grad.is_cpu]


def data_set(device):
    """Assigning .data."""
    x = mt.nn.Parameter(numbers(device, 2))
    x.data = numbers(device, 2, seed=5)
    x.data.mul_(2)
    return x


# --- indexing -----------------------------------------------------------------------------------------------------------------


def at(device, *index):
    return mt.tensor(index, device=device)


scenarios(
    "reading",
    basic=lambda d: [numbers(d, 3, 4)[1], numbers(d, 3, 4)[:, 1:3], numbers(d, 3, 4)[..., -1], numbers(d, 3, 4)[None, 2, 3]],
    tensor=lambda d: [numbers(d, 3, 4)[at(d, 0, 2)], numbers(d, 3, 4)[:, at(d, 1, -1)], numbers(d, 3, 4)[at(d, 0, 1), at(d, 2, 3)]],
    tensor_on_cpu=lambda d: [numbers(d, 3, 4)[mt.tensor([0, 2])], numbers(d, 3, 4)[:, mt.tensor([0, 2])]],
    lists=lambda d: [numbers(d, 3, 4)[[0, 2]], numbers(d, 3, 4)[[0, 1], [1, 2]], numbers(d, 3, 4)[np.array([1, 1])]],
    mask=lambda d: [(x := numbers(d, 3, 4))[x > 0], x[x[:, 0] > 0], x[:, mt.tensor([True, False, True, False], device=d)]],
    mixed=lambda d: [numbers(d, 3, 4, 5)[at(d, 0, 1), :, at(d, 2, 3)], numbers(d, 3, 4, 5)[1, at(d, 0, 1)], numbers(d, 3, 4)[at(d, 0), None]],
    scalar=lambda d: [numbers(d, 3)[mt.tensor(1, device=d)], numbers(d, 3)[mt.tensor(1)], int(at(d, 5)[0])],
    bool=lambda d: [numbers(d, 3)[True], numbers(d, 3)[False], numbers(d, 3)[mt.tensor(True, device=d)]],
    int32=lambda d: numbers(d, 3, 4)[mt.tensor([0, 2], dtype=mt.int32, device=d)],
    empty=lambda d: [numbers(d, 3, 4)[mt.zeros(0, dtype=mt.int64, device=d)], numbers(d, 3, 4)[[]]],
    gradient=lambda d: mt.autograd.grad((x := numbers(d, 4).requires_grad_())[at(d, 1, 1, 3)].sum(), x),
    beyond=lambda d: numbers(d, 3, 4)[at(d, 0, 3)],
    below=lambda d: numbers(d, 3, 4)[at(d, -4)],
    beyond_second=lambda d: numbers(d, 3, 4)[:, at(d, 9)],
    beyond_int=lambda d: numbers(d, 3, 4)[5],
    misfit=lambda d: numbers(d, 3, 4)[at(d, 0, 1), at(d, 0, 1, 2)],
    mask_misfit=lambda d: numbers(d, 3, 4)[mt.tensor([True, False], device=d)],
    too_many=lambda d: numbers(d, 3)[0, 0],
    floats=lambda d: numbers(d, 3)[mt.tensor([0.5], device=d)],
    gather=lambda d: numbers(d, 3, 4).gather(1, at(d, [0, 3], [1, 1], [2, 2])),
    gather_beyond=lambda d: numbers(d, 3, 4).gather(1, at(d, [0, 4])),
    index_select=lambda d: [numbers(d, 3, 4).index_select(1, at(d, 3, 0)), said(lambda: numbers(d, 3).index_select(0, at(d, 3)))],
    take=lambda d: [numbers(d, 3, 4).take(at(d, 0, 11)), said(lambda: numbers(d, 3, 4).take(at(d, 12)))],
    masked_select=lambda d: numbers(d, 3, 4).masked_select(numbers(d, 3, 4) > 0),
    nonzero=lambda d: [(numbers(d, 3, 4) > 0).nonzero(), mt.tensor(1.0, device=d).nonzero(), (numbers(d, 5) > 0).nonzero(as_tuple=True)],
    embedding=lambda d: F.embedding(at(d, 0, 2), numbers(d, 3, 4)),
    embedding_beyond=lambda d: F.embedding(at(d, 0, 3), numbers(d, 3, 4)),
    embedding_bag_beyond=lambda d: F.embedding_bag(at(d, 0, 9), numbers(d, 3, 4), at(d, 0)),
    one_hot=lambda d: [F.one_hot(at(d, 0, 2), 3), said(lambda: F.one_hot(at(d, 0, 3), 3))],
    iterated=lambda d: list(numbers(d, 3, 2)) + list(numbers(d, 3).unbind()),
    diagonal=lambda d: [numbers(d, 3, 4).diagonal(), numbers(d, 3).diag(), numbers(d, 3, 3).trace()],
)  # fmt: skip

scenarios(
    "writing",
    basic=lambda d: [changed(numbers(d, 3, 4), lambda x: x.__setitem__(1, 0.0)), changed(numbers(d, 3), lambda x: x.__setitem__(0, 5))],
    slices=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__((slice(None), slice(1, 3)), numbers(d, 2))),
    tensor=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__(at(d, 0, 2), 1.0)),
    tensor_values=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__(at(d, 0, 2), numbers(d, 2, 4, seed=3))),
    mask=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__(x > 0, 0.0)),
    mask_values=lambda d: changed(numbers(d, 4), lambda x: x.__setitem__(mt.tensor([True, False, True, False], device=d), numbers(d, 2, seed=4))),
    mixed=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__((1, at(d, 0, 3)), mt.tensor(7.0, device=d))),
    cpu_scalar=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__(at(d, 0, 2), mt.tensor(1.0))),
    cpu_part=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__(1, numbers("cpu", 4))),
    index_on_cpu=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__(mt.tensor([0, 2]), 1.0)),
    lists=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__([0, 2], 1.0)),
    added=lambda d: changed(numbers(d, 3, 4), lambda x: x[1].add_(5)),
    beyond=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__(at(d, 0, 3), 1.0)),
    misfit=lambda d: changed(numbers(d, 3, 4), lambda x: x.__setitem__(at(d, 0, 1), numbers(d, 3))),
    gradient=lambda d: written_gradient(d),
    index_put=lambda d: [numbers(d, 4).index_put((at(d, 1, 1),), numbers(d, 2), accumulate=True), said(lambda: numbers(d, 4).index_put((at(d, 4),), numbers(d, 1)))],
    index_add=lambda d: [numbers(d, 4).index_add(0, at(d, 1, 1), numbers(d, 2)), said(lambda: numbers(d, 4).index_add(0, at(d, 4), numbers(d, 1)))],
    scatter=lambda d: [mt.zeros(2, 3, device=d).scatter(1, at(d, [2], [0]), 1.0), said(lambda: mt.zeros(2, 3, device=d).scatter(1, at(d, [3]), 1.0))],
    scatter_add=lambda d: [mt.zeros(3, device=d).scatter_add(0, at(d, 1, 1), numbers(d, 2)), said(lambda: mt.zeros(3, device=d).scatter_add(0, at(d, 3), numbers(d, 1)))],
    scatter_max=lambda d: mt.zeros(3, device=d).scatter_reduce(0, at(d, 1, 1, 2), mt.tensor([3.0, float("nan"), 2.0], device=d), "amax"),
    scatter_prod=lambda d: mt.ones(3, device=d).scatter_reduce(0, at(d, 1, 1, 1, 2), numbers(d, 4), "prod"),
    scatter_int=lambda d: [mt.zeros(3, dtype=k, device=d).scatter_add(0, at(d, 1, 1), mt.ones(2, dtype=k, device=d)) for k in (mt.int8, mt.uint8, mt.int64, mt.bool, mt.complex64, mt.float16)],
    put=lambda d: [numbers(d, 2, 2).put_(at(d, 0, 3), numbers(d, 2)), said(lambda: numbers(d, 2, 2).put_(at(d, 4), numbers(d, 1)))],
    masked_fill=lambda d: [numbers(d, 4).masked_fill(numbers(d, 4) > 0, -1.0), numbers(d, 4).masked_fill_(numbers(d, 4) > 0, 2)],
    fill_diagonal=lambda d: numbers(d, 3, 3).fill_diagonal_(0),
    swaps=lambda d: changed(numbers(d, 4), lambda x: x.__setitem__(at(d, 0, 1), x[at(d, 1, 0)])),
)  # fmt: skip


def written_gradient(device):
    """Gradients through x[index] = value."""
    x, value = numbers(device, 4).requires_grad_(), numbers(device, 2).requires_grad_()
    y = x * 2
    y[at(device, 0, 3)] = value
    (y**2).sum().backward()
    return x.grad, value.grad


# --- devices that must not mix ------------------------------------------------------------------------------------------------

scenarios(
    "mixed",
    add=lambda d: said(lambda: numbers("cuda", 2) + numbers("cpu", 2)),
    matmul=lambda d: said(lambda: numbers("cuda", 2, 2) @ numbers("cpu", 2, 2)),
    cat=lambda d: said(lambda: mt.cat([numbers("cuda", 2), numbers("cpu", 2)])),
    linear=lambda d: said(lambda: nn.Linear(2, 2)(numbers("cuda", 1, 2))),
    cross_entropy=lambda d: said(lambda: F.cross_entropy(numbers("cuda", 2, 3), mt.tensor([0, 1]))),
    index=lambda d: said(lambda: numbers("cpu", 3)[at("cuda", 0)]),
    numpy=lambda d: said(lambda: numbers("cuda", 2).numpy()),
    asarray=lambda d: said(lambda: np.asarray(numbers("cuda", 2))),
    number=lambda d: said(lambda: mt.tensor(1.0, device="cuda") + numbers("cpu", 2)),
    in_place=lambda d: said(lambda: numbers("cpu", 2).add_(numbers("cuda", 2))),
    no_such=lambda d: said(lambda: mt.zeros(2, device="cuda:7")),
)  # fmt: skip

# --- linear algebra that finds no answer ----------------------------------------------------------------------------------------

scenarios(
    "linalg",
    inv_singular=lambda d: mt.linalg.inv(mt.zeros(2, 2, device=d)),
    inv_batch=lambda d: mt.linalg.inv_ex(mt.stack([mt.eye(2), mt.zeros(2, 2)]).to(d)),
    solve_singular=lambda d: mt.linalg.solve(mt.ones(2, 2, device=d), mt.ones(2, device=d)),
    cholesky=lambda d: [mt.linalg.cholesky(mt.eye(3, device=d) * 4), said(lambda: mt.linalg.cholesky(-mt.eye(2, device=d)))],
    svd_nan=lambda d: said(lambda: mt.linalg.svd(mt.full((2, 2), float("nan"), device=d))),
    eigh_nan=lambda d: said(lambda: mt.linalg.eigh(mt.full((2, 2), float("nan"), device=d))),
    det=lambda d: [mt.linalg.det(numbers(d, 3, 3)), mt.slogdet(numbers(d, 3, 3))],
    qr=lambda d: mt.linalg.qr(numbers(d, 4, 3))[1].abs(),
    half=lambda d: said(lambda: mt.linalg.inv(mt.eye(2, device=d).half())),
    einsum=lambda d: mt.einsum("bij,bjk->bik", numbers(d, 2, 3, 4), numbers(d, 2, 4, 2)),
)  # fmt: skip

# --- autograd -------------------------------------------------------------------------------------------------------------------


@scenario
def backward_accumulates(device):
    x = numbers(device, 3).requires_grad_()
    for _ in range(2):
        (x.exp() * 2).sum().backward()
    return x.grad, x.grad.device.type == device


@scenario
def second_derivative(device):
    x = numbers(device, 3).requires_grad_()
    (g,) = mt.autograd.grad((x**3).sum(), x, create_graph=True)
    return mt.autograd.grad(g.sum(), x)


@scenario
def gradcheck_passes(device):
    x = numbers(device, 2, 3).double().requires_grad_()
    kept = x.detach().clone()
    found = [
        mt.autograd.gradcheck(lambda x: (x.tanh() @ x.t()).sum(0), (x,)),
        mt.autograd.gradgradcheck(lambda x: x**3, (x,)),
    ]
    return [*found, bool((x == kept).all())]


@scenario
def gradcheck_fails(device):
    class Wrong(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 3

    return mt.autograd.gradcheck(Wrong.apply, (numbers(device, 2).double().requires_grad_(),), raise_exception=False)


@scenario
def own_function(device):
    class Square(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return 2 * x * g

    x = numbers(device, 3).requires_grad_()
    Square.apply(x).sum().backward()
    return x.grad


@scenario
def hooks_of_tensors(device):
    seen, x = [], numbers(device, 3).requires_grad_()
    x.register_hook(lambda g: seen.append(g.clone()) or g * 2)
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.clone()))
    (x * 3).sum().backward()
    return seen, x.grad


@scenario
def hooks_of_modules(device):
    seen, layer = [], nn.Linear(2, 2).to(device)
    layer.register_forward_hook(lambda m, x, y: seen.append(y.detach()) or y * 2)
    layer.register_forward_pre_hook(lambda m, x: (x[0] + 1,))
    layer.register_full_backward_hook(lambda m, gx, gy: seen.append(gy[0]))
    layer(numbers(device, 3, 2).requires_grad_()).sum().backward()
    return seen, layer.weight.grad


@scenario
def retained_and_detached(device):
    x = numbers(device, 3).requires_grad_()
    y = x * 2
    y.retain_grad()
    (y.detach() * y).sum().backward()
    return y.grad, x.grad


@scenario
def changed_in_place(device):
    x = numbers(device, 3).requires_grad_()
    y = x.exp()
    y.mul_(2)
    return said(lambda: y.sum().backward())


@scenario
def no_grad_and_modes(device):
    x = numbers(device, 3).requires_grad_()
    with mt.no_grad():
        y = x * 2
    with mt.inference_mode():
        z = x * 3
    return y.requires_grad, z.requires_grad, (x * 2).requires_grad


@scenario
def checkpointed(device):
    x = numbers(device, 3).requires_grad_()
    mt.utils.checkpoint.checkpoint(lambda x: x.sin().exp(), x, use_reentrant=False).sum().backward()
    return x.grad


@scenario
def functional_transforms(device):
    x = numbers(device, 3)
    return mt.autograd.functional.jacobian(lambda x: x**2, x)


@scenario
def anomaly_found(device):
    x = mt.tensor([-1.0], device=device, requires_grad=True)
    with mt.autograd.detect_anomaly():
        return said(lambda: x.sqrt().sum().backward()).split("\n")[0]


@scenario
def saved_elsewhere(device):
    x = numbers(device, 3).requires_grad_()
    with mt.autograd.graph.saved_tensors_hooks(lambda x: x.cpu(), lambda x: x.to(device)):
        y = (x.exp() * x).sum()
    y.backward()
    return x.grad


@scenario
def views_and_views_gradients(device):
    x = numbers(device, 2, 3).requires_grad_()
    y = x * 1
    y[0].mul_(2)
    y.t()[1].add_(1)
    (y**2).sum().backward()
    return y, x.grad


# --- layers and losses ------------------------------------------------------------------------------------------------------------


def trained(layer, *inputs):
    """(output, gradients of inputs and parameters) of a layer."""
    outs = layer(*inputs)
    outs = outs if isinstance(outs, tuple) else (outs,)
    flat = [o for out in outs for o in (out if isinstance(out, tuple) else (out,))]
    sum([(o.float() ** 2).mean() for o in flat if o is not None]).backward()
    return flat, [x.grad for x in inputs if x.is_leaf and x.requires_grad], [p.grad for p in layer.parameters()]


def on(device, make, *shapes):
    """A layer made on the CPU from the same seed, moved to the device, and trained on inputs of these shapes."""
    mt.manual_seed(3)
    return trained(make().to(device), *[numbers(device, *shape).requires_grad_() for shape in shapes])


scenarios(
    "layer",
    linear=lambda d: on(d, lambda: nn.Linear(4, 3), (5, 4)),
    bilinear=lambda d: on(d, lambda: nn.Bilinear(4, 3, 2), (5, 4), (5, 3)),
    conv1d=lambda d: on(d, lambda: nn.Conv1d(2, 3, 3, padding=1), (2, 2, 7)),
    conv2d=lambda d: on(d, lambda: nn.Conv2d(2, 4, 3, stride=2, padding=1, groups=2), (2, 2, 7, 7)),
    conv3d=lambda d: on(d, lambda: nn.Conv3d(1, 2, 2), (1, 1, 3, 4, 4)),
    conv_transpose=lambda d: on(d, lambda: nn.ConvTranspose2d(2, 3, 3, stride=2), (1, 2, 4, 4)),
    pools=lambda d: [on(d, lambda: k, (1, 2, 6, 6)) for k in (nn.MaxPool2d(2), nn.AvgPool2d(3, 2), nn.AdaptiveAvgPool2d(2), nn.AdaptiveMaxPool2d(3))],
    batch_norm=lambda d: on(d, lambda: nn.BatchNorm2d(3), (4, 3, 2, 2)),
    batch_norm_eval=lambda d: on(d, lambda: nn.BatchNorm1d(3).eval(), (4, 3)),
    norms=lambda d: [on(d, lambda: k, (2, 4, 6)) for k in (nn.LayerNorm(6), nn.GroupNorm(2, 4), nn.InstanceNorm1d(4), nn.RMSNorm(6))],
    activations=lambda d: [on(d, lambda: k(), (3, 4)) for k in (nn.ReLU, nn.GELU, nn.SiLU, nn.Tanh, nn.Sigmoid, nn.Softplus, nn.ELU, nn.LeakyReLU, nn.Mish, nn.Hardswish, nn.LogSigmoid, nn.PReLU)],
    softmax=lambda d: [on(d, lambda: k(1), (3, 4)) for k in (nn.Softmax, nn.LogSoftmax, nn.Softmin)],
    dropout=lambda d: on(d, lambda: nn.Dropout(0.5), (4, 5)),
    rnn=lambda d: on(d, lambda: nn.RNN(3, 4, 2), (5, 2, 3)),
    lstm=lambda d: on(d, lambda: nn.LSTM(3, 4, 2, bidirectional=True, batch_first=True), (2, 5, 3)),
    gru=lambda d: on(d, lambda: nn.GRU(3, 4), (5, 2, 3)),
    cells=lambda d: [on(d, lambda: k(3, 4), (2, 3)) for k in (nn.RNNCell, nn.LSTMCell, nn.GRUCell)],
    attention=lambda d: on(d, lambda: nn.MultiheadAttention(4, 2, batch_first=True), (2, 3, 4), (2, 3, 4), (2, 3, 4)),
    encoder=lambda d: on(d, lambda: nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), (2, 3, 4)),
    transformer=lambda d: on(d, lambda: nn.Transformer(4, 2, 1, 1, 8, dropout=0.0, batch_first=True), (1, 3, 4), (1, 2, 4)),
    embedding=lambda d: [(e := nn.Embedding(5, 3, padding_idx=0).to(d))(at(d, [0, 1], [4, 4])), e(at(d, 1, 1)).sum().backward(), e.weight.grad],
    embedding_bag=lambda d: nn.EmbeddingBag(5, 3, mode="max").to(d)(at(d, 0, 1, 4), at(d, 0, 2)),
    upsample=lambda d: [on(d, lambda: nn.Upsample(scale_factor=2, mode=m), (1, 2, 3, 3)) for m in ("nearest", "bilinear")],
    padded=lambda d: [on(d, lambda: k(1), (1, 2, 4, 4)) for k in (nn.ZeroPad2d, nn.ReflectionPad2d, nn.ReplicationPad2d)],
    unfold=lambda d: on(d, lambda: nn.Unfold(2), (1, 2, 4, 4)),
    shuffle=lambda d: on(d, lambda: nn.PixelShuffle(2), (1, 4, 3, 3)),
    half=lambda d: on(d, lambda: nn.Linear(4, 3), (2, 4))[0][0].half(),
    packed=lambda d: packed(d),
    weight_norm=lambda d: on(d, lambda: nn.utils.parametrizations.weight_norm(nn.Linear(3, 2)), (4, 3)),
)  # fmt: skip


def packed(device):
    """Packed sequences through an LSTM."""
    mt.manual_seed(3)
    lstm = nn.LSTM(3, 4, batch_first=True).to(device)
    x = nn.utils.rnn.pack_padded_sequence(numbers(device, 2, 5, 3), mt.tensor([5, 3]), batch_first=True)
    out, (h, c) = lstm(x)
    return *nn.utils.rnn.pad_packed_sequence(out, batch_first=True), h, c


def loss_of(function, device, target, *shape, **options):
    x = numbers(device, *shape).requires_grad_()
    loss = function(x, target.to(device), **options)
    loss.sum().backward()
    return loss, x.grad


CLASSES = mt.tensor([0, 2, 1])
scenarios(
    "loss",
    cross_entropy=lambda d: loss_of(F.cross_entropy, d, CLASSES, 3, 4),
    cross_entropy_options=lambda d: loss_of(F.cross_entropy, d, CLASSES, 3, 4, label_smoothing=0.1, ignore_index=2, reduction="sum"),
    cross_entropy_weight=lambda d: loss_of(F.cross_entropy, d, CLASSES, 3, 4, weight=mt.arange(4.0).to(d) + 1),
    cross_entropy_beyond=lambda d: loss_of(F.cross_entropy, d, CLASSES + 2, 3, 4),
    cross_entropy_pixels=lambda d: loss_of(F.cross_entropy, d, mt.zeros(2, 3, 3, dtype=mt.int64), 2, 4, 3, 3),
    nll=lambda d: loss_of(lambda x, y: F.nll_loss(x.log_softmax(1), y), d, CLASSES, 3, 4),
    nll_beyond=lambda d: loss_of(F.nll_loss, d, CLASSES + 2, 3, 4),
    mse=lambda d: loss_of(F.mse_loss, d, numbers("cpu", 3, 4, seed=2), 3, 4),
    l1=lambda d: loss_of(F.l1_loss, d, numbers("cpu", 3, 4, seed=2), 3, 4),
    smooth_l1=lambda d: loss_of(F.smooth_l1_loss, d, numbers("cpu", 3, 4, seed=2), 3, 4),
    bce=lambda d: loss_of(F.binary_cross_entropy_with_logits, d, mt.ones(3, 4), 3, 4),
    bce_plain=lambda d: loss_of(lambda x, y: F.binary_cross_entropy(x.sigmoid(), y), d, mt.ones(3, 4), 3, 4),
    kl=lambda d: loss_of(lambda x, y: F.kl_div(x.log_softmax(1), y, reduction="batchmean"), d, mt.full((3, 4), 0.25), 3, 4),
    multi_margin=lambda d: loss_of(F.multi_margin_loss, d, CLASSES, 3, 4),
    ctc=lambda d: loss_of(lambda x, y: F.ctc_loss(x.log_softmax(2), y, (5, 5), (2, 2)), d, mt.tensor([[1, 2], [2, 1]]), 5, 2, 4),
    cosine=lambda d: loss_of(lambda x, y: F.cosine_similarity(x, y), d, numbers("cpu", 3, 4, seed=2), 3, 4),
)  # fmt: skip

# --- optimizers -------------------------------------------------------------------------------------------------------------------


def optimized(device, kind, steps=4, **options):
    """The parameters of a small layer after some steps."""
    mt.manual_seed(5)
    layer = nn.Linear(4, 3).to(device)
    optimizer = kind(layer.parameters(), **options)
    x, y = numbers(device, 8, 4), numbers(device, 8, 3, seed=2)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(layer(x), y)
        loss.backward()
        return loss

    losses = [optimizer.step(closure) for _ in range(steps)]
    return losses, list(layer.parameters())


KINDS = {"SGD": {"lr": 0.1, "momentum": 0.9, "nesterov": True}, "Adam": {"lr": 0.1, "amsgrad": True}, "AdamW": {"lr": 0.1},
         "RMSprop": {"lr": 0.1}, "Adagrad": {"lr": 0.1}, "Adadelta": {}, "Adamax": {"lr": 0.1}, "NAdam": {"lr": 0.1},
         "RAdam": {"lr": 0.1}, "LBFGS": {"lr": 0.5}, "Adafactor": {"lr": 0.1}}  # fmt: skip
for _kind, _options in KINDS.items():
    SCENARIOS[f"optim {_kind}"] = lambda d, k=_kind, o=_options: optimized(d, getattr(optim, k), **o)


@scenario
def optimizer_state_moves(device):
    layer = nn.Linear(2, 2)
    optimizer = optim.Adam(layer.parameters())
    layer(numbers("cpu", 3, 2)).sum().backward()
    optimizer.step()
    there = nn.Linear(2, 2).to(device)
    there.load_state_dict(layer.state_dict())
    second = optim.Adam(there.parameters())
    second.load_state_dict(optimizer.state_dict())
    there(numbers(device, 3, 2)).sum().backward()
    second.step()
    return list(there.parameters()), [s["exp_avg"].device.type == device for s in second.state.values()]


@scenario
def gradients_clipped(device):
    layer = nn.Linear(3, 2).to(device)
    (layer(numbers(device, 4, 3)) * 50).sum().backward()
    norm = nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
    nn.utils.clip_grad_value_(layer.parameters(), 0.1)
    return norm, [p.grad for p in layer.parameters()]


@scenario
def scaled_and_cast(device):
    mt.manual_seed(1)
    layer = nn.Linear(4, 2).to(device)
    optimizer, scaler = optim.SGD(layer.parameters(), lr=0.1), mt.amp.GradScaler(device, enabled=True)
    with mt.autocast(device, dtype=mt.bfloat16):
        out = layer(numbers(device, 3, 4))
    scaler.scale(out.float().sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    return out.dtype.name, list(layer.parameters())


# --- checkpoints and data -----------------------------------------------------------------------------------------------------------


def saved(obj):
    file = io.BytesIO()
    mt.save(obj, file)
    file.seek(0)
    return file


@scenario
def saved_here_loaded_on_cpu(device):
    found = mt.load(saved({"x": numbers(device, 2, 3), "n": 3}), map_location="cpu")
    return found["x"], found["x"].is_cpu, found["n"]


@scenario
def saved_on_cpu_loaded_here(device):
    found = mt.load(saved(numbers("cpu", 2, 3)), map_location=device)
    return found, found.device.type == device


@scenario
def saved_here_loaded_here(device):
    found = mt.load(saved(numbers(device, 2, 3)))
    return found, found.device.type == device


@scenario
def loaded_under_a_default_device(device):
    file = saved(numbers("cpu", 2, 3))
    with mt.device(device):
        found = mt.load(file)
    return found, found.device.type == device


@scenario
def loaded_by_map(device):
    file = saved(numbers(device, 2))
    maps = [{"cuda:0": "cpu", "cpu": "cpu"}, lambda storage, where: storage, mt.device("cpu")]
    return [mt.load(copy.deepcopy(file), map_location=where).is_cpu for where in maps[::2]]


@scenario
def shared_storage_kept(device):
    x = numbers(device, 4)
    a, b = mt.load(saved([x, x[1:]]))
    a[1] = 7
    return a, b


@scenario
def state_dict_across(device):
    mt.manual_seed(2)
    first, second = (
        nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3)),
        nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3)).to(device),
    )
    second.load_state_dict(first.state_dict())
    third = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    third.load_state_dict(mt.load(saved(second.state_dict())))
    return list(second.parameters()), list(third.parameters()), [p.is_cpu for p in third.parameters()]


@scenario
def data_loaded(device):
    data = mt.utils.data.TensorDataset(numbers("cpu", 10, 3), mt.arange(10))
    loader = mt.utils.data.DataLoader(data, batch_size=4, shuffle=True, pin_memory=True)
    return [(x.to(device, non_blocking=True).sum(), y.to(device)) for x, y in loader]


@scenario
def data_on_the_device(device):
    data = mt.utils.data.TensorDataset(numbers(device, 10, 3), mt.arange(10, device=device))
    return [(x, y) for x, y in mt.utils.data.DataLoader(data, batch_size=4)]


@scenario
def random_state(device):
    mt.manual_seed(7)
    a = mt.rand(3, device=device)
    mt.cuda.manual_seed_all(7) if device == "cuda" else mt.manual_seed(7)
    b = mt.rand(3, device=device)
    generator = mt.Generator().manual_seed(3)
    return a, bool((a == b).all()), mt.rand(2, generator=generator).to(device)


# --- training runs ------------------------------------------------------------------------------------------------------------------


def run(device, model, x, y, loss, kind=optim.Adam, steps=6, **options):
    """The losses of a training run, and the parameters at its end."""
    model, x, y = model.to(device), x.to(device), y.to(device)
    optimizer = kind(model.parameters(), **(options or {"lr": 0.01}))
    scheduler = optim.lr_scheduler.StepLR(optimizer, 3, 0.5)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        found = loss(model(x), y)
        found.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        scheduler.step()
        losses.append(found.item())
    return losses, list(model.parameters()), model.eval()(x)


class Recurrent(nn.Module):
    """Embedding, LSTM and a linear layer: the next of a sequence of classes."""

    def __init__(self):
        super().__init__()
        self.embedding, self.lstm, self.out = nn.Embedding(7, 5), nn.LSTM(5, 6, batch_first=True), nn.Linear(6, 7)

    def forward(self, x):
        return self.out(self.lstm(self.embedding(x))[0]).transpose(1, 2)


class Small(nn.Module):
    """A transformer with positions, a causal mask, layer norm and GELU."""

    def __init__(self):
        super().__init__()
        self.embedding, self.positions = nn.Embedding(7, 8), nn.Parameter(mt.randn(6, 8) * 0.1)
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, activation="gelu", batch_first=True, norm_first=True)
        self.body, self.out = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), nn.Linear(8, 7)

    def forward(self, x):
        mask = nn.Transformer.generate_square_subsequent_mask(x.shape[1]).to(x.device)
        return self.out(self.body(self.embedding(x) + self.positions, mask=mask, is_causal=True)).transpose(1, 2)


def cnn():
    return nn.Sequential(
        nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 6, 3), nn.ReLU(),
        nn.Flatten(), nn.Dropout(0.2), nn.Linear(24, 3),
    )  # fmt: skip


def mlp():
    return nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.LayerNorm(16), nn.Linear(16, 16), nn.GELU(), nn.Linear(16, 3))


def words(seed):
    return mt.from_numpy(np.random.default_rng(seed).integers(0, 7, (4, 6)))


TRAINING = {
    "MLP": lambda d: run(d, mlp(), numbers("cpu", 12, 4), mt.arange(12) % 3, F.cross_entropy),
    "CNN": lambda d: run(d, cnn(), numbers("cpu", 6, 1, 8, 8), mt.arange(6) % 3, F.cross_entropy, optim.SGD, lr=0.1, momentum=0.9),
    "LSTM": lambda d: run(d, Recurrent(), words(1), words(2), F.cross_entropy, optim.RMSprop),
    "transformer": lambda d: run(d, Small(), words(1), words(2), F.cross_entropy, optim.AdamW, lr=0.01, eps=1e-4, weight_decay=0.1),
}  # fmt: skip
SCENARIOS.update({f"training {name}": function for name, function in TRAINING.items()})
