"""Groups of parameters."""

from ...define import Case, Exercise, Wrong

SETUP = """
from minitorch.optim.optimizer import Optimizer, unpacked


class Still(Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr, "decay": 0.0})

    def step(self, closure=None):
        pass


def leaf(*values):
    return mt.tensor(list(values), requires_grad=True)
"""

exercise = Exercise(
    "add_param_group",
    title="Groups of parameters",
    difficulty=3,
    minutes=9,
    target="minitorch.optim.optimizer:Optimizer.add_param_group",
    covers={"zero_grad": "minitorch.optim.optimizer:Optimizer.zero_grad"},
    installed=True,
    setup=SETUP,
    stub='''
        def zero_grad(self, set_to_none=True):
            """Forget the gradients of all parameters in all groups: None or, with set_to_none=False, zeros in place (detached)."""
            ...


        def add_param_group(self, param_group):
            """Add a group, a dictionary {"params": tensors, options ...}, to self.param_groups.

            unpacked(param_group["params"]) gives (a list of the tensors, a list of their names or []), and
            self._check_group(param_group, tensors, names) raises for what cannot be added. Then "params" becomes the list,
            "param_names" the names if there are any, and options that the group does not give come from self.defaults.
            Errors: TypeError for what is no dictionary.
            """
            ...
    ''',
    solution='''
        def zero_grad(self, set_to_none=True):
            """Forget the gradients of all parameters in all groups: None or, with set_to_none=False, zeros in place (detached)."""
            for group in self.param_groups:
                for p in group["params"]:
                    if set_to_none:
                        p.grad = None
                    elif p.grad is not None:
                        p.grad.detach_().zero_()


        def add_param_group(self, param_group):
            """Add a group, a dictionary {"params": tensors, options ...}, to self.param_groups.

            unpacked(param_group["params"]) gives (a list of the tensors, a list of their names or []), and
            self._check_group(param_group, tensors, names) raises for what cannot be added. Then "params" becomes the list,
            "param_names" the names if there are any, and options that the group does not give come from self.defaults.
            Errors: TypeError for what is no dictionary.
            """
            if not isinstance(param_group, dict):
                raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
            params, names = unpacked(param_group["params"])
            self._check_group(param_group, params, names)
            param_group["params"] = params
            if names:
                param_group["param_names"] = names
            for name, default in self.defaults.items():
                param_group.setdefault(name, default)
            self.param_groups.append(param_group)
    ''',
    why='The group is the caller\'s own dictionary, filled up, so that changing group["lr"] later, as a schedule does, is enough. '
    "The check comes before anything is changed.",
    facts=[
        Case(
            "o = Still([leaf(1.0)])\n(len(o.param_groups), o.param_groups[0]['lr'], o.param_groups[0]['decay'])",
            (1, 0.1, 0.0),
        ),
        Case(
            "o = Still([leaf(1.0)])\no.add_param_group({'params': leaf(2.0), 'lr': 0.5})\n[g['lr'] for g in o.param_groups]",
            [0.1, 0.5],
            changes=True,
        ),
        Case(
            "w = leaf(1.0)\no = Still([{'params': [w], 'decay': 0.3}], lr=0.2)\ng = o.param_groups[0]\n"
            "(g['decay'], g['lr'], g['params'][0] is w)",
            (0.3, 0.2, True),
        ),
        Case(
            "o = Still((p for p in [leaf(1.0), leaf(2.0)]))\n(len(o.param_groups[0]['params']), len(o.param_groups[0]['params']))",
            (2, 2),
        ),
        Case(
            "group = {'params': [leaf(1.0)]}\no = Still([leaf(3.0)])\no.add_param_group(group)\no.param_groups[1] is group",
            True,
            changes=True,
        ),
        Case("o = Still([('a', leaf(1.0)), ('b', leaf(2.0))])\no.param_groups[0]['param_names']", ["a", "b"]),
        Case("'param_names' in Still([leaf(1.0)]).param_groups[0]", False),
        Case(
            "w = leaf(1.0)\no = Still([w])\no.add_param_group({'params': [w]})",
            raises=ValueError,
            match="more than one parameter group",
        ),
        Case(
            "o = Still([leaf(1.0)])\no.add_param_group([leaf(2.0)])\nlen(o.param_groups)",
            raises=TypeError,
            match="param_group must be a dict",
        ),
        Case(
            "w, u = leaf(1.0), leaf(2.0)\no = Still([{'params': w}, {'params': u}])\n"
            "(w * u).backward(gradient=mt.ones(1))\no.zero_grad()\n(w.grad, u.grad)",
            (None, None),
            changes=True,
        ),
        Case(
            "w, u = leaf(1.0), leaf(2.0)\no = Still([w, u])\n"
            "(w * 3).backward(gradient=mt.ones(1))\nheld = w.grad\no.zero_grad(set_to_none=False)\n"
            "(held.tolist(), w.grad is held, u.grad)",
            ([0.0], True, None),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def zero_grad(self, set_to_none=True):
                for group in self.param_groups:
                    for p in group["params"]:
                        p.grad = None

            def add_param_group(self, param_group):
                if not isinstance(param_group, dict):
                    raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
                params, names = unpacked(param_group["params"])
                self._check_group(param_group, params, names)
                param_group["params"] = params
                if names:
                    param_group["param_names"] = names
                for name, default in self.defaults.items():
                    param_group.setdefault(name, default)
                self.param_groups.append(param_group)
            """,
            "zero_grad does not look at set_to_none: with False, the gradients stay there and are filled with zeros.",
        ),
        Wrong(
            """
            def zero_grad(self, set_to_none=True):
                for group in self.param_groups:
                    for p in group["params"]:
                        if set_to_none:
                            p.grad = None
                        elif p.grad is not None:
                            p.grad.detach_().zero_()

            def add_param_group(self, param_group):
                if not isinstance(param_group, dict):
                    raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
                params, names = unpacked(param_group["params"])
                self._check_group(param_group, params, names)
                param_group["params"] = params
                if names:
                    param_group["param_names"] = names
                param_group.update(self.defaults)
                self.param_groups.append(param_group)
            """,
            "The defaults overwrite the group's own options. They are for those that the group does not give: setdefault.",
        ),
        Wrong(
            """
            def zero_grad(self, set_to_none=True):
                for group in self.param_groups:
                    for p in group["params"]:
                        if set_to_none:
                            p.grad = None
                        elif p.grad is not None:
                            p.grad.detach_().zero_()

            def add_param_group(self, param_group):
                if not isinstance(param_group, dict):
                    raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
                params, names = unpacked(param_group["params"])
                self._check_group(param_group, params, names)
                if names:
                    param_group["param_names"] = names
                for name, default in self.defaults.items():
                    param_group.setdefault(name, default)
                self.param_groups.append(param_group)
            """,
            "What was given as params stays in the group: a bare tensor, or a generator that is used up. Put the list there.",
        ),
        Wrong(
            """
            def zero_grad(self, set_to_none=True):
                for group in self.param_groups:
                    for p in group["params"]:
                        if set_to_none:
                            p.grad = None
                        elif p.grad is not None:
                            p.grad.detach_().zero_()

            def add_param_group(self, param_group):
                if not isinstance(param_group, dict):
                    raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
                params, names = unpacked(param_group["params"])
                param_group["params"] = params
                if names:
                    param_group["param_names"] = names
                for name, default in self.defaults.items():
                    param_group.setdefault(name, default)
                self.param_groups.append(param_group)
            """,
            "Nothing is checked, so a parameter may stand in two groups and be changed twice a step: call self._check_group first.",
        ),
        Wrong(
            """
            def zero_grad(self, set_to_none=True):
                for group in self.param_groups:
                    for p in group["params"]:
                        if set_to_none:
                            p.grad = None
                        elif p.grad is not None:
                            p.grad.detach_().zero_()

            def add_param_group(self, param_group):
                if not isinstance(param_group, dict):
                    raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
                params, names = unpacked(param_group["params"])
                self._check_group(param_group, params, names)
                self.param_groups.append({**self.defaults, **param_group, "params": params})
            """,
            "A new dictionary is kept, and the caller's own stays as it was; the names are lost, too. Fill up the one that was given.",
        ),
    ],
    hints=[
        "zero_grad is the module's, with two loops in place of parameters(). A group is filled up and appended.",
        "First the list and the names, then the check, then the group: params, perhaps param_names, the missing options.",
        "`param_group.setdefault(name, default)` for each of self.defaults.items(); `self.param_groups.append(param_group)`.",
    ],
)
