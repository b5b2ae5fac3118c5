"""SGD: The options of an optimizer (difficulty 2, 4 minutes)

A negative rate is refused where it is written, and not found in a loss that grows. The defaults fill the groups; what
a later version adds gets a default wherever it is missing, so that older checkpoints go on loading.

1. Check, a dictionary, super().__init__(params, that dictionary). The check compares three numbers with 0.
2. A loop over pairs (name, value) writes the three messages. nesterov needs momentum > 0 and dampening == 0.
3. `super().__init__(params, {"lr": lr, ...})` with all nine options; in __setstate__, `group.setdefault(name,
   default)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.sgd:SGD",
    covers="check_options",
    changes=True,
    keeps=True,
    solution="""
        class SGD(mt.optim.Optimizer):
            def __init__(
                self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
                differentiable=False, fused=None,
            ):  # fmt: skip
                check_options(lr, momentum, dampening, weight_decay, nesterov)
                defaults = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
                defaults |= {"nesterov": nesterov, "maximize": maximize, "foreach": foreach}
                super().__init__(params, defaults | {"differentiable": differentiable, "fused": fused})
                check_fused(fused, foreach, differentiable)

            def __setstate__(self, state):
                super().__setstate__(state)
                for group in self.param_groups:
                    for name, default in LATER.items():
                        group.setdefault(name, default)
    """,
    given="""
        w = mt.tensor([1.0], requires_grad=True)
    """,
    facts="""
        >>> SGD([w], 0.5, 0.9, weight_decay=0.1, nesterov=True).defaults
        {'lr': 0.5, 'momentum': 0.9, 'dampening': 0, 'weight_decay': 0.1, 'nesterov': True, 'maximize': False,
         'foreach': None, 'differentiable': False, 'fused': None}
        else: maximize is not among the defaults, so no group has it.
        >>> len(SGD([w], lr=-0.1).param_groups)
        raises ValueError: learning rate
        if 1: __init__ does not call check_options, so nothing is refused.
        if 'ValueError: Invalid value: -0.1': The message should name the option that is wrong, its name in it.
        >>> len(SGD([w], lr=mt.tensor([0.1, 0.2])).param_groups)
        raises ValueError
        else: A rate of several numbers is not refused in words of its own: check_lr(lr).
        >>> len(SGD([w], nesterov=True).param_groups)
        raises ValueError
        else: nesterov without a momentum, or with dampening, is to be refused.
        >>> len(SGD([w], fused=True, differentiable=True).param_groups)
        raises RuntimeError
        else: check_fused(fused, foreach, differentiable) is not called.
        >>> o = SGD([w], lr=0.1, momentum=0.5)
        >>> old = o.state_dict()
        >>> old['param_groups'][0] = {'params': [0], 'lr': 0.7, 'momentum': 0.5, 'dampening': 0, 'weight_decay': 0, 'maximize': True}
        >>> o.load_state_dict(old)
        >>> g = o.param_groups[0]
        >>> (g['lr'], g['maximize'], g['nesterov'], g['foreach'], g['fused'])
        (0.7, True, False, None, False)
        else: Options that an older state lacks are filled up from LATER; those it has stay.
        >>> o, said = SGD.__new__(SGD), []
        >>> o.__setstate__({'defaults': {}, 'param_groups': []})
        >>> h = o.register_step_post_hook(lambda *args: said.append('after'))
        >>> _ = o.step()
        >>> (said, o.param_groups)
        (['after'], [])
        else: super().__setstate__(state) makes the dictionaries of hooks: call it first.
    """,
)
