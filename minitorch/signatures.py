"""signatures: whether the arguments of a call that failed have the types that PyTorch's function takes (shelf).

A call that succeeds never comes here. A table says for each function of PyTorch, in a line, what it takes: `T` a tensor,
`i` an int, `b` a bool ... A call fits when one of the forms takes it; where none does, PyTorch raises TypeError before it
looks at any number, whatever else is wrong.
"""

import os

import numpy as np

from ._tensor import Tensor
from .arg_parser import is_fraction
from .backend import device
from .dtypes import dtype
from .memory_format import layout, memory_format
from .random import Generator
from .size import Size

FILE = os.path.join(os.path.dirname(__file__), "data", "signatures.txt")
TYPES = {
    "T": "Tensor", "S": "Number", "i": "int", "f": "float", "b": "bool", "s": "str", "I": "tuple of ints", "Z": "tuple of ints",
    "F": "tuple of floats",
    "B": "tuple of bools", "L": "tuple of Tensors", "d": "torch.dtype", "D": "torch.device", "G": "torch.Generator",
    "l": "torch.layout", "m": "torch.memory_format",
}  # fmt: skip
OTHER_NAMES = {
    "axis": "dim",
    "keepdims": "keepdim",
    "x1": "input",
    "x2": "other",
    "x": "input",
    "self": "input",
    "a": "input",
}
KERNELS = {
    "grid_sample": "grid_sampler",
    "nn_grid_sample": "grid_sampler",
}  # functions that hand on to one of another name
# the functions of nn.functional that PyTorch has not in Python
COMPILED = frozenset(
    """
    adaptive_avg_pool1d avg_pool1d avg_pool2d avg_pool3d bilinear celu_ channel_shuffle conv1d conv2d conv3d conv_tbc
    conv_transpose1d conv_transpose2d conv_transpose3d cosine_similarity elu_ gelu hardshrink hardtanh_ leaky_relu_ linear
    logsigmoid native_channel_shuffle one_hot pairwise_distance pdist pixel_shuffle pixel_unshuffle prelu relu_ rrelu_
    scaled_dot_product_attention selu_ softplus softshrink threshold_
    """.split()
)
NUMBERS_TOO = frozenset("add sub mul div subtract multiply divide true_divide floor_divide".split())
forms: dict = {}  # name -> its forms: lists of (kind, may be None, name, has a default, by name alone, what is missed)


def refusal(name, args, named, home="", bound=0):
    """PyTorch's TypeError for arguments of a wrong type; None where they fit or the function is not known.

    `bound` is 1 for the call of a method: positions are counted without its tensor. A function that PyTorch writes in
    Python misses a method of what is no tensor: that is an AttributeError.
    """
    places = ("Tensor." + name, name) if bound else (home + name, name)
    name = next((one for one in places if is_known(one)), None)
    found = forms.get(name) or forms.get(str(name).rstrip("_"), ())
    compiled = home != "nn_" or str(name).removeprefix("nn_") in COMPILED
    wrong = [misfit(form, args, named, name, bound, compiled) for form in found]
    if not found or None in wrong:
        return too_large(found[wrong.index(None)], args, named, bound) if found else None
    shown = name.removeprefix("nn_").removeprefix("Tensor.")
    if bound and len(found) == len(found[0]) == 1 < len(args):
        return TypeError(f"TensorBase.{shown}() takes no arguments ({len(args) - 1} given)")
    words = next((one for one in wrong if "failed to unpack" in one or not one.startswith("()")), None)
    count = len(args) - bound + len(named)
    plausible = [one for form, one in zip(found, wrong, strict=True) if takes_as_many(form, count, bound)]
    if len(found) == 1 or len(plausible) == 1 or words is not None:
        words = words or (plausible or wrong)[0]
        if words.startswith(("'", "type object")):
            return AttributeError(words)
        shown = KERNELS.get(name, shown) if words.startswith("():") else shown
        return TypeError(shown + words if words.startswith("()") else words)
    got = ", ".join([title(a) for a in args[bound:]] + [f"{key}={title(value)}" for key, value in named.items()])
    expected = "".join([f"\n * ({written(form[bound:])})" for form in found])
    return TypeError(
        f"{shown}() received an invalid combination of arguments - got ({got}), but expected one of:{expected}\n"
    )


def too_large(form, args, named, bound):
    """PyTorch's error for an int of more than 64 bits in a call that fits a form."""
    for (kind, *_), value in zip(form, args, strict=False):
        if kind == "i" and isinstance(value, int) and not -(2**63) <= value < 2**63:
            return ValueError("Overflow when unpacking long long")
    for kind, _, name, *_ in form:
        value = named.get(name)
        if kind == "i" and isinstance(value, int) and not -(2**63) <= value < 2**63:
            return ValueError("Overflow when unpacking long long")
    return None


def takes_as_many(form, count, bound):
    """Whether a form has room for so many arguments, and wants no more."""
    return sum([not part[3] for part in form]) - bound <= count <= len(form) - bound


def written(form):
    """A form as PyTorch writes it: Tensor input, *, torch.dtype dtype = None."""
    found = [f"{TYPES.get(kind, 'Any')} {name}{' = None' * default}" for kind, _, name, default, _, _ in form]
    alone = next((i for i, part in enumerate(form) if part[4]), None)
    return ", ".join(found if alone is None else [*found[:alone], "*", *found[alone:]])


def is_known(name):
    """Whether the table says what a function takes."""
    return name in forms or name.rstrip("_") in forms


def read():
    """Read the table."""
    with open(FILE, encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                names, _, text = line.partition(":")
                parsed = [parse(form) for form in text.split(" | ")]
                forms.update(dict.fromkeys(names.split(), parsed))


def parse(text):
    """One form: `T input, I? dim=, *, b keepdim=`."""
    found, alone = [], False
    for part in [p.strip() for p in text.split(",") if p.strip()]:
        if part == "*":
            alone = True
        else:
            kind, name = part.split()
            kind, _, method = kind.partition(".")
            found.append((kind[0], kind.endswith("?"), name.rstrip("="), name.endswith("="), alone, method))
    return found


def misfit(form, args, named, function, bound=0, compiled=True):
    """Why a form does not take these arguments, in PyTorch's words, or Python's where it is not compiled; None where it does."""
    named = {OTHER_NAMES.get(key, key) if key not in [p[2] for p in form] else key: v for key, v in named.items()}
    named.pop("out", None)
    places = [p for p in form if not p[4]]
    args = gathered(places, args, bound)
    if len(args) > len(places):
        return too_many(places, len(args) - bound, bound)
    given = dict(zip([p[2] for p in places], args, strict=False))
    strange = [key for key in named if key in given or key not in [p[2] for p in form]]
    in_python = not compiled or any([part[5] for part in form])
    if strange and (in_python or set(given) | set(named) >= {part[2] for part in form if not part[3]}):
        return f"() got an unexpected keyword argument '{strange[0]}'"
    given |= named
    missing = [part[2] for part in form if not part[3] and part[2] not in given]
    if missing and in_python:  # Python itself looks first whether all are there
        return f"() missing {len(missing)} required positional argument{'s' * (len(missing) > 1)}: {in_words(missing)}"
    for index, (kind, optional, name, default, _, method) in enumerate(form):
        if name not in given and not default:
            names = ", ".join([f'"{one}"' for one in missing])
            return f"() missing {len(missing)} required positional argument{'s' * (len(missing) < 2)}: {names}"
        if name in given and not takes(kind, given[name], optional or (default and kind in "TGD"), function):
            place = f" (position {index + 1 - bound})" if name not in named else ""
            if method:
                return no_attribute(given[name], method)
            if kind in "VL" and isinstance(given[name], (tuple, list)):
                return no_tensors(given[name], 0 if kind == "V" else index)
            if kind in "IZ" and isinstance(given[name], (tuple, list)):
                return no_sizes(name, given[name], place)
            return f"(): argument '{name}'{place} must be {TYPES[kind]}, not {title(given[name])}"
    return None


def in_words(names):
    """Names as Python lists them: 'a', 'b', and 'c'."""
    quoted = [f"'{name}'" for name in names]
    return " and ".join(quoted) if len(quoted) < 3 else f"{', '.join(quoted[:-1])}, and {quoted[-1]}"


def too_many(places, count, bound):
    """PyTorch's words for more arguments than there are places."""
    least, most = sum([not p[3] for p in places]) - bound, len(places) - bound
    if least != most:
        return f"() takes from {least} to {most} positional arguments but {count} were given"
    return f"() takes {most} positional argument{'s' * (most != 1)} but {count} {'was' if count == 1 else 'were'} given"


def no_attribute(value, name):
    """Python's words for what a value does not have."""
    kind = f"type object '{value.__name__}'" if isinstance(value, type) else f"'{type(value).__name__}' object"
    return f"{kind} has no attribute '{name}'"


def no_tensors(values, index):
    """PyTorch's words for the first of several values that is no tensor."""
    at, value = next((i, v) for i, v in enumerate(values) if not is_tensor(v))
    return f"expected Tensor as element {at} in argument {index}, but got {title(value)}"


def no_sizes(name, values, place):
    """PyTorch's words for the first of several sizes that is no int; the very first says whether sizes are meant at all."""
    at, bad = next((i, one) for i, one in enumerate(values) if not (is_int(one) or (i and isinstance(one, bool))))
    if at == 0:
        words = f"must be tuple of ints, but found element of type {title(bad)} at pos 0"
        return f"(): argument '{name}'{place} {words}"
    words = f'"type must be tuple of ints,but got {title(bad)}"'
    return f"(): argument '{name}' failed to unpack the object at pos {at + 1} with error {words}"


def gathered(places, args, bound):
    """The arguments with sizes that were given one by one, x.view(2, 3), as one."""
    if places and places[0][0] == "V" and not (len(args) == 1 and isinstance(args[0], (tuple, list))):
        return (tuple(args),)
    at = next((i for i, p in enumerate(places) if p[0] in "IZL"), None)
    if at is None or at + 1 < len(places) or at != bound or len(args) <= at or isinstance(args[at], (tuple, list)):
        return args
    if places[at][0] in "IZ" and not is_int(args[at]):
        return args
    return (*args[:at], tuple(args[at:]))


def takes(kind, value, optional, function):
    """Whether an argument of a kind may have this value."""
    if value is None:
        return optional or kind == "A"
    if hasattr(type(value), "__torch_function__") and not isinstance(value, Tensor):
        return True  # it takes the function over
    if kind == "T":
        return is_tensor(value) or (function.strip("_") in NUMBERS_TOO and is_number(value))
    return TAKES[kind](value)


def is_tensor(value):
    return isinstance(value, (Tensor, np.ndarray)) or hasattr(value, "__cuda_array_interface__")


def is_number(value):
    return isinstance(value, (int, float, complex, np.number, np.bool_)) or is_scalar(value)


def is_scalar(value):
    """Whether a tensor may stand for a number."""
    return isinstance(value, Tensor) and value._array.ndim == 0 and not value._requires_grad


def is_int(value):
    if isinstance(value, Tensor):
        return not is_fraction(value) and value._array.ndim == 0
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def is_float(value):
    return isinstance(value, (int, float, np.floating, np.integer)) or is_scalar(value)


def several(one):
    """Whether a value is a sequence of such things."""
    return lambda value: isinstance(value, (tuple, list)) and all([one(v) for v in value])


def are_ints(value):
    """Sizes: of a sequence PyTorch looks at the first; a number alone stands for as many as are wanted."""
    if isinstance(value, (tuple, list)):
        return all([is_int(v) or (i and isinstance(v, bool)) for i, v in enumerate(value)])
    return is_int(value) or (isinstance(value, Tensor) and not is_fraction(value))


TAKES = {
    "A": lambda v: True,
    "S": is_number, "i": is_int, "f": is_float,
    "b": lambda v: isinstance(v, (bool, np.bool_)), "s": lambda v: isinstance(v, (str, bytes)),
    "I": are_ints, "Z": lambda v: isinstance(v, (tuple, list)) and are_ints(v), "F": several(is_float),
    "B": several(lambda v: isinstance(v, bool)),
    "L": several(lambda v: v is None or is_tensor(v)), "V": several(is_tensor),
    "d": lambda v: isinstance(v, dtype) or v in (int, float, bool, complex),
    "D": lambda v: isinstance(v, (str, device, int)) and not isinstance(v, bool), "G": lambda v: isinstance(v, Generator),
    "l": lambda v: isinstance(v, layout), "m": lambda v: isinstance(v, memory_format),
}  # fmt: skip


def title(value):
    """The name of a value's type in errors: that of a compiled one with its module before it."""
    kind = type(value)
    if kind in (dtype, device, layout, memory_format, Size):
        return f"minitorch.{kind.__name__}"
    plain = kind.__flags__ & HEAP or kind.__module__ == "builtins"
    return kind.__name__ if plain else f"{kind.__module__}.{kind.__name__}"


HEAP = 1 << 9  # CPython's mark of a class that a `class` statement made


read()
