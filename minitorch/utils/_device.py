"""_device: set_device and DeviceContext: a function, or a block, whose new tensors are made on a device (shelf)."""

from ..backend import device as Device
from ..graph.grad_mode import _Switch


class DeviceContext(_Switch):
    """Let new tensors be made on a device, as `with device(...)` does: for a block, or as a decorator for a function.

    >>> import minitorch as mt
    >>> with mt.utils._device.DeviceContext("meta"):
    ...     mt.empty(2)
    tensor(..., device='meta', size=(2,))

    Source: PyTorch, torch.utils._device.DeviceContext.
    """

    def __init__(self, device):
        self.device = Device(device)

    def __enter__(self):
        self.device.__enter__()
        return self

    def __exit__(self, *error):
        self.device.__exit__(*error)

    def _again(self):
        return DeviceContext(self.device)


def set_device(device):
    """A decorator: the function's new tensors are made there. Errors: RuntimeError for a class.

    Source: PyTorch, torch.utils._device.set_device.
    """

    def decorated(function):
        if isinstance(function, type):
            raise RuntimeError(
                "Cannot decorate classes; it is ambiguous whether or not only the constructor or all methods should have the "
                "context manager applied; additionally, decorating a class at definition-site will prevent use of the "
                "identifier as a conventional type.  To specify which methods to decorate, decorate each of them "
                "individually."
            )
        return DeviceContext(device)(function)

    return decorated
