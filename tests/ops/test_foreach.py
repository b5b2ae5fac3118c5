"""The operations on lists of tensors, against PyTorch's."""

import pytest

import minitorch as mt

CALLS = """_foreach_add(ts, 1) _foreach_add(ts, ts, alpha=2) _foreach_add(ts, m.tensor(3.0), alpha=2)
_foreach_mul_(ts, [2, 3]) _foreach_lerp(ts, ts[::-1], 0.25) _foreach_lerp_(ts, ts[::-1], weight=0.25)
_foreach_addcdiv_(ts, ts, ts[::-1], value=2) _foreach_addcmul(ts, ts, ts, m.tensor([1.0, 2.0])) _foreach_addcmul(ts, ts, ts)
_foreach_maximum_(ts, 3.0) _foreach_minimum(ts, ts[::-1]) _foreach_clamp_min_(ts, scalar=2) _foreach_norm(ts, 1)
_foreach_norm(ts, 2, m.float64) _foreach_powsum(ts, 3) _foreach_pow(2, ts) _foreach_max(ts) _foreach_zero_(ts)
_foreach_copy_(ts, ts[::-1]) _foreach_clone(ts) _foreach_mm([m.ones(2, 2)], [m.ones(2, 2)]) _foreach_sqrt_(tuple(ts))
_foreach_neg(ts) _foreach_div(self=ts, scalar=2.0) _foreach_add(ts, [1]) _foreach_sub(ts, ts[:1]) _foreach_sqrt([])
_foreach_sqrt(3) _foreach_exp([1.0]) _foreach_mul(ts, m.ones(2)) _foreach_div_(ts, [1.0])
_foreach_addcmul(ts, ts, ts, m.tensor(1.0)) _foreach_addcdiv_(ts, ts, ts, m.tensor([1.0]))""".replace("\n", " ").split(
    " _"
)


def outcome(m, call):
    """What a call gives for two tensors, and what they are afterwards; or its error."""
    ts = [m.tensor([1.0, 4.0]), m.tensor([2.0, 0.5])]
    try:
        found = eval("m._" + call.removeprefix("_"), {"m": m, "ts": ts})
    except (RuntimeError, TypeError) as error:
        return type(error), str(error)
    return type(found), [(x.tolist(), str(x.dtype)[-7:]) for x in found], [x.tolist() for x in ts]


@pytest.mark.parametrize("call", CALLS)
def test_one_operation_for_each(torch, call):
    assert outcome(mt, call) == outcome(torch, call)


def test_gradients_and_the_product_that_may_be_sparse():
    x = mt.ones(2, requires_grad=True)
    mt._foreach_mul([x], 3)[0].sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]
    assert mt.spmm(mt.ones(1, 2), mt.ones(2, 1)).tolist() == mt.dsmm(mt.ones(1, 2), mt.ones(2, 1)).tolist() == [[2.0]]
