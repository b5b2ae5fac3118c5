"""add_param_group: Groups of parameters (difficulty 3, 9 minutes)

The group is the caller's own dictionary, completed, so that a schedule can change group["lr"] later. The check comes before
anything is changed.

1. First the list of parameters, then the check, then the changes: "params", the missing options, the list of groups.
2. All groups count: `[p for group in self.param_groups for p in group["params"]]`. Tensors in a set are compared by
   identity, while `p in a_list` compares their values.
3. `set(params).isdisjoint(held)`; `param_group.setdefault(name, default)` for each of self.defaults.items().
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.add_param_group",
    changes=True,
    ready=SETUP,
    stub='''
        def add_param_group(self, param_group):
            """Add a group to the list self.param_groups.

            param_group  the caller's dictionary {"params": ..., options}. This same dictionary is filled in and stored

            "params" becomes the list self._params_of(param_group). That raises for anything that is not a parameter.
            Options that the group lacks come from the dictionary self.defaults.

            A parameter must not be in two groups: ValueError "some parameters appear in more than one parameter group".
            After an error, `param_group` and the optimizer are as before.
            """
            ...
    ''',
    facts="""
        >>> o = Still([leaf(1.0)])
        >>> o.add_param_group({'params': leaf(2.0), 'lr': 0.5})
        >>> [(g['lr'], g['decay'], len(g['params'])) for g in o.param_groups]
        [(0.1, 0.0, 1), (0.5, 0.0, 1)]
        if [(0.1, 0.0, 1), (0.1, 0.0, 1)]: An option that the group gives must stay: add only those that it lacks.
        else: A group keeps the options that it gives, and takes the others from self.defaults.
        >>> group = {'params': iter([leaf(1.0), leaf(2.0)])}
        >>> o = Still([leaf(3.0)])
        >>> o.add_param_group(group)
        >>> (o.param_groups[1] is group, len(group['params']), group['lr'])
        (True, 2, 0.1)
        if (False, 2, 0.1): A copy is kept. Complete the dictionary that was given, and keep that one.
        else: "params" becomes the list that self._params_of gives, and the dictionary itself is completed.
        >>> w = leaf(1.0)
        >>> o = Still([w])
        >>> o.add_param_group({'params': [leaf(2.0)]})
        >>> o.add_param_group({'params': [leaf(3.0), w]})
        raises ValueError: more than one parameter group
        if None: The parameter is in the first group already, and nobody notices. Compare each new parameter with those of all
            groups, not only of the last one.
        else: One parameter in two groups is enough: compare with the parameters of all groups.
        >>> o = Still([leaf(1.0), leaf(2.0)])
        >>> o.add_param_group({'params': [leaf(1.0), leaf(2.0)]})
        >>> len(o.param_groups)
        2
        if "more than one parameter group": Two parameters with the same numbers are two. `p in a_list` compares their values:
            use a set, or `is`.
        else: Other parameters make a new group.
        >>> w = leaf(1.0)
        >>> o, group = Still([w]), {'params': (leaf(3.0), w)}
        >>> try:
        ...     o.add_param_group(group)
        ... except ValueError:
        ...     pass
        >>> (len(o.param_groups), list(group), type(group['params']).__name__)
        (1, ['params'], 'tuple')
        else: The check comes too late: a group that is refused must stay as it was.
        >>> len(Still([leaf(1.0), 3.0]).param_groups)
        raises TypeError: can only optimize Tensors
        else: The list of parameters comes from self._params_of(param_group), which refuses numbers and computed tensors.
    """,
)
