"""functions: CuPy's functions: its signatures, its refusals, and NumPy's answer."""

import numpy as np

from .array import arrays_in, lower, ndarray, stable, wrap
from .state import checked_dtype, counts, linalg, refusals, refuse

TAKES_ANYTHING = {"array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "copyto"}
TAKES_SHAPES = {"broadcast_shapes", "zeros", "ones", "empty", "full", "ndim", "shape", "size", "isscalar", "indices", "eye",
                "iscomplexobj", "isrealobj", "result_type", "can_cast", "arange", "linspace", "identity", "tri", "ix_"}  # fmt: skip
TAKES_LISTS = {"concatenate", "stack", "vstack", "hstack", "dstack", "column_stack", "block", "einsum", "broadcast_arrays",
               "meshgrid", "lexsort", "select", "piecewise", "ravel_multi_index", "multi_dot", "choose", "array_split"}  # fmt: skip
WITHOUT_BFLOAT16 = {"where", "all", "any", "sort", "argsort", "searchsorted", "unique", "bincount"}
SILENT = {"inv", "solve", "cholesky", "svd", "eigh", "eigvalsh", "lstsq", "pinv", "tensorsolve", "tensorinv"}


def function(space, name, signature, plain):
    """A function of the double."""
    full = f"{space}.{name}"

    def call(*args, **named):
        counts[full] += 1
        if signature is not None:
            try:
                signature.bind(*args, **named)
            except TypeError as error:
                refuse(TypeError, f"{full}(): {error}")
        if plain is None:
            refuse(NotImplementedError, f"this double has no stand-in for {full}")
        anything = name in TAKES_ANYTHING
        check_first(name, full, args)
        args, named = prepared(name, args, named)
        low = [lower(a, full, not anything) for a in args]
        low_named = {k: lower(v, full, not anything) for k, v in named.items() if k not in ("blocking", "stream")}
        if low_named.get("dtype") is not None:
            checked_dtype(low_named["dtype"])
        if name in WITHOUT_BFLOAT16 and any([a.dtype.name == "bfloat16" for a in low if isinstance(a, np.ndarray)]):
            refuse(TypeError, f"Wrong type (bfloat16) of arguments for {full}")
        if space == "cupy.linalg" and name != "norm":
            check_linalg(name, low)
        sources = arrays_in([*args, *named.values()])
        with np.errstate(all="ignore"):
            result = silently(plain, name, low, low_named) if space == "cupy.linalg" else plain(*low, **low_named)
        if name == "count_nonzero":
            result = np.asarray(result)
        if not sources and isinstance(result, np.ndarray) and (anything or result.base is not None):
            result = result.copy(order="F" if result.flags.f_contiguous else "C")  # from the host to the device
        return wrap(result, *sources)

    call.__name__ = name
    return call


def check_first(name, full, args):
    """Refuse a number or a list where CuPy wants an array."""
    if name in TAKES_ANYTHING or name in TAKES_SHAPES or not args:
        return
    if isinstance(args[0], (list, tuple)) and (name not in TAKES_LISTS or not arrays_in([args[0]])):
        refuse(TypeError, f"{full}: {type(args[0]).__name__} given where CuPy takes only cupy.ndarray")


def prepared(name, args, named):
    """The arguments as CuPy would read them."""
    if name in ("sort", "argsort"):
        args, named = args[:2], stable(name, named | dict(zip(("kind",), args[2:], strict=False)))
    if name in ("full", "full_like", "copyto"):  # a NumPy array of one element counts as a number there
        args = [a.reshape(())[()] if type(a) is np.ndarray and a.size == 1 else a for a in args]
    if name == "array" and not named.get("copy", True):  # a copy only where there has to be one
        named = named | {"copy": None}
    if name == "array" and named.get("order", "K") in ("K", "A") and isinstance(args[0], np.ndarray):
        named = named | {"order": "F" if args[0].flags.f_contiguous else "C"}
    if name == "take" and "mode" not in named:
        named = named | {"mode": "wrap"}
    if name == "where" and len(args) == 1 and not args[0].ndim:
        refuse(ValueError, "Calling nonzero on 0d arrays is not allowed")
    if name in ("take_along_axis", "put_along_axis") and isinstance(args[1], ndarray):
        axis = args[-1] if len(args) == (3 if name.startswith("take") else 4) else named["axis"]
        length = args[0].shape[axis] if axis is not None else args[0].size
        args = [args[0], wrap(args[1]._a % length if length else args[1]._a), *args[2:]]
    return args, named


def check_linalg(name, low):
    """Refuse dtypes that the GPU's libraries do not compute with."""
    for a in low:
        if isinstance(a, np.ndarray) and a.dtype.kind in "fcV" and a.dtype.char not in "fdFD":
            refuse(TypeError, f"cupy.linalg.{name}: {a.dtype} is not supported")


def silently(plain, name, low, named):
    """The answer of linalg: nan where NumPy raises for the numbers."""
    if name not in SILENT:
        return plain(*low, **named)
    try:
        return plain(*low, **named)
    except np.linalg.LinAlgError as error:
        if linalg["errors"] == "raise" or not any(
            word in str(error) for word in ("Singular", "positive definite", "converge")
        ):
            raise
        refusals.append(f"cupy.linalg.{name} finds no answer and does not say so")
        return one_by_one(plain, low, named)


def one_by_one(plain, low, named):
    """The same matrix for matrix: nan for those without an answer."""
    batch = low[0].shape[:-2]
    if not batch:
        regular = np.eye(*low[0].shape[-2:], dtype=low[0].dtype)
        return nan_like(plain(regular, *low[1:], **named))
    found = [silently(plain, "inv", [part(a, place, batch) for a in low], named) for place in np.ndindex(batch)]
    if isinstance(found[0], tuple):
        return tuple([np.stack(parts).reshape(*batch, *parts[0].shape) for parts in zip(*found, strict=True)])
    return np.stack(found).reshape(*batch, *found[0].shape)


def part(a, place, batch):
    return a[place] if isinstance(a, np.ndarray) and a.shape[: len(batch)] == batch else a


def nan_like(result):
    if isinstance(result, tuple):
        return tuple([nan_like(part) for part in result])
    return np.full_like(result, np.nan)
