"""torch.jit.save and load: files that PyTorch reads, and PyTorch's files, of traced modules and of scripted ones."""

import io
import os
import zipfile

import numpy as np
import pytest

import minitorch as mt

from .test_traced import models

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.filterwarnings("ignore:Converting a tensor:Warning", "ignore:.*torch.jit:DeprecationWarning")


def pair(name):
    """(PyTorch's module and inputs, ours) with the same numbers, both in eval mode."""
    (theirs, _), (ours, args) = models(torch)[name], models(mt)[name]
    ours.load_state_dict({key: mt.from_numpy(x.numpy().copy()) for key, x in theirs.state_dict().items()})
    return (theirs.eval(), tuple([torch.from_numpy(x.numpy()) for x in args])), (ours.eval(), args)


def written(lib, module):
    file = io.BytesIO()
    lib.jit.save(module, file)
    file.seek(0)
    return file


def numbers(out):
    """The tensors in a result, as arrays."""
    if isinstance(out, (tuple, list)):
        return [x for one in out for x in numbers(one)]
    return [] if out is None else [out.detach().numpy()]


def close(a, b):
    a, b = numbers(a), numbers(b)
    return len(a) == len(b) and all([np.allclose(x, y, atol=1e-5) for x, y in zip(a, b, strict=True)])


@pytest.mark.parametrize("name", list(models(mt)))
def test_pytorch_loads_what_was_traced_here(name):
    (theirs, their_args), (ours, args) = pair(name)
    traced = mt.jit.trace(ours, args, check_trace=False)
    back = torch.jit.load(written(mt, traced))
    assert close(back(*their_args), theirs(*their_args))
    again = mt.jit.load(written(mt, traced))
    assert close(again(*args), ours(*args)) and again.code.splitlines()[0] == traced.code.splitlines()[0]
    assert {key: x.tolist() for key, x in again.state_dict().items()} == {
        key: x.tolist() for key, x in ours.state_dict().items()
    }


@pytest.mark.parametrize("name", list(models(mt)))
@pytest.mark.parametrize("how", ["trace", "script"])
def test_what_pytorch_wrote_runs_here(name, how):
    (theirs, their_args), (_, args) = pair(name)
    if how == "script" and name == "LSTM":
        pytest.skip("it has two methods forward, and PyTorch itself calls none of them")
    with torch.no_grad():
        made = torch.jit.trace(theirs, their_args, check_trace=False) if how == "trace" else torch.jit.script(theirs)
    back = mt.jit.load(written(torch, made))
    wanted = made(*their_args)
    assert close(back(*args), wanted)
    assert repr(back) == repr(torch.jit.load(written(torch, made)))
    assert close(torch.jit.load(written(mt, back))(*their_args), wanted)  # written once more


class Branching(torch.nn.Module):
    """What the script compiler knows: loops, branches, lists, dictionaries, texts, tuples."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)])
        self.scale, self.k = 0.5, 3

    def forward(self, x, y: torch.Tensor | None = None, n: int = 2):
        for layer in self.layers:
            x = torch.relu(layer(x))
        if y is not None:
            x = x + y
        elif x.sum() > 100:
            x = x - self.scale
        out: list[torch.Tensor] = []
        for i in range(n):
            out.append(x * i + self.k)
            if i > 5:
                break
        i = 0
        while i < 3 and x.dim() > 0:
            i += 1
        assert x.size(0) > 1, f"only {x.size(0)} rows"
        z = torch.stack(out)[:, 0:1, None]
        return (
            {"z": z, "w": x.view(x.shape[0], -1).softmax(dim=1)},
            [o.sum() for o in out],
            (len(out), -i // 2, float(i) / 2),
        )

    @torch.jit.export
    def doubled(self, x):
        return x * 2


def test_branches_and_loops_of_scripted_code():
    made = torch.jit.script(Branching())
    back, x = mt.jit.load(written(torch, made)), np.random.default_rng(0).random((3, 4), np.float32)
    for more in [{}, {"n": 4}, {"y": np.ones((3, 4), np.float32), "n": 9}]:
        theirs, ours = [
            run(lib.from_numpy(x), **{key: lib.from_numpy(v) if key == "y" else v for key, v in more.items()})
            for lib, run in ((torch, made), (mt, back))
        ]
        assert close(list(theirs[0].values()), list(ours[0].values())) and close(theirs[1], ours[1])
        assert theirs[2] == ours[2]
    assert back.doubled(mt.ones(2)).tolist() == [2, 2]
    with pytest.raises(mt.jit.Error, match="AssertionError: only 1 rows"):
        back(mt.ones(1, 4))
    with pytest.raises(RuntimeError, match="missing value for argument 'x'"):
        back()
    loss = back(mt.from_numpy(x))[0]["z"].sum()
    loss.backward()
    assert all([p.grad is not None for p in back.parameters()])


def test_functions_and_extra_files():
    @torch.jit.script
    def grown(x, k: int):
        return torch.nn.functional.interpolate(x, scale_factor=2.0) + k

    assert mt.jit.load(written(torch, grown))(mt.ones(1, 1, 2), 3).tolist() == [[[4, 4, 4, 4]]]
    file, kept = io.BytesIO(), {"note.txt": ""}
    mt.jit.save(mt.jit.trace(lambda a, b: (a + b, b), (mt.ones(2), mt.ones(2))), file, {"note.txt": "hi"})
    for lib in (torch, mt):
        file.seek(0)
        back = lib.jit.load(file, _extra_files=kept)
        assert kept["note.txt"] in ("hi", b"hi") and back(lib.ones(2), lib.ones(2))[0].tolist() == [2, 2]


def test_a_path_is_written_and_read(tmp_path):
    traced = mt.jit.trace(mt.nn.Linear(2, 2), mt.ones(1, 2))
    traced.save(tmp_path / "net.pt")
    assert close(mt.jit.load(tmp_path / "net.pt")(mt.ones(1, 2)), traced(mt.ones(1, 2)))
    with pytest.raises(AttributeError, match="trace it first"):
        mt.jit.save(mt.nn.Linear(2, 2), tmp_path / "other.pt")
    mt.save({"a": 1}, tmp_path / "data.pt")
    with pytest.raises(RuntimeError, match="torch.save"):
        mt.jit.load(tmp_path / "data.pt")


def with_code(text):
    """A file whose module has this body of forward(self, x)."""
    file, changed = written(mt, mt.jit.trace(mt.nn.ReLU(), mt.ones(2))), io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(
                name, content.replace(b"return torch.relu(input)", text.encode()) if name.endswith(".py") else content
            )
    changed.seek(0)
    return changed


@pytest.mark.parametrize(
    "text",
    [
        '__import__("os").mkdir("made")', 'open("made", "w")', "return input.__class__", "return (lambda: 1)()", "import os",
        'return torch.load("made")', "return torch._utils", "return self.__dict__", 'return eval("1")', "return input.numpy()",
        "return [x for x in input]", "return ops.prim.PythonOp(input)", "return self.forward.__globals__", "del input",
        'return getattr(self, "__class__")', "return CONSTANTS.c7", "raise input", "return __torch__.os.system(input)",
    ],
)  # fmt: skip
def test_code_that_is_no_torchscript_does_not_run(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = mt.jit.load(with_code(text))
    with pytest.raises((RuntimeError, AttributeError)):
        module(mt.ones(2))
    assert not os.listdir(tmp_path)


def test_texts_are_filled_in_and_no_more():
    assert mt.jit.load(with_code('return torch.format("{} {0.__class__} {}", 1, 2)'))(mt.ones(1)) == "1 {0.__class__} 2"
    endless = mt.jit.load(with_code("while True:\n      pass"))
    from minitorch.jit import language

    language.STEPS, before = 1000, language.STEPS
    try:
        with pytest.raises(RuntimeError, match="not at its end"):
            endless(mt.ones(1))
    finally:
        language.STEPS = before
