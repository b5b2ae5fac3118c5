"""grad: conv1d_input, conv2d_weight ...: the gradients of a convolution for its input and its weights (shelf)."""

from .functional.convolution_checks import settings
from .functional.sliding import _match, _spread


def conv1d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """The gradient of conv1d's input, of the size input_size [N, C, length], from that of its result.

    weight       [O, C / groups, size of the window]      grad_output  [N, O, length']
    stride, padding, dilation, groups  as in conv1d

    >>> import minitorch as mt
    >>> mt.nn.grad.conv1d_input((1, 1, 3), mt.tensor([[[1.0, 10.0]]]), mt.ones(1, 1, 2))
    tensor([[[ 1., 11., 10.]]])

    Errors: RuntimeError for a grad_output of another size. Source: PyTorch, torch.nn.grad.conv1d_input.
    """
    return to_input("conv1d", 1, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv1d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """The gradient of conv1d's weight, of the size weight_size [O, C / groups, size of the window], from that of its result.

    input        [N, C, length]                           grad_output  [N, O, length']

    >>> import minitorch as mt
    >>> mt.nn.grad.conv1d_weight(mt.tensor([[[1.0, 2.0, 4.0]]]), (1, 1, 2), mt.ones(1, 1, 2))
    tensor([[[3., 6.]]])

    Errors: RuntimeError for a grad_output of another size. Source: PyTorch, torch.nn.grad.conv1d_weight.
    """
    return to_weight("conv1d", 1, input, weight_size, grad_output, stride, padding, dilation, groups)


def conv2d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """The gradient of conv2d's input [N, C, H, W]. Source: PyTorch, torch.nn.grad.conv2d_input."""
    return to_input("conv2d", 2, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv2d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """The gradient of conv2d's weight [O, C / groups, h, w]. Source: PyTorch, torch.nn.grad.conv2d_weight."""
    return to_weight("conv2d", 2, input, weight_size, grad_output, stride, padding, dilation, groups)


def conv3d_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """The gradient of conv3d's input [N, C, D, H, W]. Source: PyTorch, torch.nn.grad.conv3d_input."""
    return to_input("conv3d", 3, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv3d_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
    """The gradient of conv3d's weight [O, C / groups, d, h, w]. Source: PyTorch, torch.nn.grad.conv3d_weight."""
    return to_weight("conv3d", 3, input, weight_size, grad_output, stride, padding, dilation, groups)


def to_input(name, dims, input_size, weight, grad_output, stride, padding, dilation, groups):
    """Every number of grad_output, times the weights, added to the window that it came from."""
    how = settings(name, dims, weight, groups, stride=stride, padding=padding, dilation=dilation)
    check_places(name, input_size, weight.shape, grad_output, how)
    return _spread(grad_output, weight, None, how, tuple(input_size[2:]))


def to_weight(name, dims, input, weight_size, grad_output, stride, padding, dilation, groups):
    """Every window of the input, times the number of grad_output that came from it, added up."""
    how = settings(name, dims, input, groups, stride=stride, padding=padding, dilation=dilation)
    check_places(name, input.shape, weight_size, grad_output, how)
    return _match(input, grad_output, how, tuple(weight_size[2:]))


def check_places(name, input_size, weight_size, grad_output, how):
    """Raise where grad_output has not the size of that convolution's result."""
    each = zip(input_size[2:], weight_size[2:], *how[:3], strict=True)
    places = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in each]
    wanted = [input_size[0], weight_size[0], *places]
    if list(grad_output.shape) != wanted or input_size[1] != weight_size[1] * how[3]:
        raise RuntimeError(
            f"{name}: the input has the size {list(input_size)}, the weight {list(weight_size)} and groups is {how[3]}: so the "
            f"result has the size {wanted}, but grad_output has {list(grad_output.shape)}"
        )
