"""grad: conv1d_input, conv2d_weight ...: the gradients of a convolution for its input and its weights (shelf)."""

from ..autograd.grad import grad
from ..graph.grad_mode import enable_grad
from . import functional

__all__ = [f"conv{n}d_{what}" for n in (1, 2, 3) for what in ("input", "weight")]


def for_input(name):
    """The gradient for the input of a convolution."""
    convolve = getattr(functional, name)

    def gradient(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
        with enable_grad():
            x = grad_output.new_zeros(input_size).requires_grad_()
            y = convolve(x, weight.detach(), None, stride, padding, dilation, groups)
        return grad(y, x, grad_output.detach())[0]

    return named(gradient, name, "input", "input_size")


def for_weight(name):
    """The gradient for the weights of a convolution."""
    convolve = getattr(functional, name)

    def gradient(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
        with enable_grad():
            w = grad_output.new_zeros(weight_size).requires_grad_()
            y = convolve(input.detach(), w, None, stride, padding, dilation, groups)
        return grad(y, w, grad_output.detach())[0]

    return named(gradient, name, "weight", "weight_size")


def named(gradient, name, what, size):
    gradient.__name__ = gradient.__qualname__ = f"{name}_{what}"
    gradient.__doc__ = (
        f"The gradient of {name} for its {what}, of the shape `{size}`, where `grad_output` is that of its result.\n\n"
        f"Source: PyTorch, torch.nn.grad.{name}_{what}."
    )
    return gradient


conv1d_input, conv2d_input, conv3d_input = for_input("conv1d"), for_input("conv2d"), for_input("conv3d")
conv1d_weight, conv2d_weight, conv3d_weight = for_weight("conv1d"), for_weight("conv2d"), for_weight("conv3d")
