"""Sizes, strides and offsets that would leave a tensor's memory are refused, and gradients stay within theirs."""

import warnings

import pytest

import minitorch as mt

HUGE = 2**62


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (((7,), (1,), 0), RuntimeError), (((2,), (1,), -1), RuntimeError), (((2,), (1,), 5), RuntimeError),
        (((-1,), (1,), 0), RuntimeError), (((2,), (-1,), 0), RuntimeError), (((2,), (HUGE,), 0), RuntimeError),
        (((HUGE, HUGE), (0, 0), 0), RuntimeError), (((2, 2), (1,), 0), RuntimeError), (((2.5,), (1,), 0), TypeError),
        (((2,), (1,), "x"), TypeError), (((2,), (1,), 2**70), ValueError), ((2, 1, 0), TypeError),
    ],
)  # fmt: skip
def test_a_view_outside_its_memory_is_refused(args, error):
    for call in (
        lambda: mt.arange(6.0).as_strided(*args),
        lambda: mt.as_strided_scatter(mt.arange(6.0), mt.ones(2), *args),
        lambda: mt.empty(0).set_(mt.arange(6.0), args[2], *args[:2]),
        lambda: mt.empty(0).set_(mt.arange(6.0).untyped_storage(), args[2], *args[:2]),
    ):
        with pytest.raises(error):
            call()


def test_a_part_of_an_array_reaches_no_further_than_its_memory():
    part = mt.arange(6.0)[2:4]
    assert part.as_strided((6,), (1,), 0).tolist() == [0, 1, 2, 3, 4, 5]
    with pytest.raises(RuntimeError, match="out of bounds for storage of size 24"):
        part.as_strided((5,), (1,))
    with pytest.raises(RuntimeError, match="out of bounds for storage of size 4"):
        mt.ones(1).expand(1000).as_strided((2,), (1,))


@pytest.mark.parametrize(("size", "stride", "offset"), [((3, 3), (3, 1), None), ((2, 2), (1, 4), 3), ((0,), (1,), 2)])
def test_the_gradients_of_as_strided_scatter_stay_within_their_memory(size, stride, offset):
    x, src = mt.arange(12.0).reshape(3, 4).requires_grad_(), mt.ones(size, requires_grad=True)
    mt.as_strided_scatter(x, src, size, stride, offset).sum().backward()  # whose gradient is an expanded tensor
    assert src.grad.tolist() == mt.ones(size).tolist()
    places = mt.zeros(12)
    places.as_strided(size, stride, offset or 0).fill_(1)
    assert x.grad.reshape(-1).tolist() == (1 - places).tolist()


def test_memory_that_cannot_be_had_is_a_runtime_error():
    for size in ((HUGE,), (2**40, 2**40), (-1,)):
        with pytest.raises(RuntimeError):
            mt.ones(3).resize_(size)
        with pytest.raises(RuntimeError):
            mt.empty_strided(size, (1,) * len(size))


def test_sums_and_products_of_infinities_do_not_warn():
    x = mt.tensor([float("inf"), -float("inf"), 0.0])
    with warnings.catch_warnings(record=True) as said:
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minitorch\.")  # as the package does
        assert x.sum().isnan()
        assert x.prod().isnan()
        assert x.cumsum(0)[-1].isnan() and x.cumprod(0)[-1].isnan()
        assert mt.special.hermite_polynomial_h(x, 2**62).isnan().all()
        assert mt.special.legendre_polynomial_p(mt.tensor([2.0]), 2**62).isnan().all()
    assert said == []


def test_an_index_into_nothing_is_refused_by_its_kind(torch):
    for make in (lambda m: m.ones(0, 3)[0], lambda m: m.ones(3, 0)[0, 0], lambda m: m.ones(0, 3)[m.tensor([0])]):
        with pytest.raises(IndexError) as theirs:
            make(torch)
        with pytest.raises(IndexError) as own:
            make(mt)
        assert str(own.value) == str(theirs.value)
