"""add_param_group: Groups of parameters (difficulty 3, 8 minutes)

The group is the caller's own dictionary, filled up, so that changing group["lr"] later, as a schedule does, is
enough. The check comes before anything is changed.

1. First the list and the names, then the check, then the group: params, perhaps param_names, the missing options.
2. A pair is a tuple. `isinstance(params, mt.Tensor)` tells one tensor from several. Sets of tensors compare by
   identity.
3. `param_group.setdefault(name, default)` for each of self.defaults.items();
   `set(params).isdisjoint(group['params'])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.add_param_group",
    covers="unpacked Optimizer._check_group",
    changes=True,
    setup="""
        class Still(mt.optim.Optimizer):
            def __init__(self, params, lr=0.1):
                super().__init__(params, {"lr": lr, "decay": 0.0})

            def step(self, closure=None):
                pass

        def leaf(*values):
            return mt.tensor(list(values), requires_grad=True)
    """,
    solution="""
        def unpacked(params):
            refuse_a_set(params)
            params = [params] if isinstance(params, mt.Tensor) else list(params)
            names = [param[0] for param in params if isinstance(param, tuple)]
            if names and len(names) != len(params):
                raise ValueError("all optimizer params should be with/without names. Some param names are missing")
            return [param[1] if isinstance(param, tuple) else param for param in params], names
    """,
    facts="""
        >>> o = Still([leaf(1.0)])
        >>> o.add_param_group({'params': leaf(2.0), 'lr': 0.5})
        >>> [g['lr'] for g in o.param_groups]
        [0.1, 0.5]
        else: A group of one bare tensor is added beside the first; it keeps the option that it gives, and takes the
            others from self.defaults.
        >>> group = {'params': [leaf(1.0)]}
        >>> o = Still([leaf(3.0)])
        >>> o.add_param_group(group)
        >>> o.param_groups[1] is group
        True
        if False: A new dictionary is kept, and the caller's own stays as it was; the names are lost, too. Fill up the
            one that was given.
        >>> w, u = leaf(1.0), leaf(2.0)
        >>> o = Still([('a', w), ('b', u)])
        >>> g = o.param_groups[0]
        >>> (g['param_names'], g['params'][0] is w, g['params'][1] is u)
        (['a', 'b'], True, True)
        else: Of pairs the names go into "param_names", and the tensors into "params".
        >>> len(Still([('a', leaf(1.0)), leaf(2.0)]).param_groups)
        raises ValueError
        else: Some parameters with names and some without would give names to the wrong ones: raise ValueError.
        >>> len(Still([{'params': {leaf(1.0), leaf(2.0)}}]).param_groups)
        raises TypeError: ordered collections
        else: A set of parameters has another order in each run: refuse_a_set(params) first.
        >>> w = leaf(1.0)
        >>> o = Still([leaf(2.0), w, leaf(3.0)])
        >>> o.add_param_group({'params': [leaf(4.0), w]})
        >>> len(o.param_groups)
        raises ValueError: more than one parameter group
        else: You compare the whole lists. It is enough that one parameter stands in both:
            `set(params).isdisjoint(...)`.
        >>> o = Still([('a', leaf(1.0))])
        >>> o.add_param_group({'params': [leaf(2.0)]})
        >>> len(o.param_groups)
        raises ValueError
        else: A group without names beside one with names is to be refused: check_names(group, names).
        >>> len(Still([leaf(1.0), 3.0]).param_groups)
        raises TypeError: can only optimize Tensors
        else: The parameters themselves are not checked: self._check(p) refuses numbers, and tensors that were computed.
        >>> len(Still([leaf(1.0)], lr=required).param_groups)
        raises ValueError
        else: The check comes after the dictionary was changed: a group that is refused should be as it was.
        >>> with warnings.catch_warnings(record=True) as said:
        ...     warnings.simplefilter('always')
        ...     w = leaf(1.0)
        ...     o = Still([w, w])
        >>> (len(said), len(o.param_groups[0]['params']))
        (1, 2)
        else: A parameter twice in one group is warned of, once, and taken.
    """,
)
