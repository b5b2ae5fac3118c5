"""func: derivatives as functions of functions, and calls with other parameters.

Arguments and results may be tensors, or tuples, lists and dictionaries of tensors in any depth.
"""

from .functional_call import functional_call
from .transforms import grad, grad_and_value, hessian, jacfwd, jacrev, vjp

__all__ = [
    "functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "vjp",
]  # fmt: skip


def __getattr__(name):
    """One error for the rest of torch.func."""
    raise AttributeError(f"minitorch.func.{name} is not there: minitorch.func has {', '.join(__all__)}")
