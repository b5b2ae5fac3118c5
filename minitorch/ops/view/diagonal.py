"""diagonal, diagonal_copy, diag, diag_embed (shelf)."""

from ..._tensor import check_dim, method
from ...backend import array_module
from ..op import fill_out, op
from .narrow import put_back


@op(view=True)
def diagonal(input, offset=0, dim1=0, dim2=1):
    """The diagonal of the matrices in dim1 and dim2, as the last dimension; `offset` steps above the main one.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).diagonal()
    tensor([1, 4])

    Source: PyTorch, torch.diagonal.
    """
    first, second = check_dim(dim1, input.ndim), check_dim(dim2, input.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    rows, columns = input.shape[first], input.shape[second]
    down, right = max(-offset, 0), max(offset, 0)
    length = max(min(rows - down, columns - right), 0)
    start = [slice(None)] * input.ndim
    start[first], start[second] = slice(min(down, rows), None), slice(min(right, columns), None)
    input = input[tuple(start)]
    rest = [d for d in range(input.ndim) if d not in (first, second)]
    shape = (*[input.shape[d] for d in rest], length)
    strides = (*[input.strides[d] for d in rest], input.strides[first] + input.strides[second])
    return array_module(input).lib.stride_tricks.as_strided(input, shape, strides)


diagonal.grad(input=lambda g, offset, dim1, dim2, input_shape: put_back(g, diagonal, (offset, dim1, dim2), input_shape))
method(diagonal)


@op(derivative="DiagonalBackward0_copy")
def diagonal_copy(input, offset=0, dim1=0, dim2=1):
    """diagonal, as a copy with memory of its own. Source: PyTorch, torch.diagonal_copy."""
    return diagonal.forward(input, offset, dim1, dim2).copy()


diagonal_copy.grad(
    input=lambda g, offset, dim1, dim2, input_shape: put_back(g, diagonal, (offset, dim1, dim2), input_shape)
)


@op
def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """Matrices with the last dimension of input on a diagonal, zeros elsewhere. Source: PyTorch, torch.diag_embed."""
    ndim = input.ndim + 1
    first, second = check_dim(dim1, ndim), check_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    side = input.shape[-1] + abs(offset)
    shape = list(input.shape[:-1])
    for d in sorted((first, second)):
        shape.insert(d, side)
    return put_back.forward(input, diagonal, (offset, first, second), tuple(shape))


diag_embed.grad(input=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
method(diag_embed)


def diag(input, diagonal=0, *, out=None):
    """The diagonal of a matrix as a vector, or a matrix with a vector on its diagonal. Source: PyTorch, torch.diag."""
    if input.ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")
    made = diag_embed(input, diagonal) if input.ndim == 1 else diagonal_copy(input, diagonal)
    return made if out is None else fill_out(out, made, diag)


method(diag)
