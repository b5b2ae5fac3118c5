"""An optimizer's state, out and in."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from ..lesson_19.words import asked

SETUP = """
from collections import defaultdict
from copy import deepcopy

from minitorch.optim.optimizer import check_sizes, fitted, shown


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
"""

STUB = '''
def state_dict(self):
    """{"state": ..., "param_groups": ...}, with numbers in the place of the parameters: their places, counted through all groups.

    A group is a copy of the dictionary with such numbers as "params", at its end; the state is self.state with the numbers as
    keys. First each hook in self._optimizer_state_dict_pre_hooks.values() is called with self; last,
    shown(self._optimizer_state_dict_post_hooks, self, made) is returned. Keys of self.state that are no tensors stay.
    """
    ...


def load_state_dict(self, state_dict):
    """The way back, into this optimizer's own parameters.

    In `saved`, "params" become this optimizer's own; groups without "param_names" get those of its own groups, if there are any.
    `state` is a defaultdict(dict) from parameters to what is remembered of them: fitted(value, p), a copy in the dtype of p. Keys
    that are no numbers of parameters stay, with their values.
    """
    state_dict = shown(self._optimizer_load_state_dict_pre_hooks, self, state_dict.copy())
    saved = deepcopy(state_dict["param_groups"])
    check_sizes(saved, self.param_groups)
    ...
    self.__setstate__({"state": state, "param_groups": saved})
    for hook in list(self._optimizer_load_state_dict_post_hooks.values()):
        hook(self)
'''

SOLUTION = '''
def state_dict(self):
    """{"state": ..., "param_groups": ...}, with numbers in the place of the parameters: their places, counted through all groups."""
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


def load_state_dict(self, state_dict):
    """The way back, into this optimizer's own parameters. state_dict stays as it was, so work on copies of its groups."""
    state_dict = shown(self._optimizer_load_state_dict_pre_hooks, self, state_dict.copy())
    saved = deepcopy(state_dict["param_groups"])
    check_sizes(saved, self.param_groups)
    params = {}
    for new, group in zip(saved, self.param_groups, strict=True):
        params.update(zip(new["params"], group["params"], strict=True))
        new["params"] = group["params"]
        if "param_names" in group:
            new.setdefault("param_names", group["param_names"])
    state = defaultdict(dict)
    for key, value in state_dict["state"].items():
        state[params.get(key, key)] = fitted(value, params[key]) if key in params else value
    self.__setstate__({"state": state, "param_groups": saved})
    for hook in list(self._optimizer_load_state_dict_post_hooks.values()):
        hook(self)
'''

exercise = Exercise(
    "optimizer_state",
    title="An optimizer's state",
    difficulty=3,
    minutes=8,
    target="minitorch.optim.optimizer:Optimizer.load_state_dict",
    covers={"state_dict": "minitorch.optim.optimizer:Optimizer.state_dict"},
    installed=True,
    setup=SETUP,
    stub=STUB,
    solution=SOLUTION,
    why="A file cannot hold a parameter so that another program knows it again, and a number can stand for it as long "
    "as the order is the "
    "same. What is remembered is copied on the way in, so that two optimizers never write into the same memory.",
    facts=[
        Case(
            "o, _ = rolling(1.0, 2.0)\ns = o.state_dict()\n(list(s), list(s['state']), s['param_groups'][0]['params'])",
            (["state", "param_groups"], [0, 1], [0, 1]),
        ),
        Case(
            "o, _ = rolling(1.0, 3.0)\n[v['momentum_buffer'].item() for v in o.state_dict()['state'].values()]",
            [2.0, 6.0],
        ),
        Case(
            "w, u, v = leaf(1.0), leaf(2.0), leaf(3.0)\no = mt.optim.SGD([{'params': [w]}, {'params': [u, v], "
            "'lr': 0.7}], lr=0.1)\n"
            "[(g['lr'], g['params'], list(g)[-1]) for g in o.state_dict()['param_groups']]",
            [(0.1, [0], "params"), (0.7, [1, 2], "params")],
        ),
        Case(
            "o, (w,) = rolling(1.0)\n_ = o.state_dict()\n(o.param_groups[0]['params'][0] is w, o.param_groups[0]['lr'])",
            (True, 0.1),
        ),
        Case(
            "w = leaf(1.0)\no = mt.optim.SGD([('w', w)], lr=0.1)\no.state['words'] = {'said': 1}\ns = o.state_dict()\n"
            "(s['param_groups'][0]['param_names'], s['state'])",
            (["w"], {"words": {"said": 1}}),
        ),
        Case(
            "o, said = rolling(1.0)[0], []\n_ = o.register_state_dict_pre_hook(lambda o: said.append('before'))\n"
            "_ = o.register_state_dict_post_hook(lambda o, s: s | {'more': 1})\n(list(o.state_dict()), said)",
            (["state", "param_groups", "more"], ["before"]),
        ),
        Case(
            "a, (w,) = rolling(1.0, steps=2)\nb, (u,) = rolling(5.0, steps=0, lr=0.9)\nb.load_state_dict(a.state_dict())\n"
            "(b.param_groups[0]['lr'], b.param_groups[0]['params'][0] is u, b.state[u]['momentum_buffer'].item() == "
            "a.state[w]['momentum_buffer'].item(), b.state[u]['momentum_buffer'] is a.state[w]['momentum_buffer'])",
            (0.1, True, True, False),
            changes=True,
        ),
        Case(
            "a, _ = rolling(1.0, 2.0, steps=2)\nb, (u, v) = rolling(5.0, 6.0, steps=0)\ns = a.state_dict()\n"
            "b.load_state_dict(s)\n"
            "(s['param_groups'][0]['params'], s['param_groups'][0] is b.param_groups[0], len(b.state))",
            ([0, 1], False, 2),
            changes=True,
        ),
        Case(
            "a, _ = rolling(1.0, steps=1)\nb, (u,) = rolling(1.0, steps=0)\nb.load_state_dict(a.state_dict())\n"
            "u.grad = mt.ones(1)\n"
            "b.step()\nround(u.item(), 4)",
            0.8,
            changes=True,
        ),
        Case(
            "a, _ = rolling(1.0)\nu = mt.tensor([1.0], dtype=mt.float64, requires_grad=True)\nb = mt.optim.SGD([u], lr=0.1)\n"
            "b.load_state_dict(a.state_dict())\nb.state[u]['momentum_buffer'].dtype is mt.float64",
            True,
            changes=True,
        ),
        Case(
            "w, u = leaf(1.0), leaf(2.0)\na, _ = rolling(1.0, 2.0)\nb = mt.optim.SGD([{'params': [w]}, {'params': [u]}])\n"
            "b.load_state_dict(a.state_dict())",
            raises=ValueError,
            match="different number of parameter groups",
        ),
        Case(
            "a, _ = rolling(1.0, 2.0, lr=0.3)\nb, (u,) = rolling(7.0, steps=0, lr=0.9)\ntry:\n    "
            "b.load_state_dict(a.state_dict())\n"
            "except ValueError:\n    pass\n(b.param_groups[0]['lr'], b.param_groups[0]['params'][0] is u)",
            (0.9, True),
        ),
        Case(
            "a, _ = rolling(1.0)\nw = leaf(2.0)\nb = mt.optim.SGD([('w', w)], lr=0.4)\nb.load_state_dict(a.state_dict())\n"
            "b.param_groups[0]['param_names']",
            ["w"],
            changes=True,
        ),
        Case(
            "a, _ = rolling(1.0, steps=0)\nb, (u,) = rolling(1.0, steps=1)\nb.load_state_dict(a.state_dict())\nb.state[u]",
            {},
            changes=True,
        ),
        Case(
            "a, said = rolling(1.0)[0], []\ns = a.state_dict()\n"
            "_ = a.register_load_state_dict_pre_hook(lambda o, s: {**s, 'param_groups': [{**s['param_groups'][0], 'lr': 5}]})\n"
            "_ = a.register_load_state_dict_post_hook(lambda o: said.append(o.param_groups[0]['lr']))\n_ = "
            "a.load_state_dict(s)\nsaid",
            [5],
        ),
        Case(
            "a, _ = rolling(1.0)\ns = a.state_dict()\ns['state']['words'] = {'said': 1}\nb, _ = rolling(1.0, steps=0)\n"
            "b.load_state_dict(s)\nb.state['words']",
            {"said": 1},
            changes=True,
        ),
        Case(
            "a, _ = rolling(1.0)\nb, _ = rolling(2.0, steps=0)\nb.load_state_dict(a.state_dict())\n"
            "'param_names' in b.param_groups[0]",
            False,
            changes=True,
        ),
        Case(
            "a, b = mt.optim.SGD([('saved', leaf(1.0))]), mt.optim.SGD([('own', leaf(2.0))])\n"
            "b.load_state_dict(a.state_dict())\nb.param_groups[0]['param_names']",
            ["saved"],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    "    numbers, groups, place = {}, [], 0\n    for group in self.param_groups:\n",
                    "    numbers, groups = {}, []\n    for group in self.param_groups:\n        place = 0\n",
                ),
            ),
            "Each group counts from 0 again, so two parameters get one number. Count through all groups.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '        options = {key: value for key, value in group.items() if key != "params"}\n        '
                    'groups.append({**options, "params": [numbers[p] for p in group["params"]]})',
                    '        group["params"] = [numbers[p] for p in group["params"]]\n        groups.append(group)',
                ),
            ),
            "You write the numbers into the optimizer's own groups, which have lost their parameters now. Make a new dictionary.",
        ),
        Wrong(
            edited(SOLUTION, ("numbers[p] if isinstance(p, mt.Tensor) else p: value", "numbers[p]: value")),
            "self.state may have keys that are no parameters. They stay what they are.",
        ),
        Wrong(
            edited(SOLUTION, ("numbers[p] if isinstance(p, mt.Tensor) else p: value", "p: value")),
            "The state still has the parameters themselves as keys. In a file only their numbers can be found again.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("    for hook in list(self._optimizer_state_dict_pre_hooks.values()):\n        hook(self)\n", ""),
            ),
            "The hooks before state_dict are not called.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    'return shown(self._optimizer_state_dict_post_hooks, self, {"state": state, "param_groups": groups})',
                    'return {"state": state, "param_groups": groups}',
                ),
            ),
            "The hooks after state_dict do not see it: return what shown(...) gives.",
        ),
        Wrong(
            edited(SOLUTION, ('deepcopy(state_dict["param_groups"])', 'state_dict["param_groups"]')),
            "You write into the groups of the state that was given, which is then spoilt for the next who loads "
            "it. Copy them first.",
        ),
        Wrong(
            edited(SOLUTION, ("    check_sizes(saved, self.param_groups)\n", ""), ("strict=True", "strict=False")),
            "A state of other groups is loaded without a word: check_sizes(saved, self.param_groups) first.",
        ),
        Wrong(
            edited(SOLUTION, ('        new["params"] = group["params"]\n', "")),
            "The groups keep the numbers as params. Put this optimizer's own parameters there.",
        ),
        Wrong(
            edited(SOLUTION, ("fitted(value, params[key]) if key in params else value", "value")),
            "What is remembered is taken as it is: two optimizers now write into one tensor, and its dtype may not "
            "be the parameter's. "
            "fitted(value, p) copies and converts.",
        ),
        Wrong(
            edited(SOLUTION, ("state = defaultdict(dict)", "state = {}")),
            "self.state is a plain dictionary now. A method asks for `self.state[p]` before anything is in "
            "it: defaultdict(dict).",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "state[params.get(key, key)] = fitted(value, params[key]) if key in params else value",
                    "state[key] = value",
                ),
            ),
            "The state is still filed under numbers, and a step looks under the parameter: params[number].",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    '        if "param_names" in group:\n            new.setdefault("param_names", group["param_names"])\n',
                    "",
                ),
            ),
            'The names of this optimizer\'s own groups are lost where the state has none: "param_names".',
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    for hook in list(self._optimizer_load_state_dict_post_hooks.values()):\n        hook(self)\n",
                    "",
                ),
            ),
            "The hooks after load_state_dict are not called.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("shown(self._optimizer_load_state_dict_pre_hooks, self, state_dict.copy())", "state_dict.copy()"),
            ),
            "The hooks before load_state_dict do not see the state: take what shown(...) gives.",
        ),
    ],
    mistakes=[
        asked(False, "A group gets names only where the state has none and the optimizer's own group has some."),
        asked(["saved"], "Names that the state brings stay: those of the own group are for a group without."),
        stops(
            "unhashable type",
            "A parameter is found by itself as a key of a dictionary, and not by a list or a dictionary of it.",
        ),
        stops(
            "Boolean value of Tensor",
            "Comparing tensors compares their numbers, as list.index does. Look a parameter up in a dictionary.",
        ),
        Mistake(
            lambda expected, got, error: got[0] == ["state", "param_groups"] and got[2][0] > 1000,
            "id(p) is another number in each run, and means nothing in a file. A parameter's number is its place: 0, 1, 2 and so on.",
        ),
        asked((["state", "param_groups"], [0, 1], [0, 1]), "Two entries, and numbers wherever a parameter stood."),
        asked([2.0, 6.0], "The state of each parameter goes under its number, as it is."),
        asked(
            [(0.1, [0], "params"), (0.7, [1, 2], "params")],
            "A group's options go along. The numbers run on through all groups, and 'params' comes last in each.",
        ),
        asked((True, 0.1), "state_dict changes nothing in the optimizer: its groups keep their parameters."),
        asked(
            (["w"], {"words": {"said": 1}}),
            "All options of a group are copied, names too; keys of the state that are no tensors stay.",
        ),
        asked(
            (["state", "param_groups", "more"], ["before"]),
            "Hooks are called before with the optimizer, and afterwards by shown(...).",
        ),
        asked(
            (0.1, True, True, False),
            "Options and what is remembered are taken over, copied; the parameters stay this optimizer's own.",
        ),
        asked(([0, 1], False, 2), "The state that was given stays as it was: change copies of its groups."),
        asked(0.8, "After loading, a step goes on with the momentum that was saved, found under the parameter."),
        asked((0.9, True), "A state that does not fit changes nothing: check_sizes comes first."),
        asked([5], "The hooks before see, and may replace, the state; those after are called with the optimizer."),
        asked({"said": 1}, "Keys that are no numbers of parameters stay what they are."),
        asked(
            {},
            "What was remembered before is gone, and who has no state yet gets an empty dictionary: a new defaultdict(dict).",
        ),
    ],
    hints=[
        "state_dict: a dictionary from parameter to number first, in one count through all groups. load: the same "
        "from number to parameter.",
        '`{**options, "params": [numbers[p] for p in group["params"]]}` is a new group. In load, deepcopy the '
        "groups of the state.",
        '`params.update(zip(new["params"], group["params"]))`, then `state[params[key]] '
        "= fitted(value, params[key])` for the keys in it.",
    ],
)
