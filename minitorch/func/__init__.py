"""func: modules as functions of their parameters."""

# isort: off
from .functional_call import functional_call, stack_module_state
