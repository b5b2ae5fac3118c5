"""add_param_group: An optimizer and its groups (difficulty 3, 14 minutes)

A group is the caller's own dictionary, so that a schedule can change group["lr"] later. All checks come before all changes.

1. `__init__`: make a list of `params`, once. If its first element is not a dict, the whole list is the "params" of one group.
2. `add_param_group`: call `_entries_of`, and compare its tensors with a set of all groups' parameters. Then change `param_group`.
3. `held = {p for group in self.param_groups for p in group["params"]}`; then `param_group.update(self.defaults | param_group | entries)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.add_param_group",
    covers="Optimizer.__init__",
    changes=True,
    ready=SETUP,
    setup="from contextlib import suppress",
    facts="""
        if "no attribute 'param_groups'": __init__ makes self.param_groups, an empty list, before any group is added.
        if "not subscriptable": What is given may be a generator: make a list of it first.
        if "index out of range": Here the parameters are a generator, and it is used up: list it once, before anything else.
        if "with/without names": Compare with the other groups before the new one is among them, and after self._entries_of.
        >>> o = Still(iter([('w', leaf(1.0)), ('b', leaf(2.0))]))
        >>> ([(len(g['params']), g['lr'], g.get('param_names')) for g in o.param_groups], len(o.state), o.state['anything'])
        ([(2, 0.1, ['w', 'b'])], 0, {})
        if ([(2, 0.1, ['w', 'b'])], 2, {}): self.state is empty at first: a defaultdict makes an entry when it is needed.
        if ([(2, 0.1, None)], 0, {}): All that self._entries_of returns goes into the group, the names too.
        if "KeyError: 'anything'": The state of a new parameter is an empty dictionary: self.state is a defaultdict(dict).
        if ([], 0, {}): add_param_group keeps param_group in self.param_groups.
        else: Parameters without groups become one group, {"params": ...}. An option that it lacks comes from self.defaults.
        >>> given = [{'params': [leaf(2.0)], 'decay': None}, {'params': leaf(1.0)}]
        >>> o = Still(given)
        >>> [(g['lr'], g['decay'], type(g['params']).__name__) for g in o.param_groups], o.param_groups[0] is given[0], o.defaults == {'lr': 0.1, 'decay': 0.0}
        ([(0.1, None, 'list'), (0.1, 0.0, 'list')], True, True)
        if ([(0.1, 0.0, 'list'), (0.1, 0.0, 'list')], True, True): An option that the group gives must stay, 0 and None too.
        if ([(0.1, None, 'list'), (0.1, 0.0, 'list')], False, True): The caller's own group must be in the list, not a copy.
        if ([(0.1, None, 'list'), (0.1, None, 'list')], True, False): A group's own option has changed self.defaults: complete the group, not the defaults.
        if ([(0.1, None, 'list')], True, True): Here are two groups. Each of them goes through self.add_param_group.
        if ([(0.1, None, 'list'), (0.1, 0.0, 'Tensor')], True, True): The list that self._entries_of returns takes the place of what was given.
        if "one of the params is dict": Here are two groups. Each of them goes through self.add_param_group.
        else: What a group lacks comes from self.defaults, which no group changes. The caller's own groups are kept, not copies.
        >>> group = {'params': iter([leaf(1.0), *[mt.tensor([2.0])] * 2])}
        >>> o = Still([leaf(1.0), leaf(2.0)])
        >>> o.add_param_group(group)
        >>> (o.param_groups[1] is group, len(o.param_groups[1]['params']))
        (True, 3)
        if (True, 0): group["params"] may be a generator, which can be read once: list it once.
        if (True, 1): A parameter that does not require grad is in its group, too: it may be trained later.
        if "more than one parameter group": Compare with the other groups, by identity: use a set, or `is`. Twice in one group is only a warning.
        else: The group has one list entry "params", with all tensors that self._entries_of returns.
        >>> w = leaf(1.0); o = Still([{'params': leaf(2.0)}, {'params': w}, {'params': leaf(5.0)}])
        >>> o.add_param_group({'params': iter([leaf(3.0), w])})
        raises ValueError: more than one parameter group
        else: w is in the second group already. Compare what self._entries_of returned with the parameters of all groups. Use the error's words.
        >>> w = leaf(1.0); o, group = Still([('w', w)]), {'params': (('u', leaf(3.0)), ('w', w))}
        >>> with suppress(ValueError):
        ...     o.add_param_group(group)
        >>> (len(o.param_groups), list(group), type(group['params']).__name__)
        (1, ['params'], 'tuple')
        else: The check comes too late: a group that is refused must stay as it was.
        >>> found = {}
        >>> for name, given in {'a tensor': leaf(1.0, 2.0), 'nothing': iter([]), 'a set': [{'params': {leaf(1.0)}}], 'no dict': [{'params': []}, [leaf(1.0)]]}.items():
        ...     try:
        ...         found[name] = len(Still(given).param_groups)
        ...     except Exception as error:
        ...         found[name] = type(error).__name__
        >>> found
        {'a tensor': 'TypeError', 'nothing': 'ValueError', 'a set': 'TypeError', 'no dict': 'TypeError'}
        else: A single tensor for the constructor, a set as "params", and a group that is not a dict are TypeErrors. An empty list is a ValueError.
    """,
)
