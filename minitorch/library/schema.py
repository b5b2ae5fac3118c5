"""schema: what an operator takes and gives, in a line: "(Tensor x, float k=1.0) -> Tensor"; read, and made of annotations (shelf)."""

import collections.abc
import inspect
import re
import sys
import types
import typing

from .._tensor import Tensor
from ..backend import device
from ..dtypes import dtype
from ..types import Number

__all__ = ["Argument", "FunctionSchema", "infer_schema", "parse_schema"]


class Argument:
    """One argument of a schema. Source: PyTorch, torch._C.Argument."""

    def __init__(self, type, name, default_value, has_default, kwarg_only, is_write):
        self.type, self.name, self.kwarg_only, self.is_write = type, name, kwarg_only, is_write
        self.default_value, self.has_default = default_value, has_default
        self.is_out = is_write and kwarg_only

    def has_default_value(self):
        return self.has_default


class FunctionSchema:
    """An operator's name, its arguments and the types of its results. Source: PyTorch, torch._C.FunctionSchema."""

    def __init__(self, name, overload_name, arguments, returns, text):
        self.name, self.overload_name, self.arguments, self.returns, self.text = (
            name, overload_name, arguments, returns, text,
        )  # fmt: skip
        self.is_mutable = any([one.is_write for one in arguments])

    def __str__(self):
        form = f".{self.overload_name}" if self.overload_name else ""
        return f"{self.name}{form}{self.text}"

    __repr__ = __str__


# --- reading one ----------------------------------------------------------------------------------------------------------

ONE = re.compile(
    r"(?P<type>\w+)(?P<alias>\([^)]*\))?(?P<more>[\[\]?\d]*)\s+(?P<name>\w+)(?:\s*=\s*(?P<default>.+))?$", re.S
)


def parse_schema(text, namespace=""):
    """The FunctionSchema of a line: "sin(Tensor x) -> Tensor". Errors: RuntimeError for what is none."""
    found = re.match(r"\s*(?:(\w+)::)?(\w*)(?:\.(\w+))?\s*(\(.*\))\s*->\s*(.+?)\s*$", text, re.S)
    if not found:
        raise RuntimeError(f'expected a schema such as "sin(Tensor x) -> Tensor", and not: {text}')
    space, name, overload, taken, given = found.groups()
    arguments, by_name = [], False
    for part in apart(taken[1:-1]):
        if part == "*":
            by_name = True
        else:
            arguments.append(parse_argument(part, by_name, text))
    inner = given[1:-1] if given.startswith("(") else given
    returns = [re.sub(r"\([^)]*\)", "", one).split()[0] for one in apart(inner)]
    listed = [shown(one) for one in arguments]
    alone = next((i for i, one in enumerate(arguments) if one.kwarg_only), None)
    listed = listed if alone is None else [*listed[:alone], "*", *listed[alone:]]
    full = f"{space or namespace}::{name}" if space or namespace else name
    return FunctionSchema(full, overload or "", arguments, returns, f"({', '.join(listed)}) -> {given}")


def apart(text):
    """The parts between commas that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def parse_argument(part, by_name, text):
    found = ONE.match(part)
    if not found:
        raise RuntimeError(f"expected a type and a name, as in 'Tensor x', and not '{part}', in: {text}")
    kind, alias, more, name, default = found.group("type", "alias", "more", "name", "default")
    written = kind + (alias or "") + more
    argument = Argument(kind + more, name, None, default is not None, by_name, bool(alias and "!" in alias))
    argument.written = written
    if default is not None:
        argument.default_value = value_of(default.strip(), kind)
    return argument


def value_of(text, kind):
    """The value of a default as a schema writes it."""
    words = {"None": None, "True": True, "False": False, "[]": []}
    if text in words:
        return words[text]
    if text[0] in "\"'":
        return device(text[1:-1]) if kind == "Device" else text[1:-1]
    if text[0] == "[":
        return [value_of(one, kind) for one in apart(text[1:-1])]
    if re.fullmatch(r"[-+]?\d+", text):
        return float(text) if kind == "float" else int(text)
    if re.fullmatch(r"[-+.\deE]+|[-+]?(inf|nan)", text):
        return float(text)
    return vars(sys.modules[dtype.__module__]).get(text, text)  # a dtype by its name: float32


def shown(argument):
    """An argument as PyTorch writes it: 1.0 becomes 1."""
    if not argument.has_default:
        return f"{argument.written} {argument.name}"
    value = argument.default_value
    text = f'"{value}"' if isinstance(value, (str, device)) else str(value)
    if isinstance(value, float) and value == int(value) if isinstance(value, float) and abs(value) < 2**53 else False:
        text = f"{int(value)}."
    return f"{argument.written} {argument.name}={text.removeprefix('minitorch.')}"


# --- making one of a function's annotations -----------------------------------------------------------------------------------


def supported_types():
    """{annotation: the word of a schema}, as PyTorch's table has them."""
    found = {}
    rows = [
        (Tensor, "Tensor", 1, 1, 0), (int, "SymInt", 1, 0, 1), (float, "float", 1, 0, 1), (bool, "bool", 1, 0, 1),
        (str, "str", 0, 0, 0), (Number, "Scalar", 1, 0, 0), (dtype, "ScalarType", 0, 0, 0), (device, "Device", 0, 0, 0),
    ]  # fmt: skip
    for kind, word, lists, of_optional, optional in rows:
        found[kind], found[typing.Optional[kind]] = word, f"{word}?"  # noqa: UP045
        if lists:
            found |= dict.fromkeys(sequences(kind), f"{word}[]")
        if of_optional:
            found |= dict.fromkeys(sequences(typing.Optional[kind]), f"{word}?[]")  # noqa: UP045
        if optional:
            found |= dict.fromkeys([typing.Optional[one] for one in sequences(kind)], f"{word}[]?")  # noqa: UP045
    return found


def sequences(kind):
    """The ways to annotate several of a kind."""
    several = (collections.abc.Sequence, list)
    return [typing.Sequence[kind], typing.List[kind], *[types.GenericAlias(one, (kind,)) for one in several]]  # type: ignore # noqa: UP006


PARAMETERS = supported_types()
RETURNS = {
    Tensor: "Tensor", typing.List[Tensor]: "Tensor[]", list[Tensor]: "Tensor[]", int: "SymInt", float: "float",  # noqa: UP006
    bool: "bool", Number: "Scalar",
}  # fmt: skip


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    """The schema that a function's annotations make.

    >>> import minitorch as mt
    >>> def scale(x: mt.Tensor, by: float = 2.0) -> mt.Tensor: ...
    >>> mt.library.infer_schema(scale, mutates_args=(), op_name="scale")
    'scale(Tensor x, float by=2.0) -> Tensor'

    Errors: ValueError for a parameter or result without an annotation, or with one that no operator takes.
    Source: PyTorch, torch.library.infer_schema.
    """
    signature = inspect.signature(prototype_function)
    mutates_args = mutates_args if isinstance(mutates_args, str) else tuple(mutates_args)

    def refuse(what):
        raise ValueError(f"infer_schema(func): {what} Got func with signature {signature})")

    def evaluated(annotation):
        if not isinstance(annotation, str):
            return annotation
        try:
            return eval(annotation, prototype_function.__globals__)
        except Exception as error:
            refuse(f"Unsupported type annotation {annotation}. It is not a type. ({error}).")

    parts: list = []
    for place, (name, parameter) in enumerate(signature.parameters.items()):
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            refuse("We do not support positional-only args, varargs, or varkwargs.")
        if parameter.kind == parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        if parameter.annotation is parameter.empty:
            refuse(f"Parameter {name} must have a type annotation.")
        word = PARAMETERS.get(evaluated(parameter.annotation))
        if word is None:
            refuse(
                f"Parameter {name} has unsupported type {parameter.annotation}. The valid types are: {PARAMETERS.keys()}."
            )
        word = marked(word, name, place, mutates_args, refuse)
        parts.append(f"{word} {name}" + default_of(name, parameter, refuse))
    if mutates_args != "unknown" and set(mutates_args) - set(signature.parameters):
        refuse(
            f"{set(mutates_args) - set(signature.parameters)} in mutates_args were not found in the custom op's signature. "
            "mutates_args should contain the names of all args that the custom op mutates, or just the string 'unknown' "
            "if you don't know."
        )
    return f"{op_name or ''}({', '.join(parts)}) -> {result_of(evaluated(signature.return_annotation), refuse)}"


def marked(word, name, place, mutates_args, refuse):
    """The type with a mark where the argument is changed in place."""
    if isinstance(mutates_args, str):
        if mutates_args != "unknown":
            raise ValueError(
                "mutates_args must either be a sequence of the names of the arguments that are mutated or the string "
                "'unknown'. "
            )
        changed = word.startswith("Tensor")
    else:
        changed = name in mutates_args
    if changed and not word.startswith("Tensor"):
        refuse(f"Parameter {name} is in mutable_args but only Tensors or collections of Tensors can be mutated")
    return f"Tensor(a{place}!){word.removeprefix('Tensor')}" if changed else word


def default_of(name, parameter, refuse):
    """ "=1.0" for a parameter with a default."""
    value = parameter.default
    if value is parameter.empty:
        return ""
    if value is None or isinstance(value, (int, float, bool)):
        return f"={value}"
    if isinstance(value, (str, device)):
        return f'="{value}"'
    if isinstance(value, dtype):
        return f"={str(value).partition('.')[2]}"
    return refuse(f"Parameter {name} has an unsupported default value type {type(value)}.")


def result_of(annotation, refuse):
    """The types of the results."""
    if annotation is None:
        return "()"
    if annotation is inspect.Parameter.empty:
        refuse("No return type annotation was provided. Please add one.")
    several = typing.get_origin(annotation) is tuple
    parts = typing.get_args(annotation) if several else (annotation,)
    if any([one not in RETURNS for one in parts]):
        refuse(f"Return has unsupported type {annotation}. The valid types are: {RETURNS}.")
    words = ", ".join([RETURNS[one] for one in parts])
    if not several:
        return words
    return f"(({words}))" if len(parts) == 1 else f"({words})"
