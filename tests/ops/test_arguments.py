"""What a call is given: arguments of wrong types, tensors that lie where the result is written. Errors are PyTorch's."""

import pickle  # noqa: F401 (for the expressions below)
import warnings

import pytest

import minitorch as mt

from ..both import said

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

ANSWERS = """m.erf(c)|m.erfinv(c)|m.floor(c)|m.trunc(c)|m.signbit(c)|m.gcd(x, x)|m.lcm(c, c)|m.isposinf(x, out=m.empty(2, 3))
m.float_power(x, 2, out=m.empty(2, 3))|m.block_diag()
m.normal(x, -x)|m.normal(x, -1.0)|m.normal(0.0, -0.5, (2,))|m.normal(m.zeros(1), c)|m.tensor(5, device='cpu:0').device
m.meshgrid(a, a.to('meta'), indexing='ij')|m.arange(4).roll(1, dims=None)|a[::2].ravel().stride()|b.t().ravel().is_contiguous()
m.linspace(0, 1j, 3)|m.logspace(0, 1j, 3)|m.linspace(0, 1j, 3, dtype=m.float32)|m.linspace(1 + 1j, 2, 1, dtype=m.complex128)
m.fmod(m.tensor([1.0], dtype=m.bfloat16), 0)|m.remainder(m.tensor([1.0], dtype=m.bfloat16), m.zeros(1, dtype=m.bfloat16))
m.ones(2, 3).view(m.float64)|m.ones(3).view(m.int64)|a[1:5].view(m.float64)|m.tensor(1.0).view(m.int16)|b.t().view(m.int16)
b[:, :2].view(m.float64).shape|m.ones(6).as_strided((2, 2), (3, 1)).view(m.float64)|m._utils._element_size(m.complex64)
a.resize_(1, 3, 1, 2, memory_format=m.channels_last).stride()|b.resize_as_(a).stride()
m.empty(16).resize_as_(m.ones(2, 2, 2, 2).to(memory_format=m.channels_last), memory_format=m.preserve_format).stride()
set_part(c, 'real', m.tensor([3.0]))|set_part(c, 'imag', 2)|set_part(x, 'real', t[:2])
set_part(x, 'imag', t[:2])|x.var()
m.empty(3).random_(-(2**40), 5).shape|m.empty(3, dtype=m.half).random_(0, 4000).shape|m.empty(3).random_(2**24).shape
pickle.loads(pickle.dumps(m.strided))|m.serialization.default_restore_location(s, 'cpu') is s""".replace(
    "\n", "|"
).split("|")


def set_part(x, name, value):
    """A tensor after `x.real = value` or `x.imag = value`, and how often it was changed."""
    setattr(x, name, value)
    return x, x._version


def answer(library, expression):
    """What a call returns, as text, or its error; and the warnings."""
    m, c = library, library.tensor([1 + 2j])
    x, t, a, b = m.ones(2, 3), m.ones(3, 3), m.arange(6.0), m.arange(16.0).reshape(4, 4)
    given = {"x": x, "t": t, "a": a, "b": b, "c": c, "s": t.untyped_storage()}
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        found = said(lambda: str(eval(expression, globals() | given | {"m": m})))
    told = [str(one.message) for one in seen if one.category is UserWarning]
    return [
        words.partition(" (Triggered")[0].partition("\n")[0].replace("minitorch.", "torch.") for words in [found, *told]
    ]


@pytest.mark.parametrize("expression", ANSWERS)
def test_answers_and_warnings_are_pytorchs(torch, expression):
    assert answer(mt, expression) == answer(torch, expression)


@pytest.mark.parametrize("kind", ["float32", "int32", "complex64"])
def test_bits_read_as_other_numbers_have_no_gradient(torch, kind):
    for t in (mt, torch):
        for x in (t.ones(2, requires_grad=True), t.ones(2, requires_grad=True) * 1):
            y = x.view(getattr(t, kind))
            assert not y.requires_grad and y.grad_fn is None and y.data_ptr() == x.data_ptr()


def test_a_part_that_is_set_passes_its_gradient_on(torch):
    for t in (mt, torch):
        w, z = t.tensor([1.0, 2.0], requires_grad=True), t.zeros(2, dtype=t.complex64)
        z.real = w
        (z.real * 3).sum().backward()
        assert w.grad.tolist() == [3.0, 3.0] and z.tolist() == [1, 2]


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


def test_numbers_alone_are_computed_in_the_default_dtype(torch):
    for name in ("add", "sub", "mul", "div", "floor_divide", "remainder", "true_divide"):
        for pair in ((3, 4), (3.0, 4), (7, -2.5), (True, 2), (2.5, True), (3.5, 4.5), (1j, 2)):
            try:
                theirs = getattr(torch, name)(*pair)
            except (TypeError, RuntimeError) as error:
                with pytest.raises(type(error)):
                    getattr(mt, name)(*pair)
                continue
            own = getattr(mt, name)(*pair)
            assert str(own.dtype).split(".")[1] == str(theirs.dtype).split(".")[1] and own.item() == theirs.item()
    for mode in ("floor", "trunc"):
        assert mt.div(7, 2, rounding_mode=mode).dtype is mt.int64
        assert mt.div(-3.5, 2, rounding_mode=mode).item() == torch.div(-3.5, 2, rounding_mode=mode).item()
