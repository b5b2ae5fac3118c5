"""names: what the real package has: its names, signatures and the loops of its ufuncs, as names.txt says it.

A line of names.txt is `name kind details`: a function with its parameters, a ufunc with the number of its inputs and
its list of loops, which stands at the top of the file once for all ufuncs that share it.
"""

import importlib
import inspect
import re
import types
from pathlib import Path

FILE = Path(__file__).with_name("names.txt")
SPACES = ("cupy", "cupy.linalg", "cupy.fft", "cupy.random", "cupy.lib.stride_tricks", "cupyx", "cupyx.scipy.special",
          "cupyx.scipy.linalg")  # fmt: skip


def read():
    """(version, {space: {name: (kind, details)}}) of the file. Details: of a function its Signature or None, of a ufunc
    (number of inputs, loops)."""
    loops, spaces, version = [], {}, ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        first, _, rest = line.partition(" ")
        if first == "version":
            version = rest
        elif first == "loops":
            loops.append(rest.split())
        elif first == "space":
            entries = spaces[rest] = {}
        else:
            kind, _, details = rest.partition(" ")
            if kind == "ufunc":
                inputs, number = details.split()
                entries[first] = kind, (int(inputs), loops[int(number)])
            else:
                entries[first] = kind, signature_of(details) if details else None
    return version, spaces


def signature_of(parameters):
    """An inspect.Signature of `a, axis=, *, out=`; None of `?`, which is not known."""
    if parameters == "?":
        return None
    return inspect.signature(eval(f"lambda {parameters.replace('=', '=None')}: None"))


def snapshot():
    """Write names.txt from the package that is installed."""
    import cupy

    known: dict = {}
    lines = []
    for space in SPACES:
        lines.append(f"space {space}")
        module = importlib.import_module(space)
        lines += [entry(name, getattr(module, name), known) for name in sorted(dir(module)) if not name.startswith("_")]
    lines.append("space cupy.ndarray")
    for name in sorted(dir(cupy.ndarray)):
        value = getattr(cupy.ndarray, name)
        if name.startswith("_") and name not in SPECIAL:
            continue
        lines.append(f"{name} method {parameters_of(value)}" if callable(value) else f"{name} attribute")
    top = [f"version {cupy.__version__}", *[f"loops {loops}" for loops in known]]
    FILE.write_text("\n".join([*top, *[line for line in lines if line]]) + "\n", encoding="utf-8")
    print(FILE, FILE.stat().st_size, "bytes,", len(lines), "names")


SPECIAL = ("__array_function__", "__array_ufunc__", "__cuda_array_interface__", "__dlpack__", "__dlpack_device__")


def entry(name, value, known):
    """The line of a name; "" for what is of no use."""
    import cupy

    if isinstance(value, type(cupy.add)):
        loops = known.setdefault(" ".join(value.types), len(known))
        return f"{name} ufunc {value.nin} {loops}"
    if isinstance(value, types.ModuleType):
        return ""
    if isinstance(value, type):
        return f"{name} class"
    if callable(value):
        return f"{name} function {parameters_of(type(value).__call__ if is_gufunc(value) else value)}"
    return f"{name} constant"


def is_gufunc(value):
    return type(value).__name__ == "_GUFunc"


def parameters_of(function):
    """`a, axis=, *, out=` of a function, from its signature or the first line of its documentation; `?` of neither."""
    try:
        found = inspect.signature(function).parameters.values()
        bare = [p.replace(annotation=p.empty, default=p.empty if p.default is p.empty else NOTHING) for p in found]
        return str(inspect.Signature(bare)).strip("()").replace("=~", "=")
    except (TypeError, ValueError):
        pass
    line = (function.__doc__ or "").strip().split("\n")[0]
    inside = re.match(r"[\w.]+\((.*)\)(?: ->.*)?$", line)
    if not inside:
        return "?"
    parts = [written(part.strip()) for part in re.split(r",\s*(?![^(\[]*[)\]])", inside.group(1))]
    return ", ".join([part for part in parts if part])


def written(parameter):
    """`copy=` of `bint copy=True`, `a` of `_ndarray_base a: ArrayLike`."""
    name, equals, _ = parameter.partition("=")
    name = name.split(":")[0].split()[-1] if name.strip() else ""
    return name + equals


class Nothing:
    def __repr__(self):
        return "~"


NOTHING = Nothing()
