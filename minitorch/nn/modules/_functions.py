"""_functions: CrossMapLRN2d, a step with a backward of its own (shelf)."""

from ...autograd.function import Function
from ..functional.padding import pad


def added(x, before, count):
    """For each channel of x [N, C, H, W] the sum of `count` channels, of which the first is `before` channels before it."""
    behind = max(count - 1 - before, 0)
    wide = pad(x, (0, 0, 0, 0, before, behind))
    return sum([wide.narrow(1, start, x.shape[1]) for start in range(count)])


class CrossMapLRN2d(Function):
    """x * (k + alpha / size * squares around it)**-beta.

    As in PyTorch, the first channel's square stays in the sums of all later channels, and the sum in the derivative begins
    a channel early.
    """

    @staticmethod
    def forward(ctx, input, size, alpha=1e-4, beta=0.75, k=1):
        if input.ndim != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.ndim}D instead.")
        reach = (size - 1) // 2
        squares = input * input
        around = added(squares, reach, 2 * reach + 1)
        around[:, reach + 1 :] += squares[:, :1]
        scale = around * (alpha / size) + k
        output = scale**-beta * input
        ctx.save_for_backward(input, output, scale)
        ctx.options = size, alpha, beta
        return output

    @staticmethod
    def backward(ctx, g):
        input, output, scale = ctx.saved_tensors
        size, alpha, beta = ctx.options
        around = added(g * output / scale, int(size - (size - 1) / 2), size)
        return scale**-beta * g - input * around * (2 * alpha * beta / size), None, None, None, None
