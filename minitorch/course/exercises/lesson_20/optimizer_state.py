"""optimizer_state: An optimizer's state (difficulty 3, 8 minutes)

A file cannot hold a parameter so that another program knows it again, and a number can stand for it as long as the
order is the same. What is remembered is copied on the way in, so that two optimizers never write into the same
memory.

1. state_dict: a dictionary from parameter to number first, in one count through all groups. load: the same from
   number to parameter.
2. `{**options, "params": [numbers[p] for p in group["params"]]}` is a new group. In load, deepcopy the groups of the
   state.
3. `params.update(zip(new["params"], group["params"]))`, then `state[params[key]] = fitted(value, params[key])` for
   the keys in it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.load_state_dict",
    covers="Optimizer.state_dict",
    changes=True,
    setup="""
        def leaf(*values):
            return mt.tensor(list(values), requires_grad=True)

        def rolling(*values, steps=1, **options):
            params = [leaf(value) for value in values]
            o = mt.optim.SGD(params, **({"lr": 0.1, "momentum": 0.5} | options))
            for _ in range(steps):
                o.zero_grad()
                sum((p * p).sum() for p in params).backward()
                o.step()
            return o, params
    """,
    stub="""
        def load_state_dict(self, state_dict):
            state_dict = shown(self._optimizer_load_state_dict_pre_hooks, self, state_dict.copy())
            saved = deepcopy(state_dict['param_groups'])
            check_sizes(saved, self.param_groups)
            ...
            self.__setstate__({'state': state, 'param_groups': saved})
            for hook in list(self._optimizer_load_state_dict_post_hooks.values()):
                hook(self)
    """,
    solution="""
        def state_dict(self):
            for hook in list(self._optimizer_state_dict_pre_hooks.values()):
                hook(self)
            numbers, groups, place = {}, [], 0
            for group in self.param_groups:
                for p in group["params"]:
                    numbers.setdefault(p, place)
                    place += 1
                options = {key: value for key, value in group.items() if key != "params"}
                groups.append({**options, "params": [numbers[p] for p in group["params"]]})
            state = {numbers[p] if isinstance(p, mt.Tensor) else p: value for p, value in self.state.items()}
            return shown(self._optimizer_state_dict_post_hooks, self, {"state": state, "param_groups": groups})
    """,
    facts="""
        >>> w, u, v = leaf(1.0), leaf(2.0), leaf(3.0)
        >>> o = mt.optim.SGD([{'params': [w]}, {'params': [u, v], 'lr': 0.7}], lr=0.1)
        >>> [(g['lr'], g['params'], list(g)[-1]) for g in o.state_dict()['param_groups']]
        [(0.1, [0], 'params'), (0.7, [1, 2], 'params')]
        else: A group's options go along. The numbers run on through all groups, and 'params' comes last in each.
        >>> w = leaf(1.0)
        >>> o = mt.optim.SGD([('w', w)], lr=0.1)
        >>> o.state['words'] = {'said': 1}
        >>> s = o.state_dict()
        >>> (s['param_groups'][0]['param_names'], s['state'])
        (['w'], {'words': {'said': 1}})
        else: All options of a group are copied, names too; keys of the state that are no tensors stay.
        >>> o, said = rolling(1.0)[0], []
        >>> _ = o.register_state_dict_pre_hook(lambda o: said.append('before'))
        >>> _ = o.register_state_dict_post_hook(lambda o, s: s | {'more': 1})
        >>> (list(o.state_dict()), said)
        (['state', 'param_groups', 'more'], ['before'])
        else: Hooks are called before with the optimizer, and afterwards by shown(...).
        >>> a, (w,) = rolling(1.0, steps=2)
        >>> b, (u,) = rolling(5.0, steps=0, lr=0.9)
        >>> b.load_state_dict(a.state_dict())
        >>> mine, theirs = b.state[u]['momentum_buffer'], a.state[w]['momentum_buffer']
        >>> (b.param_groups[0]['lr'], b.param_groups[0]['params'][0] is u, mine.item() == theirs.item(), mine is theirs)
        (0.1, True, True, False)
        else: Options and what is remembered are taken over, copied; the parameters stay this optimizer's own.
        >>> a, _ = rolling(1.0, 2.0, steps=2)
        >>> b, (u, v) = rolling(5.0, 6.0, steps=0)
        >>> s = a.state_dict()
        >>> b.load_state_dict(s)
        >>> (s['param_groups'][0]['params'], s['param_groups'][0] is b.param_groups[0], len(b.state))
        ([0, 1], False, 2)
        else: The state that was given stays as it was: change copies of its groups.
        >>> w, u = leaf(1.0), leaf(2.0)
        >>> a, _ = rolling(1.0, 2.0)
        >>> b = mt.optim.SGD([{'params': [w]}, {'params': [u]}])
        >>> b.load_state_dict(a.state_dict())
        raises ValueError: different number of parameter groups
        else: A state of other groups is loaded without a word: check_sizes(saved, self.param_groups) first.
        >>> a, _ = rolling(1.0)
        >>> w = leaf(2.0)
        >>> b = mt.optim.SGD([('w', w)], lr=0.4)
        >>> b.load_state_dict(a.state_dict())
        >>> b.param_groups[0]['param_names']
        ['w']
        else: The names of this optimizer's own groups are lost where the state has none: "param_names".
        >>> a, _ = rolling(1.0, steps=0)
        >>> b, (u,) = rolling(1.0, steps=1)
        >>> b.load_state_dict(a.state_dict())
        >>> b.state[u]
        {}
        else: What was remembered before is gone, and who has no state yet gets an empty dictionary: a new
            defaultdict(dict).
        >>> a, said = rolling(1.0)[0], []
        >>> s = a.state_dict()
        >>> _ = a.register_load_state_dict_pre_hook(lambda o, s: {**s, 'param_groups': [{**s['param_groups'][0], 'lr': 5}]})
        >>> _ = a.register_load_state_dict_post_hook(lambda o: said.append(o.param_groups[0]['lr']))
        >>> _ = a.load_state_dict(s)
        >>> said
        [5]
        else: The hooks before see, and may replace, the state; those after are called with the optimizer.
    """,
)
