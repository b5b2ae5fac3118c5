"""_comparison: assert_close: are these equal up to rounding, and if not, where and by how much (shelf)."""

import cmath
from collections.abc import Mapping, Sequence

import numpy as np

from .. import dtypes
from .._tensor import Tensor
from ..creation.tensor import as_tensor, tensor
from ..memory_format import strided
from ..notes import warn
from ..ops.comparison.isclose import isclose

_DTYPE_PRECISIONS = {  # (rtol, atol); 0 for all others
    dtypes.float16: (1e-3, 1e-5), dtypes.bfloat16: (1.6e-2, 1e-5), dtypes.float32: (1.3e-6, 1e-5),
    dtypes.float64: (1e-7, 1e-7), dtypes.complex64: (1.3e-6, 1e-5), dtypes.complex128: (1e-7, 1e-7),
}  # fmt: skip
OF_PYTHON = {bool: dtypes.bool, int: dtypes.int64, float: dtypes.float64, complex: dtypes.complex128}


def default_tolerances(*inputs, dtype_precisions=None):
    """(rtol, atol): the larger ones of some dtypes, or of the dtypes of some tensors.

    dtype_precisions  (rtol, atol) of each dtype, in place of those that assert_close takes; 0 where it names none

    >>> import minitorch as mt
    >>> from minitorch.testing._comparison import default_tolerances
    >>> default_tolerances(mt.ones(2), mt.bfloat16)
    (0.016, 1e-05)

    Errors: TypeError for anything else. Source: PyTorch, torch.testing._comparison.default_tolerances.
    """
    for one in inputs:
        if not isinstance(one, Tensor | dtypes.dtype):
            raise TypeError(f"Expected a torch.Tensor or a torch.dtype, but got {type(one)} instead.")
    kinds = [one.dtype if isinstance(one, Tensor) else one for one in inputs]
    known = dtype_precisions or _DTYPE_PRECISIONS
    rtols, atols = zip(*[known.get(kind, (0.0, 0.0)) for kind in kinds], strict=True)
    return max(rtols), max(atols)


def get_tolerances(*inputs, rtol, atol, id=()):
    """(rtol, atol) as given, or, where both are None, those of the dtypes; ValueError for one without the other.

    id  where in containers the things stood that are compared: it is named in the error

    Source: PyTorch, torch.testing._comparison.get_tolerances.
    """
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        words = f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}."
        place = "".join([str([item]) for item in id])
        raise ValueError(words + (f"\n\nThe failure occurred for item {place}" if place else ""))
    return default_tolerances(*inputs) if rtol is None else (rtol, atol)


class Comparison:
    """What is asked of two things that should be the same; options as in assert_close."""

    def __init__(
        self, allow_subclasses, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride, msg
    ):
        if (rtol is None) != (atol is None):
            missing = "rtol" if rtol is None else "atol"
            raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
        self.allow_subclasses, self.rtol, self.atol, self.equal_nan = allow_subclasses, rtol, atol, equal_nan
        self.check_device, self.check_dtype, self.check_stride, self.msg = check_device, check_dtype, check_stride, msg
        self.check_layout = check_layout

    def fail(self, words, place, own=True):
        """Raise, with the place inside of containers, and (own) with the caller's words instead if there are some."""
        if place:
            words += f"\n\nThe failure occurred for item {place}"
        if self.msg is not None and own:
            words = self.msg(words) if callable(self.msg) else self.msg
        raise AssertionError(words)

    def tolerances(self, *kinds):
        """(rtol, atol): what was asked for, or the larger ones of the dtypes."""
        if self.rtol is not None:
            return self.rtol, self.atol
        return default_tolerances(*kinds)

    def compare(self, actual, expected, place=""):
        """Compare two things of any kind that can be compared."""
        if is_list(actual) and is_list(expected):
            self.lists(actual, expected, place)
        elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
            self.mappings(actual, expected, place)
        elif actual is None or expected is None:
            if actual is not expected:
                self.fail(f"None mismatch: {actual} is not {expected}", place)
        elif isinstance(actual, bool | np.bool_) and isinstance(expected, bool | np.bool_):
            if bool(actual) is not bool(expected):
                self.fail(f"Booleans mismatch: {actual} is not {expected}", place)
        elif is_number(actual) and is_number(expected):
            self.numbers(actual, expected, place)
        else:
            self.tensors(*self.made_tensors(actual, expected), place)

    def lists(self, actual, expected, place):
        if len(actual) != len(expected):
            self.fail(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", place, own=False)
        for i, pair in enumerate(zip(actual, expected, strict=True)):
            self.compare(*pair, f"{place}[{i}]")

    def mappings(self, actual, expected, place):
        missing = [key for key in expected if key not in actual]
        more = [key for key in actual if key not in expected]
        if missing or more:
            words = "The keys of the mappings do not match:"
            words += f"\nMissing keys in the actual mapping: {sorted(missing)}" if missing else ""
            words += f"\nAdditional keys in the actual mapping: {sorted(more)}" if more else ""
            self.fail(words, place, own=False)
        for key in actual:
            self.compare(actual[key], expected[key], f"{place}[{key!r}]")

    def numbers(self, actual, expected, place):
        if self.check_dtype and type(actual) is not type(expected):
            self.fail(f"The (d)types do not match: {type(actual)} != {type(expected)}.", place)
        kinds = [OF_PYTHON.get(type(number), dtypes.float64) for number in (actual, expected)]
        rtol, atol = self.tolerances(*kinds)
        if actual == expected or (self.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)):
            return
        difference = abs(actual - expected)
        if not (difference <= atol + rtol * abs(expected) and cmath.isfinite(difference)):
            relative = float("inf") if expected == 0 else difference / abs(expected)
            said = f"Expected {expected} but got {actual}."
            self.differ("Scalars", said, ("Absolute difference:", difference, "", atol),
                        ("Relative difference:", relative, "", rtol), place)  # fmt: skip

    def made_tensors(self, actual, expected):
        related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
        known = all([isinstance(one, Tensor | np.ndarray | np.generic) for one in (actual, expected)])
        if not known or not (related if self.allow_subclasses else type(actual) is type(expected)):
            raise TypeError(
                f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}."
            )
        return as_tensor(actual).detach(), as_tensor(expected).detach()

    def tensors(self, actual, expected, place, title="Tensor-likes"):
        self.attributes(actual, expected, place)
        rtol, atol = self.tolerances(actual.dtype, expected.dtype)
        kind = dtypes.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to("cpu", kind), expected.to("cpu", kind)
        if actual.layout is expected.layout is not strided:
            self.sparse(actual, expected, place)
            return
        actual, expected = [one.to_dense() for one in (actual, expected)]
        matches = isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=self.equal_nan)
        if matches.all():
            return
        if matches.dim() == 0:
            self.numbers_of(actual.item(), expected.item(), rtol, atol, place)
        count = matches.numel() - int(matches.sum())
        said = f"Mismatched elements: {count} / {matches.numel()} ({count / matches.numel():.1%})"
        if not (kind.is_floating_point or kind.is_complex):
            actual, expected = actual.to(dtypes.int64), expected.to(dtypes.int64)
        absolute = (actual - expected).abs().masked_fill(matches, 0)
        relative = (absolute / expected.abs()).masked_fill(matches, 0)
        self.differ(title, said, ("Greatest absolute difference:", *largest(absolute), atol),
                    ("Greatest relative difference:", *largest(relative), rtol), place)  # fmt: skip

    def sparse(self, actual, expected, place):
        """Compare the places and the numbers of sparse tensors."""
        kind = actual.layout.name[-3:].upper()
        if actual.sparse_dim() != expected.sparse_dim():
            words = f"The number of sparse dimensions in sparse {kind} tensors does not match: "
            self.fail(words + f"{actual.sparse_dim()} != {expected.sparse_dim()}", place)
        if actual._nnz() != expected._nnz():
            words = f"The number of specified values in sparse {kind} tensors does not match: "
            self.fail(words + f"{actual._nnz()} != {expected._nnz()}", place)
        for name in ("_indices", "_values") if kind == "COO" else actual._array.parts():
            one, other = (getattr(x, name)() for x in (actual, expected))
            one = one.to(other.dtype) if name.endswith("indices") and kind != "COO" else one
            self.tensors(one, other, place, f"Sparse {kind} {name.lstrip('_')}")

    def numbers_of(self, actual, expected, rtol, atol, place):
        """Say how two tensors without dimensions differ: as numbers."""
        relative = float("inf") if expected == 0 else abs(actual - expected) / abs(expected)
        self.differ("Scalars", f"Expected {expected} but got {actual}.",
                    ("Absolute difference:", abs(actual - expected), "", atol),
                    ("Relative difference:", relative, "", rtol), place)  # fmt: skip

    def attributes(self, actual, expected, place):
        wanted = {"shape": True, "device": self.check_device, "dtype": self.check_dtype, "layout": self.check_layout}
        for name, asked in wanted.items():
            one, other = getattr(actual, name), getattr(expected, name)
            if asked and one != other:
                self.fail(f"The values for attribute '{name}' do not match: {one} != {other}.", place)
        if self.check_stride and actual.stride() != expected.stride():
            words = f"The values for attribute 'stride()' do not match: {actual.stride()} != {expected.stride()}."
            self.fail(words, place)

    def differ(self, what, said, *rows_and_place):
        """Fail with the differences, and how large they might have been."""
        *rows, place = rows_and_place
        exact = all([tolerance == 0 for *_, tolerance in rows])
        words = [f"{what} are not {'equal' if exact else 'close'}!\n", said]
        for name, difference, where, tolerance in rows:
            words.append(f"{name} {difference}{where}" + ("" if exact else f" (up to {tolerance} allowed)"))
        self.fail("\n".join(words), place)


def largest(differences):
    """(the largest number, words that say where it is)."""
    flat = differences.reshape(-1)
    place = int(flat.argmax())
    index = tuple([int(i) for i in np.unravel_index(place, differences.shape)])
    return flat[place].item(), f" at index {index}"


def is_list(value):
    """Whether it is compared item by item."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def is_number(value):
    """Whether it is compared as a number of Python's."""
    return isinstance(value, int | float | complex | np.number) and not isinstance(value, bool)


def assert_close(
    actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True, check_dtype=True,
    check_layout=True, check_stride=False, msg=None,
):  # fmt: skip
    """Raise if they differ by more than atol + rtol * abs(expected) anywhere: tensors, arrays, numbers, lists and dicts of them.

    rtol, atol    by default those that suit the dtype: 1.3e-6 and 1e-5 for float32, 0 for integers
    equal_nan     whether nan equals nan
    check_...     what else has to be the same
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

    Errors: AssertionError where they differ, TypeError for what cannot be compared. Source: PyTorch, torch.testing.assert_close.
    """
    options = rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride, msg
    Comparison(allow_subclasses, *options).compare(actual, expected)


LOOSE = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}  # rtol and atol


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """assert_close as it was once: what is no tensor is made one, dtypes may differ, and nan equals nan.

    >>> import warnings, minitorch as mt
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     mt.testing.assert_allclose(mt.tensor([1.0, 2.0]), [1, 2])

    Source: PyTorch, torch.testing.assert_allclose.
    """
    warn(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. Please use "
        "`torch.testing.assert_close()` instead.",
        FutureWarning,
    )
    actual = actual if isinstance(actual, Tensor) else tensor(actual)
    expected = expected if isinstance(expected, Tensor) else tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        kinds = [LOOSE.get(x.dtype.name, (0.0, 0.0)) for x in (actual, expected)]
        rtol, atol = (max(pair) for pair in zip(*kinds, strict=True))
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None)
