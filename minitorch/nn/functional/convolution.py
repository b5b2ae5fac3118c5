"""convolution: conv1d to conv3d and conv_transpose1d to 3d: a kernel that slides over a signal, an image or a volume (shelf)."""

from ..._tensor import Tensor
from ...ops.view.squeeze import squeeze, unsqueeze
from .padding import _constant
from .sliding import _slide, _spread


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of a signal: every window of it, times the weights, added up.

    input     [N, C, length] or [C, length]
    weight    [O, C / groups, size of the window]; bias [O] or None
    stride    how far the window moves each time
    padding   how many zeros stand at both ends; "same": as many as keep the length, "valid": none
    dilation  how far apart the numbers of a window are
    groups    each of so many groups of channels has its own part of the O filters

    -> [N, O, length'] or [O, length'], length' = (length + 2 padding - dilation (size - 1) - 1) // stride + 1

    >>> import minitorch as mt
    >>> mt.nn.functional.conv1d(mt.tensor([[1.0, 2.0, 4.0, 8.0]]), mt.tensor([[[-1.0, 1.0]]]))
    tensor([[1., 2., 4.]])

    Errors: RuntimeError for sizes and dtypes that do not fit, a window larger than the input, and "same" with a stride;
    TypeError for what is no tensor or no int. Source: PyTorch, torch.nn.functional.conv1d.
    """
    return convolve("conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of an image: [N, C, H, W] or [C, H, W], weight [O, C / groups, h, w] -> [N, O, H', W'] or [O, H', W'].

    The arguments are conv1d's; stride, padding and dilation are an int, or one for each dimension.

    >>> import minitorch as mt
    >>> mt.nn.functional.conv2d(mt.arange(9.0).reshape(1, 1, 3, 3), mt.ones(1, 1, 2, 2))
    tensor([[[[ 8., 12.],
              [20., 24.]]]])

    Errors: conv1d's. Source: PyTorch, torch.nn.functional.conv2d.
    """
    return convolve("conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of a volume: [N, C, D, H, W] or [C, D, H, W], weight [O, C / groups, d, h, w] -> [N, O, D', H', W'].

    >>> import minitorch as mt
    >>> mt.nn.functional.conv3d(mt.ones(1, 1, 4, 4, 4), mt.ones(2, 1, 3, 3, 3), padding="same").shape
    minitorch.Size([1, 2, 4, 4, 4])

    Arguments and errors: conv2d's. Source: PyTorch, torch.nn.functional.conv3d.
    """
    return convolve("conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transposed convolution: every element of the input, times the kernel, is added to the window that a convolution makes it of.

    input           [N, C, length] or [C, length]
    weight          [C, O / groups, size of the window]; bias [O] or None
    stride, padding, dilation, groups   of that convolution
    output_padding  how many more numbers at the end, which that convolution does not reach with a stride

    -> [N, O, length'] or [O, length'], length' = (length - 1) stride - 2 padding + dilation (size - 1) + output_padding + 1

    >>> import minitorch as mt
    >>> mt.nn.functional.conv_transpose1d(mt.tensor([[1.0, 2.0]]), mt.tensor([[[1.0, 10.0]]]), stride=2)
    tensor([[ 1., 10.,  2., 20.]])

    Errors: RuntimeError for sizes and dtypes that do not fit, an output_padding not smaller than both stride and dilation,
    and a result without numbers; TypeError for what is no tensor or no int.
    Source: PyTorch, torch.nn.functional.conv_transpose1d.
    """
    return transpose("conv_transpose1d", 1, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The same for an image: [N, C, H, W] or [C, H, W], weight [C, O / groups, h, w] -> [N, O, H', W'] or [O, H', W'].

    >>> import minitorch as mt
    >>> mt.nn.functional.conv_transpose2d(mt.ones(1, 1, 2, 2), mt.ones(1, 1, 2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])

    Arguments and errors: conv_transpose1d's. Source: PyTorch, torch.nn.functional.conv_transpose2d.
    """
    return transpose("conv_transpose2d", 2, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The same for a volume: [N, C, D, H, W] or [C, D, H, W], weight [C, O / groups, d, h, w] -> [N, O, D', H', W'].

    >>> import minitorch as mt
    >>> mt.nn.functional.conv_transpose3d(mt.ones(1, 2, 3, 3, 3), mt.ones(2, 1, 2, 2, 2), stride=2).shape
    minitorch.Size([1, 1, 6, 6, 6])

    Arguments and errors: conv_transpose1d's. Source: PyTorch, torch.nn.functional.conv_transpose3d.
    """
    return transpose("conv_transpose3d", 3, input, weight, bias, stride, padding, output_padding, groups, dilation)


# --- the same in any number of dimensions -------------------------------------------------------------------------------


def convolve(name, dims, input, weight, bias, stride, padding, dilation, groups):
    """Check the arguments, and let the weights slide."""
    x = with_batch(name, dims, input, weight, bias)
    named = isinstance(padding, str)
    if named and padding not in ("same", "valid"):
        raise RuntimeError(f"Invalid padding string: '{padding}'; it may be 'same' or 'valid'")
    how = settings(name, dims, weight, groups, stride=stride, padding=0 if named else padding, dilation=dilation)
    if padding == "same":
        if any([s != 1 for s in how[0]]):
            raise RuntimeError("padding='same' is not supported for strided convolutions")
        whole = [d * (k - 1) for d, k in zip(how[2], weight.shape[2:], strict=True)]
        x = _constant(x, ((0, 0), (0, 0), *[(0, n % 2) for n in whole]), 0) if any([n % 2 for n in whole]) else x
        how = (how[0], tuple([n // 2 for n in whole]), *how[2:])
    check_weight(x, weight, groups)
    if x.shape[1] != weight.shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input{list(x.shape)} to have "
            f"{weight.shape[1] * groups} channels, but got {x.shape[1]} channels instead"
        )
    check_bias(bias, weight.shape[0], f"Given weight of size {list(weight.shape)}")
    around = [n + 2 * p for n, p in zip(x.shape[2:], how[1], strict=True)]
    reach = [d * (k - 1) + 1 for k, d in zip(weight.shape[2:], how[2], strict=True)]
    if any([n < r for n, r in zip(around, reach, strict=True)]):
        raise RuntimeError(
            f"Calculated padded input size per channel: ({by(around)}). Kernel size: ({by(reach)}). Kernel size can't be "
            "greater than actual input size"
        )
    check_numbers(x, weight, bias, name)
    size = tuple([(n - r) // s + 1 for n, r, s in zip(around, reach, how[0], strict=True)])
    made = _slide(x, weight, bias, how, size)
    return made if input.ndim == dims + 2 else squeeze(made, 0)


def transpose(name, dims, input, weight, bias, stride, padding, output_padding, groups, dilation):
    """Check the arguments, and spread the numbers over windows."""
    x = with_batch(name, dims, input, weight, bias)
    if isinstance(padding, str):
        raise TypeError(f"{name}(): argument 'padding' must be tuple of ints, not str")
    *how, more, groups = settings(
        name, dims, weight, groups, stride=stride, padding=padding, dilation=dilation, output_padding=output_padding
    )
    check_weight(x, weight, groups)
    given = f"Given transposed=1, weight of size {list(weight.shape)}"
    if x.shape[1] != weight.shape[0]:
        raise RuntimeError(
            f"{given}, expected input{list(x.shape)} to have {weight.shape[0]} channels, but got {x.shape[1]} channels instead"
        )
    check_bias(bias, weight.shape[1] * groups, given)
    if any([m >= max(s, d) for m, s, d in zip(more, how[0], how[2], strict=True)]):
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation, but got "
            f"output_padding={list(more)}, stride={list(how[0])}, dilation={list(how[2])}"
        )
    lengths = zip(x.shape[2:], weight.shape[2:], *how, more, strict=True)
    size = tuple([(n - 1) * s - 2 * p + d * (k - 1) + m + 1 for n, k, s, p, d, m in lengths])
    if min(size) < 1:
        raise RuntimeError(
            f"Given input size per channel: ({by(x.shape[2:])}). Calculated output size per channel: ({by(size)}). Output "
            "size is too small"
        )
    check_numbers(x, weight, bias, name)
    made = _spread(x, weight, bias, (*how, groups), size)
    return made if input.ndim == dims + 2 else squeeze(made, 0)


def by(sizes):
    """Sizes as PyTorch shows them here: 4 x 4."""
    return " x ".join(map(str, sizes))


# --- checks -------------------------------------------------------------------------------------------------------------


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


def settings(name, dims, weight, groups, **numbers):
    """The numbers for each dimension, as tuples in the order given, and groups."""
    count = weight.ndim - 2
    if count < 1:
        raise RuntimeError(f"weight should have at least three dimensions, but has {weight.ndim}")
    found = []
    for what, value in numbers.items():
        several = isinstance(value, (tuple, list))
        if not all([hasattr(n, "__index__") for n in (value if several else [value])]):
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
        kinds = f"Input type ({x.dtype.title.lower()}) and bias type ({bias.dtype.title.lower()})"
        raise RuntimeError(f"{kinds} should be the same: convert one of them")
    if weight.dtype is not x.dtype:
        raise RuntimeError(
            f"expected scalar type {x.dtype.title} but found {weight.dtype.title}: input and weight must have the same dtype"
        )
    if x.dtype.name == "bool":
        raise NotImplementedError(f"\"{name}\" not implemented for 'Bool': convert to a number first")
    if 0 in x.shape[2:]:
        raise RuntimeError(
            f"Only zero batch or zero channel inputs are supported, but got input shape: {list(x.shape)}"
        )
