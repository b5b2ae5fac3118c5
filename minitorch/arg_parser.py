"""arg_parser: whether a public function is given what PyTorch's takes, and PyTorch's TypeError where it is not (shelf).

Functions that are no operations are published in a wrapper, `told`, that looks at the types of their arguments; those of
operations are looked at when a call has failed.
"""

import sys
import warnings
from types import FunctionType

import numpy as np

from . import _tower
from ._holes import fill
from ._tower import is_there, load
from .aliases import ALIAS, SHARED, in_own_name, method_in_own_name, title_of
from .call_frames import ASKING, called_name, given, locals_of, outside
from .numpy_errors import FOLDER, is_meant, settle

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

PLACES = tuple(
    [
        f"minitorch.{name}."
        for name in """ops creation random linalg fft special signal nn.functional dtypes amp.state tensor_attributes
    other_layouts sparse nn.utils.weight_norm""".split()
    ]
)
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
    sum mean max min amax amin var std prod argmax argmin softmax log_softmax zeros ones empty full arange linspace rand
    randn zeros_like ones_like empty_like full_like rand_like randn_like linear relu cross_entropy mse_loss dropout
    conv2d max_pool2d layer_norm batch_norm embedding scaled_dot_product_attention
    add_ sub_ mul_ div_ addcmul_ addcdiv_ lerp_ sqrt_ neg_ exp_ relu_ clamp_ sigmoid_ tanh_ masked_fill_ is_floating_point
    is_complex promote_types
    """.split()
)  # called so often that their arguments are looked at only when a call has failed
# what fails without a second argument although nn.functional's function of that name does not
NEEDED = {"softmax": 2, "log_softmax": 2}
# not called so as methods: two fail before any operation, two have an old form, two write into expanded tensors, two need a dim
CHECKED = frozenset("matmul bmm add sub fill_ zero_ softmax log_softmax".split())


shown: dict = {}  # a function -> what users call in its place


def told(function, home, name, bound=0):
    """A function that is no operation, as users call it: its errors are of PyTorch's types.

    Arguments are looked at the first time that they come in these types. The function is looked up in its own file at
    each call, so that what a reader puts there is what runs. `bound` is 1 for a method, whose tensor has no number.
    """
    scope, key = vars(sys.modules[function.__module__]), key_of(function)
    full = name if home == "minitorch.nn.functional" else HOMES.get(home, "") + name
    seen, needed = None if name in HOT else set(), NEEDED.get(name, 1)

    def call(*args, **named):
        try:
            if seen is not None:
                kinds = (*map(type, args), *named, *map(type, named.values()))
                if kinds not in seen:
                    check(name, args, named, HOMES.get(home, ""), bound)
                    seen.add(kinds)
            elif named or len(args) < needed:
                look(name, args, named, HOMES.get(home, ""), bound)
            return scope.get(key, function)(*args, **named)
        except Exception as error:
            if isinstance(error, AttributeError) and not has_strangers(args):
                raise said(error, name, args, named, home, bound) from None
            return settle(error, full, call, args, named)

    call.__name__, call.__qualname__ = title_of(home, name), name
    call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, home, function
    call.public = name, home, bound
    return copying(call, name) if name in ("tensor", "new_tensor") else call


def copying(call, name):
    """tensor or new_tensor as users call it: with pin_memory, and with a warning where what it copies is a tensor."""

    def copy(*args, **named):
        data = args[bound] if len(args) > bound else None
        if hasattr(data, "requires_grad_"):
            warnings.warn(SOURCE.format("tensor.new_tensor" if bound else "torch.tensor"), stacklevel=2)
        if "pin_memory" in named and not bound:
            load("minitorch.creation.arguments").check_words(name, {"pin_memory": named.pop("pin_memory")})
        return call(*args, **named)

    bound = int(name == "new_tensor")
    copy.__name__ = copy.__qualname__ = name
    copy.__doc__, copy.__module__, copy.__wrapped__ = call.__doc__, call.__module__, call.__wrapped__
    return copy


SOURCE = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than {}(sourceTensor)."
)


def check(name, args, named, home="", bound=0):
    """Raise PyTorch's error for arguments of types that a function does not take."""
    there = is_there("minitorch.signatures")
    wrong = load("minitorch.signatures").refusal(name, args, named, home, bound) if there else None
    if wrong is not None:
        raise wrong


looked: set = set()  # names with the types that their arguments have come in


def look(name, args, named, home="", bound=None):
    """The same, once for arguments of these types; of an inner function, whose caller knows whether it is a method."""
    kinds = (home, name, *map(type, args), *named, *map(type, named.values()))
    if kinds not in looked:
        if bound is None and is_inner(sys._getframe(1)):
            return
        check(name, args, named, home, is_method(sys._getframe(1)) if bound is None else bound)
        looked.add(kinds)


def is_inner(frame):
    """Whether the package itself made the call that a frame is, with arguments of its own."""
    caller = outside(frame)
    return caller is not None and not is_users(caller) and caller.f_code.co_filename.startswith(FOLDER)


def is_method(frame):
    """Whether the user called a method, to get to a frame of the package: functions are called through `told`."""
    while frame is not None and not is_users(frame) and frame.f_code.co_filename.startswith(FOLDER):
        frame = outside(frame)
    return int(frame is None or not is_users(frame) or public_of(frame)[2])


def said(error, name, args, named, home, bound):
    """What PyTorch's functions that are written in Python let through: an attribute that something else has not."""
    try:
        check(name, args, named, HOMES.get(home, ""), bound)
    except (TypeError, AttributeError) as wrong:
        return wrong
    return error


def tell(home):
    """Let the names of a package, once they are all there, stand for its functions as users call them."""
    names = vars(sys.modules[home])
    for name, value in list(names.items()):
        if not name.startswith("_"):
            names[name] = published(value, home, name)
    _tower.functions_came(home)  # by an import statement, maybe, of which the table knows nothing


def tell_methods(tensor_class):
    """The same for methods, but for those that are called all the time."""
    for name, value in list(vars(tensor_class).items()):
        found = told_method(value, name)
        if found is not value:
            setattr(tensor_class, name, found)


def told_method(value, name):
    """A method as users call it: through `told` if it is no operation, under its own name if it is one of several."""
    if not is_plain(value) or name in HOT - CHECKED:
        return method_in_own_name(value, name)
    found = told(value, value.__module__, name, 1)
    found.__module__, found.__qualname__ = "minitorch", f"Tensor.{name}"  # where pickle finds it
    return found


def is_plain(value):
    """Whether a value is a function of the package that is neither an operation nor told already.

    Its code does not say: modes and transforms exchange that of both while they are on.
    """
    if type(value) is not FunctionType or hasattr(value, "op") or hasattr(value, "public"):
        return False
    return not value.__name__.startswith("_") and f"{value.__module__}.".startswith(PLACES)


def key_of(function):
    """The name of a function in its own file, which need not be the one that it shows; None for one made elsewhere."""
    scope = vars(sys.modules[function.__module__])
    if scope.get(function.__name__) is function:
        return function.__name__
    return next((key for key, value in scope.items() if value is function), None)


TOLD = next(code for code in told.__code__.co_consts if getattr(code, "co_name", "") == "call")


def is_users(frame):
    """Whether a frame is that of a function as users call it."""
    return frame.f_code is TOLD or frame.f_code is ALIAS


def public_of(frame):
    """The name of such a function, the prefix of its home, and 1 for a method."""
    name, home, bound = locals_of(frame)["call"].public
    return name, HOMES.get(home, ""), bound


def published(value, package, name):
    """A function as users call it: through `told` if it is no operation, under its own name if it is one of several."""
    if is_plain(value):
        if package == "minitorch.nn.functional" and name in SHARED:
            return getattr(sys.modules["minitorch"], name)
        shown[value] = value = told(value, package, name)
    return in_own_name(value, package, name)


def called(value, name):
    """`tell_methods` for one that is loaded when it is asked for."""
    return told_method(value, name)


# --- arguments of a wrong type ----------------------------------------------------------------------------------------


def wrong_type(error, name):
    """PyTorch's error where an argument of a failed call has a wrong type, or operands do not fit together, or None."""
    known, refused = refusal(error, name)
    if refused is None and "not supported for the input types" in str(error):
        refused = missing_kernel(error, name)
    if refused is None and (isinstance(error, NotImplementedError) or "can't be cast" in str(error)):
        return before_dtypes(error.__traceback__.tb_frame) if error.__traceback__ is not None else None
    if refused is not None or known or name in FORMS or (isinstance(error, TypeError) and is_meant(error)):
        return refused
    wrong = misfit(error)
    if wrong is None:
        return None
    return TypeError(f"{name}(): argument '{wrong[0]}' must be {wrong[1]}, not {type(wrong[2]).__name__}")


def refusal(error, name):
    """Whether the types of a failed call's arguments could be looked at, and PyTorch's TypeError where they are wrong."""
    step = error.__traceback__
    if step is None or not is_there("minitorch.signatures"):
        return False, None
    return judged(step.tb_frame, name)


def judged(frame, name):
    """The same for a frame of the failed call: the user's own call is looked at, be it that one or one further out."""
    table, top, outer = load("minitorch.signatures"), frame, outside(frame)
    while not is_users(top) and outer is not None and outer.f_code.co_filename.startswith(FOLDER):
        top, outer = outer, outside(outer)
    if top is not frame:
        name = called_name(top)
    if is_users(top):
        (name, home, bound), looked_at = public_of(top), locals_of(top).get("seen") is not None and top is not frame
        return table.is_known(name), None if looked_at else table.refusal(name, *given(top), home, bound)
    if name is None:
        return False, None
    args, named = given(top)
    if top.f_code.co_name == "__call__":  # of an operation
        return table.is_known(name), table.refusal(name, args[1:], named)
    return table.is_known(name), table.refusal(name, args, named, "", 1)


def before_dtypes(frame):
    """PyTorch's error for operands that do not broadcast, or whose result does not fit in place: dtypes come after those."""
    values = frame.f_locals
    op, size = values.get("op") or getattr(values.get("function"), "op", None), ()
    if getattr(op, "promote", None) is None:
        return None
    operands = [x for part in given(frame) for x in (part if isinstance(part, list) else part.values())]
    for shape in [x._array.shape for x in operands if hasattr(x, "_array")]:
        try:
            size = np.broadcast_shapes(size, shape)
        except ValueError:
            return load("minitorch.ops.call").broadcast_error(size, shape)
    if frame.f_code.co_name != "change":
        return None
    own, kind = values["self"], load("minitorch.ops.promotion").common(operands)
    if own._array.shape != size:
        return RuntimeError(f"output with shape {list(own.shape)} doesn't match the broadcast shape {list(size)}")
    if kind is not None and kind.category > own.dtype.category:
        return RuntimeError(f"result type {kind.title} can't be cast to the desired output type {own.dtype.title}")
    return None


# the kernels that miss a dtype, where PyTorch names them otherwise than NAME_cpu
KERNELS = {"floor_divide": "div_floor_cpu", "digamma": "digamma", "i0": "i0_vml_cpu", "lgamma": "lgamma_vml_cpu"}


def missing_kernel(error, name):
    """PyTorch's error for a dtype that an operation has no loop for, or None where the operands are not known."""
    if error.__traceback__ is None:
        return None
    frame = error.__traceback__.tb_frame
    operands = [x for part in given(frame) for x in (part if isinstance(part, list) else part.values())]
    kind = load("minitorch.ops.promotion").common(operands)
    if kind is None:
        return None
    return NotImplementedError(f"\"{KERNELS.get(name, name + '_cpu')}\" not implemented for '{kind.title}'")


def misfit(error):
    """(name, the type wanted, the value) of the first argument of a failed call that has a wrong type, or None."""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename.startswith(FOLDER):
        code, values = step.tb_frame.f_code, locals_of(step.tb_frame)
        if code.co_filename in ASKING:
            step = step.tb_next
            continue
        given = {name: values.get(name) for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]}
        if "args" in values and hasattr(values.get("op"), "parameters"):
            given |= zip(values["op"].parameters, values["args"], strict=False)
        for name, value in given.items():
            kind = None if value is None or (name == "k" and "beta" in given) else wanted(name, value)
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
    """What a failed call gives when it is read in another way (call_fallbacks.py); else NotImplemented."""
    return (
        load("minitorch.call_fallbacks").first(name, function, args, kwargs)
        if is_there("minitorch.call_fallbacks")
        else NotImplemented
    )


fill("minitorch.dtypes", first_used=lambda: is_there("minitorch.ops.unsigned") and load("minitorch.ops.unsigned"))
fill("minitorch._tower", published=published, called=called)


def misused(error):
    """The error for a tensor that stands where a number is wanted: PyTorch's TypeError where the user gave it to us."""
    frame = outside(sys._getframe(1))
    if not frame.f_code.co_filename.startswith(FOLDER) or not is_there("minitorch.signatures"):
        return error
    return judged(frame, called_name(frame))[1] or error


fill("minitorch.numpy_errors", wrong_type=wrong_type, read_otherwise=read_otherwise, look=look)
fill("minitorch._tensor", misused=misused)
