"""chance: tensors of random numbers, the very numbers that PyTorch draws for the same seed."""

import numpy as np

from . import dtypes, random
from ._tensor import Tensor, method, wrap
from .creation import check_dtype, leaf, size_of, tensor
from .dtypes import get_default_dtype
from .making import makes

__all__ = """rand rand_like randn randn_like randint randint_like randperm normal bernoulli
multinomial get_rng_state set_rng_state""".split()


def _kind(dtype):
    return (check_dtype(dtype) or get_default_dtype()).numpy


@makes
def rand(*size, dtype=None, device=None, requires_grad=False, generator=None):
    """Numbers drawn evenly from [0, 1). Source: PyTorch, torch.rand."""
    return leaf(random.uniform(size_of(size, "rand"), _kind(dtype), 0.0, 1.0, generator), device, requires_grad)


@makes
def randn(*size, dtype=None, device=None, requires_grad=False, generator=None):
    """Numbers drawn from the normal distribution with mean 0 and standard deviation 1.

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.randn(3)
    tensor([ 1.5410, -0.2934, -2.1788])

    Source: PyTorch, torch.randn.
    """
    return leaf(random.normal(size_of(size, "randn"), _kind(dtype), 0.0, 1.0, generator), device, requires_grad)


@makes
def randint(low=None, high=None, size=None, *, dtype=None, device=None, requires_grad=False, generator=None):
    """Whole numbers drawn evenly from low (0 when only one bound is given) up to but without high.

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
    kind = (check_dtype(dtype) or dtypes.int64).numpy
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    return leaf(random.randint(low, high, size_of((size,), "randint"), kind, generator), device, requires_grad)


@makes
def randperm(n, *, dtype=None, device=None, requires_grad=False, generator=None):
    """The numbers 0 ... n-1 in random order. Source: PyTorch, torch.randperm."""
    kind = (check_dtype(dtype) or dtypes.int64).numpy
    return leaf(random.randperm(n, kind, generator), device, requires_grad)


@makes
def normal(mean, std=1.0, size=None, *, dtype=None, device=None, requires_grad=False, generator=None):
    """Numbers from the normal distribution; `mean` and `std` may be tensors, one number per element."""
    if size is not None:
        return leaf(
            random.normal(size_of((size,), "normal"), _kind(dtype), mean, std, generator), device, requires_grad
        )
    mean, std = (x if isinstance(x, Tensor) else tensor(float(x)) for x in (mean, std))
    shape = np.broadcast_shapes(mean._array.shape, std._array.shape)
    drawn = wrap(random.normal(shape, (mean if mean.dim() else std)._array.dtype, 0.0, 1.0, generator))
    return drawn * std.detach() + mean.detach()


def bernoulli(input, p=None, *, generator=None):
    """1 with the probability that `input` holds at each place (or with probability p), else 0."""
    probability = input._array if p is None else p
    drawn = random.bernoulli(probability, input._array.shape, input._array.dtype, generator)
    return leaf(drawn, input.device, False)


method(bernoulli)


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    """Indices drawn with the probabilities that `input` holds, a vector or one in each row; they need not sum to 1.

    replacement  whether one index may be drawn again

    >>> import minitorch as mt
    >>> mt.multinomial(mt.tensor([0.0, 3.0, 1.0]), 2).sort()[0]
    tensor([1, 2])

    Errors: RuntimeError for probabilities that are none, and for more samples than there are without replacement.
    Source: PyTorch, torch.multinomial.
    """
    check_multinomial(input, num_samples, replacement, out)
    chances = np.asarray(random.to_device(input._array, "cpu"))
    rows = chances.reshape(-1, chances.shape[-1])
    if replacement and num_samples > 1:
        up_to = np.cumsum(rows, 1, dtype=rows.dtype)
        up_to /= up_to[:, -1:]
        up_to[:, -1] = 1
        drawn = random.fractions(len(rows) * num_samples, np.float64, random.chosen(generator))
        pairs = zip(up_to, drawn.reshape(len(rows), num_samples), strict=True)
        found = [np.searchsorted(row, numbers) for row, numbers in pairs]
    else:  # the first to arrive, where each arrives at a rate that is its probability
        arrivals = random.exponential(rows.shape, rows.dtype, generator=generator)
        found = np.argsort(-(rows / arrivals), 1, kind="stable")[:, :num_samples]
    found = np.array(found, np.int64).reshape(*chances.shape[:-1], num_samples)
    drawn = leaf(found, input.device, False)
    if out is None:
        return drawn
    if out._array.shape != found.shape:
        out._array = np.empty_like(drawn._array)
    return out.copy_(drawn)


def check_multinomial(input, num_samples, replacement, out):
    """Raise PyTorch's errors."""
    chances = input._array
    wrong = None
    if not input.is_floating_point():
        wrong = f"multinomial only supports floating-point dtypes for input, got: {input.dtype.title}"
    elif chances.ndim not in (1, 2):
        wrong = f"prob_dist must be 1 or 2 dim, but has {chances.ndim}"
    elif num_samples <= 0:
        wrong = f"cannot sample n_sample <= 0 samples: it is {num_samples}"
    elif not replacement and num_samples > chances.shape[-1]:
        wrong = "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
    elif chances.shape[-1] > 2**24:
        wrong = "number of categories cannot exceed 2^24"
    elif out is not None and out.dtype is not dtypes.int64:
        wrong = f"multinomial expects Long tensor out, got: {out.dtype.title}"
    elif not ((chances >= 0) & (chances < np.inf)).all():
        wrong = "probability tensor contains either `inf`, `nan` or element < 0"
    elif not (chances.sum(-1) > 0).all():
        wrong = "invalid multinomial distribution (sum of probabilities <= 0)"
    if wrong:
        raise RuntimeError(wrong)


method(multinomial)


def _like(draw, name):
    def like(input, *args, dtype=None, device=None, requires_grad=False, generator=None):
        kind, where = check_dtype(dtype) or input.dtype, input.device if device is None else device
        options = {"dtype": kind, "device": where, "requires_grad": requires_grad, "generator": generator}
        return draw(*args, input._array.shape, **options)

    like.__name__ = like.__qualname__ = name
    like.__doc__ = f"{draw.__name__}, with the shape, dtype and device of `input`. Source: PyTorch, torch.{name}."
    return makes(like, writes=False)


rand_like, randn_like, randint_like = (
    _like(rand, "rand_like"),
    _like(randn, "randn_like"),
    _like(randint, "randint_like"),
)


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
