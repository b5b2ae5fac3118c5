"""stateless: functional_call: a module called with other parameters than its own (shelf)."""

import contextlib
import warnings
from itertools import chain

from ..._tensor import Tensor
from ..module.mode import Module

__all__ = ["functional_call"]

NOTHING = object()  # what stands for an attribute that is not there


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """func.functional_call under its old name, with a warning. Source: PyTorch, torch.nn.utils.stateless.functional_call."""
    warnings.warn(
        "`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future "
        "version of PyTorch. Please use `torch.func.functional_call` instead which is a drop-in replacement.",
        FutureWarning,
        stacklevel=2,
    )
    return _functional_call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)


def _functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """`module(*args, **kwargs)` with the tensors of a dictionary in place of its own."""
    if hasattr(module, "device_ids") and type(module).__name__ == "DataParallel":
        raise RuntimeError("The stateless API can't be used with nn.DataParallel module")
    if not isinstance(args, tuple):
        args = () if args is None else (args,)
    with _reparametrize_module(module, parameters_and_buffers, tie_weights=tie_weights, strict=strict):
        return module(*args, **(kwargs or {}))


@contextlib.contextmanager
def _reparametrize_module(module, parameters_and_buffers, tie_weights=False, strict=False):
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
