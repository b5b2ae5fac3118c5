"""layer_normalization: layer_norm and rms_norm: mean 0 and variance 1 over each example (core)."""

import numpy as np

from ...ops.one_step import one_step
from .activation import single
from .normalization import _normalize, check_floating, normalize, scaled


@one_step
def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """The last dimensions, those of `normalized_shape`, brought to mean 0 and variance 1, then times `weight` plus `bias`.

    input             [..., *normalized_shape]; the result has the same shape
    normalized_shape  a sequence of lengths
    weight, bias      of the shape normalized_shape, or None

    >>> import minitorch as mt
    >>> mt.nn.functional.layer_norm(mt.tensor([[1.0, 3.0], [10.0, 30.0]]), (2,))
    tensor([[-1.0000,  1.0000],
            [-1.0000,  1.0000]])

    Errors: RuntimeError for sizes that do not fit. Source: Ba et al., 2016; PyTorch, torch.nn.functional.layer_norm.
    """
    shape = check_normalized(input, normalized_shape, weight, bias, "layer_norm")
    check_floating(input, "layer_norm")
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    return _normalize(input, weight, bias, dims, shape, eps, [], "LayerNorm")


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """The last dimensions, those of `normalized_shape`, divided by the root of the mean of their squares, times `weight`.

    eps  added to that mean; None: the smallest step of the dtype

    >>> import minitorch as mt
    >>> mt.nn.functional.rms_norm(mt.tensor([1.0, 7.0]), (2,))
    tensor([0.2000, 1.4000])

    Errors: RuntimeError for sizes that do not fit. Source: Zhang and Sennrich, 2019; PyTorch, torch.nn.functional.rms_norm.
    """
    shape = check_normalized(input, normalized_shape, weight, None, "rms_norm")
    x = single(input)
    eps = float(np.finfo(x.dtype.numpy).eps) if eps is None else eps
    hat, _, _ = normalize(x, tuple(range(-len(shape), 0)), eps, center=False)
    return scaled(hat, weight, None, shape).to(input.dtype)


def check_normalized(input, normalized_shape, weight, bias, name):
    """The lengths of the dimensions to normalize, or PyTorch's errors for sizes that do not fit."""
    shape = tuple(normalized_shape)
    if not shape:
        raise RuntimeError(f"{name}: Expected normalized_shape to contain at least one element")
    for which, x in (("weight", weight), ("bias", bias)):
        if x is not None and x._array.shape != shape:
            shapes = f"{which} of shape {list(x.shape)} and normalized_shape = {list(shape)}"
            raise RuntimeError(f"Expected {which} to be of same shape as normalized_shape, but got {shapes}")
        if x is not None and x.dtype is not input.dtype and (input.itemsize > 2 or x.dtype.name != "float32"):
            raise RuntimeError(f"mixed dtype (CPU): expect parameter to have scalar type of {input.dtype.title}")
    if len(shape) > input.ndim or input._array.shape[input.ndim - len(shape) :] != shape:
        sizes = f"[*, {', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
        raise RuntimeError(f"Given normalized_shape={list(shape)}, expected input with shape {sizes}")
    return shape
