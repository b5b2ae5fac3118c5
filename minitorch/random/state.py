"""get_rng_state, set_rng_state, fork_rng: a generator's state (shelf)."""

import contextlib

import numpy as np

from .._tensor import wrap
from .generator import default_generator

# The state of a generator as PyTorch writes it down, field by field: a state saved by one can be loaded by the other.
STATE = np.dtype(
    [("seed", "<u8"), ("left", "<i4"), ("seeded", "<i4"), ("next", "<u8"), ("words", "<u8", 624)]
    + [("normal x", "<f8"), ("normal", "<f8"), ("rho", "<f8"), ("has_normal", "<i8"), ("float normal", "<f8")]
)


def state_of(generator):
    """Seed, position and all, as the bytes that PyTorch's get_state gives: a tensor, uint8 [5056]."""
    fresh = generator._engine is None
    generator.words(0)  # makes the engine
    state, now = np.zeros(1, STATE), generator._engine.state["state"]
    state["seed"], state["seeded"], state["left"] = generator._seed, 1, 625 - now["pos"]
    state["words"], state["next"] = now["key"], 0 if fresh else now["pos"]
    if generator._spare is not None:
        state["normal"], state["has_normal"] = generator._spare, 1
    if fresh:
        generator._engine = None
    return wrap(state.view(np.uint8))


def go_to(generator, new_state):
    """Go to where a generator was when its get_state gave `new_state`: an array or tensor, uint8 [5056]."""
    state = np.array(getattr(new_state, "_array", new_state))
    if state.dtype != np.uint8:
        raise TypeError(f"RNG state must be a minitorch.ByteTensor, but got {type(new_state).__name__}")
    state = state.reshape(-1).view(STATE)[0] if state.size == STATE.itemsize else np.zeros((), STATE)
    if not state["seeded"] or not 0 < state["left"] <= 624 or state["next"] > 624:
        raise RuntimeError("Invalid mt19937 state: these bytes do not come from Generator.get_state()")
    generator.manual_seed(int(state["seed"]))
    if state["next"]:  # 0 if no word has been drawn since the seed was set
        generator.words(0)
        key, position = state["words"].astype(np.uint32), int(state["next"])
        generator._engine.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": position}}
    if state["has_normal"]:
        generator._spare = float(state["normal"])
    return generator


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
    return default_generator.get_state()


def set_rng_state(new_state):
    """Let the default generator go on from where get_rng_state was called, here or in PyTorch.

    Errors: TypeError for another dtype, RuntimeError for bytes that are no state. Source: PyTorch, torch.set_rng_state.
    """
    default_generator.set_state(new_state)


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True, device_type="cuda"):
    """A block after which the default generator stands where it stood before. Source: PyTorch, torch.random.fork_rng."""
    before = default_generator.get_state() if enabled else None
    try:
        yield
    finally:
        if enabled:
            default_generator.set_state(before)
