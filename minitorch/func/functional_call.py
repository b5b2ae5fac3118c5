"""functional_call, stack_module_state: a module called with parameters that are given, and those of many stacked (shelf)."""

from collections import Counter
from collections.abc import Sequence
from contextlib import contextmanager
from itertools import chain

from .._tensor import Tensor
from ..nn.module.mode import Module
from ..ops.join.stack import stack

__all__ = ["functional_call", "stack_module_state"]

NOTHING = object()  # what stands for an attribute that is not there


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """`module(*args, **kwargs)` with other tensors in place of its parameters and buffers, which it keeps.

    parameter_and_buffer_dicts  {name: tensor}, or several such dictionaries; names are those of named_parameters()
    args                        a tuple of arguments, or one argument
    tie_weights                 what one tensor has several names for gets the new one under all of them
    strict                      raise for names that are missing or not known

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(1, 1)
    >>> mt.func.functional_call(layer, {"weight": mt.ones(1, 1), "bias": mt.zeros(1)}, mt.tensor([3.0]))
    tensor([3.])

    Errors: ValueError for one name twice, RuntimeError for names that do not fit when strict.
    Source: PyTorch, torch.func.functional_call.
    """
    given = parameter_and_buffer_dicts
    if not isinstance(given, dict):
        given = merged(given)
    if not isinstance(args, tuple):
        args = () if args is None else (args,)
    with replaced(module, given, tie_weights, strict):
        return module(*args, **(kwargs or {}))


def merged(dictionaries):
    """One dictionary of several that have no name in common."""
    if not isinstance(dictionaries, Sequence):
        raise ValueError(
            f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(dictionaries)}"
        )
    if not all(isinstance(one, dict) for one in dictionaries):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
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
def replaced(module, parameters_and_buffers, tie_weights, strict):
    """A block in which the module holds these tensors; afterwards its own again, and the dictionary what it held last."""
    given = tied(module, parameters_and_buffers) if tie_weights else parameters_and_buffers
    if strict:
        check_keys(module, given)
    own = {}
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
    """Put a tensor where a module keeps one, and give what was there; NOTHING for an attribute that was not there."""
    check_tensor(tensor)
    for kind in (module._parameters, module._buffers):
        if name in kind:
            old, kind[name] = kind[name], tensor
            return old
    old = getattr(module, name, NOTHING)
    check_tensor(old, f"attribute `{name}`: ")
    if tensor is not NOTHING:
        setattr(module, name, tensor)
    elif old is not NOTHING:
        delattr(module, name)
    return old


def check_tensor(value, said=""):
    """Raise unless this can stand where a tensor is."""
    if not (value is NOTHING or value is None or isinstance(value, Tensor)):
        raise TypeError(f"{said}{value} is not an instance of minitorch.Tensor")


# --- tensors with several names, and keys that do not fit -----------------------------------------------------------------


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
                    f"functional_call got multiple values for keys {sorted(same)}, which are tied. Consider using "
                    "tie_weights=False"
                )
            whole |= dict.fromkeys(same, given[present[0]])
    return whole


def check_keys(module, given):
    """Raise for tensors of the module that are not given, and names that it does not have."""
    named = (module.named_parameters(remove_duplicate=False), module.named_buffers(remove_duplicate=False))
    known = [name for name, _ in chain(*named)]
    unexpected, missing = sorted({*given} - {*known}), sorted({*known} - {*given})
    kinds = ("Unexpected", unexpected), ("Missing", missing)
    lines = [f"{what} key(s): {', '.join(map(repr, names))}." for what, names in kinds if names]
    if lines:
        raise RuntimeError("\n\t".join([f"Error(s) in reparametrizing for {module._get_name()}:", *lines]))
