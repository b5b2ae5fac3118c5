"""fx: what runs and changes graphs: Interpreter, Transformer, replace_pattern, and the passes, as in PyTorch."""

import contextlib
import importlib
import io
import warnings

import minitorch as mt

from ..both import programs, said, same
from .test_tracing import filled, module, numbers


def part(torch, name):
    """A file of torch.fx."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one of PyTorch's compiles what is old in it
        return importlib.import_module(f"{torch.__name__}.fx.{name}")


def small(torch):
    """A traced module with a parameter and a layer."""

    class Small(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.param, self.linear = torch.nn.Parameter(numbers(torch, 3, 4)), torch.nn.Linear(4, 5)

        def forward(self, x, y=None):
            x = x + self.param
            return self.linear(x).clamp(min=0.0, max=1.0) if y is None else self.linear(x) + self.linear(y)

    return filled(torch, Small())


# --- Interpreter and Transformer -------------------------------------------------------------------------------------------------


def graphs_that_are_run(torch):
    traced, x = torch.fx.symbolic_trace(small(torch), concrete_args={"y": None}), numbers(torch, 3, 4)
    runs = torch.fx.Interpreter(traced)
    found = [runs.run(x, None), [node.name for node in runs.env]]
    keeping = torch.fx.Interpreter(traced, garbage_collect_values=False)
    found += [keeping.run(x, None), [node.name for node in keeping.env], keeping.boxed_run([x, None])]
    (linear,) = traced.graph.find_nodes(op="call_module")
    found.append(runs.run(x, None, initial_env={linear: numbers(torch, 3, 5)}))
    return (
        found,
        said(lambda: runs.boxed_run([])),
        runs.fetch_attr("linear.weight"),
        said(lambda: runs.fetch_attr("linear.no")),
    )


def nodes_that_are_watched(torch):
    seen = []

    class Watching(torch.fx.Interpreter):
        def run_node(self, n):
            seen.append((n.op, n.name))
            return super().run_node(n)

        def call_method(self, target, args, kwargs):
            return super().call_method("relu" if target == "neg" else target, args, kwargs)

    def function(x, *args):
        return (torch.sigmoid(x) + args[0]).neg()

    return Watching(torch.fx.symbolic_trace(function)).run(numbers(torch, 3), numbers(torch, 3)), seen


def functions_that_are_swapped(torch):
    def swapping(base):
        class Swapping(base):
            def call_function(self, target, args, kwargs):
                return (
                    torch.neg(*args, **kwargs)
                    if target is torch.sigmoid
                    else super().call_function(target, args, kwargs)
                )

            def call_method(self, target, args, kwargs):
                return args[0].sigmoid() if target == "neg" else super().call_method(target, args, kwargs)

        return Swapping

    traced = torch.fx.symbolic_trace(lambda x: torch.sigmoid(x).neg().t())
    made = swapping(torch.fx.Transformer)(traced).transform()
    return (
        swapping(torch.fx.Interpreter)(traced).run(numbers(torch, 3)),
        made.code,
        made(numbers(torch, 3)),
        str(made.graph),
    )


def graphs_that_are_made_anew(torch):
    traced = torch.fx.symbolic_trace(small(torch), concrete_args={"y": None})
    several = torch.fx.symbolic_trace(module(torch, lambda self, x, k=2: (x + k, {"a": [x]})))
    made, other = torch.fx.Transformer(traced).transform(), torch.fx.Transformer(several).transform()
    stacks = [list(node.meta.get("nn_module_stack", ())) for node in made.graph.nodes]
    return made.code, repr(made), other.code, other(numbers(torch, 2)), stacks


def what_fails_while_it_runs(torch):
    def message(function, *args):
        text = said(lambda: torch.fx.Interpreter(torch.fx.symbolic_trace(function)).run(*args))
        return text[text.index("While executing") :].split("\nUse tlparse")[0]

    quiet = torch.fx.Interpreter(torch.fx.symbolic_trace(lambda x: x))
    quiet.extra_traceback = False
    found = message(lambda x: x.nothing(), 3), message(lambda x: x["a"], {}), message(lambda x: torch.relu(x))
    return found, said(quiet.run)


# --- replace_pattern ---------------------------------------------------------------------------------------------------------------


def replaced(torch, function, pattern, replacement, *args, **options):
    """What replace_pattern gives and leaves."""
    traced, rewriter = torch.fx.symbolic_trace(function), part(torch, "subgraph_rewriter")
    if options:
        matches = rewriter.replace_pattern_with_filters(traced, pattern, replacement, **options)
    else:
        matches = torch.fx.replace_pattern(traced, pattern, replacement)
    traced.graph.lint()
    found = [(match.anchor, {str(node): str(other) for node, other in match.nodes_map.items()}) for match in matches]
    return found, traced.code, traced(*args) if args else None


def patterns(torch):
    x = numbers(torch, 3)
    F = torch.nn.functional
    return [
        replaced(
            torch,
            lambda x: torch.sigmoid(torch.relu(x)) + torch.relu(x),
            lambda x: torch.relu(x),
            lambda x: torch.tanh(x) * 2,
            x,
        ),
        replaced(torch, lambda x: x.neg().add(1), lambda x: x.neg(), lambda x: x.relu(), x),
        replaced(torch, lambda x: torch.neg(x), lambda x: torch.neg(x), lambda x: x, x),
        replaced(torch, lambda x: torch.add(x, 1) * 2, lambda a: torch.add(a, 2), lambda a: a),
        replaced(torch, lambda x: x * 2 + 1 + 2 * x, lambda x: x * 2, lambda x: x + x, x),
        replaced(
            torch,
            lambda x: torch.relu(torch.relu(torch.relu(x))),
            lambda x: torch.relu(torch.relu(x)),
            lambda x: torch.neg(x),
        ),
        replaced(
            torch, lambda x, y: F.relu(x) + F.relu(y, inplace=True), lambda x: F.relu(x), lambda x: F.gelu(x), x, x
        ),
        replaced(
            torch,
            lambda x: torch.cat([x, x]).sum(),
            lambda a, b: torch.cat([a, b]),
            lambda a, b: torch.stack([a, b]),
            x,
        ),
    ]


def patterns_with_several_nodes(torch):
    def one(x, y):
        return torch.add(x, y) + torch.matmul(torch.add(torch.neg(x), torch.relu(y)), y)

    def twice(x, w1, w2):
        return x + torch.max(torch.cat([w1, w2]).sum()) + torch.max(torch.cat([w1, w2]).sum())

    def both(a):
        b = torch.relu(a)
        return b, torch.sin(b)

    def other(a):
        b = torch.tanh(a)
        return b, torch.cos(b)

    def used(x):
        y = torch.relu(x)
        return y + torch.sin(y)

    two = numbers(torch, 2)
    return [
        replaced(
            torch, one, lambda a, b: torch.add(torch.neg(a), torch.relu(b)), lambda a, b: torch.sub(a, b), two, two
        ),
        replaced(torch, twice, lambda a, b: torch.cat([a, b]).sum(), lambda a, b: torch.stack([a, b]), two, two, two),
        replaced(torch, used, both, other, two),
        replaced(
            torch, used, lambda x: torch.sin(torch.relu(x)), lambda x: torch.neg(x)
        ),  # whose inner value is used outside
    ]


def patterns_with_conditions(torch):
    def sum_of_relus(x, y):
        return torch.relu(x) + torch.relu(y)

    def multiplied(match, graph, pattern):
        return torch.fx.symbolic_trace(lambda a, b: torch.mul(a, b)).graph

    def only_y(match, graph, pattern):
        return match.placeholder_nodes[0].name == "y"

    return [
        replaced(torch, sum_of_relus, lambda a: torch.relu(a), lambda a: torch.neg(a), match_filters=[only_y]),
        replaced(
            torch,
            lambda x: torch.add(x, 1) * 2,
            lambda a: torch.add(a, 7),
            lambda a: torch.neg(a),
            ignore_literals=True,
        ),
        replaced(torch, lambda x: x + 3, lambda a, b: a + b, None, numbers(torch, 2), replacement_callback=multiplied),
        said(lambda: replaced(torch, lambda x: x + 1, lambda x: x + 1, None, ignore_literals=True)),
    ]


def patterns_that_are_wrong(torch):
    traced = torch.fx.symbolic_trace(lambda x: x + 1)
    return [
        said(lambda: torch.fx.replace_pattern(traced, lambda x, y: x + 1, lambda x, y: x)),
        said(lambda: torch.fx.replace_pattern(traced, lambda x: x + 1, lambda x, y: x)),
    ]


def patterns_with_modules(torch):
    traced = torch.fx.symbolic_trace(module(torch, lambda self, x: self.act(x) + 1, act=torch.nn.ReLU()))
    pattern = module(torch, lambda self, x: self.act(x), act=torch.nn.ReLU())
    new = module(
        torch,
        lambda self, x: self.other(x) * self.scale,
        other=torch.nn.Sigmoid(),
        scale=torch.nn.Parameter(numbers(torch, 3)),
    )
    matches = torch.fx.replace_pattern(traced, pattern, new)
    return len(matches), traced.code, repr(traced), traced(numbers(torch, 3)), list(traced.state_dict())


# --- dead code ----------------------------------------------------------------------------------------------------------------------


def dead_code(torch):
    def several(x):
        a = x + 1
        a * 2
        torch.rand_like(x), torch.bernoulli(x), torch.sin(x), x.add_(1), x[0]
        torch._assert(x.sum() > -99, "m")
        return x

    first, second, third = (torch.fx.symbolic_trace(function) for function in (several, several, lambda x, y: y))
    changed = [first.graph.eliminate_dead_code(), first.graph.eliminate_dead_code(), third.graph.eliminate_dead_code()]
    second.graph.eliminate_dead_code(lambda node: node.op in ("placeholder", "output") or node.target == "add_")
    layers = torch.fx.symbolic_trace(module(torch, lambda self, x: (self.act(x), x)[1], act=torch.nn.ReLU()))
    changed.append(layers.graph.eliminate_dead_code())
    return changed, str(first.graph), str(second.graph), str(third.graph), str(layers.graph)


def functions_that_are_kept(torch):
    def noted(x):
        return x

    torch.fx.has_side_effect(noted)
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    graph.call_function(noted, (x,))
    graph.call_function(torch.relu, (x,))
    graph.output(x)
    graph.eliminate_dead_code()
    return [node.name for node in graph.nodes]


# --- passes -------------------------------------------------------------------------------------------------------------------------


def shapes_that_are_written_down(torch):
    traced = torch.fx.symbolic_trace(small(torch), concrete_args={"y": None})
    ShapeProp = part(torch, "passes.shape_prop").ShapeProp
    result = ShapeProp(traced).propagate(numbers(torch, 3, 4), None)
    metas = [node.meta.get("tensor_meta") for node in traced.graph.nodes]
    image = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.Conv2d(2, 2, 3)))
    ShapeProp(image).propagate(numbers(torch, 1, 2, 5, 5).contiguous(memory_format=torch.channels_last))
    several = torch.fx.symbolic_trace(lambda x: {"a": (x.max(0), 3)})
    ShapeProp(several).propagate(numbers(torch, 3, 2))
    with contextlib.redirect_stderr(io.StringIO()):
        wrong = said(lambda: ShapeProp(torch.fx.symbolic_trace(lambda x: x.nothing())).propagate(3)).split(
            " with meta"
        )[0]
    kinds = [node.meta["type"].__name__ for node in traced.graph.nodes]
    return result, metas, kinds, next(iter(image.graph.nodes)).meta["tensor_meta"], [
        node.meta.get("tensor_meta") for node in several.graph.nodes
    ], wrong, traced.print_readable(False)  # fmt: skip


def layers_that_are_fused(torch):
    nn, optimization = torch.nn, part(torch, "experimental.optimization")
    layers = nn.Sequential(
        nn.Conv2d(1, 2, 3),
        nn.BatchNorm2d(2),
        nn.ReLU(),
        nn.Dropout(0.3),
        nn.Flatten(),
        nn.Linear(18, 3),
        nn.BatchNorm1d(3),
    )
    layers = filled(torch, layers).eval()
    fused, x = optimization.fuse(layers), numbers(torch, 1, 1, 5, 5)
    without = optimization.remove_dropout(layers)
    whole = optimization.optimize_for_inference(layers, {"mkldnn_layout_optimize": False})
    kept = torch.fx.symbolic_trace(layers)
    nodes = list(kept.graph.nodes)
    cut = optimization.extract_subgraph(kept, nodes[2:4], [nodes[1]], [nodes[3]])
    return fused.code, repr(fused), fused(x), without.code, without(x), whole(x), cut.code, layers(x)


def modules_that_are_split(torch):
    def function(self, x, y):
        z = self.linear(x + self.param).clamp(min=0.0, max=1.0)
        return z + self.linear(y).clamp(min=0.0, max=1.0)

    split_module = part(torch, "passes.split_module").split_module
    inner = torch.nn.Module()
    inner.linear, inner.param = torch.nn.Linear(4, 5), torch.nn.Parameter(numbers(torch, 3, 4))
    traced = torch.fx.symbolic_trace(module(torch, function, linear=filled(torch, inner.linear), param=inner.param))
    x, found = numbers(torch, 3, 4), []
    for options in (
        {}, {"keep_original_order": True}, {"tuple_return": True}, {"partition_affix": "pp"}, {"keep_original_node_name": True},
        {"keep_original_input_name": False},
    ):  # fmt: skip
        numbered, names = {node: number * 3 // 7 for number, node in enumerate(traced.graph.nodes)}, {}
        parts = split_module(traced, None, lambda node, numbered=numbered: numbered[node], names, **options)
        found += [parts.code, [child.code for child in parts.children()], repr(parts), parts(x, x), names]
    around = {node: number % 2 for number, node in enumerate(traced.graph.nodes)}
    return found, said(lambda: split_module(traced, None, lambda node: around[node]))


def arguments_by_name(torch):
    traced = torch.fx.symbolic_trace(
        module(torch, lambda self, x: torch.nn.functional.relu(self.l(x)), l=torch.nn.Linear(2, 2))
    )
    found = [node.normalized_arguments(traced, normalize_to_only_use_kwargs=True) for node in traced.graph.nodes]
    return found, [node.normalized_arguments(traced) for node in traced.graph.nodes]


def passes_of_ones_own(torch):
    base = part(torch, "passes.infra.pass_base")

    class Doubling(base.PassBase):
        def requires(self, graph_module):
            graph_module.graph.lint()

        def call(self, graph_module):
            for node in graph_module.graph.find_nodes(op="call_function", target=torch.relu):
                node.target = torch.neg
            graph_module.recompile()
            return base.PassResult(graph_module, True)

    result = Doubling()(torch.fx.symbolic_trace(lambda x: torch.relu(x)))
    return result.graph_module.code, result.modified, said(base.PassBase).split(" with")[0]


# --- as in programs ------------------------------------------------------------------------------------------------------------


def functions_that_are_inverted(torch):
    inverse = {torch.exp: torch.log, torch.tan: torch.atan}
    traced, graph, env = torch.fx.symbolic_trace(lambda x: torch.exp(torch.tan(x))), torch.fx.Graph(), {}
    for node in reversed(traced.graph.nodes):
        if node.op == "call_function":
            env[node.args[0]] = graph.call_function(inverse[node.target], (env[node],))
        elif node.op == "output":
            env[node.args[0]] = graph.placeholder(node.name)
        else:
            graph.output(env[node])
    return torch.fx.GraphModule(traced, graph).code


def observers_that_are_put_in(torch):
    class Largest(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("most", torch.tensor(0.0))

        def forward(self, x):
            self.most.copy_(torch.maximum(self.most, x.max()))
            return x

    F = torch.nn.functional
    net = module(
        torch,
        lambda self, x: F.softmax(self.l2(F.relu(self.l1(x))), dim=-1),
        l1=torch.nn.Linear(4, 8),
        l2=torch.nn.Linear(8, 3),
    )
    traced = torch.fx.symbolic_trace(filled(torch, net))
    for number, node in enumerate([node for node in traced.graph.nodes if node.op.startswith("call")]):
        traced.add_submodule(f"seen_{number}", Largest())
        with traced.graph.inserting_after(node):
            seen = traced.graph.call_module(f"seen_{number}", (node,))
        node.replace_all_uses_with(seen, lambda user, seen=seen: user is not seen)
    traced.recompile()
    return traced.code, [traced(numbers(torch, 2, 4)) for _ in range(2)], dict(traced.named_buffers())


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch)


def test_a_tracer_for_features_of_a_net():
    """Nodes are named after the modules that they come from; those that are wanted are returned, in training and not."""

    class Named(mt.fx.Tracer):
        path = ""

        def call_module(self, m, forward, args, kwargs):
            before, self.path = self.path, self.path_of_module(m)
            try:
                return super().call_module(m, forward, args, kwargs)
            finally:
                self.path = before

        def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, *more):
            proxy = super().create_proxy(kind, target, args, kwargs, name, type_expr)
            proxy.node.path = self.path
            return proxy

    net = mt.nn.Sequential(mt.nn.Sequential(mt.nn.Linear(3, 4), mt.nn.ReLU()), mt.nn.Linear(4, 2))
    graph = Named().trace(net)
    wanted = {node.path: node for node in graph.nodes if node.op == "call_module" and node.path in ("0.1", "1")}
    graph.erase_node(graph.output_node())
    graph.output(wanted)
    features, x = mt.fx.GraphModule(net, graph), mt.ones(1, 3)
    assert not features.graph.eliminate_dead_code()
    assert mt.equal(features(x)["0.1"], net[0](x)) and mt.equal(features(x)["1"], net(x))
