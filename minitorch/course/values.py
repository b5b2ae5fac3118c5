"""Facts: values kept apart from the library, how they compare, and how they read.

A check has to hold while the piece under test is wrong, so nothing here calls an operator of the library. A
tensor becomes an `Array`: a NumPy copy, the name of its dtype, and whether it was a tensor or an array.
"""

import numbers
import re

import numpy as np

TYPE_NAMES = {float: "float32", complex: "complex64"}  # what Python's own numbers become in a tensor


class Array:
    """A tensor or a NumPy array as a fact: kind, values, dtype name (None: any dtype will do)."""

    def __init__(self, kind, values, dtype):
        self.kind, self.values, self.dtype = kind, values, dtype

    def __repr__(self):
        return describe(self)


def T(data, dtype=None):
    """The fact "a tensor with these values". Floats are float32 and integers int64, as in PyTorch.

    >>> T([1., 2.]).dtype
    'float32'
    """
    values = np.array(data, dtype=None if dtype in (None, "any", "bfloat16") else dtype)
    name = {"float64": "float32", "complex128": "complex64"}.get(values.dtype.name, values.dtype.name)
    return Array("tensor", values, {None: name, "any": None}.get(dtype, dtype))


def A(data, dtype=None):
    """The fact "a NumPy array with these values"; its dtype is compared only when given."""
    return Array("array", np.array(data, dtype=dtype), dtype)


def freeze(value):
    """A copy of value that later changes cannot reach, with every tensor and array turned into an Array."""
    if isinstance(value, (Array, str, bytes, bool, int, float, complex, type(None))):
        return value
    if isinstance(value, (np.bool_, np.number)):
        return value.item() if not isinstance(value, np.longdouble) else float(value)
    if isinstance(value, np.ndarray):
        return Array("array", value.copy(), value.dtype.name)
    if is_tensor(value):
        array = value._array
        array = array.get() if hasattr(array, "get") else array  # an array on a GPU
        return Array("tensor", np.array(array), str(value.dtype).rsplit(".", 1)[-1])
    if isinstance(value, (tuple, list)):
        return (tuple if isinstance(value, tuple) else list)(freeze(item) for item in value)
    if isinstance(value, dict):
        return {key: freeze(item) for key, item in value.items()}
    return value


def is_tensor(value):
    """Whether it is a tensor, of the package's class or of one that a lesson or an answer has derived from it."""
    return any(base.__module__.startswith("minitorch") for base in type(value).__mro__) and hasattr(value, "_array")


class Difference:
    """How a value differs from the fact: a kind for the diagnosis, a sentence for the reader."""

    def __init__(self, kind, sentence):
        self.kind, self.sentence = kind, sentence


def compare(expected, got, rtol=1e-5, atol=1e-6):
    """None when `got` agrees with the fact `expected`, otherwise the first Difference.

    >>> compare((2, 3), [2, 3]).sentence
    'the answer is a list, and a tuple is expected'
    >>> compare(T([1., 2.]), T([1., 2.5])).sentence
    'largest difference 0.5 at [1]'
    """
    if isinstance(expected, Array):
        return _compare_arrays(expected, got, rtol, atol)
    if got is None and expected is not None:
        return Difference("none", "the answer is None")
    if isinstance(expected, bool) or isinstance(got, bool):
        if not (isinstance(expected, bool) and isinstance(got, bool)):
            return _other_type(expected, got)
        return None if expected is got else Difference("value", "not equal")
    if isinstance(expected, numbers.Number):
        return _compare_numbers(expected, got, rtol, atol)
    if isinstance(expected, (tuple, list)):
        return _compare_sequences(expected, got, rtol, atol)
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return _other_type(expected, got)
        if expected.keys() != got.keys():  # in any order, as Python compares dictionaries
            return Difference("keys", f"the keys are {list(got)}, and {list(expected)} are expected")
        return _first(compare(expected[key], got[key], rtol, atol) for key in expected)
    if type(expected) is not type(got):
        return _other_type(expected, got)
    return None if _equal(expected, got) else Difference("value", "not equal")


def _equal(expected, got):
    """Whether two objects are equal; one that an attempt has left half made may not even be comparable."""
    try:
        return bool(expected == got)
    except Exception:
        return expected is got


def _compare_numbers(expected, got, rtol, atol):
    if not isinstance(got, numbers.Number):
        return _other_type(expected, got)
    if isinstance(expected, int):
        if not isinstance(got, int):
            return _other_type(expected, got)
        return None if expected == got else Difference("value", f"the difference is {got - expected:+d}")
    if isinstance(got, complex) and not isinstance(expected, complex):
        return _other_type(expected, got)
    if np.isclose(got, expected, rtol=rtol, atol=atol, equal_nan=True):
        return None
    return Difference("value", f"{_closeness(expected, got)}difference {abs(got - expected):.3g}")


def _compare_sequences(expected, got, rtol, atol):
    wanted = tuple if isinstance(expected, tuple) else list
    if not isinstance(got, wanted):
        return _other_type(expected, got)
    if len(expected) != len(got):
        return Difference("length", f"its length is {len(got)}, and {len(expected)} is expected")
    for place, (one, other) in enumerate(zip(expected, got, strict=True)):
        difference = compare(one, other, rtol, atol)
        if difference:
            return Difference(difference.kind, f"item {place}: {difference.sentence}")
    return None


def _compare_arrays(expected, got, rtol, atol):
    if got is None:
        return Difference("none", "the answer is None")
    if not isinstance(got, Array) or got.kind != expected.kind:
        return _other_type(expected, got)
    if expected.values.shape != got.values.shape:
        return Difference("shape", f"its shape is {got.values.shape}, and {expected.values.shape} is expected")
    exact = expected.values.dtype.kind not in "fc"
    with np.errstate(all="ignore"):
        same = (
            (expected.values == got.values)
            if exact
            else np.isclose(got.values, expected.values, rtol=rtol, atol=atol, equal_nan=True)
        )
    if not np.all(same):
        if expected.values.dtype.kind not in "fciu" or got.values.dtype.kind not in "fciu":
            return Difference("value", f"{int(np.size(same) - np.sum(same))} of {np.size(same)} elements differ")
        with np.errstate(all="ignore"):
            gap = np.abs(got.values.astype("c16") - expected.values.astype("c16"))
        gap = np.where(same, 0, np.where(np.isnan(gap), np.inf, gap))
        place = [int(index) for index in np.unravel_index(np.argmax(gap), gap.shape)]
        largest = "nan or inf" if not np.isfinite(gap.max()) else f"{gap.max():.3g}"
        where = f" at {place}" if place else ""
        prefix = _closeness(expected.values, got.values)
        return Difference("value", f"{prefix}largest difference {largest}{where}")
    if expected.dtype and got.dtype != expected.dtype:
        return Difference("dtype", f"its values are right, its dtype is {got.dtype}, and {expected.dtype} is expected")
    return None


def _closeness(expected, got):
    near = np.allclose(got, expected, rtol=1e-2, atol=1e-3, equal_nan=True)
    return "close, but not equal: " if near else ""


def _first(differences):
    return next((difference for difference in differences if difference), None)


def _other_type(expected, got):
    return Difference("type", f"the answer is {kind_of(got)}, and {kind_of(expected)} is expected")


def kind_of(value):
    """What a value is, with its article: "a tensor", "a NumPy array", "None", "an int".

    >>> kind_of(3), kind_of((1, 2)), kind_of(T([1.]))
    ('an int', 'a tuple', 'a tensor')
    """
    if value is None:
        return "None"
    if isinstance(value, Array):
        return "a tensor" if value.kind == "tensor" else "a NumPy array"
    name = next(
        (base.__name__ for base in (bool, int, float, complex, str, tuple, list, dict) if isinstance(value, base)),
        type(value).__name__,
    )
    return ("an " if name[0].lower() in "aeiou" else "a ") + name


def describe(value, limit=600):
    """A value as the reader sees it: tensors as they print, no memory addresses, cut when long.

    >>> describe(T([1., 2.5])), describe((2, 3))
    ('tensor([1.0000, 2.5000])', '(2, 3)')
    """
    text = without_addresses(_text(value))
    return text if len(text) <= limit else text[:limit] + " ..."


def without_addresses(text):
    return re.sub(r"\b0x[0-9a-f]{6,16}\b", "0x...", text)


def _text(value):
    if isinstance(value, Array):
        return _array_text(value)
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_text, value)) + (",)" if len(value) == 1 else ")")
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, type) or callable(value) and hasattr(value, "__name__"):
        return value.__name__
    try:
        return repr(value)
    except Exception as error:
        return f"<{type(value).__name__}, whose repr raises {type(error).__name__}>"


def _array_text(fact):
    name = "tensor" if fact.kind == "tensor" else "array"
    values, dtype = fact.values, fact.dtype or fact.values.dtype.name
    digits = {}
    if values.dtype.kind == "f" and values.size and np.isfinite(values).all():
        largest = np.abs(values).max()
        if np.array_equal(values, np.round(values)) and largest < 1e6:
            digits["formatter"] = {"float_kind": lambda number: f"{number:.0f}."}
        elif 1e-3 < largest < 1e5:
            digits["formatter"] = {"float_kind": lambda number: f"{number:.4f}"}
    prefix = name + "("
    text = np.array2string(
        values, separator=", ", prefix=prefix, threshold=60, edgeitems=3, max_line_width=90, **digits
    )
    plain = dtype in ("float32", "int64", "bool") if name == "tensor" else dtype in ("float64", "int64", "bool")
    return f"{prefix}{text}" + (")" if plain else f", dtype={dtype})")
