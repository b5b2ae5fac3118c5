"""adaptive_pooling: adaptive_avg_pool1d to 3d, adaptive_max_pool1d to 3d: as many windows as numbers are wanted (shelf)."""

from ...backend import array_module
from ...notes import with_note
from ...ops.one_step import one_step
from ...ops.reduction.mean import mean
from ...ops.view.squeeze import squeeze, unsqueeze
from .average_pooling import means
from .memory_order import ordered_like
from .pooling import pool
from .pooling_checks import FLOATS, check_tensor, ints
from .windows import even

MOST = 1 << 47  # bytes of a result: what no memory holds


@one_step
def adaptive_avg_pool1d(input, output_size):
    """The mean of each of output_size windows that divide a signal evenly: [N, C, length] or [C, length].

    >>> import minitorch as mt
    >>> mt.nn.functional.adaptive_avg_pool1d(mt.tensor([[1.0, 2.0, 3.0, 4.0, 5.0]]), 2)
    tensor([[2., 4.]])

    Errors: RuntimeError for sizes that do not fit, TypeError for what is no int, NotImplementedError for integers.
    Source: PyTorch, torch.nn.functional.adaptive_avg_pool1d.
    """
    size = sizes_of("adaptive_avg_pool1d", 1, input, output_size)
    return squeeze(averaged(unsqueeze(input, -2), (1, *size), "adaptive_avg_pool2d"), -2)


@one_step
def adaptive_avg_pool2d(input, output_size):
    """The same of an image: [N, C, H, W] or [C, H, W]; output_size is an int, or an int or None (as long as it was) for each.

    >>> import minitorch as mt
    >>> mt.nn.functional.adaptive_avg_pool2d(mt.arange(12.0).reshape(1, 3, 4), (1, None))
    tensor([[[4., 5., 6., 7.]]])

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_avg_pool2d.
    """
    return averaged(input, sizes_of("adaptive_avg_pool2d", 2, input, output_size), "adaptive_avg_pool2d")


@one_step
def adaptive_avg_pool3d(input, output_size):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.adaptive_avg_pool3d."""
    return averaged(input, sizes_of("adaptive_avg_pool3d", 3, input, output_size), "adaptive_avg_pool3d")


def averaged(input, size, routine):
    """The mean of each window: the sum, divided by its length in each dimension, one after the other, as PyTorch does."""
    check_dtype(input, routine)
    dims, lengths = len(size), input.shape[-len(size) :]
    if size == (1,) * dims and 0 not in lengths:
        made = mean(input, tuple(range(-dims, 0)), True)
        made._array = ordered_like(input._array, made._array, 2)
        return made
    xp = array_module(input._array)
    windows = [even(n, count) for n, count in zip(lengths, size, strict=True)]
    numbers = [[-(-(i + 1) * n // m) - i * n // m for i in range(m)] for n, m in zip(lengths, size, strict=True)]
    divisors = xp.ix_(*[xp.asarray(one, "int64") for one in numbers])
    return means(input, windows, divisors, f"AdaptiveAvgPool{dims}D")


@one_step
def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest number of each of output_size windows that divide a signal evenly: [N, C, length] or [C, length].

    return_indices  -> (numbers, where each stood: int64)

    >>> import minitorch as mt
    >>> mt.nn.functional.adaptive_max_pool1d(mt.tensor([[1.0, 2.0, 3.0, 4.0, 5.0]]), 2)
    tensor([[3., 5.]])

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_max_pool1d.
    """
    size = sizes_of("adaptive_max_pool1d", 1, input, output_size)
    made = largest(unsqueeze(input, -2), (1, *size), return_indices, "adaptive_max_pool2d")
    return tuple([squeeze(x, -2) for x in made]) if return_indices else squeeze(made, -2)


@one_step
def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The same of an image: [N, C, H, W] or [C, H, W]; output_size is an int, or an int or None (as long as it was) for each.

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_max_pool2d.
    """
    size = sizes_of("adaptive_max_pool2d", 2, input, output_size)
    return largest(input, size, return_indices, "adaptive_max_pool2d")


@one_step
def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.adaptive_max_pool3d."""
    size = sizes_of("adaptive_max_pool3d", 3, input, output_size)
    return largest(input, size, return_indices, "adaptive_max_pool3d_cpu")


def largest(input, size, return_indices, routine):
    """The largest number of each window, and where it stood."""
    check_dtype(input, routine)
    windows = [even(n, count) for n, count in zip(input.shape[-len(size) :], size, strict=True)]
    return pool(input, windows, f"AdaptiveMaxPool{len(size)}D", return_indices)


def always_with_indices(function):
    """The same function, which always says where the numbers stood, too."""

    def pool(input, output_size, return_indices=True):
        return function(input, output_size, True)

    pool.__name__ = pool.__qualname__ = f"{function.__name__}_with_indices"
    pool.__doc__ = (
        f"{function.__name__}(..., return_indices=True). Source: PyTorch, torch.nn.functional.{pool.__name__}."
    )
    return pool


adaptive_max_pool1d_with_indices, adaptive_max_pool2d_with_indices, adaptive_max_pool3d_with_indices = map(
    always_with_indices, (adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d)
)


# --- checks -------------------------------------------------------------------------------------------------------------


def sizes_of(name, dims, input, output_size):
    """How many windows there are in each dimension; PyTorch's errors if that cannot be."""
    check_tensor(name, input)
    if isinstance(output_size, (tuple, list)) and dims > 1:
        if input.ndim <= len(output_size):
            raise with_note(
                ValueError(f"Input dimension should be at least {len(output_size) + 1}"), f"It is {input.ndim}."
            )
        lengths = input.shape[input.ndim - len(output_size) :]
        output_size = [n if given is None else given for given, n in zip(output_size, lengths, strict=True)]
        if len(output_size) != dims:
            raise RuntimeError(f"{name}: output_size must be {dims}" if "avg" in name else
                               f"{name}(): internal error: output_size.size() must be {dims}")  # fmt: skip
    size = ints(name, "output_size", output_size, dims)
    check_input(name, dims, input)
    if min(size) < 0 and "avg" in name:
        given = ", ".join(map(str, (1, *size) if dims == 1 else size))
        raise RuntimeError(
            f"{name.replace('1d', '2d')}: elements of output_size must be greater than or equal to 0 but received {{{given}}}"
        )
    wanted = [*input.shape[:-dims], *(1,) * (dims == 1), *size]
    if min(size) < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(size)}: {wanted}")
    count = input.element_size()
    for n in wanted:
        count *= n
    if count > MOST:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={wanted}: no memory holds {count} bytes")
    return size


def check_input(name, dims, input):
    """Channels and places there must be: of an average places alone."""
    shape, ndim = list(input.shape), input.ndim
    if ndim not in (dims + 1, dims + 2):
        if dims == 1:
            raise RuntimeError(
                f"Expected 2 to 3 dimensions, but got {ndim}-dimensional tensor for argument #1 'self' (while checking arguments "
                f"for {name})"
            )
        raise RuntimeError(
            f"{name}(): Expected {dims + 1}D or {dims + 2}D tensor, but got{':' * ('max' in name)} {shape}"
        )
    shown = name
    if name == "adaptive_avg_pool1d":
        shown, shape, dims = "adaptive_avg_pool2d", [*shape[:-1], 1, shape[-1]], 2
    for dim in range(len(shape) - dims if "avg" in name and dims == 2 else 1, len(shape)):
        if not shape[dim]:
            raise RuntimeError(
                f"{shown}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes {shape} with "
                f"dimension {dim} being empty"
            )


def check_dtype(input, routine):
    """Raise for dtypes that PyTorch does not pool adaptively."""
    if input.dtype.name not in FLOATS:
        name = routine + "_cpu" * routine.endswith("avg_pool3d")
        raise NotImplementedError(f"\"{name}\" not implemented for '{input.dtype.title}': convert it first")
