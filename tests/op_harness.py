"""op_harness: run one operation of ours and the same of PyTorch's on the same samples, and list where they differ.

`samples.py` says which operations; `test_ops.py` turns the lists into tests; `op_report.py` prints them as a table.
"""

import math
import random
import warnings

import numpy as np

import minitorch as mt

DTYPES = ("float32", "float64", "int64", "bool", "float16", "complex64")
TOLERANCE = {"float16": (5e-3, 5e-3), "float32": (2e-5, 1e-5), "complex64": (2e-5, 1e-5)}  # relative, absolute
FINE = (1e-7, 1e-7)  # of float64 and complex128; all else is exact
LIMIT = 6  # samples of one list that a test takes: evenly spaced ones, the same every time


# --- PyTorch's objects as ours --------------------------------------------------------------------------------------


def ours(value):
    """A sample's value, or anything made of such values, with our tensors and dtypes for PyTorch's."""
    import torch

    if isinstance(value, torch.Tensor):
        value = value.detach().clone().resolve_conj().resolve_neg().requires_grad_(value.requires_grad)
        if value.dtype is torch.bfloat16:
            return mt.from_numpy(value.detach().float().numpy()).bfloat16().requires_grad_(value.requires_grad)
        array = value.detach().numpy()
        return mt.from_numpy(array).requires_grad_(value.requires_grad)
    if isinstance(value, (torch.dtype, torch.memory_format)):
        return getattr(mt, str(value).removeprefix("torch."))
    if isinstance(value, torch.device):
        return mt.device(str(value))
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        return type(value)([ours(v) for v in value])
    if isinstance(value, torch.Size):
        return tuple(value)
    if isinstance(value, dict):
        return {key: ours(v) for key, v in value.items()}
    return value


def samples(info, kind, requires_grad):
    """PyTorch's samples for an operation. `info.sample_inputs` also walks the call stack for each: slow."""
    import torch

    torch.manual_seed(0)
    random.seed(0)  # some samples' numbers are Python's
    return quietly(lambda: list(info.sample_inputs_func(info, "cpu", kind, requires_grad)))


def arguments(sample):
    """(args, kwargs) of a sample for PyTorch and the same for us."""
    given = (sample.input, *sample.args), dict(sample.kwargs)
    return given, (ours(given[0]), ours(given[1]))


def few(items, limit):
    """At most `limit` of the items, evenly spaced."""
    items = list(items)
    if limit is None or len(items) <= limit:
        return items
    return [items[i * len(items) // limit] for i in range(limit)]


def find(path, root=mt):
    """`minitorch.linalg.vector_norm` for "linalg.vector_norm"; None where we do not have it."""
    for part in path.split("."):
        root = getattr(root, part, None)
        if root is None:
            return None
    return root


# --- comparing ------------------------------------------------------------------------------------------------------


def difference(got, expected, tolerance=None, mixed=False):
    """What is wrong with a result of ours, in words; None when nothing is. Compares kind, shape, dtype, numbers.

    With `mixed` the absolute tolerance grows with the largest of the numbers.
    """
    if hasattr(expected, "detach"):
        if not isinstance(got, mt.Tensor):
            return f"got {type(got).__name__}, expected a tensor"
        name = str(expected.dtype).removeprefix("torch.")
        if tuple(got.shape) != tuple(expected.shape):
            return f"shape {list(got.shape)}, expected {list(expected.shape)}"
        if got.dtype.name != name:
            return f"dtype {got.dtype.name}, expected {name}"
        a, b = got._array, expected.detach().resolve_conj().resolve_neg().numpy(force=True)
        relative, absolute = tolerance or TOLERANCE.get(name, FINE)
        if mixed and b.size:
            absolute *= max(1.0, np.abs(b).max())
        if not np.allclose(a, b, relative, absolute, equal_nan=True):
            return f"got {np.ravel(a)[:6]}, expected {np.ravel(b)[:6]}"
        if got.requires_grad != expected.requires_grad:
            return f"requires_grad {got.requires_grad}, expected {expected.requires_grad}"
        return None
    if isinstance(expected, (tuple, list)):
        if not isinstance(got, (tuple, list)) or len(got) != len(expected):
            return f"got {type(got).__name__}, expected {len(expected)} results"
        for name in ("values", "indices", "min", "max"):
            if hasattr(expected, name) and not hasattr(got, name):
                return f"result has no field {name}"
        wrong = [difference(g, e, tolerance, mixed) for g, e in zip(got, expected, strict=True)]
        return next((w for w in wrong if w), None)
    if isinstance(expected, float):
        same = math.isclose(got, expected, rel_tol=1e-5) or expected != expected
        return None if same else f"got {got}, expected {expected}"
    return None if got == expected else f"got {got!r}, expected {expected!r}"


def flat(result):
    """The tensors of a result, in a list."""
    if isinstance(result, (tuple, list)):
        return [t for part in result for t in flat(part)]
    return [result] if hasattr(result, "requires_grad") else []


def same_gradient(got, expected, like, tolerance):
    """Compare a gradient; one that is missing counts as zeros."""
    expected = np.zeros(like.shape) if expected is None else expected.detach().resolve_conj().numpy(force=True)
    got = np.zeros(like.shape) if got is None else got._array
    if got.shape != expected.shape:
        return f"shape {list(got.shape)}, expected {list(expected.shape)}"
    if np.allclose(got, expected, *(tolerance or (1e-6, 1e-6)), equal_nan=True):
        return None
    return f"got {np.ravel(got)[:6]}, expected {np.ravel(expected)[:6]}"


def quietly(call, *args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call(*args, **kwargs)


# --- the four checks of one operation: each returns (number of cases, list of what is wrong) ------------------------


def describe(args, kwargs):
    def one(v):
        if isinstance(v, mt.Tensor):
            return f"{v.dtype.name}{list(v.shape)}"
        return "[" + ", ".join(map(one, v)) + "]" if isinstance(v, (tuple, list)) else repr(v)

    return ", ".join([one(a) for a in args] + [f"{k}={one(v)}" for k, v in kwargs.items()])


def supports(info, dtype):
    """Whether PyTorch has samples of this dtype for an operation."""
    import torch

    return getattr(torch, dtype) in info.supported_dtypes("cpu")


def missing(row, what, count, claimed):
    """What is wrong with a check that compared `count` cases, in a list: it must compare some where PyTorch has some."""
    if what in row.nothing:
        return [] if claimed and not count else [f"{row.id}: `nothing` excuses {what}, which needs no excuse"]
    if count or not claimed:
        return []
    return [f"{row.id}: nothing was compared of {what}, though PyTorch has cases; Row(nothing={{...}}) can say why"]


def check_values(row, info, dtype, limit=LIMIT, function=None, theirs=None):
    """Values, shapes, dtypes and requires_grad on PyTorch's samples of one dtype."""
    import torch

    kind = getattr(torch, dtype)
    if not supports(info, dtype) or f"values of {dtype}" in row.nothing:
        return 0, []
    function, theirs = function or row.function(), theirs or info.op
    wants = info.supports_autograd and dtype != "int64" and dtype != "bool"
    count, wrong = 0, []
    for sample in few(samples(info, kind, wants), limit):
        (args, kwargs), (our_args, our_kwargs) = arguments(sample)
        if row.leaves_out(dtype, args, kwargs):
            continue
        try:
            expected = quietly(theirs, *args, **kwargs)
        except Exception:  # not a case PyTorch can show
            continue
        count += 1
        try:
            process = sample.output_process_fn_grad if row.settled else same
            got = quietly(function, *our_args, **our_kwargs)
            got, expected = (row.look(process(result), dtype) for result in (got, expected))
            problem = difference(got, expected, row.tolerance, row.mixed)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            wrong.append(f"{row.name}({describe(our_args, our_kwargs)}): {problem}")
    return count, wrong


def gradient_dtypes(info):
    """The dtypes in which gradients are compared: float64, and complex128 where there is nothing real to compare."""
    if not info.supports_autograd:
        return []
    return [dtype for dtype in ("float64", "complex128") if supports(info, dtype)]


def check_gradients(row, info, limit=LIMIT, dtype="float64"):
    """First and second gradients on PyTorch's samples."""
    import torch

    kind = getattr(torch, dtype)
    if dtype not in gradient_dtypes(info) or "gradients" in row.nothing:
        return 0, []
    function, count, wrong = row.function(), 0, []
    for sample in few(samples(info, kind, True), limit):
        (args, kwargs), (our_args, our_kwargs) = arguments(sample)
        if row.leaves_out(dtype, args, kwargs):
            continue
        process = sample.output_process_fn_grad if row.settled else same
        try:
            expected = quietly(two_gradients, torch, info.op, args, kwargs, info.supports_gradgrad, process)
        except Exception:
            continue
        if expected is None:
            continue
        count += 1
        try:
            got = quietly(two_gradients, mt, function, our_args, our_kwargs, info.supports_gradgrad, process)
            problem = None if got else "nothing to differentiate"
            for order, mine, their in zip(("first", "second"), got or (), expected, strict=False):
                for place, (a, b, like) in enumerate(zip(mine[0], their[0], their[1], strict=True)):
                    problem = problem or same_gradient(a, b, like, row.tolerance)
                    if problem and order not in problem:
                        problem = f"{order} gradient {place}: {problem}"
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            wrong.append(f"{row.name}({describe(our_args, our_kwargs)}): {problem}")
    return count, wrong


def numbers(lib, like, seed):
    """Numbers drawn from a fixed seed, as a tensor of `lib` in the shape and dtype of `like`."""
    generator = np.random.default_rng(seed)

    def draw():
        return generator.uniform(0.5, 1.5, tuple(like.shape)) * generator.choice([-1.0, 1.0], tuple(like.shape))

    drawn = draw() + 1j * draw() if like.is_complex() else draw()
    return lib.from_numpy(np.asarray(drawn)).to(like.dtype)


def same(result):
    return result


def two_gradients(lib, function, args, kwargs, second, process=same):
    """[(first gradients, inputs)], and (second gradients, what they belong to) where there are some."""
    outs = [o for o in flat(process(function(*args, **kwargs))) if o.requires_grad]
    inputs = [t for t in flat((*args, *kwargs.values())) if t.requires_grad]
    if not outs or not inputs:
        return None
    starts = [numbers(lib, o, i).requires_grad_() for i, o in enumerate(outs)]
    first = lib.autograd.grad(outs, inputs, starts, create_graph=second, retain_graph=True, allow_unused=True)
    found = [(first, inputs)]
    seconds = [g for g in first if g is not None and g.requires_grad]
    if second and seconds:
        weights = [numbers(lib, g, 100 + i) for i, g in enumerate(seconds)]
        again = lib.autograd.grad(seconds, inputs + starts, weights, allow_unused=True)
        found.append((again, inputs + starts))
    elif second:
        found.append(([None] * len(inputs + starts), inputs + starts))
    return found


def variants(row, info):
    """[(what it is called, ours, PyTorch's)] of the other ways to call an operation that PyTorch's table names."""
    found = [("method", info.method_variant), ("operator", info.operator_variant)]
    found += [("in place", info.inplace_variant), ("in-place operator", info.inplace_operator_variant)]
    return [(what, ours_of(row, what, theirs), theirs) for what, theirs in found if theirs and what not in row.without]


def ours_of(row, what, theirs):
    """Our variant; None where Tensor has no such method."""
    if "operator" in what:
        return theirs  # from Python's operator module
    name = row.method or getattr(theirs, "__name__", row.path.split(".")[-1])
    if name == "<lambda>" or hasattr(theirs, "func"):  # PyTorch writes it as the function with inplace=True
        return lambda *args, **kwargs: row.function()(*args, **kwargs, inplace=True)
    function = getattr(mt.Tensor, name, None)
    return function if callable(function) else None


def check_variant(row, info, what, function, theirs, limit=LIMIT):
    """A method, an operator, or one of their in-place forms gives what the function gives."""
    if function is None:
        return 1, [f"{row.name}: Tensor has no method {row.method or getattr(theirs, '__name__', row.path)}"]
    if what in row.nothing:
        return 0, []
    count, wrong = 0, []
    for dtype in ("int64", "float32", "float64", "complex64"):
        if count and dtype in ("float64", "complex64"):
            break  # those only where there is nothing else
        more, found = check_values(row, detached(info), dtype, limit, function, theirs)
        count, wrong = count + more, wrong + [f"{what}: {w}" for w in found]
    return count, wrong


def check_variants(row, info, limit=LIMIT):
    """All variants of an operation together."""
    results = [check_variant(row, info, *variant, limit) for variant in variants(row, info)]
    return sum([count for count, _ in results]), [w for _, wrong in results for w in wrong]


class detached:
    """An OpInfo whose samples require no gradient."""

    def __init__(self, info):
        self.info, self.supports_autograd = info, False

    def __getattr__(self, name):
        return getattr(self.info, name)


def error_cases(info):
    """[(args, kwargs, our args, our kwargs, the error)] of PyTorch's samples for which it raises."""
    found = []
    for case in quietly(lambda: list(info.error_inputs_func(info, "cpu"))) if info.error_inputs_func else ():
        try:
            (args, kwargs), (our_args, our_kwargs) = arguments(case.sample_input)
        except Exception:  # what only PyTorch can make
            continue
        try:
            quietly(info.op, *args, **kwargs)
        except Exception as error:
            found.append((args, kwargs, our_args, our_kwargs, error))
    return found


def check_errors(row, info, cases=None):
    """Where PyTorch raises, so do we: the same type of error."""
    count, wrong = 0, []
    if "errors" in row.nothing:
        return count, wrong
    for args, kwargs, our_args, our_kwargs, expected in error_cases(info) if cases is None else cases:
        if row.leaves_out("error", args, kwargs):
            continue
        count += 1
        try:
            quietly(row.function(), *our_args, **our_kwargs)
            problem = "no error"
        except Exception as error:
            problem = None if isinstance(error, type(expected)) else f"{type(error).__name__}: {error}"
        if problem:
            wanted = f"{type(expected).__name__}: {str(expected).splitlines()[0]}"
            wrong.append(f"{row.name}({describe(our_args, our_kwargs)}): {problem}, expected {wanted}")
    return count, wrong


def database():
    """PyTorch's table of operations with their samples: {(name, variant): OpInfo}."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_methods_invocations import op_db
    return {(info.name, info.variant_test_name): info for info in op_db}
