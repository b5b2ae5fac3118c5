"""operators: which of PyTorch's operators a call above autograd stands for: aten::linear, aten::dropout ... (shelf)."""

import os
from functools import cache

from .._tensor import Tensor
from ..dispatch.overloads import FILE, NO_FIT, NUMBERS_TOO, assigned, gathered, is_int, is_number, lines, taken
from ..library.schema import parse_schema
from ..memory_format import memory_format
from .kinds import CODES

HERE = os.path.join(os.path.dirname(FILE), "composed.txt")
WORDS = ("int", "SymInt", "float", "bool", "Scalar")


@cache
def table():
    """{name of an operator: its forms}: those below autograd, and those that PyTorch composes of them."""
    found = {name: list(forms.values()) for name, forms in lines().items()}
    with open(HERE, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                found.setdefault(line.partition("(")[0].partition(".")[0], []).append(line.strip())
    return found


@cache
def schemas(name):
    """The schemas of an operator's forms, in the order in which they are tried."""
    found = [parse_schema(line, "aten") for line in table().get(name, ())]
    return sorted(found, key=lambda one: "Scalar" in one.overload_name) if name in NUMBERS_TOO else found


def chosen(name, args, kwargs):
    """(schema, a value for each of its arguments) of a call, or None where it fits no form of the operator."""
    for schema in schemas(name):
        found = bound(name, schema, args, kwargs)
        if found is not None:
            return schema, found
    return None


def bound(name, schema, args, kwargs):
    """The arguments in the order of the schema, defaults with them; None where they do not fit."""
    given = assigned(schema, args, kwargs, gathered_sizes)
    if given is None:
        return None
    values = []
    for one in schema.arguments:
        if one.name not in given and not one.has_default:
            return None
        value = fitted(given[one.name], one.type, name) if one.name in given else default(one)
        if value is NO_FIT:
            return None
        values.append(value)
    return values


def default(argument):
    """The value of an argument that is not given."""
    value = argument.default_value
    if argument.type.endswith("]") and is_int(value):
        return [value] * int(argument.type.rpartition("[")[2][:-1] or 1)
    return float(value) if argument.type == "float" and value is not None else value


def gathered_sizes(places, args):
    """Sizes that were given one by one, as one argument; some may be numbers that were traced."""
    for i, one in enumerate(places[: len(args)]):
        if one.type in ("SymInt[]", "int[]", "int[1]", "int[]?", "int[1]?"):
            rest = args[i:]
            if all([is_int(n) or is_size(n) for n in rest]):
                return (*args[:i], list(rest))
        if one.type != "Tensor":
            break
    return gathered(places, args)


def is_size(value):
    """Whether a value can be a size that was traced: a tensor of one integer."""
    return isinstance(value, Tensor) and value._array.ndim == 0 and value._array.dtype.kind in "iu"


def fitted(value, kind, name):
    """A value as an operator takes it, with the numbers in it that were traced, or NO_FIT."""
    inner = kind.rstrip("?")
    if value is None:
        return None if kind.endswith("?") else NO_FIT
    if inner.endswith("]") and isinstance(value, (list, tuple)):
        word = inner.rpartition("[")[0]
        made = [fitted(one, word, name) for one in value]
        return NO_FIT if any([one is NO_FIT for one in made]) else made
    if inner.endswith("]") and is_size(value) and inner[-2] != "[" and inner.startswith(WORDS):
        return [value] * int(inner.rpartition("[")[2][:-1])
    if inner in WORDS and inner != "bool" and isinstance(value, Tensor):
        return value if is_size(value) or (inner == "Scalar" and value._array.ndim == 0) else NO_FIT
    if inner == "ScalarType" and value in CODES:
        return CODES[value]
    if inner == "ScalarType" and is_int(value):
        return int(value)
    if inner == "MemoryFormat":
        return FORMATS[str(value).rpartition(".")[2]] if isinstance(value, memory_format) else value
    if inner == "Layout":
        return 0
    if inner == "Tensor" and name in NUMBERS_TOO and is_number(value):
        return value
    return taken(value, kind, name)


FORMATS = {"contiguous_format": 0, "preserve_format": 1, "channels_last": 2, "channels_last_3d": 3}


# --- which form a node is ----------------------------------------------------------------------------------------------------


def schema_of(node):
    """The schema of a node's operator, by how many inputs it has and of which types; None for what is none of aten's."""
    space, _, name = node.kind().partition("::")
    if space != "aten":
        return None
    fits = [one for one in schemas(name) if len(one.arguments) == node.inputsSize()]
    for one in fits:
        if all([agrees(a.type, x.type().kind()) for a, x in zip(one.arguments, node.inputs(), strict=True)]):
            return one
    return fits[0] if fits else None


AGREE = {
    "Tensor": ("TensorType",), "int": ("IntType",), "SymInt": ("IntType",), "float": ("FloatType", "IntType"),
    "Scalar": ("IntType", "FloatType", "BoolType", "NumberType"), "bool": ("BoolType",), "str": ("StringType",),
    "Device": ("DeviceObjType",), "ScalarType": ("IntType",), "Layout": ("IntType",), "MemoryFormat": ("IntType",),
}  # fmt: skip


def agrees(word, kind):
    """Whether an argument of a schema takes a value of a type."""
    if kind == "NoneType":
        return word.endswith("?")
    word = word.rstrip("?")
    return kind == "ListType" if word.endswith("]") else kind in AGREE.get(word, (kind,))


def line_of(node):
    """The operator as PyTorch writes it, or None."""
    schema = schema_of(node)
    return None if schema is None else str(schema)


def argument_names(node):
    """The names of a node's inputs."""
    schema = schema_of(node)
    return [] if schema is None else [one.name for one in schema.arguments]
