"""fx: what a module or function becomes when it is traced: nodes, code, results and errors, as in PyTorch."""

import contextlib
import functools
import io
import math
import pickle
from typing import NamedTuple

import pytest

import minitorch as mt
from minitorch.overrides.install import swapped

from ..both import programs, said, same


def numbers(torch, *shape):
    """Numbers that are the same in both libraries."""
    return torch.arange(math.prod(shape), dtype=torch.float32).reshape(shape) / 7 - 0.5


def filled(torch, module):
    """The module with such parameters."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(numbers(torch, *parameter.shape))
    return module


def seen(torch, what, *args, **kwargs):
    """The graph, the code and the result of a module or function that is traced."""
    traced = torch.fx.symbolic_trace(what)
    traced.graph.lint()
    found = [str(traced.graph), traced.code]
    return found + ([traced(*args, **kwargs)] if args or kwargs else [])


def module(torch, function, **attributes):
    """A module with these attributes whose forward is the function."""

    class Given(torch.nn.Module):
        forward = function

    made = Given()
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


class Pair(NamedTuple):
    x: object
    y: object


# --- operators, functions, methods -----------------------------------------------------------------------------------------


def operators(torch):
    def arithmetic(x):
        return (
            x + 1,
            1 + x,
            x - 1,
            1 - x,
            x * 2,
            2 * x,
            x / 2,
            2 / x,
            x // 2,
            5 // x,
            x % 3,
            7 % x,
            x**2,
            2**x,
            -x,
            +x,
            abs(x),
        )

    def comparisons(x):
        return x == 1, x != 1, x < 1, x <= 1, x > 1, x >= 1, ~(x > 1)

    x = torch.tensor([3.0])
    return seen(torch, arithmetic, x), seen(torch, comparisons, x), seen(torch, lambda x: x @ x, x)


def operators_on_integers(torch):
    return seen(torch, lambda x: (x << 3, x >> 1, x & x, x | 1, x ^ 1), torch.arange(5))


def operators_with_a_tensor_before(torch):
    def constants(x):
        return (
            torch.ones(2) + x,
            torch.ones(2) - x,
            torch.ones(2) * x,
            torch.ones(2) / x,
            torch.ones(2) < x,
            torch.ones(2) // x,
        )

    vector = numbers(torch, 3)
    return seen(torch, constants, numbers(torch, 2)), seen(torch, lambda x: vector @ x, vector)


def in_place_operators(torch):
    def change(x):
        x += 1
        x *= 2
        x -= 3
        x /= 4
        return x

    def assign(x):
        x[0] = 1
        return x

    return seen(torch, change, numbers(torch, 2)), said(lambda: torch.fx.symbolic_trace(assign))


def slices(torch):
    x = numbers(torch, 3, 4, 2)
    return seen(torch, lambda x: (x[1], x[1:], x[:, None, ::2], x[..., 0], x[-1, 1:3], x[x > 0], x[[0, 2]]), x)


def functions(torch):
    F = torch.nn.functional

    def several(x):
        return (
            torch.sum(x, dim=1), torch.mean(x, 1, keepdim=True), torch.cat([x, x], dim=1), torch.stack((x, x)), torch.relu(x),
            torch.flatten(x, 1), torch.where(x > 0, x, 0), torch.clamp(x, 0, 1), torch.topk(x, 2), torch.zeros_like(x),
            torch.split(x, 1), torch.einsum("ij->ji", x), torch.norm(x), torch.linalg.norm(x), torch.matmul(x, x.t()),
            torch.meshgrid(x[0], x[1], indexing="ij"), torch.fft.fft(x), torch.add(input=x, other=x, alpha=2),
            torch.special.entr(x), torch.log_softmax(x, 1), torch.squeeze(x, dim=0), torch.atleast_2d(x),
        )  # fmt: skip

    def of_nn(x):
        return (
            F.relu(x), F.relu(x, inplace=False), F.softmax(x, dim=1), F.dropout(x, p=0.2, training=False), F.gelu(x),
            F.layer_norm(x, (3,)), F.linear(x, x), F.pad(x, (1, 1)), F.mse_loss(x, x), F.cross_entropy(x, x), F.silu(x),
            F.leaky_relu(x, 0.1), F.log_softmax(x, 1), F.normalize(x), F.sigmoid(x), F.tanh(x), F.elu(x),
        )  # fmt: skip

    def of_images(x):
        F = torch.nn.functional
        return (
            F.conv2d(x, x),
            F.max_pool2d(x, 2),
            F.avg_pool2d(x, 2),
            F.adaptive_avg_pool2d(x, (1, 1)),
            F.interpolate(x, scale_factor=2),
        )

    x = numbers(torch, 2, 3)
    return [seen(torch, several, x), seen(torch, of_nn, x), seen(torch, of_images, numbers(torch, 1, 1, 4, 4))]


def functions_that_are_methods_too(torch):
    return seen(torch, lambda x: (torch.abs_(x), x.abs_(), torch.relu_(x), torch.Tensor.abs)[:3], numbers(torch, 2))


def methods(torch):
    x = numbers(torch, 2, 3)

    def several(x):
        shaped = x.view(-1), x.permute(1, 0), x.transpose(0, 1).contiguous(), x.T, x.size(), x.size(0), x.shape, x.dtype
        return shaped, x.sum().max(), x.softmax(-1), x.chunk(2), x.masked_fill(x > 1, 0), x.to(torch.float64), x.dim()

    return seen(torch, several, x), seen(torch, lambda x: torch.empty_like(x, layout=torch.strided).fill_(0), x)


def names_of_values(torch):
    def several(x):
        return (
            x.len,
            x.import_,
            x.fooBar,
            x.print(),
            x._x,
            x.__foo__,
            x.dict,
            x.add,
            x.add_1,
            x.add(1),
            x + 1,
            x.if_.Relu,
        )

    def parameters(inp, print, self_, _x, X, device):
        return inp, print, self_, _x, X, device

    return seen(torch, several), seen(torch, parameters), seen(torch, lambda a: torch.add(a.foo + a.bar.baz, 3.0))


def kinds_of_arguments(torch):
    def call(x):
        values = (
            1,
            2.5,
            "a",
            None,
            True,
            1j,
            torch.float32,
            torch.device("cpu"),
            torch.strided,
            torch.contiguous_format,
            ...,
        )
        return x.foo(*values, slice(1, x), [x, (x,)], {"k": x}, range(3), torch.Size([1, 2]), inf=float("inf"))

    def numbers_without_end(x):
        return x + float("inf"), x + float("-inf"), x * float("nan")

    return seen(torch, call), seen(torch, numbers_without_end)


def arguments_that_cannot_be_kept(torch):
    return [
        said(lambda f=f: torch.fx.symbolic_trace(f))
        for f in (lambda x: x + object(), lambda x: x.foo({1, 2}), lambda x: x.foo(len), lambda x: torch.relu({x: 1}))
    ]


# --- what is returned, and parameters ----------------------------------------------------------------------------------------


def results_in_containers(torch):
    x = numbers(torch, 2)

    def unpacked(a, b):
        c, d = a
        return c + d + b

    return [
        seen(torch, lambda d: (d["3"].relu(), {"4": d["3"].neg()}), {"3": x}),
        seen(torch, lambda x: [x, (x, None), {"a": [x]}], x),
        seen(torch, lambda: "foo"),
        seen(torch, unpacked, (x, x), x),
        seen(torch, lambda x: Pair(x, x), x),
    ]


def two_results_of_one_function(torch):
    def largest(x):
        values, places = torch.max(x, 0)
        return values + 1, places + 1

    return seen(torch, largest, numbers(torch, 3, 4))


def parameters_with_defaults(torch):
    def all_kinds(x, y=None, z="a", w=(1, 2), v=[3]):  # noqa: B006
        return x

    trace = torch.fx.symbolic_trace
    return (
        seen(torch, all_kinds, 2),
        trace(lambda y=1: y)(),
        trace(lambda y=1, z=2: y + z)(3),
        seen(torch, lambda y=1: y, 3),
    )


def stars(torch):
    class Both(torch.nn.Module):
        def forward(self, *args, **kwargs):
            return args[0] + kwargs["foo"]

    class Mixed(torch.nn.Module):
        def forward(self, a, b=4, *args, c=5, **kwargs):
            return a + 1 + args[0] + kwargs["3"]

    class NoSelf(torch.nn.Module):
        def forward(*args, **kwargs):
            return torch.relu(args[1])

    one = numbers(torch, 1)
    return seen(torch, Both(), one, one, foo=one), seen(torch, Mixed()), said(lambda: torch.fx.symbolic_trace(NoSelf()))


def annotations(torch):
    class Typed(torch.nn.Module):
        def forward(self, p: Pair, z: torch.Tensor, i: int) -> dict[str, torch.Tensor]:
            return {"a": p.x + z + i}

    def several(
        x: list[str], y: int | None = None, z: "torch.Tensor" = 3, q: tuple[int, ...] = (), v: tuple[()] = ()
    ) -> list[str]:
        return x

    one = numbers(torch, 1)
    return seen(torch, Typed(), Pair(one, one), one, 3), seen(torch, several)


# --- modules -----------------------------------------------------------------------------------------------------------------


def nested_modules(torch):
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc, self.act = nn.Linear(3, 3), nn.ReLU()

        def forward(self, x, scale=1.0):
            return x + self.act(self.fc(x)) * scale

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            shared = Block()
            self.blocks = nn.ModuleList([shared, Block(), shared])
            self.head = nn.Sequential(nn.Linear(3, 2), nn.Sequential(nn.ReLU(), nn.Dropout(0.1)))

        def forward(self, x, mask=None):
            for number, block in enumerate(self.blocks):
                x = block(x, scale=number)
            return {"out": self.head(x), "all": [x, (x, None)]}

    net = filled(torch, Net().eval())
    traced = torch.fx.symbolic_trace(net)
    stacks = [list(node.meta.get("nn_module_stack", ())) for node in traced.graph.nodes]
    return seen(torch, net, numbers(torch, 2, 3)), repr(traced), list(traced.state_dict()), traced.training, stacks


def parameters_and_buffers(torch):
    nn = torch.nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("b", numbers(torch, 3))
            self.register_buffer("kept", numbers(torch, 3), persistent=False)
            self.p, self.plain = nn.Parameter(numbers(torch, 3)), numbers(torch, 3)

        def forward(self, x):
            return x + self.b + self.p + self.kept + self.plain + self.p.view(3), self.p.t()

    class Buffers(torch.fx.Tracer):
        proxy_buffer_attributes = True

    net = Net()
    traced = torch.fx.symbolic_trace(net)
    return seen(torch, net, numbers(torch, 3)), list(traced.state_dict()), str(Buffers().trace(net))


def tensors_that_are_made(torch):
    kept, other = torch.tensor(5), torch.tensor(5)

    def made(x):
        return x + torch.tensor(5) + other + torch.zeros(2)

    return seen(torch, lambda x: x + kept + kept, numbers(torch, 2)), seen(torch, made, numbers(torch, 2))


def a_module_of_names_in_capitals(torch):
    nn = torch.nn
    acts = nn.ModuleDict({"snake_case": nn.ReLU(), "PascalCase": nn.LeakyReLU(), "ALL_CAPS": nn.ELU()})
    net = module(torch, lambda self, x: [act(x) for act in self.acts.values()], acts=acts)
    return seen(torch, net, numbers(torch, 3))


def layers_are_gone_through(torch):
    class NoLeaves(torch.fx.Tracer):
        def is_leaf_module(self, m, module_qualified_name):
            return False

    nn = torch.nn
    net = nn.Sequential(
        nn.Linear(2, 3), nn.ReLU(), nn.Dropout(0.5), nn.Conv2d(1, 1, 1), nn.LayerNorm(3), nn.GELU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Softmax(1), nn.Embedding(3, 4), nn.AdaptiveAvgPool2d(1), nn.LeakyReLU(), nn.Sigmoid(), nn.Tanh(), nn.GroupNorm(1, 3),
    )  # fmt: skip
    graph = NoLeaves().trace(net)
    return str(graph), torch.fx.GraphModule(net, graph).code


def scopes(torch):
    inner = module(torch, lambda self, x: self.act(x.relu()), act=torch.nn.ReLU())
    net, tracer = module(torch, lambda self, x: self.a(self.a(x)) + 1, a=inner), torch.fx.Tracer()
    tracer.trace(net)
    return {name: (path, kind and kind.__name__) for name, (path, kind) in tracer.node_name_to_scope.items()}


def what_is_not_inside(torch):
    layer, parameter = torch.nn.ReLU(), torch.nn.Parameter(torch.zeros(1))
    trace = torch.fx.symbolic_trace
    return [
        said(lambda f=f: trace(module(torch, f))) for f in (lambda self, x: layer(x), lambda self, x: x + parameter)
    ]


def wrapped_forward(torch):
    def with_relu(function):
        @functools.wraps(function)
        def wrapper(*args):
            return torch.relu(function(*args))

        return wrapper

    @contextlib.contextmanager
    def nothing():
        yield

    x = numbers(torch, 2, 2)
    return [
        seen(torch, module(torch, with_relu(lambda self, x, w: torch.matmul(x, w))), x, x),
        seen(torch, module(torch, nothing()(lambda self, x: torch.relu(x))), x),
    ]


# --- where it cannot be traced ------------------------------------------------------------------------------------------------


def control_flow(torch):
    def loop(x):
        while x:
            pass

    def over(x):
        for _ in x:
            pass

    def rest(x):
        first, *others = x
        return first

    given = [
        loop, over, rest, lambda x: x if x.sum() > 0 else -x, lambda x: x and 1, lambda x: not x, lambda x: bool(x), lambda x: int(x),
        lambda x: range(x), lambda x: 1 in x, lambda x: torch.ones(x.shape[0]), lambda x: sum(x), lambda x: math.floor(x) and 1,
        lambda x: len(x), lambda x: max(*x), lambda x: dict(**x),
    ]  # fmt: skip
    return [
        said(lambda f=f: torch.fx.symbolic_trace(f)).split("minitorch.fx.wrap")[0].split("torch.fx.wrap")[0]
        for f in given[:8]
    ] + [type(error_of(torch, f)).__name__ for f in given[8:]]


def error_of(torch, function):
    try:
        torch.fx.symbolic_trace(function)
    except Exception as error:
        return error
    return None


def values_that_are_given(torch):
    def chosen(x, y):
        return 2 * x if y else x

    def counted(x, y, z):
        return x + (1 if y else 2)

    trace, PH = torch.fx.symbolic_trace, torch.fx.PH
    found = []
    for value in (True, False, None, 3, "a"):
        traced = trace(chosen, concrete_args={"y": value})
        found += [traced.code, traced(3, value), said(lambda traced=traced: traced(3, object()))]
    found.append(trace(counted, concrete_args=(PH, True, PH)).code)
    return [*found, said(lambda: trace(counted, concrete_args=(PH, True)))]


def values_in_containers(torch):
    def total(x):
        return sum(x)

    def of_dict(x):
        return x["a"] + sum(x["z"])

    def per_key(x):
        return {key: [part + 1 for part in value] for key, value in x.items()}

    def of_pair(x):
        return x.x + x.y

    PH, tree_map, found = torch.fx.PH, torch.utils._pytree.tree_map, []
    for function, given in [
        (total, [PH, PH, PH]), (total, []), (of_dict, {"a": PH, "z": (PH, PH)}), (per_key, {"a": (PH, PH), "b": [PH], "c": []}),
        (per_key, {5: (PH,)}), (of_pair, Pair(PH, PH)),
    ]:  # fmt: skip
        value = tree_map(lambda part: numbers(torch, 2) if part is PH else part, given)
        traced = torch.fx.symbolic_trace(function, concrete_args={"x": given})
        again = torch.fx.symbolic_trace(traced)
        found += [traced.code, traced(value), again.code, again(value)]
        found += [torch.fx.Interpreter(traced).run(value), torch.fx.Transformer(traced).transform()(value)]
    return found


def shapes_of_parameters(torch):
    def either(self, x):
        known = (
            self.p.shape[0] < 4 and self.p.size()[1] == 3 and self.p.dim() == self.p.ndim == 2 and self.p.numel() == 6
        )
        return torch.relu(x) if known else x + self.p

    net = module(torch, either, p=torch.nn.Parameter(numbers(torch, 2, 3)))
    return str(torch.fx.Tracer(param_shapes_constant=True).trace(net)), said(lambda: torch.fx.symbolic_trace(net))


# --- functions that are left whole ---------------------------------------------------------------------------------------------

LEAVES = """
import math
from math import sqrt
from PACKAGE.fx import wrap, Tracer, GraphModule

def halve(a, b):
    return a[0] / 2 + b

wrap("halve")
wrap("len")
wrap("getattr")

@wrap
def doubled(a):
    return a * 2 if a > 1 else a

def whole(x):
    return int(x)

def by_name(y):
    return halve((4, y), 3) + halve((3, 4), 5) + doubled(y) + len(y) + getattr(y, "nothing", 1)

def roots(x):
    return sqrt(x.size(0)) + math.sqrt(x.size(0)) + math.sqrt(4) + math.floor(x.size(0))

def listed(x):
    return whole(x.shape[0] / 2)

def inner():
    wrap("len")

before = halve, doubled, sqrt, math.sqrt
"""


def leaves(library):
    """A file with functions that are wrapped."""
    scope = {"__name__": "leaves"}
    exec(compile(LEAVES.replace("PACKAGE", library.__name__), "leaves", "exec"), scope)
    return scope


def functions_that_are_wrapped(torch):
    scope, trace = leaves(torch), torch.fx.symbolic_trace
    traced = trace(scope["by_name"])
    again = torch.fx.Transformer(traced).transform()
    same_as_before = scope["before"] == (scope["halve"], scope["doubled"], scope["sqrt"], math.sqrt)
    found = [
        traced.code,
        again.code,
        trace(traced).code,
        same_as_before,
        "len" in scope,
        hasattr(scope["halve"], "__fx_already_patched"),
    ]
    tracer = torch.fx.Tracer(autowrap_functions=(scope["whole"],))
    graph = tracer.trace(scope["listed"])
    named = torch.fx.GraphModule(tracer.root, graph, "named")
    return found + [
        trace(scope["roots"]).code, named.code, named(torch.ones(4)), named._get_name(), trace(scope["roots"])(torch.ones(9)),
        said(scope["inner"]), said(lambda: torch.fx.wrap(3)),
    ]  # fmt: skip


def objects_that_are_made(torch):
    class Two(metaclass=torch.fx.ProxyableClassMeta):
        def __init__(self, left, right):
            self.left, self.right = left, right

        def add(self, other):
            return Two(self.left + other.left, self.right + other.right)

    def literal(x):
        return x.add(Two(torch.zeros(2), torch.ones(2)))

    two, one = Two(numbers(torch, 2), numbers(torch, 2)), numbers(torch, 2)
    made = torch.fx.symbolic_trace(lambda x, y: x.add(Two(y, y)))
    return torch.fx.symbolic_trace(literal)(two).right, str(made.graph), made(two, one).left


def assertions(torch):
    def checked(x):
        torch._assert(x.shape[1] > 4, "too narrow")
        return x

    traced = torch.fx.symbolic_trace(checked)
    return traced.code, traced(numbers(torch, 4, 5)), said(lambda: traced(numbers(torch, 4, 3)))


# --- tracers of one's own -------------------------------------------------------------------------------------------------------


def tracers_that_answer(torch):
    class Answering(torch.fx.Tracer):
        def to_bool(self, obj):
            return True

        def iter(self, obj):
            return iter([obj[0], obj[1]])

        def create_node(self, *args, **kwargs):
            node = super().create_node(*args, **kwargs)
            node.tag = node.op
            return node

    graph = Answering().trace(lambda x: [y + 1 if y else y for y in x])
    return str(graph), [node.tag for node in graph.nodes]


def tracers_that_refuse(torch):
    class NothingInPlace(torch.fx.Tracer):
        def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
            if (target if isinstance(target, str) else torch.typename(target))[-1] == "_":
                raise RuntimeError("in-place operations are not supported")
            return super().create_node(kind, target, args, kwargs, name)

    class Checked(torch.fx.Tracer):
        check_mutable_operations = True

    given = lambda x: x.add_(3.0), lambda x: torch.log_(x), lambda x: torch.ones(3).add_(x)
    checked = Checked()
    in_place = said(lambda: checked.trace(lambda x: torch.sigmoid(x, out=x)))
    return [said(lambda f=f: NothingInPlace().trace(f)) for f in given], "mutable operation" in in_place


def modules_that_stay_whole(torch):
    inner = module(torch, lambda self, x: (3, torch.sum(x)))
    net = module(torch, lambda self, x: self.m({42: x, "a": [x]}), m=inner)
    wrong = module(torch, lambda self, x: self.m({x: x}), m=inner)

    class Whole(torch.fx.Tracer):
        def is_leaf_module(self, m, module_qualified_name):
            return m is inner

    return str(Whole().trace(net)), said(lambda: Whole().trace(wrong))


def where_nodes_were_made(torch):
    tracer = torch.fx.Tracer()
    tracer.record_stack_traces = True
    graph = tracer.trace(module(torch, lambda self, x: torch.relu(x + 3), l=torch.nn.ReLU()))
    net = torch.nn.Sequential(torch.nn.ReLU())
    tracer.record_stack_traces = True
    return [bool(node.stack_trace) for node in graph.nodes], "forward" in str(
        list(tracer.trace(net).nodes)[1].stack_trace
    )


def operators_of_ones_own(torch):
    @torch.library.custom_op("fx_tests::scaled", mutates_args=())
    def scaled(x: torch.Tensor, by: float = 2.0) -> torch.Tensor:
        return x * by

    @torch.library.custom_op("fx_tests::change", mutates_args={"x"})
    def change(x: torch.Tensor) -> None:
        x += 1

    def aten(x):
        ops = torch.ops.aten
        return ops.add(x, 1), ops.add.Tensor(x, 1), ops.cat([x, ops.relu.default(x)]), x.foo(ops.mul.Tensor)

    def own(x):
        change(x)
        return scaled(x) + 1, torch.ops.fx_tests.scaled(x, 3.0), torch.ops.fx_tests.scaled.default(x)

    traced = torch.fx.symbolic_trace(own)
    kept = not traced.graph.eliminate_dead_code()
    return (
        seen(torch, aten),
        traced.code,
        traced(numbers(torch, 3)),
        str(traced.graph),
        kept,
        pickle.loads(pickle.dumps(traced)).code,
    )


def operators_and_classes_that_take_over(torch):
    calls = []

    class Own(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            calls.append((str(func), len(args)))
            return super().__torch_function__(func, types, args, kwargs or {})

    class Mode(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            calls.append((str(func), len(args)))
            return func(*args, **(kwargs or {}))

    x = numbers(torch, 2).as_subclass(Own)
    calls.clear()
    results = torch.ops.aten.mul(x, 2), torch.ops.aten.mul.Tensor(x, 2)
    with Mode():
        plain = torch.ops.aten.mul.Tensor(torch.ones(2), 2)
    names = [name for name, _ in calls if "mul" in name]
    return names, [type(result).__name__ for result in results], plain


def types_that_are_given(torch):
    annotate = __import__(f"{torch.__name__}.fx.annotate", fromlist=["annotate"]).annotate
    twice = said(lambda: torch.fx.symbolic_trace(lambda x: annotate(annotate(x, int), str)))
    return seen(torch, lambda x: annotate(torch.relu(x), torch.Tensor) + 1), twice, annotate(3, int)


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch)


# --- here -----------------------------------------------------------------------------------------------------------------------


def test_functions_ask_only_while_something_is_traced():
    assert not swapped
    traced = mt.fx.symbolic_trace(mt.nn.Sequential(mt.nn.Linear(2, 2), mt.nn.ReLU()))
    mt.fx.Transformer(traced).transform()
    assert not swapped
    with pytest.raises(mt.fx.proxy.TraceError):
        mt.fx.symbolic_trace(lambda x: x if x else x)
    assert not swapped and "__call__" not in vars(mt.nn.Module) and "__getattr__" not in vars(mt.nn.Module)


def test_a_class_that_is_met_while_tracing_goes_on_being_asked():
    def function(x):
        class Own(mt.Tensor):
            pass

        return x + 1

    mt.fx.symbolic_trace(function)
    assert swapped


def test_an_assert_becomes_a_step():
    class Asserting(mt.fx.Tracer):
        trace_asserts = True

    scope = {}
    exec(
        "def function(x):\n    assert x.shape[0] == 3\n    return x", scope
    )  # as written: pytest rewrites those of this file
    traced = mt.fx.GraphModule(mt.nn.Module(), Asserting().trace(scope["function"]))
    traced(mt.ones(3))
    with pytest.raises(AssertionError), contextlib.redirect_stderr(io.StringIO()):
        traced(mt.ones(2))


def test_packages_of_programs_that_trace_are_there():
    assert mt.fx.passes.shape_prop.ShapeProp and mt.fx.experimental.optimization.fuse and mt.fx.annotate.annotate
    assert mt.fx.passes.infra.pass_base.PassBase


def with_blocks_recorded(lib):
    """The code of a graph that begins and ends an entry of a profile, and what it gives and enters."""

    class Tracer(lib.fx.Tracer):
        def trace(self, root, concrete_args=None):
            block, ops = lib.autograd.profiler.record_function, lib.ops.profiler
            before = block.__enter__, block.__exit__

            def enter(opened):
                opened.handle = self.create_proxy("call_function", ops._record_function_enter, (opened.name,), {})

            block.__enter__, block.__exit__ = enter, lambda opened, *error: ops._record_function_exit(opened.handle)
            try:
                return super().trace(root, concrete_args)
            finally:
                block.__enter__, block.__exit__ = before

    class Net(lib.nn.Module):
        def forward(self, x):
            with lib.profiler.record_function("foo"):
                return lib.relu(x)

    net = Net()
    module = lib.fx.GraphModule(net, Tracer().trace(net))
    with lib.autograd.profiler.profile() as watched:
        out = module(lib.ones(2))
    module(lib.ones(2))  # nobody watches
    entries = {one.key for one in watched.key_averages()} & {"foo", "aten::relu"}
    return module.code.replace("minitorch", "torch"), entries, out.tolist()


def test_a_tracer_records_the_blocks_of_a_profile(torch):
    """record_function's block is no step of a graph; as two operators it is, and the graph makes the entry."""
    assert with_blocks_recorded(mt) == with_blocks_recorded(torch)
    assert with_blocks_recorded(mt)[1] == {"foo", "aten::relu"}
