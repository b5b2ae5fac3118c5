"""to_mkldnn, q_scale ...: methods of tensors of other kinds, which say that this one is not of it (shelf)."""

import functools
import itertools
import operator
import warnings

from ._tensor import method
from .memory_format import memory_format
from .ops.matmul.matmul import mm
from .signatures import refusal

__all__: list = []


def refusing(names, error, words):
    """Attach methods that raise one error; `{}` in its words is the method's name."""
    for name in names.split():
        attach(name, error, words.format(name))


def attach(name, error, words):
    def refuse(self, *args, **named):
        raise refusal(name, (self, *args), named) or error(words)

    refuse.__doc__ = f"For tensors of another kind than those that there are here. Source: PyTorch, Tensor.{name}."
    method(refuse, name)


refusing(
    "qscheme q_scale q_zero_point q_per_channel_axis q_per_channel_scales q_per_channel_zero_points int_repr "
    "to_padded_tensor smm sspaddmm",
    NotImplementedError,
    "Could not run 'aten::{}' with arguments from the 'CPU' backend: it is for tensors of another kind.",
)
refusing(
    "to_mkldnn",
    NotImplementedError,
    "{}: tensors are strided or in one of the sparse layouts here.",
)
refusing(
    "reinforce", RuntimeError, "reinforce() was removed. Use torch.distributions instead: -m.log_prob(action) * reward."
)
refusing("ipu", RuntimeError, "PyTorch is not linked with support for ipu devices")
refusing("xpu", AssertionError, "Torch not compiled with XPU enabled")
refusing("mtia", AssertionError, "Torch not compiled with MTIA enabled.")

# --- what has an answer for dense tensors ------------------------------------------------------------------------------

method(property(lambda self: False), "is_mtia", "is_maia", "_python_dispatch")


@method
def dequantize(self):
    """The numbers as float32. Source: PyTorch, Tensor.dequantize."""
    return self.float()


@method
def dim_order(self, ambiguity_check=False):
    """The dimensions from the one with the largest stride to the one with the smallest.

    ambiguity_check  True to be refused where dimensions could change places; a list of memory formats to be refused
                     unless the tensor can be read as exactly one of them, or in one order only

    >>> import minitorch as mt
    >>> mt.zeros(2, 3).t().dim_order()
    (1, 0)

    Errors: RuntimeError where the check fails. Source: PyTorch, Tensor.dim_order.
    """
    formats = ambiguity_check if isinstance(ambiguity_check, list) else []
    if type(ambiguity_check) is not bool and (
        formats is not ambiguity_check or any([not is_format(f) for f in formats])
    ):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    steps = self.stride()
    unclear = 1 in self.shape or any([one == next for one, next in itertools.pairwise(steps)])
    fits = sum([self.is_contiguous(memory_format=one) for one in formats])
    if ambiguity_check is not False and unclear and fits != 1:
        raise RuntimeError(
            "The tensor does not have unique dim order, or cannot map to exact one of the given memory formats."
        )
    if ambiguity_check and 0 in steps:
        raise RuntimeError("The tensor does not have unique dim order.")
    order = tuple(range(self.ndim))
    return order if self.is_contiguous() else tuple(sorted(order, key=lambda d: -steps[d]))


def is_format(value):
    """Whether it is one of the memory formats."""
    return isinstance(value, memory_format)


@method
def resize(self, *sizes):
    """The same numbers in another shape. Source: PyTorch, Tensor.resize, which is deprecated."""
    warnings.warn("non-inplace resize is deprecated", stacklevel=3)
    count = functools.reduce(operator.mul, sizes, 1)
    if count != self.numel():
        raise RuntimeError(
            f"requested resize to {'x'.join(map(str, sizes))} ({count} elements in total), but the given tensor has a size of "
            f"{'x'.join(map(str, self.shape))} ({self.numel()} elements). autograd's resize can only change the shape of a given "
            "tensor, while preserving the number of elements. "
        )
    return self.contiguous().view(*sizes)


@method
def resize_as(self, tensor):
    """resize_ to the size of another, of a tensor apart. Source: PyTorch, Tensor.resize_as, which is deprecated."""
    warnings.warn("non-inplace resize_as is deprecated", stacklevel=3)
    return self.clone().resize_(tensor.shape)


@method
def map2_(self, x, y, callable):
    """Each element becomes callable(element, that of x, that of y). Source: PyTorch, Tensor.map2_."""
    rows = zip(
        self.flatten().tolist(), x.expand_as(self).flatten().tolist(), y.expand_as(self).flatten().tolist(), strict=True
    )
    return self.copy_(self.new_tensor([callable(*row) for row in rows]).reshape(self.shape))


@method
def module_load(self, other, assign=False):
    """What load_state_dict puts in place of this tensor. Source: PyTorch, Tensor.module_load."""
    return other.detach() if assign else self.copy_(other).detach()


def _all_true(self):
    """all(), of bools. Source: PyTorch, Tensor._is_all_true."""
    return self.all()


def _any_true(self):
    """any(), of bools. Source: PyTorch, Tensor._is_any_true."""
    return self.any()


def _no(self):
    """False: there are no such tensors here."""
    return False


method(_all_true, "_is_all_true")
method(_any_true, "_is_any_true")
method(_no, "_is_zerotensor")
method(lambda self: bool(self), "__nonzero__")
method(lambda self: int(self), "__long__")
method(lambda self, other: self / other, "__div__")
method(lambda self, other: self.div_(other), "__idiv__")


def spmm(input, mat2):
    """The product of a matrix, dense or sparse, and another. Source: PyTorch, torch.spmm."""
    return mm(input, mat2)


dsmm = spmm
