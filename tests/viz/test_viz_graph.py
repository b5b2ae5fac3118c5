"""Pictures of recorded graphs: the words exactly, the pictures by what they contain."""

import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import minitorch as mt
from minitorch.fast import kernels
from minitorch.ops.op import ops
from minitorch.viz.formulas import formula_text

pytest.importorskip("graphviz", reason="pictures need graphviz: pip install graphviz")
if shutil.which("dot") is None:
    pytest.importorskip("pygraphviz", reason="pictures need pygraphviz or dot: pip install pygraphviz")

viz = mt.viz


def worked_example():
    x = mt.tensor([2.0], requires_grad=True)
    w = mt.tensor([1.0], requires_grad=True)
    a = x + w
    b = w + 1
    return x, w, a, b, a * b


def words_in(svg):
    """All text of a picture."""
    found = [node.text or "" for node in xml.fromstring(svg).iter() if node.tag.endswith("text")]
    return [text.replace("\xa0", " ") for text in found]


def test_words_of_the_worked_example():
    x, w, a, b, y = worked_example()
    assert repr(viz.graph(y)) == (
        "graph of y: 3 steps, 2 leaves\n"
        "  x         leaf, shape (1,), = [2.0]\n"
        "  w         leaf, shape (1,), = [1.0]\n"
        "  a         AddBackward0, add(input=x, other=w), shape (1,), = [3.0]\n"
        "            to input: g\n"
        "            to other: g\n"
        "  b         AddBackward0, add(input=w, ...), shape (1,), = [2.0]\n"
        "            to input: g\n"
        "  y         MulBackward0, mul(input=a, other=b), shape (1,), = [6.0]\n"
        "            to input: g * other\n"
        "            to other: g * input\n"
        "            saved input = [3.0] (a)\n"
        "            saved other = [2.0] (b)"
    )


def test_svg_has_the_labels():
    x, w, a, b, y = worked_example()
    words = words_in(viz.graph(y).svg)
    for label in (
        "x",
        "w",
        "y",
        "AddBackward0",
        "MulBackward0",
        "mul(input=a, other=b)",
        "to input: g * other",
        "input = a: [3.0]",
        "[6.0]",
    ):
        assert label in words
    assert words.count("AddBackward0") == 2


def test_every_kind_of_thing_is_drawn_and_explained():
    x, w, a, b, y = worked_example()
    w.register_hook(lambda g: g * 2)
    y.backward()
    drawn = viz.graph(y)
    assert set(drawn.kinds) == {"leaf", "step", "output", "gradient", "hook", "freed"}
    assert ".grad" in words_in(drawn.svg) and "freed" in words_in(drawn.svg) and "g: g * 2" in words_in(drawn.svg)
    for explanation in ("leaf: made by you", "freed: what it saved is gone", "hook"):
        assert explanation in drawn.html()
    assert "grad [5.0]" not in repr(drawn)  # the hook doubled it: 2 * (2 + 3)
    assert "grad [10.0]" in repr(drawn)


def test_shapes_differ_by_kind():
    from minitorch.viz.dot import FACE

    outlines = {kind: (form, style) for kind, (form, style, _) in FACE.items()}
    outlines["output"] += ("double border",)
    assert len(set(outlines.values())) == len(outlines)


def test_a_picture_shows_the_moment_it_was_made():
    x, w, a, b, y = worked_example()
    drawn = viz.graph(y)
    before = repr(drawn), drawn.svg
    y.backward()
    assert (repr(drawn), drawn.svg) == before
    assert "freed" in repr(viz.graph(y))


def test_names():
    x, w, a, b, y = worked_example()
    assert "p         leaf" in repr(viz.graph(y, names={"p": x}))
    assert "q         leaf" in repr(viz.graph(y, q=w))
    bare = repr(viz.graph(y, names=False))
    assert "leaf 1    leaf" in bare and "add(input=leaf 1, other=leaf 2)" in bare and "#3" not in bare
    params = [mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)]
    assert "params[1]" in repr(viz.graph(params[0] * params[1]))


def test_constants_and_statistics():
    data = mt.ones(5, 4)
    w = mt.zeros(4, requires_grad=True)
    drawn = viz.graph((data * w).sum())
    assert "saved other = (5, 4), mean 1.0, 1.0 to 1.0 (data)" in repr(drawn) or "saved input" in repr(drawn)
    assert "constant" in drawn.kinds


def test_forward_and_backward_views():
    x, w, a, b, y = worked_example()
    assert "g * other" not in viz.forward(y).dot and "saved" not in viz.forward(y).dot
    back = viz.backward(y)
    assert "g * other" in words_in(back.svg) and "dir=back" in back.dot


def test_a_tensor_without_a_graph():
    x = mt.tensor(2.0)
    assert repr(viz.graph(x)) == "graph of x: 0 steps, 1 leaf\n  x         constant, shape (), = 2.0"
    assert "x" in words_in(viz.graph(x).svg)


def test_what_is_not_a_tensor():
    with pytest.raises(TypeError, match="draws the graph of a Tensor, but got int"):
        viz.graph(3)
    with pytest.raises(ValueError, match="values must be"):
        viz.graph(mt.ones(1), values="all")


def test_several_results():
    x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
    a, b, c = x.unbind()
    text = repr(viz.graph(a * b + c))
    assert "a, b, c" in text and "mul(input=a, other=b)" in text


def test_a_function_of_ones_own():
    class Twice(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = mt.ones(2, requires_grad=True)
    assert "TwiceBackward, Twice(x=x)" in repr(viz.graph(Twice.apply(x)))


def test_changed_in_place():
    x = mt.ones(3, requires_grad=True)
    z = x * 2
    z[0] = 5.0
    assert "CopySlices" in repr(viz.graph(z)) and "CopySlices" in words_in(viz.graph(z).svg)


def test_formula_of_a_learner(tmp_path):
    from minitorch.viz.formulas import filled, formula_text

    file = tmp_path / "mine.py"
    file.write_text(
        "pair = dict(x=lambda g, y: g + y, y=lambda g, y: g - y)\n\ndef long(g, x):\n    t = g\n    return t\n"
    )
    space = {}
    exec(compile(file.read_text(), str(file), "exec"), space)
    assert formula_text(space["pair"]["x"]) == "g + y"
    assert formula_text(space["pair"]["y"]) == "g - y"
    assert formula_text(space["long"]) == "long(g, x)"
    assert filled("g * y", {"g": np.array(2.0), "y": -1}) == "2.0 * (-1)"
    assert filled("g * y", {"g": np.zeros(9), "y": 1}) is None


# --- large graphs ------------------------------------------------------------------------------------------------------


def chain(n):
    x = y = mt.tensor([1.0], requires_grad=True)
    for _ in range(n):
        y = y + 1
    return x, y


def nodes_in(dot):
    return sum(1 for line in dot.splitlines() if "label=" in line and "->" not in line)


def test_of_many_steps_the_kinds_are_counted():
    x, y = chain(2000)
    drawn = viz.graph(y)
    assert nodes_in(drawn.dot) == 1
    assert "AddBackward0 x 2,000" in words_in(drawn.svg)
    assert repr(drawn) == (
        "graph of 2,000 steps, of which the kinds are counted: more than 80 are too many to draw\n  AddBackward0 x 2,000"
    )
    h = x
    for kind in ("sin", "cos", "exp", "tanh", "relu", "abs", "neg", "sigmoid"):
        for _ in range(11):
            h = getattr(h, kind)()
    assert "and 2 other kinds" in words_in(viz.graph(h).svg) and "SinBackward0 x 11" in repr(viz.graph(h))


def test_one_hundred_thousand_steps():
    x, y = chain(100_000)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        text = repr(viz.graph(y, x=x, names=False))
    finally:
        sys.setrecursionlimit(limit)
    assert "AddBackward0 x 100,000" in text


# --- what a notebook and a file get --------------------------------------------------------------------------------


def test_bundle_and_files(tmp_path):
    x, w, a, b, y = worked_example()
    drawn = viz.graph(y)
    bundle = drawn._repr_mimebundle_()
    assert bundle["text/plain"] == repr(drawn)
    assert '<img class="mt-picture' in bundle["text/html"] and "data:image/svg+xml;base64," in bundle["text/html"]
    assert "<script" not in bundle["text/html"] and 'alt="graph of y' in bundle["text/html"]
    for name in ("g.svg", "g.html", "g.txt"):
        drawn.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    with pytest.raises(ValueError, match="must end in"):
        drawn.save(tmp_path / "g.gif")


def test_the_same_picture_every_time():
    first = viz.graph(worked_example()[-1], names=False)
    second = viz.graph(worked_example()[-1], names=False)
    assert (first.dot, first.svg) == (second.dot, second.svg)


def test_nothing_on_stderr():
    code = (
        "import minitorch as mt\nx = mt.ones(2, requires_grad=True)\nd = mt.viz.graph(x * 2)\n"
        "s = d.svg\nassert 'MulBackward0' in s\nprint('drawn')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("drawn\n", "")


def test_without_graphviz_there_are_words():
    code = (
        "import sys\nsys.modules['graphviz'] = None\nimport minitorch as mt\nx = mt.ones(2, requires_grad=True)\n"
        "d = mt.viz.graph(x * 2)\nprint(d._repr_mimebundle_()['text/plain'])\n"
        "try:\n    d.svg\nexcept ImportError as e:\n    print(e)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "MulBackward0" in done.stdout and done.stdout.count("pip install graphviz") == 2, done.stderr


def test_the_library_does_not_load_pictures():
    code = (
        "import sys, minitorch\n"
        "print([m for m in sys.modules if m.startswith(('minitorch.viz', 'matplotlib', 'graphviz'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("ends_before", ["ops/view/reshape.py", "graph/grad_mode.py", "autograd/engine.py"])
def test_a_package_that_ends_early(tmp_path, ends_before):
    from minitorch.course.syllabus import lessons

    files = [file for lesson in lessons() for file in lesson.present]
    package = pathlib.Path(mt.__file__).parent
    shutil.copytree(package, tmp_path / "minitorch", ignore=shutil.ignore_patterns("__pycache__"))
    for name in files[files.index(ends_before) :]:
        gone = tmp_path / "minitorch" / name
        shutil.rmtree(gone) if gone.is_dir() else gone.unlink(missing_ok=True)
    code = (
        "import minitorch as mt\nmt.viz.broadcast((3, 1), (4,)).svg\n"
        "t = mt.Tensor([1, 2]) if hasattr(mt, 'Tensor') else None\n"
        "if t is not None:\n    mt.viz.memory(t).svg\n    mt.viz.graph(t).svg\nprint(mt.viz.graph is not None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "True\n", done.stderr


def test_a_formula_whose_place_a_short_cut_takes_is_shown_as_it_stands():
    y = mt.ones(2, requires_grad=True).relu()
    assert formula_text(y.grad_fn.functions[0]) == "threshold_backward(g, out)"


def test_a_quicker_formula_is_drawn_as_the_core_s():
    op = next(one for one in ops if one.name == "addmm")
    plain = op.functions["mat2"]
    quick = kernels.quicker(plain, "minitorch.ops.matmul.addmm:addmm.grad[2]")
    assert quick is not plain
    assert formula_text(quick) == formula_text(plain) == "times(mat1.mT @ g, alpha)"
