"""chebyshev_polynomial_t, hermite_polynomial_h and other orthogonal polynomials (shelf).

`n` says which member: an integer, or a tensor of them. As in PyTorch, they have no derivative.
"""

import math

from ..backend import array_module
from ..ops.op import floating, op
from ..ops.promotion import refuse

__all__ = []


def fractions(operands):
    """The common dtype, one of fractions."""
    return floating(operands)


fractions.always = True  # the longer way of a call, on which n may be given by name


def both(x, n, name, kinds="h"):
    """x and n as arrays of one shape and dtype; n without its fraction."""
    array = x if hasattr(x, "dtype") else n
    refuse(array, f"{name}_cpu", kinds)
    xp = array_module(array)
    x, n = xp.broadcast_arrays(xp.asarray(x, array.dtype), xp.asarray(n, array.dtype))
    return x, xp.where(xp.isfinite(n), xp.trunc(n), -1)


def member(x, n, first, step):
    """Member n of the family that begins with 1 and `first`, and in which step(k, member k, member k - 1) is the next."""
    xp = array_module(x)
    before, last = xp.ones_like(x), first
    found = xp.where(n < 0, x.dtype.type(0), xp.where(n == 0, before, last))
    for k in range(1, int(n.max()) if n.size else 0):
        if k % 64 == 0 and xp.isnan(last[n > k]).all():  # and nan they stay, however many steps are left
            return xp.where(n > k, xp.asarray(math.nan, x.dtype), found)
        before, last = last, step(k, last, before)
        found = xp.where(n == k + 1, last, found)
    return found


# --- Chebyshev's: twice x times the one before, less the one before that --------------------------------------------------

# kind: the second member; member n at 1; at -1, for an even n; at the cosine of an angle
KINDS = {
    "t": ("first", lambda x: x, lambda n: 1, lambda n: 1, lambda xp, n, a: xp.cos(n * a)),
    "u": ("second", lambda x: x + x, lambda n: n + 1, lambda n: n + 1, lambda xp, n, a: xp.sin((n + 1) * a) / xp.sin(a)),
    "v": (
        "third", lambda x: x + x - 1, lambda n: 1, lambda n: n + n + 1,
        lambda xp, n, a: xp.cos((n + 0.5) * a) / xp.cos(a / 2),
    ),
    "w": (
        "fourth", lambda x: x + x + 1, lambda n: n + n + 1, lambda n: 1,
        lambda xp, n, a: xp.sin((n + 0.5) * a) / xp.sin(a / 2),
    ),
}  # fmt: skip


def chebyshev(letter, shifted, least, shown):
    """An operation; above n = `least` it uses the angle, as PyTorch does. `shown` is what its example prints."""
    kind, second, at_one, at_minus_one, at_angle = KINDS[letter]

    def forward(x, n):
        given, n = both(x, n, name, "" if letter == "t" else "h")
        x, xp = given + given - 1 if shifted else given, array_module(given)
        inside = (n > least) & (abs(x) < 1)
        found = member(
            x, xp.where(inside | (abs(x) == 1), 0, n), second(x), lambda k, last, before: (x + x) * last - before
        )
        found = xp.where(inside, at_angle(xp, n, xp.arccos(xp.where(inside, x, 0))), found)
        found = xp.where(x == 1, at_one(n), found)
        found = xp.where(x == -1, xp.where(n % 2 == 0, 1, -1) * at_minus_one(n), found)
        return xp.where(n < 0, 0, found).astype(given.dtype)

    name = f"{'shifted_' if shifted else ''}chebyshev_polynomial_{letter}"
    forward.__name__, forward.__module__ = name, __name__
    forward.__doc__ = f"""Chebyshev's polynomial of the {kind} kind{", of 2 x - 1 in place of x" if shifted else ""}.

    >>> import minitorch as mt
    >>> mt.special.{name}(mt.tensor([0.5, 2.0]), 2)
    tensor([{shown}])

    Source: PyTorch, torch.special.{name}.
    """
    return op(forward, promote=fractions, tensors=0)


chebyshev_polynomial_t = chebyshev("t", False, 6, "-0.5000,  7.0000")
chebyshev_polynomial_u = chebyshev("u", False, 8, " 0., 15.")
chebyshev_polynomial_v = chebyshev("v", False, 8, "-1., 11.")
chebyshev_polynomial_w = chebyshev("w", False, 8, " 1., 19.")
shifted_chebyshev_polynomial_t = chebyshev("t", True, 6, "-1., 17.")
shifted_chebyshev_polynomial_u = chebyshev("u", True, 6, "-1., 35.")
shifted_chebyshev_polynomial_v = chebyshev("v", True, 6, "-1., 29.")
shifted_chebyshev_polynomial_w = chebyshev("w", True, 4, "-1., 41.")

# --- the others -----------------------------------------------------------------------------------------------------------

LIMIT = {"float32": 128, "float64": 512}  # of Hermite's, beyond which PyTorch says nan


def hermite(x, n, scale):
    """Both forms of Hermite's polynomials, in which x counts once or twice."""
    x, n = both(x, n, "hermite_polynomial_h" if scale == 2 else "hermite_polynomial_he")
    xp, most = array_module(x), LIMIT.get(x.dtype.name, 1024)
    found = member(
        x, xp.where(n > most, 0, n), x * scale, lambda k, last, before: x * scale * last - k * scale * before
    )
    return xp.where(n > most, math.nan, found).astype(x.dtype)


@op(promote=fractions, tensors=0)
def hermite_polynomial_h(x, n):
    """Hermite's polynomial, the physicists' form: 1, 2 x, 4 x**2 - 2 ...

    >>> import minitorch as mt
    >>> mt.special.hermite_polynomial_h(mt.tensor([0.5, 2.0]), 2)
    tensor([-1., 14.])

    Source: PyTorch, torch.special.hermite_polynomial_h.
    """
    return hermite(x, n, 2)


@op(promote=fractions, tensors=0)
def hermite_polynomial_he(x, n):
    """Hermite's polynomial, the form of probability theory: 1, x, x**2 - 1 ...

    >>> import minitorch as mt
    >>> mt.special.hermite_polynomial_he(mt.tensor([0.5, 2.0]), 2)
    tensor([-0.7500,  3.0000])

    Source: PyTorch, torch.special.hermite_polynomial_he.
    """
    return hermite(x, n, 1)


@op(promote=fractions, tensors=0)
def laguerre_polynomial_l(x, n):
    """Laguerre's polynomial: 1, 1 - x, x**2 / 2 - 2 x + 1 ...

    >>> import minitorch as mt
    >>> mt.special.laguerre_polynomial_l(mt.tensor([0.5, 2.0]), 2)
    tensor([ 0.1250, -1.0000])

    Source: PyTorch, torch.special.laguerre_polynomial_l.
    """
    x, n = both(x, n, "laguerre_polynomial_l")
    return member(x, n, 1 - x, lambda k, last, before: ((2 * k + (1 - x)) * last - k * before) / (k + 1))


@op(promote=fractions, tensors=0)
def legendre_polynomial_p(x, n):
    """Legendre's polynomial: 1, x, (3 x**2 - 1) / 2 ...

    >>> import minitorch as mt
    >>> mt.special.legendre_polynomial_p(mt.tensor([0.5, 2.0]), 2)
    tensor([-0.1250,  5.5000])

    Source: PyTorch, torch.special.legendre_polynomial_p.
    """
    x, n = both(x, n, "legendre_polynomial_p")
    return member(x, n, x, lambda k, last, before: ((2 * k + 1) * x * last - k * before) / (k + 1))
