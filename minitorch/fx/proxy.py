"""proxy: Proxy, which stands in a tensor's place and writes down what is done with it, and TracerBase (shelf)."""

import collections
import copy
import dis
import enum
import inspect
import operator
import traceback
from dataclasses import fields, is_dataclass
from pathlib import Path

from ..nn import functional
from ..nn.parameter import Parameter
from ..overrides import install, is_tensor_method_or_property
from ..utils._pytree import tree_map_
from . import traceback as fx_traceback
from .codegen import magic_methods, reflectable_magic_methods
from .node import base_types, map_arg

__all__ = [
    "TracerBase", "GraphAppendingTracer", "TraceError", "Proxy", "Attribute", "ParameterProxy", "Scope",
    "ScopeContextManager",
]  # fmt: skip


OURS = tuple([str(Path(__file__).parents[1] / folder) for folder in ("fx", "overrides")])  # files that no trace shows
OPERATORS = ("and_", "or_")  # functions of the module operator that write into nothing


class TraceError(ValueError):
    """What is done with a Proxy cannot be written down. Source: PyTorch, torch.fx.proxy.TraceError."""


class Scope:
    """The module whose forward is being traced: its path and its type. Source: PyTorch, torch.fx.proxy.Scope."""

    def __init__(self, module_path, module_type):
        self.module_path, self.module_type = module_path, module_type


class ScopeContextManager:
    """A with-block in which a Scope is another one. Source: PyTorch, torch.fx.proxy.ScopeContextManager."""

    def __init__(self, scope, current_scope):
        self._scope, self._before = scope, copy.copy(scope)
        scope.__dict__.update(vars(current_scope))

    def __enter__(self):
        return self._scope

    def __exit__(self, *error):
        self._scope.__dict__.update(vars(self._before))


class TracerBase:
    """What Proxies ask to write a step down. Tracer derives from it. Source: PyTorch, torch.fx.proxy.TracerBase."""

    record_stack_traces = False  # whether nodes know where in the program they were made
    check_mutable_operations = False
    trace_asserts = False  # whether `assert x` is a step, too
    proxy_buffer_attributes = False  # whether buffers are attributes of the graph as soon as they are looked at
    traced_func_name = "forward"

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        """A new node of the graph. Derive to refuse or change nodes. Source: PyTorch, torch.fx.proxy.TracerBase.create_node."""
        if kind == "call_function" and self.check_mutable_operations:
            refuse_in_place(target, kwargs)
        node = self.graph.create_node(kind, target, args, kwargs, name, type_expr)
        self.node_name_to_scope[node.name] = (self.scope.module_path, self.scope.module_type)
        if fx_traceback.has_preserved_node_meta():
            fx_traceback.give_current_meta(node)
        elif self.module_stack:
            node.meta["nn_module_stack"] = copy.copy(self.module_stack)
        if self.record_stack_traces and not node.stack_trace:
            frames = self._filter_traceback_frames(traceback.extract_stack())
            if frames:
                node.stack_trace = "".join(frames.format()).strip()
        return node

    def _filter_traceback_frames(self, user_stack_summary):
        """Those from the first `forward` on that are not of fx."""
        first = next((place for place, frame in enumerate(user_stack_summary) if frame.name == "forward"), None)
        frames = [] if first is None else user_stack_summary[first:]
        return traceback.StackSummary.from_list([frame for frame in frames if not frame.filename.startswith(OURS)])

    def proxy(self, node):
        """The Proxy for a node. Derive to make your own."""
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        """A new node, in a Proxy: its arguments may hold Proxies. Source: PyTorch, torch.fx.proxy.TracerBase.create_proxy."""
        args, kwargs = self.create_arg(args), self.create_arg(kwargs)
        if not isinstance(args, tuple):
            raise AssertionError(f"Expected args_ to be tuple, got {type(args)}")
        if not isinstance(kwargs, dict):
            raise AssertionError(f"Expected kwargs_ to be dict, got {type(kwargs)}")
        node = self.create_node(kind, target, args, kwargs, name, type_expr)
        return (proxy_factory_fn or self.proxy)(node)

    def create_arg(self, a):
        """An argument as nodes hold it: a Proxy's node, the same inside of tuples, lists, dicts, slices and dataclasses.

        Errors: NotImplementedError for other objects. Source: PyTorch, torch.fx.proxy.TracerBase.create_arg.
        """
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, "__fx_create_arg__"):
            return a.__fx_create_arg__(self)
        if isinstance(a, tuple):
            parts = [self.create_arg(part) for part in a]
            return type(a)(*parts) if hasattr(a, "_make") else type(a)(parts)
        if isinstance(a, list):
            return [self.create_arg(part) for part in a]
        if isinstance(a, dict):
            return {self._create_key(key): self.create_arg(part) for key, part in a.items()}
        if isinstance(a, slice | range):
            return type(a)(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if is_dataclass(a):
            parts = {field.name: self.create_arg(getattr(a, field.name)) for field in fields(a)}
            return self.create_node("call_function", type(a), (), parts)
        if isinstance(a, (*base_types, enum.Enum)) or a is None or a is ... or hasattr(a, "overloadpacket"):
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def _create_key(self, key):
        if isinstance(key, str):
            return key
        key = self.create_arg(key)
        map_arg(key, no_node)
        return key

    def to_bool(self, obj):
        """What bool(proxy) gives, which `if` asks: a TraceError. Derive to answer."""
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj):
        """What iter(proxy) gives, which `for` asks: a TraceError. Derive to answer."""
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or "
            "**kwargs function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what "
            "types of control flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy "
            "iteration errors"
        )

    def keys(self, obj):
        """What proxy.keys() gives, which `**proxy` asks: a step."""
        return Attribute(obj, "keys")()


def no_node(arg):
    """RuntimeError: a key of a dict is not known before it runs."""
    raise RuntimeError(f"Keys for dictionaries used as an argument cannot contain a Node. Got key: {arg}")


def refuse_in_place(target, kwargs):
    """RuntimeError for a function that writes into its arguments."""
    name = getattr(target, "__name__", "")
    in_place = name.endswith("_") and not name.endswith("__") and name not in OPERATORS
    if in_place or name == "setitem" or kwargs.get("out") is not None:
        raise RuntimeError(
            f"Tried to trace mutable operation {name}. FX only supports functional code, so operations that mutate "
            "operands in-place (e.g. via `out` arguments) are not supported"
        )


class GraphAppendingTracer(TracerBase):
    """The tracer of Proxies that are made of a graph's nodes by hand. Source: PyTorch, torch.fx.proxy.GraphAppendingTracer."""

    def __init__(self, graph):
        install()  # the public functions ask what they are given, as they do while a Tracer traces
        self.graph, self.scope = graph, Scope("", None)
        self.module_stack, self.node_name_to_scope = collections.OrderedDict(), {}


def assert_fn(x):
    """The step that `assert x` becomes where a tracer has trace_asserts."""
    if not x:
        raise AssertionError("Assertion failed")


def instruction(frame):
    """(the instructions of a frame's code, the number of the one that runs)."""
    found = list(dis.get_instructions(frame.f_code))
    return found, next(number for number, one in enumerate(found) if one.offset >= frame.f_lasti)


def is_asserted(frame):
    """Whether the frame runs the test of an `assert`."""
    found, number = instruction(frame)
    if not found[number].opname.endswith("IF_TRUE"):
        return False
    return found[number + 1].opname == "LOAD_ASSERTION_ERROR" or found[number + 1].argval == "AssertionError"


class Proxy:
    """What stands in a tensor's place while a module is traced: calls with it become nodes.

    Made of a node by hand, `Proxy(node)`, it adds to that node's graph.

    >>> import minitorch as mt
    >>> graph = mt.fx.Graph()
    >>> x = mt.fx.Proxy(graph.placeholder("x"))
    >>> mt.relu(x) * 2
    Proxy(mul)
    >>> [node.name for node in graph.nodes]
    ['x', 'relu', 'mul']

    Source: PyTorch, torch.fx.Proxy.
    """

    def __init__(self, node, tracer=None):
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, k):
        return Attribute(self, k)  # no node yet: it may become the call of a method

    def __getstate__(self):
        return self.__dict__

    def __setstate__(self, state):
        self.__dict__ = state

    def __deepcopy__(self, memo):
        state = {}
        for key, value in self.__dict__.items():
            try:
                state[key] = copy.deepcopy(value, memo)
            except Exception:
                state[key] = copy.copy(value)
        made = Proxy(state["node"], state["tracer"])
        made.__dict__.update(state)
        return made

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self):
        found, number = instruction(inspect.currentframe().f_back)
        if found[number].opname == "UNPACK_SEQUENCE":  # a, b = proxy
            return iter([self[place] for place in range(found[number].argval)])
        return self.tracer.iter(self)

    def __abs__(self):
        return self.tracer.create_proxy("call_function", operator.abs, (self,), {})

    def __bool__(self):
        if self.tracer.trace_asserts and is_asserted(inspect.currentframe().f_back):
            self.tracer.create_proxy("call_function", assert_fn, (self,), {})
            return True
        return self.tracer.to_bool(self)

    def keys(self):
        """What `**proxy` asks; a tracer may answer."""
        return self.tracer.keys(self)

    def __len__(self):
        raise RuntimeError(
            "'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
            "minitorch.fx.wrap('len') at module scope"
        )

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args, kwargs = args or (), kwargs or {}
        tracers = {}

        def note(part):
            if isinstance(part, cls):
                tracers[part.tracer] = None

        tree_map_(note, args)
        tree_map_(note, kwargs)
        if len(tracers) > 1:
            raise RuntimeError(
                f"Found multiple different tracers {list(tracers)} while trying to trace operations {orig_method}"
            )
        (tracer,) = tracers
        if orig_method in (functional.sigmoid, functional.tanh):  # which call the method in PyTorch
            return getattr(args[0], orig_method.__name__)()
        if is_tensor_method_or_property(orig_method):
            return tracer.create_proxy("call_method", orig_method.__name__, args, kwargs)
        name = tracer.graph._target_to_str(orig_method)
        return tracer.create_proxy("call_function", orig_method, args, kwargs, name=name)


class Attribute(Proxy):
    """An attribute of a Proxy: a step of its own, unless it is called. Source: PyTorch, torch.fx.proxy.Attribute."""

    def __init__(self, root, attr):
        self.root, self.attr, self.tracer, self._node = root, attr, root.tracer, None

    @property
    def node(self):
        """The node, which is made when it is asked for."""
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class ParameterProxy(Proxy):
    """A Proxy for a parameter, whose shape is known. Source: PyTorch, torch.fx.proxy.ParameterProxy."""

    def __init__(self, tracer, node, name, param):
        super().__init__(node, tracer)
        if not isinstance(param, Parameter):
            raise AssertionError(f"Expected Parameter, got {type(param)}")
        self.param, self.name = param, name

    def __repr__(self):
        return f"ParameterProxy({self.name})"

    @property
    def shape(self):
        """The parameter's shape."""
        return self.param.shape

    @property
    def ndim(self):
        """The parameter's number of dimensions."""
        return self.param.ndim

    def size(self):
        """The parameter's shape."""
        return self.param.size()

    def dim(self):
        """The parameter's number of dimensions."""
        return self.param.dim()

    def numel(self):
        """The parameter's number of elements."""
        return self.param.numel()

    nelement = numel


def define_operators():
    """Let Proxies have the operators: each is a step that calls the function of the module operator."""

    def forward(function):
        return lambda *args, **kwargs: args[0].tracer.create_proxy("call_function", function, args, kwargs)

    def reflected(function):
        return lambda self, other: self.tracer.create_proxy("call_function", function, (other, self), {})

    for name in magic_methods:
        if hasattr(operator, name):
            setattr(Proxy, f"__{name.strip('_')}__", forward(getattr(operator, name)))
    for name in reflectable_magic_methods:
        if hasattr(operator, name):
            setattr(Proxy, f"__r{name.strip('_')}__", reflected(getattr(operator, name)))


define_operators()
