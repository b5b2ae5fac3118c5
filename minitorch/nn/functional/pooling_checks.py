"""pooling_checks: the arguments of poolings, each checked and given for each dimension (core)."""

from ..._tensor import Tensor
from ...notes import with_note

COUNTS = {1: "one int", 2: "two ints", 3: "three ints"}
NAMES = {1: ("H", "W"), 2: ("H", "W"), 3: ("T", "H", "W")}
INTS = ("uint8", "int8", "int16", "int32", "int64")
FLOATS = ("float16", "bfloat16", "float32", "float64")
# how PyTorch calls what does the work
ROUTINES = {
    "max_pool1d": "max_pool1d_impl", "max_pool1d_with_indices": "max_pool2d", "avg_pool1d": "avg_pool2d",
    "avg_pool3d": "avg_pool3d_out_frame",
}  # fmt: skip


def settings(name, dims, input, kernel_size, stride, padding, dilation, ceil_mode, others=()):
    """For each dimension (length, how many windows, kernel, stride, padding, dilation); PyTorch's errors if they do not fit.

    `others` are dtypes that are taken besides the usual ones.
    """
    check_tensor(name, input)
    kernel = ints(name, "kernel_size", kernel_size, dims)
    stride = kernel if stride is None or stride in ((), []) else ints(name, "stride", stride, dims)
    padding, dilation = ints(name, "padding", padding, dims), ints(name, "dilation", dilation, dims)
    if name == "max_pool1d":
        check_input(name, dims, input)
        check_signal(name, kernel, stride, padding, dilation)
    else:  # how many windows there are is asked first
        check_steps(name, kernel, stride, padding, dilation)
        check_input(name, dims, input)
    lengths = input.shape[-dims:]
    how = list(zip(kernel, stride, padding, dilation, strict=True))
    sizes = [count_of(n, *one, ceil_mode) for n, one in zip(lengths, how, strict=True)]
    check_padding(kernel, padding)
    check_size(name, input, kernel, sizes)
    check_dtype(name, input, others)
    return [(n, size, *one) for n, size, one in zip(lengths, sizes, how, strict=True)]


def count_of(n, kernel, stride, padding, dilation, ceil_mode):
    """How many windows there are; with ceil_mode one more that reaches beyond the end, if it begins before it."""
    rest = n + 2 * padding - dilation * (kernel - 1) - 1
    size = (rest + (stride - 1 if ceil_mode else 0)) // stride + 1
    return size - 1 if ceil_mode and (size - 1) * stride >= n + padding else size


# --- errors -------------------------------------------------------------------------------------------------------------


def check_tensor(name, input):
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")


POSITIONS = {"kernel_size": 2, "stride": 3, "padding": 4, "dilation": 5}


def ints(name, what, value, dims):
    """One int, or one for each dimension, as a tuple of one for each."""
    several, place = isinstance(value, (tuple, list)), POSITIONS.get(what, 2 if name.startswith("adaptive") else 3)
    wrong = [
        i for i, n in enumerate(value if several else [value]) if isinstance(n, bool) or not hasattr(n, "__index__")
    ]
    if wrong:
        found = f"but found element of type {type(value[wrong[0]]).__name__} at pos {wrong[0]}" if several else ""
        raise TypeError(
            f"{name}(): argument '{what}' (position {place}) must be tuple of ints, {found or 'not ' + type(value).__name__}"
        )
    value = [n.__index__() for n in value] if several else [value.__index__()]
    if len(value) not in (1, dims):
        raise RuntimeError(count_error(name, what, len(value), dims))
    return tuple(value * (dims if len(value) == 1 else 1))


def count_error(name, what, got, dims):
    """PyTorch's words for too many numbers, or too few."""
    if name == "max_pool1d":
        kinds = {"stride": "None, an int, list of ints,", "padding": "an int, list of ints,"}.get(
            what, "an int, list of ints"
        )
        return f"max_pool1d() {what} must be {kinds} or tuple of ints of size 1 but got size {got}"
    if dims == 1:
        return f"{name.removesuffix('_with_indices')}() argument '{what}' should contain one int (got {got})"
    must = "must be" if name == "avg_pool3d" else "must be either" if what == "dilation" else "must either be"
    must += " omitted," * (what == "stride")
    return f"{name}: {what} {must} a single int, or a tuple of {COUNTS[dims]}"


def check_input(name, dims, input):
    """Only the batch may be empty, and it may be left out."""
    shape, ndim = list(input.shape), input.ndim
    named = f"{dims + 1}D or {dims + 2}D (batch mode)"
    if ndim not in (dims + 1, dims + 2):
        if name == "max_pool1d":
            raise RuntimeError(
                f"max_pool1d: Expected {named} tensor with optional 0 dim batch size for input, but got:{shape}"
            )
        if dims == 1:
            raise RuntimeError(
                f"Expected 2 to 3 dimensions, but got {ndim}-dimensional tensor for argument #1 'self' "
                f"(while checking arguments for {name})"
            )
        if name == "avg_pool2d" and ndim < 3:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got -3)")
        raise with_note(RuntimeError(f"non-empty {named} tensor expected for input"), f"The shape is {shape}.")
    if 0 not in shape[-dims - 1 :]:
        return
    if dims == 3:
        routine = "max_pool3d_with_indices_out_cpu_template()" if name == "max_pool3d" else "avg_pool3d()"
        raise RuntimeError(
            f"{routine}: Expected input's non-batch dimensions to have positive length, but input has a shape of {shape} and "
            f"non-batch dimension {shape[-dims - 1 :].index(0)} has length zero!"
        )
    prefix = "max_pool1d: " if name == "max_pool1d" else ""
    raise RuntimeError(f"{prefix}Expected {named} tensor with optional 0 dim batch size for input, but got:{shape}")


def check_signal(name, kernel, stride, padding, dilation):
    """The steps of max_pool1d, which has words of its own."""
    for what, (n,) in {"kernel_size": kernel, "stride": stride, "dilation": dilation}.items():
        if n < 1:
            raise RuntimeError(f"max_pool1d() {what} must be greater than zero, but got {n}")
    if padding[0] < 0:
        raise RuntimeError(f"max_pool1d() padding must be non-negative, but got {padding[0]}")
    if padding[0] > kernel[0] // 2:
        raise RuntimeError(
            f"max_pool1d() padding should be at most half of kernel size, but got padding={padding[0]} and "
            f"kernel_size={kernel[0]}"
        )


def check_steps(name, kernel, stride, padding, dilation):
    """Windows that have a number, move on, and begin at most half in the padding."""
    if 0 in stride:
        raise RuntimeError("stride should not be zero")
    for k, p, d in zip(kernel, padding, dilation, strict=True):
        if p < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {p}")
        if p > ((k - 1) * d + 1) // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, kernel_size={k} and dilation={d}"
            )
    for what, letter, numbers in (
        ("kernel size", "k", kernel), ("stride", "d", stride), ("dilation", "dilation", dilation),
    ):  # fmt: skip
        if min(numbers) < 1:
            given = (1,) * (2 - len(numbers)) + numbers
            said = " ".join([f"{letter}{dim}: {n}" for dim, n in zip(NAMES[len(numbers)], given, strict=True)])
            raise RuntimeError(f"{what} should be greater than zero, but got {said}")


def check_padding(kernel, padding):
    """Windows whose numbers stand apart must not begin further in the padding than others."""
    if all([2 * p <= k for k, p in zip(kernel, padding, strict=True)]):
        return
    k, p = ((0,) * (2 - len(numbers)) + numbers for numbers in (kernel, padding))
    if len(k) == 3:
        found = f"kT: {k[0]} kW: {k[2]} kH: {k[1]} padT: {p[0]} padW: {p[2]} padH: {p[1]}"
    else:
        found = f"padW = {p[1]}, padH = {p[0]}, kW = {k[1]}, kH = {k[0] or 1}"
    raise RuntimeError(f"pad should be smaller than or equal to half of kernel size, but got {found}")


def check_size(name, input, kernel, sizes):
    """There must be a window in every dimension."""
    dims, lengths = len(sizes), input.shape[-len(sizes) :]
    if name == "avg_pool3d" and any([n < k for n, k in zip(lengths, kernel, strict=True)]):
        had, has = (
            " ".join([f"{k}{dim}: {n}" for dim, n in zip(NAMES[3], numbers, strict=True)])
            for k, numbers in (("", lengths), ("k", kernel))
        )
        raise RuntimeError(f"input image ({had}) smaller than kernel size ({has})")
    if min(sizes) >= 1:
        return
    if name == "max_pool1d":
        raise RuntimeError(f"max_pool1d() Invalid computed output size: {sizes[0]}")
    channels, one = input.shape[-dims - 1], (1,) * (dims == 1)
    given, made = ("x".join(map(str, (channels, *one, *n))) for n in (lengths, sizes))
    raise RuntimeError(f"Given input size: ({given}). Calculated output size: ({made}). Output size is too small")


def check_dtype(name, input, others):
    """Raise for a dtype that PyTorch does not pool."""
    kinds = ("float32", "float64") if name == "avg_pool3d" else FLOATS
    if input.dtype.name not in (*kinds, *others):
        routine = ROUTINES.get(name, name)
        raise NotImplementedError(f"\"{routine}\" not implemented for '{input.dtype.title}': convert it first")


def check_gradient(g, dims, kind):
    """A pooling to no places at all can be done, but not undone. PyTorch lets the first dimension be empty, whatever it is."""
    shape = list(g.shape)
    if kind.startswith("Adaptive") and 0 in shape[1:]:
        routine = f"adaptive_{kind[8:11].lower()}_pool{dims}d_backward()"
        place = 1 + shape[1:].index(0)
        raise RuntimeError(
            f"{routine}: Expected grad_output to have non-zero size for non-batch dimensions, but grad_output has sizes {shape} "
            f"with dimension {place} being empty"
        )
