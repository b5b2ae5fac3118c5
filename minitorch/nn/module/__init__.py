"""module: Module is built from several classes. Each file has one, which inherits from the one before and adds one idea.

`Module` is the last class that is there: in a copy of the package that ends with lesson 12 it can walk its tree, and it
cannot be called yet.
"""

from ..._lazy import end_of_package, lazy_names

# isort: off
try:
    # 11  attributes
    from .registry import Registry as Module

    # 12  the tree
    from .tree import Tree as Module

    # 13  converting
    from .convert import Convert as Module

    # 14  calling and forward hooks
    from .call import (
        Call as Module,
        _global_forward_hooks, _global_forward_hooks_always_called, _global_forward_pre_hooks,
        register_module_forward_hook, register_module_forward_pre_hook,
    )  # fmt: skip

    # 15  backward hooks
    from .backward_hooks import (
        BackwardHooks as Module,
        _global_backward_hooks, _global_backward_pre_hooks,
        register_module_full_backward_hook, register_module_full_backward_pre_hook,
    )  # fmt: skip

    # 16  state_dict
    from .state import State as Module, _IncompatibleKeys

    # 18  train and eval
    from .mode import Module
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
