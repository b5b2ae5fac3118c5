"""linear: x @ W.T + b (core)."""

from ...ops.matmul.addmm import addmm
from ...ops.matmul.matmul import matmul
from ...ops.view.transpose import t


def linear(input, weight, bias=None):
    """input [..., n] @ weight [m, n].T + bias [m] -> [..., m].

    Errors: RuntimeError when the sizes do not fit. Source: PyTorch, torch.nn.functional.linear.
    """
    if bias is not None and input.ndim == 2 and weight.ndim == 2 and bias.ndim == 1:
        return addmm(bias, input, t(weight))
    made = matmul(input, t(weight))
    return made if bias is None else made + bias
