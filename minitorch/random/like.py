"""rand_like, randn_like, normal, bernoulli, multinomial: random numbers that follow a tensor (shelf)."""

import numpy as np

from .. import dtypes, random
from .._tensor import Tensor, method, wrap
from ..backend import as_array, to_device
from ..creation.tensor import check_dtype, leaf, makes, size_of, tensor
from ..ops.one_step import one_step
from ..ops.writing_out import check_tensor, fill_out
from . import scattered
from .sampling import _kind, draw_on, rand, randn


@one_step
@makes
def normal(mean, std=1.0, size=None, *, dtype=None, device=None, requires_grad=False, generator=None):
    """Numbers from the normal distribution; `mean` and `std` may be tensors, one number per element."""
    check_std(std)
    if size is not None:
        array = draw_on(random.normal, size_of((size,), "normal"), _kind(dtype), device, mean, std, generator)
        return leaf(array, device, requires_grad)
    kind = mean if isinstance(mean, Tensor) else std
    mean, std = (x if isinstance(x, Tensor) else tensor(float(x)) for x in (mean, std))
    shape = np.broadcast_shapes(mean._array.shape, std._array.shape)
    noise = wrap(to_device(random.normal(shape, kind._array.dtype, 0.0, 1.0, generator), kind.device))
    return (noise * std.detach() + mean.detach()).to(kind.dtype)


def check_std(std):
    """Raise for a standard deviation that is none."""
    array = std._array if isinstance(std, Tensor) else np.asarray(std)
    if array.dtype.kind == "c" or not (array >= 0).all():
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")


@one_step
def bernoulli(input, p=None, *, generator=None, out=None):
    """1 with the probability that `input` holds at each place (or with probability p), else 0; in any dtype where `out` is given."""
    probability = input._array if p is None else p._array if isinstance(p, Tensor) else p
    kind = input._array.dtype if out is None else check_tensor(out, "bernoulli")._array.dtype
    numbers = random.bernoulli(probability, input._array.shape, kind, generator)
    made = leaf(as_array(numbers), input.device, False)
    return made if out is None else fill_out(out, made, "bernoulli", (input,))


method(bernoulli)


def _like(draw, name):
    def like(input, *args, dtype=None, device=None, requires_grad=False, generator=None):
        kind, where = check_dtype(dtype) or input.dtype, input.device if device is None else device
        if not in_order(input._array) and input.device.type != "meta":
            numbers = scattered.in_memory(
                input._array, lambda shape: SCATTERED[name](*args, shape, kind.numpy, generator)
            )
            return leaf(numbers, where, requires_grad)
        options = {"dtype": kind, "device": where, "requires_grad": requires_grad, "generator": generator}
        return draw(*args, input._array.shape, **options)

    like.__name__ = like.__qualname__ = name
    like.__doc__ = f"{draw.__name__}, with the shape, dtype and device of `input`. Source: PyTorch, torch.{name}."
    return makes(like, writes=False)


SCATTERED = {
    "rand_like": lambda shape, kind, generator: random.uniform(shape, kind, generator=generator),
    "randn_like": lambda shape, kind, generator: scattered.scattered_normal(shape, kind, generator=generator),
}


def in_order(array):
    """Whether draws are made index by index, and not in the order of memory, as for a transposed matrix."""
    strides = array.strides
    return array.flags.c_contiguous or 0 in strides or list(strides) == sorted(strides, reverse=True)


rand_like, randn_like = one_step(_like(rand, "rand_like")), one_step(_like(randn, "randn_like"))


@one_step
def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    """Indices drawn with the probabilities that `input` holds, a vector or one in each row; they need not sum to 1.

    replacement  whether one index may be drawn again

    >>> import minitorch as mt
    >>> mt.multinomial(mt.tensor([0.0, 3.0, 1.0]), 2).sort()[0]
    tensor([1, 2])

    Errors: RuntimeError for probabilities that are none, and for more samples than there are without replacement.
    Source: PyTorch, torch.multinomial.
    """
    if input.device.type == "meta":
        return input.new_empty((*input.shape[:-1], num_samples), dtype=dtypes.int64)
    check_multinomial(input, num_samples, replacement)
    chances = np.asarray(to_device(input._array, "cpu"))
    rows = chances.reshape(-1, chances.shape[-1])
    if replacement and num_samples > 1:
        up_to = np.cumsum(rows, 1, dtype=rows.dtype)
        up_to /= up_to[:, -1:]
        up_to[:, -1] = 1
        drawn = random.fractions(len(rows) * num_samples, np.float64, random.chosen(generator))
        pairs = zip(up_to, drawn.reshape(len(rows), num_samples), strict=True)
        found = [np.searchsorted(row, numbers) for row, numbers in pairs]
    else:  # the first to arrive, where each arrives at a rate that is its probability
        arrivals = scattered.in_memory(
            rows, lambda shape: scattered.exponential(shape, rows.dtype, generator=generator)
        )
        found = np.argsort(-(rows / arrivals), 1, kind="stable")[:, :num_samples]
    found = np.array(found, np.int64).reshape(*chances.shape[:-1], num_samples)
    drawn = leaf(found, input.device, False)
    return drawn if out is None else fill_out(out, drawn, multinomial)


def check_multinomial(input, num_samples, replacement):
    """Raise for what are no probabilities, and for more samples than there are."""
    chances = input._array
    if not input.is_floating_point() or chances.ndim not in (1, 2):
        raise RuntimeError(f"multinomial expects floats in 1 or 2 dimensions, but got {input.dtype} in {chances.ndim}")
    if not 0 < num_samples <= (np.inf if replacement else chances.shape[-1]):
        raise RuntimeError(f"cannot sample {num_samples} of {chances.shape[-1]} with replacement={replacement}")
    if not ((chances >= 0) & (chances < np.inf)).all() or not (chances.sum(-1) > 0).all():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0, or nothing above 0")


method(multinomial)
