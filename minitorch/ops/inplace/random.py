"""normal_, uniform_, bernoulli_, exponential_, random_ (shelf)."""

from ... import random
from ..._tensor import Tensor, method, wrap
from ...backend import META, array_module, device_of
from ...random import scattered
from ...random.scattered import in_memory
from ..op import op
from ..pointwise.arithmetic import zeros_of
from .in_place import History, write


@op
def drawn_with(input, made):
    """The numbers `made`. A small change of input changes none of them, or all: PyTorch calls the gradient 0."""
    return made


drawn_with.grad(input=lambda g: zeros_of(g))


def _draw(self, numbers):
    """Put the numbers into the tensor."""
    made = wrap(array_module(self._array).asarray(numbers))
    if not self._requires_grad:
        return self.copy_(made)
    History.allow(self)
    return write(self, drawn_with(self, made._array.astype(self._array.dtype, copy=False)))


def normal_(self, mean=0, std=1, *, generator=None):
    """Fill with numbers from the normal distribution. Source: PyTorch, Tensor.normal_."""
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    x = self._array
    draw = random.normal if x.flags.c_contiguous else scattered.scattered_normal
    return _draw(self, in_memory(x, lambda shape: draw(shape, x.dtype, mean, std, generator)))


def uniform_(self, a=0, b=1, *, generator=None):
    """Fill with numbers drawn evenly from [a, b). Source: PyTorch, Tensor.uniform_."""
    if a > b:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={a} > to={b}")
    x = self._array
    return _draw(self, in_memory(x, lambda shape: random.uniform(shape, x.dtype, a, b, generator)))


def bernoulli_(self, p=0.5, *, generator=None):
    """Fill with 1 with probability p (a number, or a tensor with one for each place), else 0."""
    x = self._array
    if isinstance(p, Tensor) and device_of(x) is not META:
        return _draw(self, random.bernoulli(p._array, x.shape, x.dtype, generator))
    return _draw(self, in_memory(x, lambda shape: random.bernoulli(p, shape, x.dtype, generator)))


def exponential_(self, lambd=1, *, generator=None):
    """Fill with numbers from the exponential distribution with rate lambd."""
    x = self._array
    return _draw(self, in_memory(x, lambda shape: scattered.exponential(shape, x.dtype, lambd, generator)))


def random_(self, *bounds, generator=None, **named):
    """Fill with integers drawn evenly: random_() from all of them, random_(to), random_(low, high).

    `random_(low, None)` draws from low up to the largest integer that the dtype can tell from its neighbors.
    Source: PyTorch, torch.Tensor.random_.
    """
    bounds += tuple([named[name] for name in ("from", "to") if name in named])
    low, high = (0, *bounds) if len(bounds) == 1 else bounds or (0, None)
    x = self._array
    numbers = in_memory(x, lambda shape: scattered.random_integers(shape, x.dtype, low, high, generator))
    return _draw(self, numbers)


for _function in (normal_, uniform_, bernoulli_, exponential_, random_):
    method(_function)
