"""module_harness: make a layer of ours and the same of PyTorch's from the same samples, and list where they differ.

The samples are PyTorch's own: the tables that its tests of layers run through. `test_module_samples.py` turns the lists into
tests; `tests/module_report.py` prints them as a table.
"""

import copy
import functools
import inspect
import warnings

import minitorch as mt

from ..op_harness import difference, few, find, flat, numbers, quietly, same_gradient
from ..op_harness import ours as ours_of

DTYPES = ("float32", "float64")
CHECKS = ("starts", "values", "gradients", "errors")


class Case:
    """One way to make a layer and call it, with PyTorch's values: what is called `args` belongs to the constructor."""

    def __init__(self, args, kwargs, inputs, options):
        self.args, self.kwargs, self.inputs, self.options = args, kwargs, inputs, options

    def __repr__(self):
        said = [shown(value) for value in self.args] + [f"{name}={shown(value)}" for name, value in self.kwargs.items()]
        given = [shown(value) for value in self.inputs] + [f"{n}={shown(value)}" for n, value in self.options.items()]
        return f"({', '.join(said)})({', '.join(given)})"


def shown(value):
    if hasattr(value, "detach"):
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(shown, value)) + "]"
    return getattr(value, "__name__", None) or repr(value).split("\n")[0]


@functools.cache
def tables():
    """{name of a layer: its ModuleInfo or None}: PyTorch's newer table, and what only its older lists have.

    Lazy transposed convolutions are left out: `_lazy_names.ABSENT` says so.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_modules import module_db
    found = {info.name.removeprefix("nn."): info for info in module_db}
    found |= {name: None for name in older() if name not in found}
    return {name: info for name, info in found.items() if not name.startswith("LazyConvTranspose")}


@functools.cache
def older():
    """{name of a layer: [Case]} of the older lists, in which a test is a dictionary."""
    import torch
    from torch.testing._internal import common_nn

    lists = [common_nn.module_tests, quietly(common_nn.get_new_module_tests), common_nn.criterion_tests]
    found = {}
    for test in [test for tests in lists for test in tests]:
        test = dict(test)
        name = test.pop("module_name", None)
        if name is None or not hasattr(torch.nn, name) or "constructor" in test:
            continue  # a function in a layer's place: the table of operations has it
        torch.manual_seed(0)
        is_loss = test.get("target_fn") or test.get("target_size") is not None
        base = common_nn.CriterionTest if is_loss else common_nn.ModuleTest
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run = quietly(base, constructor=getattr(torch.nn, name), **test)
            inputs = run._get_input()
            inputs = inputs if isinstance(inputs, tuple) else (inputs,)
            inputs = (*inputs, run._get_target()) if is_loss else inputs
            options = run.extra_args if is_loss else ()
            start = test.get("constructor_args", ()) if "constructor_args" in test else run.constructor_args
            found.setdefault(name, []).append(Case(tuple(start), {}, (*inputs, *options), {}))
    return found


def cases(name, dtype, training=True):
    """PyTorch's cases of a layer for one dtype."""
    import torch

    info = tables()[name]
    found = [Case(case.args, {}, in_dtype(case.inputs, dtype), {}) for case in older().get(name, ())]
    if info is None or getattr(torch, dtype) not in info.dtypes:
        return found
    torch.manual_seed(0)
    made = quietly(
        info.module_inputs_func, info, device="cpu", dtype=getattr(torch, dtype), requires_grad=True, training=training
    )
    for sample in made:
        start, call = sample.constructor_input, sample.forward_input
        kwargs = dict(start.kwargs)
        if "dtype" in inspect.signature(info.module_cls.__init__).parameters:
            kwargs.setdefault("dtype", getattr(torch, dtype))
        call = ((), {}) if call is None else (call.args, call.kwargs)
        found.append(Case(tuple(start.args), kwargs, *call))
    return found


def in_dtype(value, dtype):
    """Floating tensors of a case, leaves that want gradients, in another dtype."""
    if isinstance(value, (tuple, list)):
        return tuple([in_dtype(v, dtype) for v in value])
    if not hasattr(value, "is_floating_point") or not value.is_floating_point():
        return value
    return getattr(value.detach(), {"float32": "float", "float64": "double"}[dtype])().requires_grad_()


# --- PyTorch's objects as ours -----------------------------------------------------------------------------------------


def ours(value):
    """A value of a case with what is ours for what is PyTorch's: functions and layers too."""
    import torch

    if isinstance(value, torch.nn.Module):
        return module_of(value)
    if isinstance(value, torch.Size):
        return mt.Size(value)
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        made = [ours(v) for v in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    if isinstance(value, dict):
        return {key: ours(v) for key, v in value.items()}
    if callable(value) and getattr(torch.nn.functional, getattr(value, "__name__", ""), None) is value:
        return getattr(mt.nn.functional, value.__name__)
    if callable(value) and getattr(torch, getattr(value, "__name__", ""), None) is value:
        return getattr(mt, value.__name__)
    return ours_of(value)


def module_of(theirs):
    """A layer of PyTorch's that is itself an argument, as ours: an encoder layer."""
    attention, start = theirs.self_attn, theirs.linear1
    layer = mt.nn.TransformerEncoderLayer(
        attention.embed_dim, attention.num_heads, start.out_features, theirs.dropout.p, ours(theirs.activation),
        theirs.norm1.eps, attention.batch_first, theirs.norm_first, start.bias is not None,
        dtype=ours(start.weight.dtype),
    )  # fmt: skip
    layer.load_state_dict(state_of(theirs))
    return layer.train(theirs.training)


def state_of(theirs):
    return {name: ours_of(value.detach()) for name, value in theirs.state_dict().items()}


def pair(name, case, dtype, training=True):
    """PyTorch's layer of a case and ours, made after the same seed."""
    import torch

    torch.manual_seed(0)
    theirs = quietly(getattr(torch.nn, name), *copy.deepcopy(case.args), **case.kwargs)
    theirs = theirs.to(getattr(torch, dtype)).train(training)
    arguments = ours(case.args), ours(case.kwargs)
    cls = getattr(mt.nn, name)
    mt.manual_seed(0)
    made = quietly(cls, *arguments[0], **arguments[1])
    return theirs, made.to(getattr(mt, dtype)).train(training)


# --- the checks of a layer: each returns (number of cases, list of what is wrong) -----------------------------------------


def checked(name, dtype, limit, check, modes=(True,)):
    count, wrong = 0, []
    for training in modes:
        for case in few(cases(name, dtype, training), limit):
            count += 1
            try:
                problem = check(name, case, dtype, training)
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
            if problem:
                wrong.append(f"{name}{case} {dtype}: {problem}")
    return count, wrong


def check_starts(name, limit=None):
    """The keys of the state, the first values for a seed, the names of the parameters, and what is printed."""
    return checked(name, "float32", limit, start_of)


def start_of(name, case, dtype, training):
    theirs, made = pair(name, case, dtype)
    if repr(made).replace("minitorch.", "torch.") != repr(theirs):
        return f"prints {made!r}, expected {theirs!r}"
    names, expected = ([n for n, _ in module.named_parameters()] for module in (made, theirs))
    if names != expected:
        return f"parameters {names}, expected {expected}"
    return same_state(made, theirs)


def same_state(made, theirs, tolerance=(1e-6, 1e-7)):
    got, expected = made.state_dict(), theirs.state_dict()
    if list(got) != list(expected):
        return f"state_dict has {list(got)}, expected {list(expected)}"
    for name, value in expected.items():
        if "Uninitialized" in type(value).__name__ or not hasattr(value, "shape"):
            continue  # a lazy layer that was not called yet
        problem = difference(got[name], value, tolerance)
        if problem:
            return f"{name}: {problem}"
    return None


def called(name, case, dtype, training):
    """(ours, PyTorch's) layer, result and inputs of one call; result None where PyTorch itself raises."""
    import torch

    theirs, made = pair(name, case, dtype, training)
    inputs, options = copy_of(case.inputs), copy_of(case.options)
    our_inputs, our_options = ours(inputs), ours(options)
    lazy = any("Uninitialized" in type(p).__name__ for p in theirs.parameters())
    if not lazy:
        made.load_state_dict(state_of(theirs))
    torch.manual_seed(0)
    mt.manual_seed(0)
    expected = quietly(theirs, *inputs, **options)
    result = quietly(made, *our_inputs, **our_options)
    return (made, result, [our_inputs, our_options]), (theirs, expected, [inputs, options])


def copy_of(value):
    """Tensors as new leaves, so that no case finds what another left in them."""
    if hasattr(value, "detach") and hasattr(value, "requires_grad"):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, (tuple, list)):
        made = [copy_of(v) for v in value]
        return type(value)(*made) if hasattr(value, "_fields") else type(value)(made)
    return {key: copy_of(v) for key, v in value.items()} if isinstance(value, dict) else value


def check_values(name, limit=None):
    """The result of a call, in both modes and both dtypes, and the state that it leaves."""

    def one(name, case, dtype, training):
        (made, result, _), (theirs, expected, _) = called(name, case, dtype, training)
        return difference(result, expected, mixed=True) or same_state(made, theirs, (1e-5, 1e-6))

    results = [checked(name, dtype, limit, one, (True, False)) for dtype in DTYPES]
    return sum([count for count, _ in results]), [w for _, wrong in results for w in wrong]


def check_gradients(name, limit=None):
    """First and second gradients of what wants them: inputs and parameters."""
    info = tables()[name]

    def one(name, case, dtype, training):
        mine, theirs = called(name, case, dtype, training)
        second = info is None or info.supports_gradgrad
        try:
            expected = gradients(None, *theirs, second)
        except RuntimeError:  # PyTorch has no second derivative
            second, expected = False, gradients(None, *theirs, False)
        got = gradients(mt, *mine, second)
        if (got is None) != (expected is None):
            return f"{'nothing' if got is None else 'something'} to differentiate"
        for order, found, wanted in zip(("first", "second"), got or (), expected or (), strict=False):
            for place, (a, b, like) in enumerate(zip(found[0], wanted[0], wanted[1], strict=True)):
                problem = same_gradient(a, b, like, (1e-6, 1e-6))
                if problem:
                    return f"{order} gradient {place}: {problem}"
        return None

    return checked(name, "float64", limit, one)


def gradients(lib, module, result, inputs, second):
    """[(first gradients, their inputs), (second gradients, their inputs)] of a layer's result."""
    import torch

    lib = lib or torch
    outs = [t for t in flat(result) if t.requires_grad]
    args = [t for t in flat((*inputs[0], *inputs[1].values())) if t.requires_grad]
    wanted = args + [p for p in module.parameters() if p.requires_grad]
    if not outs or not wanted:
        return None
    starts = [numbers(lib, o, i).requires_grad_() for i, o in enumerate(outs)]
    first = lib.autograd.grad(outs, wanted, starts, create_graph=second, retain_graph=True, allow_unused=True)
    found = [(first, wanted)]
    seconds = [g for g in first if g is not None and g.requires_grad]
    if second and seconds:
        weights = [numbers(lib, g, 100 + i) for i, g in enumerate(seconds)]
        again = lib.autograd.grad(seconds, wanted + starts, weights, allow_unused=True)
        found.append((again, wanted + starts))
    return found


def check_errors(name, limit=None):
    """Where PyTorch's table says that a layer raises, so does ours, with the same type of error."""
    import torch

    info, count, wrong = tables()[name], 0, []
    if info is None or info.module_error_inputs_func is None:
        return 0, []
    torch.manual_seed(0)
    arguments = {"device": "cpu", "dtype": torch.float32, "requires_grad": False, "training": True}
    for sample in quietly(lambda: list(info.module_error_inputs_func(info, **arguments))):
        start, call = sample.module_error_input.constructor_input, sample.module_error_input.forward_input

        def run(lib, change, name=name, start=start, call=call):
            layer = getattr(lib.nn, name)(*change(start.args), **change(start.kwargs))
            if call is not None:
                layer(*change(call.args), **change(call.kwargs))

        expected, got = error_of(run, torch, copy_of), error_of(run, mt, ours)
        count += 1
        if not isinstance(got, type(expected)):
            wrong.append(f"{name}: {type(got).__name__}: {got}; expected {type(expected).__name__}: {expected}")
    return count, wrong


LEFT_OUT = ("LinearCrossEntropyLoss", "CrossMapLRN2d", "AdaptiveLogSoftmaxWithLoss")  # of PyTorch's layers


def error_of(run, *args):
    try:
        quietly(run, *args)
    except Exception as error:
        return error
    return None


def check(what, name, limit=None):
    """One of CHECKS for one layer; one that is missing is one case, wrong."""
    if name in LEFT_OUT:
        return 0, []
    if find(name, mt.nn) is None:
        return 1, [f"there is no nn.{name}"]
    run = {"starts": check_starts, "values": check_values, "gradients": check_gradients, "errors": check_errors}[what]
    return run(name, limit)
