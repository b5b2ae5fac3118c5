"""functional_call: a module called with parameters that are given (shelf)."""

from contextlib import contextmanager
from itertools import chain


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True):
    """`module(*args, **kwargs)` with other tensors in place of its parameters and buffers, which it keeps.

    parameter_and_buffer_dicts  {name: tensor}, or several such dictionaries; names are those of named_parameters()
    args                        a tuple of arguments, or one argument
    tie_weights                 what one tensor has several names for gets the new one under all of them

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(1, 1)
    >>> mt.func.functional_call(layer, {"weight": mt.ones(1, 1), "bias": mt.zeros(1)}, mt.tensor([3.0]))
    tensor([3.])

    Errors: AttributeError for a name that the module does not have. Source: PyTorch, torch.func.functional_call.
    """
    given = parameter_and_buffer_dicts
    if not isinstance(given, dict):
        given = {name: tensor for one in given for name, tensor in one.items()}
    if not isinstance(args, tuple):
        args = () if args is None else (args,)
    with replaced(module, given, tie_weights):
        return module(*args, **(kwargs or {}))


# --- other tensors in a module ---------------------------------------------------------------------------------------


@contextmanager
def replaced(module, given, tie_weights):
    """A block in which the module holds these tensors; afterwards its own again, and the dictionary what it held last."""
    whole, own = tied(module, given) if tie_weights else given, {}
    try:
        for name, tensor in whole.items():
            own[name] = exchange(module, name, tensor)
        yield
    finally:
        last = {name: exchange(module, name, tensor) for name, tensor in own.items()}
        given.update({name: last[name] for name in given if name in last})


def exchange(module, name, tensor):
    """Put a tensor where a module keeps one, under a name such as "encoder.weight", and give what was there."""
    path, _, name = name.rpartition(".")
    holder = module.get_submodule(path)
    for kind in (holder._parameters, holder._buffers):
        if name in kind:
            old, kind[name] = kind[name], tensor
            return old
    raise AttributeError(f"{holder._get_name()} has no parameter or buffer `{name}`")


def tied(module, given):
    """The dictionary, with each tensor under all the names that the module has for one and the same tensor."""
    names: dict = {}
    named = (module.named_parameters(remove_duplicate=False), module.named_buffers(remove_duplicate=False))
    for name, tensor in chain(*named):
        names.setdefault(tensor, []).append(name)
    whole = dict(given)
    for same in names.values():
        present = [name for name in same if name in given]
        if present:
            whole |= dict.fromkeys(same, given[present[0]])
    return whole
