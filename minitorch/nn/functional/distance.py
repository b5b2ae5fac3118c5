"""distance: cosine_similarity, pairwise_distance, normalize, bilinear: vectors, in pairs (shelf)."""

from ..._tensor import check_dim
from ...graph.grad_mode import no_grad
from ...ops.casting import autocasts
from ...ops.matmul.einsum import einsum
from ...ops.promotion import common
from ...ops.reduction.norm import norm
from ...ops.view.further import broadcast_tensors


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between x1 and x2 along `dim`; the shapes broadcast.

    eps  the least length that either is taken to have, so that nothing is divided by 0

    >>> import minitorch as mt
    >>> mt.cosine_similarity(mt.tensor([[1.0, 0.0]]), mt.tensor([[1.0, 1.0]]))
    tensor([0.7071])

    Errors: RuntimeError for integers. Source: PyTorch, torch.nn.functional.cosine_similarity.
    """
    kind = common((x1, x2))
    if not (kind.is_floating_point or kind.is_complex):
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {kind.title}")
    x1, x2 = broadcast_tensors(x1.to(kind), x2.to(kind))
    dim = check_dim(dim, x1.ndim)
    return (x1 / length(x1, dim, eps) * (x2 / length(x2, dim, eps))).sum(dim)


def length(x, dim, eps):
    """The length of the vectors along dim, at least eps; its slope is as if there were no eps."""
    found = norm(x, 2, dim, True).clone()
    with no_grad():
        found.clamp_min_(eps) if not found.is_complex() else found
    return found


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of x1 - x2 + eps along the last dimension. Source: PyTorch, torch.nn.functional.pairwise_distance."""
    return norm(x1 - x2 + eps, p, -1, keepdim)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """input divided by its p-norm along `dim`, where that is more than eps, and by eps elsewhere.

    >>> import minitorch as mt
    >>> mt.nn.functional.normalize(mt.tensor([[3.0, 4.0]]))
    tensor([[0.6000, 0.8000]])

    Source: PyTorch, torch.nn.functional.normalize.
    """
    size = norm(input, p, dim, True).clamp_min(eps).expand_as(input)
    return input / size if out is None else input.div(size, out=out)


@autocasts("given")
def bilinear(input1, input2, weight, bias=None):
    """input1 [..., n], input2 [..., k], weight [m, n, k] -> [..., m]: input1 @ weight[i] @ input2 + bias[i].

    Errors: RuntimeError when the sizes do not fit. Source: PyTorch, torch.nn.functional.bilinear.
    """
    one, two = input1.shape, input2.shape
    if one[:-1] != two[:-1] or (one[-1], two[-1]) != tuple(weight.shape[1:]):
        raise RuntimeError(f"bilinear(): inputs {list(one)} and {list(two)} do not fit a weight {list(weight.shape)}")
    rows = [x.reshape(-1, x.shape[-1]) for x in (input1, input2)]
    made = einsum("in,mnk,ik->im", rows[0], weight, rows[1]).reshape(*one[:-1], len(weight))
    return made if bias is None else made + bias
