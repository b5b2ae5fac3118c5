"""Every operation, on PyTorch's own samples and on ours: values, shapes, dtypes, first and second gradients, errors.

The operations are listed in samples.py, one row each.
"""

import doctest
import importlib
import pkgutil

import numpy as np
import pytest

import minitorch as mt
from minitorch._lazy_names import FUNCTIONS
from minitorch.autograd import gradcheck, gradgradcheck

from ..both import said, same
from ..op_harness import (
    DTYPES,
    check_errors,
    check_gradients,
    check_values,
    check_variant,
    database,
    difference,
    error_cases,
    gradient_dtypes,
    missing,
    supports,
    variants,
)  # fmt: skip
from ..samples import Row
from ..samples_nn import ROWS

COMPARED = [row for row in ROWS if row.theirs]
CHECKS = {f"values of {dtype}" for dtype in DTYPES}
CHECKS |= {"gradients", "method", "operator", "in place", "in-place operator", "errors"}
CHECKED = [(row, i) for row in ROWS for i in range(len(row.own))]


@pytest.fixture(scope="module")
def info(torch):
    """PyTorch's table of operations, by row."""
    found = database()
    return lambda row: found[row.name, row.variant]


def show(wrong):
    return "\n".join(wrong[:6]) + (f"\n... and {len(wrong) - 6} more" if len(wrong) > 6 else "")


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_values_are_pytorchs(row, info):
    wrong, total = [], 0
    for dtype in DTYPES:
        count, found = check_values(row, info(row), dtype)
        wrong += found + missing(row, f"values of {dtype}", count, supports(info(row), dtype))
        total += count
    assert not wrong, show(wrong)
    assert total, f"{row.id}: no value was compared in any dtype"


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_gradients_are_pytorchs(row, info):
    dtypes = gradient_dtypes(info(row))[:1]
    results = [check_gradients(row, info(row), dtype=dtype) for dtype in dtypes]
    wrong = [w for count, found in results for w in found + missing(row, "gradients", count, True)]
    assert not wrong, show(wrong)


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_methods_and_operators_give_the_same(row, info):
    wrong = []
    for what, ours, theirs in variants(row, info(row)):
        count, found = check_variant(row, info(row), what, ours, theirs, limit=5)
        wrong += found + missing(row, what, count, True)
    assert not wrong, show(wrong)


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_errors_are_pytorchs(row, info):
    cases = error_cases(info(row))
    count, wrong = check_errors(row, info(row), cases)
    wrong += missing(row, "errors", count, bool(cases))
    assert not wrong, show(wrong)


def test_a_row_that_compares_nothing_fails(info):
    row = Row("add", leave_out={"everything": lambda dtype, args, kwargs: True})
    for test in (test_values_are_pytorchs, test_gradients_are_pytorchs, test_methods_and_operators_give_the_same):
        with pytest.raises(AssertionError, match="add: nothing was compared of"):
            test(row, info)
    row = Row("gather", leave_out={"everything": lambda dtype, args, kwargs: True})
    with pytest.raises(AssertionError, match="gather: nothing was compared of errors"):
        test_errors_are_pytorchs(row, info)
    with pytest.raises(AssertionError, match="add: no value was compared in any dtype"):
        test_values_are_pytorchs(Row("add", nothing={f"values of {dtype}": "everything" for dtype in DTYPES}), info)


def test_an_excuse_that_is_not_needed_fails(info):
    with pytest.raises(AssertionError, match="excuses errors, which needs no excuse"):
        test_errors_are_pytorchs(Row("add", nothing={"errors": "PyTorch has none for add"}), info)


def test_every_row_has_cases():
    assert [row.id for row in ROWS if not (row.theirs or row.own)] == []
    assert {check for row in ROWS for check in row.nothing} <= CHECKS


@pytest.mark.parametrize("row, i", CHECKED, ids=lambda value: getattr(value, "id", value))
def test_gradients_are_slopes(row, i):
    inputs = row.inputs(row.own[i])
    assert gradcheck(row.function(), inputs)
    if row.second:
        assert gradgradcheck(row.function(), inputs)


def examples():
    """(name, docstring) of every public operation that shows an example."""
    folders = [mt.ops, mt.linalg, mt.special]
    found = [one for folder in folders for one in pkgutil.walk_packages(folder.__path__, folder.__name__ + ".")]
    for one in found:
        module = importlib.import_module(one.name)
        names = FUNCTIONS.get(one.name.removeprefix("minitorch."), "").split()
        for name in names or getattr(module, "__all__", ()):
            text = getattr(module, name).__doc__ or ""
            if ">>>" in text:
                yield pytest.param(name, text, id=name)


@pytest.mark.parametrize("name, text", examples())
def test_examples_show_what_is_so(name, text):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


# --- the edges of the number line: both zeros, infinities, nan ----------------------------------------------------------

EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, float("inf"), float("-inf"), float("nan"), 1e30]
OF_ONE = """neg abs sign square sqrt rsqrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh
cosh tanh asinh acosh atanh sigmoid relu floor ceil round trunc frac erf erfc erfinv digamma sinc logit nan_to_num
signbit isnan isinf isfinite""".split()
OF_TWO = """add sub mul div remainder fmod floor_divide pow atan2 hypot logaddexp xlogy copysign maximum minimum
fmax fmin clamp_min clamp_max eq ne lt le gt ge isclose logical_and logical_xor""".split()


@pytest.mark.parametrize("name", OF_ONE + OF_TWO)
def test_edges_are_pytorchs(name, torch):
    pairs = name in OF_TWO
    x = [a for a in EDGES for _ in EDGES] if pairs else EDGES
    columns = [x, EDGES * len(EDGES)] if pairs else [x]
    expected = getattr(torch, name)(*[torch.tensor(c, dtype=torch.float64) for c in columns])
    got = getattr(mt, name)(*[mt.tensor(c, dtype=mt.float64) for c in columns])
    assert difference(got, expected) is None


@pytest.mark.parametrize("value", [np.ones(2, "float32"), [1.0, 2.0], None], ids=lambda value: type(value).__name__)
def test_copy_takes_a_tensor_or_a_number(value, torch):
    for lib in (mt, torch):
        with pytest.raises(TypeError, match=type(value).__name__):
            lib.zeros(2).copy_(value)
    assert mt.zeros(2).copy_(3).tolist() == mt.zeros(2).copy_(mt.tensor(3)).tolist() == [3.0, 3.0]


def test_counts_and_steps_of_ranges_are_pytorch_s(torch):
    ranges = [(-8.0, 8.0, 0.1), (1, 1.3, 0.1), (0, 0.3, 0.1), (3, -2, -0.3), (-5, 5, 0.01), (0.5, 5.2, 1.5), (2, 9, 3)]
    for kind in ("float32", "float64", "int32", "int64", "uint8"):
        for start, end, step in ranges:
            if kind.startswith(("i", "u")) and abs(step) < 1:
                continue
            ours, theirs = [lib.arange(start, end, step, dtype=getattr(lib, kind)) for lib in (mt, torch)]
            assert len(ours) == len(theirs)
            np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=3e-7, atol=1e-6 if "32" in kind else 1e-12)
    with pytest.raises(RuntimeError, match="step must be nonzero"):
        mt.arange(0, 3, 0.5, dtype=mt.int64)


def test_running_sums_and_products_keep_double_precision_between(torch):
    x = np.random.default_rng(0).normal(1, 0.1, (300, 3)).astype("float32")
    for name in ("cumsum", "cumprod"):
        for dim in (0, 1):
            ours, theirs = [getattr(lib.from_numpy(x), name)(dim).tolist() for lib in (mt, torch)]
            assert ours == theirs


def test_words_and_places_of_small_functions(torch):
    for lib in (mt, torch):
        x = lib.arange(6.0).view(2, 3)
        for name in ("isclose", "allclose"):
            with pytest.raises(RuntimeError, match=r"size of tensor a \(3\) must match the size of tensor b \(2\)"):
                getattr(lib, name)(x, lib.ones(2))
            with pytest.raises(RuntimeError, match="Float did not match Double"):
                getattr(lib, name)(x, x.double())
        leaf, seen = lib.zeros(2, requires_grad=True), []
        leaf.register_post_accumulate_grad_hook(lambda p: p.sub_(p.grad))
        leaf.register_post_accumulate_grad_hook(lambda p, seen=seen: seen.append(p.grad))
        leaf.sum().backward()
        assert leaf.tolist() == [-1.0, -1.0] and len(seen) == 1


@pytest.mark.parametrize("dtype", ["float16", "float32", "complex64"])
@pytest.mark.parametrize("dim", [None, 0, 1])
def test_variances_are_pytorchs_to_the_last_bit(torch, dtype, dim):
    """PyTorch computes them in double precision and rounds once, the mean beside them too."""
    kind = torch.complex64 if dtype == "complex64" else torch.float32
    numbers = (torch.randn(100, 60, dtype=kind, generator=torch.Generator().manual_seed(0)) * 3 + 50).to(
        getattr(torch, dtype)
    )
    x, named = mt.tensor(numbers.numpy()), {} if dim is None else {"dim": dim}
    for name in ("var",):
        found, expected = getattr(mt, name)(x, **named), getattr(torch, name)(numbers, **named)
        for one, other in zip(found, expected) if isinstance(expected, tuple) else [(found, expected)]:
            assert one.numpy().tobytes() == other.numpy().tobytes(), name


def test_spread_of_numbers_whose_squares_are_too_large(torch):
    numbers = [1.0, 3e38, -3e38, 3e38]
    assert mt.tensor(numbers).std().item() == torch.tensor(numbers).std().item() < float("inf")


@pytest.mark.parametrize(
    "x", ["torch.arange(3.0)", "torch.tensor([1, 2, 5])", "torch.tensor(3.0)", "torch.ones(2).double()"]
)
@pytest.mark.parametrize("sign", ["//", "%", "+", "-", "*", "/", "**", "<", "=="])
def test_numbers_stand_left_of_every_operator(torch, x, sign):
    def program(torch):
        return [said(lambda n=n: eval(f"{n} {sign} {x}", {"torch": torch})) for n in ("2", "-7", "2.5", "True")]

    same(program, torch)


def test_division_of_a_number_by_a_tensor(torch):
    def program(torch):
        x = torch.tensor([2.0, 0.5])
        return [
            torch.remainder(7, x), torch.floor_divide(7, x), torch.div(7, x, rounding_mode="floor"),
            torch.div(-7, x, rounding_mode="trunc"),
        ]  # fmt: skip

    same(program, torch)


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("width", [3, 80])
def test_slices_are_added_each_where_its_index_says(torch, dim, width):
    """Long slices are added whole, short ones number by number; places that are named twice get both."""
    source = np.random.default_rng(0).standard_normal((6, width) if dim == 0 else (width, 6)).astype("float32")
    shape, index = ((4, width) if dim == 0 else (width, 4)), [0, 3, 0, 1, 3, 0]
    ours = mt.ones(shape).index_add(dim, mt.tensor(index), mt.tensor(source), alpha=2)
    theirs = torch.ones(shape).index_add(dim, torch.tensor(index), torch.tensor(source), alpha=2)
    np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-6, atol=1e-6)
