"""_utils: freeze_rng_state, wrapper_set_seed: tests of what draws random numbers, without a trace in what is drawn next (shelf)."""

from contextlib import contextmanager

from ..random import fork_rng, manual_seed
from ..utils._mode_utils import no_dispatch

__all__ = ["freeze_rng_state", "wrapper_set_seed"]


@contextmanager
def freeze_rng_state():
    """A block after which random numbers go on as if it had drawn none.

    >>> import minitorch as mt
    >>> from minitorch.testing._utils import freeze_rng_state
    >>> with freeze_rng_state():
    ...     first = mt.rand(3)
    >>> mt.equal(mt.rand(3), first)
    True

    Source: PyTorch, torch.testing._utils.freeze_rng_state.
    """
    before = fork_rng()
    with no_dispatch():
        before.__enter__()
    try:
        yield
    finally:
        with no_dispatch():
            before.__exit__(None, None, None)


def wrapper_set_seed(op, *args, **kwargs):
    """op(*args, **kwargs) with seed 42, whatever was drawn before. Source: PyTorch, torch.testing._utils.wrapper_set_seed."""
    with freeze_rng_state():
        manual_seed(42)
        return op(*args, **kwargs)
