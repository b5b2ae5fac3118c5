"""load_state_dict: All or nothing (difficulty 4, 13 minutes)

The walk only collects problems. load_state_dict decides afterwards, while the old values can still be restored.

1. load calls self.load for each module inside. What may each hook change? Which lines may raise? Whose dictionary is `state_dict`?
2. load has this order: pre-hooks, the module's own tensors, the modules inside, post-hooks. In load_state_dict,
   everything that can raise goes inside `with restored_on_error(self):`. The walk begins with the prefix "" and a new dictionary.
3. `inner = f"{prefix}{name}."` and `{key: value for key, value in state.items() if key.startswith(inner)}`. In the `with`:
   `loading.load(self, "", dict(state_dict))`, then `loading.raise_errors(self, strict)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State.load_state_dict",
    covers="load=minitorch.nn.module.loading:Loading.load",
    changes=True,
    ready=SETUP,
    setup="""
        def rename(name):
            return lambda module, state, *rest: state.update({name + ".factor": state.pop(name + ".old")})

        def outcome(module, state, **options):
            try:
                return module.load_state_dict(state, **options)
            except (RuntimeError, ZeroDivisionError) as error:
                return " ".join([line.split()[0] for line in str(error).splitlines()])
    """,
    shows=("arguments =", "if not isinstance"),
    given="""
        scale, pair = Scale(1.0), Pair(Scale(1.0), Scale(2.0))
        deep = Pair(Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0)), Scale(4.0))
    """,
    facts="""
        if "has no attribute 'load'": A module has no `load`: call self.load(child, ...).
        if "'NoneType' object has no attribute": A module inside may be None. Leave it out.
        >>> pair, seen = Pair(scale, scale), []
        >>> scale.register_load_state_dict_pre_hook(lambda module, state, prefix, *rest: seen.append((prefix, list(state))))
        >>> _ = outcome(pair, pair.state_dict() | dict.fromkeys(["first_old", "old.first.factor"], mt.ones(1)), strict=False)
        >>> seen
        [('first.', ['first.factor']), ('second.', ['second.factor'])]
        if [('first.', ['first.factor'])]: A module with two names is loaded under both: read module._modules.
        if []: The modules inside are not loaded, or without their hooks: call self.load for each.
        if [('first.', ['factor']), ('second.', ['factor'])]: The keys stay as they are in the part for a child: with their whole prefix.
        else: Each child gets its own part of the state: the keys that begin with its prefix, the dot included.
        >>> state = {key: value + 10 for key, value in deep.state_dict().items()}
        >>> deep.first.second = None
        >>> (str(deep.load_state_dict(state)), [p.item() for p in deep.parameters()])
        ('<All keys matched successfully>', [11.0, 12.0, 14.0])
        if ('None', [11.0, 12.0, 14.0]): The two lists are not returned.
        if ('<All keys matched successfully>', [1.0, 2.0, 4.0]): No module loads its own tensors: load calls module._load_from_state_dict(*arguments).
        if ('([], [])', [11.0, 12.0, 14.0]): Return the two lists as an _IncompatibleKeys.
        else: A model three levels deep cannot load its own state. A module inside gets the prefix f"{prefix}{name}.", and its part.
        >>> pair.second = Odd(2.0)
        >>> outcome(pair, {"first.factor": mt.ones(3), "third": 1})
        'Error(s) Missing Unexpected size'
        if (['second.factor', 'second._extra_state'], ['third']): Nothing was raised: loading.raise_errors(self, strict).
        if 'Error(s) Unexpected size': The state has nothing for `second`, so its keys are missing: load it all the same. (Ask `child is not None`. A module with __len__ may be false.)
        else: One error lists everything. Collect it in one Loading, and raise at the end of load_state_dict.
        >>> pair.weight = scale.factor
        >>> outcome(pair, {"first.factor": mt.tensor([7.0]), "third": 1}, strict=False), pair.first.factor.item()
        ((['weight', 'second.factor'], ['third']), 7.0)
        if ((['second.factor', 'weight'], ['third']), 7.0): A module's own tensors come before those of the modules inside.
        else: With strict=False, what fits is loaded. Pass `strict` on, and return the missing keys, then the unexpected ones.
        >>> outcome(pair, {"first.factor": mt.tensor([7.0]), "second.factor": mt.ones(2)}, strict=False), pair.first.factor.item()
        ('Error(s) size', 1.0)
        else: A wrong shape is an error even with strict=False, and first.factor keeps its value: the walk and its error belong inside restored_on_error.
        >>> pair.register_load_state_dict_pre_hook(rename("first")), pair.second.register_load_state_dict_pre_hook(rename("second"))
        >>> old = {"first.old": mt.tensor([5.0]), "second.old": mt.tensor([6.0])}
        >>> outcome(pair, old), pair.first.factor.item(), pair.second.factor.item(), list(old)
        (([], []), 5.0, 6.0, ['first.old', 'second.old'])
        if (([], []), 5.0, 6.0, ['second.old', 'first.factor']): A hook has renamed a key in the caller's dictionary. Walk through a new one.
        else: A pre-hook renames a key for its module, or for one inside. It runs before anything of `state` is used.
        >>> pair.register_load_state_dict_post_hook(lambda module, keys: keys.missing_keys.clear())
        >>> pair.second.register_load_state_dict_post_hook(lambda module, keys: seen.append("second"))
        >>> outcome(pair, {}), seen[-1]
        (([], []), 'second')
        if (([], []), ('second.', ['second.factor'])): A module inside may have post-hooks, too: call them in load.
        else: A post-hook removes keys from the lists. It runs after the modules inside, and before the error is raised.
        >>> pair.second = Norm(1)
        >>> pair.register_load_state_dict_post_hook(lambda *_: 1 / 0)
        >>> state = {"first.factor": mt.tensor([7.0]), "second.weight": mt.ones(1), "second.mean": mt.ones(1)}
        >>> outcome(pair, state), pair.first.factor.item(), pair.second.mean.item()
        ('division', 1.0, 0.0)
        if (([], []), 7.0, 1.0): Call the hooks with self.call_pre_hooks and self.call_post_hooks.
        else: A hook has raised, and the module is half loaded: the whole walk belongs inside restored_on_error.
        >>> metas, state, pair.first.factor = [], pair.state_dict(), mt.nn.Parameter(mt.ones(1))
        >>> pair.first.register_load_state_dict_pre_hook(lambda module, state, prefix, metadata, *rest: metas.append(metadata))
        >>> pair.second._load_from_state_dict = lambda *arguments: metas.append("own")
        >>> pair.load_state_dict(state, assign=True) and (metas, pair.first.factor.data_ptr() == state["first.factor"].data_ptr())
        ([{'version': 1, 'assign_to_params_buffers': True}, 'own'], True)
        if ([{'version': 1, 'assign_to_params_buffers': True}], True): A class may override _load_from_state_dict: call the module's.
        if ([{'version': 1, 'assign_to_params_buffers': True}, 'own'], False): The option `assign` is lost: pass all of `arguments` on.
        else: Make Loading(state_dict, assign) from the caller's state: a copy has lost the metadata, or the tensors.
    """,
)
