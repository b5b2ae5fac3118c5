"""What NumPy raises comes out in PyTorch's error types; arguments are taken by PyTorch's names."""

import math
import subprocess
import sys
import warnings

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
        (lambda: mt.gcd(x, x), NotImplementedError),
        (lambda: mt.special.zeta(x.to(mt.complex64), x), NotImplementedError),
        (lambda: x.unfold(0, 2, 2**62 + 1).unfold(0, 1, 2**70), (RuntimeError, ValueError)),
    ],
)
def test_errors_have_pytorchs_types(call, error):
    with pytest.raises(error):
        call()


def test_an_error_of_the_users_own_stays_what_it_is():
    @mt.ops.op.op
    def mine(x):
        raise ValueError("mine")

    with pytest.raises(ValueError, match="^mine$"):
        mine(x)


def test_arguments_are_taken_by_pytorchs_names():
    assert mt.float_power(self=x, exponent=2).shape == (5, 5)
    assert mt.special.xlogy(input=x, other=x).shape == mt.remainder(input=x, other=2).shape
    assert mt.linalg.det(A=x).item() == 0 and mt.linalg.norm(input=x).item() == 5
    assert mt.fft.fft(x, axis=0).shape == (5, 5)
    assert mt.randint_like(x, high=3).max() < 3 and mt.randint_like(x, low=2, high=3).min() == 2
    assert x.sum_to_size(size=(1, 5)).tolist() == [[5.0] * 5]
    y = x.clone().requires_grad_()
    assert mt.autograd.grad(y.sum(), y, only_inputs=True)[0].sum() == 25
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        mt.autograd.grad(y.sum(), y, only_inputs=False)
    assert told[0].category is FutureWarning


@pytest.mark.parametrize(
    "call",
    [
        lambda lib, x: x.sum(1.5),
        lambda lib, x: lib.softmax(x, x),
        lambda lib, x: lib.sum("a"),
        lambda lib, x: lib.cumsum(x, x),
        lambda lib, x: lib.gather(x, 0.5, x.long()),
        lambda lib, x: lib.index_add(x, x, lib.tensor([0]), x),
        lambda lib, x: lib.sum(x, 7),
        lambda lib, x: x.reshape(7),
        lambda lib, x: x + lib.zeros(5),
    ],
)
def test_a_wrong_type_is_told_from_a_wrong_value(call, torch):
    with pytest.raises(Exception) as expected:  # noqa: PT011
        call(torch, torch.zeros(2, 3))
    with pytest.raises(type(expected.value)):
        call(mt, mt.zeros(2, 3))


def test_functions_of_several_forms_name_the_value():
    with pytest.raises(RuntimeError, match="must match the size"):
        mt.max(mt.zeros(2, 3), mt.zeros(5))
    assert mt.as_tensor([np.float16(1)]).dtype is mt.float16
    assert mt.as_tensor([np.float16(1), 2.5]).dtype is mt.float32


@pytest.mark.parametrize(
    "call",
    [
        lambda lib, x: x.gather(0, x),
        lambda lib, x: x.scatter(0, x, 1.0),
        lambda lib, x: x.index_select(0, x),
        lambda lib, x: x.index_add(0, x, x),
        lambda lib, x: x.index_add(0, lib.tensor([0, 1]), x.double()),
        lambda lib, x: x.index_reduce(0, x, x, "prod"),
        lambda lib, x: x.index_copy(0, x, x),
        lambda lib, x: x.index_copy(0, lib.tensor([0, 1]), x.double()),
        lambda lib, x: x.index_fill(0, x, 1.0),
        lambda lib, x: x.take(x),
        lambda lib, x: x.put(lib.tensor([0]), x.double()),
        lambda lib, x: x[x],
        lambda lib, x: x.masked_select(x),
        lambda lib, x: x.masked_scatter(x > 0, x.double()),
        lambda lib, x: lib.bincount(x),
        lambda lib, x: lib.repeat_interleave(x, x),
    ],
)
def test_indices_of_other_dtypes_are_refused_in_pytorchs_words(call, torch):
    said = []
    for library in (torch, mt):
        with pytest.raises((RuntimeError, IndexError)) as error:
            call(library, library.ones(2))
        said.append((type(error.value), str(error.value)))
    assert said[0] == said[1]


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


def test_memory_that_cannot_be_written_to_is_warned_of_once(torch):
    array = np.ones(3)
    array.flags.writeable = False
    mt.notes.warned.clear()
    said = []
    for library in (torch, mt):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            for _ in range(2):
                library.from_numpy(array)
                library.frombuffer(b"abcd", dtype=library.uint8)
        said.append([str(one.message).split(" (Triggered")[0] for one in told])
    assert len(said[1]) == 2 and said[0] in (said[1], [])  # PyTorch may have said it in another test


def made(lib):
    return lib.eye(3) * 2 + 0.25, lib.ones(3, 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda lib: lib.qr(made(lib)[0]),
        lambda lib: lib.lu(made(lib)[0]),
        lambda lib: lib.lu_solve(made(lib)[1], *lib.linalg.lu_factor(made(lib)[0])),
        lambda lib: lib.cholesky(made(lib)[0]),
        lambda lib: made(lib)[1].triangular_solve(made(lib)[0]),
        lambda lib: lib.cross(made(lib)[0], made(lib)[0]),
        lambda lib: lib.cross(made(lib)[0], made(lib)[0], dim=1),
        lambda lib: lib.ones(3).scatter(0, lib.tensor([0, 1]), lib.ones(2), reduce="add"),
        lambda lib: lib.ones(3).scatter_(0, lib.tensor([0, 1]), 2.0, reduce="add"),
        lambda lib: lib.tensor(1.0).T,
        lambda lib: lib.tensor(1.0).H,
        lambda lib: lib.ones(3).T,
        lambda lib: lib.ones(2, 3, 4).T,
        lambda lib: lib.meshgrid(lib.ones(2), lib.ones(2)),
        lambda lib: lib.meshgrid(lib.ones(2), lib.ones(2), indexing="xy"),
        lambda lib: lib.ones(1).std(),
        lambda lib: lib.ones(1).std(unbiased=False),
        lambda lib: lib.std_mean(lib.ones(1)),
        lambda lib: lib.ones(3).var(correction=5),
        lambda lib: lib.ones(2, 1).var(1),
        lambda lib: lib.ones(2).resize(2, 1),
        lambda lib: lib.ones(2).resize_as(lib.ones(2)),
        lambda lib: lib.tensor(lib.ones(2)),
        lambda lib: lib.tensor(lib.ones(2), dtype=lib.float64),
        lambda lib: lib.tensor([lib.ones(1), lib.ones(1)]),
        lambda lib: lib.ones(2).new_tensor(lib.ones(2)),
        lambda lib: lib.as_tensor(lib.ones(2)),
        lambda lib: lib.tensor([1.0], pin_memory=False),
        lambda lib: float(lib.ones(1, requires_grad=True)),
        lambda lib: math.sqrt(lib.ones((), requires_grad=True) * 2),
        lambda lib: complex(lib.ones(1, requires_grad=True)),
        lambda lib: int(lib.ones(1, requires_grad=True)),
        lambda lib: lib.ones(1, requires_grad=True).item(),
        lambda lib: lib.no_grad()(lambda x: float(x))(lib.ones(1, requires_grad=True)),
        lambda lib: lib.set_default_tensor_type("torch.FloatTensor"),
        lambda lib: lib.nn.functional.softmin(lib.ones(2, 2)),
        lambda lib: lib.nn.functional.kl_div(lib.zeros(2, 2), lib.ones(2, 2)),
        lambda lib: lib.nn.functional.conv1d(lib.ones(1, 1, 5), lib.ones(1, 1, 2), padding="same"),
        lambda lib: lib.nn.functional.conv1d(lib.ones(1, 1, 5), lib.ones(1, 1, 2), padding="same", dilation=2),
        lambda lib: lib.nn.functional.conv2d(lib.ones(1, 1, 5, 5), lib.ones(1, 1, 3, 2), padding="same"),
    ],
)
def test_what_is_warned_of(call, torch):
    said = []
    for library in (torch, mt):
        before = library.is_warn_always_enabled()
        library.set_warn_always(True)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            warnings.simplefilter(
                "ignore", RuntimeWarning
            )  # NumPy's own, of a division by 0; ignored by `import minitorch`
            call(library)
        library.set_warn_always(before)
        said.append(
            [(one.category, str(one.message).split(" (Triggered")[0].replace("minitorch", "torch")) for one in told]
        )
    assert said[1] == said[0] and all([one.filename == __file__ for one in told])


class Second:
    """What stands for an index."""

    def __index__(self):
        return 1


def assigned(x, index, value):
    x[index] = value
    return x.tolist()


@pytest.mark.parametrize(
    "call",
    [
        *[lambda lib, v=v: assigned(lib.ones(2).to(lib.uint8), 0, v) for v in (-1, -300, 256, 255.5)],
        lambda lib: assigned(lib.ones(2, dtype=lib.int8), [0], 300),
        lambda lib: assigned(lib.ones(2, dtype=lib.float16), 0, 1e9),
        lambda lib: assigned(lib.ones(2, dtype=lib.bfloat16), [0], -1e39),
        lambda lib: assigned(lib.ones(2), 0, 1e39),
        lambda lib: lib.full((1,), 1e9, dtype=lib.float16).tolist(),
        lambda lib: lib.full((1,), 1e39),
        lambda lib: lib.ones(2).half().scatter(0, lib.tensor([0]), 1e9).tolist(),
        lambda lib: lib.ones(2).half().index_fill(0, lib.tensor([0]), 1e9).tolist(),
        lambda lib: lib.ones(2).half().masked_fill(lib.tensor([True, False]), 1e9).tolist(),
        lambda lib: lib.ones(2).half().fill_(1e9).tolist(),
        lambda lib: lib.ones(2).to(lib.uint8).scatter(0, lib.tensor([0]), -1).tolist(),
        lambda lib: lib.ones(2).to(lib.uint8).scatter(0, lib.tensor([0]), 256),
        lambda lib: lib.ones(2).to(lib.uint8).index_fill(0, lib.tensor([0]), -1).tolist(),
        lambda lib: lib.empty(10, 0)[:, [0, 1]],
        lambda lib: lib.empty(0, 3)[lib.tensor([5])],
        lambda lib: assigned(lib.arange(4), lib.arange(4) > -1, lib.tensor([])),
        lambda lib: assigned(lib.arange(4), [0, 1, 2, 3], lib.tensor([1.0, 2.0])),
        lambda lib: lib.arange(4).index_put((lib.tensor([0, 1]),), lib.tensor([1.0, 2.0])),
        lambda lib: lib.unravel_index(lib.tensor([1]), 2.0),
        lambda lib: lib.unravel_index(lib.tensor([1]), None),
        *[lambda lib, n=n: getattr(lib, n)(lib.empty(5, 0, 0), dim=1) for n in ("unique", "unique_consecutive")],
        *[lambda lib, n=n: getattr(lib, n)(lib.empty(5, 0), dim=0) for n in ("unique", "unique_consecutive")],
        lambda lib: lib.nonzero(lib.ones(2), as_tuple=True, out=lib.empty(0, dtype=lib.int64)),
        lambda lib: lib.nonzero(lib.ones(2), out=lib.empty(0)),
        *[
            lambda lib, n=n: getattr(lib, n)(lib.ones(2), 0, out=(lib.empty(0), lib.empty(0)))
            for n in ("sort", "max", "cummax")
        ],
        lambda lib: lib.topk(lib.ones(2), 1, out=(lib.empty(0).double(), lib.empty(0).long())),
        lambda lib: lib.ones(3, 3).scatter(0, lib.zeros(4, 4, dtype=lib.int64), 1.0),
        lambda lib: lib.ones(3, 3).gather(0, lib.zeros(4, 4, dtype=lib.int64)),
        *[
            lambda lib, n=n, more=more: getattr(lib, n)(lib.ones(3), 0, lib.tensor([[0]]), lib.ones(1), *more)
            for n, more in (("index_add", ()), ("index_copy", ()), ("index_reduce", ("prod",)))
        ],
        lambda lib: lib.histogram(lib.arange(5.0)).hist.tolist(),
        lambda lib: lib.ones(10).narrow(0, 0, -1),
        lambda lib: lib.isclose(lib.ones(2), lib.ones(2), rtol=-0.4),
        lambda lib: lib.isclose(lib.ones(2), lib.ones(2), atol=-1),
        *[
            lambda lib, p=p: lib.multinomial(lib.tensor([1.0, p]), 2, replacement=True)
            for p in (-1.0, math.inf, math.nan)
        ],
        lambda lib: lib.amax(lib.ones(2), 0, out=lib.empty(0, dtype=lib.int32)),
        lambda lib: lib.aminmax(lib.ones(2), dim=0, out=(lib.empty(0), lib.empty(0, dtype=lib.float64))),
        lambda lib: lib.dot(lib.ones(2), lib.ones(3).half()),
        lambda lib: lib.gradient(lib.ones(3, 3), spacing=[0.1], dim=(1, 0)),
        lambda lib: lib.gradient(lib.ones(3, 3), spacing=[0.1, 1.0, 2.0]),
        *[
            lambda lib, n=n, k=k, p=p: getattr(lib.nn.functional, n)(lib.ones(0, 1, 49), k, 50, padding=p)
            for n in ("avg_pool2d", "max_pool2d")
            for k, p in ((2, -1), ((3, 2), 4), (2, 0))
        ],
        lambda lib: lib.nn.functional.max_pool3d(lib.ones(0, 1, 49, 50), (3, 2, 2), 50, padding=4),
        lambda lib: lib.ones(3)[::0],
        lambda lib: assigned(lib.ones(3), slice(None, None, 0), 1.0),
        lambda lib: lib.ones(3, 3, 3)[lib.tensor([0, 1]), lib.tensor([[0, 1, 2]] * 4)],
        lambda lib: lib.arange(6).view(2, 3)[Second(), Second()].item(),
        lambda lib: assigned(lib.ones(3, 3), (lib.tensor([0, 1]), lib.tensor([0, 1, 2])), 2.0),
        lambda lib: assigned(lib.zeros(3), Second(), 2.0),
        lambda lib: lib.FloatTensor(lib.ones(1).double()),
        lambda lib: lib.LongTensor(lib.ones(1).half()),
        lambda lib: type(lib.ones(2, 2).max(0))(5),
        lambda lib: type(lib.ones(2, 2).max(0))([1]),
        lambda lib: lib.nn.functional.local_response_norm(lib.ones(2, 3), 3),
        lambda lib: lib.utils.checkpoint.checkpoint(lib.sin, lib.ones(1), use_reentrant=True, b=3),
        lambda lib: lib.overrides.has_torch_function(5),
        *[
            lambda lib, kind=kind, value=value: (
                lib.ones(2, dtype=getattr(lib, kind)).masked_fill(lib.tensor([True, False]), lib.tensor(value)).tolist()
            )
            for kind in ("bool", "uint8", "int32", "float32")
            for value in (2, 2.5, 1j)
        ],
        lambda lib: lib.zeros(2).scatter_reduce(0, lib.tensor([0, 0]), lib.tensor([1.0, 3.0]), "max").tolist(),
        lambda lib: lib.zeros(2).scatter_reduce(0, lib.tensor([0, 0]), lib.tensor([1.0, -3.0]), "min").tolist(),
        lambda lib: str(lib.ldexp(lib.ones(2).half(), lib.tensor([1, 2])).dtype).split(".")[1],
        lambda lib: lib.ldexp(lib.ones(2).half(), lib.tensor([1, 2])).tolist(),
    ],
)
def test_numbers_and_values_that_are_assigned_fit_as_in_pytorch(call, torch):
    said = []
    for library in (torch, mt):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                said.append(call(library))
        except Exception as error:  # noqa: BLE001
            said.append((type(error), str(error).replace("minitorch", "torch")))
    assert said[0] == said[1]


def test_a_tensor_is_no_shape():
    with pytest.raises(TypeError, match="expected 'shape' to be int or sequence of ints"):
        mt.unravel_index(mt.tensor([1]), mt.tensor([1, 2]))


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
x.exp() | x.mean(dtype=t.float32) | x.diff() | x.roll(1) | x.diag() | x.count_nonzero() | t.aminmax(x) | x.softmax(0)
x.square() | x.floor() | x.remainder(2) | t.fmod(x, y) | t.rsub(x, y) | t.div(x, y, rounding_mode="floor") | x.logical_not()
x.nansum() | x.item() | sum([x, y])
""".replace("\n", "|").split("|")


@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64"])
@pytest.mark.filterwarnings("ignore")
def test_unsigned_integers_of_more_than_8_bits_are_refused_by_what_has_no_kernel(torch, dtype):
    def told(t):
        found = {}
        for expression in [one.strip() for one in WIDE if one.strip()]:
            x, y = (t.tensor(rows, dtype=getattr(t, dtype)) for rows in ([[1, 2], [3, 5]], [[2, 2], [1, 4]]))
            try:
                made = eval(expression, {"t": t, "x": x, "y": y})
                made = made if isinstance(made, tuple) else (made,)
                found[expression] = [(str(one.dtype).split(".")[1], one.double().tolist()) for one in made]
            except Exception as error:
                found[expression] = f"{type(error).__name__}: {error}".split("\n")[0]
        return found

    ours, theirs = told(mt), told(torch)
    for expression, outcome in theirs.items():
        if isinstance(outcome, str) or isinstance(ours[expression], str):
            assert ours[expression] == outcome, expression
        else:
            for (kind, numbers), (own_kind, own) in zip(outcome, ours[expression], strict=True):
                assert kind == own_kind and np.allclose(own, numbers), expression


def test_programs_without_those_integers_pay_nothing_for_it():
    code = (
        "import sys, minitorch as mt; x = mt.arange(3); print(x + x, x.to(mt.uint8).dtype, mt.uint16);"
        "print('minitorch.ops.unsigned' in sys.modules)\n"
        "mt.zeros(2, dtype=mt.uint16); print('minitorch.ops.unsigned' in sys.modules)"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.split()[-2:] == ["False", "True"]


@pytest.mark.parametrize(
    "call",
    [
        lambda lib: lib.ormqr(lib.ones(3, 2), lib.ones(1), lib.ones(3, 3)),
        lambda lib: lib.ormqr(lib.ones(3, 2), lib.ones(3), lib.ones(3, 3)),
        lambda lib: lib.ormqr(lib.ones(3, 3), lib.ones(2), lib.ones(3, 3), left=False),
        lambda lib: lib.ormqr(lib.ones(3), lib.ones(3), lib.ones(3, 3)),
        lambda lib: lib.nn.functional.soft_margin_loss(lib.ones(4, 4), lib.ones(4, 5)),
        lambda lib: lib.narrow_copy(lib.ones(2, 3), 2, 0, 1),
        lambda lib: lib.narrow_copy(lib.ones(2, 3), 1, 0, -1),
        lambda lib: lib.kthvalue(lib.ones(2) > 0, 1),
        *[
            lambda lib, name=name: getattr(lib, name)(lib.ones(2), lib.tensor([1j, 2]))
            for name in "fmod remainder floor_divide atan2 hypot copysign logaddexp2 heaviside".split()
        ],
        *[
            lambda lib, name=name: getattr(lib, name)(lib.tensor([1j, 2]))
            for name in "digamma i0 lgamma sign sort nansum mode unique unique_consecutive".split()
        ],
        lambda lib: lib.unique(lib.tensor([[1j]]), dim=0),
        lambda lib: lib.ones(2).index_copy(0, lib.tensor([0]).int(), lib.ones(1)),
        lambda lib: lib.ldexp(lib.ones(2), lib.ones(2) > 0),
        lambda lib: lib.trace(lib.ones(2, 2) > 0),
        lambda lib: lib.searchsorted(lib.ones(2) > 0, lib.ones(2) > 0),
        lambda lib: lib.lerp(lib.ones(2), lib.ones(2).double(), 0.5),
        lambda lib: lib.lerp(lib.tensor([1]), lib.tensor([2]), 0.5),
        lambda lib: lib.tensor([1]).var(),
        lambda lib: lib.std_mean(lib.tensor([1])),
        lambda lib: lib.ones(2).mH,
        lambda lib: lib.kthvalue(lib.ones(2, dtype=lib.complex64), 1),
        lambda lib: (lib.ones(2, requires_grad=True) * 2).exp().grad_fn._raw_saved_result.register_hooks(lambda x: x),
    ],
)
def test_what_is_refused_in_pytorchs_words(call, torch):
    with pytest.raises((RuntimeError, NotImplementedError, TypeError)) as wanted:
        call(torch)
    with pytest.raises(wanted.type) as got:
        call(mt)
    if wanted.type is not TypeError:
        assert str(got.value) == str(wanted.value).split("  (Could")[0]
    else:
        assert "incompatible function arguments" in str(got.value) and "incompatible function arguments" in str(
            wanted.value
        )


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
        "as_subclass": lambda: x.as_subclass(int),
        "as_subclass of 1": lambda: x.as_subclass(1),
        "_make_subclass": lambda: lib.Tensor._make_subclass(int, x),
    }


@pytest.mark.parametrize("name", list(refused(mt)))
def test_what_pytorch_refuses_is_refused_in_its_words(torch, name):
    with pytest.raises(Exception) as theirs:
        refused(torch)[name]()
    with pytest.raises(type(theirs.value)) as ours:
        refused(mt)[name]()
    assert str(ours.value) == str(theirs.value)


def test_bools_among_numbers_are_numbers(torch):
    for lib in (mt, torch):
        yes = lib.tensor([True, False])
        assert (yes << 1).tolist() == [2, 0] and lib.pow(2, yes).tolist() == [2, 1]
        assert lib.addcmul(lib.tensor([1, 2]), yes, yes).tolist() == [2, 2]


@pytest.mark.parametrize(
    "code",
    """dot(b,b) vdot(b,b) inner(b,b) mv(m,b) addmv(b,m,b) mm(m,m) matmul(m,m) addmm(m,m,m) bmm(s,s) baddbmm(s,s,s)
    addbmm(m,s,s)""".split(),
)
def test_products_of_bools_name_the_kernel_that_is_missing(torch, code):
    words = []
    for library in (torch, mt):
        b = library.tensor([True, False])
        names = {"b": b, "m": b.expand(2, 2), "s": b.expand(1, 2, 2)}
        with pytest.raises(NotImplementedError) as error:
            eval(f"t.{code}", names | {"t": library})
        words.append(str(error.value))
    assert words[0] == words[1]
