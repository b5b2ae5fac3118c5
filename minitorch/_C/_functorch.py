"""_functorch: torch._C._functorch: what programs ask about tensors inside of vmap and grad (shelf).

In PyTorch a function under vmap sees wrappers of tensors. Here it sees the tensors themselves, a slice at a time.
"""

__all__ = []


def is_batchedtensor(tensor):
    """False: a function under vmap sees plain slices. Source: PyTorch, torch._C._functorch.is_batchedtensor.

    >>> import minitorch as mt
    >>> from minitorch._C._functorch import is_batchedtensor
    >>> is_batchedtensor(mt.ones(2))
    False
    """
    return False


is_gradtrackingtensor = is_functionaltensor = is_functorch_wrapped_tensor = is_legacy_batchedtensor = is_batchedtensor


def get_unwrapped(tensor):
    """RuntimeError, as for every tensor that is no wrapper."""
    raise RuntimeError("No wrappers present!")


def unwrap_if_dead(tensor):
    """The tensor itself: nothing is wrapped."""
    return tensor


def _add_batch_dim(tensor, dim, level):
    """RuntimeError: vmap hands over slices, so no tensor is told of a batch."""
    raise RuntimeError(
        "minitorch's vmap calls a function once for each slice and wraps no tensors: give it the tensors themselves, "
        "vmap(function)(x), instead of wrapping them with _add_batch_dim or _remove_batch_dim"
    )


def _remove_batch_dim(tensor, level, size, dim):
    """RuntimeError, as _add_batch_dim."""
    return _add_batch_dim(tensor, dim, level)


def maybe_get_level(tensor):
    """-1: no tensor belongs to a transform."""
    return -1


maybe_get_bdim = maybe_get_level


def maybe_current_level():
    """None: no transform is asked for wrappers."""


peek_interpreter_stack = maybe_current_level
