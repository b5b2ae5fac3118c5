"""fx: graphs that are made and changed by hand, and modules that are made of them, as in PyTorch."""

import contextlib
import copy
import io
import operator
import pickle
import re
import sys
import warnings

import pytest

import minitorch as mt

from ..both import programs, said, same
from .test_tracing import filled, module, numbers


def built(torch):
    """A graph of two parameters, a relu of the first, and its result; the four nodes with it."""
    graph = torch.fx.Graph()
    x, y = graph.placeholder("x"), graph.placeholder("y")
    relu = graph.call_function(torch.relu, (x,))
    return graph, x, y, relu, graph.output(relu)


def coded(torch, graph, root=None):
    return torch.fx.GraphModule(root or torch.nn.Module(), graph).code


def net(torch):
    """A traced module with modules, parameters and a buffer inside of modules."""
    nn = torch.nn

    class Inner(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.param = nn.Conv2d(1, 2, 3), nn.Parameter(numbers(torch, 2, 3))

        def forward(self, x):
            return self.conv(torch.cat([self.param, x]))

    class Outer(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear, self.inner, self.param = nn.Linear(3, 2), Inner(), nn.Parameter(numbers(torch, 2, 3))
            self.register_buffer("buf", numbers(torch, 2, 3))

        def forward(self, x):
            return self.linear(torch.cat([self.buf, self.inner(x)])) + self.param

    return torch.fx.symbolic_trace(filled(torch, Outer()))


# --- nodes -------------------------------------------------------------------------------------------------------------------


def arguments_of_a_node(torch):
    graph, x, y, relu, out = built(torch)
    with graph.inserting_before(relu):
        neg = graph.call_function(torch.neg, (x,))
    found = []
    for change in [
        lambda: relu.replace_input_with(x, y), lambda: setattr(relu, "args", (neg,)), lambda: relu.update_arg(0, y),
        lambda: relu.insert_arg(0, x), lambda: setattr(relu, "kwargs", {"a": x, "b": [neg, slice(None, y)]}),
        lambda: relu.update_kwarg("a", y), lambda: relu.update_kwarg("z", 3), lambda: relu.insert_arg(9, x),
        lambda: relu.kwargs.pop("a"), lambda: relu.kwargs["b"].append(3), lambda: relu.kwargs["b"].__setitem__(0, 1),
    ]:  # fmt: skip
        found += [said(change), str(graph), relu.all_input_nodes, list(x.users), list(y.users), list(neg.users)]
    return found, type(relu.kwargs).__name__, type(relu.kwargs["b"]).__name__


def places_of_nodes(torch):
    graph, x, y, relu, out = built(torch)
    neg = graph.call_function(torch.neg, (x,))
    relu.args = (neg,)
    wrong = said(graph.lint)
    relu.prepend(neg)
    graph.lint()
    relu.prepend(relu)
    x.append(relu)
    order = (
        [node.name for node in graph.nodes],
        [node.name for node in reversed(graph.nodes)],
        x.next.name,
        neg.prev.name,
    )
    return (
        wrong,
        order,
        x < neg,
        neg < x,
        neg > x,
        len(graph.nodes),
        said(lambda: relu.prepend(torch.fx.Graph().placeholder("a"))),
    )


def where_nodes_are_inserted(torch):
    graph, x, y, relu, out = built(torch)
    with graph.inserting_after(x):
        graph.call_function(torch.sin, (x,))
        graph.call_function(torch.cos, (x,))
    with graph.inserting_before():
        graph.placeholder("first")
    with graph.inserting_after():
        graph.call_function(torch.tanh, (x,))
    graph.inserting_before(out)
    graph.call_function(torch.exp, (x,))
    other = torch.fx.Graph().placeholder("a")
    return str(graph), said(lambda: graph.inserting_before(other)), said(lambda: graph.inserting_after(other))


def uses_that_are_replaced(torch):
    graph, x, y, relu, out = built(torch)
    neg = graph.call_function(torch.neg, (relu,))
    relu.meta["k"] = 1
    both = relu.replace_all_uses_with(y, lambda user: user is out, propagate_meta=True)
    return (
        both,
        str(graph),
        y.meta,
        said(lambda: relu.replace_all_uses_with(y, propagate_meta=True)),
        list(relu.users),
        neg.args,
    )


def nodes_that_are_erased(torch):
    graph, x, y, relu, out = built(torch)
    errors = [said(lambda: graph.erase_node(relu)), said(lambda: torch.fx.Graph().erase_node(out))]
    graph.erase_node(out)
    graph.erase_node(relu)
    graph.erase_node(relu)  # a warning
    return errors, str(graph), len(graph.nodes), list(x.users)


def nodes_that_are_found(torch):
    graph, x, y, relu, out = built(torch)
    found = (
        graph.find_nodes(op="call_function", target=torch.relu),
        graph.find_nodes(op="placeholder"),
        graph.output_node(),
    )
    return found, graph.find_nodes(op="placeholder", target="y"), said(lambda: graph.find_nodes(op="call_function"))


def text_of_nodes(torch):
    class Typed(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.param, self.linear = torch.nn.Parameter(numbers(torch, 3, 4)), torch.nn.Linear(4, 5)

        def forward(self, x: torch.Tensor, y: int = 2):
            return self.linear(x[y] + self.param).clamp(min=0.0, max=1.0)

    graph = torch.fx.symbolic_trace(Typed()).graph
    nodes = list(graph.nodes)
    nodes[2].meta["val"] = numbers(torch, 2, 3)
    lines = [node.format_node() for node in nodes], nodes[2].format_node(include_tensor_metadata=True)
    return lines, [(repr(node), node.op, str(node.type), node.kwargs) for node in nodes], nodes[2].stack_trace


def names_that_are_given(torch):
    graph, x, y, relu, out = built(torch)
    wanted = (
        "if print torch device inf a.b 1a x x_1 x add_5 add add_5 NoneType nan _ __ a__1 def_1".split() + ["", "ÄÖ"]
    )  # fmt: skip
    with graph.inserting_before(out):
        names = [graph.call_function(torch.relu, (x,), name=name).name for name in wanted]
    relu._rename("other")
    return names, coded(torch, graph), str(graph)


def targets_and_ops_that_are_wrong(torch):
    def node(op, target):
        return said(lambda: torch.fx.Node(torch.fx.Graph(), "n", op, target, (), {}))

    graph = torch.fx.Graph()
    return [
        node("call_function", "foo"), node("call_method", int), node("calls", "x"), said(lambda: graph.create_node("foo", "x")),
        said(lambda: graph.create_node("placeholder", "x", [1])), said(lambda: graph.create_node("call_method", "x", (1,), [1])),
    ]  # fmt: skip


def who_is_told_of_changes(torch):
    traced = torch.fx.symbolic_trace(lambda a: torch.relu(a) + 1)
    seen, (relu,) = [], traced.graph.find_nodes(op="call_function", target=torch.relu)
    with traced._set_replace_hook(lambda old, new, user: seen.append((old.name, new, user.name))):
        with traced.graph.inserting_after(relu):
            neg = traced.graph.call_function(torch.neg, (relu,))
        relu.replace_all_uses_with(neg, delete_user_cb=lambda user: user is not neg)
        relu.name = "renamed"
    traced._register_create_node_hook(lambda node: seen.append(("made", node.name)))
    traced._register_erase_node_hook(lambda node: seen.append(("erased", node.name)))
    traced.graph.erase_node(traced.graph.call_function(torch.sin, (neg,)))
    return seen, str(traced.graph)


def lists_and_dicts_that_stay(torch):
    fx, pytree = torch.fx, torch.utils._pytree
    values, mapping = (
        fx.immutable_collections.immutable_list([1, (2, 3)]),
        fx.immutable_collections.immutable_dict({"a": 1}),
    )
    changes = [
        lambda: values.append(1),
        lambda: values.__setitem__(0, 1),
        lambda: mapping.update({}),
        lambda: mapping.pop("a"),
    ]
    same_again = (
        copy.deepcopy(values) == values,
        pickle.loads(pickle.dumps(mapping)) == mapping,
        hash(values) == hash((1, (2, 3))),
    )
    mapped = fx.map_arg([1, {"a": (2, slice(3))}], str), type(fx.node.map_aggregate([1], str)).__name__
    return (
        [said(change) for change in changes],
        same_again,
        mapped,
        type(pytree.tree_map(str, mapping)).__name__,
        said(lambda: fx.map_arg(1, 2)),
    )


# --- proxies by hand -----------------------------------------------------------------------------------------------------------


def proxies_by_hand(torch):
    Proxy, graph = torch.fx.Proxy, torch.fx.Graph()
    x = Proxy(graph.placeholder("x"))
    relu = torch.relu(x)
    with graph.inserting_before(relu.node):
        neg = torch.neg(x)
    graph.output(((relu + neg) / x).node)
    other = Proxy(torch.fx.Graph().placeholder("y"))
    texts = repr(x), repr(x.a), f"{x + 1}", list(x.node.users), type(copy.deepcopy(x)).__name__
    return texts, str(graph), said(lambda: torch.add(x, other)).split(" [")[0]


def a_function_that_is_inlined(torch):
    def decompose(graph, rules):
        made, env = torch.fx.Graph(), {}
        tracer = torch.fx.proxy.GraphAppendingTracer(made)
        for node in graph.nodes:
            if node.op == "call_function" and node.target in rules:
                args = [
                    torch.fx.Proxy(env[arg], tracer) if isinstance(arg, torch.fx.Node) else arg for arg in node.args
                ]
                env[node] = rules[node.target](*args).node
            else:
                env[node] = made.node_copy(node, lambda arg: env[arg])
        return made

    graph = torch.fx.symbolic_trace(lambda x: torch.nn.functional.relu(x) + 1).graph
    traced = torch.fx.GraphModule(
        torch.nn.Module(), decompose(graph, {torch.nn.functional.relu: lambda x: (x > 0) * x})
    )
    traced.graph.lint()
    return traced.code, traced(numbers(torch, 9))


# --- code ----------------------------------------------------------------------------------------------------------------------


def code_of_operators(torch):
    graph, x, y, relu, out = built(torch)
    with graph.inserting_before(out):
        graph.call_function(operator.iadd, (x, 1))
        graph.call_function(operator.setitem, (x, 0, 5))
        graph.call_function(operator.imatmul, (x, y))
        graph.call_function(operator.inv, (x,))
        graph.call_function(
            torch.relu, (x,), {"a": (1,), "b": [x, (y, None)], "c": slice(x, None), "d": float("inf")}, list[float]
        )
        graph.call_module("layers.0.weight", (x,))
        graph.get_attr("a.0.b")
        graph.call_method("add", (x, y), {"alpha": 2})
    root = {"layers.0.weight": torch.nn.ReLU(), "a.0.b": torch.nn.Parameter(numbers(torch, 1))}
    return coded(torch, graph, root), str(graph)


def code_of_nothing(torch):
    empty = torch.fx.GraphModule(torch.nn.Module(), torch.fx.Graph())
    return empty.code, empty(), said(torch.fx.symbolic_trace(lambda x: x)).replace("test_", "")


def code_as_one_wants_it(torch):
    class Listed(torch.fx.CodeGen):
        def gen_fn_def(self, free_vars, maybe_return_annotation):
            return f"def forward(self, given):{maybe_return_annotation}\n    {', '.join(free_vars)}, = given"

        def process_inputs(self, *inputs):
            return inputs[0]

    traced = torch.fx.symbolic_trace(lambda a, b: a + b)
    traced.graph.set_codegen(Listed())
    traced.recompile()
    other = torch.fx.symbolic_trace(lambda a: a + 1)
    with other.graph.on_generate_code(lambda before: lambda body: ["first = 3\n", *body]):
        other.recompile()
        changed = other.code
    other.recompile()
    again = torch.fx.Transformer(traced).transform()
    return traced.code, traced([1, 2]), torch.fx.Interpreter(traced).run([3, 4]), again([1, 2]), changed, other.code


def code_to_read(torch):
    traced = torch.fx.symbolic_trace(lambda x: torch.relu(x) + 1)
    for node in traced.graph.nodes:
        node.meta |= {"val": numbers(torch, 2, 3), "k": 1}
    graph = torch.fx.Graph()
    graph.output(graph.call_module("inner", (graph.placeholder("x"),)))
    around = torch.fx.GraphModule({"inner": traced}, graph)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        traced.print_readable()
    colored = traced.print_readable(False, include_stride=True, include_device=True, colored=True)
    return (
        printed.getvalue(),
        around.print_readable(False),
        colored,
        traced.print_readable(False, additional_meta=["k"]),
    )


# --- copies --------------------------------------------------------------------------------------------------------------------


def graphs_that_are_copied(torch):
    graph, x, y, relu, out = built(torch)
    made = torch.fx.Graph()
    result = made.graph_copy(graph, {})
    made.output(made.call_method("neg", (result,)))
    inline = torch.fx.Graph()
    first = inline.graph_copy(graph, {})
    inline.output(inline.graph_copy(torch.fx.symbolic_trace(lambda x: torch.exp(x)).graph, {}) and first)
    bare = torch.fx.Graph()
    for node in graph.nodes:
        bare.node_copy(node)
    return str(made), str(copy.deepcopy(made)), str(inline), said(bare.lint)


def long_graphs_are_copied(torch):
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    for _ in range(sys.getrecursionlimit() + 20):
        x = graph.call_function(torch.relu, (x,))
    graph.output(x)
    copied = copy.deepcopy(graph)
    pairs = dict(zip(graph.nodes, copied.nodes, strict=True))
    return all([pairs[user] in other.users for node, other in pairs.items() for user in node.users]), len(copied.nodes)


def modules_that_are_copied(torch):
    traced = net(torch)
    traced.meta["k"] = [1]
    copied, shallow = copy.deepcopy(traced), copy.copy(traced)
    (cat, _) = copied.graph.find_nodes(op="call_function", target=torch.cat)
    cat.target = torch.stack
    copied.recompile()
    names = type(copied) is type(traced), type(copied).__name__, type(shallow).__name__, repr(copied), copied.meta
    return traced.code, copied.code, names, list(copied.state_dict()), shallow.code


def modules_that_are_stored(torch):
    layers = filled(torch, torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU()))
    traced = torch.fx.symbolic_trace(layers)
    loaded = pickle.loads(pickle.dumps(traced))
    return loaded.code, loaded(numbers(torch, 3, 4)), type(loaded).__name__, str(loaded.graph), repr(loaded)


# --- modules of graphs ------------------------------------------------------------------------------------------------------------


def modules_of_dictionaries(torch):
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    called, attribute = graph.call_module("foo.bar.baz", (x,)), graph.get_attr("zip.zap.zam")
    graph.output(graph.call_function(operator.add, (called, attribute)))
    layer = filled(torch, torch.nn.Linear(3, 4))
    made = torch.fx.GraphModule({"foo.bar.baz": layer, "zip.zap.zam": numbers(torch, 3, 4)}, graph, "Named")
    wrong = [said(lambda: torch.fx.GraphModule({}, graph)), said(lambda: torch.fx.GraphModule(3, graph))]
    return (
        made.code,
        repr(made),
        str(made),
        made(numbers(torch, 3, 3)),
        [name for name, _ in made.named_buffers()],
        wrong,
    )


def modules_inside(torch):
    traced = net(torch)
    found = [
        traced.add_submodule("inner.more.drop", torch.nn.Dropout(0.2)),
        traced.add_submodule("inner.param.x", torch.nn.ReLU()),
    ]
    (conv,) = traced.graph.find_nodes(op="call_module", target="inner.conv")
    with traced.graph.inserting_before(conv):
        drop = traced.graph.call_module("inner.more.drop", conv.args)
    conv.replace_all_uses_with(drop)
    traced.graph.erase_node(conv)
    traced.recompile()
    found += [traced.delete_submodule(name) for name in ("inner.conv", "inner.nothing", "buf", "no.thing")]
    traced.add_submodule("inner.embedding", torch.nn.Embedding(10, 3))
    traced.add_submodule("norm", torch.nn.BatchNorm2d(100))
    traced.delete_all_unused_submodules()
    return found, traced.code, repr(traced), list(traced.state_dict())


def attributes_that_are_not_there(torch):
    traced = net(torch)
    with warnings.catch_warnings(record=True) as seen, traced.graph.inserting_before(traced.graph.output_node()):
        warnings.simplefilter("always")
        for name in ("inner.param", "inner.nothing", "nothing.param"):
            traced.graph.erase_node(traced.graph.get_attr(name))
    (conv,) = traced.graph.find_nodes(op="call_module", target="inner.conv")
    errors = []
    for target in ("inner.zip", "inner.param", "param"):
        conv.target = target
        errors.append(said(traced.graph.lint))
    return [str(warning.message) for warning in seen], errors


def traced_modules_inside_of_modules(torch):
    inner, plain = torch.fx.symbolic_trace(lambda t: t + t), module(torch, lambda self, t: t - t)
    outer = module(torch, lambda self, t: self.a(t) + self.b(t), a=inner, b=plain)

    class Whole(torch.fx.Tracer):
        def is_leaf_module(self, m, module_qualified_name):
            return "b" not in module_qualified_name

    made = torch.fx.GraphModule(outer, Whole().trace(outer))
    made.recompile()
    return (
        made.code,
        repr(made),
        hasattr(made, "b"),
        isinstance(made.a, torch.fx.GraphModule),
        torch.fx.symbolic_trace(outer).code,
    )


def another_graph_for_a_module(torch):
    traced = torch.fx.symbolic_trace(lambda x: x + 1)
    traced.graph = torch.fx.symbolic_trace(lambda x: x * 2).graph
    again = traced.__new__(type(traced))
    again.__init__(traced, traced.graph)
    return (
        traced.code,
        traced(3),
        said(lambda: setattr(traced, "graph", 3)),
        again(4),
        traced.graph.owning_module is again,
    )


def calls_that_fail(torch):
    traced = torch.fx.symbolic_trace(
        module(torch, lambda self, x: torch.dot(self.w, x), w=torch.nn.Parameter(numbers(torch, 5)))
    )
    with contextlib.redirect_stderr(io.StringIO()) as printed:
        kind = said(lambda: traced(5)).split(":")[0]
    relu = torch.fx.symbolic_trace(lambda x: torch.relu(x))
    for asking in (False, True):
        if asking:
            torch.fx.Proxy(torch.fx.Graph().placeholder("x"))  # from now on functions ask what they are given, here
        with contextlib.redirect_stderr(io.StringIO()) as once_more:
            said(lambda: relu("a"))
        kind += f" {'Call using' in once_more.getvalue()}"
    layers = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.Linear(3, 4)))
    with contextlib.redirect_stderr(io.StringIO()) as nothing:
        said(lambda: layers(numbers(torch, 5, 5)))
    shown = printed.getvalue()[printed.getvalue().index("Call using") :]
    return kind, re.sub("~+", "~", shown), nothing.getvalue(), said(lambda: traced(1, 2))


def gradients_of_a_traced_module(torch):
    def double(self, x):
        return self.linear(x * self.scale)

    layer = filled(torch, torch.nn.Linear(4, 2))
    traced = torch.fx.symbolic_trace(module(torch, double, linear=layer, scale=torch.nn.Parameter(numbers(torch, 4))))
    traced(numbers(torch, 3, 4)).sum().backward()
    return traced.linear.weight.grad, traced.scale.grad, traced.linear is layer


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch)


def test_a_module_is_written_to_a_folder(tmp_path, monkeypatch):
    traced = mt.fx.symbolic_trace(mt.nn.Sequential(mt.nn.Linear(3, 2), mt.nn.PReLU()).eval())
    with pytest.warns(UserWarning, match="saved as pickled files instead"):
        traced.to_folder(tmp_path / "written", "Written")
    monkeypatch.syspath_prepend(tmp_path)
    from written import Written

    x = mt.randn(4, 3)
    assert mt.equal(Written()(x), traced(x))


def test_a_class_of_modules_with_two_graphs_need_not_call_init():
    class Two(mt.fx.GraphModule):
        def __init__(self, root, graph):
            super(mt.fx.GraphModule, self).__init__()
            self.graph = graph

    made = Two(mt.nn.Module(), mt.fx.symbolic_trace(lambda x: x + 1).graph)
    assert made(1) == 2 and copy.copy(made)(1) == 2 and isinstance(made, Two)


def test_a_table_of_nodes_needs_tabulate(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tabulate", None)
    with pytest.raises(ImportError):
        mt.fx.symbolic_trace(lambda x: x).graph.print_tabular()
    assert "pip install tabulate" in capsys.readouterr().out
