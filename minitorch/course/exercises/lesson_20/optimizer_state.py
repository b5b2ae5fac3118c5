"""optimizer_state: Going on from a state (difficulty 3, 7 minutes)

A number stands for a parameter as long as the order is the same. A copy is kept: no two optimizers write into the same memory.

1. First make a dictionary from the saved numbers to this optimizer's parameters. Then the new state is one loop.
2. The numbers of a saved group and the parameters of the new one stand in the same order, in their "params".
3. For each pair of groups `own.update(zip(new["params"], group["params"]))`. Then `state[own[key]] = fitted(value, own[key])`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.load_state_dict",
    changes=True,
    ready=SETUP,
    setup="""
        from collections import defaultdict
        from copy import deepcopy
    """,
    stub="""
        def load_state_dict(self, state_dict):
            saved = deepcopy(state_dict["param_groups"])
            check_sizes(saved, self.param_groups)
            groups = [{**old, **new, "params": old["params"]} for old, new in zip(self.param_groups, saved, strict=True)]
            ...
            self.__setstate__({"state": state, "param_groups": groups})
    """,
    facts="""
        >>> a, w = stepped(2, momentum=0.5)
        >>> b, u = stepped(0, momentum=0.5, lr=0.9)
        >>> a.state[w]['more'] = 7
        >>> b.load_state_dict(a.state_dict())
        >>> mine, theirs, kept = b.state[u]['momentum_buffer'], a.state[w]['momentum_buffer'], len(b.state[u])
        >>> (b.param_groups[0]['lr'], b.param_groups[0]['params'][0] is u, mine.tolist() == theirs.tolist(), mine is theirs, kept)
        (0.1, True, True, False, 2)
        if (0.1, True, True, True, 2): The buffer is shared: fitted(value, p) copies it.
        if "KeyError: 'momentum_buffer'": What was remembered must be filed under this optimizer's parameter, not under its number.
        else: All that is remembered is taken over, copied, whatever it is. `groups` is ready: saved options, own parameters.
        >>> w, u, v = leaf(1.0), leaf(2.0), leaf(3.0)
        >>> a = mt.optim.SGD([{'params': [w]}, {'params': [u, v], 'lr': 0.7}], lr=0.1, momentum=0.5)
        >>> (w + 2 * u + 3 * v).sum().backward()
        >>> a.step()
        >>> x, y, z = leaf(1.0), leaf(2.0), mt.tensor([3.0], dtype=mt.float64, requires_grad=True)
        >>> b = mt.optim.SGD([{'params': [x]}, {'params': [y, z]}], momentum=0.5)
        >>> saved = a.state_dict()
        >>> b.load_state_dict(saved)
        >>> kept, numbers = [b.state[p]['momentum_buffer'] for p in (x, y, z)], [*saved['state'], *saved['param_groups'][0]['params']]
        >>> ([g['lr'] for g in b.param_groups], [v.item() for v in kept], kept[2].dtype is mt.float64, numbers)
        ([0.1, 0.7], [1.0, 2.0, 3.0], True, [0, 1, 2, 0])
        if ([0.1, 0.7], [1.0, 2.0, 3.0], True, [0]): You take entries out of `state_dict`, which stays as it is.
        if ([0.1, 0.7], [1.0, 2.0, 3.0], False, [0, 1, 2, 0]): fitted(value, p) gives what is remembered the dtype of p.
        else: The numbers run on through all groups: go through all groups. `state_dict` and its groups stay as they are.
        >>> o, w = stepped(1, momentum=0.3)
        >>> old = o.param_groups[0]
        >>> o.load_state_dict({'state': {'words': {'said': 1}, 9: 1}, 'param_groups': [{'params': [0], 'lr': 0.7}]})
        >>> (dict(o.state), old['lr'], o.param_groups[0]['lr'], o.param_groups[0]['momentum'], o.state[w])
        ({'words': {'said': 1}, 9: 1}, 0.1, 0.7, 0.3, {})
        if "KeyError: tensor(": The new state is a plain dictionary. Make a defaultdict(dict), as __init__ does.
        if "KeyError": Other keys stay, with their values, also a number that belongs to no parameter.
        else: Keys that are not numbers of parameters stay. What was remembered before is gone. `groups` is new, and the old one stays.
    """,
)
