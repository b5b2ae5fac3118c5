"""Pooling against PyTorch: values, where they stood, gradients of both orders, order in memory, errors."""

import itertools

import numpy as np
import pytest

import minitorch as mt

NAN, INF = float("nan"), float("inf")


def numbers(*shape, seed=0):
    """Small whole numbers, so that many are equal, some of them nan or infinite."""
    drawn = np.random.default_rng(seed).integers(-4, 5, shape).astype("float32")
    drawn.reshape(-1)[:: max(drawn.size // 3, 7)] = NAN if seed % 2 else -INF
    return drawn


def both(torch, name, array, *args, seed=0, **options):
    """[results and gradients of both orders, name of the step] of PyTorch's function and of ours."""
    found = []
    for library in (mt, torch):
        given = [library.tensor(a) if isinstance(a, np.ndarray) else a for a in args]
        x = library.tensor(array, requires_grad=array.dtype.kind == "f")
        library.manual_seed(seed)
        made = getattr(library.nn.functional, name)(x, *given, **options)
        made, *places = made if isinstance(made, tuple) else (made,)
        if not x.requires_grad:
            found.append(([made.numpy()], None))
            continue
        weights = (library.arange(made.numel()).reshape(made.shape).to(made.dtype) / 8).requires_grad_()
        (first,) = library.autograd.grad(made, x, weights, create_graph=True)
        (second,) = library.autograd.grad(first, weights, first.detach())
        found.append(([t.detach().numpy() for t in (made, *places, first, second)], made.grad_fn.name()))
    return found


def same(found):
    (mine, step), (theirs, their_step) = found
    assert step == their_step
    assert len(mine) == len(theirs)
    for a, b in zip(mine, theirs, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-5)


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("options", [
    {"kernel_size": 2}, {"kernel_size": 3, "stride": 2, "padding": 1}, {"kernel_size": 2, "stride": 1, "dilation": 3},
    {"kernel_size": 3, "stride": 2, "padding": 1, "ceil_mode": True}, {"kernel_size": 1, "stride": 3, "ceil_mode": True},
    {"kernel_size": 5, "stride": (4,), "padding": 2, "dilation": 1},
], ids=str)  # fmt: skip
def test_max_pool(torch, dims, options):
    for seed, shape in enumerate([(2, 3), (2,)]):
        array = numbers(*shape, *(7, 6, 8)[:dims], seed=seed)
        for indices in (False, True):
            same(both(torch, f"max_pool{dims}d", array, return_indices=indices, **options))


def test_max_pool_of_integers(torch):
    for kind in ("int64", "uint8", "int8"):
        same(both(torch, "max_pool2d", (numbers(1, 5, 5) * 3).clip(0, 9).astype(kind), 2, 2, 1))


def test_a_window_of_padding_alone(torch):
    for lib in (mt, torch):
        assert lib.nn.functional.max_pool1d(lib.ones(1, 1), 2, None, 1, 2).tolist() == [[-INF]]
        assert lib.nn.functional.max_pool2d(lib.ones(1, 8, 8), 10**9, 1, 5 * 10**8).shape == (1, 9, 9)


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("options", [
    {"kernel_size": 2}, {"kernel_size": 3, "stride": 2, "padding": 1}, {"kernel_size": 2, "stride": 3, "ceil_mode": True},
    {"kernel_size": 3, "stride": 1, "padding": 1, "count_include_pad": False},
    {"kernel_size": 4, "stride": 3, "padding": 2, "ceil_mode": True, "count_include_pad": True},
    {"kernel_size": 2, "divisor_override": 3},
], ids=str)  # fmt: skip
def test_avg_pool(torch, dims, options):
    if dims == 1 and "divisor_override" in options:
        return
    for seed, shape in enumerate([(2, 3), (2,)]):
        array = numbers(*shape, *(7, 6, 8)[:dims], seed=seed)
        same(both(torch, f"avg_pool{dims}d", array, **options))


@pytest.mark.parametrize("norm", [1, 2, 3.0, INF, -INF])
def test_lp_pool(torch, norm):
    for dims in (1, 2, 3):
        array = abs(np.random.default_rng(0).normal(size=(2, *(7, 6, 8)[:dims])))
        (mine, _), (theirs, _) = both(torch, f"lp_pool{dims}d", array, norm, 2, 3, dims == 2)
        same([(mine, ""), (theirs, "")])  # the last of its operations may be another one


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("size", [1, 3, 4, 9, (2,), (None,)])
def test_adaptive(torch, dims, size):
    if isinstance(size, tuple):
        if dims == 1 and size[0] is None:
            return
        size = (*(5, 1)[: dims - 1], *size)
    array = numbers(2, 3, *(7, 6, 8)[:dims])
    array[array == -INF] = 1
    same(both(torch, f"adaptive_avg_pool{dims}d", array, size))
    for indices in (False, True):
        same(both(torch, f"adaptive_max_pool{dims}d", array[0], size, return_indices=indices))


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_fractional(torch, kind):
    for dims in (2, 3):
        array = np.random.default_rng(0).normal(size=(2, 3, *(7, 6, 8)[:dims])).astype(kind)
        for seed, options in enumerate(
            [{"output_size": 3}, {"output_ratio": (0.5, 0.6, 0.4)[:dims]}, {"output_size": 1}]
        ):
            same(both(torch, f"fractional_max_pool{dims}d", array, 2, return_indices=True, seed=seed, **options))


def test_unpooling(torch):
    for dims in (1, 2, 3):
        array, places = numbers(2, 3, *(3, 2, 4)[:dims]), np.arange(6 * 4 * 8)[-np.prod((3, 2, 4)[:dims]) :]
        places = np.broadcast_to((places % np.prod((6, 4, 8)[:dims])).reshape(array.shape[2:]), array.shape).copy()
        same(both(torch, f"max_unpool{dims}d", array, places, 2))
        same(both(torch, f"max_unpool{dims}d", array, places, 2, output_size=(7, 5, 9)[:dims]))


def strided(torch, call, x):
    """The strides of a result for images whose channels lie innermost in memory, and of its gradient."""
    found = []
    for lib in (mt, torch):
        given = lib.tensor(x).contiguous(memory_format=lib.channels_last if x.ndim == 4 else lib.channels_last_3d)
        made = call(lib, given.requires_grad_())
        made.sum().backward()
        found.append((tuple(made.stride()), made.detach().numpy(), given.grad.numpy()))
    return found


def test_a_gradient_goes_to_a_result_that_is_changed_in_place():
    x = mt.tensor([[[1.0, -2.0, -3.0, -4.0]]], requires_grad=True)
    mt.nn.functional.relu(mt.nn.functional.max_pool1d(x, 2), inplace=True).sum().backward()
    assert x.grad.tolist() == [[[1, 0, 0, 0]]]


def wrong(lib):
    """Calls that cannot be answered."""
    f, x = lib.nn.functional, lib.ones(2, 3, 8, 8)
    index = lib.zeros(2, 3, 8, 8, dtype=lib.int64)
    signal, volume, empty = x[:, :, 0], lib.ones(2, 3, 8, 8, 8), lib.ones(2, 0, 8, 8)
    return {
        "no stride": lambda: f.max_pool2d(x, 2, 0),
        "stride back": lambda: f.max_pool2d(x, 2, -1),
        "much padding": lambda: f.max_pool2d(x, 2, 2, 2),
        "negative padding": lambda: f.avg_pool2d(x, 2, 2, -1),
        "no dilation": lambda: f.max_pool3d(volume, 2, 2, 0, 0),
        "large window": lambda: f.max_pool2d(x, 9),
        "large window, mean": lambda: f.avg_pool3d(volume, 9),
        "three numbers": lambda: f.max_pool2d(x, (2, 2, 2)),
        "two strides": lambda: f.avg_pool1d(signal, 2, (2, 2)),
        "a float": lambda: f.max_pool2d(x, 2.5),
        "a float in a tuple": lambda: f.avg_pool2d(x, (2.5, 2)),
        "few dimensions": lambda: f.max_pool2d(x[0, 0], 2),
        "no channels": lambda: f.max_pool2d(empty, 2),
        "signal, no kernel": lambda: f.max_pool1d(signal, 0),
        "signal, no stride": lambda: f.max_pool1d(signal, 2, 0),
        "signal, much padding": lambda: f.max_pool1d(signal, 2, 2, 2),
        "signal, large window": lambda: f.max_pool1d(signal, 9),
        "divisor": lambda: f.avg_pool2d(x, 2, divisor_override=0),
        "sizes": lambda: f.adaptive_avg_pool2d(x, (2, 2, 2)),
        "negative size": lambda: f.adaptive_avg_pool2d(x, -1),
        "negative size, max": lambda: f.adaptive_max_pool3d(volume, -1),
        "adaptive integers": lambda: f.adaptive_avg_pool3d(volume.long(), 2),
        "two sizes": lambda: f.fractional_max_pool2d(x, 2),
        "fraction too large": lambda: f.fractional_max_pool2d(x, 2, 8),
        "place": lambda: f.max_unpool2d(x, index - 1, 2),
        "place too far": lambda: f.max_unpool3d(volume, lib.ones_like(volume).long() * 16**3, 2),
        "places of floats": lambda: f.max_unpool2d(x, index.float(), 2),
        "places for others": lambda: f.max_unpool2d(x, index[0], 2),
        "size of none": lambda: f.max_unpool2d(x, index, 2, output_size=(3, 3)),
        "ratio": lambda: lib.nn.FractionalMaxPool3d(2, output_ratio=2.0),
    }


@pytest.mark.parametrize("name", wrong(mt))
def test_errors(torch, name):
    with pytest.raises(Exception) as expected:
        wrong(torch)[name]()
    with pytest.raises(type(expected.value)) as got:
        wrong(mt)[name]()
    assert str(got.value)


# --- windows as columns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["float64", "float16", "bool"])
def test_folding(torch, kind):
    for how in ((2,), ((2, 3), 1, 1, 2), (3, 2, (2, 1), (1, 3))):
        x = (np.random.default_rng(0).normal(size=(2, 3, 7, 8)) > 0.5).astype(kind)
        same(both(torch, "unfold", x, *how))
        columns = mt.nn.functional.unfold(mt.tensor(x), *how).numpy()
        same(both(torch, "fold", columns, (7, 8), *how))
        same(both(torch, "fold", columns[0], (7, 8), *how))


@pytest.mark.parametrize("kind", ["avg", "max"])
@pytest.mark.parametrize("dims", [1, 2, 3])
def test_what_is_empty_comes_back_or_is_refused(torch, dims, kind):
    def back(m, shape, size):
        x = m.ones(shape, requires_grad=True)
        try:
            made = getattr(m.nn.functional, f"adaptive_{kind}_pool{dims}d")(x, size)
            made.backward(m.ones_like(made))
        except RuntimeError as error:
            return type(error)
        return tuple(x.grad.shape)

    for batch, channels, size in itertools.product(((), (0,), (2,)), (3,), (2,)):
        shape = (*batch, channels, *[4] * dims)
        assert back(mt, shape, size) == back(torch, shape, size)
