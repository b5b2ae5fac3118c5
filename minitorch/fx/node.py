"""node: Node, one step of a graph, and map_arg, map_aggregate over what its arguments hold (shelf)."""

import operator

from .. import assertions
from .._tensor import Tensor
from .._tower import load, missing_name
from ..backend import device
from ..dtypes import dtype
from ..memory_format import layout, memory_format
from ..tensor_attributes import typename
from ._names import _get_qualified_name as _get_qualified_name
from ._names import _type_repr, pretty_target, shown_tensor
from .immutable_collections import immutable_dict, immutable_list

__all__ = ["Node", "map_arg", "map_aggregate", "has_side_effect"]

base_types = (str, int, float, bool, complex, dtype, Tensor, device, memory_format, layout)
_legal_ops = dict.fromkeys(["placeholder", "call_method", "call_module", "call_function", "get_attr", "output", "root"])
_side_effectful_functions = {assertions._assert, assertions._assert_async, operator.setitem}
RANDOM = "rand randn randint randperm rand_like randn_like randint_like normal poisson bernoulli multinomial".split()


def has_side_effect(fn):
    """Keep calls of a function whose result nobody uses: they do something else. A decorator.

    Source: PyTorch, torch.fx.has_side_effect.
    """
    _side_effectful_functions.add(fn)
    return fn


# --- arguments ----------------------------------------------------------------------------------------------------------------


def map_aggregate(a, fn):
    """An argument with fn's result for each part of it: tuples, lists, dicts and slices are gone through.

    >>> from minitorch.fx.node import map_aggregate
    >>> map_aggregate([1, (2, {"a": 3})], lambda x: x + 1)
    [2, (3, {'a': 4})]

    Source: PyTorch, torch.fx.node.map_aggregate.
    """
    if isinstance(a, tuple):
        parts = [map_aggregate(part, fn) for part in a]
        return type(a)(*parts) if hasattr(a, "_make") else tuple(parts)
    if isinstance(a, list):
        return immutable_list([map_aggregate(part, fn) for part in a])
    if isinstance(a, dict):
        return immutable_dict([(key, map_aggregate(part, fn)) for key, part in a.items()])
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def map_arg(a, fn):
    """An argument with fn's result for each Node in it. Source: PyTorch, torch.fx.map_arg."""
    if not callable(fn):
        raise AssertionError("minitorch.fx.map_arg(a, fn): fn must be a callable")
    return map_aggregate(a, lambda part: fn(part) if isinstance(part, Node) else part)


def _format_arg(arg, max_list_len=float("inf")):
    """An argument as a graph prints it, nodes with a %."""
    if hasattr(arg, "_custom_fx_repr_fn"):
        return arg._custom_fx_repr_fn()
    if isinstance(arg, list | tuple):
        shown = ", ".join([_format_arg(part) for place, part in enumerate(arg) if place < max_list_len])
        more = "" if len(arg) < max_list_len + 1 else f", ...[total_len={len(arg)}]"
        if isinstance(arg, list):
            return f"[{shown}{more}]"
        return f"({shown}{',' if len(arg) == 1 else ''}{more})"
    if isinstance(arg, dict):
        return "{" + ", ".join([f"{key}: {_format_arg(part)}" for key, part in arg.items()]) + "}"
    return f"%{arg}" if isinstance(arg, Node) else str(arg)


# --- nodes --------------------------------------------------------------------------------------------------------------------


def expect_target(target, op, whose):
    """ValueError where a node's target is not a name, or for call_function not something to call. whose() is that node."""
    wrong = not callable(target) if op == "call_function" else not isinstance(target, str)
    if wrong:
        kind = "Callable" if op == "call_function" else "str"
        raise ValueError(f"Node {whose()} target {target} has type {typename(target)} but a {kind} is expected")


class Node:
    """One step of a Graph: a parameter, an attribute, a call, or what is returned.

    op             placeholder, get_attr, call_function, call_method, call_module or output
    name           the name of its value in the code
    target         the function, or the name of the method, module, attribute or parameter
    args, kwargs   what it is called with, with a Node where a value of another step goes in
    users          {the nodes that use its value: None}
    type           its annotation, or None
    meta           what passes write down about it

    >>> import minitorch as mt
    >>> graph = mt.fx.symbolic_trace(lambda x: mt.relu(x) + 1).graph
    >>> [(node.op, node.name, node.args) for node in graph.nodes][1:3]
    [('call_function', 'relu', (x,)), ('call_function', 'add', (relu, 1))]

    Source: PyTorch, torch.fx.Node.
    """

    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        if op not in _legal_ops:
            raise AssertionError(f"op '{op}' is not in _legal_ops")
        expect_target(target, op, lambda: f"[graph = {graph}, name = '{name}']")
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        self.users, self.meta = {}, {}
        self._args, self._kwargs, self._input_nodes = (), {}, {}
        self._prev = self._next = self
        self._erased, self._repr_fn = False, None
        self._update_args_kwargs(args, kwargs)

    def __setattr__(self, name, value):
        if name == "name" and "name" in self.__dict__:
            for hook in hooks_of(self.graph):
                for user in self.users:
                    hook(old=self, new=value, user=user)
        object.__setattr__(self, name, value)

    def __repr__(self):
        return self._repr_fn(self) if self._repr_fn else self.name

    def __lt__(self, other):
        return self.graph._place(self) < self.graph._place(other)

    def __gt__(self, other):
        return other < self

    def __le__(self, other):
        return self is other or self < other

    def __ge__(self, other):
        return self is other or other < self

    # --- its place in the graph -----------------------------------------------------------------------------------------------

    @property
    def next(self):
        """The node after this one. Source: PyTorch, torch.fx.Node.next."""
        return self._next

    @property
    def prev(self):
        """The node before this one. Source: PyTorch, torch.fx.Node.prev."""
        return self._prev

    def prepend(self, x):
        """Move a node of the same graph before this one. Source: PyTorch, torch.fx.Node.prepend."""
        if x.graph is not self.graph:
            raise AssertionError("Attempting to move a Node into a different Graph")
        if x is self:
            return
        x._remove_from_list()
        x._prev, x._next = self._prev, self
        self._prev._next = self._prev = x
        self.graph._places = None

    def append(self, x):
        """Move a node of the same graph after this one. Source: PyTorch, torch.fx.Node.append."""
        self._next.prepend(x)

    def _remove_from_list(self):
        self._prev._next, self._next._prev = self._next, self._prev
        self.graph._places = None

    # --- its arguments --------------------------------------------------------------------------------------------------------

    @property
    def args(self):
        """The arguments by place; assigning them keeps the users of the nodes in them right."""
        return self._args

    @args.setter
    def args(self, a):
        self._update_args_kwargs(a, self._kwargs)

    @property
    def kwargs(self):
        """The arguments by name; assigning them keeps the users of the nodes in them right."""
        return self._kwargs

    @kwargs.setter
    def kwargs(self, k):
        self._update_args_kwargs(self._args, k)

    def _update_args_kwargs(self, args, kwargs):
        for node in self._input_nodes:
            node.users.pop(self, None)
        self._input_nodes = {}
        self._args, self._kwargs = map_arg(args, self._use), map_arg(kwargs, self._use)

    def _use(self, node):
        """Note that a node's value goes in."""
        self._input_nodes[node] = node.users[self] = None
        return node

    @property
    def all_input_nodes(self):
        """The nodes in args and kwargs, each once, in a list. Source: PyTorch, torch.fx.Node.all_input_nodes."""
        return list(self._input_nodes)

    def update_arg(self, idx, arg):
        """Let args[idx] be another argument. Source: PyTorch, torch.fx.Node.update_arg."""
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def insert_arg(self, idx, arg):
        """Put an argument before args[idx]. Source: PyTorch, torch.fx.Node.insert_arg."""
        if not 0 <= idx <= len(self.args):
            raise AssertionError(f"insert_args index must be between 0 and len(self.args), got {idx}")
        self._args = map_arg((*self._args[:idx], arg, *self._args[idx:]), self._use)

    def update_kwarg(self, key, arg):
        """Let kwargs[key] be another argument. Source: PyTorch, torch.fx.Node.update_kwarg."""
        self.kwargs = {**self.kwargs, key: arg}

    def replace_input_with(self, old_input, new_input):
        """Let another node's value go in where one's does. Source: PyTorch, torch.fx.Node.replace_input_with."""
        for hook in hooks_of(self.graph):
            hook(old=old_input, new=new_input.name, user=self)
        self._replace_input_with(old_input, new_input)

    def _replace_input_with(self, old, new):
        args, kwargs = map_arg((self._args, self._kwargs), lambda node: new if node is old else node)
        self._update_args_kwargs(args, kwargs)

    def replace_all_uses_with(self, replace_with, delete_user_cb=None, *, propagate_meta=False):
        """Let another node's value be used wherever this one's is; the users, in a list.

        replace_with     the other node
        delete_user_cb   user -> bool: whether to change that one; None: all of them
        propagate_meta   give it this node's meta, too

        Source: PyTorch, torch.fx.Node.replace_all_uses_with.
        """
        if propagate_meta:
            if replace_with.meta:
                raise AssertionError(
                    "Called node.replace_all_uses_with(replace_with, propagate_meta=True), but replace_with already has .meta keys"
                )
            replace_with.meta.update(self.meta)
        users = [user for user in self.users if delete_user_cb is None or delete_user_cb(user)]
        for user in users:
            user.replace_input_with(self, replace_with)
        return users

    # --- what is known about it -----------------------------------------------------------------------------------------------

    @property
    def stack_trace(self):
        """Where in the program it was made, if the tracer wrote that down; else None."""
        return self.meta.get("stack_trace")

    @stack_trace.setter
    def stack_trace(self, trace):
        self.meta["stack_trace"] = trace

    def is_impure(self, impure_random=True):
        """Whether it does something else than give a value. Source: PyTorch, torch.fx.Node.is_impure."""
        if self.op == "call_module":
            if self.graph.owning_module is None:
                raise AssertionError("self.graph.owning_module not set for purity check")
            return getattr(self.graph.owning_module.get_submodule(self.target), "_is_impure", False)
        if self.op == "call_function":
            changes = getattr(getattr(self.target, "_schema", None), "is_mutable", False)
            return self.target in _side_effectful_functions or is_random(self.target) or changes
        return self.op in ("placeholder", "output")

    def normalized_arguments(self, root, arg_types=None, kwarg_types=None, normalize_to_only_use_kwargs=False):
        """(args, kwargs) by the signature of what it calls, defaults filled in; None where that has none.

        Source: PyTorch, torch.fx.Node.normalized_arguments.
        """
        schemas = load("minitorch.fx.operator_schemas")
        if self.op == "call_function":
            return schemas.normalize_function(
                self.target, self.args, self.kwargs, arg_types, kwarg_types, normalize_to_only_use_kwargs
            )
        if self.op == "call_module":
            return schemas.normalize_module(root, self.target, self.args, self.kwargs, normalize_to_only_use_kwargs)
        return None

    def _rename(self, candidate):
        if candidate != self.name:
            self.name = self.graph._graph_namespace.create_name(candidate, None)
            self.graph._graph_namespace._rename_object(self, self.name)

    _pretty_print_target = staticmethod(pretty_target)

    def format_node(self, placeholder_names=None, maybe_return_typename=None, *, include_tensor_metadata=False):
        """The line that stands for it in the printed form of a graph. Source: PyTorch, torch.fx.Node.format_node."""
        if self.op == "output":
            if self.type and maybe_return_typename:
                maybe_return_typename[0] = f" -> {_type_repr(self.type)}"
            return f"return {self.args[0]}"
        kind = "" if self.type is None else f"{_type_repr(self.type)} "
        start = f"%{self.name} : {kind}[num_users={len(self.users)}] = {self.op}[target={pretty_target(self.target)}]"
        if self.op == "get_attr":
            return start
        if self.op == "placeholder":
            return start + (f"(default={self.args[0]})" if self.args else "")
        value = self.meta.get("val", self.meta.get("tensor_meta", self.meta.get("example_value")))
        if include_tensor_metadata and isinstance(value, Tensor):
            start = start.replace(f": {kind}[", f': Tensor "{shown_tensor(value, True, True)}"[', 1)
        return start + f"(args = {_format_arg(self.args)}, kwargs = {_format_arg(self.kwargs)})"


def hooks_of(graph):
    """The functions that the module of a graph lets know when a node is replaced or renamed."""
    return getattr(graph.owning_module, "_replace_hooks", None) or ()


def is_random(function):
    """Whether a function of ours draws random numbers."""
    name = getattr(function, "__name__", None)
    return name in RANDOM and _get_qualified_name(function) == f"minitorch.{name}"


def __getattr__(name):
    return missing_name(__name__, name)
