"""testing: what assert_close says, as in PyTorch."""

# ruff: noqa: B023  (each function is called in the turn of the loop in which it is made)

import pytest

import minitorch

from ..both import programs, said, same


def compared(torch):
    T, close = torch.tensor, torch.testing.assert_close
    return [said(lambda: close(*pair, **options)) for pair, options in (
        ((T([1.0, 2]), T([1.0, 2.000001])), {}), ((T([1.0, 2]), T([1.0, 4])), {}), ((T(1.0), T(2.0)), {"msg": "mine"}),
        ((T([[1, 2], [3, 4]]), T([[1, 2], [3, 5]])), {}), ((T([1.0]), T([1.0, 2])), {}), ((T([1]), T([1.0])), {}),
        ((T([float("nan")]), T([float("nan")])), {}), ((T([float("nan")]), T([float("nan")])), {"equal_nan": True}),
        ((1.0, 1.1), {"rtol": 0.2, "atol": 0}), ((3, 4), {}), ((None, 3), {}), (("a", "b"), {}),
        (([T(1.0), 2.0], [T(1.0), 4.0]), {}), (({"a": T([1.0])}, {"a": T([1.5])}), {}),
        (((1, 2), (1, 2, 3)), {}), ((T([1]), T([1.0])), {"check_dtype": False}), ((T(1.0), T(1.0)), {"rtol": 1}),
        ((T([1.0, 5.0]), T([2.0, 5.0])), {"rtol": 0, "atol": 0}), ((T([1 + 1j]), T([1 + 2j])), {}),
    )]  # fmt: skip


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch)


def test_what_is_said_in_other_words():
    for pair in ((True, False), ([3], [4]), ({"a": 1}, {"b": 1})):
        with pytest.raises(AssertionError):
            minitorch.testing.assert_close(*pair)
