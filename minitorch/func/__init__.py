"""func: derivatives as functions of functions, and calls of a module with other parameters."""

from .._lazy import missing_name
from .functional_call import functional_call
from .transforms import grad, grad_and_value, hessian, jacfwd, jacrev, vjp

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "vjp"]


def __getattr__(name):
    return missing_name(__name__, name)
