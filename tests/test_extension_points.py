"""Extension points: every place where a later file puts something into an earlier one is in this list."""

import ast
from pathlib import Path

import pytest

import minitorch as mt
import minitorch.nn  # and one
import minitorch.optim  # and two
import minitorch.serialization  # and one is here
from minitorch._extension import extension_points, override
from minitorch.course.syllabus import PACKAGE

POINTS = {
    # of operations: the recorder (lesson 05); on a GPU, numbers from the CPU are moved (04)
    "Op.record", "minitorch.ops.call.on_one_device",
    # of tensors: views that learn of a new history (09), graph modes (05)
    "Tensor._refresh", "minitorch._tensor.recording", "minitorch.checks.check_mode",
    # of changes in place: what autograd says about them (09)
    "History.allow", "History.before", "History.is_recorded", "History.remember",
    # of nodes: hooks (08)
    "Node.register_prehook", "Node.register_hook", "AccumulateGrad.register_prehook", "AccumulateGrad.register_hook",
}  # fmt: skip
SHELF = {  # what no lesson overrides, each with its reason
    "minitorch.nn.module.registry.to_register": "registration hooks see what any module registers",
    "Op.make": "fast/ has quicker calls of operations",
    "Walk.differentiate": "anomaly detection watches each node",
    "minitorch.nn.functional.loss.mean_cross_entropy": "fast/ has its two steps in one",
    "minitorch.ops.casting.converted": "autocast computes in other dtypes",
    "minitorch.serialization.loading.loader_class": "whole modules and other objects, and PyTorch's older format",
    "minitorch.serialization.saving.pickler_class": "whole modules, and tensors with attributes",
}
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] not in ("course", "viz")]
ALLOWED = {
    "_extension.py",
    "_tensor.py",
    "_lazy.py",
}  # override, method, and the methods that are loaded when they are used


def test_these_are_all_the_extension_points():
    assert set(extension_points) == POINTS | set(SHELF)
    assert len(SHELF) <= 10


def test_no_other_function_can_be_overridden():
    with pytest.raises(AttributeError, match="Tensor.norm is not an extension point"):
        override(mt.Tensor, norm=None)
    with pytest.raises(AttributeError, match="minitorch._tensor.wrap is not an extension point"):
        override("minitorch._tensor", wrap=None)


def imported_names(tree):
    """The names in a file that come from another file."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return found


def assignments(tree, foreign):
    """The lines at a file's top level that assign to an attribute of a name from another file, or call setattr on one."""
    for node in tree.body:
        for inner in (
            ast.walk(node) if isinstance(node, ast.For | ast.If | ast.Assign | ast.AugAssign | ast.Expr) else ()
        ):
            targets = []
            if isinstance(inner, ast.Assign):
                targets = [
                    t for target in inner.targets for t in (target.elts if isinstance(target, ast.Tuple) else [target])
                ]
            elif isinstance(inner, ast.AugAssign):
                targets = [inner.target]
            elif isinstance(inner, ast.Call) and getattr(inner.func, "id", "") == "setattr":
                targets = [ast.Attribute(inner.args[0], "?")]
            for target in targets:
                if isinstance(target, ast.Attribute) and getattr(target.value, "id", None) in foreign:
                    yield node.lineno


def test_nothing_is_assigned_into_another_file():
    found = []
    for path in FILES:
        name, tree = path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
        if name not in ALLOWED and not name.startswith("fast/"):
            found += [f"{name}, line {line}" for line in assignments(tree, imported_names(tree) - {"sys"})]
    assert found == []


def test_the_check_sees_an_assignment():
    tree = ast.parse("from .a import A\nA.x = 1\nfor n in 'ab':\n    setattr(A, n, 2)\nA.y, b = 1, 2\n")
    assert list(assignments(tree, imported_names(tree))) == [2, 3, 5]
    assert Path(FILES[0]).exists()
