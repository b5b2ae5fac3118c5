"""torch.jit.trace and _get_trace_graph: the graphs that PyTorch writes, and what runs them gives."""

import re
import warnings

import pytest

import minitorch as mt

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.filterwarnings("ignore:Converting a tensor:Warning")


def models(lib):
    """{name: (module, inputs)}"""
    nn = lib.nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc1, self.act = nn.Linear(4, 8), nn.ReLU()
            self.net = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 2))

        def forward(self, x):
            return self.net(self.act(self.fc1(x))).view(x.shape[0], -1) * 2 + 1

    class Conv(nn.Module):
        def __init__(self):
            super().__init__()
            self.c, self.b, self.p = nn.Conv2d(3, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4), nn.MaxPool2d(2)
            self.q, self.f = nn.AdaptiveAvgPool2d(1), nn.Linear(4, 2)

        def forward(self, x):
            x = self.p(nn.functional.relu(self.b(self.c(x)), inplace=True))
            return self.f(lib.flatten(self.q(x), 1))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1, self.bn1, self.relu = (
                nn.Conv2d(3, 4, 3, 2, 1, bias=False),
                nn.BatchNorm2d(4),
                nn.ReLU(inplace=True),
            )
            self.conv2, self.bn2 = nn.Conv2d(4, 4, 3, 1, 1, bias=False), nn.BatchNorm2d(4)
            self.down = nn.Sequential(nn.Conv2d(3, 4, 1, 2, bias=False), nn.BatchNorm2d(4))

        def forward(self, x):
            out = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
            out += self.down(x)
            return self.relu(out)

    class Words(nn.Module):
        def __init__(self):
            super().__init__()
            self.e, self.l, self.o = nn.Embedding(7, 4), nn.LSTM(4, 5, batch_first=True), nn.Linear(5, 2)

        def forward(self, ids):
            y, (h, c) = self.l(self.e(ids))
            return self.o(y[:, -1]), h

    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(4, 4), nn.Linear(4, 4)
            self.b.weight = self.a.weight

        def forward(self, x):
            return self.a(self.a(x)) + self.b(x) + self.a.weight

    lib.manual_seed(0)
    image, sequence = lib.rand(2, 3, 8, 8), lib.rand(2, 3, 8)
    return {
        "MLP": (Net(), (lib.rand(3, 4),)), "CNN": (Conv(), (image,)), "CNN, eval": (Conv().eval(), (image,)),
        "ResNet block": (Block(), (image,)), "LSTM": (nn.LSTM(8, 5, 2, batch_first=True), (sequence,)),
        "encoder layer": (nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), (sequence,)),
        "words": (Words(), (lib.tensor([[1, 2, 3]]),)), "tied": (Tied(), (lib.rand(4, 4),)),
        "attention": (nn.MultiheadAttention(8, 2), (sequence, lib.rand(4, 3, 8), lib.rand(4, 3, 8))),
    }  # fmt: skip


def lines(graph):
    """A graph's lines: the values numbered as they come, no places in the program, no numbers of classes, no strides of bmm."""
    numbers = {}

    def number(found):
        return f"%{numbers.setdefault(found.group(1), len(numbers))}"

    text = re.sub(r"___torch_mangle_\d+\.| # \S+:\d+:\d+", "", str(graph))
    text = re.sub(r"strides=\S+(?: \d+,?\]?)*\],? ?(?=[^\n]*= aten::bmm)", "", text)
    return re.sub(r"%([\w.]+)", number, text).splitlines()


@pytest.mark.parametrize("name", list(models(mt)))
def test_traced_modules_have_pytorchs_graphs(name):
    found = []
    for lib in (torch, mt):
        module, args = models(lib)[name]
        traced = lib.jit.trace(module, args, check_trace=False)
        graphs = [lines(traced.graph), lines(traced.inlined_graph), lines(lib.jit._get_trace_graph(module, args)[0])]
        for path, one in traced.named_modules():
            if path and any(
                [kind == "prim::CallMethod" for kind in map(str, [n.kind() for n in traced.graph.nodes()])]
            ):
                try:
                    graphs.append([path, *lines(one.graph)])
                except (AttributeError, RuntimeError):
                    graphs.append([path, "was not called"])
        found.append((repr(traced), type(traced).__name__, graphs))
    assert found[0] == found[1]


def test_nodes_and_values_answer_as_pytorchs_do():
    found = []
    for lib in (torch, mt):
        module, args = models(lib)["MLP"]
        graph = lib.jit.trace(module, args, check_trace=False).inlined_graph
        seen = []
        for node in graph.nodes():
            out = node.output()
            kind = out.type()
            sizes = kind.sizes() if out.isCompleteTensor() else None
            seen.append(
                (
                    node.kind(),
                    node.scopeName(),
                    out.debugName(),
                    re.sub(r"___torch_mangle_\d+\.", "", str(kind)),
                    kind.kind(),
                    sizes,
                )
            )
            seen.append(
                (node.inputsSize(), node.outputsSize(), node.attributeNames(), [x.debugName() for x in node.inputs()])
            )
            seen.append((node.kindOf("value"), node.mustBeNone()) if node.hasAttribute("value") else len(out.uses()))
            if kind.kind() in ("IntType", "FloatType", "BoolType"):
                seen.append(out.toIValue())
        found.append((seen, [x.debugName() for x in graph.inputs()], len(graph.findAllNodes("aten::linear"))))
        found[-1] += (str(next(n for n in graph.nodes() if n.kind() == "aten::add").schema()),)
    assert [x for x in found[0][0] if isinstance(x, tuple)][:4] == [x for x in found[1][0] if isinstance(x, tuple)][:4]
    assert re.sub(r"'\d+'", "n", str(found[0])) == re.sub(r"'\d+'", "n", str(found[1]))


def test_a_trace_is_the_same_once_autocast_was_used():
    codes = []
    for _ in range(2):
        module, args = models(mt)["MLP"]
        codes.append([one.code for _, one in mt.jit.trace(module, args, check_trace=False).named_modules()])
        with mt.autocast("cpu"):  # from now on other functions stand in front of those that it converts for
            module(*args)
    assert codes[0] == codes[1]


@pytest.mark.parametrize("name", ["MLP", "CNN", "tied"])
def test_the_code_of_a_trace_is_pytorchs(name):
    found = []
    for lib in (torch, mt):
        module, args = models(lib)[name]
        traced = lib.jit.trace(module, args, check_trace=False)
        found.append([one.code for _, one in traced.named_modules()])
        found[-1].append({key: x.tolist() for key, x in traced.code_with_constants[1].items()} if lib is mt else None)
    assert found[0][:-1] == found[1][:-1]
    if name == "MLP":
        assert found[1][-1] == {"c0": 2, "c1": 1}


@pytest.mark.parametrize("name", list(models(mt)))
def test_a_graph_gives_what_the_module_gives(name):
    module, args = models(mt)[name]
    traced = mt.jit.trace(module.eval(), args)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made, wanted = traced(*args), module(*args)
    pairs = zip(mt.utils._pytree.tree_leaves(made), mt.utils._pytree.tree_leaves(wanted), strict=True)
    assert all([mt.allclose(x, y) for x, y in pairs])
    assert list(traced.state_dict()) == list(module.state_dict())
    shared = zip(traced.parameters(), module.parameters(), strict=True)
    assert all([x is y for x, y in shared])
    assert "forward" not in module.__dict__ and not any(["forward" in one.__dict__ for one in module.modules()])


def test_what_a_traced_function_has_recorded_is_what_runs():
    def branching(x):
        return x + 1 if x.sum() > 0 else x - 1

    with pytest.warns(mt.jit.TracerWarning, match="Converting a tensor to a Python boolean"):
        traced = mt.jit.trace(branching, mt.ones(2))
    assert traced(-mt.ones(2)).tolist() == [0, 0]
    assert isinstance(traced, mt.jit.ScriptFunction)
    sized = mt.jit.trace(lambda x: x.reshape(x.size(0) * x.size(1), -1), mt.ones(2, 3))
    assert sized(mt.ones(4, 5)).shape == (20, 1)
    weight = mt.ones(2, requires_grad=True)
    scaled = mt.jit.trace(lambda x, w: (x * w).sum(), (mt.ones(2), weight))
    scaled(mt.tensor([3.0, 4.0]), weight).backward()
    assert weight.grad.tolist() == [3, 4]


def test_what_cannot_be_traced_says_so():
    with pytest.raises(RuntimeError, match="Encountering a list at the output of the tracer"):
        mt.jit.trace(lambda x: [x, x + 1], mt.ones(2))
    assert mt.jit.trace(lambda x: {"a": x + 1}, mt.ones(2), strict=False)(mt.ones(1))["a"].item() == 2
    with pytest.raises(RuntimeError, match="Only tensors, lists, tuples of tensors"):
        mt.jit.trace(lambda x: 3, mt.ones(2))
    outside = mt.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="Cannot insert a Tensor that requires grad as a constant"):
        mt.jit.trace(lambda x: x * outside, mt.ones(2))
    with pytest.raises(RuntimeError, match="cannot be traced"):
        mt.jit.trace(lambda x, n: x * n, (mt.ones(2), "three"))
    assert not mt.jit.is_tracing()


def test_pytorch_jit_0_leaves_functions_as_they_are(monkeypatch):
    monkeypatch.setenv("PYTORCH_JIT", "0")
    layer = mt.nn.Linear(2, 2)
    assert mt.jit.trace(layer, mt.ones(1, 2)) is layer


def test_tools_name_the_scopes_themselves():
    def scopes(lib):
        module, args = models(lib)["MLP"]

        def push(one, inputs):
            state = lib._C._get_tracing_state()
            if state:
                state.push_scope(names[one])

        def pop(one, inputs, out):
            state = lib._C._get_tracing_state()
            if state:
                state.pop_scope()

        names = {one: name for name, one in module.named_modules()}
        handles = [h for one in names for h in (one.register_forward_pre_hook(push), one.register_forward_hook(pop))]
        graph, _ = lib.jit._get_trace_graph(module, args)
        [handle.remove() for handle in handles]
        return [(node.kind(), node.scopeName()) for node in graph.nodes()]

    assert scopes(torch) == scopes(mt)
    assert mt._C._get_tracing_state() is None and not mt._C._is_tracing()


def test_what_makes_tensors_is_in_the_code_as_pytorch_writes_it():
    for make in ["arange(3)", "arange(x.shape[0])", "full((3,), 2.0)", "zeros(3)", "ones(x.shape[0])", "randperm(3)", "eye(3)",
                 "linspace(0, 1, 3)", "arange(0, 3, 1, dtype=torch.float)", "full_like(x, 2)", "rand(3)", "ones_like(x)"]:  # fmt: skip
        codes = []
        for lib in (torch, mt):
            function = eval(f"lambda x: x + torch.{make}", {"torch": lib, "__name__": "__main__"})
            codes.append(lib.jit.trace(function, lib.ones(3), check_trace=False).code)
        assert codes[0] == codes[1], make
    assert mt.jit.TopLevelTracedModule.__mro__[1] is mt.jit.TracedModule and mt.jit.RecursiveScriptModule
    with pytest.raises(AttributeError):
        mt.jit.nothing  # noqa: B018
