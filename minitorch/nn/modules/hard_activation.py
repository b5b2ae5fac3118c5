"""hard_activation: Hardtanh, ReLU6, Hardsigmoid, Hardswish, Hardshrink, Softshrink, Threshold as modules (shelf)."""

import warnings

from .. import functional as F
from ..module.mode import Module


class Threshold(Module):
    """x where it is more than `threshold`, else `value`. Source: PyTorch, torch.nn.Threshold."""

    def __init__(self, threshold, value, inplace=False):
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        return f"threshold={self.threshold}, value={self.value}{', inplace=True' if self.inplace else ''}"


class Hardtanh(Module):
    """x, but min_val where it is less and max_val where it is more.

    min_value, max_value  older names of the limits

    >>> import minitorch as mt
    >>> mt.nn.Hardtanh(-2, 2)
    Hardtanh(min_val=-2, max_val=2)

    Errors: AssertionError unless min_val < max_val. Source: PyTorch, torch.nn.Hardtanh.
    """

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__()
        for name, value in (("min", min_value), ("max", max_value)):
            if value is not None:
                warnings.warn(
                    f"keyword argument `{name}_value` is deprecated and renamed to `{name}_val`",
                    FutureWarning,
                    stacklevel=2,
                )
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}{', inplace=True' if self.inplace else ''}"


class ReLU6(Hardtanh):
    """x, but 0 where it is less and 6 where it is more. Source: PyTorch, torch.nn.ReLU6."""

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class Hardsigmoid(Module):
    """(x + 3) / 6, but at least 0 and at most 1. Source: PyTorch, torch.nn.Hardsigmoid."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)


class Hardswish(Module):
    """x times hardsigmoid(x). Source: Howard et al., 2019; PyTorch, torch.nn.Hardswish."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return F.hardswish(input, self.inplace)


class Hardshrink(Module):
    """x, but 0 from -lambd to lambd. Source: PyTorch, torch.nn.Hardshrink."""

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return F.hardshrink(input, self.lambd)

    def extra_repr(self):
        return str(self.lambd)


class Softshrink(Module):
    """x moved by lambd towards 0, and 0 where it is no farther away. Source: PyTorch, torch.nn.Softshrink."""

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return F.softshrink(input, self.lambd)

    def extra_repr(self):
        return str(self.lambd)
