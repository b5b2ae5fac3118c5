"""get_rng_state, set_rng_state: a generator's state as a tensor (core)."""

from .. import random
from .._tensor import wrap

__all__ = ["get_rng_state", "set_rng_state"]


# --- where a generator stands -----------------------------------------------------------------------------------------


def _state(generator):
    """Seed, position and all, as PyTorch stores them: uint8 [5056]. `set_state` goes back there."""
    return wrap(generator.state_bytes())


random.Generator.get_state = _state


def get_rng_state():
    """Where the default generator stands, to come back to with set_rng_state: uint8 [5056].

    >>> import minitorch as mt
    >>> here = mt.get_rng_state()
    >>> first = mt.rand(3)
    >>> mt.set_rng_state(here)
    >>> bool((mt.rand(3) == first).all())
    True

    Source: PyTorch, torch.get_rng_state.
    """
    return random.default_generator.get_state()


def set_rng_state(new_state):
    """Let the default generator go on from where get_rng_state was called, here or in PyTorch.

    Errors: TypeError for another dtype, RuntimeError for bytes that are no state. Source: PyTorch, torch.set_rng_state.
    """
    random.default_generator.set_state(new_state)
