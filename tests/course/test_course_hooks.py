"""Hooks for all modules: a notebook's do not disturb a check, and none of an attempt's is left."""

import minitorch as mt
from minitorch.course.check import check
from minitorch.course.define import Case
from minitorch.course.facts import load, piece_from
from minitorch.nn.module import call

from ..course_pretend import made
from .answers import EXERCISES, bare

RIGHT = "def twice(x):\n    return 2 * x\n"
LEAVES = "from minitorch.nn.module import call\n" + RIGHT.replace(
    "    return", "    call._global_forward_hooks[-1] = print\n    return"
)
CALLED = Case("class Same(mt.nn.Module):\n    def forward(self, x):\n        return x\nSame()(twice(3))", 6)
TWICE = made("pretended", solution=RIGHT, facts=[CALLED, CALLED])


def test_an_attempt_leaves_no_hook_behind():
    before = dict(call._global_forward_hooks)
    check(TWICE, piece_from(TWICE, LEAVES), LEAVES)
    assert call._global_forward_hooks == before
    assert check(TWICE, piece_from(TWICE, RIGHT), RIGHT).state == "passed"


def test_an_attempt_leaves_nothing_in_the_lists_of_listeners():
    from minitorch.graph import record

    exercise = next(one for one in EXERCISES if one.name == "record")
    loop, append = "    for number, one in", "    listeners.append(node)\n"
    text = bare(exercise.solution)
    assert loop in text
    text = text.replace(loop, append + loop)
    before = list(record.listeners)
    result = check(exercise, piece_from(exercise, text), text)
    assert result.state == "not yet"
    assert record.listeners == before
    assert (mt.ones(2, requires_grad=True) * 2).requires_grad
    assert check(exercise, piece_from(exercise, exercise.solution), exercise.solution).state == "passed"


def test_a_definition_leaves_nothing_in_them():
    from minitorch import _tensor, backend
    from minitorch.autograd import engine

    before = list(_tensor.listeners), list(backend.defaults), list(engine.tasks)
    names = "_tensor.listeners", "backend.defaults", "autograd.engine.tasks"
    text = "".join([f"mt.{name}.append(mt.device('meta'))\n" for name in names]) + RIGHT
    assert load(TWICE, text)[1] is None
    assert (_tensor.listeners, backend.defaults, engine.tasks) == before


def test_a_hook_of_the_notebook_stands_aside():
    handle = mt.nn.modules.module.register_module_forward_hook(lambda module, args, result: result + 1)
    try:
        assert check(TWICE, piece_from(TWICE, RIGHT), RIGHT).state == "passed"
        assert handle.id in call._global_forward_hooks
    finally:
        handle.remove()


def test_what_an_attempt_assigns_to_a_class_is_gone():
    text = RIGHT.replace("    return", "    mt.Tensor._grad, mt.Tensor.shape, mt.Tensor.new_name = 1, 2, 3\n    return")
    before = {name: vars(mt.Tensor).get(name) for name in ("_grad", "shape", "new_name")}
    for _ in range(2):
        check(TWICE, piece_from(TWICE, text), text)
        assert {name: vars(mt.Tensor).get(name) for name in before} == before
    assert mt.ones(2)._grad is None
