"""proxy_tensor: make_fx: a function run once on tensors, with every operator below autograd written into a graph (shelf)."""

import inspect

from ..._tensor import Tensor
from ...nn.module import Module
from ...nn.parameter import Parameter
from ...ops import aten
from ...utils import _pytree as pytree
from ...utils._python_dispatch import TorchDispatchMode, _get_current_dispatch_mode_stack
from .._symbolic_trace import Tracer
from ..codegen import _PyTreeCodeGen, _PyTreeInfo
from ..graph import Graph
from ..graph_module import GraphModule
from ..passes.shape_prop import _extract_tensor_metadata

__all__ = ["PythonKeyTracer", "ProxyTorchDispatchMode", "dispatch_trace", "get_proxy_mode", "make_fx"]

CONTROL_FLOW = (
    "It appears that you're trying to get value out of a tracing tensor with {} - erroring out! It's likely that this is caused "
    "by data-dependent control flow or similar.  It may be possible to trace this with dynamic shapes; try setting "
    "tracing_mode='symbolic' in your make_fx call."
)


class PythonKeyTracer(Tracer):
    """A Tracer whose steps are operators; tensors from outside become attributes of its root.

    Source: PyTorch, torch.fx.experimental.proxy_tensor.PythonKeyTracer.
    """

    def __init__(self):
        super().__init__(autowrap_modules=())
        self.tensor_attrs = {}

    def create_arg(self, a):
        """A parameter by its name in the root, where it is put unless it is there."""
        if isinstance(a, Parameter):
            name = next((name for name, one in self.root.named_parameters() if one is a), None)
            if name is None:
                name = self.get_fresh_qualname("_param_constant")
                setattr(self.root, name, a)
            return self.create_node("get_attr", name, (), {})
        return super().create_arg(a)


class ProxyTorchDispatchMode(TorchDispatchMode):
    """The mode that writes operators into a tracer's graph: what it has seen being made is known by its step.

    Source: PyTorch, torch.fx.experimental.proxy_tensor.ProxyTorchDispatchMode.
    """

    def __init__(self, tracer, tracing_mode="real", pre_dispatch=False):
        super().__init__()
        self.tracer, self.tracing_mode, self.decomposition_table = tracer, tracing_mode, {}
        self.known = {}  # id of a tensor, or of its array -> the step it came from, what keeps that alive, whether it is constant

    @classmethod
    def is_infra_mode(cls):
        """Whether PyTorch itself needs the mode to trace programs: yes."""
        return True

    def track(self, x, proxy, constant=False):
        """Note that a tensor is what a step gives; of several, each is an item of it."""
        if isinstance(x, (list, tuple)):
            for i, one in enumerate(x):
                self.track(one, proxy[i], constant)
        elif isinstance(x, Tensor):
            self.known[id(x)] = self.known[id(x._array)] = proxy, x, constant
            proxy.node.meta["tensor_meta"] = _extract_tensor_metadata(x)

    def entry(self, x):
        """What is known of a tensor. What autograd has saved comes back as another tensor with the same array."""
        return self.known.get(id(x)) or self.known.get(id(x._array))

    def proxied(self, x):
        """A value as an argument of a step."""
        found = self.entry(x) if isinstance(x, Tensor) else None
        return x if found is None else found[0]

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in self.decomposition_table:
            with self:
                return self.decomposition_table[func](*args, **kwargs)
        given = [self.entry(x) for x in pytree.tree_leaves((args, kwargs)) if isinstance(x, Tensor)]
        constant = bool(given) and all([found is None or found[2] for found in given])
        if func is aten._local_scalar_dense.default:
            if not constant:
                raise RuntimeError(CONTROL_FLOW.format(func))
            return func(*args, **kwargs)
        target = aten.lift_fresh_copy.default if func is aten.lift_fresh.default else func
        by_place, by_name = pytree.tree_map(self.proxied, (args, kwargs))
        name = self.tracer.graph._target_to_str(target.overloadpacket.__name__)
        proxy = self.tracer.create_proxy("call_function", target, by_place, by_name, name)
        out = func(*args, **kwargs)
        self.track(
            out,
            proxy,
            constant and target is aten.lift_fresh_copy.default or (constant and not func._schema.is_mutable),
        )
        return out


def get_proxy_mode():
    """The mode that is tracing; None where nothing is traced.

    >>> import minitorch as mt
    >>> mt.fx.experimental.proxy_tensor.get_proxy_mode()

    Source: PyTorch, torch.fx.experimental.proxy_tensor.get_proxy_mode.
    """
    modes = [mode for mode in _get_current_dispatch_mode_stack() if isinstance(mode, ProxyTorchDispatchMode)]
    return modes[-1] if modes else None


# --- tracing ------------------------------------------------------------------------------------------------------------------


def names_of(f, count):
    """The names of the arguments that placeholders are called after: arg0, arg1 ... where f does not say."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    if isinstance(f, Module) or code is None or code.co_flags & inspect.CO_VARARGS:
        return [f"arg{i}" for i in range(count)], "<lambda>"
    names = list(inspect.signature(f).parameters)
    return names[:count], getattr(f, "__name__", type(f).__name__)


def dispatch_trace(f, tracer, mode, args):
    """The GraphModule of one run of f. Source: PyTorch, torch.fx.experimental.proxy_tensor.dispatch_trace."""
    names, title = names_of(f, len(args))
    tracer.root, tracer.graph = Module(), Graph(tracer_cls=PythonKeyTracer)
    leaves, spec = pytree.tree_flatten(tuple(args))
    holders = []
    for name, arg in zip(names, args, strict=True):
        for i, leaf in enumerate(pytree.tree_leaves(arg)):
            holders.append(tracer.create_proxy("placeholder", f"{name}_{i + 1}", (), {}))
            mode.track(leaf, holders[-1])
    with mode:
        out = f(*args)
    results = pytree.tree_map(mode.proxied, out)
    if len(leaves) != len(args) or not all([one.is_leaf() for one in spec.children()]):
        results, out_spec = pytree.tree_flatten(results)
        tracer.graph._codegen = _PyTreeCodeGen(_PyTreeInfo(names, spec, out_spec))
    tracer.create_node("output", "output", (tracer.create_arg(results),), {})
    return GraphModule(tracer.root, tracer.graph, title)


def make_fx(
    f, decomposition_table=None, tracing_mode="real", _allow_non_fake_inputs=False, *, pre_dispatch=False,
    record_module_stack=False, _allow_fake_constant=False, _error_on_data_dependent_ops=True,
):  # fmt: skip
    """What traces f: called with its arguments it gives a GraphModule of the operators that f has run, backward passes too.

    decomposition_table  {operator: a function that does the same in other operators}
    tracing_mode         "real": f runs on the very tensors that are given

    >>> import minitorch as mt
    >>> traced = mt.fx.experimental.proxy_tensor.make_fx(lambda x: x.sin() + 1)(mt.ones(2))
    >>> [str(node.target) for node in traced.graph.nodes]
    ['x_1', 'aten.sin.default', 'aten.add.Tensor', 'output']

    Errors: RuntimeError where f asks for a number in a tensor, NotImplementedError for other tracing modes.
    Source: PyTorch, torch.fx.experimental.proxy_tensor.make_fx.
    """
    if tracing_mode not in ("real", "fake", "symbolic"):
        raise AssertionError(f"tracing_mode must be one of real, fake, symbolic, got {tracing_mode}")
    if tracing_mode != "real":
        raise NotImplementedError(
            f"minitorch traces with tracing_mode='real' alone, and not '{tracing_mode}': it has no tensors without numbers that "
            "count their sizes. What is traced holds for the shapes it was traced with."
        )

    def wrapped(*args):
        mode = ProxyTorchDispatchMode(PythonKeyTracer())
        mode.decomposition_table = decomposition_table or {}
        return dispatch_trace(f, mode.tracer, mode, args)

    return wrapped
