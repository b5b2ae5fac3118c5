"""loading: how load_state_dict fills a module: it copies what fits, and reports everything else in one message (core)."""

import contextlib
import warnings
from collections import namedtuple

from ..._tensor import Tensor, wrap
from ...graph.grad_mode import no_grad
from ..parameter import Parameter, is_lazy


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """The keys that did not match, as two lists."""

    __slots__ = ()

    def __repr__(self):
        if self.missing_keys or self.unexpected_keys:
            return super().__repr__()
        return "<All keys matched successfully>"

    __str__ = __repr__


class Loading:
    """One load_state_dict: the metadata of the state, and the three lists of what does not match."""

    def __init__(self, state_dict, assign):
        self.metadata, self.assign = getattr(state_dict, "_metadata", None), assign
        self.missing, self.unexpected, self.errors = [], [], []

    def load(self, module, prefix, state):
        """Load a module and those inside it. `state` has the keys that begin with `prefix`, and no others."""
        arguments = (state, prefix, self.metadata_at(prefix), True, self.missing, self.unexpected, self.errors)
        self.call_pre_hooks(module, arguments)
        module._load_from_state_dict(*arguments)
        parts = parts_of(state, prefix)
        for name, child in module._modules.items():
            if child is not None:
                inner = f"{prefix}{name}."
                self.load(child, inner, parts.get(inner, {}))
        self.call_post_hooks(module)

    def metadata_at(self, prefix):
        """What the state says about the module with this prefix, such as {"version": 1}."""
        found = {} if self.metadata is None else self.metadata.get(prefix[:-1], {})
        return {**found, "assign_to_params_buffers": True} if self.assign else found

    def call_pre_hooks(self, module, arguments):
        """Call the module's load pre-hooks, which may rename keys of the state."""
        for hook in list(module._load_state_dict_pre_hooks.values()):
            hook(module, *arguments)

    def call_post_hooks(self, module):
        """Call the module's load post-hooks, which may remove keys from the two lists."""
        for hook in list(module._load_state_dict_post_hooks.values()):
            if hook(module, _IncompatibleKeys(self.missing, self.unexpected)) is not None:
                raise AssertionError(
                    "Hooks registered with ``register_load_state_dict_post_hook`` are not expected "
                    "to return new values, if incompatible_keys need to be modified, it should be "
                    "done inplace."
                )

    def raise_errors(self, module, strict):
        """Raise one RuntimeError that lists everything. Missing and unexpected keys are errors only if strict."""
        kinds = [("Missing", self.missing), ("Unexpected", self.unexpected)] if strict else []
        lines = [f"{kind} key(s) in state_dict: {quoted(keys)}. " for kind, keys in kinds if keys] + self.errors
        if lines:
            head = f"Error(s) in loading state_dict for {type(module).__name__}:"
            raise RuntimeError("\n\t".join([head, *lines]))


def parts_of(state, prefix):
    """The entries of a state for each module inside, by that module's prefix, from one walk through all keys."""
    parts = {}
    for key, value in state.items():
        end = key.find(".", len(prefix)) + 1
        if end:
            parts.setdefault(key[:end], {})[key] = value
    return parts


def quoted(keys):
    return ", ".join([f'"{key}"' for key in keys])


def load_tensor(module, name, tensor, key, given, metadata):
    """Copy `given` into the module's parameter or buffer `name`, or assign it. Returns "", or what is wrong, as a text."""
    if not isinstance(given, Tensor):
        return NOT_A_TENSOR.format(key, type(given))
    if given.shape != tensor.shape:
        return WRONG_SHAPE.format(key, given.shape, tensor.shape)
    with no_grad():
        if metadata.get("assign_to_params_buffers", False):  # PyTorch passes this option in the metadata
            assign_tensor(module, name, tensor, given)
        else:
            copy_tensor(tensor, given, key)
    return ""


def assign_tensor(module, name, tensor, given):
    """Register `given` itself in the place of the parameter or buffer."""
    if isinstance(tensor, Parameter):
        given = given if isinstance(given, Parameter) else Parameter(given, tensor.requires_grad)
        given.requires_grad_(tensor.requires_grad)
    setattr(module, name, given)


def copy_tensor(tensor, given, key):
    if tensor.is_meta and not given.is_meta:
        warnings.warn(NO_VALUES.format(key), stacklevel=5)
    tensor.copy_(given)


NOT_A_TENSOR = (
    'While copying the parameter named "{}", expected minitorch.Tensor or Tensor-like object from checkpoint but '
    "received {}"
)
NO_VALUES = (
    "for {}: copying from a non-meta parameter to a meta parameter is a no-op: did you mean to pass `assign=True`?"
)
WRONG_SHAPE = "size mismatch for {}: copying a param with shape {} from checkpoint, the shape in current model is {}."


@contextlib.contextmanager
def restored_on_error(module):
    """If an error is raised inside this `with`, the module gets back its tensors and their values. The error is passed on."""
    dicts = [(d, dict(d)) for one in module.modules() for d in (one._parameters, one._buffers)]
    tensors = {id(x): x for _, before in dicts for x in before.values() if x is not None}
    values = [(x, x._alike(x) if is_lazy(x) else x._array.copy()) for x in tensors.values()]
    try:
        yield
    except BaseException:
        for d, before in dicts:
            d.clear()
            d.update(before)
        for tensor, value in values:
            restore(tensor, value)
        raise


def restore(tensor, value):
    if is_lazy(value):  # a parameter that had no shape yet
        tensor.__class__, tensor.data = type(value), value
    elif tensor._array.flags.writeable:  # an expanded buffer is not written to
        with no_grad():
            tensor.copy_(wrap(value))
