"""_attributes: what modules have under a path such as "layer.weight": found, copied, put there (shelf)."""

from .._tensor import Tensor
from ..nn.module.mode import Module
from ..nn.parameter import Parameter


def _get_attr(model, attr_name):
    """What a module has under a path: "layer.weight"."""
    for part in attr_name.split("."):
        model = getattr(model, part)
    return model


def put(module, name, value):
    """Give a module an attribute; a tensor that is no parameter becomes a buffer."""
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        module.register_buffer(name, value)
    else:
        setattr(module, name, value)


def _copy_attr(from_module, to_module, target):
    """Give a module what another has under a path, with empty modules on the way."""
    *path, name = target.split(".")
    for part in path:
        found, there = getattr(from_module, part), getattr(to_module, part, None)
        if found is there:
            return  # the whole module has been given
        if there is None:
            there = Module()
            setattr(to_module, part, there)
        from_module, to_module = found, there
    put(to_module, name, getattr(from_module, name))


def _assign_attr(from_obj, to_module, target):
    """Give a module something under a path, with empty modules on the way."""
    *path, name = target.split(".")
    for part in path:
        if getattr(to_module, part, None) is None:
            setattr(to_module, part, Module())
        to_module = getattr(to_module, part)
    put(to_module, name, from_obj)
