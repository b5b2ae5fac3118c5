"""registration_hooks: hooks for every parameter, buffer or module that is registered anywhere (shelf)."""

from .call import register
from .registry import registration_hooks


def register_module_parameter_registration_hook(hook):
    """Call `hook(module, name, parameter)` whenever a parameter is registered; what it returns is kept instead."""
    return register(registration_hooks["parameter"], hook)


def register_module_buffer_registration_hook(hook):
    """Call `hook(module, name, buffer)` whenever a buffer is registered; what it returns is kept instead."""
    return register(registration_hooks["buffer"], hook)


def register_module_module_registration_hook(hook):
    """Call `hook(module, name, submodule)` whenever a module is registered; what it returns is kept instead."""
    return register(registration_hooks["module"], hook)
