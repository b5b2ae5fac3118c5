"""load_tree: One load (difficulty 3, 8 minutes)

The walk of state_dict, the other way: take what is your own, and hand each module inside the keys that begin with its
prefix. Its hooks see them, and nothing else.

1. load: first the module itself, `module._load_from_state_dict(...)` with the seven arguments it had in the exercise
   before; the metadata is self.metadata_at(prefix), and strict is True.
2. Then each child in module._modules that is not None: self.load with the prefix `inside = f"{prefix}{name}."`, and
   with `{key: value for key, value in state.items() if key.startswith(inside)}`.
3. finish: `f"Missing key(s) in state_dict: {listed(self.missing)}. "` and its twin, if strict and if there are any,
   then `+ self.errors`; `if lines: raise RuntimeError(failure(module, lines))`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.loading:Loading",
    changes=True,
    keeps=("metadata_at", "after"),
    ready=SETUP,
    setup="""
        def message(module, state, strict=True):
            try:
                return str(module.load_state_dict(state, strict))
            except RuntimeError as error:
                return str(error)
    """,
    stub="""
        class Loading:

            def __init__(self, state_dict, assign):
                self.metadata = getattr(state_dict, '_metadata', None)
                ...

            def load(self, module, prefix, state):
                ...
                self.after(module)

            def finish(self, module, strict):
                ...
    """,
    solution="""
        class Loading:
            def __init__(self, state_dict, assign):
                self.metadata = getattr(state_dict, "_metadata", None)
                self.state = OrderedDict(state_dict)
                if self.metadata is not None:
                    self.state._metadata = self.metadata
                self.assign, self.missing, self.unexpected, self.errors = assign, [], [], []

            def load(self, module, prefix, state):
                metadata = self.metadata_at(prefix)
                module._load_from_state_dict(state, prefix, metadata, True, self.missing, self.unexpected, self.errors)
                for name, child in module._modules.items():
                    if child is not None:
                        inside = f"{prefix}{name}."
                        self.load(child, inside, {key: value for key, value in state.items() if key.startswith(inside)})
                self.after(module)

            def finish(self, module, strict):
                problems = [("Missing", self.missing), ("Unexpected", self.unexpected)] if strict else []
                lines = [f"{what} key(s) in state_dict: {listed(keys)}. " for what, keys in problems if keys] + self.errors
                if lines:
                    raise RuntimeError(failure(module, lines))
    """,
    facts=r"""
        >>> state, pair = mt.nn.Linear(1, 1).state_dict(), Pair(Scale(1.0), Scale(2.0))
        >>> one = Loading(state, True)
        >>> (one.state == dict(state), one.state is state, one.metadata is state._metadata, one.state._metadata is state._metadata)
        (True, False, True, True)
        else: A new dictionary has no _metadata. Where there is one, put it there: self.state._metadata = self.metadata.
        >>> deep = Pair(Pair(Scale(1.0), Scale(2.0)), Scale(3.0))
        >>> deep.second = None
        >>> deep.load_state_dict({"first.first.factor": mt.tensor([5.0]), "first.second.factor": mt.tensor([6.0])})
        >>> (list(deep._modules), deep.first.first.factor.item(), deep.first.second.factor.item())
        (['first', 'second'], 5.0, 6.0)
        else: The children take their part, and the modules inside them do not. Call self.load for each child: it does
            all of it again, one level down.
        >>> class Empty(Scale):
        ...     def __len__(self):
        ...         return 0
        ...
        >>> pair = Pair(Empty(1.0), Scale(2.0))
        >>> pair.load_state_dict({"first.factor": mt.tensor([5.0]), "second.factor": mt.tensor([6.0])})
        >>> pair.first.factor.item()
        5.0
        else: Ask `child is not None`. A module may have a __len__ (a container of modules has), and an empty one counts
            as false.
        >>> pair, seen = Pair(Scale(1.0), Pair(Scale(2.0), Scale(3.0))), []
        >>> pair.first.register_load_state_dict_pre_hook(lambda module, state, *rest: seen.extend(state))
        >>> pair.load_state_dict(pair.state_dict())
        >>> seen
        ['first.factor']
        else: The hooks of a module inside see keys that are not its own. Give it those that begin with its prefix:
            key.startswith(...), with the dot.
        >>> seen, pair = [], Pair(Scale(1.0), Scale(2.0))
        >>> for name, module in pair.named_modules():
        ...     note = lambda module, found, name=name: seen.append([name, list(found.missing_keys)])
        ...     module.register_load_state_dict_post_hook(note)
        >>> pair.load_state_dict({"first.factor": mt.ones(1)}, strict=False)
        >>> seen
        [['first', []], ['second', ['second.factor']], ['', ['second.factor']]]
        else: What is noted in new lists is lost. Hand over self.missing, self.unexpected and self.errors.
        >>> scale, found = Scale(1.0), []
        >>> twice = Pair(scale, scale)
        >>> scale.register_load_state_dict_pre_hook(lambda module, state, prefix, *rest: found.append(prefix))
        >>> twice.load_state_dict({"first.factor": mt.tensor([5.0]), "second.factor": mt.tensor([6.0])})
        >>> (found, scale.factor.item())
        (['first.', 'second.'], 6.0)
        else: The lists go in this order: self.missing, self.unexpected, self.errors; and every module looks at its own
            part only.
        >>> pair = Pair(Scale(1.0), Scale(2.0))
        >>> given = mt.nn.Parameter(mt.tensor([5.0]))
        >>> pair.load_state_dict({"first.factor": given, "second.factor": mt.ones(1)}, assign=True)
        >>> pair.first.factor is given
        True
        else: With assign, what was given itself becomes the parameter. The state is a new dictionary of the same
            tensors, OrderedDict(state_dict), and the metadata goes along, which says so.
        >>> [line[:12] for line in message(Scale(1.0), {'more': mt.ones(1), 'factor': mt.ones(2)}).splitlines()]
        ['Error(s) in ', '\tUnexpected ', '\tsize mismat']
        else: The errors are not said: a wrong shape passes in silence. Add self.errors to the lines.
    """,
)
