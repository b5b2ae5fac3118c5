"""proxy_tensor: what asks whether operations are being traced below autograd: they never are (shelf)."""

__all__ = ["get_proxy_mode"]


def get_proxy_mode():
    """None: no mode traces operations on tensors. Source: PyTorch, torch.fx.experimental.proxy_tensor.get_proxy_mode.

    >>> import minitorch as mt
    >>> mt.fx.experimental.proxy_tensor.get_proxy_mode()
    """
