"""_symbolic_trace: Tracer and symbolic_trace, which run a module on Proxies and keep what it does as a graph (shelf)."""

import collections
import copy
import functools
import inspect
import math
import warnings
from types import FunctionType

from .. import assertions
from .._tensor import Tensor
from ..nn.module.mode import Module
from ..nn.modules.container import Sequential
from ..nn.parameter import Parameter
from ..overrides.install import asking_meanwhile
from ..utils import _pytree as pytree
from ._patcher import _maybe_revert_all_patches as _maybe_revert_all_patches
from ._patcher import _wrapped_fns_to_patch as _wrapped_fns_to_patch
from ._patcher import _wrapped_methods_to_patch as _wrapped_methods_to_patch
from ._patcher import find_proxy, new_patcher, patch_known, patch_wrapped, wrap
from ._placeholders import PH, PHBase
from ._placeholders import PHWithMeta as PHWithMeta
from .codegen import _PyTreeCodeGen, _PyTreeInfo
from .graph import Graph
from .graph_module import GraphModule
from .node import base_types
from .proxy import ParameterProxy, Scope, ScopeContextManager, TracerBase

HAS_VARSTUFF = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
_orig_module_call, _orig_module_getattr = Module.__call__, Module.__getattr__
_proxyable_classes: dict = {}
tracing: list = []  # one entry for each trace that is under way


def is_fx_tracing():
    """Whether a Tracer traces. Source: PyTorch, torch.fx._symbolic_trace.is_fx_tracing."""
    return bool(tracing)


is_fx_symbolic_tracing = is_fx_tracing


class ProxyableClassMeta(type):
    """A metaclass: making an object of the class with a Proxy is a step of the graph. Source: PyTorch, torch.fx.ProxyableClassMeta."""

    def __init__(cls, name, bases, attrs):
        _proxyable_classes[cls] = None
        super().__init__(name, bases, attrs)

    def __call__(cls, *args, **kwargs):
        proxy = find_proxy(args, kwargs) if tracing else None
        if proxy is not None:
            return proxy.tracer.create_proxy("call_function", cls, args, kwargs)
        return super().__call__(*args, **kwargs)


@wrap
def _assert_is_none(value, msg):
    """The step that checks an argument that was None when the module was traced."""
    if value is not None:
        raise AssertionError(msg)


def with_plain_arguments(function, count):
    """The function with *args and **kwargs as ordinary parameters, for which a Proxy can be given."""
    code = function.__code__
    code = code.replace(
        co_argcount=count, co_posonlyargcount=0, co_kwonlyargcount=0, co_flags=code.co_flags & ~HAS_VARSTUFF
    )
    return FunctionType(code, function.__globals__, function.__name__, function.__defaults__, function.__closure__)


class Tracer(TracerBase):
    """What runs a module on Proxies. Derive from it to decide what becomes one step.

    autowrap_modules      modules of Python whose functions are steps
    autowrap_functions    functions that are steps
    param_shapes_constant whether shapes of parameters are numbers, not steps

    >>> import minitorch as mt
    >>> tracer = mt.fx.Tracer()
    >>> [node.op for node in tracer.trace(mt.nn.Sequential(mt.nn.Linear(2, 3), mt.nn.ReLU())).nodes]
    ['placeholder', 'call_module', 'call_module', 'output']

    Source: PyTorch, torch.fx.Tracer.
    """

    def __init__(self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant=False):
        known = [pair for module in autowrap_modules for pair in vars(module).items()]
        known = [value for name, value in known if not name.startswith("_") and callable(value)]
        self._autowrap_function_ids = {id(function) for function in [*known, *autowrap_functions]}
        self._autowrap_search = list(autowrap_modules)
        self.param_shapes_constant, self.submodule_paths, self.root_module_name = param_shapes_constant, None, ""
        self.scope, self.module_stack, self.num_calls = Scope("", None), collections.OrderedDict(), {}
        self.node_name_to_scope = {}

    # --- values ---------------------------------------------------------------------------------------------------------------

    def get_fresh_qualname(self, prefix):
        """The first of prefix0, prefix1 ... that the root has no attribute of."""
        number = 0
        while hasattr(self.root, f"{prefix}{number}"):
            number += 1
        return f"{prefix}{number}"

    def create_arg(self, a):
        """An argument as nodes hold it. Parameters, buffers, modules and other tensors become attributes of the graph.

        Source: PyTorch, torch.fx.Tracer.create_arg.
        """
        if isinstance(a, Parameter | Tensor | Module):
            name = self._name_of(a)
            if name is not None:
                return self.create_node("get_attr", name, (), {})
            if isinstance(a, Parameter):
                raise NameError("parameter is not a member of this module")
        if isinstance(a, tuple) and hasattr(a, "_make"):
            return self.create_node("call_function", type(a), tuple([self.create_arg(part) for part in a]), {})
        if isinstance(a, Tensor | pytree.TreeSpec):
            return self.create_node("get_attr", self._kept(a), (), {})
        if type(a) in _proxyable_classes:
            name = self.get_fresh_qualname(f"_{type(a).__name__}_constant_")
            setattr(self.root, name, a)
            return self.create_node("get_attr", name, (), {})
        return super().create_arg(a)

    def _name_of(self, a):
        """The path of a parameter, buffer or module in the root, or None."""
        kind = "parameters" if isinstance(a, Parameter) else "buffers" if isinstance(a, Tensor) else "modules"
        return next((name for name, one in getattr(self.root, f"named_{kind}")() if one is a), None)

    def _kept(self, a):
        """The name of a constant in the root, where it is put unless it is there."""
        if a in self.tensor_attrs:
            return self.tensor_attrs[a]
        name = self.get_fresh_qualname("_tensor_constant" if isinstance(a, Tensor) else "_tree_spec_constant")
        self.tensor_attrs[a] = name
        setattr(self.root, name, a)
        return name

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        """What an attribute of a module is while it is traced: a Proxy for a parameter, else as it is.

        Source: PyTorch, torch.fx.Tracer.getattr.
        """
        wanted = isinstance(attr_val, Parameter) or (self.proxy_buffer_attributes and isinstance(attr_val, Tensor))
        name = self._name_of(attr_val) if wanted else None
        if name is None:
            return attr_val
        if name not in parameter_proxy_cache:
            options = {}
            if self.param_shapes_constant and "proxy_factory_fn" in inspect.signature(self.create_proxy).parameters:
                options["proxy_factory_fn"] = lambda node: ParameterProxy(self, node, name, attr_val)
            parameter_proxy_cache[name] = self.create_proxy("get_attr", name, (), {}, **options)
        return parameter_proxy_cache[name]

    # --- modules --------------------------------------------------------------------------------------------------------------

    def is_leaf_module(self, m, module_qualified_name):
        """Whether a module is one step: those of nn are, Sequential apart. Source: PyTorch, torch.fx.Tracer.is_leaf_module."""
        return m.__module__.startswith("minitorch.nn") and not isinstance(m, Sequential)

    def path_of_module(self, mod):
        """The path of a module in the root. Errors: NameError where it is not there.

        Source: PyTorch, torch.fx.Tracer.path_of_module.
        """
        path = self.submodule_paths.get(mod) if self.submodule_paths else self._name_of(mod)
        if path is None:
            raise NameError("module is not installed as a submodule")
        return path

    def call_module(self, m, forward, args, kwargs):
        """What the call of a module gives: a Proxy for a leaf, else what its forward returns.

        Source: PyTorch, torch.fx.Tracer.call_module.
        """
        path = self.path_of_module(m)
        with ScopeContextManager(self.scope, Scope(path, type(m))) as scope:
            calls = self.num_calls.get(path, 0)
            self.num_calls[path] = calls + 1
            self.module_stack[f"{path}@{calls}" if calls else path] = path, scope.module_type
            if self.is_leaf_module(m, path):
                result = self.create_proxy("call_module", path, args, kwargs)
            else:
                result = forward(*args, **kwargs)
            self.module_stack.popitem(last=True)
        return result

    # --- tracing --------------------------------------------------------------------------------------------------------------

    def trace(self, root, concrete_args=None):
        """The Graph of a module or a function.

        root            the module or function
        concrete_args   {parameter: its value}: not a Proxy; in a list, tuple or dict, fx.PH stays open

        Errors: TraceError where the path depends on a value. Source: PyTorch, torch.fx.Tracer.trace.
        """
        is_module = isinstance(root, Module)
        self.root = root if is_module else Module()
        function = self._function_of(root) if is_module else root
        if is_module:
            self.submodule_paths = {module: name for name, module in root.named_modules()}
        self.graph = Graph(tracer_cls=type(self))
        if hasattr(function, "__code__"):
            code = function.__code__
            self.graph._co_fields = {
                "co_name": code.co_name, "co_filename": code.co_filename, "co_firstlineno": code.co_firstlineno,
            }  # fmt: skip
        self.tensor_attrs = tensors_in(self.root)
        if not isinstance(function, FunctionType):
            raise AssertionError(f"Expected FunctionType, got {type(function)}")
        tracing.append(self)
        try:
            with asking_meanwhile():
                self._run(function, is_module, concrete_args)
        finally:
            tracing.pop()
        self.submodule_paths = None
        return self.graph

    def _function_of(self, root):
        if not hasattr(type(root), self.traced_func_name):
            raise AssertionError(f"traced_func_name={self.traced_func_name} doesn't exist in {type(root).__name__}")
        self.root_module_name = root._get_name()
        return getattr(type(root), self.traced_func_name)

    def _run(self, function, is_module, concrete_args):
        """Call the function on Proxies, while calls and attributes of modules come by here, and keep what it returns."""
        places = function.__globals__
        function, args = self.create_args_for_root(function, is_module, concrete_args)
        cache = {}
        with new_patcher() as patcher:

            @functools.wraps(_orig_module_getattr)
            def seen_attribute(module, name):
                return self.getattr(name, _orig_module_getattr(module, name), cache)

            @functools.wraps(_orig_module_call)
            def seen_call(module, *args, **kwargs):
                found = getattr(getattr(module, "forward", module), "__globals__", {})
                patch_known(patcher, found, self._autowrap_function_ids)
                return self.call_module(module, lambda *a, **k: _orig_module_call(module, *a, **k), args, kwargs)

            patcher.patch_method(Module, "__getattr__", seen_attribute, deduplicate=False)
            patcher.patch_method(Module, "__call__", seen_call, deduplicate=False)
            patch_wrapped(patcher)
            for place in [places, *map(vars, self._autowrap_search)]:
                patch_known(patcher, place, self._autowrap_function_ids)
            returns = inspect.get_annotations(inspect.unwrap(function)).get("return")
            self.create_node("output", "output", (self.create_arg(function(*args)),), {}, type_expr=returns)

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        """(the function, its arguments): the module and a Proxy for each parameter.

        Source: PyTorch, torch.fx.Tracer.create_args_for_root.
        """
        function = inspect.unwrap(root_fn)
        code, signature = function.__code__, inspect.signature(function)
        count = code.co_argcount + code.co_kwonlyargcount
        if is_module and count == 0:
            raise RuntimeError("``self`` argument cannot be part of *args expansion!")
        args, names = ([self.root] if is_module else []), list(code.co_varnames[is_module:count])
        has_more = code.co_flags & HAS_VARSTUFF
        if isinstance(concrete_args, tuple):
            if concrete_args and has_more and count == 1:
                return root_fn, args + [self._numbered(number, one) for number, one in enumerate(concrete_args)]
            if len(names) != len(concrete_args):
                raise RuntimeError(
                    f"Tracing expected {len(names)} arguments but got {len(concrete_args)} concrete arguments"
                )
            concrete_args = dict(zip(names, concrete_args, strict=True))
        rest = iter(code.co_varnames[count:])
        names += [f"*{next(rest)}"] if has_more & inspect.CO_VARARGS else []
        names += [f"**{next(rest)}"] if has_more & inspect.CO_VARKEYWORDS else []
        args += [self._proxy_placeholder(name, concrete_args, signature, function) for name in names]
        if code.co_kwonlyargcount or has_more:
            root_fn = with_plain_arguments(root_fn, len(args))
        leaves, spec = pytree.tree_flatten(tuple(args))
        if all(child.is_leaf() for child in spec.children()):
            return root_fn, args
        return self._flattened(root_fn, list(code.co_varnames[:count]), spec), leaves

    def _flattened(self, function, names, spec):
        """The function of the leaves, for arguments that are lists, tuples or dicts."""
        self.graph._codegen = _PyTreeCodeGen(_PyTreeInfo(names, spec, None))

        def flattened(*args):
            leaves, out_spec = pytree.tree_flatten(function(*pytree.tree_unflatten(list(args), spec)))
            self.graph._codegen.pytree_info = self.graph._codegen.pytree_info._replace(out_spec=out_spec)
            return leaves

        return flattened

    def _numbered(self, number, value):
        return self._open(value, self.create_proxy("placeholder", f"input_{number}", (), {}))

    def _open(self, value, proxy):
        """The Proxy for a PH, whose attributes the node gets."""
        if isinstance(value, PHBase) and value is not PH:
            for name, one in vars(value).items():
                if not hasattr(proxy.node, name):
                    setattr(proxy.node, name, one)
        return proxy

    def _proxy_placeholder(self, name, concrete_args, sig, fn_for_analysis):
        """A Proxy for a parameter, or its concrete value with a step that checks it."""
        default = inspect.Parameter.empty if name[0] == "*" else sig.parameters[name].default
        default = () if default is inspect.Parameter.empty else (default,)
        if concrete_args is None or name not in concrete_args:
            kind = fn_for_analysis.__annotations__.get(name)
            return self.create_proxy("placeholder", name, default, {}, type_expr=kind)
        count = iter(range(1, 1 << 30))

        def replaced(value):
            proxy = self.create_proxy("placeholder", f"{name}_{next(count)}", default, {})
            if isinstance(value, PHBase):
                return self._open(value, proxy)
            self._check_value(proxy, name, value)
            return value

        return pytree.tree_map(replaced, concrete_args[name])

    def _check_value(self, proxy, name, value):
        """A step that refuses another value than the one that was traced."""
        said = f"{name} has been specialized to have value {value} but got another value"
        if value is None:
            self.create_proxy("call_function", _assert_is_none, (proxy, said), {})
        elif type(value) in base_types and type(value) is not Tensor:
            assertions._assert(proxy == value, said)
        else:
            warnings.warn(
                f"Was not able to add assertion to guarantee correct input {name} to specialized function. It is up to "
                "the user to make sure that your inputs match the inputs you specialized the function with.",
                stacklevel=2,
            )

    def __deepcopy__(self, memo):
        made = Tracer.__new__(Tracer)
        for key, value in self.__dict__.items():
            made.__dict__[key] = copy.copy(value) if key == "_autowrap_search" else copy.deepcopy(value, memo)
        return made


def tensors_in(root):
    """{tensor: its path} of the plain tensors that are attributes of a module and those inside of it."""
    return {
        value: f"{path}.{name}" if path else name
        for path, module in root.named_modules()
        for name, value in vars(module).items()
        if isinstance(value, Tensor | pytree.TreeSpec)
    }


def symbolic_trace(root, concrete_args=None):
    """A GraphModule that does what a module or function does, as it did on Proxies.

    root            the module or function
    concrete_args   {parameter: its value}, for parameters on which its path depends

    >>> import minitorch as mt
    >>> traced = mt.fx.symbolic_trace(lambda x: mt.relu(x) + 1)
    >>> print(traced.code.strip())
    def forward(self, x):
        relu = minitorch.relu(x);  x = None
        add = relu + 1;  relu = None
        return add
    >>> traced(mt.tensor([-1.0, 2.0]))
    tensor([1., 3.])

    Errors: TraceError where the path depends on a tensor's values. Source: PyTorch, torch.fx.symbolic_trace.
    """
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    return GraphModule(tracer.root, graph, type(root).__name__ if isinstance(root, Module) else root.__name__)
