"""cylinders: Bessel's and Airy's functions, the waves and decays of round things. As in PyTorch, they
have no derivative."""

from ..backend import array_module, special_functions
from .op import floating, op

__all__ = []


def from_scipy(name, theirs, says, example, shown):
    """An operation that scipy.special (on a GPU CuPy's form of it) has under the name `theirs`."""

    def forward(x):
        return getattr(special_functions(x), theirs)(x).astype(x.dtype)

    forward.__name__, forward.__module__ = name, __name__
    forward.__doc__ = f"""{says}

    >>> import minitorch as mt
    >>> mt.special.{name}(mt.tensor([{example}]))
    tensor([{shown}])

    Source: PyTorch, torch.special.{name}.
    """
    return op(forward, promote=floating)


bessel_j0 = from_scipy(
    "bessel_j0", "j0", "The Bessel function of the first kind, of order 0.", "0.0, 1.0", "1.0000, 0.7652"
)
bessel_j1 = from_scipy(
    "bessel_j1", "j1", "The Bessel function of the first kind, of order 1.", "0.0, 1.0", "0.0000, 0.4401"
)
bessel_y0 = from_scipy(
    "bessel_y0", "y0", "The Bessel function of the second kind, of order 0.", "1.0, 2.0", "0.0883, 0.5104"
)
bessel_y1 = from_scipy(
    "bessel_y1", "y1", "The Bessel function of the second kind, of order 1.", "1.0, 2.0", "-0.7812, -0.1070"
)
modified_bessel_i0 = from_scipy("modified_bessel_i0", "i0", "i0, without its derivative.", "0.0, 1.0", "1.0000, 1.2661")
modified_bessel_i1 = from_scipy("modified_bessel_i1", "i1", "i1, without its derivative.", "0.0, 1.0", "0.0000, 0.5652")
modified_bessel_k0 = from_scipy(
    "modified_bessel_k0",
    "k0",
    "The modified Bessel function of the second kind, of order 0.",
    "1.0, 2.0",
    "0.4210, 0.1139",
)
modified_bessel_k1 = from_scipy(
    "modified_bessel_k1",
    "k1",
    "The modified Bessel function of the second kind, of order 1.",
    "1.0, 2.0",
    "0.6019, 0.1399",
)
scaled_modified_bessel_k0 = from_scipy(
    "scaled_modified_bessel_k0", "k0e", "e**x * modified_bessel_k0(x).", "1.0, 2.0", "1.1445, 0.8416"
)
scaled_modified_bessel_k1 = from_scipy(
    "scaled_modified_bessel_k1", "k1e", "e**x * modified_bessel_k1(x).", "1.0, 2.0", "1.6362, 1.0335"
)


@op(promote=floating)
def airy_ai(x):
    """Airy's function Ai, which waves on the left of 0 and fades on the right.

    >>> import minitorch as mt
    >>> mt.special.airy_ai(mt.tensor([0.0, 1.0]))
    tensor([0.3550, 0.1353])

    Source: PyTorch, torch.special.airy_ai.
    """
    return special_functions(x).airy(x)[0].astype(x.dtype)


@op(promote=floating)
def spherical_bessel_j0(x):
    """sin(x) / x, and 1 at 0.

    >>> import minitorch as mt
    >>> mt.special.spherical_bessel_j0(mt.tensor([0.0, 1.0]))
    tensor([1.0000, 0.8415])

    Source: PyTorch, torch.special.spherical_bessel_j0.
    """
    xp = array_module(x)
    found = xp.where(x == 0, x.dtype.type(1), xp.sin(x) / x)
    return xp.where(xp.isinf(x), x.dtype.type(0), found)
