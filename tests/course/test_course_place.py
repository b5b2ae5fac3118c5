"""Pieces in their place: classes, further targets, the road that runs through them, what is kept with an answer."""

import ast
import copy
import sys
import types

import numpy as np
import pytest

import minitorch as mt
from minitorch.course import install, road, store
from minitorch.course.check import check
from minitorch.course.define import Case
from minitorch.course.facts import library_state, piece_from, run_facts
from minitorch.course.limit import Watch
from minitorch.course.syllabus import exercise_named, exercises_of
from minitorch.course.values import compare, freeze
from minitorch.fast import twins

from ..course_pretend import classroom, made


@pytest.fixture
def room(tmp_path, monkeypatch):
    with classroom(tmp_path / ".progress", monkeypatch) as room:
        yield room


def exercise(solution, facts, **options):
    """An exercise whose stub is its solution's first line."""
    node = ast.parse(solution).body[-1]
    stub = f"class {node.name}:\n    ..." if isinstance(node, ast.ClassDef) else f"def {node.name}(*a):\n    ..."
    return made("pretended", stub=stub, solution=solution, facts=facts, called=node.name, **options)


def verdict(what, text):
    return check(what, piece_from(what, text), text)


# --- time ---


def test_a_check_waits_for_no_kernel(monkeypatch):
    # its first compilation takes longer than an answer may
    asked = []
    monkeypatch.setattr(twins.Numba, "missing", False)
    monkeypatch.setitem(twins.TWINS, "pretended", "pointwise:gelu")
    monkeypatch.setattr(twins, "find", asked.append)
    large = twins.with_twin(np.negative, "pretended")
    with library_state():
        large(np.zeros(1 << 16, "float32"))
    assert asked == []
    with pytest.raises(TypeError):  # outside, it asks for the kernel (and gets None here)
        large(np.zeros(1 << 16, "float32"))
    assert asked == ["pointwise:gelu"]


# --- the road ---


def value_of(text, module):
    tree, scope = ast.parse(text), {"mt": module, "__name__": "road"}
    exec(compile(ast.Module(tree.body[:-1], []), "<road>", "exec"), scope)
    return eval(compile(ast.Expression(tree.body[-1].value), "<road>", "eval"), scope)


@pytest.mark.parametrize("stretch", road.ROAD, ids=lambda stretch: stretch.scene.replace(" ", "-"))
def test_the_road_is_pytorch_s(stretch, torch):
    torch.manual_seed(0)
    assert compare(stretch.gives, freeze(value_of(stretch.text, torch)), stretch.rtol, stretch.atol) is None


def test_the_whole_road_runs_and_is_short():
    assert road.road_on() == road.ROAD
    watch = Watch()
    assert all(outcome.ok for outcome in run_facts(road.Nothing, None, 5, facts=road.ROAD))
    assert watch.spent() < 0.5


def test_a_piece_that_breaks_a_training_step_is_not_accepted():
    what = exercise_named("detach")
    text = "def detach(self):\n    alone = wrap(self._array)\n    alone._counter = self._counter\n"
    assert verdict(what, text + "    return alone\n").state == "passed"
    text += "    if self.ndim == 2:\n        alone = alone * 1.5\n    return alone\n"
    narrow = copy.copy(what)
    narrow.facts = [what.facts[0]]
    result = verdict(narrow, text)
    assert result.state == "not yet"
    assert result.in_place


def test_the_road_says_where_it_broke():
    target = "minitorch._tensor:Tensor.tanh"
    what = exercise("def tanh(x):\n    return x.exp()", [Case("tanh(mt.tensor(0.0)).item()", 0.0)], target=target)
    result = verdict(what, "def tanh(x):\n    return x * 1\n")
    assert result.state == "not yet"
    assert "It gives the right answers by itself, but not in a backward pass: " in result.diagnosis
    assert "backward()" in result.failed.fact.text


@pytest.mark.parametrize("build_cell", [False, True])
def test_a_method_that_calls_itself_through_the_package(build_cell):
    what = exercise_named("detach")
    before = mt.Tensor.detach
    if build_cell:  # a cell that shows the package's text runs it once more
        scope = {"wrap": mt._tensor.wrap, "__name__": "__main__"}
        exec(
            "def detach(self):\n    alone = wrap(self._array)\n    alone._counter = self._counter\n    return alone",
            scope,
        )
        mt.Tensor.detach = scope["detach"]
    try:
        result = verdict(what, "def detach(self):\n    return self.detach()\n")
    finally:
        mt.Tensor.detach = before
    assert result.state == "not yet"
    assert "it calls what it replaces" in result.diagnosis


# --- classes and further targets ---

PACKAGE = """
class Base:
    def who(self):
        return "base"


class Walk(Base):
    limit = 3

    def __init__(self, start):
        self.start = start

    def who(self):
        return "walk of " + super().who()

    def steps(self):
        return [self.start] * self.limit

    @staticmethod
    def double(x):
        return 2 * x

    @property
    def first(self):
        return self.start


class Long(Walk):
    pass


def begin(start):
    return Walk(start).steps()


def end(start):
    return Walk(start).steps()[-1]
"""

ANSWER = """
class Walk(mt.pretended_walk.Base):
    limit = 2

    def __init__(self, start):
        self.start = start

    def who(self):
        return "mine of " + super().who()

    def steps(self):
        return [self.start, isinstance(self, Walk)] * self.limit

    @staticmethod
    def double(x):
        return x + x + 1
"""


@pytest.fixture
def package(monkeypatch):
    module = types.ModuleType("minitorch.pretended_walk")
    exec(compile(PACKAGE, module.__name__, "exec"), vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(mt, "pretended_walk", module, raising=False)
    return module


def test_a_class_is_put_into_the_package_s_class(package):
    what = exercise(ANSWER, [Case("1", 1)], target="minitorch.pretended_walk:Walk", keeps=("first",))
    there, old = package.Walk, package.Long(7)
    undo = install.place(what, piece_from(what, ANSWER))
    try:
        assert package.Walk is there
        assert old.steps() == [7, True] * 2
        assert old.who() == "mine of base"
        assert (old.double(2), old.first, old.limit) == (5, 7, 2)
        assert package.Base().who() == "base"
        assert package.begin(1) == [1, True, 1, True]
    finally:
        undo()
    assert old.steps() == [7, 7, 7]
    assert (old.who(), old.double(2), old.first) == ("walk of base", 4, 7)
    what.keeps = ()
    with pytest.raises(install.Incomplete, match="`first` is missing"):
        install.place(what, piece_from(what, ANSWER))
    assert old.steps() == [7, 7, 7]


def test_one_cell_may_hold_several_pieces(package):
    text = "def end(start):\n    return 'end'\n\n\ndef begin(start):\n    return [start, end(start)]\n"
    target = "minitorch.pretended_walk:begin"
    what = exercise(text, [Case("begin(1)", [1, "end"])], target=target, covers="end")
    assert what.covers == ("minitorch.pretended_walk:end",)
    undo = install.place(what, piece_from(what, text))
    assert (package.begin(3), package.end(3)) == ([3, "end"], "end")
    undo()
    assert package.end(3) == 3
    alone = "def begin(start):\n    return [start, 'end']\n"
    result = verdict(what, alone)
    assert result.state == "not yet"
    assert "`end` is missing: the cell has to define it as well" in result.diagnosis
    package_s = f"from minitorch.pretended_walk import end\n\n\n{alone}"  # as after a run of the stub in a notebook
    assert "`end` is missing" in verdict(what, package_s).diagnosis
    what.optional = True
    assert verdict(what, alone).state == "passed"
    assert package.end(3) == 3


def test_a_module_that_is_loaded_meanwhile_gets_the_package_s_own_back(package, monkeypatch):
    what = exercise("def begin(start):\n    return 1", [Case("1", 1)], target="minitorch.pretended_walk:begin")
    begin = package.begin
    undo = install.place(what, piece_from(what, what.solution))
    late = types.ModuleType("minitorch.pretended_late")
    monkeypatch.setitem(sys.modules, late.__name__, late)
    late.begin = package.begin
    assert late.begin is not begin
    undo()
    assert late.begin is begin


def test_short_cuts_step_aside(package, monkeypatch):
    said = []
    fast = types.ModuleType("minitorch.fast")
    fast.step_aside = lambda target: said.append(target) or (lambda: said.append("back"))
    monkeypatch.setitem(sys.modules, "minitorch.fast", fast)
    what = exercise("def begin(start):\n    return 1", [Case("1", 1)], target="minitorch.pretended_walk:begin")
    undo = install.place(what, piece_from(what, what.solution))
    assert said == ["minitorch.pretended_walk:begin"]
    undo()
    assert said == ["minitorch.pretended_walk:begin", "back"]


# --- what is kept ---


def test_a_class_of_static_methods_is_kept_with_what_uses_it(room):
    room.run("class Tools:\n    @staticmethod\n    def front(k):\n        return (1,) * k\n")
    room.run("class Sizes:\n    one = 1\n")
    text = room.widen("return Tools.front(Sizes.one * (n - len(shape))) + tuple(shape)")
    assert "[Passed]" in text
    assert "this kernel only" not in text
    kept = store.store().answer("widen")
    assert "class Tools:\n    @staticmethod" in kept
    assert "class Sizes:\n    one = 1" in kept


def test_the_answer_of_another_exercise_is_imported_from_its_place(room):
    room.widen("return (1,) * (n - len(shape)) + tuple(shape)")
    text = room.run('@exercise("scale")\ndef scale(x):\n    widen((1,), 2)\n    return x * 2.0')
    assert "[Passed]" in text
    assert "this kernel only" not in text
    assert "from minitorch.pretended import widen" in store.store().answer("scale")
    room.run('@exercise("scale")\ndef scale(x):\n    "Mine."\n    return x * 2.0')
    text = room.widen("scale(np.ones(2))\nreturn (1,) * (n - len(shape)) + tuple(shape)")
    assert "this kernel only" not in text
    assert '    "Mine."' in store.store().answer("widen")


def test_helpers_in_the_same_cell_are_kept_and_covered_names_too(room):
    what = exercises_of(0)[0]
    what.covered = {"users": "minitorch.pretended:users"}
    body = '@exercise("widen")\ndef widen(shape, n):\n    return front(n - len(shape)) + tuple(shape)\n'
    text = room.run(f"def front(k):\n    return (1,) * k\n\ndef users(shape):\n    return 'mine'\n\n{body}")
    assert "[Passed]" in text
    assert room.package.users(3) == "mine"
    assert "def users(shape):" in store.store().answer("widen")
    install.take_out_all()
    store._stores.clear()
    assert room.package.users((7,)) == (1, 1, 7)
    room.run("begin(0)")
    assert room.package.users(3) == "mine"
    room.run(f"def users(shape):\n    return 5\n\n{body.replace('front', 'fronts')}")
    assert room.names["users"] is room.package.users


# --- what a call was given ---


@pytest.mark.parametrize(
    "text, wrong, says",
    [
        ("m = mt.nn.Linear(1, 1)\nf(m)", "m.eval()", "m.training"),
        ("m = mt.nn.Linear(1, 1)\nf(m)", "m.weight.requires_grad_(False)", "m.weight.requires_grad"),
        ("m = mt.nn.Linear(1, 1)\nf(m)", "m.weight.detach().add_(1)", "m.weight"),
        ("m = {'a': mt.ones(1)}\nf(m)", "m.pop('a')", "list(m)"),
        ("m = {'a': [1, 2]}\nf(m)", "m['a'].append(3)", "m['a']"),
        ("m = [3, 1, 2]\nf(m)", "m.sort()", "m"),
        ("m = [mt.ones(2), 5]\nf(m)", "m[0] += 1", "m[0]"),
        ("m = mt.ones(2)\nf(m)", "m.add_(1)", "m"),
        ("m = np.ones(2)\nf(m)", "m += 1", "m"),
    ],
)
def test_changing_an_input_is_noticed(text, wrong, says):
    what = exercise("def f(m):\n    return 1", [Case(text, 1)])
    assert verdict(what, "def f(m):\n    return 2 - 1\n").state == "passed"
    attempt = f"def f(m):\n    {wrong}\n    return 1\n"
    result = verdict(what, attempt)
    assert result.state == "not yet"
    assert result.failed.difference.sentence == f"the call changes its input {says}"
    assert result.diagnosis.startswith("It changes what it was given")
    meant = exercise(attempt, [Case(text, 1)])  # its solution does so, too
    assert verdict(meant, attempt.replace("return 1", "return 2 - 1")).state == "passed"
