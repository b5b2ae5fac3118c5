"""registration_hooks: hooks for every parameter, buffer or module that is registered anywhere (shelf)."""

from ...autograd.hooks import RemovableHandle
from .registry import registration_hooks


def add(kind, hook):
    """Add a hook for what is registered of a kind, and return its handle."""
    handle = RemovableHandle(registration_hooks[kind])
    registration_hooks[kind][handle.id] = hook
    return handle


def register_module_parameter_registration_hook(hook):
    """Call `hook(module, name, parameter)` whenever a parameter is registered; what it returns is kept instead."""
    return add("parameter", hook)


def register_module_buffer_registration_hook(hook):
    """Call `hook(module, name, buffer)` whenever a buffer is registered; what it returns is kept instead."""
    return add("buffer", hook)


def register_module_module_registration_hook(hook):
    """Call `hook(module, name, submodule)` whenever a module is registered; what it returns is kept instead."""
    return add("module", hook)
