"""Pictures of memory, of broadcasting, and charts."""

import subprocess
import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import minitorch as mt

viz = mt.viz


def test_memory_of_one_tensor():
    a = mt.arange(6).reshape(2, 3)
    said = "a: shape (2, 3), strides (3, 1), offset 0\n  [0 @0, 1 @1, 2 @2]\n  [3 @3, 4 @4, 5 @5]"
    assert repr(viz.memory(a)) == f"storage of 6 elements: 0 1 2 3 4 5\n  a shows 0 1 2 3 4 5\n{said}"
    xml.fromstring(viz.memory(a).svg)
    with pytest.raises(ValueError, match="too large to draw"):
        viz.memory(mt.zeros(20, 20))
    with pytest.raises(TypeError, match="got list"):
        viz.memory([1, 2])


def test_memory_of_views():
    a = mt.arange(12).reshape(3, 4)
    t = a.T
    c = a[1:, ::2]
    copy = a.clone()
    text = repr(viz.memory(a, t, c, copy))
    assert "storage 1 of 12 elements: 0 1 2 3 4 5 6 7 8 9 10 11" in text
    assert "  t shows 0 4 8 1 5 9 2 6 10 3 7 11" in text
    assert "  c shows 4 6 8 10" in text
    assert "c: shape (2, 2), strides (4, 2), offset 4" in text
    assert "storage 2 of 12 elements" in text  # a copy has its own


def test_memory_agrees_with_strides_and_offsets(torch):
    base = torch.arange(24).reshape(2, 3, 4)
    ours = mt.arange(24).reshape(2, 3, 4)
    for cut in (lambda x: x[1], lambda x: x[:, 1:, ::2], lambda x: x.permute(2, 0, 1), lambda x: x[0, 2].expand(3, 4)):
        theirs, view = cut(base), cut(ours)
        expected = torch.as_strided(base, theirs.shape, theirs.stride(), theirs.storage_offset()).reshape(-1).tolist()
        line = [row for row in repr(viz.memory(ours, view)).splitlines() if "view shows" in row]
        assert [int(place) for place in line[0].split("shows ")[1].split()] == expected


def test_memory_of_an_expanded_view():
    e = mt.tensor([1.0, 2.0])
    wide = e.expand(3, 2)
    assert "wide shows 0 1 0 1 0 1" in repr(viz.memory(e, wide))
    assert "3 times" in viz.memory(e, wide).svg


@pytest.mark.parametrize(
    "shapes",
    [((3, 1), (4,)), ((2, 3), (2, 3)), ((5, 1, 4), (3, 1)), ((), (2,)), ((1,), (1, 1)), ((2, 1), (1, 3), (4, 1, 1))],
)
def test_broadcast_gives_numpys_shape(shapes):
    from minitorch.viz.stretch import meet

    assert meet(shapes)[0] == np.broadcast_shapes(*shapes)
    xml.fromstring(viz.broadcast(*shapes).svg)


def test_broadcast_in_words():
    assert repr(viz.broadcast((3, 1), (4,))) == (
        "a       3  1\nb          4\nresult  3  4\n"
        "dimension -1: 1 and 4 give 4; a is stretched\n"
        "dimension -2: 3 and none give 3; b is stretched"
    )
    wrong = viz.broadcast((2, 3), (2,))
    assert "dimension -1: 3 and 2 do not fit" in repr(wrong)
    assert "they do not fit" in wrong.svg
    row, column = mt.tensor([1.0, 2.0]), mt.tensor([[10.0], [20.0]])
    assert repr(viz.broadcast(row, column)).startswith("row        2\ncolumn  2  1\n")
    with pytest.raises(TypeError, match="two or more"):
        viz.broadcast((3,))


def charts():
    rng = np.random.default_rng(0)
    x = np.linspace(0, 6, 20)
    labels = mt.tensor([0, 1, 2, 2])
    guesses = mt.tensor([0, 1, 1, 2])
    return {
        "training": viz.plot_training(
            {"train_loss": [2, 1, 0.5], "test_loss": [2, 1.2, 0.7], "accuracy": [0.1, 0.6, 0.9]}
        ),
        "rows": viz.plot_training([{"loss": 2.0}, {"loss": 1.0}]),
        "curves": viz.curves(x, sin=np.sin(x), cos=np.cos(x), title="waves"),
        "images": viz.images(mt.zeros(4, 16), labels, guesses),
        "bars": viz.bars({"add": 1.5, "mul": 3}),
        "heatmap": viz.heatmap(mt.tensor(rng.standard_normal((3, 4)))),
        "histogram": viz.histogram(rng.standard_normal(100)),
        "paths": viz.paths(lambda w: w[0] ** 2 + w[1] ** 2, sgd=[[1.0, 0.5], [0.5, 0.2]]),
    }


def test_curves_can_be_drawn_as_dots():
    pytest.importorskip("matplotlib", reason="charts need matplotlib: pip install matplotlib")
    drawn = viz.curves(mt.arange(3), line=[0.0, 1.0, 2.0], targets=[0.5, 1.0, 1.5], dots=["targets"])
    line, targets = drawn.figure.axes[0].get_lines()
    assert (line.get_linestyle(), line.get_marker()) == ("-", "None")
    assert (targets.get_linestyle(), targets.get_marker()) == ("None", ".")
    assert targets.get_ydata().tolist() == [0.5, 1.0, 1.5]


def test_charts():
    pytest.importorskip("matplotlib", reason="charts need matplotlib: pip install matplotlib")
    for name, chart in charts().items():
        bundle, sizes = chart._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "image/png"} and sizes["image/png"]["width"] > 100, name
        assert chart._repr_mimebundle_()[0] == bundle, name  # drawn twice, the same


def test_charts_are_the_same_every_time():
    pytest.importorskip("matplotlib")
    for first, second in zip(charts().values(), charts().values(), strict=True):
        assert first._repr_mimebundle_() == second._repr_mimebundle_()


def test_chart_words_and_files(tmp_path):
    pytest.importorskip("matplotlib")
    found = charts()
    assert "predicted 0 1 1 2" in repr(found["images"])
    assert "train_loss: 3 values, from 2 to 0.5" in repr(found["training"]) or "from 2.0 to 0.5" in repr(
        found["training"]
    )
    for name in ("c.png", "c.svg", "c.pdf", "c.txt"):
        found["bars"].save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 10
    with pytest.raises(ValueError, match="not square"):
        viz.images(mt.zeros(2, 15))
    with pytest.raises(ValueError, match="two-dimensional"):
        viz.heatmap(mt.zeros(3))
    with viz.style():
        import matplotlib

        assert matplotlib.rcParams["image.cmap"] == "cividis"
    assert matplotlib.rcParams["image.cmap"] != "cividis"


def test_without_matplotlib():
    code = (
        "import sys\nsys.modules['matplotlib'] = None\nimport minitorch as mt\n"
        "try:\n    mt.viz.bars({'a': 1})\nexcept ImportError as e:\n    print(e)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pip install matplotlib" in done.stdout, done.stderr


def test_docstrings():
    import doctest
    import importlib

    for name in ("cells", "drawing", "formulas", "show", "stepper", "stretch"):
        module = importlib.import_module(f"minitorch.viz.{name}")
        result = doctest.testmod(module)
        assert result.failed == 0, name
