"""What NumPy raises comes out in PyTorch's error types; arguments are taken by PyTorch's names."""

import numpy as np
import pytest

import minitorch as mt

x = mt.ones(5, 5)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: mt.addcmul(x, mt.ones(2), mt.ones(1)), RuntimeError),
        (lambda: mt.zeros(2**62), RuntimeError),
        (lambda: mt.empty(10**14), RuntimeError),
        (lambda: mt.dot(x, 2), TypeError),
        (lambda: mt.add(x, x, alpha=x), TypeError),
        (lambda: x.clone().sub_(x, alpha=mt.tensor(0.5, requires_grad=True)), TypeError),
        (lambda: mt.addcdiv(x, x, x, value=mt.tensor(0.5, requires_grad=True)), TypeError),
        (lambda: x.unfold(0, 2, 2**62 + 1).unfold(0, 1, 2**70), (RuntimeError, ValueError)),
    ],
)
def test_errors_have_pytorchs_types(call, error):
    with pytest.raises(error):
        call()


def test_arguments_are_taken_by_pytorchs_names():
    assert mt.xlogy(input=x, other=x).shape == mt.remainder(input=x, other=2).shape
    assert mt.linalg.det(A=x).item() == 0 and mt.linalg.norm(A=x).item() == 5
    assert x.sum_to_size(size=(1, 5)).tolist() == [[5.0] * 5]
    y = x.clone().requires_grad_()
    assert mt.autograd.grad(y.sum(), y, only_inputs=True)[0].sum() == 25


def test_functions_of_several_forms_name_the_value():
    with pytest.raises(RuntimeError, match="must match the size"):
        mt.max(mt.zeros(2, 3), mt.zeros(5))
    assert mt.as_tensor([np.float16(1)]).dtype is mt.float16
    assert mt.as_tensor([np.float16(1), 2.5]).dtype is mt.float32


@pytest.mark.parametrize(
    "call",
    [
        *[
            lambda lib, name=name: getattr(lib, name)(lib.ones(0).long(), 0)
            for name in ("fmod", "remainder", "floor_divide")
        ],
        lambda lib: lib.fmod(lib.ones(0).to(lib.uint8), lib.zeros((), dtype=lib.uint8)),
        lambda lib: lib.roll(lib.ones(2, 0), (1,), (5,)),
        lambda lib: lib.roll(lib.ones(0), 1, -3),
    ],
)
def test_of_no_elements_nothing_is_refused(call, torch):
    mine, its = call(mt), call(torch)
    assert (mine.shape, str(mine.dtype).split(".")[1]) == (its.shape, str(its.dtype).split(".")[1])


def made(lib):
    return lib.eye(3) * 2 + 0.25, lib.ones(3, 1)


class Second:
    """What stands for an index."""

    def __index__(self):
        return 1


def assigned(x, index, value):
    x[index] = value
    return x.tolist()


WIDE = """
x + y | x - 1 | 2 - x | x * y | x / y | x // y | x % y | x**2 | 2**x | x < y | x >= 1 | x == y | x != 3 | -x | abs(x) | ~x
x & y | x ^ y | x << 1 | x + 1.5 | x == 1.5 | x.float() | x.long() | x.sum() | x.prod(0) | x.cumsum(0) | x.max() | x.max(0)
x.amax() | x.amin(0) | x.sort()[0] | x.unique() | x[0] | x[t.tensor([0])] | x[t.tensor([True, False])] | x.clamp(1, 2)
x.clamp(min=1) | x.relu() | x.sign() | x @ y | t.mm(x, y) | t.bmm(x[None], y[None]) | t.einsum("ij,jk->ik", x, y)
t.maximum(x, y) | t.gcd(x, y) | t.logical_and(x, y) | x.clone().add_(y) | x.clone().mul_(y) | x.clone().fill_(3)
x.clone().copy_(y) | x.flip(0) | x.tril() | x.trace() | x.mode()[0] | x.median() | x.masked_fill(t.tensor([True, False]), 1)
x.masked_select(t.tensor([True, False])) | x.take(t.tensor([0])) | x.t() | x.scatter(0, t.tensor([[0, 1]]), y)
x.index_select(0, t.tensor([0])) | x.index_add(0, t.tensor([0]), y[:1]) | x.repeat(2, 1)
x.index_put((t.tensor([0]),), y[0]) | t.cat([x, y]) | t.stack([x, y]) | t.where(x == y, x, y) | x.any() | x.all() | x.isnan()
x.exp() | x.mean(dtype=t.float32) | x.diff() | x.roll(1) | x.diag() | x.count_nonzero() | x.softmax(0)
x.square() | x.floor() | x.remainder(2) | t.fmod(x, y) | t.rsub(x, y) | t.div(x, y, rounding_mode="floor") | x.logical_not()
x.nansum() | x.item() | sum([x, y])
""".replace("\n", "|").split("|")


def refused(lib):
    """What PyTorch refuses, in one word for each: the call."""
    yes, x = lib.tensor([True, False]), lib.ones(2)

    def own_grad():
        x.grad = x

    return {
        "addcmul": lambda: lib.addcmul(yes, yes, yes),
        "pow": lambda: lib.pow(yes, yes),
        "rpow": lambda: True**yes,
        "<<": lambda: yes << yes,
        ">>": lambda: True >> yes,
        "<<=": lambda: yes.bitwise_left_shift_(True),
        "topk": lambda: lib.topk(yes, 1),
        "topk of complex numbers": lambda: lib.topk(x.to(lib.complex64), 1),
        "its own gradient": own_grad,
        "two names": lambda: lib.softmax(x, axis=0, dim=0),
        "numpy": lambda: x.bfloat16().numpy(),
        "numpy by force": lambda: x.bfloat16().numpy(force=True),
        "__array__": lambda: np.asarray(x.bfloat16()),
    }


def test_bools_among_numbers_are_numbers(torch):
    for lib in (mt, torch):
        yes = lib.tensor([True, False])
        assert (yes << 1).tolist() == [2, 0] and lib.pow(2, yes).tolist() == [2, 1]
        assert lib.addcmul(lib.tensor([1, 2]), yes, yes).tolist() == [2, 2]


def test_an_operation_of_the_user_s_own_keeps_its_error():
    def forward(x):
        if x.min() < 0:
            raise ValueError("only numbers from 0 on")
        return x + np.ones(3)

    op = mt.ops.op.op(forward)
    with pytest.raises(ValueError, match="^only numbers from 0 on$"):
        op(mt.tensor([-1.0]))
    with pytest.raises(RuntimeError, match="broadcast"):
        op(mt.ones(2))
