"""What a call is given: arguments of wrong types, tensors that lie where the result is written. Errors are PyTorch's."""

import pytest

import minitorch as mt

WRONG = """x.matmul(3)|x.size(t)|x.flatten(t)|x.triu('a')|m.triu(x, 'a')|x.add('a')|x.add_('a')|x.histc(t)|x.sum(1, 0)|x.max(0, 5)
x.float(memory_format=3)|m.zeros()|m.zeros(2, 'a')|m.meshgrid('a')|m.cat([3])|m.polygamma(x, 1)|x.expand(t, {})|x.repeat()
m.nn.functional.softmax(3, 0)|m.nn.RMSNorm(3)(2)|m.nn.MultiMarginLoss()(x, 'a')|m.norm(3)|m.eye(t)|m.randint(10, 1)
x.transpose_(0)|x.t_(3)|m.nn.functional.linear(x, 'a')|x.index_select('a', t)|m.einsum([1], 'a')""".replace(
    "\n", "|"
).split("|")
WRITES = """a[1:].copy_(a[:-1])|a[1:].add_(a[:-1])|a.add_(a)|a.add_(a.detach())|b.add_(b.t())|b.mul_(b[0])|b.index_add_(0, i[:4], b)
m.add(a[1:], 1, out=a[:-1])|m.add(a, 1, out=a)|m.take(a, i, out=a)|m.index_select(a, 0, i, out=a)|a[:3].add_(a[3:])
a.expand(3, 6).add_(1)|b[0].add_(b[1])|m.where(a > 0, a, a, out=a)|b.div_(b[0, 0])
m.cat([a[:2], a[2:]], out=a)|a[::2].add_(a[1::2])|m.sort(a, out=(a, i))""".replace("\n", "|").split("|")


def outcome(library, expression):
    """What a call gives: the kind of error and its first line, or what it left in the tensors."""
    m, x, t = library, library.ones(2, 3), library.ones(3, 3)
    a, b, i = m.arange(6.0) + 1, (m.arange(16.0) + 1).reshape(4, 4), m.tensor([0, 1, 2, 3, 0, 1])
    try:
        eval(expression, {"m": m, "x": x, "t": t, "a": a, "b": b, "i": i})
    except Exception as error:
        return type(error).__name__, str(error).split("\n")[0].replace("minitorch.", "torch.")
    return a.tolist(), b.tolist()


@pytest.mark.parametrize("expression", WRONG + WRITES)
def test_outcomes_are_pytorch_s(torch, expression):
    assert outcome(mt, expression) == outcome(torch, expression)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_the_dtype_comes_third_and_dim_is_asked_for(name, torch):
    """Which nn.functional's function of that name does otherwise."""
    for t in (mt, torch):
        x = t.tensor([1.0, 2.0])
        for found in (getattr(t, name)(x, 0, t.float64), getattr(x, name)(0, t.float64)):
            assert found.dtype is t.float64 and found.tolist() == getattr(x.double(), name)(0).tolist()
        for call in (lambda x=x, t=t: getattr(t, name)(x), lambda x=x: getattr(x, name)()):
            with pytest.raises(TypeError, match=rf'^{name}\(\) missing 1 required positional arguments: "dim"$'):
                call()
        with pytest.warns(UserWarning, match="Implicit dimension choice"):
            assert getattr(t.nn.functional, name)(x).tolist() == getattr(x, name)(0).tolist()
        assert getattr(t.nn.functional, name)(x, 0, 3, t.float64).dtype is t.float64
