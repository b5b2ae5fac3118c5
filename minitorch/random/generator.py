"""Generator, manual_seed, seed, initial_seed: the Mersenne Twister that PyTorch uses (shelf)."""

import os

import numpy as np

from .._lazy import load
from ..backend import device as Device


def check_seed(seed):
    """Raise if a seed is not an integer of at most 64 bits."""
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

    def get_state(self):
        """Seed, position and all, as PyTorch stores them: a tensor, uint8 [5056]. `set_state` goes back there."""
        return load("minitorch.random.state").state_of(self)

    def set_state(self, new_state):
        """Go to where a generator was when its get_state gave `new_state`: an array or tensor, uint8 [5056]."""
        return load("minitorch.random.state").go_to(self, new_state)


default_generator = Generator()
default_generator.seed()
seed, initial_seed = default_generator.seed, default_generator.initial_seed


def manual_seed(seed):
    """Seed the default generator, and return it. Source: PyTorch, torch.manual_seed."""
    return default_generator.manual_seed(int(seed))
