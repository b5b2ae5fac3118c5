"""testing: assert_close: are these equal up to rounding, and if not, where and by how much (shelf)."""

from collections.abc import Mapping, Sequence

import numpy as np

from .. import dtypes
from .._tensor import Tensor
from ..creation.tensor import as_tensor
from ..ops.comparison.isclose import isclose

__all__ = ["assert_close"]

TOLERANCES = {  # (rtol, atol); 0 for all others
    dtypes.float16: (1e-3, 1e-5), dtypes.bfloat16: (1.6e-2, 1e-5), dtypes.float32: (1.3e-6, 1e-5),
    dtypes.float64: (1e-7, 1e-7), dtypes.complex64: (1.3e-6, 1e-5), dtypes.complex128: (1e-7, 1e-7),
}  # fmt: skip
NUMBERS = (bool, int, float, complex)
KNOWN = (Tensor, np.ndarray, np.generic, *NUMBERS)


def assert_close(
    actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True, check_dtype=True,
    check_layout=True, check_stride=False, msg=None,
):  # fmt: skip
    """Raise if they differ by more than atol + rtol * abs(expected) anywhere: tensors, arrays, numbers, lists and dicts of them.

    rtol, atol    by default those that suit the dtype: 1.3e-6 and 1e-5 for float32, 0 for integers
    equal_nan     whether nan equals nan
    check_...     what else has to be the same; every layout is
    msg           words to say instead, or a function of the words that would be said

    >>> import minitorch as mt
    >>> mt.testing.assert_close(mt.tensor([1.0, 2.0]), mt.tensor([1.0, 2.000001]))
    >>> mt.testing.assert_close(mt.tensor([1.0, 2.0]), mt.tensor([1.0, 4.0]))
    Traceback (most recent call last):
        ...
    AssertionError: Tensor-likes are not close!
    <BLANKLINE>
    Mismatched elements: 1 / 2 (50.0%)
    Greatest absolute difference: 2.0 at index (1,) (up to 1e-05 allowed)
    Greatest relative difference: 0.5 at index (1,) (up to 1.3e-06 allowed)

    Errors: AssertionError where they differ, TypeError for what cannot be compared, ValueError for rtol without atol.
    Source: PyTorch, torch.testing.assert_close.
    """
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    checked = {"device": check_device, "dtype": check_dtype, "stride": check_stride}
    for one, other, place in pairs(actual, expected):
        words = difference(one, other, None if rtol is None else (rtol, atol), equal_nan, checked)
        if words is not None:
            words += f"\n\nThe failure occurred for item {place}" if place else ""
            raise AssertionError(words if msg is None else msg(words) if callable(msg) else msg)


def pairs(actual, expected, place=""):
    """(a part of one, the same part of the other, where it stands) for all that lists and dicts hold."""
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if set(actual) != set(expected):
            raise AssertionError(f"The keys of the mappings do not match:\n{sorted(actual)} and {sorted(expected)}")
        for key in actual:
            yield from pairs(actual[key], expected[key], f"{place}[{key!r}]")
    elif is_list(actual) and is_list(expected):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        for i, (one, other) in enumerate(zip(actual, expected, strict=True)):
            yield from pairs(one, other, f"{place}[{i}]")
    else:
        yield actual, expected, place


def is_list(value):
    """Whether it is compared item by item."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def difference(actual, expected, tolerances, equal_nan, checked):
    """What to say of two things that differ; None where they are close."""
    if actual is None or expected is None:
        return None if actual is expected else f"None mismatch: {actual} is not {expected}"
    scalar = isinstance(actual, NUMBERS)
    if not (isinstance(actual, KNOWN) and isinstance(expected, KNOWN)) or isinstance(expected, NUMBERS) != scalar:
        raise TypeError(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.")
    if scalar:
        if checked["dtype"] and type(actual) is not type(expected):
            return f"The (d)types do not match: {type(actual)} != {type(expected)}."
        wide = {complex: dtypes.complex128, float: dtypes.float64}
        kinds, checked = [wide.get(type(x)) for x in (actual, expected)], checked | {"dtype": False}
    else:
        kinds = [None, None]
    actual, expected = [as_tensor(x, dtype=k).detach() for x, k in zip((actual, expected), kinds, strict=True)]
    for name, asked in {"shape": True, **checked}.items():
        one, other = [x.stride() if name == "stride" else getattr(x, name) for x in (actual, expected)]
        if asked and one != other:
            return f"The values for attribute '{name}' do not match: {one} != {other}."
    if tolerances is None:
        known = [TOLERANCES.get(x.dtype, (0.0, 0.0)) for x in (actual, expected)]
        tolerances = [max(values) for values in zip(*known, strict=True)]
    kind = dtypes.promote_types(actual.dtype, expected.dtype)
    actual, expected = actual.to("cpu", kind), expected.to("cpu", kind)
    close = isclose(actual, expected, rtol=tolerances[0], atol=tolerances[1], equal_nan=equal_nan)
    return None if close.all() else described(actual, expected, close, *tolerances)


def described(actual, expected, close, rtol, atol):
    """How two tensors differ: how often, and where most."""
    if actual.dtype.category < dtypes.FLOATING:
        actual, expected = actual.to(dtypes.int64), expected.to(dtypes.int64)
    absolute = (actual - expected).abs().masked_fill(close, 0)
    relative = (absolute / expected.abs()).masked_fill(close, 0)
    count = close.numel() - int(close.sum())
    words = [f"Tensor-likes are not {'equal' if rtol == atol == 0 else 'close'}!\n"]
    words.append(f"Mismatched elements: {count} / {close.numel()} ({count / close.numel():.1%})")
    for name, found, allowed in (("absolute", absolute, atol), ("relative", relative, rtol)):
        place = int(found.reshape(-1).argmax())
        index = tuple([int(i) for i in np.unravel_index(place, found.shape)])
        most = f"Greatest {name} difference: {found.reshape(-1)[place].item()} at index {index}"
        words.append(most + (f" (up to {allowed} allowed)" if rtol or atol else ""))
    return "\n".join(words)
