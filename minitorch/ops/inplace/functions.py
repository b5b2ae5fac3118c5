"""relu_, exp_ and the other in-place functions: torch.relu_(x) does what x.relu_() does (shelf)."""

from ..._tensor import Tensor

__all__ = """abs_ acos_ acosh_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ as_strided_ asin_ asinh_ atan_ atanh_
ceil_ clamp_ clamp_max_ clamp_min_ clip_ conj_physical_ cos_ cosh_ deg2rad_ erf_ erfc_ exp2_ exp_ expm1_ fill_ fix_ floor_
frac_ gcd_ index_put_ lcm_ log10_ log1p_ log2_ log_ logit_ nan_to_num_ neg_ negative_ rad2deg_ reciprocal_ relu_
round_ rsqrt_ sigmoid_ sin_ sinc_ sinh_ sqrt_ square_ tan_ tanh_ trunc_ xlogy_""".split()


def of_method(name):
    """A function that calls a method."""

    def function(input, *args, **named):
        return getattr(Tensor, name)(input, *args, **named)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name[:-1]}, written into the input. Source: PyTorch, torch.{name}."
    return function


globals().update({name: of_method(name) for name in __all__})
