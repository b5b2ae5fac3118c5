"""autograd: DIFFERENTIATE. Walk the recorded graph backwards, check formulas, steer gradients, write your own."""

import sys as _sys

from .._lazy import end_of_package, lazy_names

# isort: off
try:
    # 06  walking it backwards
    from .backward import backward
    from .grad import grad

    # 07  checking a formula
    from .jacobians import numerical_jacobian as _numerical_jacobian

    # 08  stopping and watching
    from .detach import detach as _detach
    from .hooks import RemovableHandle as _RemovableHandle
    from ..graph.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
    from ..graph import grad_mode as grad_mode

    _sys.modules[__name__ + ".grad_mode"] = grad_mode  # PyTorch's import path

    # 10  your own function
    from .function import Function
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
