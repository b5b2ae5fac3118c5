"""load: Loading a tree (difficulty 4, 18 minutes)

Nothing raises here. Whatever does not match is added to one of three lists, so that one message can report all of it.

1. load_own has two loops. The first goes over the module's own tensors: is there a key in the state? The second goes over
   the keys of the state: does the module know the name?
2. In the second loop, cut the prefix off with `key[len(prefix):]` and split the rest at its *first* dot:
   `name, dot, _ = rest.partition(".")`. In load, a child is loaded also if the state has nothing for it.
3. `known = self._modules if dot else own`. In load, `inner = f"{prefix}{name}."` and `{key: value for key, value in
   state.items() if key.startswith(inner)}`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.loading:Loading.load",
    covers="load_own=minitorch.nn.module.state:State._load_from_state_dict",
    changes=True,
    ready=SETUP,
    setup="""
        class Empty(Scale):
            def __len__(self):
                return 0

        class Own(Scale):
            def _load_from_state_dict(self, *arguments):
                self.factor.data.fill_(9.0)

        def report(module, state, prefix="", assign=False):
            loading = Loading({}, assign)
            about = loading.metadata_at(prefix)
            module._load_from_state_dict(state, prefix, about, True, loading.missing, loading.unexpected, loading.errors)
            return loading.missing, loading.unexpected, [error.partition(":")[0] for error in loading.errors]

        def message(module, state, strict=True):
            try:
                return str(module.load_state_dict(state, strict))
            except RuntimeError as error:
                return [line.split()[0] for line in str(error).splitlines()]
    """,
    stub='''
        def load_own(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
            """Load the tensors of this module alone, self._own_state(). Append to the three lists what does not match.

            missing_keys     each key that the module has and the state does not
            unexpected_keys  each key of the state that is unexpected by the table
            error_msgs       the message of load_tensor(self, name, tensor, key, given, assign), if there is one
            """
            assign = local_metadata.get("assign_to_params_buffers", False)
            ...
            self._load_extra_state(state_dict, prefix, missing_keys, unexpected_keys)


        def load(self, module, prefix, state):
            """Load `module` and all modules inside it. `self` is the Loading. `state` has only keys that begin with `prefix`.

            In this order: self.call_pre_hooks(module, arguments), which may change `state`; the module's own part; each child
            that is not None, with a new dictionary, its part of `state` under the same keys; self.call_post_hooks(module).
            """
            arguments = (state, prefix, self.metadata_at(prefix), True, self.missing, self.unexpected, self.errors)
            ...
    ''',
    given="""
        scale, norm, pair = Scale(1.0), Norm(1), Pair(Scale(1.0), Scale(2.0))
    """,
    facts="""
        >>> report(scale, {"net.factor": mt.tensor([5.0])}, prefix="net.")
        ([], [], [])
        if ([], ['net.factor'], []): net.factor is known: cut the prefix off before you look for the name.
        if ([], [], [""]): load_tensor returns "" if all is well. Append the message only if there is one.
        else: The state has exactly what the module needs, so the three lists stay empty. The key of a tensor is prefix + name.
        >>> report(norm, {}, prefix="net.")
        (['net.weight', 'net.mean'], [], [])
        else: missing_keys gets each whole key that the module has and the state does not, in the order of self._own_state().
        >>> report(norm, {"weight": mt.ones(3), "mean": mt.ones(2)})
        ([], [], ['size mismatch for weight', 'size mismatch for mean'])
        if ([], [], ['size mismatch for weight']): The load stops at the first problem. Append the message, and go on.
        else: load_tensor returns a message if the shape is wrong. Append it to error_msgs.
        >>> report(scale, {"factor": mt.ones(1), "gain": mt.ones(1), "factor.0": mt.ones(1), "inner.factor": mt.ones(1)})
        ([], ['gain', 'factor.0', 'inner.factor'], [])
        if ([], [], []): The second loop is missing: keys that only the state has are unexpected.
        else: Without a dot, the name must be a tensor of this module. With a dot, it must be a module inside.
        >>> report(pair, {"a.first.factor": 1, "a.first": 1, "a.third.factor": 1, "b.gain": 1, "ab": 1}, prefix="a.")
        ([], ['a.first', 'a.third.factor'], [])
        if ([], ['a.first', 'a.third.factor', 'b.gain', 'ab'], []): Keys that do not begin with the prefix belong to another
            module.
        else: Look at the table: the name goes up to the first dot after the prefix.
        >>> norm.register_parameter("bias", None)
        >>> report(norm, {"weight": mt.ones(1), "mean": mt.ones(1), "scratch": mt.ones(1), "bias": mt.ones(1)})
        ([], ['scratch', 'bias'], [])
        else: A buffer that is not persistent and a parameter that is None take nothing from a state. Ask self._own_state().
        >>> report(scale, {"factor": mt.ones(1), "_extra_state": 3})
        ([], ['_extra_state'], [])
        else: A key that only the state has is unexpected. Keep the line with self._load_extra_state at the end.
        >>> given = mt.nn.Parameter(mt.tensor([8.0]))
        >>> report(scale, {"a.factor": given}, prefix="a.", assign=True)
        >>> (scale.factor is given, list(scale._parameters))
        (True, ['factor'])
        else: The arguments of load_tensor: the module, the name without prefix, the tensor, the key, the given tensor, assign.
        >>> deep = Pair(Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0)), Scale(4.0))
        >>> state = {key: value + 10 for key, value in deep.state_dict().items()}
        >>> (message(deep, state), [p.item() for p in deep.parameters()])
        ('<All keys matched successfully>', [11.0, 12.0, 13.0, 14.0])
        if (['Error(s)', 'Unexpected'], [1.0, 2.0, 3.0, 4.0]): A key may have several dots. The name of the child goes up to the first one: partition, and not rpartition.
        if ('<All keys matched successfully>', [1.0, 2.0, 3.0, 4.0]): The modules inside are not loaded: call self.load for each.
        else: A model three levels deep cannot load its own state. The name goes up to the first dot after the prefix, and each
            child gets the prefix f"{prefix}{name}.".
        >>> message(pair, {"first.factor": mt.ones(2), "third": mt.ones(1)})
        ['Error(s)', 'Missing', 'Unexpected', 'size']
        if ['Error(s)', 'Unexpected', 'size']: The state has nothing for `second`, and all its keys are missing: load this child as well, with an empty part.
        else: All problems of all modules are reported at once: pass on self.missing, self.unexpected and self.errors.
        >>> pair, pair.second = Pair(Empty(1.0), Scale(2.0)), None
        >>> (message(pair, {"first.factor": mt.tensor([5.0])}), pair.first.factor.item())
        ('<All keys matched successfully>', 5.0)
        if "'NoneType' object has no attribute": A child may be None. Leave it out.
        else: Ask `child is not None`: a module with __len__ may be false.
        >>> scale, prefixes = Scale(1.0), []
        >>> twice = Pair(scale, scale)
        >>> scale.register_load_state_dict_pre_hook(lambda module, state, prefix, *rest: prefixes.append((prefix, list(state))))
        >>> message(twice, twice.state_dict() | {"first_old": mt.ones(1)})
        >>> prefixes
        [('first.', ['first.factor']), ('second.', ['second.factor'])]
        if []: The pre-hooks are not called.
        if [('first.', ['first.factor'])]: A module with two names is loaded under both: read module._modules.
        else: Each child gets its own part of the state: the keys that begin with its prefix, the dot included.
        >>> pair.register_load_state_dict_pre_hook(lambda module, state, *rest: state.update({"first.factor": state.pop("old")}))
        >>> (message(pair, {"old": mt.tensor([5.0]), "second.factor": mt.ones(1)}), pair.first.factor.item())
        ('<All keys matched successfully>', 5.0)
        if (['Error(s)', 'Missing'], 1.0): A pre-hook may change `state`. Read `state` for the children after it.
        else: A pre-hook may rename keys. So call the pre-hooks first, and make the parts for the children afterwards.
        >>> pair.first = Own(1.0)
        >>> (message(pair, {"second.factor": mt.ones(1)}), pair.first.factor.item())
        ('<All keys matched successfully>', 9.0)
        else: A class may have its own _load_from_state_dict. So call the method, module._load_from_state_dict(*arguments).
        >>> seen = []
        >>> for name, module in pair.named_modules():
        ...     note = lambda module, found, name=name: seen.append((name, list(found.missing_keys)))
        ...     handle = module.register_load_state_dict_post_hook(note)
        >>> message(pair, {"first.factor": mt.ones(1)}, strict=False)
        >>> seen
        [('first', []), ('second', ['second.factor']), ('', ['second.factor'])]
        else: The post-hooks of a module are called when all modules inside it have been loaded.
    """,
)
