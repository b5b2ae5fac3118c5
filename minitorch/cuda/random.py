"""seeds: manual_seed, manual_seed_all ...: random numbers for a GPU come from the one generator there is (shelf)."""

from .. import random
from ..backend import cuda_is_available, cuda_module
from ..random.state import get_rng_state as cpu_state
from ..random.state import set_rng_state as set_cpu_state


def manual_seed(seed):
    """Seed the random numbers of a GPU: they are drawn from the one generator there is. Without a GPU, nothing.

    Errors: those of int(seed). Source: PyTorch, torch.cuda.manual_seed.
    """
    seed = int(seed)
    if cuda_is_available():
        random.manual_seed(seed)


manual_seed_all = manual_seed


def seed():
    """Start an unpredictable sequence for a GPU. Without one, nothing. Source: PyTorch, torch.cuda.seed."""
    if cuda_is_available():
        random.seed()


seed_all = seed


def initial_seed():
    """The seed of a GPU's sequence. Errors: AssertionError without one. Source: PyTorch, torch.cuda.initial_seed."""
    cuda_module()
    return random.initial_seed()


def get_rng_state(device="cuda"):
    """Where a GPU's sequence stands. Errors: AssertionError without one. Source: PyTorch, torch.cuda.get_rng_state."""
    cuda_module()
    return cpu_state()


def set_rng_state(new_state, device="cuda"):
    """Go on from where get_rng_state was called. Without a GPU, nothing. Source: PyTorch, torch.cuda.set_rng_state."""
    if cuda_is_available():
        set_cpu_state(new_state)


def get_rng_state_all():
    """The states of all GPUs: as many as there are, so an empty list without one. Source: PyTorch, of that name."""
    return [cpu_state()] if cuda_is_available() else []


def set_rng_state_all(new_states):
    """Go on from where get_rng_state_all was called. Source: PyTorch, torch.cuda.set_rng_state_all."""
    for state in new_states:
        set_rng_state(state)
