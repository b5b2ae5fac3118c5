"""loading: how a module takes a state_dict: what fits is copied, what does not is noted, and nothing is lost (core)."""

import functools
import warnings
import weakref
from collections import OrderedDict, namedtuple

from ..._tensor import Tensor, wrap
from ...graph.grad_mode import no_grad
from ..parameter import Parameter, is_lazy

POSITIONAL = (
    "Positional args are being deprecated, use kwargs instead. Refer to "
    "https://pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.state_dict for details."
)


def by_position(args, *named):
    """state_dict(destination, prefix, keep_vars) without names: all three, and a warning."""
    warnings.warn(POSITIONAL, FutureWarning, stacklevel=3)
    return (*args, *named[len(args) :])


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """The keys that did not match, as two lists."""

    __slots__ = ()

    def __repr__(self):
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


class Loading:
    """One load_state_dict: the state that is left to take, and every problem that was met."""

    def __init__(self, state_dict, assign):
        self.metadata = getattr(state_dict, "_metadata", None)
        self.state = OrderedDict(state_dict)  # hooks may change it
        if self.metadata is not None:
            self.state._metadata = self.metadata
        self.assign, self.missing, self.unexpected, self.errors = assign, [], [], []

    def load(self, module, prefix, state):
        """Let a module and those inside it take what `state` has for them; all its keys begin with `prefix`."""
        metadata = self.metadata_at(prefix)
        module._load_from_state_dict(state, prefix, metadata, True, self.missing, self.unexpected, self.errors)
        for name, child in module._modules.items():
            if child is not None:
                inside = f"{prefix}{name}."
                self.load(child, inside, {key: value for key, value in state.items() if key.startswith(inside)})
        self.after(module)

    def metadata_at(self, prefix):
        """What the state says of the module whose keys begin with `prefix`: {"version": ...}, or nothing."""
        found = {} if self.metadata is None else self.metadata.get(prefix[:-1], {})
        return {**found, "assign_to_params_buffers": True} if self.assign else found

    def after(self, module):
        """Call the module's post-hooks, which may take keys out of the two lists."""
        for hook in list(module._load_state_dict_post_hooks.values()):
            if hook(module, _IncompatibleKeys(self.missing, self.unexpected)) is not None:
                raise AssertionError(
                    "Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new values, "
                    "if incompatible_keys need to be modified, it should be done inplace."
                )

    def finish(self, module, strict):
        """Raise if there was any problem; missing and unexpected keys are one only if strict is true."""
        problems = [("Missing", self.missing), ("Unexpected", self.unexpected)] if strict else []
        lines = [f"{what} key(s) in state_dict: {listed(keys)}. " for what, keys in problems if keys] + self.errors
        if lines:
            raise RuntimeError(failure(module, lines))


def listed(keys):
    return ", ".join([f'"{key}"' for key in keys])


def failure(module, lines):
    """The message of a load that failed."""
    return "\n\t".join([f"Error(s) in loading state_dict for {type(module).__name__}:", *lines])


def take(module, name, tensor, key, given, assign):
    """Let a parameter or buffer take the numbers of `given`. What is wrong with them, or ""."""
    if not isinstance(given, Tensor):
        return NO_TENSOR.format(key, type(given))
    if tensor.ndim == 0 and given.shape == (1,):
        given = given[0]  # as PyTorch 0.3 stored single numbers
    if given.shape != tensor.shape:
        return WRONG_SHAPE.format(key, given.shape, tensor.shape)
    try:
        with no_grad():
            if assign:
                put_in_place_of(module, name, tensor, given)
            else:
                copy_over(tensor, given, key)
    except Exception as error:
        return NOT_COPIED.format(key, tensor.size(), given.size(), error.args)
    return ""


def copy_over(tensor, given, key):
    """Let a parameter or buffer have the numbers of `given`; PyTorch's warning where it has no numbers at all."""
    if tensor.is_meta and not given.is_meta:
        warnings.warn(NO_NUMBERS.format(key), stacklevel=5)
    tensor.copy_(given)


def put_in_place_of(module, name, tensor, given):
    """Let `given` itself become the module's parameter or buffer of this name."""
    if isinstance(tensor, Parameter):
        given = given if isinstance(given, Parameter) else Parameter(given, tensor.requires_grad)
        given.requires_grad_(tensor.requires_grad)
    setattr(module, name, given)


NO_TENSOR = (
    'While copying the parameter named "{}", expected minitorch.Tensor or Tensor-like object from checkpoint but '
    "received {}"
)
NO_NUMBERS = (
    "for {}: copying from a non-meta parameter to a meta parameter is a no-op: did you mean to pass `assign=True`?"
)
WRONG_SHAPE = "size mismatch for {}: copying a param with shape {} from checkpoint, the shape in current model is {}."
NOT_COPIED = (
    'While copying the parameter named "{}", whose dimensions in the model are {} and whose dimensions in the '
    "checkpoint are {}, an exception occurred : {}."
)


def snapshot(module):
    """What a module holds, numbers and all, to be put back when a load fails."""
    holders = [(one, dict(one._parameters), dict(one._buffers)) for one in module.modules()]
    tensors = {id(x): x for _, *kinds in holders for kind in kinds for x in kind.values() if x is not None}
    return holders, [(x, x._alike(x) if is_lazy(x) else x._array.copy()) for x in tensors.values()]


def put_back(before):
    """Give the modules what they held when snapshot() made `before`: the same tensors, with the same numbers."""
    holders, numbers = before
    for module, parameters, buffers in holders:
        for kind, old in ((module._parameters, parameters), (module._buffers, buffers)):
            kind.clear()
            kind.update(old)
    with no_grad():
        for tensor, array in numbers:
            if is_lazy(array):  # it had no size
                tensor.__class__, tensor.data = type(array), array
            elif tensor._array.flags.writeable:  # an expanded buffer was not written to
                tensor.copy_(wrap(array))


class _WrappedHook:
    """A hook that is given its module first, and does not keep the module alive."""

    def __init__(self, hook, module=None):
        self.hook, self.with_module = hook, module is not None
        self.module = weakref.ref(module) if self.with_module else None
        functools.update_wrapper(self, hook)

    def __call__(self, *args, **kwargs):
        if not self.with_module:
            return self.hook(*args, **kwargs)
        module = self.module()
        if module is None:
            raise RuntimeError("You are trying to call the hook of a dead Module!")
        return self.hook(module, *args, **kwargs)

    def __getstate__(self):
        return {"hook": self.hook, "with_module": self.with_module, "module": self.module and self.module()}

    def __setstate__(self, state):
        self.hook, self.with_module = state["hook"], state["with_module"]
        if self.with_module and state["module"] is None:
            raise RuntimeError("You are trying to revive the hook of a dead Module!")
        self.module = weakref.ref(state["module"]) if self.with_module else None
