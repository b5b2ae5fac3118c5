"""functional_call: a module called with parameters that are given (shelf)."""

from contextlib import contextmanager
from itertools import chain

from .._tensor import Tensor

MISSING = object()  # what stands for an attribute that is not there


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """`module(*args, **kwargs)` with other tensors in place of its parameters and buffers, which it keeps.

    parameter_and_buffer_dicts  {name: tensor}, or several such dictionaries; names are those of named_parameters()
    args                        a tuple of arguments, or one argument
    tie_weights                 what one tensor has several names for gets the new one under all of them
    strict                      all parameters and buffers must be given, and nothing else

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(1, 1)
    >>> mt.func.functional_call(layer, {"weight": mt.ones(1, 1), "bias": mt.zeros(1)}, mt.tensor([3.0]))
    tensor([3.])

    Errors: AttributeError for a submodule that there is not; TypeError for anything that is not a tensor; ValueError for a name in two
    dictionaries. Source: PyTorch, torch.func.functional_call.
    """
    given = parameter_and_buffer_dicts
    if not isinstance(given, dict):
        given = {name: tensor for one in given for name, tensor in one.items()}
        if len(given) < sum([len(one) for one in parameter_and_buffer_dicts]):
            raise ValueError("a name appeared in multiple dictionaries")
    own = {name for name, _ in chain(module.named_parameters(), module.named_buffers())} if strict else given.keys()
    if own != given.keys():
        raise RuntimeError(
            f"strict=True, but missing are {sorted(own - given.keys())}, unexpected {sorted(given.keys() - own)}"
        )
    if not isinstance(args, tuple):
        args = () if args is None else (args,)
    with replaced(module, given, tie_weights):
        return module(*args, **(kwargs or {}))


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
    kinds = [kind for kind in (holder._parameters, holder._buffers) if name in kind]
    kind = kinds[0] if kinds else holder.__dict__  # an attribute that is neither may be given, too
    old = kind.get(name, MISSING)
    for one in (old, tensor):
        if not (one is None or one is MISSING or isinstance(one, Tensor)):
            raise TypeError(f"{name}: {one} is not a Tensor")
    kind[name] = tensor
    if tensor is MISSING:
        del kind[name]
    return old


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
