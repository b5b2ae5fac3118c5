"""bilinear (shelf)."""

from functools import reduce
from operator import add

from ...ops.matmul.einsum import einsum
from ...ops.matmul.matmul import batched, mm, product
from ...ops.op import op
from ...ops.step_names import step_of


def bilinear(input1, input2, weight, bias=None):
    """input1 [..., n], input2 [..., k], weight [m, n, k] -> [..., m]: input1 @ weight[i] @ input2 + bias[i].

    Errors: RuntimeError when the sizes do not fit. Source: PyTorch, torch.nn.functional.bilinear.
    """
    kinds = [x.dtype for x in (input1, input2, weight)]
    if any([kind is not kinds[0] for kind in kinds]):
        names = [kind.spelled for kind in kinds]
        raise RuntimeError(
            f"All tensors must have the same dtype, got input1: {names[0]}, input2: {names[1]}, weight: {names[2]}"
        )
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
    rows = [x.reshape(-1, x.shape[-1]) for x in (input1, input2)]
    if input1.itemsize == 2:
        made = _trilinear(rows[0], weight, rows[1])
    else:
        made = einsum("in,mnk,ik->im", rows[0], weight, rows[1])
        made = step_of(made, "TrilinearBackward0", rows[0], weight, rows[1])
    made = made.reshape(*one[:-1], len(weight))
    return made if bias is None else made + bias


# --- in 16 bits: which two factors are multiplied first, and what is added up one after the other, decides on the rounding ---


@op
def _trilinear(one, weight, two):
    """one [i, n], weight [m, n, k], two [i, k] -> [i, m]"""
    m, n, k = weight.shape
    part = product(one, weight.swapaxes(0, 1).reshape(n, m * k)).reshape(len(one), m, k)
    return product(part, two[:, :, None])[:, :, 0]


def to_one(g, weight, two):
    """For one output after the other, its gradient times its weights, times `two`."""
    parts = [g[:, m].reshape((-1, 1, 1)) * weight[m] for m in range(len(weight))]
    return reduce(add, [batched(part, two.reshape((*two.shape, 1))).reshape(part.shape[:2]) for part in parts])


def to_weight(g, one, two):
    part = g.reshape((*g.shape, 1)) * one.reshape((len(one), 1, one.shape[1]))
    rows, m, n = part.shape
    return mm(part.reshape((rows, m * n)).T, two).reshape((m, n, two.shape[1]))


def to_two(g, one, weight):
    return reduce(add, [g[:, m : m + 1] * mm(one, weight[m]) for m in range(len(weight))])


_trilinear.grad(one=to_one, weight=to_weight, two=to_two)
