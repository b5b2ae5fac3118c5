"""fake_quantize_per_tensor_affine, fake_quantize_per_channel_affine: numbers rounded to a few steps, as in few bits (shelf)."""

from ..._tensor import Tensor
from ...backend import array_module
from ..op import op

KINDS = {
    "number": "FakeQuantizePerTensorAffineCachemaskBackward0",
    "tensor": "FakeQuantizePerTensorAffineCachemaskTensorQparamsBackward0",
    "channel": "FakeQuantizePerChannelAffineCachemaskBackward0",
}


def steps_of(x, scale, zero_point):
    """The step that each number falls on, as a float."""
    xp = array_module(x)
    return xp.rint(x * (1 / xp.asarray(scale, x.dtype)).astype(x.dtype)) + zero_point


@op(derivative=lambda x, scale, zero_point, low, high, kind: KINDS[kind])
def _fake_quantize(x, scale, zero_point, low, high, kind):
    """x as the nearest of scale * (step - zero_point), for the steps from low to high."""
    steps = steps_of(x, scale, zero_point).clip(low, high)
    return ((steps - zero_point) * array_module(x).asarray(scale, x.dtype)).astype(x.dtype, copy=False)


@op
def _within_steps(x, scale, zero_point, low, high):
    """1 where a number falls on one of the steps, 0 where it is cut off."""
    steps = steps_of(x, scale, zero_point)
    return ((steps >= low) & (steps <= high)).astype(x.dtype)


def back(g, x, scale, zero_point, low, high):
    """The gradient goes through where nothing was cut off, as if nothing had been rounded."""
    return g * _within_steps(x.detach() if isinstance(x, Tensor) else x, scale, zero_point, low, high)


_fake_quantize.grad(x=back)


def fake_quantize_per_tensor_affine(input, scale, zero_point, quant_min, quant_max):
    """Each number as the nearest of scale * (step - zero_point), where the steps are the integers from quant_min to quant_max.

    scale       how far apart the results are: a number, or a tensor of one
    zero_point  the step that stands for 0: an int, or a tensor of one

    The gradient goes through where no number was cut off.

    >>> import minitorch as mt
    >>> mt.fake_quantize_per_tensor_affine(mt.tensor([0.06, -0.5, 3.0]), 0.1, 0, -4, 7)
    tensor([ 0.1000, -0.4000,  0.7000])

    Source: PyTorch, torch.fake_quantize_per_tensor_affine.
    """
    check_steps(quant_min, quant_max)
    if isinstance(scale, Tensor):
        return _fake_quantize(
            input, scale._array.reshape(()), zero_point._array.reshape(()), quant_min, quant_max, "tensor"
        )
    return _fake_quantize(input, scale, zero_point, quant_min, quant_max, "number")


def fake_quantize_per_channel_affine(input, scale, zero_point, axis, quant_min, quant_max):
    """The same with a scale and a zero_point for each place along dimension `axis`: tensors of that length.

    >>> import minitorch as mt
    >>> mt.fake_quantize_per_channel_affine(mt.ones(2, 2), mt.tensor([0.3, 0.7]), mt.zeros(2, dtype=mt.int32), 0, -8, 7)
    tensor([[0.9000, 0.9000],
            [0.7000, 0.7000]])

    Errors: RuntimeError for lengths that do not fit. Source: PyTorch, torch.fake_quantize_per_channel_affine.
    """
    check_steps(quant_min, quant_max)
    if scale.shape != zero_point.shape:
        raise RuntimeError("scale and zero-point need to have the same dimensions")
    if scale.numel() != input.shape[axis]:
        raise RuntimeError("dimensions of scale and zero-point are not consistent with input tensor")
    shape = [1] * input.dim()
    shape[axis] = -1
    scale, zero_point = scale._array.reshape(shape), zero_point._array.reshape(shape)
    return _fake_quantize(input, scale, zero_point, quant_min, quant_max, "channel")


def check_steps(quant_min, quant_max):
    """Raise where there is no step."""
    if quant_min > quant_max:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")
