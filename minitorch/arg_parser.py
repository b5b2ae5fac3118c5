"""arg_parser: whether a public function is given what PyTorch's takes, and PyTorch's TypeError where it is not (shelf).

Functions that are no operations are published in a wrapper, `told`, that looks at the types of their arguments; those of
operations are looked at when a call has failed.
"""

import sys
from types import FunctionType

import numpy as np

from ._holes import fill
from ._tower import is_there, load
from .faults import FOLDER, settle
from .memory_format import sparse_coo

# Arguments by name, and what PyTorch takes for them. Looked at when a call has failed, and only then.
FLAGS = frozenset(
    """
    accumulate ceil_mode center compute_uv count_include_pad descending equal_nan hermitian include_self keepdim largest left
    normalized onesided pivot replacement requires_grad return_complex return_counts return_indices return_inverse some
    sorted stable training transpose unbiased unitriangular unpack_data unpack_pivots upper with_replacement
    """.split()
)
WORDS = frozenset("UPLO approximate equation indexing reduce rounding_mode side".split())
INTEGERS = frozenset("chunks diagonal dim dim0 dim1 dim2 k num_samples offset source_dim".split())
FORMS = ("max", "min", "var", "std", "var_mean", "std_mean")  # whose second argument is another thing in another form
SIZES = frozenset("dims shape size".split())


# --- functions as users call them -------------------------------------------------------------------------------------

PLACES = tuple([f"minitorch.{name}." for name in "ops creation random linalg fft special signal nn.functional".split()])
HOMES = {
    "minitorch.linalg": "linalg_",
    "minitorch.fft": "fft_",
    "minitorch.special": "special_",
    "minitorch.nn.functional": "nn_",
}
HOT = frozenset(
    """
    add sub mul div pow where clamp reshape flatten permute matmul bmm view expand to type_as float double half bfloat16 long
    int short char byte bool contiguous transpose chunk split stride data_ptr storage_offset is_contiguous copy_ fill_ zero_
    sum mean max min amax amin var std norm prod argmax argmin softmax log_softmax zeros ones empty full arange linspace rand
    randn randint zeros_like ones_like empty_like full_like rand_like randn_like linear relu cross_entropy mse_loss dropout
    conv2d max_pool2d layer_norm batch_norm embedding scaled_dot_product_attention
    """.split()
)  # called so often that their arguments are looked at only when a call has failed


shown: dict = {}  # a function -> what users call in its place


def told(function, home, name):
    """A function that is no operation, as users call it: its errors are of PyTorch's types.

    Arguments are looked at the first time that they come in these types. The function is looked up in its own file at
    each call, so that what a reader puts there is what runs.
    """
    scope, key = vars(sys.modules[function.__module__]), key_of(function)
    full = name if home == "minitorch.nn.functional" else HOMES.get(home, "") + name
    seen = None if name in HOT else set()

    def call(*args, **named):
        try:
            if seen is not None:
                kinds = (*map(type, args), *named, *map(type, named.values()))
                if kinds not in seen:
                    check(name, args, named, HOMES.get(home, ""))
                    seen.add(kinds)
            elif named:
                check_flags(name, named)
            return scope.get(key, function)(*args, **named)
        except Exception as error:
            if isinstance(error, AttributeError) and not has_strangers(args):
                raise said(error, name, args, named, home) from None
            return settle(error, full, call, args, named)

    call.__name__ = call.__qualname__ = name
    call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, home, function
    return call


def check(name, args, named, home=""):
    """Raise PyTorch's TypeError for arguments of types that a function does not take."""
    wrong = load("minitorch.signatures").refusal(name, args, named, home) if is_there("minitorch.signatures") else None
    if wrong is not None:
        raise wrong


def said(error, name, args, named, home):
    """What PyTorch's functions that are written in Python let through: an attribute that something else has not."""
    try:
        check(name, args, named, HOMES.get(home, ""))
    except TypeError as wrong:
        return wrong
    return error


def tell(home):
    """Let the functions of a package that are no operations, once its names are all there, be called through `told`."""
    names = vars(sys.modules[home])
    for name, value in list(names.items()):
        if is_plain(value) and not name.startswith("_"):
            names[name] = shown[value] = told(value, home, name)


def tell_methods(tensor_class):
    """The same for methods, but for those that are called all the time."""
    for name, value in list(vars(tensor_class).items()):
        found = told_method(value, name)
        if found is not value:
            setattr(tensor_class, name, found)


def told_method(value, name):
    """A method that is no operation, as users call it."""
    hot = name in HOT and name not in ("add", "sub")  # which have an old form
    if hot or not is_plain(value):
        return value
    found = told(value, value.__module__, name)
    found.__module__, found.__qualname__ = "minitorch", f"Tensor.{name}"  # where pickle finds it
    return found


def is_plain(value):
    """Whether a value is a function of the package that is neither an operation nor told already."""
    if type(value) is not FunctionType or hasattr(value, "op") or value.__name__.startswith("_"):
        return False
    if not value.__module__.startswith(PLACES) or value.__code__ is TOLD:
        return False
    return "__asking" not in (value.__kwdefaults__ or ()) and key_of(value) is not None  # overrides/ has changed those


def key_of(function):
    """The name of a function in its own file, which need not be the one that it shows."""
    scope = vars(sys.modules[function.__module__])
    if scope.get(function.__name__) is function:
        return function.__name__
    return next((key for key, value in scope.items() if value is function), None)


TOLD = next(code for code in told.__code__.co_consts if getattr(code, "co_name", "") == "call")


def published(value, package, name):
    """`tell` for a name that is loaded when it is asked for."""
    if is_plain(value):
        shown[value] = value = told(value, package, name)
    return value


def called(value, name):
    """`tell_methods` for one that is loaded when it is asked for."""
    return told_method(value, name)


# --- arguments of a wrong type ----------------------------------------------------------------------------------------


def check_flags(name, named):
    """Raise PyTorch's TypeError for an argument by name that says yes or no, and is no bool."""
    for word in FLAGS & named.keys():
        if not isinstance(named[word], (bool, np.bool_)):
            raise TypeError(f"{name}(): argument '{word}' must be bool, not {type(named[word]).__name__}")


def wrong_type(error, name):
    """PyTorch's TypeError where an argument of a failed call has a wrong type, or None."""
    known, refused = refusal(error, name)
    if refused is not None or known or name in FORMS:
        return refused
    wrong = misfit(error)
    if wrong is None:
        return None
    return TypeError(f"{name}(): argument '{wrong[0]}' must be {wrong[1]}, not {type(wrong[2]).__name__}")


def refusal(error, name):
    """Whether the types of a failed call's arguments could be looked at, and PyTorch's TypeError where they are wrong."""
    step = error.__traceback__
    if step is None or is_inner(step.tb_frame) or not is_there("minitorch.signatures"):
        return False, None
    table = load("minitorch.signatures")
    return table.is_known(name), table.refusal(name, *given(step.tb_frame))


def is_inner(frame):
    """Whether the package itself made the call that a frame is, with arguments of its own."""
    caller = frame.f_back
    while caller is not None and caller.f_code.co_name in ("call", "__call__", "named", "change"):
        if caller.f_code is TOLD:
            return True  # it looks at the arguments itself
        caller = caller.f_back
    return caller is not None and caller.f_code.co_filename.startswith(FOLDER)


def locals_of(frame):
    """The local variables of a frame without the error on its way: a frame may keep them, and the error keeps the frame."""
    values = frame.f_locals
    if isinstance(values, dict):
        values.pop("error", None)
    return values


def given(frame):
    """The arguments of the call that a frame is, by place and by name."""
    code, values = frame.f_code, locals_of(frame)
    args = [values.get(name) for name in code.co_varnames[: code.co_argcount]]
    named = {name: values.get(name) for name in code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]}
    at = code.co_argcount + code.co_kwonlyargcount
    if code.co_flags & 4:
        args += values.get(code.co_varnames[at], ())
        at += 1
    if code.co_flags & 8:
        named |= values.get(code.co_varnames[at], {})
    while args and args[-1] is None:
        args.pop()
    return args, {name: value for name, value in named.items() if value is not None}


def misfit(error):
    """(name, the type wanted, the value) of the first argument of a failed call that has a wrong type, or None."""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename.startswith(FOLDER):
        code, values = step.tb_frame.f_code, locals_of(step.tb_frame)
        given = {name: values.get(name) for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]}
        if "args" in values and hasattr(values.get("op"), "parameters"):
            given |= zip(values["op"].parameters, values["args"], strict=False)
        for name, value in given.items():
            kind = None if value is None else wanted(name, value)
            if kind is not None:
                return name, kind, value
        if code.co_argcount > 1 or "op" in values:
            return None
        step = step.tb_next
    return None


def wanted(name, value):
    """What PyTorch takes for the argument of this name where it does not take this value; None where it does."""
    if name in FLAGS:
        return None if isinstance(value, (bool, np.bool_)) else "bool"
    if name in WORDS:
        return None if isinstance(value, str) else "str"
    if name == "input":
        return "Tensor" if isinstance(value, (str, dict, list, tuple, type, int, float, complex)) else None
    if name in INTEGERS:
        return "int" if isinstance(value, (bool, *STRANGE)) or is_fraction(value) else None
    if name in SIZES:
        return "tuple of ints" if isinstance(value, (bool, str, *STRANGE)) or is_fraction(value) else None
    return None


STRANGE = (float, complex, dict, type)  # no integer, nor several


def is_fraction(value):
    """Whether a tensor is none that stands for an integer: one of floats, or of several numbers."""
    array = getattr(value, "_array", None)
    return array is not None and (array.size != 1 or array.dtype.kind not in "iu")


# --- operands of other classes ----------------------------------------------------------------------------------------


def has_strangers(args):
    """Whether an object that is no tensor, but has __torch_function__, is among the arguments or in a list of them."""
    operands = [one for x in args for one in (x if type(x) in (list, tuple) else (x,))]
    return any([hasattr(type(x), "__torch_function__") and not hasattr(x, "_array") for x in operands])


def read_otherwise(name, function, args, kwargs):
    """What a failed call gives in an old form, or what an operand of another class makes of it; else NotImplemented."""
    if len(args) > 2 and is_there("minitorch.old_forms"):
        renewed = load("minitorch.old_forms").renewed(name, function, args)
        if renewed is not None:
            return function(*renewed[0], **kwargs, **renewed[1])
    if kwargs.get("layout") is sparse_coo and name in ("zeros", "zeros_like", "empty", "empty_like", "ones", "full"):
        return load("minitorch.sparse.creation").in_layout(shown.get(function, function), name, args, kwargs)
    if not has_strangers(args):
        return NotImplemented
    return load("minitorch.overrides").first_stranger(shown.get(function, function), args, kwargs)


fill("minitorch._tower", published=published, called=called)
fill("minitorch.faults", wrong_type=wrong_type, read_otherwise=read_otherwise)
