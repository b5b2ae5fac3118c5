"""layer_normalization: layer_norm: mean 0 and variance 1 over each example (core)."""

from ...ops.one_step import one_step
from .normalization import _normalize, check_floating


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
    for x in (weight, bias):
        if x is not None and x.dtype is not input.dtype and (input.itemsize > 2 or x.dtype.name != "float32"):
            raise RuntimeError(f"mixed dtype (CPU): expect parameter to have scalar type of {input.dtype.title}")
    dims = tuple(range(input.ndim - len(shape), input.ndim))
    return _normalize(input, weight, bias, dims, shape, eps, [], "LayerNorm")


def check_normalized(input, normalized_shape, weight, bias, name):
    """The lengths of the dimensions to normalize, or PyTorch's errors for sizes that do not fit."""
    shape = tuple(normalized_shape)
    if not shape:
        raise RuntimeError(f"{name}: Expected normalized_shape to contain at least one element")
    for which, x in (("weight", weight), ("bias", bias)):
        if x is not None and x._array.shape != shape:
            raise RuntimeError(
                f"Expected {which} to be of same shape as normalized_shape, but got {which} of shape {list(x.shape)} and "
                f"normalized_shape = {list(shape)}"
            )
    if len(shape) > input.ndim or input._array.shape[input.ndim - len(shape) :] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, {', '.join(map(str, shape))}], but got "
            f"input of size{list(input.shape)}"
        )
    return shape
