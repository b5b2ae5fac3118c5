"""functional_call, stack_module_state: a module called with parameters that are given, and those of many stacked (shelf)."""

from collections import Counter
from collections.abc import Sequence

from ..nn.utils.stateless import _functional_call
from ..ops.join.stack import stack

__all__ = ["functional_call", "stack_module_state"]


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
    return _functional_call(module, given, args, kwargs, tie_weights=tie_weights, strict=strict)


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
