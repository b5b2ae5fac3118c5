"""rand, randn, randint, randperm, normal, bernoulli and their _like forms: tensors of random numbers (core)."""

from functools import partial

import numpy as np

from .. import dtypes, random
from .._holes import hole
from .._tensor import Tensor, method, wrap
from ..backend import as_array, to_device
from ..creation.arguments import makes
from ..creation.tensor import check_dtype, leaf, module_on, size_of, tensor
from ..dtypes import get_default_dtype
from ..meta import meta
from ..ops.one_step import one_step
from ..out import check_tensor, fill_out

__all__ = ["rand", "rand_like", "randn", "randn_like", "randint", "randint_like", "randperm", "normal", "bernoulli"]


def _kind(dtype):
    return (check_dtype(dtype) or get_default_dtype()).numpy


@hole
def drawn(made, derivative, *inputs):
    """The numbers `made`, drawn with those of tensors: what is recorded of that has the name of PyTorch's step."""
    return made


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
    """Integers drawn evenly from low (0 when only one bound is given) up to but without high.

    Source: PyTorch, torch.randint.
    """
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


@makes
def normal(mean, std=1.0, size=None, *, dtype=None, device=None, requires_grad=False, generator=None):
    """Numbers from the normal distribution; `mean` and `std` may be tensors, one number per element."""
    check_std(std)
    if size is not None:
        array = draw_on(random.normal, size_of((size,), "normal"), _kind(dtype), device, mean, std, generator)
        return leaf(array, device, requires_grad)
    kind = mean if isinstance(mean, Tensor) else std
    inputs = [x for x in (mean, std) if isinstance(x, Tensor)]
    number = isinstance(mean, Tensor) + 2 * isinstance(std, Tensor)  # in the name of PyTorch's step
    mean, std = (x if isinstance(x, Tensor) else tensor(float(x)) for x in (mean, std))
    shape = np.broadcast_shapes(mean._array.shape, std._array.shape)
    noise = wrap(to_device(random.normal(shape, kind._array.dtype, 0.0, 1.0, generator), kind.device))
    made = (noise * std.detach() + mean.detach()).to(kind.dtype)
    return drawn(made, f"NormalBackward{number}", *inputs)


def check_std(std):
    """PyTorch's errors for a standard deviation that is none."""
    if not isinstance(std, Tensor):
        if not std >= 0:
            raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    elif std.dtype.is_complex:
        raise RuntimeError("normal expects standard deviation to be non-complex")
    elif std.device.type != "meta" and std._array.size and not (std._array >= 0).all():
        raise RuntimeError("normal expects all elements of std >= 0.0")


@one_step
def bernoulli(input, p=None, *, generator=None, out=None):
    """1 with the probability that `input` holds at each place (or with probability p), else 0; in any dtype where `out` is given."""
    probability = input._array if p is None else p._array if isinstance(p, Tensor) else p
    kind = input._array.dtype if out is None else check_tensor(out, "bernoulli")._array.dtype
    numbers = random.bernoulli(probability, input._array.shape, kind, generator)
    made = leaf(as_array(numbers), input.device, False)
    if p is None:
        made = drawn(made, "BernoulliBackward0", input)
    return made if out is None else fill_out(out, made, "bernoulli", (input,))


method(bernoulli)


def _like(draw, name):
    def like(input, *args, dtype=None, device=None, requires_grad=False, generator=None):
        kind, where = check_dtype(dtype) or input.dtype, input.device if device is None else device
        if not in_order(input._array) and input.device.type != "meta":
            numbers = random.in_memory(input._array, lambda shape: SCATTERED[name](*args, shape, kind.numpy, generator))
            return leaf(numbers, where, requires_grad)
        options = {"dtype": kind, "device": where, "requires_grad": requires_grad, "generator": generator}
        return draw(*args, input._array.shape, **options)

    like.__name__ = like.__qualname__ = name
    like.__doc__ = f"{draw.__name__}, with the shape, dtype and device of `input`. Source: PyTorch, torch.{name}."
    return makes(like, writes=False)


SCATTERED = {
    "rand_like": lambda shape, kind, generator: random.uniform(shape, kind, generator=generator),
    "randn_like": lambda shape, kind, generator: random.scattered_normal(shape, kind, generator=generator),
    "randint_like": random.randint,
}


def in_order(array):
    """Whether draws are made index by index, and not in the order of memory, as for a transposed matrix."""
    strides = array.strides
    return array.flags.c_contiguous or 0 in strides or list(strides) == sorted(strides, reverse=True)


rand_like, randn_like = _like(rand, "rand_like"), _like(randn, "randn_like")
_randint_like = _like(randint, "randint_like")


def randint_like(input, low=None, high=None, **options):
    """randint, with the shape, dtype and device of `input`. Source: PyTorch, torch.randint_like."""
    bounds = [bound.item() if isinstance(bound, Tensor) else bound for bound in (low, high) if bound is not None]
    if not bounds:
        raise TypeError("randint_like() missing 1 required positional argument: high")
    return _randint_like(input, *(bounds if len(bounds) == 2 else (0, *bounds)), **options)


# --- one step of a trace each -----------------------------------------------------------------------------------------

rand, randn, randint, randperm = map(one_step, (rand, randn, randint, randperm))
rand_like, randn_like, randint_like = map(one_step, (rand_like, randn_like, randint_like))
normal = one_step(normal)
