"""registry: kl_divergence, register_kl: the formula for a pair of classes, or for the classes they inherit from (shelf)."""

import functools
import warnings

_KL_REGISTRY: dict = {}  # (class of p, class of q) -> the function
_KL_MEMOIZE: dict = {}  # the same, for pairs that were asked for


def register_kl(type_p, type_q):
    """A decorator for the function that computes kl_divergence(p, q) of two classes and those that inherit from them.

    Any class will do, as libraries have distributions of their own. Errors: TypeError for what is no class.
    Source: PyTorch, torch.distributions.register_kl.
    """
    for name, kind in (("type_p", type_p), ("type_q", type_q)):
        if not isinstance(kind, type):
            raise TypeError(f"Expected {name} to be a Distribution subclass but got {kind}")

    def decorator(function):
        _KL_REGISTRY[type_p, type_q] = function
        _KL_MEMOIZE.clear()
        return function

    return decorator


def kl_divergence(p, q):
    """The mean of log p(x) - log q(x) for x from p: how much q misses of p. Never negative, and 0 for the same.

    >>> import minitorch as mt
    >>> from minitorch.distributions import Normal, kl_divergence
    >>> kl_divergence(Normal(0.0, 1.0), Normal(1.0, 1.0))
    tensor(0.5000)

    Errors: NotImplementedError for a pair without a formula. Source: PyTorch, torch.distributions.kl_divergence.
    """
    pair = type(p), type(q)
    if pair not in _KL_MEMOIZE:
        _KL_MEMOIZE[pair] = _dispatch_kl(*pair)
    if _KL_MEMOIZE[pair] is NotImplemented:
        raise NotImplementedError(
            f"No KL(p || q) is implemented for p type {pair[0].__name__} and q type {pair[1].__name__}"
        )
    return _KL_MEMOIZE[pair](p, q)


def _dispatch_kl(type_p, type_q):
    """The function for the nearest classes; where p and q disagree about which those are, p's, and a warning."""
    pairs = [(p, q) for p, q in _KL_REGISTRY if issubclass(type_p, p) and issubclass(type_q, q)]
    if not pairs:
        return NotImplemented
    first = functools.reduce(nearer, pairs)
    second = functools.reduce(nearer, [(q, p) for p, q in pairs])[::-1]
    if _KL_REGISTRY[first] is not _KL_REGISTRY[second]:
        warnings.warn(
            f"Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). Please register_kl({first[0].__name__}, "
            f"{second[1].__name__})",
            RuntimeWarning,
            stacklevel=3,
        )
    return _KL_REGISTRY[first]


def nearer(one, other):
    """The pair whose first class, or if that is the same whose second class, inherits from the other's."""
    for mine, theirs in zip(one, other, strict=True):
        if mine is not theirs:
            return one if issubclass(mine, theirs) else other
    return one
