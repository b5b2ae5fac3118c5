"""optimizer_state: Restoring the state (difficulty 3, 8 minutes)

A number stands for a parameter as long as the order is the same. The state is copied, so no two optimizers write into the same memory.

1. List the saved numbers and this optimizer's parameters, each through all groups. Then make a dictionary from numbers to parameters.
2. Loop once over state_dict["state"]. A key that is not a saved number belongs to no parameter: keep its entry.
3. `own = dict(zip(numbers, params))`. Then `state[own[key]] = fitted(value, own[key])` for each key in `own`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.load_state_dict",
    changes=True,
    ready=SETUP,
    shows=("groups =", "self.__setstate__"),
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
        >>> a.state[v]['step'] = mt.tensor(1.0)
        >>> x, y, z = leaf(1.0), leaf(2.0), mt.tensor([3.0], dtype=mt.float64, requires_grad=True)
        >>> b = mt.optim.SGD([{'params': [x]}, {'params': [y, z]}], momentum=0.5)
        >>> saved = a.state_dict()
        >>> b.load_state_dict(saved)
        >>> kept, numbers = [b.state[p]['momentum_buffer'] for p in (x, y, z)], [*saved['state'], *saved['param_groups'][0]['params']]
        >>> kinds = kept[2].dtype is mt.float64, b.state[z]['step'].dtype is mt.float32
        >>> ([g['lr'] for g in b.param_groups], [v.item() for v in kept], *kinds, numbers)
        ([0.1, 0.7], [1.0, 2.0, 3.0], True, True, [0, 1, 2, 0])
        if ([0.1, 0.7], [1.0, 2.0, 3.0], False, True, [0, 1, 2, 0]): A saved tensor gets the dtype of its parameter: fitted does this.
        if ([0.1, 0.7], [1.0, 2.0, 3.0], True, True, [0]): `state_dict` has lost its entries, and must stay as it is.
        if ([0.1, 0.7], [1.0, 2.0, 3.0], True, False, [0, 1, 2, 0]): Give fitted the whole dictionary: "step", a count, keeps its dtype.
        else: The numbers run on through all groups: go through all groups. `state_dict` and its groups stay as they are.
        >>> o, w = stepped(1, momentum=0.3)
        >>> old, u, x = o.param_groups[0], leaf(1.0), leaf(2.0)
        >>> o.add_param_group({'params': [u, x]})
        >>> o.state[x] = {'old': 1}
        >>> saved = {9: mt.tensor([1]), 'words': {'said': 1}, 2: {'of': 'x'}}
        >>> o.load_state_dict({'state': saved, 'param_groups': [{'params': [0], 'lr': 0.7}, {'params': [1, 2]}]})
        >>> [o.state[key] for key in ('words', 9, x, w)], len(o.state), old['lr'], o.param_groups[0]['momentum']
        ([{'said': 1}, mt.tensor([1]), {'of': 'x'}, {}], 4, 0.1, 0.3)
        if ([{'said': 1}, mt.tensor([1.0]), {'of': 'x'}, {}], 4, 0.1, 0.3): The entry under 9 belongs to no parameter: keep it as it is, without fitted.
        if ([{}, {}, {'of': 'x'}, mt.tensor([1.0])], 5, 0.1, 0.3): Entries belong to parameters by their keys, and not by their places: 2 is x.
        if ([{'said': 1}, mt.tensor([1]), {'of': 'x'}, {}], 5, 0.1, 0.3): A parameter without a saved entry gets none, not even an empty one.
        if ([{}, {}, {'of': 'x'}, {}], 4, 0.1, 0.3): Entries under other keys are taken over, too.
        if ([{}, {}, {'of': 'x'}, {}], 5, 0.1, 0.3): Go through the entries, and not through the parameters: other keys are taken over, too.
        if "KeyError: 0": A parameter that had no gradient has no entry in state_dict["state"]. Go through the entries.
        if "'NoneType'": The entry under 9 belongs to no parameter: keep it as it is, without fitted.
        if "out of range": The key 9 is a number, but not a saved one: look for each key among the saved numbers.
        if "KeyError: 9": The key 9 is not a saved number, so this entry belongs to no parameter, and stays as it is.
        if "KeyError: tensor(": The new state is a plain dictionary. Make a defaultdict(dict), as __init__ does.
        else: Start from an empty defaultdict(dict): nothing old remains. `groups` is new, and this optimizer's old groups stay as they are.
    """,
)
