"""Convolutions, padding and embedding: names of steps, errors, halves and large batches. Values are in test_ops.py."""

import doctest
import pickle
import warnings

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn.functional import convolution

F = mt.nn.functional


def numbers(*shape, seed=3, kind="float32"):
    return np.random.default_rng(seed).normal(size=shape).astype(kind)


@pytest.mark.parametrize(
    "name", [n for n in dir(F) if ">>>" in (getattr(F, n).__doc__ or "") and callable(getattr(F, n))]
)
def test_examples_show_what_is_so(name):
    test = doctest.DocTestParser().get_doctest(getattr(F, name).__doc__, {}, name, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


# --- steps --------------------------------------------------------------------------------------------------------------


def test_names_of_steps(torch):
    def names(library):
        call, x = library.nn.functional, lambda *shape: library.ones(*shape, requires_grad=True)
        made = [call.conv1d(x(1, 3, 4), x(2, 3, 1)), call.conv2d(x(3, 4, 4), x(2, 3, 1, 1))]
        made += [call.conv_transpose2d(x(1, 3, 4, 4), x(3, 2, 2, 2)), call.embedding(library.tensor([1]), x(3, 2))]
        for mode in ("constant", "reflect", "replicate"):
            made += [call.pad(x(1, *[4] * n), (1, 1) * (n - 1), mode) for n in (2, 3, 4)]
        return [type(y.grad_fn).__name__ for y in made]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch, on an even window
        assert names(mt) == names(torch)


HOWS = [((1, 1), (0, 0), (1, 1)), ((2, 1), (1, 2), (1, 1)), ((2, 3), (1, 0), (2, 1)), ((1, 1), (2, 2), (1, 3))]


@pytest.mark.parametrize("how", HOWS, ids=str)
def test_columns_are_pytorch_s_and_the_way_back_is_their_adjoint(torch, how):
    x, kernel, (stride, padding, dilation) = numbers(2, 3, 7, 8, kind="float64"), (3, 2), how
    theirs = torch.nn.functional.unfold(torch.tensor(x), kernel, dilation, padding, stride)
    each = zip(x.shape[2:], kernel, *how, strict=True)
    size = tuple([(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in each])
    columns = convolution.im2col(x, kernel, (*how, 1), size)
    assert (columns.reshape(len(columns), 2, -1).swapaxes(0, 1) == theirs.numpy()).all()
    given = numbers(*columns.shape, seed=4, kind="float64")
    back = convolution.col2im(given, kernel, (*how, 1), size, x.shape)
    np.testing.assert_allclose((columns * given).sum(), (x * back).sum())


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_halves_are_added_up_in_float32(kind):
    kind = getattr(mt, kind)
    x, w, b = (mt.tensor(numbers(*s)).to(kind) for s in ((2, 3, 4, 5), (3, 2, 3, 3), (2,)))
    exact = F.conv_transpose2d(x.float(), w.float(), b.float(), 2, 1)
    assert (F.conv_transpose2d(x, w, b, 2, 1) == exact.to(kind)).all()
    w = w.transpose(0, 1)
    assert (F.conv2d(x, w, b, 2, 1) == F.conv2d(x.float(), w.float(), b.float(), 2, 1).to(kind)).all()


@pytest.mark.parametrize("shape", [(0, 3, 4, 4), (2, 3, 4, 4)])
def test_an_empty_batch(shape):
    x, w, b = (
        mt.zeros(shape, requires_grad=True),
        mt.ones(2, 3, 2, 2, requires_grad=True),
        mt.ones(2, requires_grad=True),
    )
    y = F.conv2d(x, w, b)
    assert y.shape == (shape[0], 2, 3, 3)
    y.sum().backward()
    assert x.grad.shape == shape
    assert (w.grad == 0).all()
    assert (b.grad == 9 * shape[0]).all()


# --- errors -------------------------------------------------------------------------------------------------------------


def convolutions(library):
    call, x, i, d = library.nn.functional, library.ones, library.int64, library.float64
    image, weight, back = x(1, 3, 4, 4), x(2, 3, 1, 1), x(3, 2, 1, 1)
    one = lambda **options: call.conv2d(image, weight, **options)
    return {
        "dimensions": lambda: call.conv2d(x(3, 4), weight),
        "dimensions of a transposed one": lambda: call.conv_transpose2d(x(1, 1, 3, 4, 4), weight),
        "dimensions of a signal": lambda: call.conv1d(x(3), x(2, 3, 1)),
        "weight of a signal": lambda: call.conv2d(image, x(2, 3, 1)),
        "a matrix": lambda: call.conv2d(image, x(2, 3)),
        "three strides": lambda: one(stride=(1, 1, 1)),
        "no strides": lambda: one(stride=()),
        "stride 0": lambda: one(stride=0),
        "stride 1.5": lambda: one(stride=1.5),
        "strides 1.5": lambda: one(stride=(1.5, 1)),
        "padding -1": lambda: one(padding=-1),
        "three paddings": lambda: one(padding=(1, 1, 1)),
        "padding of that name": lambda: one(padding="sam"),
        "same with a stride": lambda: one(padding="same", stride=2),
        "dilation 0": lambda: one(dilation=0),
        "no groups": lambda: one(groups=0),
        "more groups than outputs": lambda: call.conv2d(image, x(2, 1, 1, 1), groups=3),
        "groups that do not divide": lambda: call.conv2d(image, x(4, 1, 1, 1), groups=3),
        "channels": lambda: call.conv2d(image, x(2, 4, 1, 1)),
        "channels without a batch": lambda: call.conv2d(image[0], x(2, 4, 1, 1)),
        "size of the bias": lambda: one(bias=x(3)),
        "dimensions of the bias": lambda: one(bias=x(2, 1)),
        "a large window": lambda: call.conv2d(image, x(2, 3, 5, 1)),
        "a wide window": lambda: call.conv1d(x(1, 3, 4), x(2, 3, 3), dilation=2),
        "a large window, padding": lambda: call.conv1d(x(1, 3, 2), x(2, 3, 5), padding=1),
        "no places": lambda: call.conv2d(x(2, 3, 0, 4), weight),
        "no places, padding": lambda: call.conv2d(x(2, 3, 0, 4), weight, padding=1),
        "whole numbers": lambda: call.conv2d(x(1, 3, 4, 4, dtype=i), weight),
        "whole weights": lambda: call.conv2d(image, x(2, 3, 1, 1, dtype=i)),
        "a double input": lambda: call.conv2d(x(1, 3, 4, 4, dtype=d), weight),
        "a double bias": lambda: one(bias=x(2, dtype=d)),
        "no tensor": lambda: call.conv2d([1], weight),
        "a number for a weight": lambda: call.conv2d(image, 3),
        "a number for a bias": lambda: call.conv2d(image, weight, 3),
        "channels, transposed": lambda: call.conv_transpose2d(image, x(2, 3, 1, 1)),
        "bias, transposed": lambda: call.conv_transpose2d(image, back, x(3)),
        "groups, transposed": lambda: call.conv_transpose2d(image, back, groups=2),
        "output padding": lambda: call.conv_transpose2d(image, back, output_padding=1),
        "output padding -1": lambda: call.conv_transpose2d(image, back, output_padding=-1),
        "three output paddings": lambda: call.conv_transpose2d(image, back, output_padding=(1, 1, 1)),
        "a small result": lambda: call.conv_transpose2d(x(1, 3, 1, 1), back, padding=1),
        "same, transposed": lambda: call.conv_transpose2d(image, back, padding="same"),
    }


def paddings(library):
    call, x = library.nn.functional.pad, library.ones
    return {
        "one pad": lambda: call(x(2, 3), (1,)),
        "pads for two dimensions": lambda: call(x(3), (1, 1, 1, 1)),
        "an int": lambda: call(x(1, 3), 1),
        "cut off more than there is": lambda: call(x(3), (-2, -2)),
        "another mode": lambda: call(x(1, 3), (1, 1), mode="mirror"),
        "mirrored too far": lambda: call(x(1, 3), (3, 1), mode="reflect"),
        "mirrored too far in an image": lambda: call(x(1, 3, 3, 3), (1, 1, 3, 1), mode="reflect"),
        "mirrored too far in a volume": lambda: call(x(1, 3, 3, 3), (1, 1, 3, 1, 1, 1), mode="reflect"),
        "mirrored vector": lambda: call(x(3), (1, 1), mode="reflect"),
        "mirrored image by two pads": lambda: call(x(3, 3, 3, 3), (1, 1), mode="reflect"),
        "four dimensions": lambda: call(x(1, 1, 3, 3, 3, 3), (1,) * 8, mode="reflect"),
        "no pads": lambda: call(x(2, 2), (), mode="reflect"),
        "nothing left": lambda: call(x(1, 3), (-2, -2), mode="replicate"),
        "nothing left of what is mirrored": lambda: call(x(1, 3), (-2, -2), mode="reflect"),
        "nothing left of a circle": lambda: call(x(1, 3), (-2, -2), mode="circular"),
        "more than once around": lambda: call(x(1, 3), (4, 0), mode="circular"),
        "nothing to repeat": lambda: call(x(1, 0), (1, 1), mode="replicate"),
    }


def lookups(library):
    call, x, index = library.nn.functional.embedding, library.ones, library.tensor([1])
    return {
        "a vector of weights": lambda: call(index, x(2)),
        "floats": lambda: call(x(2), x(2, 2)),
        "bools": lambda: call(index.bool(), x(2, 2)),
        "no such row": lambda: call(index + 1, x(2, 2)),
        "a negative row": lambda: call(index - 2, x(2, 2)),
        "padding_idx": lambda: call(index, x(2, 2), padding_idx=2),
        "negative padding_idx": lambda: call(index, x(2, 2), padding_idx=-3),
        "no weight": lambda: call(index, [[1.0]]),
        "no index": lambda: call([0], x(2, 2)),
        "norm of no matrix": lambda: call(index, x(2, 2, 2), max_norm=1.0),
    }


WRONG = [(cases, name) for cases in (convolutions, paddings, lookups) for name in cases(mt)]


@pytest.mark.parametrize(("cases", "name"), WRONG, ids=lambda value: getattr(value, "__name__", value))
def test_errors(torch, cases, name):
    with pytest.raises(Exception) as expected:
        cases(torch)[name]()
    with pytest.raises(type(expected.value)) as got:
        cases(mt)[name]()
    assert str(got.value)


# --- padding and rows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["float32", "int64", "bool"])
def test_paddings_of_every_kind(torch, kind):
    cases = [((1, 2), {}), ((1, 2, 0, 1), {"value": 3.7}), ((-1, 1), {"value": 1}), ((2, -2), {"mode": "circular"})]
    cases += [] if kind == "bool" else [((3, 0), {"mode": "reflect"}), ((9, -1, 1, 1), {"mode": "replicate"})]
    array = (numbers(2, 3, 4) * 3).astype(kind)
    for pads, options in cases:
        mine = F.pad(mt.tensor(array), pads, **options)
        theirs = torch.nn.functional.pad(torch.tensor(array), pads, **options)
        assert mine.dtype.name == kind
        assert np.array_equal(mine.numpy(), theirs.numpy()), (pads, options)


def test_a_circle_cut_off():
    assert F.pad(mt.ones(1, 3), (-2, -1), mode="circular").shape == (1, 0)


@pytest.mark.parametrize("options", [
    {"max_norm": 1.0}, {"max_norm": 2.0, "norm_type": 1.0}, {"max_norm": 0.5, "norm_type": float("inf")},
    {"scale_grad_by_freq": True}, {"scale_grad_by_freq": True, "padding_idx": 2}, {"padding_idx": -1},
], ids=str)  # fmt: skip
def test_embedding(torch, options):
    found = []
    for library in (mt, torch):
        weight, index = library.tensor(numbers(5, 3), requires_grad=True), library.tensor([[0, 2, 2], [4, 2, 0]])
        rows = library.nn.functional.embedding(index, weight, **options)
        (rows * library.tensor(numbers(2, 3, 3, seed=9))).sum().backward()
        found.append([t.detach().numpy() for t in (rows, weight, weight.grad)])
    for mine, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


def test_the_gradient_of_a_padding_row_is_0_where_nan_comes_back():
    weight = mt.ones(3, 1, requires_grad=True)
    mt.nn.functional.embedding(mt.tensor([0, 1]), weight, padding_idx=1).backward(mt.tensor([[2.0], [mt.nan]]))
    assert weight.grad.tolist() == [[2.0], [0.0], [0.0]]


def test_rows_shortened_are_a_change_in_place():
    weight = mt.ones(2, 2, requires_grad=True)
    twice = (weight * weight).sum()
    F.embedding(mt.tensor([0]), weight, max_norm=1.0)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        twice.backward()


# --- other names, lazy layers, order in memory --------------------------------------------------------------------------


def test_same_keeps_the_size(torch):
    found = []
    for lib in (mt, torch):
        x, w = lib.tensor(numbers(2, 3, 5, 6), requires_grad=True), lib.tensor(numbers(4, 3, 2, 4), requires_grad=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch, on an even window
            y = lib.nn.functional.conv2d(x, w, padding="same", dilation=(1, 3))
        y.pow(2).sum().backward()
        found.append([t.detach().numpy() for t in (y, x.grad, w.grad)])
    for mine, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", ["Conv1d", "Conv2d", "Conv3d"])
def test_lazy_layers(name):
    x = mt.ones(2, 4, *[5] * int(name[-2]))
    mt.manual_seed(0)
    usual = getattr(mt.nn, name)(4, 6, 3, groups=2)
    mt.manual_seed(0)
    lazy = getattr(mt.nn, f"Lazy{name}")(6, 3, groups=2)
    assert repr(lazy).startswith(f"Lazy{name}(0, 6")
    lazy = pickle.loads(pickle.dumps(lazy))
    assert mt.equal(lazy(x), usual(x))
    assert type(lazy) is type(usual)
    assert type(lazy).__module__ == "minitorch.nn.modules.conv"
    assert repr(lazy) == repr(usual)
    with pytest.raises(ValueError, match="in_channels must be divisible"):
        getattr(mt.nn, f"Lazy{name}")(6, 3, groups=3)(x)
