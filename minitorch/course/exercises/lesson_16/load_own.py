"""load_own: Its part of a state (difficulty 4, 9 minutes)

Nothing raises here. Whatever does not fit is noted, so that in the end one message can say all of it.

1. First loop: over own.items(). Either the state has the key `prefix + name`, and the tensor takes its numbers, or
   the key is missing.
2. `take(self, name, tensor, key, state_dict[key], assign)` answers with a message, or with "". Second loop, over the
   keys of the state: those that begin with the prefix, and whose next name nobody here knows, are unexpected.
3. `name, dot, _ = key[len(prefix):].partition(".")`: with a dot, name must be in self._modules; without, in own, or
   be EXTRA_STATE.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State._load_from_state_dict",
    changes=True,
    ready=SETUP,
    setup="""
        def lists_of(module, state, prefix="", strict=True, about={}):
            missing, unexpected, errors = [], [], []
            module._load_from_state_dict(state, prefix, about, strict, missing, unexpected, errors)
            return missing, sorted(unexpected), [error.partition(":")[0] for error in errors]
    """,
    stub="""
        def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
            for hook in list(self._load_state_dict_pre_hooks.values()):
                hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
            ...
            self._load_extra_state(state_dict, prefix, strict, missing_keys, unexpected_keys)
            ...
    """,
    facts="""
        >>> lists_of(Norm(1), {}, 'net.')
        (['net.weight', 'net.mean'], [], [])
        else: A tensor of the module gets no numbers, and nobody says so: go over all of _own_state(), and append the
            key to missing_keys if the state lacks it. `missing_keys = ...` would be another list, which nobody sees.
        >>> lists_of(Scale(1.0), {'a.factor': mt.ones(3)}, 'a.')
        ([], [], ['size mismatch for a.factor'])
        else: A tensor of the wrong shape goes by in silence. `take` answers with a message: append it to error_msgs.
        >>> lists_of(Scale(1.0), {'factor': mt.ones(1), 'factor.0': mt.ones(1)})
        ([], ['factor.0'], [])
        if ([], ['factor'], []): The whole key belongs in unexpected_keys, as it stands in the state.
        if ([], [], []): Names that only the state has are passed over in silence. A layer that was renamed shows itself
            there: note them in unexpected_keys.
        >>> lists_of(Scale(1.0), {'a.factor': mt.ones(1), 'a.bias': mt.ones(1), 'b.gain': mt.ones(1), 'ab': mt.ones(1)}, 'a.')
        ([], ['a.bias'], [])
        else: Keys that do not begin with the prefix belong to other modules. Look only at those that do:
            key.startswith(prefix).
        >>> state = {"first.first.factor": mt.ones(1), "first.second.factor": mt.ones(1)}
        >>> lists_of(Pair(Scale(1.0), Scale(2.0)), state, "first.")
        ([], [], [])
        else: replace takes the prefix out wherever it stands, and `first.first.factor` has it twice. Only the beginning
            goes: key[len(prefix):].
        >>> norm = Norm(1)
        >>> norm.register_parameter("bias", None)
        >>> lists_of(norm, {"weight": mt.ones(1), "mean": mt.ones(1), "scratch": mt.ones(1), "bias": mt.ones(1)})
        ([], ['bias', 'scratch'], [])
        else: A buffer that is not persistent, and a parameter that is None, take nothing from a state, so a key for
            them is unexpected. Ask _own_state().
        >>> lists_of(Norm(1), {'more': mt.ones(1), 'weight': mt.ones(2)}, strict=False)
        ([], [], ['size mismatch for weight'])
        else: Missing keys are noted only if strict is true.
        >>> lists_of(Scale(1.0), {'factor': mt.ones(1), '_extra_state': 3})
        ([], ['_extra_state'], [])
        else: `_extra_state` is noted wrongly: _load_extra_state looks after this key, so your loop leaves it out, and
            the call stays.
        >>> scale, state = Scale(1.0), {"a.factor": mt.nn.Parameter(mt.tensor([8.0]))}
        >>> lists_of(scale, state, "a.", about={"assign_to_params_buffers": True})
        >>> (scale.factor is state["a.factor"], list(scale._parameters))
        (True, ['factor'])
        else: take(self, name, tensor, key, given, assign): `name` is the bare name under which the module holds the
            tensor, `key` the one in the state, and assign comes from the metadata.
    """,
)
