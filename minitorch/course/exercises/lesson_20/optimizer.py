"""What an optimizer holds."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from ..lesson_19.words import asked

SETUP = """
from collections import OrderedDict, defaultdict

from minitorch.autograd.detach import fill_with_zeros
from minitorch.optim.hooks import HOOKS
from minitorch.optim.optimizer import refuse_a_tensor


class Still(mt.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr, "decay": 0.0})

    def step(self, closure=None):
        return "stepped"


def leaf(*values):
    return mt.tensor(list(values), requires_grad=True)
"""

STUB = '''
def __setstate__(self, state):
    """Take the attributes in the dictionary `state`, and add what an older state lacks: an empty OrderedDict under each name in
    HOOKS, and "differentiable": False among self.defaults. Nothing that is there is replaced.

    self._patch_step_function() lets step call the hooks; call it here.
    """
    ...


def zero_grad(self, set_to_none=True):
    """Forget the gradients of all parameters in all groups: None or, with set_to_none=False, fill_with_zeros(grad)."""
    ...


def __init__(self, params, defaults):
    """Set defaults, state (a defaultdict(dict)) and param_groups (a list, empty at first), then call self.add_param_group(group)
    for each group: those in params, if they are dictionaries, or one of all: {"params": [...]}. Last,
    mt.optim.Optimizer.__setstate__(self, {}): a subclass's own is for states that are loaded.

    params may be a generator. Errors: TypeError by refuse_a_tensor(params); ValueError "... empty parameter list" for none at all.
    """
    ...
'''

SOLUTION = '''
def __setstate__(self, state):
    """Take the attributes in the dictionary `state`, and add what an older state lacks: an empty OrderedDict under each name in
    HOOKS, and "differentiable": False among self.defaults. Nothing that is there is replaced.

    self._patch_step_function() lets step call the hooks; call it here.
    """
    self.__dict__.update(state)
    self._patch_step_function()
    for name in HOOKS:
        self.__dict__.setdefault(name, OrderedDict())
    self.defaults.setdefault("differentiable", False)


def zero_grad(self, set_to_none=True):
    """Forget the gradients of all parameters in all groups: None or, with set_to_none=False, fill_with_zeros(grad)."""
    for group in self.param_groups:
        for p in group["params"]:
            if set_to_none:
                p.grad = None
            elif p.grad is not None:
                fill_with_zeros(p.grad)


def __init__(self, params, defaults):
    """Set defaults, state (a defaultdict(dict)) and param_groups (a list, empty at first), then call self.add_param_group(group)
    for each group: those in params, if they are dictionaries, or one of all: {"params": [...]}. Last,
    mt.optim.Optimizer.__setstate__(self, {}): a subclass's own is for states that are loaded.

    params may be a generator. Errors: TypeError by refuse_a_tensor(params); ValueError "... empty parameter list" for none at all.
    """
    refuse_a_tensor(params)
    self.defaults, self.state, self.param_groups = defaults, defaultdict(dict), []
    groups = list(params)
    if not groups:
        raise ValueError("optimizer got an empty parameter list")
    for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
        self.add_param_group(group)
    mt.optim.Optimizer.__setstate__(self, {})
'''

exercise = Exercise(
    "Optimizer",
    title="What an optimizer holds",
    difficulty=2,
    minutes=6,
    target="minitorch.optim.optimizer:Optimizer.__init__",
    covers={
        "__setstate__": "minitorch.optim.optimizer:Optimizer.__setstate__",
        "zero_grad": "minitorch.optim.optimizer:Optimizer.zero_grad",
    },
    installed=True,
    setup=SETUP,
    stub=STUB,
    solution=SOLUTION,
    why="There is one form inside, a list of groups, whatever was given. __setstate__ is called for a new optimizer, "
    "a copied one and a "
    "loaded one, so that none of them lacks an attribute.",
    facts=[
        Case("o = Still([leaf(1.0), leaf(2.0)])\n(len(o.param_groups), len(o.param_groups[0]['params']))", (1, 2)),
        Case("w = leaf(1.0)\no = Still([w])\no.param_groups[0]['params'][0] is w", True),
        Case("o = Still((leaf(v) for v in (1.0, 2.0, 3.0)))\nlen(o.param_groups[0]['params'])", 3),
        Case(
            "o = Still([{'params': [leaf(1.0)], 'lr': 0.5}, {'params': [leaf(2.0)]}])\n[g['lr'] for g in o.param_groups]",
            [0.5, 0.1],
        ),
        Case(
            "o = Still(iter([{'params': [leaf(1.0)]}, {'params': [leaf(2.0)], 'lr': 0.7}]))\n[g['lr'] for g in o.param_groups]",
            [0.1, 0.7],
        ),
        Case("o = Still([leaf(1.0)], lr=0.3)\n(o.defaults['lr'], o.defaults['differentiable'])", (0.3, False)),
        Case("sorted(Still([leaf(1.0)]).param_groups[0])", ["decay", "lr", "params"]),
        Case("o = Still([leaf(1.0)])\n(dict(o.state), o.state['anything'])", ({}, {})),
        Case(
            "o, n = Still([leaf(1.0)]), Still([leaf(2.0)])\n(o.state is n.state, o.param_groups is n.param_groups)",
            (False, False),
        ),
        Case("len(Still([]).param_groups)", raises=ValueError, match="empty parameter list"),
        Case("len(Still(leaf(1.0)).param_groups)", raises=TypeError, match="should be an iterable of Tensors or dicts"),
        Case(
            "o, said = Still([leaf(1.0)]), []\nh = o.register_step_pre_hook(lambda *args: "
            "said.append('before'))\n(o.step(), said)",
            ("stepped", ["before"]),
            changes=True,
        ),
        Case(
            "import copy\no, said = Still([leaf(1.0)]), []\nh = o.register_step_post_hook(lambda *args: None)\n"
            "state = {'defaults': {'lr': 1}, 'state': {}, 'param_groups': []}\nn = Still.__new__(Still)\nn.__setstate__(state)\n"
            "g = n.register_step_post_hook(lambda *args: said.append('after'))\n(n.step(), said, n.defaults)",
            ("stepped", ["after"], {"lr": 1, "differentiable": False}),
            changes=True,
        ),
        Case(
            "o, said = Still([leaf(1.0)]), []\nh = o.register_step_pre_hook(lambda *args: said.append('kept'))\n"
            "o.__setstate__({'param_groups': []})\n_ = o.step()\n(said, o.param_groups)",
            (["kept"], []),
            changes=True,
        ),
        Case(
            "o = Still([leaf(1.0)])\no.defaults['differentiable'] = True\no.__setstate__({})\no.defaults['differentiable']",
            True,
            changes=True,
        ),
        Case(
            "loads = []\nclass Old(Still):\n    def __setstate__(self, state):\n        loads.append(dict(state))\n"
            "        super().__setstate__(state)\n\no = Old([leaf(1.0)])\n(loads, o.defaults['differentiable'])",
            ([], False),
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
        Case(
            "w = leaf(3.0)\no = Still([w])\nw.grad, = mt.autograd.grad((w * w).sum(), w, create_graph=True)\n"
            "o.zero_grad(set_to_none=False)\n(w.grad.tolist(), w.grad.requires_grad)",
            ([0.0], False),
            changes=True,
        ),
        Case(
            "w = leaf(3.0)\no = Still([w])\nw.grad = mt.ones(2)[:1]\nheld = w.grad\no.zero_grad(set_to_none=False)\n"
            "(w.grad is held, held.tolist())",
            (True, [0.0]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    "            if set_to_none:\n                p.grad = None\n            elif p.grad is not "
                    "None:\n                fill_with_zeros(p.grad)",
                    "            p.grad = None",
                ),
            ),
            "zero_grad does not look at set_to_none: with False, the gradients stay there and are filled with zeros.",
        ),
        Wrong(
            edited(SOLUTION, ("            elif p.grad is not None:\n", "            else:\n")),
            "A parameter that got no gradient has None, which cannot be filled with zeros: leave it as it is.",
        ),
        Wrong(
            edited(SOLUTION, ("fill_with_zeros(p.grad)", "p.grad.zero_()")),
            "A gradient may have a history of its own, after create_graph=True, and has to lose it: fill_with_zeros(p.grad) "
            "cuts it off first.",
        ),
        Wrong(
            edited(SOLUTION, ("fill_with_zeros(p.grad)", "p.grad = p.grad.new_zeros(p.grad.shape)")),
            "These are new zeros. With set_to_none=False the gradient that is there is filled: others may hold it.",
        ),
        Wrong(
            edited(SOLUTION, ("    groups = list(params)\n", "    groups = params\n")),
            "params may be a generator: it has no index and no length, and is used up by one walk. Make a list of it first.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    'for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:',
                    'for group in [{"params": groups}]:',
                ),
            ),
            "Groups may be given as dictionaries, with options of their own: then add each of them.",
        ),
        Wrong(
            edited(SOLUTION, ("self.__dict__.setdefault(name, OrderedDict())", "self.__dict__[name] = OrderedDict()")),
            "The hooks that are registered are thrown away at each __setstate__, so at each load. Add only what is "
            "missing: setdefault.",
        ),
        Wrong(
            edited(SOLUTION, ("    self._patch_step_function()\n", "")),
            "step does not call the hooks: __setstate__ has to call self._patch_step_function().",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '    self.defaults.setdefault("differentiable", False)\n',
                    '    self.defaults["differentiable"] = False\n',
                ),
            ),
            "differentiable is switched off even where it was asked for. It is only added where it is missing: setdefault.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '    if not groups:\n        raise ValueError("optimizer got an empty parameter list")\n',
                    "    if not groups:\n        return\n",
                ),
            ),
            "An optimizer without parameters is a mistake somewhere else, often a generator that was used up "
            "before: raise ValueError.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        self.add_param_group(group)\n    mt.optim.Optimizer.__setstate__(self, {})\n",
                    "        self.add_param_group(group)\n",
                ),
                ("defaultdict(dict), []\n", "defaultdict(dict), []\n    mt.optim.Optimizer.__setstate__(self, {})\n"),
            ),
            "__setstate__ adds to the defaults, and so to every group that comes after it: call it last.",
        ),
        Wrong(
            edited(SOLUTION, ("mt.optim.Optimizer.__setstate__(self, {})", "self.__setstate__({})")),
            "A subclass may have a __setstate__ of its own, which is for states that are loaded, and this one is new: call that of "
            "Optimizer by its name.",
        ),
        Wrong(
            edited(SOLUTION, ("defaultdict(dict)", "{}")),
            "self.state is a plain dictionary. A method asks for `self.state[p]` before anything is in it: defaultdict(dict).",
        ),
        Wrong(
            edited(SOLUTION, ("    refuse_a_tensor(params)\n", "")),
            "A tensor can be walked through row by row, and its rows are no parameters: call refuse_a_tensor(params) first.",
        ),
    ],
    mistakes=[
        stops("param_group must be a dict", "self.add_param_group(group) takes one group, a dictionary."),
        stops(
            "KeyError: 'differentiable'",
            '"differentiable" comes into self.defaults by __setstate__, which __init__ calls.',
        ),
        stops(
            "KeyError: 'lr'",
            "Each group goes through self.add_param_group(group), which gives it the options that it lacks.",
        ),
        stops(
            "has no attribute 'defaults'",
            "__setstate__ looks at self.defaults, and there is none. Either it is called before __init__ has set defaults, or it "
            "does not take over what is in `state`: self.__dict__.update(state).",
        ),
        stops(
            "'str' object has no attribute 'grad'", 'A group is a dictionary: its parameters stand in group["params"].'
        ),
        stops(
            "has no attribute '_optimizer_",
            "The dictionaries of hooks are missing: mt.optim.Optimizer.__setstate__(self, {}) makes them.",
        ),
        stops(
            "has no attribute 'param_groups'",
            "self.param_groups has to be there, an empty list, before the first group is added.",
        ),
        stops(
            "'NoneType' object has no attribute 'grad_fn'",
            "A parameter that got no gradient has None: leave it as it is.",
        ),
        stops(
            "Can't detach views in-place",
            "A view cannot be detached in place, and a gradient may be one. fill_with_zeros(p.grad) knows both cases.",
        ),
        asked((False, False), "Each optimizer has a state and groups of its own."),
        asked((1, 2), "Plain tensors become one group: {'params': the list of them}."),
        asked(3, "params may be a generator: make a list of it before you look at its first element."),
        asked([0.5, 0.1], "Dictionaries are groups already: add each."),
        asked([0.1, 0.7], "The groups may come from an iterator: make a list before you look at its first element."),
        asked((0.3, False), 'self.defaults is what was given, with "differentiable": False added by __setstate__.'),
        asked(
            ["decay", "lr", "params"],
            "A group has the options that were given as defaults and no others: __setstate__ adds to the defaults, so call it "
            "when the groups are there.",
        ),
        asked(({}, {}), "self.state is a defaultdict(dict), empty at first."),
        Mistake(
            lambda expected, got, error: got == ("stepped", ["before", "before"]),
            "One OrderedDict stands under several names, so a hook for before the step is one for after it, too. Make a new one "
            "for each name in HOOKS.",
        ),
        asked(
            ("stepped", ["before"]),
            "A hook runs before step when __setstate__ has called self._patch_step_function(); hooks are kept in OrderedDicts.",
        ),
        asked((["kept"], []), "__setstate__ takes over what is in `state`, and leaves the hooks that are registered."),
        asked(
            ([0.0], True, None),
            "With set_to_none=False the gradient that is there is filled with zeros, in its own memory.",
        ),
        asked(
            ([0.0], False),
            "A gradient with a history is cut off from it before it is zeroed: fill_with_zeros(p.grad).",
        ),
        asked((None, None), "The gradients of the parameters of all groups become None."),
    ],
    hints=[
        "An optimizer has a dictionary of attributes, self.__dict__, like everything. setdefault(name, value) adds "
        "only what is missing.",
        "Make a list of params once; look at its first element: a dictionary means groups. zero_grad is a loop in a loop.",
        '`for group in groups if isinstance(groups[0], dict) else [{"params": groups}]: self.add_param_group(group)`; '
        "`fill_with_zeros(p.grad)`.",
    ],
)
