"""bilinear (shelf)."""

from ...ops.matmul.einsum import einsum
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
    made = einsum("in,mnk,ik->im", rows[0], weight, rows[1])
    made = step_of(made, "TrilinearBackward0", rows[0], weight, rows[1]).reshape(*one[:-1], len(weight))
    return made if bias is None else made + bias
