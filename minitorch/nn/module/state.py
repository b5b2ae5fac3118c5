"""state: state_dict and load_state_dict, a module's parameters and buffers as a dictionary by name, and back (core).

`state_dict()` gives the tensors of the module itself; whoever wants a copy makes one. `load_state_dict()` gathers every
key that is missing, not expected or of the wrong shape, and says all of it at once. When it raises, the module is as it
was: PyTorch leaves the tensors it had copied before it met the problem, here they are put back.
"""

from collections import OrderedDict
from collections.abc import Mapping

from ...autograd.hooks import RemovableHandle
from .backward_hooks import BackwardHooks
from .call import register
from .loading import Loading, _IncompatibleKeys, _WrappedHook, by_position, put_back, snapshot, take

EXTRA_STATE = "_extra_state"  # the key under which get_extra_state's answer is stored
NO_EXTRA_STATE = (
    "Reached a code path in Module.{}() that should never be called: a class with extra state defines both "
    "get_extra_state() and set_extra_state()."
)


class State(BackwardHooks):
    """The sixth rung of Module: state_dict and load_state_dict.

    `_version` is a number that a class raises when the meaning of its state changes; it is stored beside the state, and
    `_load_from_state_dict` finds it in `local_metadata`.
    """

    _version = 1
    dump_patches = False  # has meant nothing for long; code that sets it runs
    _fresh = BackwardHooks._fresh | {
        "_state_dict_hooks": OrderedDict,
        "_state_dict_pre_hooks": OrderedDict,
        "_load_state_dict_pre_hooks": OrderedDict,
        "_load_state_dict_post_hooks": OrderedDict,
    }

    # --- giving ------------------------------------------------------------------------------------------------------

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        """Parameters and persistent buffers of this module and of all inside it, by name: an OrderedDict.

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
        if args:
            destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()  # module -> its version
        local_metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local_metadata
        for hook in list(self._state_dict_pre_hooks.values()):
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        return self._after_state_dict(destination, prefix, local_metadata)

    def _own_state(self):
        """The parameters and persistent buffers of this module alone, by name."""
        buffers = {n: b for n, b in self._buffers.items() if n not in self._non_persistent_buffers_set}
        return {name: tensor for name, tensor in (self._parameters | buffers).items() if tensor is not None}

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        """Write this module's own state, without that of the modules inside it."""
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        self._save_extra_state(destination, prefix)

    def _after_state_dict(self, destination, prefix, local_metadata):
        """Call the post-hooks. What a hook of the private kind returns takes the place of the dictionary."""
        for hook in list(self._state_dict_hooks.values()):
            found = hook(self, destination, prefix, local_metadata)
            if found is not None and getattr(hook, "_from_public_api", False):
                raise RuntimeError("state_dict post-hook must return None")
            destination = destination if found is None else found
        return destination

    # --- what is no tensor -------------------------------------------------------------------------------------------

    def _save_extra_state(self, destination, prefix):
        """Write what get_extra_state gives, if the class defines it."""
        if type(self).get_extra_state is not State.get_extra_state:
            destination[prefix + EXTRA_STATE] = self.get_extra_state()

    def _load_extra_state(self, state_dict, prefix, strict, missing_keys, unexpected_keys):
        """Hand the extra state to set_extra_state, if the class defines it."""
        key = prefix + EXTRA_STATE
        takes_it = type(self).set_extra_state is not State.set_extra_state
        if takes_it and key in state_dict:
            self.set_extra_state(state_dict[key])
        elif takes_it and strict:
            missing_keys.append(key)
        elif strict and key in state_dict:
            unexpected_keys.append(key)

    def get_extra_state(self):
        """What else belongs to the state: a class that has such a thing defines this and set_extra_state."""
        raise RuntimeError(NO_EXTRA_STATE.format("get_extra_state"))

    def set_extra_state(self, state):
        """Take back what get_extra_state gave."""
        raise RuntimeError(NO_EXTRA_STATE.format("set_extra_state"))

    # --- taking ------------------------------------------------------------------------------------------------------

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copy the tensors of a state_dict into this module's parameters and buffers.

        strict  raise when keys are missing or not expected; wrong shapes are an error in any case
        assign  let the tensors themselves take the place of the parameters, instead of copying their numbers

        Returns (missing_keys, unexpected_keys), which prints as <All keys matched successfully> when both are empty.
        Errors: TypeError for what is no dictionary; RuntimeError that lists every problem, and then nothing is changed.
        Source: PyTorch, torch.nn.Module.load_state_dict.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        loading = Loading(state_dict, assign)
        before = snapshot(self)
        try:
            loading.load(self, "", loading.state)
            loading.finish(self, strict)
        except BaseException:
            put_back(before)
            raise
        return _IncompatibleKeys(loading.missing, loading.unexpected)

    def _load_from_state_dict(
        self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
    ):
        """Take this module's own state from `state_dict`, and note in the three lists what does not fit."""
        for hook in list(self._load_state_dict_pre_hooks.values()):
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        own = self._own_state()
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, tensor in own.items():
            key = prefix + name
            if key in state_dict:
                error = take(self, name, tensor, key, state_dict[key], assign)
                if error:
                    error_msgs.append(error)
            elif strict:
                missing_keys.append(key)
        self._load_extra_state(state_dict, prefix, strict, missing_keys, unexpected_keys)
        if strict:
            for key in state_dict:
                name, dot, _ = key[len(prefix) :].partition(".")
                known = self._modules if dot else (*own, EXTRA_STATE)
                if key.startswith(prefix) and name not in known:
                    unexpected_keys.append(key)

    # --- hooks -------------------------------------------------------------------------------------------------------

    def register_state_dict_pre_hook(self, hook):
        """Call `hook(module, prefix, keep_vars)` before this module's state is written."""
        return register(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook):
        """Call `hook(module, state_dict, prefix, local_metadata)` afterwards; it may change the dictionary in place."""
        hook._from_public_api = True
        return register(self._state_dict_hooks, hook)

    def _register_state_dict_hook(self, hook):
        """The same, where a dictionary that the hook returns takes the place of the outermost one."""
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function as the state dict post hook that was previously registered via "
                "register_state_dict_post_hook"
            )
        return register(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook):
        """Call `hook(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)`
        before this module takes its state: the place to rename keys of an older checkpoint."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        handle = RemovableHandle(self._load_state_dict_pre_hooks)
        self._load_state_dict_pre_hooks[handle.id] = _WrappedHook(hook, self if with_module else None)
        return handle

    def register_load_state_dict_post_hook(self, hook):
        """Call `hook(module, incompatible_keys)` afterwards; it may take keys out of the two lists."""
        return register(self._load_state_dict_post_hooks, hook)
