"""functional_call, stack_module_state: a module called with parameters that are given, and those of many stacked (shelf)."""

from collections import Counter
from contextlib import contextmanager
from itertools import chain

from .._tensor import Tensor
from ..nn.module.mode import Module
from ..ops.join.stack import stack

__all__ = ["functional_call", "stack_module_state"]


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None):
    """`module(*args, **kwargs)` with other tensors in place of its parameters and buffers, which it keeps.

    parameter_and_buffer_dicts  {name: tensor}, or several such dictionaries; names are those of named_parameters()
    args                        a tuple of arguments, or one argument
                                What one tensor has several names for gets the new one under all of them

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(1, 1)
    >>> mt.func.functional_call(layer, {"weight": mt.ones(1, 1), "bias": mt.zeros(1)}, mt.tensor([3.0]))
    tensor([3.])

    Errors: ValueError for one name twice, AttributeError for a name that the module does not have.
    Source: PyTorch, torch.func.functional_call.
    """
    given = parameter_and_buffer_dicts
    if not isinstance(given, dict):
        given = merged(given)
    if not isinstance(args, tuple):
        args = () if args is None else (args,)
    with replaced(module, given):
        return module(*args, **(kwargs or {}))


def merged(dictionaries):
    """One dictionary of several that have no name in common."""
    twice = [name for name, times in Counter(name for one in dictionaries for name in one).items() if times > 1]
    if twice:
        raise ValueError(f"{twice} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    return {name: tensor for one in dictionaries for name, tensor in one.items()}


def stack_module_state(models):
    """(parameters, buffers) of modules of one class: dictionaries with one stacked tensor for each name.

    >>> import minitorch as mt
    >>> parameters, buffers = mt.func.stack_module_state([mt.nn.Linear(2, 3) for _ in range(4)])
    >>> parameters["weight"].shape
    minitorch.Size([4, 3, 2])

    Errors: RuntimeError for no modules, several classes, or several modes. Source: PyTorch, torch.func.stack_module_state.
    """
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or all(not m.training for m in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    parameters = stacked([dict(m.named_parameters()) for m in models])
    return parameters, stacked([dict(m.named_buffers()) for m in models])


def stacked(dictionaries):
    """{name: the tensors of that name, stacked}: leaves, which want a gradient if the tensors do."""
    found = {}
    for name in dictionaries[0]:
        tensors = [one[name] for one in dictionaries]
        wants = {tensor.requires_grad for tensor in tensors}
        if len(wants) > 1:
            raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
        found[name] = stack(tensors).detach().requires_grad_(wants.pop())
    return found


# --- other tensors in a module ---------------------------------------------------------------------------------------


@contextmanager
def replaced(module, parameters_and_buffers):
    """A block in which the module holds these tensors; afterwards its own again, and the dictionary what it held last."""
    given, own = tied(module, parameters_and_buffers), {}
    try:
        for name, tensor in given.items():
            own[name] = exchange(*place_of(module, name), tensor)
        yield
    finally:
        last = {name: exchange(*place_of(module, name), tensor) for name, tensor in own.items()}
        parameters_and_buffers.update({name: last[name] for name in parameters_and_buffers if name in last})


# --- one tensor of a module ---------------------------------------------------------------------------------------------


def place_of(module, name):
    """(the module inside that holds a tensor, its name there), for a name such as "encoder.weight"."""
    path, _, last = name.rpartition(".")
    for step in path.split(".") if path else ():
        if not hasattr(module, step):
            raise AttributeError(f"{module._get_name()} has no attribute `{step}`")
        module = getattr(module, step)
        if not isinstance(module, Module):
            raise TypeError(f"submodule `{path}`: {module} is not an instance of minitorch.nn.Module")
    if not last:
        raise KeyError('tensor name can\'t be empty string ""')
    return module, last


def exchange(module, name, tensor):
    """Put a tensor where a module keeps one, and give what was there."""
    if not (tensor is None or isinstance(tensor, Tensor)):
        raise TypeError(f"{tensor} is not an instance of minitorch.Tensor")
    for kind in (module._parameters, module._buffers):
        if name in kind:
            old, kind[name] = kind[name], tensor
            return old
    raise AttributeError(f"{module._get_name()} has no parameter or buffer `{name}`")


# --- tensors with several names -------------------------------------------------------------------------------------------


def tied(module, given):
    """The dictionary, with each tensor under all the names that the module has for one and the same tensor."""
    names: dict = {}
    named = (module.named_parameters(remove_duplicate=False), module.named_buffers(remove_duplicate=False))
    for name, tensor in chain(*named):
        names.setdefault(tensor, []).append(name)
    whole = dict(given)
    for same in names.values():
        present = [name for name in same if name in given]
        if len(same) > 1 and present:
            if len({id(given[name]) for name in present}) > 1:
                raise ValueError(
                    f"functional_call got multiple values for keys {sorted(same)}, which are tied"
                )
            whole |= dict.fromkeys(same, given[present[0]])
    return whole
