"""linear: x @ W.T + b, and looking up the rows of a matrix."""

from ...backend import array_module
from ...ops.addmm import addmm
from ...ops.axes import t
from ...ops.einsum import einsum
from ...ops.gather import index_select
from ...ops.matmul import matmul
from ...ops.shape import reshape
from ...tensor import wrap


def linear(input, weight, bias=None):
    """input [..., n] @ weight [m, n].T + bias [m] -> [..., m].

    Errors: RuntimeError when the sizes do not fit. Source: PyTorch, torch.nn.functional.linear.
    """
    if bias is not None and input.ndim == 2 and weight.ndim == 2 and bias.ndim == 1:
        return addmm(bias, input, t(weight))
    made = matmul(input, t(weight))
    return made if bias is None else made + bias


def bilinear(input1, input2, weight, bias=None):
    """input1 [..., n], input2 [..., k], weight [m, n, k] -> [..., m]: input1 @ weight[i] @ input2 + bias[i].

    Errors: RuntimeError when the sizes do not fit. Source: PyTorch, torch.nn.functional.bilinear.
    """
    one, two = input1.shape, input2.shape
    if len(one) != len(two):
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {len(one)} and {len(two)}")
    for dim, (m, n) in enumerate(zip(one[:-1], two[:-1], strict=True)):
        if m != n:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {dim}: got {m} and {n}")
    for place, size in ((1, one), (2, two)):
        if size[-1] != weight.shape[place]:
            raise RuntimeError(
                f"bilinear(): input{place} size does not match weight size: got {size[-1]} but expected "
                f"{weight.shape[place]}"
            )
    made = einsum("...n,mnk,...k->...m", input1, weight, input2)
    return made if bias is None else made + bias


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """The rows of weight [n, d] that `input` (ints of any shape) names: [..., d].

    padding_idx  a row whose gradient is not wanted

    Source: PyTorch, torch.nn.functional.embedding.
    """
    if weight.ndim != 2:
        raise RuntimeError(f"'weight' must be 2-D, but has {weight.ndim} dimensions")
    if max_norm is not None or scale_grad_by_freq:
        raise NotImplementedError(
            "embedding() has no max_norm and no scale_grad_by_freq here; scale the weight yourself"
        )
    shape = input._array.shape
    rows = index_select(weight, 0, reshape(input, (-1,)))
    if padding_idx is not None:
        padding_idx += len(weight) if padding_idx < 0 else 0
        counts = wrap((reshape(input, (-1, 1))._array != padding_idx).astype(weight._array.dtype))
        rows = rows * counts + (rows * (1 - counts)).detach()
    return reshape(rows, (*shape, weight.shape[1]))


def one_hot(tensor, num_classes=-1):
    """For every class number a row with 1 in its place and 0 elsewhere: [...] -> [..., num_classes], int64.

    >>> import minitorch as mt
    >>> mt.nn.functional.one_hot(mt.tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])

    Errors: RuntimeError for negative classes, or classes beyond num_classes. Source: PyTorch, torch.nn.functional.one_hot.
    """
    array = tensor._array
    if array.dtype != "int64":
        raise RuntimeError(f"one_hot is only applicable to index tensor of type LongTensor, but got {tensor.dtype}")
    if not array.size:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor: pass num_classes.")
    elif array.min() < 0:
        raise RuntimeError(f"Class values must be non-negative, but the smallest is {array.min()}.")
    elif num_classes == -1:
        num_classes = int(array.max()) + 1
    elif array.max() >= num_classes:
        raise RuntimeError(
            f"Class values must be smaller than num_classes, but the largest is {array.max()} and num_classes {num_classes}."
        )
    xp = array_module(array)
    return wrap((array[..., None] == xp.arange(num_classes)).astype("int64"))
