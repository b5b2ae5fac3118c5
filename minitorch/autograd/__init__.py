"""autograd: DIFFERENTIATE. Walk the recorded graph backwards, check formulas, steer gradients, write your own."""

from .._tower import end_of_tower

# isort: off
try:
    # 05  walking it backwards
    from .engine import backward, grad

    # 06  checking a formula
    from .check import GradcheckError, gradcheck, gradgradcheck

    # 07  steering
    from . import detach as _detach
    from . import hooks as _hooks
    from ..graph.mode import enable_grad, inference_mode, no_grad, set_grad_enabled
    from ..graph import node as graph

    # 08  your own function
    from . import function
    from .function import Function
    from . import checkpoint, functional
except ModuleNotFoundError as missing:
    end_of_tower(missing)
