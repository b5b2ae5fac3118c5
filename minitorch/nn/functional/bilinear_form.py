"""bilinear (shelf)."""

from ...ops.casting import autocasts
from ...ops.matmul.einsum import einsum


@autocasts("given")
def bilinear(input1, input2, weight, bias=None):
    """input1 [..., n], input2 [..., k], weight [m, n, k] -> [..., m]: input1 @ weight[i] @ input2 + bias[i].

    Errors: RuntimeError when the sizes do not fit. Source: PyTorch, torch.nn.functional.bilinear.
    """
    one, two = input1.shape, input2.shape
    if one[:-1] != two[:-1] or (one[-1], two[-1]) != tuple(weight.shape[1:]):
        raise RuntimeError(
            f"bilinear(): input1 size does not match weight size: got {list(one)} and {list(two)} for a weight of size "
            f"{list(weight.shape)}"
        )
    rows = [x.reshape(-1, x.shape[-1]) for x in (input1, input2)]
    made = einsum("in,mnk,ik->im", rows[0], weight, rows[1]).reshape(*one[:-1], len(weight))
    return made if bias is None else made + bias
