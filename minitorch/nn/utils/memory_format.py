"""memory_format: convert_conv2d_weight_memory_format, convert_conv3d_weight_memory_format (shelf)."""

from ..modules.conv import Conv2d, Conv3d, ConvTranspose2d, ConvTranspose3d

__all__ = ["convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"]


def convert_conv2d_weight_memory_format(module, memory_format):
    """Lay out the weights of Conv2d and ConvTranspose2d in a memory format, in all modules inside. Returns the module.

    Source: PyTorch, torch.nn.utils.convert_conv2d_weight_memory_format.
    """
    return convert(module, (Conv2d, ConvTranspose2d), memory_format)


def convert_conv3d_weight_memory_format(module, memory_format):
    """The same for Conv3d and ConvTranspose3d. Source: PyTorch, torch.nn.utils.convert_conv3d_weight_memory_format."""
    return convert(module, (Conv3d, ConvTranspose3d), memory_format)


def convert(module, classes, memory_format):
    """Lay out the weights of the modules of these classes."""
    for one in module.modules():
        if isinstance(one, classes):
            one.weight.data = one.weight.detach().contiguous(memory_format=memory_format)
    return module
