"""save and load: PyTorch's files open here, and ours open there."""

import io
import os
import pathlib
import pickle
import subprocess
import sys
import zipfile
from collections import Counter, OrderedDict

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import UnpicklingError, archive

KINDS = [kind.name for kind in mt.dtypes.ALL]


def written(m, obj):
    f = io.BytesIO()
    m.save(obj, f)
    return f.getvalue()


def read(m, content):
    return m.load(io.BytesIO(content))


def plain(obj):
    """An object of either library as plain values that can be compared: kinds of things, dtypes, shapes, numbers."""
    if hasattr(obj, "detach"):
        extra = sorted((name, plain(value)) for name, value in vars(obj).items() if name != "_is_buffer")
        name = str(obj.dtype).rpartition(".")[2]
        numbers = [str(x) for x in np.ravel(obj.detach().tolist())]
        kind = "Parameter" if type(obj).__name__ == "Parameter" else "Tensor"
        return kind, name, tuple(obj.shape), tuple(obj.stride()), obj.requires_grad, numbers, extra
    if isinstance(obj, dict):
        more = plain(vars(obj)) if type(obj) is OrderedDict and vars(obj) else None
        return type(obj).__name__, [(plain(key), plain(value)) for key, value in obj.items()], more
    if isinstance(obj, set | frozenset):
        return type(obj).__name__, sorted(str(plain(one)) for one in obj)
    if isinstance(obj, list | tuple):
        return type(obj).__name__, [plain(one) for one in obj]
    return type(obj).__name__, str(obj).replace("minitorch", "torch")


def parameter_with_state(m):
    p = m.nn.Parameter(m.ones(2), requires_grad=False)
    p.group = ["a", 1]
    return p


def tensor_with_state(m):
    x = m.ones(2)
    x.note = {"made": "by hand"}
    return x


def state_dict(m):
    found = OrderedDict([("weight", m.ones(2, 3)), ("bias", m.zeros(2)), ("steps", m.tensor(7))])
    found._metadata = OrderedDict([("", {"version": 1}), ("0", {"version": 2})])
    return found


OBJECTS = {
    "zero-dim": lambda m: m.tensor(2.5),
    "empty": lambda m: m.zeros(0),
    "empty matrix": lambda m: m.zeros(0, 3),
    "four dims": lambda m: m.arange(120).reshape(2, 3, 4, 5),
    "nan and inf": lambda m: m.tensor([float("nan"), float("inf"), -0.0]),
    "transposed": lambda m: m.arange(6.0).reshape(2, 3).t(),
    "every second": lambda m: m.arange(10)[1::2],
    "expanded": lambda m: m.ones(1, 3).expand(4, 3),
    "permuted": lambda m: m.arange(24.0).reshape(2, 3, 4).permute(2, 0, 1),
    "strided": lambda m: m.arange(9.0).as_strided((2, 2), (3, 1), 2),
    "requires grad": lambda m: m.ones(2, requires_grad=True),
    "not a leaf": lambda m: m.ones(2, requires_grad=True) * 2,
    "parameter": lambda m: m.nn.Parameter(m.ones(2, 2)),
    "frozen parameter": lambda m: m.nn.Parameter(m.tensor([1, 2]), requires_grad=False),
    "parameter with state": parameter_with_state,
    "tensor with state": tensor_with_state,
    "buffer": lambda m: m.nn.Buffer(m.ones(2)),
    "parameter of a view": lambda m: m.nn.Parameter(m.arange(6.0).reshape(2, 3)[1]),
    "views of one": lambda m: (lambda x: [x, x[1:], x.t(), x.view(-1)[::5]])(m.arange(6.0).reshape(2, 3)),
    "state dict": state_dict,
    "numbers": lambda m: [0, 1, 255, 256, 65536, -1, 2**31, -(2**31), -(2**31) - 1, 2**70, 0.1, -0.0, 1e300, 3 + 4j],
    "truths": lambda m: [True, False, None],
    "text": lambda m: ["", "a", "naïve ☃ 𝄞", "\ud800", "a"],
    "bytes": lambda m: [b"", b"abc", bytes(range(256)), bytearray(b"\x00\xff"), bytearray()],
    "tuples": lambda m: [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), ((), ((),))],
    "sets": lambda m: [set(), {1, "a", (2, 3)}],
    "dicts": lambda m: [{}, {1: 2}, {"a": {"b": {}}, (1, 2): [3], None: 0, 2.5: 1}],
    "ordered": lambda m: [OrderedDict(), OrderedDict([("z", 1), ("a", 2)])],
    "counter": lambda m: Counter("abca"),
    "dtypes": lambda m: [getattr(m, name) for name in KINDS],
    "size": lambda m: [m.zeros(2, 3).shape, m.zeros(()).shape],
    "devices": lambda m: [m.device("cpu"), m.device("cuda"), m.device("cuda", 1)],
    "checkpoint": lambda m: {
        "model": state_dict(m), "epoch": 3, "best": None,
        "optimizer": {"state": {0: {"step": m.tensor(4.0), "exp_avg": m.ones(2, 3)}}, "param_groups": [{"params": [0, 1]}]},
    },
    **{f"of {name}": lambda m, name=name: m.tensor([[0, 1], [1, 0]], dtype=getattr(m, name)) for name in KINDS},
}  # fmt: skip


@pytest.mark.parametrize("name", OBJECTS)
def test_round_trips(torch, name):
    mine, theirs = OBJECTS[name](mt), OBJECTS[name](torch)
    expected = plain(theirs)
    assert plain(mine) == expected
    ours, pytorchs = written(mt, mine), written(torch, theirs)
    assert plain(read(mt, ours)) == expected, "our file, read here"
    assert plain(read(torch, ours)) == expected, "our file, read by PyTorch"
    assert plain(read(mt, pytorchs)) == expected, "PyTorch's file, read here"


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_other_protocols(torch, protocol):
    obj = [
        state_dict(torch),
        {1, 2},
        frozenset((1,)),
        b"ab",
        bytearray(b"c"),
        "x" * 300,
        2**3000,
        1j,
        -5,
        torch.float16,
        {1: 2},
    ]
    f = io.BytesIO()
    torch.save(obj, f, pickle_protocol=protocol)
    assert plain(read(mt, f.getvalue())) == plain(obj)


def tied(nn):
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
    model[2].weight = model[0].weight
    return model


def named(nn):
    class Named(nn.Module):
        def __init__(self):
            super().__init__()
            self.branches = nn.ModuleDict({"left": nn.Linear(3, 2), "right": nn.Linear(3, 2, bias=False)})
            self.scales = nn.ParameterList([nn.Parameter(self.branches["left"].weight.detach()[0] * k) for k in (1, 2)])
            self.offset = nn.Buffer(self.branches["left"].weight.detach()[:, 0] + 1)

        def forward(self, x):
            return self.branches["left"](x * self.scales[0]) + self.branches["right"](x * self.scales[1]) + self.offset

    return Named()


def words(nn):
    class Words(nn.Module):
        def __init__(self):
            super().__init__()
            self.rows = nn.Embedding(5, 2, padding_idx=0)
            self.norm = nn.LayerNorm(2, bias=False)

        def forward(self, x):
            return self.norm(self.rows(x.long()))

    return Words()


BOTH_HAVE = {  # called with ones of shape [4, 3]
    "linear": lambda nn: nn.Linear(3, 2),
    "perceptron": lambda nn: nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 1)),
    "tied": tied,
    "named parts": named,
    "list": lambda nn: nn.Sequential(*nn.ModuleList([nn.Linear(3, 3) for _ in range(12)])),
    "batch norm": lambda nn: nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.PReLU(4), nn.Dropout(0.1)).eval(),
    "convolution": lambda nn: nn.Sequential(
        nn.Unflatten(1, (1, 1, 3)), nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm2d(2), nn.ConvTranspose2d(2, 1, 3)
    ).eval(),
    "separable convolution": lambda nn: nn.Sequential(nn.Conv1d(4, 4, 3, groups=4), nn.Conv1d(4, 8, 1)),
    "words": words,
    "float64": lambda nn: nn.Sequential(nn.Linear(3, 2), nn.GELU()).double(),
    "float16": lambda nn: nn.Linear(3, 2).half(),
    "bfloat16": lambda nn: nn.Linear(3, 2).bfloat16(),
}
ONLY_PYTORCH_HAS = {
    "lstm": lambda nn: nn.LSTM(2, 3, 2, bidirectional=True),
    "gru": lambda nn: nn.GRU(2, 3),
    "cell": lambda nn: nn.RNNCell(2, 3),
    "transformer": lambda nn: nn.Transformer(4, 2, 1, 1, 8),
    "attention": lambda nn: nn.MultiheadAttention(4, 2, kdim=3, vdim=5),
    "norms": lambda nn: nn.Sequential(nn.LayerNorm(4), nn.GroupNorm(2, 4), nn.InstanceNorm1d(4, True, True)),
    "weight norm": lambda nn: nn.utils.parametrizations.weight_norm(nn.Linear(2, 2)),
    "spectral norm": lambda nn: nn.utils.parametrizations.spectral_norm(nn.Linear(2, 2)),
    "bilinear": lambda nn: nn.Bilinear(2, 3, 4),
}


@pytest.mark.parametrize(
    "model", [*BOTH_HAVE.values(), *ONLY_PYTORCH_HAS.values()], ids=[*BOTH_HAVE, *ONLY_PYTORCH_HAS]
)
def test_states_of_models_go_both_ways(torch, model):
    state = model(torch.nn).state_dict()
    here = read(mt, written(torch, state))
    assert plain(here) == plain(state)
    assert here._metadata == state._metadata
    back = read(torch, written(mt, here))
    assert plain(back) == plain(state)
    model(torch.nn).load_state_dict(back)


@pytest.mark.parametrize("model", BOTH_HAVE.values(), ids=BOTH_HAVE)
def test_a_model_goes_on_in_the_other_library(torch, model):
    theirs, ours, fresh = model(torch.nn), model(mt.nn), model(torch.nn)
    assert str(ours.load_state_dict(read(mt, written(torch, theirs.state_dict())))) == "<All keys matched successfully>"
    fresh.load_state_dict(read(torch, written(mt, ours.state_dict())))
    dtype = next(theirs.parameters()).dtype
    x, y = torch.ones(4, 3, dtype=dtype), mt.ones(4, 3, dtype=getattr(mt, str(dtype).removeprefix("torch.")))
    assert torch.equal(fresh(x), theirs(x))
    difference = np.abs(ours(y).detach().double().numpy() - theirs(x).detach().double().numpy())
    assert difference.max() <= 4 * torch.finfo(dtype).eps


def test_states_of_optimizers_go_both_ways(torch):
    model = tied(torch.nn)
    found = read(mt, written(torch, model.state_dict()))
    assert found["0.weight"].data_ptr() == found["2.weight"].data_ptr() != found["0.bias"].data_ptr()
    for make in (torch.optim.Adam, torch.optim.SGD, torch.optim.LBFGS):
        optimizer = make(model.parameters(), lr=0.1)
        model(torch.ones(1, 3)).sum().backward()
        optimizer.step(lambda: model(torch.ones(1, 3)).sum())
        assert plain(read(mt, written(torch, optimizer.state_dict()))) == plain(optimizer.state_dict())
    schedule = torch.optim.lr_scheduler.MultiStepLR(optimizer, [2, 2, 5])
    assert plain(read(mt, written(torch, schedule.state_dict()))) == plain(schedule.state_dict())


# --- sharing ---------------------------------------------------------------------------------------------------------------


def shared(m):
    x = m.arange(6.0).reshape(2, 3)
    z = m.tensor([1 + 2j, 3 + 4j])
    w = m.nn.Parameter(m.ones(2))
    return {"x": x, "again": x, "row": x[1], "t": x.t(), "data": x.detach(), "z": z, "w": w, "tied": w, "wdata": w.data}


@pytest.mark.parametrize(("writer", "reader"), [("mt", "mt"), ("mt", "torch"), ("torch", "mt")])
def test_what_shared_memory_shares_it_again(torch, writer, reader):
    m = {"mt": mt, "torch": torch}
    content = written(m[writer], shared(m[writer]))
    stored = [name for name in zipfile.ZipFile(io.BytesIO(content)).namelist() if "/data/" in name]
    assert len(stored) == 3
    found = read(m[reader], content)
    assert found["x"] is found["again"] and found["w"] is found["tied"]
    found["x"].zero_()
    assert not found["row"].any() and not found["t"].any() and not found["data"].any()
    found["wdata"].fill_(5.0)
    assert found["w"].tolist() == [5.0, 5.0]


def test_two_kinds_of_numbers_in_one_memory(torch):
    z = mt.tensor([1 + 2j, 3 + 4j])
    for m in (mt, torch):
        whole, part = read(m, written(mt, [z, z.imag]))
        part += 1
        assert whole.tolist() == [1 + 3j, 3 + 5j]
    assert read(mt, written(torch, torch.tensor([1 + 2j, 3 + 4j]).imag)).tolist() == [2, 4]


def test_memory_of_its_own_for_what_pytorch_cannot_say(torch):
    flipped = mt.tensor([0.0])
    flipped._array = np.arange(3, dtype="float32")[::-1]
    odd = mt.tensor([0.0])
    odd._array = np.frombuffer(bytes(13), "uint8")[1:13].view("float32")
    for m in (mt, torch):
        assert [x.tolist() for x in read(m, written(mt, [flipped, odd]))] == [[2, 1, 0], [0, 0, 0]]


def test_conjugates_that_pytorch_puts_off(torch):
    z = torch.tensor([1 + 2j, 3 - 4j])
    found = read(mt, written(torch, [z, z.conj(), z.clone().conj()[1:]]))
    assert [x.tolist() for x in found] == [[1 + 2j, 3 - 4j], [1 - 2j, 3 + 4j], [3 + 4j]]
    assert read(mt, written(torch, z.conj().imag)).tolist() == [-2.0, 4.0]


def test_the_same_object_is_loaded_once():
    inner, loop = [1], []
    loop.append(loop)
    pair = (1, [])
    pair[1].append(pair)
    first, second, again = read(mt, written(mt, [inner, inner, loop]))
    assert first is second and again[0] is again
    back = mt.load(io.BytesIO(written(mt, pair)), weights_only=False)
    assert back[1][0] is back


def test_a_loaded_tensor_is_saved_alone(tmp_path):
    path = tmp_path / "a.pt"
    mt.save([mt.ones(1000), mt.ones(2)], path)
    for mmap in (False, True):
        small = mt.load(path, mmap=mmap)[1]
        assert len(written(mt, small)) < 3000
        small += 1
        assert small.as_strided((2,), (1,)).tolist() == [2, 2]


# --- devices and files -------------------------------------------------------------------------------------------------------


def on_gpu(torch):
    """A file whose storage says it was on a GPU."""
    content = zipfile.ZipFile(io.BytesIO(written(torch, torch.ones(2))))
    f = io.BytesIO()
    with zipfile.ZipFile(f, "w") as z:
        for one in content.namelist():
            z.writestr(one, content.read(one).replace(b"X\3\0\0\0cpu", b"X\6\0\0\0cuda:0"))
    return f.getvalue()


def test_map_location(torch):
    content, asked = on_gpu(torch), []
    places = ["cpu", mt.device("cpu"), {"cuda:0": "cpu"}, lambda storage, where: asked.append(where) or storage]
    to_cpu = mt.serialization.default_restore_location  # what fairseq's programs call
    for place in (*places, lambda storage, where: storage.cpu(), lambda storage, where: to_cpu(storage, "cpu")):
        assert mt.load(io.BytesIO(content), place).tolist() == [1, 1]
    assert asked == ["cuda:0"]
    if not mt.cuda.is_available():
        with pytest.raises(RuntimeError, match="CUDA device but minitorch.cuda.is_available.*map_location='cpu'"):
            read(mt, content)
        with pytest.raises(RuntimeError, match="CUDA device but minitorch.cuda.is_available"):
            mt.load(io.BytesIO(written(mt, mt.ones(2))), "cuda")
    with pytest.raises(RuntimeError, match="don't know how to restore data location.*'mps'"):
        mt.load(io.BytesIO(content), {"cuda:0": "mps"})


@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_an_interrupted_save_leaves_the_old_file(tmp_path, monkeypatch, error):
    path = tmp_path / "a.pt"
    mt.save("old", path)
    os.chmod(path, 0o640)

    def stop(*_):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(archive.os, "fsync", stop)
        with pytest.raises(type(error)):
            mt.save("new", path)
    assert mt.load(path) == "old" and os.listdir(tmp_path) == ["a.pt"]
    with pytest.raises(TypeError):
        mt.save((n for n in ()), path)
    assert mt.load(path) == "old"
    link = tmp_path / "link.pt"
    link.symlink_to(path)
    mt.save("new", link)
    assert mt.load(path) == "new" and link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a.pt", "link.pt"]


def test_paths_and_files(tmp_path):
    for path in (tmp_path / "a.pt", str(tmp_path / "b.pt"), os.fsencode(tmp_path / "c.pt")):
        mt.save(1, path)
        assert mt.load(path) == 1
    with open(tmp_path / "d.pt", "w+b", buffering=0) as f:
        mt.save([1, mt.ones(3)], f)
        assert mt.load(f)[0] == 1
    with pytest.raises(RuntimeError, match="Parent directory .* does not exist"):
        mt.save(1, tmp_path / "no" / "a.pt")
    with pytest.raises(FileNotFoundError):
        mt.load(tmp_path / "no.pt")
    with pytest.raises(AttributeError, match="'write' attribute"):
        mt.save(1, 5)
    with pytest.raises(AttributeError, match="seekable"):
        mt.load(iter([]))
    mt.save(1, "/dev/null")
    assert not pathlib.Path("/dev/null").is_file()


def test_storages_start_at_multiples_of_64_and_the_file_is_a_zip(torch):
    obj = [mt.ones(n) for n in (1, 17, 0, 100)]
    content = written(mt, obj)
    z = zipfile.ZipFile(io.BytesIO(content))
    assert z.testzip() is None
    for one in z.infolist():
        start = one.header_offset + 30 + sum(content[one.header_offset + n] for n in (26, 28))
        assert start % 64 == 0 and one.compress_type == 0
    assert plain(read(torch, content)) == plain(read(mt, content)) == plain(obj)


@pytest.mark.parametrize(
    ("obj", "error", "words"),
    [
        ({"a": [1, {"f": sys.stdout}]}, TypeError, "cannot pickle '.*' object"),
        ([lambda: 0], (AttributeError, pickle.PicklingError), "Can't pickle"),
        ((n for n in ()), TypeError, "cannot pickle 'generator' object"),
    ],
)
def test_what_cannot_be_saved(tmp_path, obj, error, words):
    with pytest.raises(error, match=words):
        mt.save(obj, tmp_path / "a.pt")
    assert os.listdir(tmp_path) == []


def test_importing_the_library_does_not_import_this():
    check = "import sys, minitorch; print([m for m in ('zipfile', 'json', 'minitorch.nn') if m in sys.modules])"
    code = f"{check}; minitorch.save; minitorch.load; minitorch.serialization"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_error_is_pickles_and_a_runtime_error():
    assert issubclass(UnpicklingError, pickle.UnpicklingError) and issubclass(UnpicklingError, RuntimeError)
