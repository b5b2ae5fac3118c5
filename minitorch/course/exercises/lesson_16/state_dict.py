"""state_dict: The whole tree (difficulty 3, 8 minutes)

The walk of lesson 12 with a prefix: note your version, call the hooks, write what is your own, and hand a longer
prefix to each module inside.

1. Seven small steps: a new dictionary if none came, the version, its place in the metadata, the pre-hooks, what is
   the module's own, the modules inside, the post-hooks.
2. `self._save_to_state_dict(destination, prefix, keep_vars)` writes what is the module's own. For each child that is
   not None call `module.state_dict(...)` with the same destination and a longer prefix.
3. `destination._metadata[prefix[:-1]] = local_metadata` (if it has one); `for hook in
   list(self._state_dict_pre_hooks.values()): hook(self, prefix, keep_vars)`; the child's prefix is
   `f"{prefix}{name}."`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State.state_dict",
    changes=True,
    ready=SETUP,
    stub="""
        def state_dict(self, *args, destination=None, prefix='', keep_vars=False):
            if args:
                destination, prefix, keep_vars = by_position(args, destination, prefix, keep_vars)
            ...
            return self._after_state_dict(destination, prefix, local_metadata)
    """,
    facts="""
        >>> pair = Pair(Scale(2.0), Scale(3.0))
        >>> pair.second = None
        >>> (list(pair._modules), list(pair.state_dict()))
        (['first', 'second'], ['first.factor'])
        else: The dot between the names is missing: a child's prefix is yours, its name, and a dot.
        >>> scale = Scale(2.0)
        >>> list(Pair(scale, scale).state_dict())
        ['first.factor', 'second.factor']
        else: named_modules and named_children give a module that is there twice only once. In a state both names are
            written: go down through _modules by yourself.
        >>> pair = Pair(Scale(2.0), Scale(3.0))
        >>> pair.weight = mt.nn.Parameter(mt.ones(1))
        >>> list(pair.state_dict())
        ['weight', 'first.factor', 'second.factor']
        else: The children come before the module's own tensors. First what is its own, then the modules inside.
        >>> state = Pair(Scale(2.0), Scale(3.0)).state_dict()
        >>> (type(state).__name__, type(state._metadata).__name__)
        ('OrderedDict', 'OrderedDict')
        else: The metadata is an OrderedDict as well, as PyTorch writes it.
        >>> scale = Scale(2.0)
        >>> scale._version = 3
        >>> dict(Pair(scale, Scale(1.0)).state_dict(prefix="net.")._metadata)
        {'net': {'version': 1}, 'net.first': {'version': 3}, 'net.second': {'version': 1}}
        else: The metadata of some modules is missing. All write into one dictionary: make a new one only where none was
            handed in, hand yours on to the modules inside, and let each note its version there.
        >>> state = {"before": 1}
        >>> given = Scale(2.0).state_dict(destination=state)
        >>> (given is state, list(state))
        (True, ['before', 'factor'])
        else: A destination that somebody hands in may be a plain dict, which has no `_metadata`. Ask
            hasattr(destination, "_metadata") before you write there.
        >>> pair = Pair(Scale(2.0), Norm(1))
        >>> whole = pair.state_dict(keep_vars=True)
        >>> (whole["first.factor"] is pair.first.factor, pair.state_dict()["first.factor"].requires_grad)
        (True, False)
        else: The dictionary that was handed in should come back, not another one; and keep_vars has to reach the
            modules inside.
        >>> seen, pair = [], Pair(Scale(2.0), Scale(3.0))
        >>> pair.first.register_state_dict_pre_hook(lambda module, prefix, keep: seen.append(["before", prefix, keep]))
        >>> pair.register_state_dict_pre_hook(lambda module, prefix, keep: seen.append(["before", prefix, keep]))
        >>> pair.first.register_state_dict_post_hook(lambda module, state, prefix, about: seen.append(["after", list(state), prefix]))
        >>> pair.state_dict()
        >>> seen
        [['before', '', False], ['before', 'first.', False], ['after', ['first.factor'], 'first.']]
        else: The post-hooks are not called: end with `return self._after_state_dict(destination, prefix,
            local_metadata)`.
        >>> scale = Scale(2.0)
        >>> scale.register_state_dict_pre_hook(lambda module, prefix, keep: setattr(module, "factor", None))
        >>> list(scale.state_dict())
        []
        else: There are names that nobody expects. The prefix that a child gets is yours, its name, and a dot.
        >>> class Named(Scale):
        ...     def _save_to_state_dict(self, destination, prefix, keep_vars):
        ...         destination[prefix + "other"] = self.factor.detach()
        ...
        >>> list(Pair(Named(2.0), Scale(3.0)).state_dict())
        ['first.other', 'second.factor']
    """,
)
