"""Sizes, strides and offsets that would leave a tensor's memory are refused, and gradients stay within theirs."""

import warnings

import pytest

import minitorch as mt

HUGE = 2**62


def test_a_part_of_an_array_reaches_no_further_than_its_memory():
    part = mt.arange(6.0)[2:4]
    assert part.as_strided((6,), (1,), 0).tolist() == [0, 1, 2, 3, 4, 5]
    with pytest.raises(RuntimeError, match="out of bounds for storage of size 24"):
        part.as_strided((5,), (1,))
    with pytest.raises(RuntimeError, match="out of bounds for storage of size 4"):
        mt.ones(1).expand(1000).as_strided((2,), (1,))


def test_sums_and_products_of_infinities_do_not_warn():
    x = mt.tensor([float("inf"), -float("inf"), 0.0])
    with warnings.catch_warnings(record=True) as said:
        assert x.sum().isnan()
        assert x.prod().isnan()
        assert x.cumsum(0)[-1].isnan() and x.cumprod(0)[-1].isnan()
    assert said == []
