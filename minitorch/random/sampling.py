"""rand, randn, randint, randperm: tensors of random numbers (shelf)."""

from functools import partial

from .. import dtypes, random
from .._tensor import Tensor
from ..creation.meta import meta
from ..creation.tensor import check_dtype, leaf, makes, module_on, size_of
from ..dtypes import get_default_dtype
from ..ops.one_step import one_step


def _kind(dtype):
    return (check_dtype(dtype) or get_default_dtype()).numpy


def draw_on(draw, size, kind, device, *rest):
    """The array that draw(size, kind, ...) makes; on "meta" one without numbers, for which none are drawn."""
    xp = module_on(device)
    return xp.empty(size, kind) if xp is meta else draw(size, kind, *rest)


@makes
def rand(*size, dtype=None, device=None, requires_grad=False, generator=None):
    """Numbers drawn evenly from [0, 1). Source: PyTorch, torch.rand."""
    array = draw_on(random.uniform, size_of(size, "rand"), _kind(dtype), device, 0.0, 1.0, generator)
    return leaf(array, device, requires_grad)


@makes
def randn(*size, dtype=None, device=None, requires_grad=False, generator=None):
    """Numbers drawn from the normal distribution with mean 0 and standard deviation 1.

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.randn(3)
    tensor([ 1.5410, -0.2934, -2.1788])

    Source: PyTorch, torch.randn.
    """
    array = draw_on(random.normal, size_of(size, "randn"), _kind(dtype), device, 0.0, 1.0, generator)
    return leaf(array, device, requires_grad)


@makes
def randint(low=None, high=None, size=None, *, dtype=None, device=None, requires_grad=False, generator=None):
    """Integers drawn evenly from low (0 if one bound is given) up to but without high. Source: PyTorch, torch.randint."""
    if size is None:  # randint(high, size)
        low, high, size = 0, low, high
    elif high is None or low is None:
        low, high = 0, low if high is None else high
    if None in (low, high, size):
        raise TypeError(
            "randint() received an invalid combination of arguments: expected (int high, tuple of ints size) or (int low, "
            "int high, tuple of ints size)"
        )
    low, high = (bound.item() if isinstance(bound, Tensor) else bound for bound in (low, high))
    kind = (check_dtype(dtype) or dtypes.int64).numpy
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    array = draw_on(partial(random.randint, low, high), size_of((size,), "randint"), kind, device, generator)
    return leaf(array, device, requires_grad)


@makes
def randperm(n, *, dtype=None, device=None, requires_grad=False, generator=None):
    """The numbers 0 ... n-1 in random order. Source: PyTorch, torch.randperm."""
    kind = (check_dtype(dtype) or dtypes.int64).numpy
    return leaf(draw_on(random.randperm, n, kind, device, generator), device, requires_grad)


rand, randn, randint, randperm = map(one_step, (rand, randn, randint, randperm))  # of a trace
