"""optimizer_state: Going on from a state (difficulty 3, 10 minutes)

A number stands for a parameter as long as the order is the same. What is remembered is copied, so that two optimizers never
write into the same memory.

1. Two things are to be made: a dictionary from numbers to this optimizer's parameters, and the new list of groups. Both come
   from one loop over `zip(saved, self.param_groups)`.
2. `params.update(zip(new["params"], group["params"]))` fills the dictionary. `{**group, **new, ...}` is a new group: the saved
   options count, and an option that was not saved keeps its value.
3. `groups.append({**group, **new, "params": group["params"]})`; then `state[params[number]] = fitted(value, params[number])`
   for each pair in state_dict["state"].items(), and `state[key] = value` for a key that is not in params.
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

        def rolling(*values, steps=1, **options):
            params = [leaf(value) for value in values]
            o = mt.optim.SGD(params, **({"lr": 0.1, "momentum": 0.5} | options))
            for _ in range(steps):
                o.zero_grad()
                sum((p * p).sum() for p in params).backward()
                o.step()
            return o, params
    """,
    stub='''
        def load_state_dict(self, state_dict):
            """Continue from a dictionary that state_dict() returned, with this optimizer's own parameters.

            groups  new groups: the saved options, and "params" of this optimizer. An option that was not saved keeps its value
            state   a defaultdict(dict): for the number of a parameter p, fitted(value, p) under p. Keys that are not parameter
                    numbers are kept unchanged, with their values

            `state_dict` stays as it is.
            """
            saved = deepcopy(state_dict["param_groups"])
            check_sizes(saved, self.param_groups)
            ...
            self.__setstate__({"state": state, "param_groups": groups})
    ''',
    facts="""
        >>> a, (w,) = rolling(1.0, steps=2)
        >>> b, (u,) = rolling(5.0, steps=0, lr=0.9)
        >>> b.load_state_dict(a.state_dict())
        >>> mine, theirs = b.state[u]['momentum_buffer'], a.state[w]['momentum_buffer']
        >>> (b.param_groups[0]['lr'], b.param_groups[0]['params'][0] is u, mine.item() == theirs.item(), mine is theirs)
        (0.1, True, True, False)
        if (0.9, True, True, False): The saved options count: in `{**group, **new, ...}` the later ones win.
        if (0.1, False, True, False): The numbers are still in "params": put this optimizer's own parameters there.
        if (0.1, True, True, True): The buffer is shared: fitted(value, p) copies it.
        if "KeyError: 'momentum_buffer'": What was remembered must be filed under this optimizer's parameter, not under its number.
        else: Options and what is remembered are taken over, copied. The parameters stay this optimizer's own.
        >>> a, _ = rolling(1.0, 2.0, steps=2)
        >>> b, (u, v) = rolling(5.0, 6.0, steps=0)
        >>> s = a.state_dict()
        >>> b.load_state_dict(s)
        >>> (s['param_groups'][0]['params'], sorted(s['state']), s['param_groups'][0] is b.param_groups[0], len(b.state))
        ([0, 1], [0, 1], False, 2)
        else: The dictionary that was given stays as it was. Make new groups and a new state.
        >>> w, u, v = leaf(1.0), leaf(2.0), leaf(3.0)
        >>> a = mt.optim.SGD([{'params': [w]}, {'params': [u, v], 'lr': 0.7}], lr=0.1, momentum=0.5)
        >>> (w + 2 * u + 3 * v).sum().backward()
        >>> a.step()
        >>> x, y, z = leaf(1.0), leaf(2.0), leaf(3.0)
        >>> b = mt.optim.SGD([{'params': [x]}, {'params': [y, z]}], momentum=0.5)
        >>> b.load_state_dict(a.state_dict())
        >>> ([g['lr'] for g in b.param_groups], [b.state[p]['momentum_buffer'].item() for p in (x, y, z)])
        ([0.1, 0.7], [1.0, 2.0, 3.0])
        else: The numbers run on through all groups: fill `params` from each group.
        >>> a, _ = rolling(1.0)
        >>> b = mt.optim.SGD([leaf(1.0).double().detach().requires_grad_()])
        >>> b.load_state_dict(a.state_dict())
        >>> [value['momentum_buffer'].dtype is mt.float64 for value in b.state.values()]
        [True]
        else: fitted(value, p) gives what is remembered the dtype of p.
        >>> s = {'state': {'words': {'said': 1}}, 'param_groups': [{'params': [0], 'lr': 0.7}]}
        >>> o, (w,) = rolling(1.0, momentum=0.3)
        >>> o.load_state_dict(s)
        >>> (dict(o.state), o.param_groups[0]['lr'], o.param_groups[0]['momentum'])
        ({'words': {'said': 1}}, 0.7, 0.3)
        if "KeyError: 'momentum'": An option that was not saved keeps its value: begin with this optimizer's own group.
        if "KeyError: 'words'": Other keys stay, with their values: only numbers are parameters.
        if "list indices must be integers": Other keys stay, with their values: only numbers are parameters.
        else: Keys that are not numbers of parameters stay, and an option that was not saved keeps its value.
        >>> a, _ = rolling(1.0, steps=0)
        >>> b, (u,) = rolling(1.0, steps=1)
        >>> b.load_state_dict(a.state_dict())
        >>> (len(b.state), b.state[u])
        (0, {})
        else: What was remembered before is gone, and a parameter without a state gets an empty dictionary: a new
            defaultdict(dict).
        >>> first, _ = rolling(1.0, 2.0, steps=3)
        >>> second, (x, y) = rolling(1.0, 2.0, steps=2)
        >>> again, (u, v) = rolling(1.0, 2.0, steps=2, momentum=0)
        >>> _ = u.data.copy_(x), v.data.copy_(y)
        >>> again.load_state_dict(second.state_dict())
        >>> again.zero_grad()
        >>> (u * u + v * v).sum().backward()
        >>> again.step()
        >>> [p.item() for p in again.param_groups[0]['params']] == [p.item() for p in first.param_groups[0]['params']]
        True
        else: Two steps, a new optimizer with the state of the old one, and one more step: not the same as three steps.
    """,
)
