"""detach: Tensor.detach and detach_, the same numbers without their history (core)."""

from .._tensor import method, wrap


def detach(self):
    """A tensor with the same memory that no gradient flows through. A change of one in place changes both.

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0], requires_grad=True)
    >>> (x * 2).detach()
    tensor([2.])

    Source: PyTorch, Tensor.detach.
    """
    alone = wrap(self._array)
    alone._counter = self._counter
    return alone


def detach_(self):
    """Cut this tensor off from its history, in place: it becomes a leaf. Not for views."""
    if self._base is not None:
        raise RuntimeError("Can't detach views in-place. Use detach() instead.")
    self._edge, self._requires_grad = None, False
    return self


method(detach)
method(detach_)


def fill_with_zeros(grad):
    """Make a gradient zeros that have no history. It may be a view of what somebody put in its place."""
    if grad.grad_fn is None:
        grad.requires_grad_(False)
    else:
        grad.detach_()
    grad.zero_()
