"""func: modules as functions of their parameters, and functions of functions."""

# isort: off
from .functional_call import functional_call, stack_module_state
from .printing import debug_unwrap
from .transforms import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp
from .vmap import vmap
from .linearize import linearize
from .functionalize import functionalize
from .rearrange import rearrange
from .batch_norm import replace_all_batch_norm_modules_
