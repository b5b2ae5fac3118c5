"""torch.masked: reductions and normalisations of what a mask lets through, against PyTorch's."""

import pytest

import minitorch as mt

CALLS = """sum(x, 1, mask=k)|sum(x, mask=k)|sum(x, (0, 1), keepdim=True, mask=k[0])|sum(x > 0, 1, mask=k)|sum(i, 0, mask=k)
mean(x, 1, mask=k)|mean(x, keepdim=True, dtype=m.float64)|mean(i, 1, mask=k)|prod(x, 1, mask=k)|prod(x, (0, 1), mask=k)
amin(x, 1, mask=k)|amax(x, mask=k)|amax(i, 1, mask=k)|amin(i, 1, mask=k)|amax(x > 0, 1, mask=k)|argmin(x, 1, mask=k)
argmax(x, mask=k)|argmax(x > 0)|std(x, 1, mask=k)|var(x, (0, 1), mask=k)|var(x, 1, unbiased=False, mask=k)|std(x, 1)
std(x, 1, correction=2, mask=k)|logsumexp(x, 1, mask=k)|median(x, 1, mask=k)|median(i, 1)|median(i, 1, mask=k)|norm(x, 2.0, 1, mask=k)
norm(x, -float("inf"), 1, mask=k)|normalize(x, 2.0, 1, mask=k)|softmax(x, 1, mask=k)|log_softmax(x, 1, mask=k)
softmin(x, 1, dtype=m.float64, mask=k)|cumsum(x, 1, mask=k)|cumprod(i, 1, mask=k)|logaddexp(x, x, input_mask=k, other_mask=k[0])
logaddexp(x, x)|sum(x, 1, mask=m.ones(5, dtype=m.bool))|var(i, 1)|argmin(i, 1, keepdim=True, mask=k)""".replace(
    "\n", "|"
)


def outcome(m, call):
    names = vars(m.masked) | {
        "m": m,
        "x": m.tensor([[3.0, -1.0, 2.0], [0.5, 4.0, 1.0]]),
        "i": m.tensor([[3, 1, 2], [5, 4, 6]]),
    }
    try:
        found = eval(call, names | {"k": m.tensor([[True, False, True], [False, False, False]])})
    except (RuntimeError, ValueError, NotImplementedError) as error:
        return type(error), str(error).replace("minitorch", "torch")
    return str(found.dtype).split(".")[1], found


@pytest.mark.parametrize("call", CALLS.split("|"))
def test_what_a_mask_lets_through(torch, call):
    (kind, found), (expected_kind, expected) = outcome(mt, call), outcome(torch, call)
    assert kind == expected_kind
    if isinstance(expected, str):
        assert found == expected
    else:
        torch.testing.assert_close(torch.tensor(found.tolist(), dtype=expected.dtype), expected, equal_nan=True)


def test_gradients_pass_the_mask():
    x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
    mt.masked.mean(x, mask=mt.tensor([True, False, True])).backward()
    assert x.grad.tolist() == [0.5, 0.0, 0.5]
