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

FILE = os.path.join(os.path.dirname(__file__), "data", "signatures.txt")
TYPES = {
    "T": "Tensor", "S": "Number", "i": "int", "f": "float", "b": "bool", "s": "str", "I": "tuple of ints", "F": "tuple of floats",
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
NUMBERS_TOO = frozenset("add sub mul div subtract multiply divide true_divide floor_divide".split())
forms: dict = {}  # name -> its forms: lists of (kind, may be None, name, has a default, by name alone)


def refusal(name, args, named, home=""):
    """PyTorch's TypeError for arguments of a wrong type; None where they fit or the function is not known."""
    name = next((one for one in (home + name, name) if is_known(one)), None)
    found = forms.get(name) or forms.get(str(name).rstrip("_"), ())
    wrong = [misfit(form, args, named, name) for form in found]
    if not found or None in wrong:
        return None
    if len(found) == 1:
        return TypeError(KERNELS.get(name, name.removeprefix("nn_")) + wrong[0])
    got = ", ".join([title(a) for a in args] + [f"{key}={title(value)}" for key, value in named.items()])
    return TypeError(f"{name}() received an invalid combination of arguments - got ({got})")


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
            found.append((kind[0], kind.endswith("?"), name.rstrip("="), name.endswith("="), alone))
    return found


def misfit(form, args, named, function):
    """Why a form does not take these arguments, in PyTorch's words; None where it does."""
    named = {OTHER_NAMES.get(key, key) if key not in [p[2] for p in form] else key: v for key, v in named.items()}
    named.pop("out", None)
    places = [p for p in form if not p[4]]
    args = gathered(places, args)
    if len(args) > len(places):
        count = f"{len(places)} positional argument{'s' * (len(places) > 1)}"
        return f"() takes {count} but {len(args)} {'was' if len(args) == 1 else 'were'} given"
    given = dict(zip([p[2] for p in places], args, strict=False))
    strange = [key for key in named if key in given or key not in [p[2] for p in form]]
    if strange:
        return f"() got an unexpected keyword argument '{strange[0]}'"
    given |= named
    for index, (kind, optional, name, default, _) in enumerate(form):
        if name not in given:
            if not default:
                missing = [p[2] for p in places[index:] if not p[3] and p[2] not in given]
                words = ", ".join([f'"{one}"' for one in missing or [name]])
                return f"() missing {max(len(missing), 1)} required positional arguments: {words}"
        elif not takes(kind, given[name], optional or (default and kind in "TGD"), function):
            place = f" (position {index + 1})" if name not in named else ""
            if kind == "I" and isinstance(given[name], (tuple, list)) and not all(map(is_int, given[name])):
                at, bad = next((i, one) for i, one in enumerate(given[name]) if not is_int(one))
                words = f"must be tuple of ints, but found element of type {title(bad)} at pos {at}"
                return f"(): argument '{name}'{place} {words}"
            return f"(): argument '{name}'{place} must be {TYPES[kind]}, not {title(given[name])}"
    return None


def gathered(places, args):
    """The arguments with sizes that were given one by one, x.view(2, 3), as one."""
    at = next((i for i, p in enumerate(places) if p[0] in "IL"), None)
    if at is None or at + 1 < len(places) or len(args) <= at or isinstance(args[at], (tuple, list)):
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
    return isinstance(value, (Tensor, np.ndarray))


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
    return is_int(value) or (isinstance(value, (tuple, list)) and all([is_int(v) for v in value]))


TAKES = {
    "A": lambda v: True,
    "S": is_number, "i": is_int, "f": is_float, "b": lambda v: isinstance(v, (bool, np.bool_)), "s": lambda v: isinstance(v, str),
    "I": are_ints, "F": several(is_float), "B": several(lambda v: isinstance(v, bool)),
    "L": several(lambda v: v is None or is_tensor(v)), "d": lambda v: isinstance(v, dtype) or v in (int, float, bool, complex),
    "D": lambda v: isinstance(v, (str, device, int)) and not isinstance(v, bool), "G": lambda v: isinstance(v, Generator),
    "l": lambda v: isinstance(v, layout), "m": lambda v: isinstance(v, memory_format),
}  # fmt: skip


def title(value):
    """The name of a value's type in errors."""
    return "Tensor" if isinstance(value, Tensor) else type(value).__name__


read()
