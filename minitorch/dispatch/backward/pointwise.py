"""pointwise: the derivatives of functions of single numbers (shelf)."""

from ..._tensor import Tensor, wrap
from ...dtypes import from_numpy_dtype
from ...memory_format import strided
from ..calling import notes
from ..forms.creation import scalar_tensor
from ..forms.table import overload
from .step import formula


def one_operator(name, *values, **named):
    """A formula that is one operator: of the gradient, of saved values (given as ".name"), and of these others."""

    def form(s):
        saved = [one[1:] for one in values if isinstance(one, str)]
        if any([one not in s.values for one in saved]):
            return None
        return s.as_one(name, s.g, *[s.get(one[1:]) if isinstance(one, str) else one for one in values], **named)

    return form


formula("tanh")(one_operator("tanh_backward", ".out"))
formula("sigmoid")(one_operator("sigmoid_backward", ".out"))
formula("relu")(one_operator("threshold_backward", ".out", 0))
formula("gelu")(one_operator("gelu_backward", ".x"))
formula("gelu_tanh")(one_operator("gelu_backward", ".x", approximate="tanh"))
formula("silu")(one_operator("silu_backward", ".x"))
formula("mish")(one_operator("mish_backward", ".x"))
formula("hardswish")(one_operator("hardswish_backward", ".x"))
formula("hardsigmoid")(one_operator("hardsigmoid_backward", ".x"))
formula("leaky_relu")(one_operator("leaky_relu_backward", ".x", ".negative_slope", False))
formula("elu")(one_operator("elu_backward", ".alpha", 1, 1, False, ".x"))


@formula("hardtanh")
def hardtanh(s):
    return s.as_one("hardtanh_backward", s.g, s.get("x"), s.min_val, s.max_val)


@formula("softplus")
def softplus(s):
    return s.as_one("softplus_backward", s.g, s.get("x"), plain(s.beta), plain(s.threshold))


def plain(number):
    """A whole number as an int."""
    return int(number) if number == int(number) else number


@formula("softmax", "safe_softmax")
def softmax(s):
    return s.as_one("_softmax_backward_data", s.g, s.get("out"), s.dim, s.g.dtype)


@formula("log_softmax")
def log_softmax(s):
    return s.as_one("_log_softmax_backward_data", s.g, s.get("out"), s.dim, s.g.dtype)


@formula("log_sigmoid")
def log_sigmoid(s):
    buffer = notes.get(s.node)
    return s.as_one("log_sigmoid_backward", s.g, s.get("x"), wrap(abs(s.get("x")._array)) if buffer is None else buffer)


@formula("lerp")
def lerp(s):
    weight = s.values.get("weight")
    if not is_number(weight):
        return None
    return [scaled(s.g, part) if wanted else None for part, wanted in zip((1 - weight, weight), s.needs, strict=False)]


@formula("prelu")
def prelu(s):
    return s.as_one("_prelu_kernel_backward", s.g, s.get("x"), s.get("weight"), count=2)


@formula("div")
def div(s):
    return [s.g / s.y if s.needs[0] else None, quotient(s) if s.needs[1] else None]


def quotient(s):
    share = s.x / s.y
    return (-s.g * share) / s.y


@formula("reciprocal")
def reciprocal(s):
    squared = s.out * s.out
    return [-s.g * squared]


@formula("sqrt")
def sqrt(s):
    return [s.g / scaled(s.out, 2)]


@formula("rsqrt")
def rsqrt(s):
    return [s.g * scaled(overload("pow", "Tensor_Scalar")(s.out, 3), -0.5)]


def scaled(x, factor):
    """x times a number, as PyTorch's formulas write it."""
    return overload("mul", "Scalar")(x, factor)


@formula("pow", "square")
def power(s):
    """Of a fixed power; of a variable one, the package's own formula."""
    exponent = s.values.get("exponent", 2 if s.node.op.name == "square" else None)
    if isinstance(exponent, Tensor) or exponent is None or "x" not in s.values or exponent == 0 or len(s.needs) > 1:
        return None
    return [s.g * scaled(overload("pow", "Tensor_Scalar")(s.x, float(exponent - 1)), float(exponent))]


@formula("cos")
def cos(s):
    return [s.g * -s.x.sin()]


@formula("log1p")
def log1p(s):
    return [s.g / overload("add", "Scalar")(s.x, 1)]


@formula("erf")
def erf(s):
    slope = scaled((-overload("pow", "Tensor_Scalar")(s.x, 2)).exp(), 1.1283791670955126)
    return [slope * s.g]


@formula("to_copy")
def to_copy(s):
    target, number = s.edges[0]
    dtype = target.dtype if isinstance(target, Tensor) else from_numpy_dtype(target.outputs[number][1])
    if dtype is s.g.dtype:
        return None
    return [overload("_to_copy")(s.g, dtype=dtype, layout=strided, device=s.g.device)]


# --- where a number counts ------------------------------------------------------------------------------------------------------


def chosen(s, condition):
    """The gradient where a condition holds, 0 elsewhere; condition is called when there is a zero."""
    zero = scalar_tensor(0.0, s.g)
    return [overload("where", "self")(condition(), s.g, zero)]


def is_number(x):
    return isinstance(x, (int, float))


@formula("clamp")
def clamp(s):
    if not (is_number(s.values.get("low")) and is_number(s.values.get("high"))):
        return None
    return chosen(s, lambda: (s.x >= s.low).logical_and_(s.x <= s.high))


@formula("clamp_min")
def clamp_min(s):
    return chosen(s, lambda: s.x >= s.min) if is_number(s.values.get("min")) else None


@formula("clamp_max")
def clamp_max(s):
    return chosen(s, lambda: s.x <= s.max) if is_number(s.values.get("max")) else None


@formula("choose")
def choose(s):
    """where: each side gets the gradient where it was chosen."""
    mask = s.get("mask")
    if mask is None:
        return None
    zero = scalar_tensor(0, s.g)
    where = overload("where", "self")
    pairs = [(s.g, zero), (zero, s.g)]
    return [where(mask, *pair) if wanted else None for pair, wanted in zip(pairs, s.needs, strict=False)]


@formula("masked_fill")
def masked_fill(s):
    if any(s.needs[1:]):
        return None
    return [overload("masked_fill", "Scalar")(s.g, s.get("mask"), 0)]


@formula("maximum", "minimum")
def larger(s):
    """Half of the gradient to each where both are the same."""
    x, y = s.values.get("x"), s.values.get("y")
    if not isinstance(x, Tensor) or not isinstance(y, Tensor):
        return None
    test, turned = ("lt", "gt") if s.node.op.name == "maximum" else ("gt", "lt")
    return [halved(s.g, x, y, name) if wanted else None for wanted, name in zip(s.needs, (test, turned), strict=True)]


def halved(g, x, y, name):
    half = overload("div", "Scalar")(g, 2)
    half = overload("where", "self")(x == y, half, g)
    return half.masked_fill_(getattr(x, name)(y), 0)
