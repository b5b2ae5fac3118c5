"""add_param_group: An optimizer and its groups (difficulty 3, 9 minutes)

A group is the caller's own dictionary, so that a schedule can change group["lr"] later. All checks come before all changes.

1. __init__: whether `params` has groups shows in its first entry. A list of parameters becomes a list of one group.
2. Collect the parameters of all groups in a set, for the check. Then add the entries, and the defaults that the group lacks.
3. `held = {p for group in self.param_groups for p in group["params"]}`; then `param_group.update(entries)` and `.setdefault`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.add_param_group",
    covers="Optimizer.__init__",
    changes=True,
    ready=SETUP,
    setup="""
        from collections import defaultdict
        from contextlib import suppress
        from minitorch import Tensor
    """,
    stub="""
        def __init__(self, params, defaults):
            if isinstance(params, Tensor):
                raise TypeError("params should be tensors or groups in a list, not one tensor")
            self.defaults, self.state, self.param_groups = defaults, defaultdict(dict), []
            groups = list(params)  # it may be a generator, such as model.parameters()
            if not groups:
                raise ValueError("optimizer got an empty parameter list")
            ...

        def add_param_group(self, param_group):
            entries = self._entries_of(param_group)
            ...
            self.param_groups.append(param_group)
    """,
    facts="""
        >>> o = Still(iter([('w', leaf(1.0)), ('b', leaf(2.0))]))
        >>> ([(len(g['params']), g['lr'], g.get('param_names')) for g in o.param_groups], o.defaults, o.state['anything'])
        ([(2, 0.1, ['w', 'b'])], {'lr': 0.1, 'decay': 0.0}, {})
        if ([(2, 0.1, None)], {'lr': 0.1, 'decay': 0.0}, {}): All that self._entries_of returns goes into the group, the names too.
        else: Parameters without groups form one group, with the default options. `groups` is a list; state is a defaultdict(dict).
        >>> given = [{'params': [leaf(2.0)], 'lr': 0.0}, {'params': leaf(1.0)}]
        >>> o = Still(given)
        >>> [(g['lr'], g['decay'], type(g['params']).__name__) for g in o.param_groups], o.param_groups[0] is given[0]
        ([(0.0, 0.0, 'list'), (0.1, 0.0, 'list')], True)
        if ([(0.1, 0.0, 'list'), (0.1, 0.0, 'list')], True): An option that the group gives must stay, 0 too.
        else: What a group lacks comes from self.defaults, which no group changes. The caller's own groups are kept, not copies.
        >>> Still(leaf(1.0, 2.0)).param_groups
        raises TypeError
        else: One tensor is a TypeError, before anything goes through its rows.
        >>> Still(iter([])).param_groups
        raises ValueError
        else: An optimizer without parameters is an error, also if they come from a generator: make a list first.
        >>> group = {'params': iter([leaf(1.0), mt.tensor([2.0])])}
        >>> o = Still([leaf(1.0), leaf(2.0)])
        >>> o.add_param_group(group)
        >>> (o.param_groups[1] is group, len(o.param_groups[1]['params']))
        (True, 2)
        if (False, 2): A copy is kept. Complete the dictionary that was given, and keep that one.
        if (True, 1): All parameters stay in the group, also those that require no gradient now.
        if "more than one parameter group": Two parameters with the same numbers are two: use a set, or `is`.
        >>> w = leaf(1.0)
        >>> o = Still([{'params': w}, {'params': leaf(2.0)}])
        >>> o.add_param_group({'params': [leaf(3.0), w]})
        raises ValueError: more than one parameter group
        else: The parameter is in the first group already. Compare each new parameter with those of all groups.
        >>> w = leaf(1.0)
        >>> o, group = Still([('w', w)]), {'params': (('u', leaf(3.0)), ('w', w))}
        >>> with suppress(ValueError):
        ...     o.add_param_group(group)
        >>> (len(o.param_groups), list(group), type(group['params']).__name__)
        (1, ['params'], 'tuple')
        else: The check comes too late: a group that is refused must stay as it was.
        >>> Still([leaf(1.0), 3.0]).param_groups
        raises TypeError: can only optimize Tensors
        >>> w = leaf(1.0)
        >>> len(Still([w, w]).param_groups[0]['params'])
        2
        if "more than one": Twice in one group is only a warning. Compare with the parameters of the other groups.
    """,
)
