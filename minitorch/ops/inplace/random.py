"""normal_, uniform_, bernoulli_, exponential_, random_ (core)."""

import warnings

from ... import random
from ..._holes import fill
from ..._tensor import Tensor, method, wrap
from ...backend import META, array_module, device_of
from ...random import in_memory
from ...random.distributions import largest_whole
from ..op import op
from ..pointwise.arithmetic import zeros_of
from .in_place import History, write

__all__ = []


@op
def drawn_with(made, x, derivative):
    return made


@op
def drawn_with_both(made, x, y, derivative):
    return made


# a small change of x changes no number, or all of them: PyTorch calls the gradient 0
drawn_with.grad(x=lambda g: zeros_of(g))
drawn_with_both.grad(x=lambda g: zeros_of(g), y=lambda g: zeros_of(g))
drawn_with.derivative = lambda made, x, derivative: derivative
drawn_with_both.derivative = lambda made, x, y, derivative: derivative


def drawn(made, derivative, *inputs):
    """The numbers `made`, with a step that gives 0 to each tensor that they were drawn with."""
    return (drawn_with if len(inputs) == 1 else drawn_with_both)(made, *inputs, derivative)


fill("minitorch.random.sampling", drawn=drawn)


def _draw(self, numbers, derivative, *given):
    """Put the numbers into the tensor, as a step of that name; `given` are other tensors that they were drawn with."""
    made = wrap(array_module(self._array).asarray(numbers))
    if not any([x._requires_grad for x in (self, *given)]):
        return self.copy_(made)
    History.allow(self)
    return write(self, drawn(made.to(self.dtype), derivative, self, *given))


@method
def normal_(self, mean=0, std=1, *, generator=None):
    """Fill with numbers from the normal distribution. Source: PyTorch, Tensor.normal_."""
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    x = self._array
    draw = random.normal if x.flags.c_contiguous else random.scattered_normal
    return _draw(self, in_memory(x, lambda shape: draw(shape, x.dtype, mean, std, generator)), "NormalBackward0")


@method
def uniform_(self, a=0, b=1, *, generator=None):
    """Fill with numbers drawn evenly from [a, b). Source: PyTorch, Tensor.uniform_."""
    if a > b:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={a} > to={b}")
    x = self._array
    return _draw(self, in_memory(x, lambda shape: random.uniform(shape, x.dtype, a, b, generator)), "UniformBackward0")


@method
def bernoulli_(self, p=0.5, *, generator=None):
    """Fill with 1 with probability p (a number, or a tensor with one for each place), else 0."""
    x = self._array
    if isinstance(p, Tensor) and device_of(x) is not META:
        return _draw(self, random.bernoulli(p._array, x.shape, x.dtype, generator), "BernoulliBackward1", p)
    return _draw(self, in_memory(x, lambda shape: random.bernoulli(p, shape, x.dtype, generator)), "BernoulliBackward2")


@method
def exponential_(self, lambd=1, *, generator=None):
    """Fill with numbers from the exponential distribution with rate lambd."""
    x = self._array
    return _draw(
        self, in_memory(x, lambda shape: random.exponential(shape, x.dtype, lambd, generator)), "ExponentialBackward0"
    )


def warn_of_gaps(kind, low, high):
    """PyTorch's warning for integers between which the dtype has gaps."""
    whole = largest_whole(kind.numpy)
    for name, value in (("from", low), ("to - 1", high - 1)):
        if abs(value) > whole:
            digits = whole.bit_length() - 1
            warnings.warn(
                f"{name} is out of bounds [-(2^{digits}), 2^{digits}]. Due to precision limitations {kind.spelled} can support "
                "discrete uniform distribution only within this range. This warning will become an error in version 1.7 "
                "release, please fix the code in advance",
                stacklevel=4,
            )


@method
def random_(self, *bounds, generator=None, **named):
    """Fill with integers drawn evenly: random_() from all of them, random_(to), random_(low, high).

    `random_(low, None)` draws from low up to the largest integer that the dtype can tell from its neighbours.
    Source: PyTorch, torch.Tensor.random_.
    """
    bounds += tuple([named[name] for name in ("from", "to") if name in named])
    low, high = (0, *bounds) if len(bounds) == 1 else bounds or (0, None)
    x = self._array
    if x.dtype.kind in "fV" and high is not None and low < high:
        warn_of_gaps(self.dtype, low, high)
    numbers = in_memory(x, lambda shape: random.random_integers(shape, x.dtype, low, high, generator))
    return _draw(self, numbers, f"RandomBackward{(2, 1, 0)[len(bounds)]}")
