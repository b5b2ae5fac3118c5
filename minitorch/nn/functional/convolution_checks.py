"""convolution_checks: the arguments of convolutions, each checked and given for each dimension (core)."""

from ..._tensor import Tensor
from ...notes import warn_once, with_note
from ...ops.view.squeeze import unsqueeze


def with_batch(name, dims, input, weight, bias):
    """The input with a dimension for the batch."""
    given = [input, weight] if bias is None else [input, weight, bias]
    if not all([isinstance(x, Tensor) for x in given]):
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got "
            f"({', '.join([type(x).__name__ for x in given])}), but expected (Tensor input, Tensor weight, Tensor bias, ...)"
        )
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {name}, but got input of size: "
            f"{list(input.shape)}"
        )
    return input if input.ndim == dims + 2 else unsqueeze(input, 0)


def is_int(n):
    return hasattr(n, "__index__") and not isinstance(n, bool)


def settings(name, dims, weight, groups, **numbers):
    """The numbers for each dimension, as tuples in the order given, and groups."""
    count = weight.ndim - 2
    if count < 1:
        raise RuntimeError(f"weight should have at least three dimensions, but has {weight.ndim}")
    found = []
    for what, value in numbers.items():
        several = isinstance(value, (tuple, list))
        if not all([is_int(n) for n in (value if several else [value])]):
            raise TypeError(
                f"{name}() received an invalid combination of arguments - got (Tensor, Tensor, {what}="
                f"{type(value).__name__}), but expected an int for it, or a tuple of ints"
            )
        value = [n.__index__() for n in value] if several else [value.__index__()] * dims
        if len(value) not in (1, count):
            raise RuntimeError(
                f"expected {what} to be a single integer value or a list of {count} values to match the convolution "
                f"dimensions, but got {what}={value}"
            )
        value = tuple(value * count if len(value) < count else value)
        if what.endswith("padding") and min(value) < 0:
            raise RuntimeError(f"negative {what} is not supported")
        if what == "stride" and min(value) < 1:
            raise RuntimeError("non-positive stride is not supported")
        if what == "dilation" and min(value) < 1:
            raise RuntimeError(f"dilation should be greater than zero, but got {list(value)}")
        found.append(value)
    if groups < 1:
        raise RuntimeError("non-positive groups is not supported")
    return (*found, groups)


def check_weight(x, weight, groups):
    """Raise when the weight does not fit the input's dimensions or the groups."""
    shape, wanted = list(weight.shape), f"Given groups={groups}, expected weight to be"
    if weight.ndim != x.ndim:
        raise RuntimeError(
            f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight {shape}, but got {x.ndim}-"
            f"dimensional input of size {list(x.shape)} instead"
        )
    if shape[0] < groups:
        raise RuntimeError(f"{wanted} at least {groups} at dimension 0, but got weight of size {shape} instead")
    if shape[0] % groups:
        raise RuntimeError(f"{wanted} divisible by {groups} at dimension 0, but got weight of size [{shape}] instead")
    if 0 in shape[2:]:
        raise RuntimeError(f"the window must have a number in each dimension, but the weight has the size {shape}")


def check_bias(bias, count, given):
    """Raise when the bias has not one number for each channel of the result."""
    if bias is not None and tuple(bias.shape) != (count,):
        raise RuntimeError(
            f"{given}, expected bias to be 1-dimensional with {count} elements, but got bias of size {list(bias.shape)} instead"
        )


def check_numbers(x, weight, bias, name):
    """Raise for dtypes that differ or cannot be multiplied, and for an input without places."""
    if bias is not None and bias.dtype is not x.dtype:
        kinds = f"Input type ({x.dtype.spelled}) and bias type ({bias.dtype.spelled})"
        raise with_note(RuntimeError(f"{kinds} should be the same"), "Convert one of them.")
    if weight.dtype is not x.dtype:
        if x.dtype.name not in ("float32", "float16", "bfloat16") or not (
            weight.is_floating_point() or weight.is_complex()
        ):
            raise RuntimeError(
                f"expected scalar type {x.dtype.title} but found {weight.dtype.title}: input and weight must have the same dtype"
            )
        raise RuntimeError(
            f"Input type ({x.type()}) and weight type ({weight.type()}) should be the same or input should be a MKLDNN tensor "
            "and weight is a dense tensor"
        )
    if x.dtype.name == "bool":
        raise NotImplementedError(f"\"{name}\" not implemented for 'Bool': convert to a number first")
    if 0 in x.shape[2:]:
        raise RuntimeError(
            f"Only zero batch or zero channel inputs are supported, but got input shape: {list(x.shape)}"
        )


def check_named_padding(padding, stride, kernel, dilation):
    """Raise for words that name no padding, and for "same" with windows that are left out; warn of a side that needs more."""
    if padding not in ("same", "valid"):
        raise RuntimeError(f"Invalid padding string: '{padding}'; it may be 'same' or 'valid'")
    if padding == "same" and any([s != 1 for s in (stride if isinstance(stride, (tuple, list)) else [stride])]):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    steps = dilation if isinstance(dilation, (tuple, list)) else [dilation] * len(kernel)
    if padding == "same" and any([d * (k - 1) % 2 for d, k in zip(steps, kernel, strict=False)]):
        warn_once(
            "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the input be "
            "created"
        )


def check_channels(x, weight, bias, groups):
    """Raise when input, weight and bias do not fit one another."""
    check_weight(x, weight, groups)
    if x.shape[1] != weight.shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input{list(x.shape)} to have "
            f"{weight.shape[1] * groups} channels, but got {x.shape[1]} channels instead"
        )
    check_bias(bias, weight.shape[0], f"Given weight of size {list(weight.shape)}")


def check_size(name, x, weight, bias, how, size):
    """Raise where no window fits into the input, and for dtypes that do not fit one another."""
    if min(size) < 1:
        around = [n + 2 * p for n, p in zip(x.shape[2:], how[1], strict=True)]
        reach = [d * (k - 1) + 1 for k, d in zip(weight.shape[2:], how[2], strict=True)]
        raise RuntimeError(
            f"Calculated padded input size per channel: ({by(around)}). Kernel size: ({by(reach)}). Kernel size can't be "
            "greater than actual input size"
        )
    check_numbers(x, weight, bias, name)


def by(sizes):
    """Sizes as PyTorch shows them here: 4 x 4."""
    return " x ".join(map(str, sizes))
