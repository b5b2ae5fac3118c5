"""by_operator: torch._C._nn: the functions of layers as PyTorch's operators take them: reflection_pad1d, nll_loss2d (shelf).

What is not here is nn.functional's: an operator of the same name takes the same arguments, but for the losses, whose
`reduction` is a number.
"""

import sys

from ...backend import device as Device
from ...ops.copy.to import parse_to
from ...ops.pointwise.arithmetic import add
from . import loss, margin_loss, regression_loss
from .binary_cross_entropy import binary_cross_entropy as of_probabilities
from .class_margin import multi_margin_loss as margins
from .class_margin import multilabel_margin_loss as margins_of_labels
from .convolution import conv2d, conv3d
from .native_loss import named
from .padding import pad as pad_with

LARGEST = (1 << 63) - 1
ROOM = ["2D or 3D", "3D or 4D", "4D or 5D"]

# --- pads of one kind ----------------------------------------------------------------------------------------------------


def padding_of(dims, mode, word):
    """The operator that pads so many dimensions in this way."""

    def operator(input, padding):
        if len(padding) != 2 * dims:
            got = f", but got: {len(padding)}" if word == "reflection" else ""
            raise RuntimeError(f"padding size is expected to be {2 * dims}{got}")
        if input.ndim not in (dims + 1, dims + 2):
            raise RuntimeError(
                f"Expected {ROOM[dims - 1]} (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for "
                f"input, but got: {list(input.shape)}"
            )
        return pad_with(input, tuple(padding), mode)

    operator.__name__ = operator.__qualname__ = f"{word}_pad{dims}d"
    operator.__doc__ = f"pad in the mode {mode!r}. Source: PyTorch, aten::{operator.__name__}."
    return operator


reflection_pad1d, reflection_pad2d, reflection_pad3d = [padding_of(n, "reflect", "reflection") for n in (1, 2, 3)]
replication_pad1d, replication_pad2d, replication_pad3d = [padding_of(n, "replicate", "replication") for n in (1, 2, 3)]


# --- losses whose reduction is a number -----------------------------------------------------------------------------------


def mse_loss(input, target, reduction=0):
    """nn.functional.mse_loss. Source: PyTorch, aten::mse_loss."""
    return loss.mse_loss(input, target, reduction=named(reduction))


def l1_loss(input, target, reduction=0):
    """nn.functional.l1_loss. Source: PyTorch, aten::l1_loss."""
    return loss.l1_loss(input, target, reduction=named(reduction))


def smooth_l1_loss(input, target, reduction=0, beta=1.0):
    """nn.functional.smooth_l1_loss. Source: PyTorch, aten::smooth_l1_loss."""
    return regression_loss.smooth_l1_loss(input, target, reduction=named(reduction), beta=beta)


def huber_loss(input, target, reduction=0, delta=1.0):
    """nn.functional.huber_loss. Source: PyTorch, aten::huber_loss."""
    return regression_loss.huber_loss(input, target, reduction=named(reduction), delta=delta)


def soft_margin_loss(input, target, reduction=0):
    """nn.functional.soft_margin_loss. Source: PyTorch, aten::soft_margin_loss."""
    return margin_loss.soft_margin_loss(input, target, reduction=named(reduction))


def binary_cross_entropy(input, target, weight=None, reduction=0):
    """nn.functional.binary_cross_entropy. Source: PyTorch, aten::binary_cross_entropy."""
    return of_probabilities(input, target, weight, reduction=named(reduction))


def multi_margin_loss(input, target, p=1, margin=1, weight=None, reduction=0):
    """nn.functional.multi_margin_loss. Source: PyTorch, aten::multi_margin_loss."""
    return margins(input, target, p, margin, weight, reduction=named(reduction))


def multilabel_margin_loss(input, target, reduction=0):
    """nn.functional.multilabel_margin_loss. Source: PyTorch, aten::multilabel_margin_loss."""
    return margins_of_labels(input, target, reduction=named(reduction))


def nll_loss(input, target, weight=None, reduction=0, ignore_index=-100):
    """nn.functional.nll_loss. Source: PyTorch, aten::nll_loss, nll_loss2d and nll_loss_nd."""
    return loss.nll_loss(input, target, weight, ignore_index=ignore_index, reduction=named(reduction))


nll_loss2d = nll_loss_nd = nll_loss


def cross_entropy_loss(input, target, weight=None, reduction=0, ignore_index=-100, label_smoothing=0.0):
    """nn.functional.cross_entropy. Source: PyTorch, aten::cross_entropy_loss."""
    how = {"ignore_index": ignore_index, "reduction": named(reduction), "label_smoothing": label_smoothing}
    return loss.cross_entropy(input, target, weight, **how)


# --- the rest -------------------------------------------------------------------------------------------------------------


def slow_conv3d(input, weight, kernel_size, bias=None, stride=1, padding=0):
    """conv3d, whose kernel's size is said too. Source: PyTorch, aten::slow_conv3d."""
    size, stride, padding = settings(3, kernel_size=kernel_size, stride=stride, padding=padding)
    if max(padding) > LARGEST // 2:
        raise ValueError("Padding height too large")
    if size[0] * size[1] * size[2] > LARGEST:
        raise RuntimeError(
            f"Kernel height x width product is too large: kernel_height={size[1]}, kernel_width={size[2]}"
        )
    if weight.ndim not in (2, 5) or not weight.numel():
        raise RuntimeError(f"non-empty 2D or 5D weight tensor expected, but got: {list(weight.shape)}")
    return conv3d(input, weight, bias, stride, padding)


def thnn_conv2d(input, weight, kernel_size, bias=None, stride=1, padding=0):
    """conv2d; the weight may be given as a matrix too. Source: PyTorch, aten::thnn_conv2d."""
    size, stride, padding = settings(2, kernel_size=kernel_size, stride=stride, padding=padding)
    if weight.ndim not in (2, 4) or not weight.numel():
        raise RuntimeError(f"non-empty 2D or 4D weight tensor expected, but got: {list(weight.shape)}")
    return conv2d(input, weight.reshape(len(weight), -1, *size), bias, stride, padding)


def settings(dims, **given):
    """Each of them as a number for every dimension, or PyTorch's error."""
    for name, value in given.items():
        value = (value,) if isinstance(value, int) else tuple(value)
        if len(value) not in (1, dims):
            raise RuntimeError(f"{dims}D {name} expected")
        given[name] = value if len(value) == dims else value * dims
    return given.values()


def _add_relu(input, other, *, alpha=1):
    """relu(input + alpha other). Source: PyTorch, torch._add_relu."""
    return add(input, other, alpha=alpha).relu()


def _add_relu_(input, other, *, alpha=1):
    """The same, written into the input. Source: PyTorch, torch._add_relu_."""
    return input.add_(other, alpha=alpha).relu_()


def _parse_to(*args, **kwargs):
    """(device, dtype, non_blocking, memory_format) of Module.to's arguments. Source: PyTorch, torch._C._nn._parse_to.

    >>> import minitorch as mt
    >>> mt._C._nn._parse_to("cpu", mt.float16)
    (device(type='cpu'), minitorch.float16, False, None)
    """
    order = kwargs.pop("memory_format", None)
    if "copy" in kwargs:
        raise RuntimeError(".to() does not accept copy argument")
    if not args and not kwargs:
        return None, None, False, order
    dtype, where, _ = parse_to(*args, **kwargs)
    flags = [x for x in args if isinstance(x, bool)]
    where = Device(where) if isinstance(where, (str, int)) else where
    return where, dtype, kwargs.get("non_blocking", bool(flags) and flags[0]), order


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'minitorch._C._nn' has no attribute '{name}'")
    return getattr(sys.modules["minitorch.nn.functional"], name)
