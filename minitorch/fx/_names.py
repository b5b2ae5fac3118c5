"""_names: the names in graphs and their code: of the values, which are told apart, and of functions and types (shelf)."""

import builtins
import inspect
import keyword
import re
import sys
import types

from .._tensor import Tensor
from ..functional import NAMES
from ..overrides import PACKAGES
from ..signatures import COMPILED

taken = {name: object() for name in [*keyword.kwlist, "torch"]} | vars(builtins)  # names that no value may have
taken.pop("_", None)  # what Python's prompt has shown last is there, too


# --- functions and types ------------------------------------------------------------------------------------------------------


def place_of(function, name):
    """(the public package in which a function of ours is found, its name there)."""
    packages = [sys.modules[package] for package in PACKAGES if package in sys.modules]
    for package in packages:
        if getattr(package, name, None) is function:
            return package.__name__, name
    for package in packages:  # linalg.norm says that it is linalg_norm
        for other, value in list(vars(package).items()):
            if value is function:
                return package.__name__, other
    return function.__module__, name


def named_as_in_pytorch(package, name):
    """The whole name that PyTorch's function of that name says it has: minitorch._C finds those, too."""
    if package == "minitorch.nn.functional" and name in COMPILED:
        package = "minitorch" if hasattr(sys.modules["minitorch"], name) else "minitorch._C._nn"
    elif package == "minitorch" and name in NAMES:
        package = "minitorch.functional"
    elif package in ("minitorch.linalg", "minitorch.fft", "minitorch.special"):
        part = package.removeprefix("minitorch.")
        return f"minitorch._C._{part}.{part}_{name.removeprefix(part + '_')}"
    return f"{package}.{name}"


def _get_qualified_name(func):
    """The name under which code finds a function: "minitorch.relu", "getattr", "_operator.add"."""
    name = func.__name__
    if is_operator(func):
        return f"minitorch.ops.{func}"
    if getattr(builtins, name, None) is func:
        return name
    if vars(Tensor).get(name) is func:
        return f"minitorch.Tensor.{name}"
    if name == "<lambda>":
        return f"{func.__module__}.{name_of_lambda(func)}"
    home = func.__module__ or ""
    if home.startswith("minitorch"):
        return named_as_in_pytorch(*place_of(func, name))
    return f"{home}.{name}"


def is_operator(func):
    """Whether it is an operator, torch.ops.aten.add, or one form of it."""
    return hasattr(func, "overloadpacket") or hasattr(func, "_qualified_op_name")


def short_name(func):
    """The last part of a function's name: what a value that it gives is called after."""
    name = func.__name__
    if is_operator(func):
        return name
    return _get_qualified_name(func).rpartition(".")[2] if _is_from_torch(func) and name[0] != "<" else name


def name_of_lambda(function):
    """The name that a lambda is given in the line where it is written."""
    try:
        return inspect.getsource(function).split("=")[0].strip()
    except Exception as error:
        raise RuntimeError("Unable to represent lambda") from error


def _type_repr(obj):
    """A type as annotations write it: int, minitorch.Tensor, list[int]."""
    if isinstance(obj, type) and not isinstance(obj, types.GenericAlias):
        return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    return obj.__name__ if isinstance(obj, types.FunctionType) else repr(obj)


def _is_from_torch(obj):
    """Whether something is this package's, and code may name it without an import of its own."""
    home = getattr(obj, "__module__", None)
    return home is not None and (home == "minitorch" or home.startswith("minitorch."))


def pretty_target(target):
    """A node's target in the printed form of a graph: operator.add, builtins.getattr, minitorch.relu."""
    if isinstance(target, str):
        return target
    home = {"builtins": "builtins", "_operator": "operator"}.get(getattr(target, "__module__", None))
    return f"{home}.{target.__name__}" if home else _get_qualified_name(target)


# --- values ---------------------------------------------------------------------------------------------------------------


def snake_case(name):
    """BatchNorm as batch_norm, as a value is called."""
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()


class _Namespace:
    """Names, each of which is given once: add, add_1, add_2; names of Python's own are never given bare.

    Source: PyTorch, torch.fx.graph._Namespace.
    """

    def __init__(self):
        self.names = {}  # object -> its name
        self.used = set()
        self.counts = {}  # a name without its number -> the last number

    def create_name(self, candidate, obj):
        """A name like `candidate`; obj, if it is not None, keeps it."""
        if obj is not None and obj in self.names:
            return self.names[obj]
        base, number, candidate = parted(candidate)
        if number is None or candidate in self.used:
            number = self.counts.get(base, 0)
            if taken.get(candidate, obj) is not obj:
                number += 1
                candidate = f"{base}_{number}"
        while candidate in self.used:
            number += 1
            candidate = f"{base}_{number}"
        self.used.add(candidate)
        self.counts[base] = number
        if obj is not None:
            self.names[obj] = candidate
        return candidate

    def associate_name_with_obj(self, name, obj):
        """Let an object keep a name that was made before it."""
        if self.names.setdefault(obj, name) is not name:
            raise AssertionError("obj is already associated")

    def _rename_object(self, obj, name):
        self.names[obj] = name
        self.used.add(name)


def parted(candidate):
    """(name without its number, the number or None, the whole), made an identifier."""
    whole = re.sub("[^0-9a-zA-Z_]+", "_", candidate) or "_unnamed"
    whole = f"_{whole}" if whole[0].isdigit() else whole
    base, number = re.fullmatch(r"(.+?)(?:_(\d+))?", whole).groups()
    return base, None if number is None else int(number), whole


def attribute_path(base, path):
    """Code for base.path, with getattr for parts that are no identifiers: getattr(self.features, "0")."""
    for part in path.split("."):
        base = f"{base}.{part}" if part.isidentifier() else f'getattr({base}, "{part}")'
    return base


def shown_tensor(tensor, with_stride, with_device, paint=lambda text, color: text):
    """A tensor's dtype and shape, as annotations of values have them: f32[2, 3]."""
    kind, number = re.fullmatch(r"([a-z]+)(\d*)(?:_.*)?", str(tensor.dtype).split(".")[-1]).groups()
    letter = {"bfloat": "bf", "complex": "c", "uint": "u", "bool": "b8"}.get(kind, kind[0])
    stride = str(list(tensor.stride())) if with_stride else ""
    device = str(tensor.device) if with_device else ""
    return (
        paint(letter + number, "red") + paint(str(list(tensor.shape)), "blue")
        + paint(stride, "dim_blue") + paint(device, "dim_green")
    )  # fmt: skip
