"""pointwise: rules of functions that treat each element alike, with others that broadcast (shelf)."""

from ..._tensor import Tensor
from ..levels import slices_of
from .rule import front, holds_tensor, is_batched, lying, no_others, result, rule

ONE = """
    sin cos tan asin acos atan arcsin arccos arctan sinh cosh tanh asinh acosh atanh arcsinh arccosh arctanh exp exp2 expm1 log
    log2 log10 log1p sqrt rsqrt square reciprocal abs absolute neg negative positive __neg__ __abs__ __pos__ sign sgn floor ceil
    round trunc fix frac sigmoid relu relu6 silu mish gelu elu selu celu leaky_relu softplus softsign hardtanh hardswish
    hardsigmoid logsigmoid tanhshrink hardshrink softshrink threshold erf erfc erfinv lgamma digamma logit sinc nan_to_num isnan
    isinf isfinite isneginf isposinf signbit logical_not bitwise_not __invert__ detach zeros_like ones_like full_like empty_like
    double half long int short bool bfloat16 conj conj_physical resolve_conj resolve_neg real imag angle deg2rad rad2deg
    alias clone
"""
SEVERAL = """
    add sub subtract mul multiply div divide true_divide floor_divide remainder fmod pow rsub __add__ __radd__ __sub__ __rsub__
    __mul__ __rmul__ __truediv__ __rtruediv__ __div__ __rdiv__ __floordiv__ __rfloordiv__ __mod__ __rmod__ __pow__ __rpow__ maximum
    minimum fmax fmin atan2 arctan2 hypot copysign logaddexp logaddexp2 xlogy nextafter eq ne lt le gt ge not_equal greater less
    greater_equal less_equal __eq__ __ne__ __lt__ __le__ __gt__ __ge__ logical_and logical_or logical_xor bitwise_and bitwise_or
    bitwise_xor __and__ __rand__ __or__ __ror__ __xor__ __rxor__ where lerp addcmul addcdiv clamp clip clamp_min clamp_max
    masked_fill isclose heaviside
"""
CHANGED = """
    add_ sub_ mul_ div_ pow_ copy_ fill_ zero_ clamp_ clamp_min_ clamp_max_ relu_ sigmoid_ tanh_ exp_ log_ sqrt_ neg_ abs_ sin_
    cos_ square_ addcmul_ addcdiv_ lerp_ masked_fill_ __iadd__ __isub__ __imul__ __itruediv__ __ipow__ subtract_ multiply_ divide_
"""
READ = "device is_cuda is_cpu is_meta is_sparse is_quantized is_mkldnn is_xpu is_mps requires_grad is_leaf grad_fn is_inference"


@rule(*ONE.split())
def one(call, level, args, kwargs):
    if not no_others(level, args, kwargs) or "memory_format" in kwargs:
        return NotImplemented
    whole, dim = lying(args[0], level)
    return result(level, call((whole, *args[1:]), kwargs), dim)


@rule("to", "type", "float")
def converted(call, level, args, kwargs):
    return one(call, level, args, kwargs)


@rule("contiguous")
def contiguous(call, level, args, kwargs):
    return NotImplemented if len(args) > 1 or kwargs else result(level, call((front(args[0], level),), {}))


@rule(*SEVERAL.split())
def several(call, level, args, kwargs):
    tensors = [x for x in (*args, *kwargs.values()) if holds_tensor(x)]
    if len(tensors) == 1 and tensors[0] is args[0]:
        return result(level, call((front(args[0], level), *args[1:]), kwargs))
    if not alike(tensors):
        return NotImplemented
    rank = max([x.dim() for x in tensors])
    given = [aligned(x, rank, level) for x in args]
    return result(level, call(given, {key: aligned(x, rank, level) for key, x in kwargs.items()}))


@rule(*CHANGED.split())
def changed(call, level, args, kwargs):
    x = args[0]
    tensors = [one for one in (*args, *kwargs.values()) if holds_tensor(one)]
    if slices_of(x).whole is None or not alike(tensors) or any([one.dim() > x.dim() for one in tensors]):
        return NotImplemented
    given = [front(x, level)] + [aligned(one, x.dim(), level) for one in args[1:]]
    call(given, {key: aligned(one, x.dim(), level) for key, one in kwargs.items()})
    slices_of(x)._parts = None
    x._requires_grad = x._requires_grad or slices_of(x).whole[0].requires_grad
    return x


def alike(tensors):
    """Whether tensors are of one dtype: others are promoted by how many dimensions they have, of which the whole has one more."""
    if not all([isinstance(x, Tensor) for x in tensors]):
        return False
    kinds = {x._array.dtype for x in tensors}
    return len(kinds) == 1 or all([x.dim() for x in tensors])


def aligned(x, rank, level):
    """An argument for all slices, each with this many dimensions."""
    if not is_batched(x, level):
        return x
    whole = front(x, level)
    for _ in range(rank - x.dim()):
        whole = whole.unsqueeze(1)
    return whole


@rule(*READ.split())
def read(call, level, args, kwargs):
    return call((lying(args[0], level)[0],), kwargs)
