"""state: state_dict and load_state_dict: a module's parameters and buffers as a dictionary by name, and back (core).

`state_dict()` gives tensors that share the module's memory. `load_state_dict()` reports every key that is missing,
unexpected or has the wrong shape in one message. If it raises, the module is as it was before. (In PyTorch, what was
copied before the error stays copied.)
"""

from collections import OrderedDict
from collections.abc import Mapping
from functools import partial

from .backward_hooks import BackwardHooks
from .call import register
from .loading import Loading, _IncompatibleKeys, load_tensor, restored_on_error

EXTRA_STATE = "_extra_state"  # the key for what get_extra_state returns


class State(BackwardHooks):
    """The sixth class of Module: state_dict and load_state_dict.

    A class raises its number `_version` when the meaning of its state changes. The number is stored beside the state, and
    `_load_from_state_dict` finds it in `local_metadata`.
    """

    _version = 1
    _fresh = BackwardHooks._fresh | {
        "_state_dict_hooks": OrderedDict,
        "_state_dict_pre_hooks": OrderedDict,
        "_load_state_dict_pre_hooks": OrderedDict,
        "_load_state_dict_post_hooks": OrderedDict,
    }

    # --- out ---------------------------------------------------------------------------------------------------------

    def state_dict(self, destination=None, prefix="", keep_vars=False):
        """The parameters and persistent buffers of this module and of all modules inside it, by name: an OrderedDict.

        destination  a dictionary to write into instead of a new one
        prefix       put before each name
        keep_vars    give the parameters themselves instead of detached tensors in the same memory

        >>> import minitorch as mt
        >>> module = mt.nn.Module()
        >>> module.weight = mt.nn.Parameter(mt.ones(2))
        >>> dict(module.state_dict())
        {'weight': tensor([1., 1.])}

        Source: PyTorch, torch.nn.Module.state_dict.
        """
        destination, local_metadata = self._before_state_dict(destination, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, child in self._modules.items():
            if child is not None:
                child.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        return self._after_state_dict(destination, prefix, local_metadata)

    def _own_state(self):
        """A new dictionary of this module's own tensors by name: parameters, then persistent buffers. Entries of None are left out."""
        buffers = {n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set}
        return {name: tensor for name, tensor in (self._parameters | buffers).items() if tensor is not None}

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        """Write this module's own state, without that of the modules inside it."""
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        self._save_extra_state(destination, prefix)

    def _before_state_dict(self, destination, prefix, keep_vars):
        """Make a new dictionary if there is none, store the version in its metadata, and call the pre-hooks."""
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local_metadata
        for hook in list(self._state_dict_pre_hooks.values()):
            hook(self, prefix, keep_vars)
        return destination, local_metadata

    def _after_state_dict(self, destination, prefix, local_metadata):
        """Call the post-hooks. They change the dictionary in place; one registered privately may return another."""
        for hook in list(self._state_dict_hooks.values()):
            found = hook(self, destination, prefix, local_metadata)
            if found is not None and getattr(hook, "_from_public_api", False):
                raise RuntimeError("state_dict post-hook must return None")
            destination = destination if found is None else found
        return destination

    # --- what is not a tensor ----------------------------------------------------------------------------------------

    def _save_extra_state(self, destination, prefix):
        """Store what get_extra_state returns, if the class defines it."""
        if type(self).get_extra_state is not State.get_extra_state:
            destination[prefix + EXTRA_STATE] = self.get_extra_state()

    def _load_extra_state(self, state_dict, prefix, missing_keys, unexpected_keys):
        """Call set_extra_state with what was stored, if the class defines it."""
        key = prefix + EXTRA_STATE
        if type(self).set_extra_state is State.set_extra_state:
            return
        if key not in state_dict:
            missing_keys.append(key)
        else:
            self.set_extra_state(state_dict[key])
            unexpected_keys[:] = [one for one in unexpected_keys if one != key]

    def get_extra_state(self):
        """What else belongs to the state. A class that has extra state defines this and set_extra_state."""
        raise RuntimeError("a class with extra state defines both get_extra_state() and set_extra_state()")

    def set_extra_state(self, state):
        """Take back what get_extra_state returned."""
        raise RuntimeError("a class with extra state defines both get_extra_state() and set_extra_state()")

    # --- in ----------------------------------------------------------------------------------------------------------

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copy the tensors of a state_dict into this module's parameters and buffers.

        strict  raise if keys are missing or unexpected; a wrong shape is always an error
        assign  let the tensors themselves become the parameters, instead of copying their values

        Returns (missing_keys, unexpected_keys), printed as <All keys matched successfully> if both are empty.
        Errors: TypeError unless it is a mapping; RuntimeError that lists every problem. Then the module is unchanged.
        Source: PyTorch, torch.nn.Module.load_state_dict.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        loading = Loading(state_dict, assign)
        with restored_on_error(self):
            loading.load(self, "", OrderedDict(state_dict))  # a new one, because hooks may change it
            loading.raise_errors(self, strict)
        return _IncompatibleKeys(loading.missing, loading.unexpected)

    def _load_from_state_dict(
        self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
    ):
        """Load this module's own tensors from `state_dict`, and append to the three lists what does not match.

        As in PyTorch, `strict` is always true here: load_state_dict decides what it does with the lists.
        """
        own = self._own_state()
        for name, tensor in own.items():
            key = prefix + name
            if key in state_dict:
                message = load_tensor(self, name, tensor, key, state_dict[key], local_metadata)
                if message:
                    error_msgs.append(message)
            else:
                missing_keys.append(key)
        for key in state_dict:
            name, dot, _ = key[len(prefix) :].partition(".")
            known = self._modules if dot else own
            if key.startswith(prefix) and name not in known:
                unexpected_keys.append(key)
        self._load_extra_state(state_dict, prefix, missing_keys, unexpected_keys)

    # --- hooks -------------------------------------------------------------------------------------------------------

    def register_state_dict_pre_hook(self, hook):
        """Call `hook(module, prefix, keep_vars)` before this module's state is written."""
        return register(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook):
        """Call `hook(module, state_dict, prefix, local_metadata)` afterwards. It may change the dictionary in place."""
        hook._from_public_api = True
        return register(self._state_dict_hooks, hook)

    def _register_state_dict_hook(self, hook):
        """The same. A dictionary that this hook returns takes the place of the state."""
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function: it was previously registered via register_state_dict_post_hook"
            )
        return register(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook):
        """Call `hook(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)`
        before this module is loaded. It may rename the keys of an older checkpoint."""
        return register(self._load_state_dict_pre_hooks, hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        """The same; unless with_module is true, the hook is called without the module."""
        return register(self._load_state_dict_pre_hooks, hook if with_module else partial(without_module, hook))

    def register_load_state_dict_post_hook(self, hook):
        """Call `hook(module, incompatible_keys)` afterwards. It may remove keys from the two lists."""
        return register(self._load_state_dict_post_hooks, hook)


def without_module(hook, module, *arguments):
    """Call a load pre-hook that does not take the module."""
    return hook(*arguments)
