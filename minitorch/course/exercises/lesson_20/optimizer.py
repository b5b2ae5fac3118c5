"""Optimizer: What an optimizer holds (difficulty 2, 6 minutes)

There is one form inside, a list of groups, whatever was given. __setstate__ is called for a new optimizer, a copied
one and a loaded one, so that none of them lacks an attribute.

1. An optimizer has a dictionary of attributes, self.__dict__, like everything. setdefault(name, value) adds only what
   is missing.
2. Make a list of params once; look at its first element: a dictionary means groups. zero_grad is a loop in a loop.
3. `for group in groups if isinstance(groups[0], dict) else [{"params": groups}]: self.add_param_group(group)`;
   `fill_with_zeros(p.grad)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.__init__",
    covers="Optimizer.__setstate__ Optimizer.zero_grad",
    changes=True,
    setup="""
        class Still(mt.optim.Optimizer):
            def __init__(self, params, lr=0.1):
                super().__init__(params, {"lr": lr, "decay": 0.0})

            def step(self, closure=None):
                return "stepped"

        def leaf(*values):
            return mt.tensor(list(values), requires_grad=True)
    """,
    solution="""
        def __init__(self, params, defaults):
            refuse_a_tensor(params)
            self.defaults, self.state, self.param_groups = defaults, defaultdict(dict), []
            groups = list(params)
            if not groups:
                raise ValueError("optimizer got an empty parameter list")
            for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
                self.add_param_group(group)
            mt.optim.Optimizer.__setstate__(self, {})
    """,
    facts="""
        >>> o = Still(iter([{'params': [leaf(1.0)]}, {'params': [leaf(2.0)], 'lr': 0.7}]))
        >>> [g['lr'] for g in o.param_groups]
        [0.1, 0.7]
        else: The groups may come from an iterator: make a list before you look at its first element.
        >>> sorted(Still([leaf(1.0)]).param_groups[0])
        ['decay', 'lr', 'params']
        else: A group has the options that were given as defaults and no others: __setstate__ adds to the defaults, so
            call it when the groups are there.
        >>> o = Still([leaf(1.0)])
        >>> (dict(o.state), o.state['anything'])
        ({}, {})
        else: self.state is a defaultdict(dict), empty at first.
        >>> len(Still([]).param_groups)
        raises ValueError: empty parameter list
        else: An optimizer without parameters is a mistake somewhere else, often a generator that was used up before:
            raise ValueError.
        >>> len(Still(leaf(1.0)).param_groups)
        raises TypeError: should be an iterable of Tensors or dicts
        else: A tensor can be walked through row by row, and its rows are no parameters: call refuse_a_tensor(params)
            first.
        >>> o, said = Still([leaf(1.0)]), []
        >>> h = o.register_step_pre_hook(lambda *args: said.append('kept'))
        >>> o.__setstate__({'param_groups': []})
        >>> _ = o.step()
        >>> (said, o.param_groups)
        (['kept'], [])
        else: __setstate__ takes over what is in `state`, and leaves the hooks that are registered.
        >>> o = Still([leaf(1.0)])
        >>> o.defaults['differentiable'] = True
        >>> o.__setstate__({})
        >>> o.defaults['differentiable']
        True
        else: differentiable is switched off even where it was asked for. It is only added where it is missing:
            setdefault.
        >>> loads = []
        >>> class Old(Still):
        ...     def __setstate__(self, state):
        ...         loads.append(dict(state))
        ...         super().__setstate__(state)
        ...
        >>> o = Old([leaf(1.0)])
        >>> (loads, o.defaults['differentiable'])
        ([], False)
        else: "differentiable" comes into self.defaults by __setstate__, which __init__ calls.
        >>> w, u = leaf(1.0), leaf(2.0)
        >>> o = Still([w, u])
        >>> (w * 3).backward(gradient=mt.ones(1))
        >>> held = w.grad
        >>> o.zero_grad(set_to_none=False)
        >>> (held.tolist(), w.grad is held, u.grad)
        ([0.0], True, None)
        else: With set_to_none=False the gradient that is there is filled with zeros, in its own memory.
        >>> w = leaf(3.0)
        >>> o = Still([w])
        >>> w.grad, = mt.autograd.grad((w * w).sum(), w, create_graph=True)
        >>> o.zero_grad(set_to_none=False)
        >>> (w.grad.tolist(), w.grad.requires_grad)
        ([0.0], False)
        else: A gradient with a history is cut off from it before it is zeroed: fill_with_zeros(p.grad).
    """,
)
