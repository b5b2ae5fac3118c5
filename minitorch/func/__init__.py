"""func: derivatives as functions of functions, calls with other parameters, and a loop over a batch.

Arguments and results may be tensors, or tuples, lists and dictionaries of tensors in any depth.
"""

from .functional_call import functional_call, stack_module_state
from .transforms import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp
from .vmap import vmap

__all__ = [
    "functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "stack_module_state", "vjp", "vmap",
]  # fmt: skip


def __getattr__(name):
    """One error for the rest of torch.func."""
    raise AttributeError(f"minitorch.func.{name} is not there: minitorch.func has {', '.join(__all__)}")
