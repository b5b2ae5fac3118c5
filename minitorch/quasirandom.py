"""quasirandom: SobolEngine, points that fill a cube more evenly than chance does (shelf)."""

import numpy as np

from ._tensor import Tensor
from .creation.arange import arange
from .creation.tensor import from_numpy
from .creation.zeros import zeros
from .dtypes import get_default_dtype, int64
from .ops.join.cat import cat
from .random.generator import Generator
from .random.sampling import randint

__all__ = ["SobolEngine"]


class SobolEngine:
    """Draws points of [0, 1) to the power of `dimension`, one after the other, that leave no large gap (Sobol's sequence).

    scramble  whether the digits are mixed by chance: each engine draws other points, which are as even
    seed      of the generator that mixes them; none: the global one

    >>> import minitorch as mt
    >>> mt.quasirandom.SobolEngine(2).draw(3)
    tensor([[0.0000, 0.0000],
            [0.5000, 0.5000],
            [0.7500, 0.2500]])

    Errors: ValueError for a dimension below 1 or above 21201; ImportError without scipy, which has the direction numbers.
    Source: PyTorch, torch.quasirandom.SobolEngine; Joe and Kuo, Constructing Sobol sequences with better two-dimensional
    projections (2008).
    """

    MAXBIT = 30
    MAXDIM = 21201

    def __init__(self, dimension, scramble=False, seed=None):
        if not 1 <= dimension <= self.MAXDIM:
            raise ValueError(f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        self.dimension, self.scramble, self.seed = dimension, scramble, seed
        self.sobolstate = from_numpy(direction_numbers(dimension, self.MAXBIT))
        self.shift = zeros(dimension, dtype=int64)
        if scramble:
            self._scramble()
        self.quasi = self.shift.clone()
        self._first_point = (self.quasi / 2**self.MAXBIT).reshape(1, -1)
        self.num_generated = 0

    def draw(self, n=1, out=None, dtype=None):
        """The next n points, [n, dimension]."""
        dtype = get_default_dtype() if dtype is None else dtype
        first = self.num_generated == 0
        points = self._walk(n - first).to(dtype) * 2.0**-self.MAXBIT
        if first:
            points = cat((self._first_point.to(dtype), points))
        return points if out is None else out.resize_as_(points).copy_(points)

    def draw_base2(self, m, out=None, dtype=None):
        """The next 2**m points; all points together must then be a power of 2."""
        total = self.num_generated + 2**m
        if total & (total - 1):
            raise ValueError(
                "The balance properties of Sobol' points require n to be a power of 2. "
                f"{self.num_generated} points have been previously generated, then: n={self.num_generated}+2**{m}={total}. "
                "If you still want to do this, please use 'SobolEngine.draw()' instead."
            )
        return self.draw(2**m, out=out, dtype=dtype)

    def reset(self):
        """Start again from the first point."""
        self.quasi.copy_(self.shift)
        self.num_generated = 0
        return self

    def fast_forward(self, n):
        """Leave out the next n points."""
        self._walk(n - (self.num_generated == 0))
        return self

    def _walk(self, steps):
        """The points, as integers, of that many steps; step k changes the digit that is the lowest 0 of k (Gray's code)."""
        begin = max(self.num_generated - 1, 0)
        counts = np.arange(begin, begin + steps)
        digits = np.log2(~counts & (counts + 1)).astype(np.int64)
        turns = np.concatenate([self.quasi.numpy()[None], self.sobolstate.numpy()[:, digits].T])
        points = np.bitwise_xor.accumulate(turns)
        self.quasi.copy_(from_numpy(points[-1]))
        self.num_generated = begin + steps + 1
        return from_numpy(points[1:])

    def _scramble(self):
        generator = None if self.seed is None else Generator().manual_seed(self.seed)
        digits = randint(2, (self.dimension, self.MAXBIT), generator=generator)
        self.shift = (digits * 2 ** arange(self.MAXBIT)).sum(1)
        mixes = randint(2, (self.dimension, self.MAXBIT, self.MAXBIT), generator=generator).tril()
        self.sobolstate = mixed(self.sobolstate, mixes)

    def __repr__(self):
        parts = [f"dimension={self.dimension}"]
        if self.scramble:
            parts.append("scramble=True")
        if self.seed is not None:
            parts.append(f"seed={self.seed}")
        return f"{type(self).__name__}({', '.join(parts)})"


def direction_numbers(dimension, bits) -> np.ndarray:
    """The number that each digit's turn changes a coordinate by, [dimension, bits]: scipy has Joe and Kuo's table."""
    from scipy.stats.qmc import Sobol

    return Sobol(dimension, scramble=False, bits=bits)._sv.astype(np.int64)


def mixed(numbers: Tensor, mixes: Tensor) -> Tensor:
    """The numbers with their binary digits, from the highest, multiplied by triangular matrices of 0 and 1, modulo 2."""
    bits = mixes.shape[-1]
    falling = arange(bits - 1, -1, -1)
    mixes.diagonal(0, -2, -1).fill_(1)
    digits = (numbers.unsqueeze(-1) >> falling) & 1  # [dimension, numbers, digits]
    return ((digits @ mixes.transpose(-2, -1) % 2) << falling).sum(-1)
