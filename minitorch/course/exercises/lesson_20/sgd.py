"""The options of an optimizer."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from ..lesson_19.words import asked

STUB = '''
def check_options(lr, momentum, dampening, weight_decay, nesterov):
    """Refuse, with a ValueError that names it ("learning rate", "momentum", "weight_decay"), what is below 0; and nesterov without a
    momentum or with dampening. check_lr(lr) refuses a tensor of several numbers."""
    ...


class SGD(mt.optim.Optimizer):
    def __init__(
        self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
        differentiable=False, fused=None,
    ):  # fmt: skip
        """Check, then hand params and a dictionary of all the options, in the order of this line, to Optimizer.

        check_fused(fused, foreach, differentiable) comes last.
        """
        ...

    def __setstate__(self, state):
        """As Optimizer's, and each group gets the options in LATER that it lacks: those that an older checkpoint has not."""
        ...
'''

SOLUTION = '''
def check_options(lr, momentum, dampening, weight_decay, nesterov):
    """Refuse, with a ValueError that names it ("learning rate", "momentum", "weight_decay"), what is below 0; and nesterov without a
    momentum or with dampening. check_lr(lr) refuses a tensor of several numbers."""
    check_lr(lr)
    for name, value in (("learning rate", lr), ("momentum value", momentum), ("weight_decay value", weight_decay)):
        if value < 0.0:
            raise ValueError(f"Invalid {name}: {value}")
    if nesterov and (momentum <= 0 or dampening != 0):
        raise ValueError("Nesterov momentum requires a momentum and zero dampening")


class SGD(mt.optim.Optimizer):
    def __init__(
        self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
        differentiable=False, fused=None,
    ):  # fmt: skip
        """Check, then hand params and a dictionary of all the options, in the order of this line, to Optimizer.

        check_fused(fused, foreach, differentiable) comes last.
        """
        check_options(lr, momentum, dampening, weight_decay, nesterov)
        defaults = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
        defaults |= {"nesterov": nesterov, "maximize": maximize, "foreach": foreach}
        super().__init__(params, defaults | {"differentiable": differentiable, "fused": fused})
        check_fused(fused, foreach, differentiable)

    def __setstate__(self, state):
        """As Optimizer's, and each group gets the options in LATER that it lacks: those that an older checkpoint has not."""
        super().__setstate__(state)
        for group in self.param_groups:
            for name, default in LATER.items():
                group.setdefault(name, default)
'''

FULL = {
    "lr": 0.5,
    "momentum": 0.9,
    "dampening": 0,
    "weight_decay": 0.1,
    "nesterov": True,
    "maximize": False,
    "foreach": None,
    "differentiable": False,
    "fused": None,
}
FIRST = "w = mt.tensor([1.0], requires_grad=True)\n"

exercise = Exercise(
    "SGD",
    title="The options of an optimizer",
    difficulty=2,
    minutes=4,
    target="minitorch.optim.sgd:SGD",
    covers={"check_options": "minitorch.optim.sgd:check_options"},
    keeps=True,
    installed=True,
    setup="from minitorch.optim.sgd import LATER, check_fused, check_lr\n",
    stub=STUB,
    solution=SOLUTION,
    why="A negative rate is refused where it is written, and not found in a loss that grows. The defaults fill "
    "the groups; what a "
    "later version adds gets a default wherever it is missing, so that older checkpoints go on loading.",
    facts=[
        Case(
            FIRST + "SGD([w], 0.5, 0.9, weight_decay=0.1, nesterov=True).defaults",
            FULL,
        ),
        Case(FIRST + "list(SGD([w]).defaults)", list(FULL)),
        Case(FIRST + "o = SGD([w])\n(o.param_groups[0]['lr'], o.param_groups[0]['maximize'])", (0.001, False)),
        Case(FIRST + "SGD([w], lr=0.1, maximize=True).param_groups[0]['maximize']", True),
        Case(FIRST + "w.grad = mt.ones(1)\no = SGD([w], lr=0.25)\n_ = o.step()\nw.item()", 0.75, changes=True),
        Case(FIRST + "len(SGD([w], lr=-0.1).param_groups)", raises=ValueError, match="learning rate"),
        Case(FIRST + "len(SGD([w], momentum=-0.5).param_groups)", raises=ValueError, match="momentum"),
        Case(FIRST + "len(SGD([w], weight_decay=-1).param_groups)", raises=ValueError, match="weight_decay"),
        Case(FIRST + "len(SGD([w], lr=mt.tensor([0.1, 0.2])).param_groups)", raises=ValueError),
        Case(FIRST + "len(SGD([w], nesterov=True).param_groups)", raises=ValueError),
        Case(FIRST + "len(SGD([w], dampening=0.1, nesterov=True).param_groups)", raises=ValueError),
        Case(FIRST + "len(SGD([w], momentum=0.9, dampening=0.1, nesterov=True).param_groups)", raises=ValueError),
        Case(FIRST + "SGD([w], lr=0, momentum=0.9, dampening=0.1).defaults['dampening']", 0.1),
        Case(FIRST + "len(SGD([w], fused=True, differentiable=True).param_groups)", raises=RuntimeError),
        Case(
            FIRST
            + "o = SGD([w], lr=0.1, momentum=0.5)\nold = o.state_dict()\nold['param_groups'][0] = {'params': [0], 'lr': 0.7, "
            "'momentum': 0.5, 'dampening': 0, 'weight_decay': 0, 'maximize': True}\no.load_state_dict(old)\ng = "
            "o.param_groups[0]\n"
            "(g['lr'], g['maximize'], g['nesterov'], g['foreach'], g['fused'])",
            (0.7, True, False, None, False),
            changes=True,
        ),
        Case(
            "o, said = SGD.__new__(SGD), []\no.__setstate__({'defaults': {}, 'param_groups': []})\n"
            "h = o.register_step_post_hook(lambda *args: said.append('after'))\n_ = o.step()\n(said, o.param_groups)",
            (["after"], []),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("        if value < 0.0:", "        if value <= 0.0:")),
            "0 is allowed: no momentum is a momentum of 0. Only what is negative is refused.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '    if nesterov and (momentum <= 0 or dampening != 0):\n        raise ValueError("Nesterov '
                    'momentum requires a momentum and zero dampening")\n',
                    "",
                ),
            ),
            "nesterov without a momentum, or with dampening, is to be refused.",
        ),
        Wrong(
            edited(SOLUTION, ("(momentum <= 0 or dampening != 0)", "momentum <= 0 and dampening != 0")),
            "Each of the two is enough to refuse nesterov: no momentum, or some dampening.",
        ),
        Wrong(
            edited(SOLUTION, ("    check_lr(lr)\n", "")),
            "A rate of several numbers is not refused in words of its own: check_lr(lr).",
        ),
        Wrong(
            edited(SOLUTION, ("        check_options(lr, momentum, dampening, weight_decay, nesterov)\n", "")),
            "__init__ does not call check_options, so nothing is refused.",
        ),
        Wrong(
            edited(SOLUTION, ("group.setdefault(name, default)", "group[name] = default")),
            "Options that the group has are overwritten. They are only added where they are missing: setdefault.",
        ),
        Wrong(
            edited(SOLUTION, ("        super().__setstate__(state)\n", "        self.__dict__.update(state)\n")),
            "super().__setstate__(state) does more than take the attributes: it makes the dictionaries of hooks.",
        ),
        Wrong(
            edited(SOLUTION, ('"maximize": maximize, "foreach"', '"foreach"')),
            "maximize is not among the defaults, so no group has it.",
        ),
        Wrong(
            edited(SOLUTION, ("        check_fused(fused, foreach, differentiable)\n", "")),
            "check_fused(fused, foreach, differentiable) is not called.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ('raise ValueError(f"Invalid {name}: {value}")', 'raise ValueError(f"Invalid value: {value}")'),
            ),
            "The message should name the option that is wrong, its name in it.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is ValueError and error is None and got == 1,
            "These options are to be refused, and pass. A rate, a momentum and a weight decay are at least 0; nesterov wants a "
            "momentum, and no dampening.",
        ),
        Mistake(
            lambda expected, got, error: got != expected and sorted(got) == sorted(expected) and "lr" in expected,
            "All nine options are there, in another order than in the signature.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and expected is not ValueError,
            "Options that are right are refused: look at the conditions in check_options, and at the order of "
            "what you hand to it.",
        ),
        stops("__init__() should return None", "__init__ returns nothing: call check_fused, without a `return`."),
        asked(
            FULL,
            "All nine options go to super().__init__(params, ...), in one dictionary.",
        ),
        stops(
            "has no attribute '_optimizer_",
            "super().__setstate__(state) makes the dictionaries of hooks: call it first.",
        ),
        asked((0.001, False), "The defaults of the signature are handed on like what is given."),
        asked(
            (0.7, True, False, None, False),
            "Options that an older state lacks are filled up from LATER; those it has stay.",
        ),
        asked((["after"], []), "super().__setstate__(state) has to be called with what was given."),
        asked(0.1, "dampening is free to choose unless nesterov is on, and a rate of 0 is allowed."),
        asked(0.75, "An optimizer with a plain lr has to step: every option of the signature is among the defaults."),
    ],
    hints=[
        "Check, a dictionary, super().__init__(params, that dictionary). The check compares three numbers with 0.",
        "A loop over pairs (name, value) writes the three messages. nesterov needs momentum > 0 and dampening == 0.",
        '`super().__init__(params, {"lr": lr, ...})` with all nine options; in __setstate__, `group.setdefault(name, default)`.',
    ],
)
