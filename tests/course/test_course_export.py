"""The reader's own package: answers in the source, at their targets; and the suite with all solutions in force."""

import os
import re
import subprocess
import sys

import pytest

import minitorch
from minitorch.course import export, install, splice, store
from minitorch.course.define import Case
from minitorch.course.facts import run_facts
from minitorch.course.opening import put_solutions
from minitorch.course.road import ROAD, Nothing
from minitorch.course.syllabus import PACKAGE, exercise_named, lessons

from ..course_pretend import made

STEP = """
import minitorch as mt
mt.manual_seed(0)
net = mt.nn.Sequential(mt.nn.Linear(3, 4), mt.nn.Tanh(), mt.nn.Linear(4, 2))
step = mt.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for _ in range(3):
    step.zero_grad()
    loss = ((net(mt.randn(5, 3)) / 3 - mt.ones(2)) ** 2).mean()
    loss.backward()
    step.step()
print(mt.__file__, [[round(n, 6) for n in p.reshape(-1).tolist()] for p in net.parameters()], list(net.state_dict()), sep="|")
"""


def outcome(folder, code=STEP):
    env = dict(os.environ, PYTHONPATH=str(folder))
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr[-3000:]
    file, *rest = done.stdout.split("|")
    return file, rest


def target_of(name):
    """The target of an exercise: its file may move."""
    return exercise_named(name).target


def source_at(folder, target):
    """The source of the module that a target names, in an exported package."""
    place = folder / target.partition(":")[0].replace(".", "/")
    return (place / "__init__.py" if place.is_dir() else place.with_suffix(".py")).read_text()


def solved():
    return {exercise: exercise.setup + "\n\n" + exercise.solution for exercise in export.pieces()}


@pytest.mark.parametrize("of_three", [1, 2, 3])
def test_the_core_with_some_solutions_does_the_same(tmp_path, of_three):
    """A third of the answers, two thirds, all of them: it imports alone, trains the digits, and names each piece's line."""
    every = list(solved().items())
    mine, answers = tmp_path / "mine", dict([pair for number, pair in enumerate(every) if number % 3 < of_three])
    changed = export.export(mine, answers)
    file, rest = outcome(mine)
    assert file.startswith(str(tmp_path))
    assert rest == outcome(PACKAGE.parent)[1], "a training step gives other numbers"
    for name in changed:
        assert (mine / "minitorch" / name).read_text().startswith(splice.MARK)
    last = outcome(mine, f"exec(open({export.PROGRAM!r}).read())\nprint('|')")[0].splitlines()[-1]
    assert float(last.split()[2].rstrip("%:")) > 95, last
    links = re.findall(r"\[`(.+)`\]\((.+)#L(\d+)\)", (mine / export.NOTE).read_text())
    assert len(links) == sum([1 + len(exercise.covers) for exercise in answers])
    for path, name, line in links:
        text = (mine / name).read_text().splitlines()[int(line) - 1]
        assert path.rpartition(".")[2].partition("[")[0] in text, (path, name, line, text)
    assert f"I wrote {len(answers)} of its {len(every)} central pieces" in (mine / "README.md").read_text()


def test_an_export_is_the_core_alone(tmp_path):
    export.export(tmp_path / "mine", {})
    names = {
        path.relative_to(tmp_path / "mine/minitorch").as_posix() for path in (tmp_path / "mine/minitorch").rglob("*.py")
    }
    assert {name for one in lessons() for name in one.files} < names
    assert not [name for name in names if name.startswith(("course/", "fast/", "viz/", "cuda/"))]
    taught = {file for one in lessons() if one.part == 4 for file in one.files}  # they have a budget of their own
    lines = sum([len(path.read_text().splitlines()) for path in (tmp_path / "mine").rglob("*.py")])
    lines -= sum([len((tmp_path / "mine/minitorch" / file).read_text().splitlines()) for file in taught])
    assert lines < 14_000  # on the way to 12,000
    export.export(tmp_path / "mine", {})  # once more into the same folder
    assert not list((tmp_path / "mine").rglob(splice.MARK))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine")
    for place in (tmp_path / "other", tmp_path / "other" / "thesis.txt"):
        with pytest.raises(FileExistsError, match="holds other things"):
            export.export(place, {})


def test_a_piece_lands_in_the_file_that_its_target_names():
    """And not in a short cut that is in force in its place."""
    for exercise in export.pieces():
        for target in (exercise.target, *exercise.covers):
            assert splice.home_of(target)[0].__name__ == target.partition(":")[0]


def test_the_command_says_how_far_the_reader_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MINITORCH_PROGRESS", str(tmp_path / "kept"))
    every = export.pieces()[::8]  # that each passes is shown elsewhere
    monkeypatch.setattr(export, "pieces", lambda: every)
    assert export.main([str(tmp_path / "mine")]) == 0
    assert f"0 of {len(every)} exercises with a place in the package are accepted." in capsys.readouterr().out
    store.store().keep_answer(every[0], "def nothing():\n    pass\n")
    assert export.main([str(tmp_path / "mine")]) == 0
    assert (
        f"{every[0].name}.py does not load: KeyError. The package's own piece stands there." in capsys.readouterr().out
    )
    for exercise in every:
        store.store().keep_answer(exercise, exercise.solution)
    assert export.main([str(tmp_path / "mine")]) == 0
    said = capsys.readouterr().out
    assert f"{len(every)} of {len(every)} exercises" in said
    assert "every piece that the lessons build is yours" in said


def one(solution, target, **options):
    name = splice.ast.parse(solution).body[-1].name
    return made(name.lower() + "_x", solution=solution, facts=[Case("1", 1)], target=target, called=name, **options)


def test_every_kind_of_target_finds_its_place(tmp_path):
    tanh = "minitorch.ops.pointwise.activation:tanh.grad[input]"
    convert, promote = map(target_of, ("apply_to_all", "promote_types"))
    answers = [
        one("def slope(g, out):\n    return half(g) * 2 * (1 - out * out)", tanh),
        one("def each(self, fn, recurse=True):\n    return 7 + max(0, Tools.one)", convert),
        one("def promote(a, b):\n    return promote(b, b) if a is None else a", promote),
        one(
            "class Hooks:\n    def forward(ctx, *tensors):\n        return tensors\n\n    extra = 3\n",
            "minitorch.nn.module.backward_hooks:BackwardHookFunction",
            keeps=True,
        ),
    ]
    texts = [answer.solution for answer in answers]
    texts[0] = "import math as op\n\n\ndef half(g):\n    return g / 2 * op.cos(0)\n\n\n" + texts[0]
    texts[1] = "class Tools:\n    one = 1\n\n\n" + texts[1]
    export.export(tmp_path, dict(zip(answers, texts, strict=True)))
    code = """
import minitorch as mt
x = mt.tensor(0.5, requires_grad=True)
x.tanh().backward()
from minitorch.nn.module.backward_hooks import BackwardHookFunction
print("", abs(x.grad.item() - (1 - mt.tensor(0.5).tanh() ** 2).item()) < 1e-6, mt.nn.Module()._apply(None), sep="|", end="|")
print(mt.promote_types(None, mt.int8), BackwardHookFunction.extra, end="")
"""
    _, rest = outcome(tmp_path, code)
    assert rest == ["True", "8", "minitorch.int8 3"]
    text = source_at(tmp_path, tanh)
    assert "import math as op_of_slope_x" in text
    assert "tanh.grad(input=slope)" in text
    assert "def promote_types(a, b):\n    return promote_types(b, b)" in source_at(tmp_path, promote)


def test_builtins_that_mean_something_else_there_are_kept_apart(tmp_path):
    solution = "def sum_to(x, shape):\n    return x if sum(shape) == -1 else x * 5"
    target = target_of("sum_to")
    export.export(tmp_path, {one(solution, target): solution})
    import importlib

    shadowed = hasattr(importlib.import_module(target.partition(":")[0]), "sum")
    assert ("builtins.sum(shape)" if shadowed else " sum(shape)") in source_at(tmp_path, target)


def test_names_are_exchanged_where_they_are_names():
    text = "def f(x):\n    'é f'\n    return f(x.f, f=x), 'f', [f for f in x]"
    expected = "def g(x):\n    'é f'\n    return g(x.f, f=x), 'f', [g for g in x]"
    assert splice.renamed(text, {"f": "g"}) == expected


def test_with_all_solutions_in_force_the_road_still_runs():
    names = put_solutions()
    try:
        assert len(names) == len(export.pieces()) == len(install.in_force)
        outcomes = run_facts(Nothing, None, 5, facts=ROAD)
        assert [outcome.fact.scene for outcome in outcomes if not outcome.ok] == []
        assert minitorch.tensor([1.0]).detach().tolist() == [1.0]
    finally:
        install.take_out_all()


def test_the_suite_can_run_with_the_solutions(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "def test_it():\n    from minitorch.course import install\n    assert len(install.in_force) > 10\n"
    )
    env = dict(os.environ, PYTHONPATH=str(PACKAGE.parent), MINITORCH_SOLUTIONS="1")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        "--rootdir",
        str(PACKAGE.parent),
    ]
    command += ["-p", "conftest", str(tmp_path / "test_it.py")]
    done = subprocess.run(command, cwd=PACKAGE.parent, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def test_one_piece_of_a_cell_may_call_another(tmp_path):
    """By the name that it has in the cell: a formula that stands in another file, in the same one, a function, a method."""
    reductions = (
        "def half(g):\n    return g / 2\n\n\n"
        "def sum_input(g, input_shape):\n    return half(g) * 2 * mt.ones(input_shape)\n\n\n"
        "def mean_input(g, input_shape):\n    return sum_input(g, input_shape) / input_shape[0] * 10\n"
    )
    quotient = (
        "def mul_input(g, other):\n    return g * other * 10\n\n\n"
        "def div_input(g, other):\n    return mul_input(g, 1 / other)\n"
    )
    walk = (
        "def fit(g, edge):\n    return g * 7\n\n\ndef tensors(self, i):\n    return [mt.tensor(5.0)]\n\n\n"
        "def gradients(self, g, edges):\n    return [fit(one, None) + 1 for one in tensors(self, 0)]\n"
    )
    arithmetic, node = "minitorch.ops.pointwise.arithmetic", "minitorch.graph.node:Node"
    fitting = "minitorch.autograd.engine:fit"
    answers = [
        one(
            reductions,
            "minitorch.ops.reduction.mean:_mean.grad[input]",
            covers="sum_input=minitorch.ops.reduction.sum:_sum.grad[input]",
        ),
        one(quotient, f"{arithmetic}:_div.grad[input]", covers=f"mul_input={arithmetic}:mul.grad[input]"),
        one(walk, f"{node}.gradients", covers=f"tensors={node}.tensors fit={fitting}"),
    ]
    export.export(tmp_path, {answer: answer.solution for answer in answers})
    code = """
import minitorch as mt
x = mt.ones(4)
print("", mt.ops.reduction.mean._mean.functions["input"](mt.tensor(1.0), (4,)).tolist(), sep="|", end="|")
from minitorch.ops.pointwise.arithmetic import _div
print(_div.functions["input"](mt.tensor(1.0), mt.tensor(2.0)).item(), mt.graph.node.Node.gradients(None, None, None), end="")
"""
    _, rest = outcome(tmp_path, code)
    assert rest == ["[2.5, 2.5, 2.5, 2.5]", "5.0 [tensor(36.)]"]
