"""overloads: the operators of PyTorch that modes are shown, what they take, and which of them a call stands for (shelf)."""

import os
import re
from functools import cache
from numbers import Integral

from .. import dtypes
from .._tensor import Tensor
from .._tower import load
from ..backend import device
from ..dtypes import dtype
from ..memory_format import layout, memory_format
from ..random import Generator

DATA = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")
FILE, FORMS = os.path.join(DATA, "operators.txt"), os.path.join(DATA, "overloads.txt")
OTHER_NAMES = {"input": "self", "x": "self", "axis": "dim", "keepdims": "keepdim", "dims": "dim"}
NUMBERS_TOO = frozenset("add sub mul div true_divide floor_divide add_ sub_ mul_ div_ floor_divide_".split())
MADE_WITH = re.compile(
    r"ScalarType\? dtype=\w+, Layout\? layout=None, Device\? device=None, bool\? pin_memory=None(, )?"
)
OF_ALL = {
    "all": "all_out",
    "any": "all_out",
    "mean": "dtype_out",
    "max": "unary_out",
    "min": "unary_out",
}  # not of a dimension
NO_FIT = object()  # a value of another type than an argument takes


@cache
def lines():
    """{name of an operator: its forms, in the order in which they are tried}, each as the table has it."""
    found: dict = {}
    with open(FILE, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                full = line.partition("(")[0]
                found.setdefault(full.partition(".")[0], {})[full.partition(".")[2] or "default"] = line.strip()
    return found


@cache
def all_forms():
    """{name of an operator: the names of all its forms in PyTorch}, of those with forms that the table has no schema of."""
    with open(FORMS, encoding="utf-8") as file:
        return {line.split()[0]: line.split()[1:] for line in file if not line.startswith("#")}


@cache
def schema_of(name, overload):
    """The schema of one form of an operator; None for what the table does not have."""
    line = lines().get(name, {}).get(overload) or line_of_writing(name, overload)
    return None if line is None else load("minitorch.library.schema").parse_schema(line, "aten")


def writing(name, which):
    """The form of an operator that writes into `out` what another form gives: IntList_out for dim_IntList; None if there is none."""
    first = OF_ALL.get(name) if which == "default" else f"{which}_out"
    wished = (first, f"{which.removeprefix('dim_')}_out", "out_" + which.removeprefix("Tensor_"), "out")
    return next((one for one in wished if one in all_forms().get(name, ())), None)


def line_of_writing(name, overload):
    """The schema of a form with `out`, worked out from that of the form which makes one new tensor."""
    for which, line in lines().get(name, {}).items():
        given, made = line.partition("(")[2].rsplit(") -> ", 1)
        if made == "Tensor" and not name.endswith(("backward", "backward_data")) and writing(name, which) == overload:
            given = MADE_WITH.sub("", given).removesuffix("*, ").removesuffix(", ")  # `out` has its own
            star = "" if "*, " in given else "*, "
            return f"{name}.{overload}({given}, {star}Tensor(a!) out) -> Tensor(a!)"
    return None


# --- the arguments of a call in the form in which operators take them ---------------------------------------------------------


def choose(name, args, kwargs):
    """(overload name, arguments by place, arguments by name) of the operator that a call stands for; None if there is none."""
    for overload in lines()[name]:
        bound = bind(name, schema_of(name, overload), args, kwargs)
        if bound is not None:
            return overload, *bound
    return None


def assigned(schema, args, kwargs, gather):
    """{name of an argument: what a call gives for it}; None where something comes twice, or is not known."""
    places = [one for one in schema.arguments if not one.kwarg_only]
    args = gather(places, args)
    if len(args) > len(places):
        return None
    given = dict(zip([one.name for one in places], args, strict=False))
    known = {one.name for one in schema.arguments}
    for key, value in kwargs.items():
        key = key if key in known else OTHER_NAMES.get(key, key)
        if key not in known or key in given:
            return None
        given[key] = value
    return given


def bind(name, schema, args, kwargs):
    """The arguments as an operator is given them, without those that have their default; None where they do not fit."""
    given = assigned(schema, args, kwargs, gathered)
    if given is None:
        return None
    for one in schema.arguments:
        if one.name in given:
            given[one.name] = taken(given[one.name], one.type, name)
            if given[one.name] is NO_FIT:
                return None
        elif not one.has_default:
            return None
    return trimmed(schema, given)


def arranged(func, args, kwargs):
    """The arguments of an operator that is called itself, as modes are shown them."""
    if func._schema is None:
        return args, kwargs
    bound = bind(func.overloadpacket.__name__, func._schema, args, kwargs)
    return (args, kwargs) if bound is None else bound


def trimmed(schema, given):
    """Arguments by place up to the last that has not its default, and those by name that have not."""
    by_place = [one for one in schema.arguments if not one.kwarg_only]
    while by_place and is_default(by_place[-1], given):
        by_place.pop()
    first = [given.get(one.name, one.default_value) for one in by_place]
    return tuple(first), {
        one.name: given[one.name] for one in schema.arguments if one.kwarg_only and not is_default(one, given)
    }


def is_default(argument, given):
    if argument.name not in given:
        return True
    value, default = given[argument.name], argument.default_value
    if not argument.has_default or isinstance(value, Tensor):
        return False
    if argument.type.startswith("ScalarType") and default == 4:
        return value is dtypes.int64
    if isinstance(value, list) and isinstance(default, int):
        return all([n == default for n in value])
    return type(value) is type(default) and value == default


def gathered(places, args):
    """Sizes that were given one by one, `x.view(2, 3)`, as one argument."""
    for i, one in enumerate(places[: len(args)]):
        if one.type in ("SymInt[]", "int[]", "int[1]", "int[]?", "int[1]?"):
            rest = args[i:]
            if (len(rest) > 1 or one.type.startswith("SymInt")) and all([is_int(n) for n in rest]):
                return (*args[:i], list(rest))
        if one.type != "Tensor":
            break
    return args


def is_int(value):
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_number(value):
    return isinstance(value, (bool, int, float, complex)) or is_int(value)


SIMPLE = {
    "bool": bool, "str": str, "ScalarType": (dtype, type), "Device": (device, str, int), "Layout": layout,
    "MemoryFormat": memory_format, "Generator": Generator,
}  # fmt: skip


def taken(value, kind, name):
    """A value as an operator takes it, or NO_FIT."""
    if kind.endswith("?"):
        return None if value is None else taken(value, kind[:-1], name)
    if kind.endswith("]"):
        return taken_list(value, *kind[:-1].split("[")[-2:], name)
    if kind == "Tensor":
        fits = isinstance(value, Tensor) or (name in NUMBERS_TOO and is_number(value))
        return value if fits else NO_FIT
    if kind in ("int", "SymInt"):
        return int(value) if is_int(value) else NO_FIT
    if kind == "float":
        return float(value) if is_number(value) and not isinstance(value, complex) else NO_FIT
    if kind == "Scalar":
        return plain_number(value)
    if kind == "Device" and isinstance(value, SIMPLE[kind]):
        return device(value)
    if kind == "ScalarType" and isinstance(value, type):
        return dtypes.named(value)
    return value if isinstance(value, SIMPLE.get(kind, object)) else NO_FIT


def plain_number(value):
    """A number, also that of a tensor without dimensions."""
    if isinstance(value, Tensor):
        return value._array.item() if value.dim() == 0 and not value._requires_grad else NO_FIT
    return value.item() if hasattr(value, "item") else value if is_number(value) else NO_FIT


def taken_list(value, inner, length, name):
    """A list; one number where the operator says how many there are to be: as many of it."""
    if isinstance(value, Tensor) or not isinstance(value, (list, tuple)):
        if not length or not (is_int(value) or isinstance(value, bool)):
            return NO_FIT
        value = [value] * int(length)
    made = [taken(one, inner, name) for one in value]
    return NO_FIT if any([one is NO_FIT for one in made]) else made
