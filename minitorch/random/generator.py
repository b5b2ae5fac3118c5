"""Generator, manual_seed, seed, initial_seed, fork_rng: the Mersenne Twister that PyTorch uses (core)."""

import contextlib
import os

import numpy as np

from ..backend import device as Device

# --- from a seed to words ---------------------------------------------------------------------------------------------

# The state of a generator as PyTorch writes it down, field by field: a state saved by one can be loaded by the other.
STATE = np.dtype(
    [("seed", "<u8"), ("left", "<i4"), ("seeded", "<i4"), ("next", "<u8"), ("words", "<u8", 624)]
    + [("normal x", "<f8"), ("normal", "<f8"), ("rho", "<f8"), ("has_normal", "<i8"), ("float normal", "<f8")]
)


def check_seed(seed):
    """Raise where a seed is no integer of at most 64 bits."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
        raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
    if not -(2**63) <= seed < 2**64:
        raise ValueError(f"Overflow when unpacking long long: the seed {seed} does not fit in 64 bits")


def twister(seed):
    """NumPy's Mersenne Twister, where PyTorch's stands after manual_seed(seed): 32 bits of the seed count."""
    engine = np.random.MT19937()
    engine.state = np.random.RandomState(seed % 2**32).get_state(legacy=False)
    return engine


class Generator:
    """A source of random numbers with a seed and a position of its own. It draws on the CPU for every device.

    >>> import minitorch as mt
    >>> g = mt.Generator().manual_seed(0)
    >>> mt.randn(2, generator=g)
    tensor([ 1.5410, -0.2934])

    Source: PyTorch, torch.Generator; Matsumoto and Nishimura, Mersenne Twister, 1998.
    """

    __module__ = "minitorch"  # where users find it, pickle too

    # _engine  NumPy's Mersenne Twister; None until the first word is drawn, because numpy.random is slow to import
    # _spare   normal numbers come in pairs: the second of a pair that nobody has asked for yet, or None
    __slots__ = ("device", "_seed", "_engine", "_spare")

    def __init__(self, device="cpu"):
        self.device = Device(device)
        self.manual_seed(67280421310721)

    def manual_seed(self, seed):
        """Start the sequence that belongs to `seed`, an integer of at most 64 bits. Returns the generator."""
        check_seed(seed)
        self._seed = int(seed) % 2**64
        self._engine = self._spare = None
        return self

    def seed(self):
        """Start an unpredictable sequence, and return its seed."""
        return self.manual_seed(int.from_bytes(os.urandom(8), "little") >> 11).initial_seed()

    def initial_seed(self):
        """The seed with which the sequence started."""
        return self._seed

    def words(self, n):
        """The next n words, each an integer below 2**32, as uint64 [n]."""
        if self._engine is None:
            self._engine = twister(self._seed)
        return self._engine.random_raw(n)

    def long_words(self, n):
        """The next n numbers of 64 bits, each from two words, as uint64 [n]."""
        words = self.words(2 * n)
        return words[0::2] << 32 | words[1::2]

    def state_bytes(self):
        """Seed, position and all, as the bytes that PyTorch's get_state gives: an array, uint8 [5056]."""
        fresh = self._engine is None
        self.words(0)  # makes the engine
        state, now = np.zeros(1, STATE), self._engine.state["state"]
        state["seed"], state["seeded"], state["left"] = self._seed, 1, 625 - now["pos"]
        state["words"], state["next"] = now["key"], 0 if fresh else now["pos"]
        if self._spare is not None:
            state["normal"], state["has_normal"] = self._spare, 1
        if fresh:
            self._engine = None
        return state.view(np.uint8)

    def set_state(self, new_state):
        """Go to where a generator was when its get_state gave `new_state`: an array or tensor, uint8 [5056]."""
        state = np.array(getattr(new_state, "_array", new_state))
        if state.dtype != np.uint8:
            raise TypeError(f"RNG state must be a minitorch.ByteTensor, but got {type(new_state).__name__}")
        if state.size != STATE.itemsize:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {STATE.itemsize} but found the input RNG state size to be {state.size}"
            )
        state = state.reshape(-1).view(STATE)[0]
        if not state["seeded"] or not 0 < state["left"] <= 624 or state["next"] > 624:
            raise RuntimeError("Invalid mt19937 state: these bytes do not come from Generator.get_state()")
        self.manual_seed(int(state["seed"]))
        if state["next"]:  # 0 if no word has been drawn since the seed was set
            self.words(0)
            key, position = state["words"].astype(np.uint32), int(state["next"])
            self._engine.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": position}}
        if state["has_normal"]:
            self._spare = float(state["normal"])
        return self

    def clone_state(self):
        """Another generator that stands where this one does. Source: PyTorch, torch.Generator.clone_state."""
        return type(self)(self.device).set_state(self.state_bytes())


default_generator = Generator()
default_generator.seed()
seed, initial_seed = default_generator.seed, default_generator.initial_seed


def manual_seed(seed):
    """Seed the default generator, and return it. Source: PyTorch, torch.manual_seed."""
    return default_generator.manual_seed(int(seed))


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True, device_type="cuda"):
    """A block after which the default generator stands where it stood before. Source: PyTorch, torch.random.fork_rng."""
    before = default_generator.state_bytes() if enabled else None
    try:
        yield
    finally:
        if enabled:
            default_generator.set_state(before)
