"""registration_hooks: hooks for every parameter, buffer and module that is registered anywhere (shelf)."""

from collections import OrderedDict

from ..._extension import override
from ...autograd.hooks import RemovableHandle
from .registry import __name__ as registry

hooks: dict = {"parameter": OrderedDict(), "buffer": OrderedDict(), "module": OrderedDict()}


def after_hooks(kind, module, name, value):
    """What is kept under a name: what the last of the hooks that returned something gave, else the value."""
    for hook in list(hooks[kind].values()):
        found = hook(module, name, value)
        value = value if found is None else found
    return value


override(registry, to_register=after_hooks)


def add(kind, hook):
    """Add a hook for what is registered of a kind, and return its handle."""
    handle = RemovableHandle(hooks[kind])
    hooks[kind][handle.id] = hook
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
