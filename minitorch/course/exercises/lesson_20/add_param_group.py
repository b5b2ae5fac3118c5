"""Groups of parameters."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from ..lesson_19.words import asked

SETUP = """
import warnings

from minitorch.optim.optimizer import TWICE, check_names, refuse_a_set, required


class Still(mt.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr, "decay": 0.0})

    def step(self, closure=None):
        pass


def leaf(*values):
    return mt.tensor(list(values), requires_grad=True)
"""

STUB = '''
def unpacked(params):
    """(a list of tensors, a list of their names or []) of one tensor, of several, or of several pairs (name, tensor).
    Errors: refuse_a_set(params) first; ValueError when some have names and some do not."""
    ...


def _check_group(self, param_group, params, names):
    """Raise for what cannot be added. Still missing: warnings.warn(TWICE, stacklevel=4) for a parameter that is twice in params;
    then for each group that is there check_names(group, names), and ValueError "... more than one parameter group" for a
    parameter that is in it already."""
    for param in params:
        self._check(param)
    for name, default in self.defaults.items():
        if default is required and name not in param_group:
            raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
    ...


def add_param_group(self, param_group):
    """Add a group, a dictionary {"params": tensors, options ...}, to self.param_groups: the very one that is given, filled up.
    Its "params" become the list of tensors, "param_names" the names if there are any, and options that it lacks come from
    self.defaults. Errors, before anything is changed: TypeError "param_group must be a dict ..."; what self._check_group raises."""
    ...
'''

SOLUTION = '''
def unpacked(params):
    """(a list of tensors, a list of their names or []) of one tensor, of several, or of several pairs (name, tensor).

    Errors: refuse_a_set(params) first; ValueError when some have names and some do not.
    """
    refuse_a_set(params)
    params = [params] if isinstance(params, mt.Tensor) else list(params)
    names = [param[0] for param in params if isinstance(param, tuple)]
    if names and len(names) != len(params):
        raise ValueError("all optimizer params should be with/without names. Some param names are missing")
    return [param[1] if isinstance(param, tuple) else param for param in params], names


def _check_group(self, param_group, params, names):
    """Raise for what cannot be added: self._check(p) for each tensor; ValueError for a missing option whose default `is required`;
    for each group that is there, check_names(group, names), and ValueError "... more than one parameter group" for a parameter
    that is in it already. Twice in params: warnings.warn(TWICE, stacklevel=4)."""
    for param in params:
        self._check(param)
    for name, default in self.defaults.items():
        if default is required and name not in param_group:
            raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
    if len(params) != len(set(params)):
        warnings.warn(TWICE, stacklevel=4)
    for group in self.param_groups:
        check_names(group, names)
        if not set(params).isdisjoint(group["params"]):
            raise ValueError("some parameters appear in more than one parameter group")


def add_param_group(self, param_group):
    """Add a group, a dictionary {"params": tensors, options ...}, to self.param_groups. Changes nothing when it raises.

    Its "params" become the list of tensors, "param_names" the names if there are any, and options that it lacks come from
    self.defaults. Errors: TypeError "param_group must be a dict ..."; what self._check_group raises.
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
'''

exercise = Exercise(
    "add_param_group",
    title="Groups of parameters",
    difficulty=3,
    minutes=8,
    target="minitorch.optim.optimizer:Optimizer.add_param_group",
    covers={
        "unpacked": "minitorch.optim.optimizer:unpacked",
        "_check_group": "minitorch.optim.optimizer:Optimizer._check_group",
    },
    installed=True,
    setup=SETUP,
    stub=STUB,
    solution=SOLUTION,
    why='The group is the caller\'s own dictionary, filled up, so that changing group["lr"] later, as a '
    "schedule does, is enough. "
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
            "o = Still([leaf(3.0)])\no.add_param_group({'params': (p for p in [leaf(1.0), leaf(2.0), leaf(4.0)])})\n"
            "[len(o.param_groups[1]['params']) for _ in range(2)]",
            [3, 3],
        ),
        Case(
            "w = leaf(1.0, 5.0)\no = Still([{'params': w}])\n[p is w for p in o.param_groups[0]['params']]",
            [True],
        ),
        Case(
            "group = {'params': [leaf(1.0)]}\no = Still([leaf(3.0)])\no.add_param_group(group)\no.param_groups[1] is group",
            True,
            changes=True,
        ),
        Case(
            "w, u = leaf(1.0), leaf(2.0)\no = Still([('a', w), ('b', u)])\ng = o.param_groups[0]\n"
            "(g['param_names'], g['params'][0] is w, g['params'][1] is u)",
            (["a", "b"], True, True),
        ),
        Case("'param_names' in Still([leaf(1.0)]).param_groups[0]", False),
        Case("len(Still([('a', leaf(1.0)), leaf(2.0)]).param_groups)", raises=ValueError),
        Case(
            "len(Still([{'params': {leaf(1.0), leaf(2.0)}}]).param_groups)",
            raises=TypeError,
            match="ordered collections",
        ),
        Case(
            "w = leaf(1.0)\no = Still([w])\no.add_param_group({'params': [w]})\nlen(o.param_groups)",
            raises=ValueError,
            match="more than one parameter group",
        ),
        Case(
            "w = leaf(1.0)\no = Still([leaf(2.0), w, leaf(3.0)])\no.add_param_group({'params': [leaf(4.0), w]})\n"
            "len(o.param_groups)",
            raises=ValueError,
            match="more than one parameter group",
        ),
        Case(
            "o = Still([('a', leaf(1.0))])\no.add_param_group({'params': [leaf(2.0)]})\nlen(o.param_groups)",
            raises=ValueError,
        ),
        Case(
            "w = leaf(1.0)\no = Still([{'params': [leaf(2.0)]}, {'params': [w]}])\no.add_param_group({'params': "
            "[w]})\nlen(o.param_groups)",
            raises=ValueError,
            match="more than one parameter group",
        ),
        Case(
            "o = Still([leaf(1.0), leaf(2.0, 3.0)])\no.add_param_group({'params': [leaf(1.0), leaf(2.0, 3.0)]})\n"
            "[len(g['params']) for g in o.param_groups]",
            [2, 2],
        ),
        Case("len(Still([leaf(1.0), 3.0]).param_groups)", raises=TypeError, match="can only optimize Tensors"),
        Case("len(Still([leaf(1.0) * 2]).param_groups)", raises=ValueError, match="can't optimize a non-leaf Tensor"),
        Case("len(Still([leaf(1.0)], lr=required).param_groups)", raises=ValueError),
        Case("Still([{'params': [leaf(1.0)], 'lr': 0.9}], lr=required).param_groups[0]['lr']", 0.9),
        Case(
            "with warnings.catch_warnings(record=True) as said:\n    warnings.simplefilter('always')\n    w = leaf(1.0)\n"
            "    o = Still([w, w])\n(len(said), len(o.param_groups[0]['params']))",
            (1, 2),
        ),
        Case(
            "o, group = Still([leaf(1.0)]), {'params': (leaf(2.0) * 3,)}\ntry:\n    o.add_param_group(group)\n"
            "except ValueError:\n"
            "    pass\n(len(o.param_groups), list(group), type(group['params']).__name__)",
            (1, ["params"], "tuple"),
            changes=True,
        ),
        Case(
            "o = Still([leaf(1.0)])\no.add_param_group([leaf(2.0)])\nlen(o.param_groups)",
            raises=TypeError,
            match="param_group must be a dict",
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                ('    param_group["params"] = params\n', "    param_group = dict(param_group, params=params)\n"),
            ),
            "The group is a copy. It is the caller's own dictionary that is filled up and kept: who changes its rate later, as a "
            "schedule does, means this one.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    for name, default in self.defaults.items():\n        param_group.setdefault(name, default)\n",
                    "    param_group.update(self.defaults)\n",
                ),
            ),
            "The defaults overwrite the group's own options. They are for those that the group does not give: setdefault.",
        ),
        Wrong(
            edited(SOLUTION, ('    param_group["params"] = params\n', "")),
            "What was given as params stays in the group: a bare tensor, or a generator that is used up. Put the list there.",
        ),
        Wrong(
            edited(SOLUTION, ("    self._check_group(param_group, params, names)\n", "")),
            "Nothing is checked, so a parameter may stand in two groups and be changed twice a step: call "
            "self._check_group first.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ('    param_group["params"] = params\n    if names:\n        param_group["param_names"] = names\n', ""),
                (
                    "        param_group.setdefault(name, default)\n    self.param_groups.append(param_group)",
                    '        pass\n    self.param_groups.append({**self.defaults, **param_group, "params": params})',
                ),
            ),
            "A new dictionary is kept, and the caller's own stays as it was; the names are lost, too. Fill up the "
            "one that was given.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '    self._check_group(param_group, params, names)\n    param_group["params"] = params\n',
                    '    param_group["params"] = params\n',
                ),
                (
                    "    self.param_groups.append(param_group)",
                    "    self._check_group(param_group, params, names)\n    self.param_groups.append(param_group)",
                ),
            ),
            "The check comes after the dictionary was changed: a group that is refused should be as it was.",
        ),
        Wrong(
            edited(SOLUTION, ("[params] if isinstance(params, mt.Tensor) else list(params)", "list(params)")),
            "One tensor is one parameter; list() takes it apart, row by row. Put it into a list.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '    if names and len(names) != len(params):\n        raise ValueError("all optimizer params '
                    'should be with/without names. Some param names are missing")\n',
                    "",
                ),
            ),
            "Some parameters with names and some without would give names to the wrong ones: raise ValueError.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("[param[1] if isinstance(param, tuple) else param for param in params], names", "params, names"),
            ),
            "With names, the pairs themselves are taken for parameters. Take the tensor out of each pair.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '        if not set(params).isdisjoint(group["params"]):\n',
                    '        if params == group["params"]:\n',
                ),
            ),
            "You compare the whole lists. It is enough that one parameter stands in both: `set(params).isdisjoint(...)`.",
        ),
        Wrong(
            edited(SOLUTION, ("if default is required and name not in param_group:", "if name not in param_group:")),
            "An option may be missing when it has a default. Only where the default `is required` it must be given.",
        ),
        Wrong(
            edited(SOLUTION, ("        warnings.warn(TWICE, stacklevel=4)\n", "        raise ValueError(TWICE)\n")),
            "The same parameter twice in one group is no error, but a warning: warnings.warn(TWICE, stacklevel=4).",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '    if names:\n        param_group["param_names"] = names\n',
                    '    param_group["param_names"] = names\n',
                ),
            ),
            'A group without names has no "param_names" at all: set it only if there are names.',
        ),
        Wrong(
            edited(SOLUTION, ("        check_names(group, names)\n", "")),
            "A group without names beside one with names is to be refused: check_names(group, names).",
        ),
        Wrong(
            edited(SOLUTION, ("    refuse_a_set(params)\n", "")),
            "A set of parameters has another order in each run: refuse_a_set(params) first.",
        ),
        Wrong(
            edited(SOLUTION, ("    for param in params:\n        self._check(param)\n", "")),
            "The parameters themselves are not checked: self._check(p) refuses numbers, and tensors that were computed.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == [2, 2] and "more than one parameter group" in str(error),
            "Other parameters of the same values are taken for these. `in` and == compare the numbers of tensors; who is the same "
            "parameter is told by `is`, or by a set of tensors.",
        ),
        Mistake(
            lambda expected, got, error: expected is not ValueError and "more than one parameter group" in str(error),
            "A group is refused although its parameters are in no other. Is it among self.param_groups before it is checked? "
            "Check first, append last.",
        ),
        stops(
            "but one of the params is str",
            'Of a pair (name, tensor), the name goes into "param_names" and the tensor into "params".',
        ),
        stops(
            "but one of the params is tuple",
            'Of a pair (name, tensor), the name goes into "param_names" and the tensor into "params".',
        ),
        stops(
            "should be with/without names",
            "check_names finds a group with names beside one without. Only of pairs are there names, and only then has the group "
            '"param_names": an empty list counts as well.',
        ),
        stops("but one of the params is list", "Several tensors become one flat list: list(params)."),
        stops("but one of the params is generator", "Several tensors become one flat list: list(params)."),
        asked([2, 2], "Two parameters of equal values are two parameters: who is the same is a question of identity."),
        stops(
            "Boolean value of Tensor",
            "Comparing tensors compares their numbers. Who is the same parameter is a question of identity, which "
            "a set of tensors answers.",
        ),
        stops("iteration over a 0-d tensor", "One tensor is one parameter: put it into a list."),
        asked((1, 0.1, 0.0), "One group, with the options that it lacks taken from self.defaults."),
        asked(
            [0.1, 0.5],
            "A group of one bare tensor is added beside the first; it keeps the option that it gives, and takes the "
            "others from self.defaults.",
        ),
        asked(
            (0.3, 0.2, True),
            "The group's own options stay, the missing ones come from self.defaults, and params holds the same tensors.",
        ),
        asked([3, 3], "A generator can be walked through once: what stands in the group is a list."),
        asked([True], "One tensor as params is one parameter, and not its rows."),
        asked((["a", "b"], True, True), 'Of pairs the names go into "param_names", and the tensors into "params".'),
        asked((1, 2), "A parameter twice in one group is warned of, once, and taken."),
        asked((1, ["params"], "tuple"), "A group that is refused is neither added nor changed: check first."),
        asked(0.9, "A required option that the group gives is no error."),
    ],
    hints=[
        "First the list and the names, then the check, then the group: params, perhaps param_names, the missing options.",
        "A pair is a tuple. `isinstance(params, mt.Tensor)` tells one tensor from several. Sets of tensors compare by identity.",
        "`param_group.setdefault(name, default)` for each of self.defaults.items(); `set(params).isdisjoint(group['params'])`.",
    ],
)
