"""interpreter: Interpreter, which runs a graph node by node, and Transformer, which makes another graph of one (shelf)."""

import contextlib
import inspect

from ..overrides.install import asking_meanwhile
from . import traceback as fx_traceback
from ._symbolic_trace import Tracer
from .codegen import last_uses
from .graph import Graph
from .graph_module import GraphModule
from .node import map_aggregate, map_arg
from .proxy import Proxy

__all__ = ["Interpreter", "Transformer"]


def expect_name(target):
    """The target, which is to be a str."""
    if not isinstance(target, str):
        raise AssertionError(f"Expected target to be str, got {type(target)}")
    return target


class Interpreter:
    """What runs a graph node by node; derive from it to do something else for a kind of node, or at each of them.

    module                   the GraphModule
    garbage_collect_values   forget values after their last use; False: `env` has all of them afterwards
    graph                    another graph to run on the module

    >>> import minitorch as mt
    >>> class Counting(mt.fx.Interpreter):
    ...     def run_node(self, n):
    ...         print(n.op, n.name)
    ...         return super().run_node(n)
    >>> Counting(mt.fx.symbolic_trace(lambda x: x.relu() + 1)).run(mt.tensor([-1.0]))
    placeholder x
    call_method relu
    call_function add
    output output
    tensor([1.])

    Source: PyTorch, torch.fx.Interpreter.
    """

    def __init__(self, module, garbage_collect_values=True, graph=None):
        self.module, self.submodules = module, dict(module.named_modules())
        self.graph = module.graph if graph is None else graph
        self.env, self.name, self.extra_traceback = {}, "Interpreter", True
        self.garbage_collect_values = garbage_collect_values
        if garbage_collect_values:
            self.user_to_last_uses = last_uses(self.graph.nodes)

    def run(self, *args, initial_env=None, enable_io_processing=True):
        """The result of the graph for these arguments.

        initial_env            {node: its value}, of nodes that need not run
        enable_io_processing   let lists, tuples and dicts among the arguments be taken apart as when it was traced

        Errors: those of the nodes, with the node in their words. Source: PyTorch, torch.fx.Interpreter.run.
        """
        self.env = {} if initial_env is None else initial_env
        self.args_iter = iter(self.graph.process_inputs(*args) if enable_io_processing else args)
        for node in self.graph.nodes:
            if node in self.env:
                continue
            try:
                self.env[node] = self.run_node(node)
            except Exception as error:
                if self.extra_traceback:
                    self._tell(error, node)
                raise
            for dead in self.user_to_last_uses[node] if self.garbage_collect_values else ():
                del self.env[dead]
            if node.op == "output":
                return self.graph.process_outputs(self.env[node]) if enable_io_processing else self.env[node]

    def _tell(self, error, node):
        """Put into an error's words which node failed."""
        said = f"While executing {node.format_node()}"
        said = f"{error.args[0]}\n\n{said}" if error.args else said
        error.args = (f"{said}\nOriginal traceback:\n{node.stack_trace}", *error.args[1:])
        if isinstance(error, KeyError):
            raise RuntimeError(*error.args) from error

    def boxed_run(self, args_list):
        """run for the arguments in a list, which is emptied. Source: PyTorch, torch.fx.Interpreter.boxed_run."""
        nodes = self.graph.find_nodes(op="placeholder")
        if len(args_list) != len(nodes):
            detail = "extra arguments" if len(args_list) > len(nodes) else "missing arguments"
            raise RuntimeError(
                f"Interpreter.boxed_run expected {len(nodes)} arguments for placeholders but received {len(args_list)} ({detail})"
            )
        env = dict(zip(nodes, args_list, strict=True))
        args_list.clear()
        return self.run(initial_env=env)

    @contextlib.contextmanager
    def _set_current_node(self, node):
        with fx_traceback.set_current_meta(node, f"Interpreter_{type(self).__name__}"):
            yield

    def run_node(self, n):
        """The value of one node: the method of its op is called. Source: PyTorch, torch.fx.Interpreter.run_node."""
        with self._set_current_node(n):
            args, kwargs = self.fetch_args_kwargs_from_env(n)
            return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target, args, kwargs):
        """The next argument; of *args, all that are left; else the default. Source: PyTorch, torch.fx.Interpreter.placeholder."""
        if expect_name(target).startswith("*"):
            return list(self.args_iter)
        given = next(self.args_iter, args)
        if given is not args:
            return given
        if args:
            return args[0]
        raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!")

    def get_attr(self, target, args, kwargs):
        """An attribute of the module. Source: PyTorch, torch.fx.Interpreter.get_attr."""
        return self.fetch_attr(expect_name(target))

    def call_function(self, target, args, kwargs):
        """What a function returns. Source: PyTorch, torch.fx.Interpreter.call_function."""
        if isinstance(target, str):
            raise AssertionError("target should not be a string for call_function")
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        """What a method of args[0] returns. Source: PyTorch, torch.fx.Interpreter.call_method."""
        owner, *rest = args
        return getattr(owner, expect_name(target))(*rest, **kwargs)

    def call_module(self, target, args, kwargs):
        """What a module inside of the module returns. Source: PyTorch, torch.fx.Interpreter.call_module."""
        return self.fetch_attr(expect_name(target))(*args, **kwargs)

    def output(self, target, args, kwargs):
        """What is returned. Source: PyTorch, torch.fx.Interpreter.output."""
        return args[0]

    def fetch_attr(self, target):
        """What the module has under a path: "layer.weight". Source: PyTorch, torch.fx.Interpreter.fetch_attr."""
        found, parts = self.module, target.split(".")
        for place, part in enumerate(parts):
            if not hasattr(found, part):
                raise RuntimeError(f"Node referenced nonexistent target {'.'.join(parts[: place + 1])}")
            found = getattr(found, part)
        return found

    def fetch_args_kwargs_from_env(self, n):
        """(args, kwargs) of a node, with values for the nodes in them.

        Source: PyTorch, torch.fx.Interpreter.fetch_args_kwargs_from_env.
        """
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n):
        """An argument of node n, with values for the nodes in it. Source: PyTorch, torch.fx.Interpreter.map_nodes_to_values."""

        def value(node):
            if node not in self.env:
                raise RuntimeError(
                    f"Node {n} referenced nonexistent value {node}! Run Graph.lint() to diagnose such issues"
                )
            return self.env[node]

        return map_arg(args, value)


class TransformerTracer(Tracer):
    """The tracer of a Transformer: every module is one step."""

    def __init__(self, graph, root):
        super().__init__()
        self.graph, self.root, self.tensor_attrs = graph, root, {}

    def is_leaf_module(self, m, module_qualified_name):
        """True."""
        return True


class Transformer(Interpreter):
    """What runs a graph on Proxies, which gives another graph; derive from it to change nodes.

    >>> import minitorch as mt
    >>> class ToSigmoid(mt.fx.Transformer):
    ...     def call_function(self, target, args, kwargs):
    ...         return super().call_function(mt.sigmoid if target is mt.relu else target, args, kwargs)
    >>> ToSigmoid(mt.fx.symbolic_trace(lambda x: mt.relu(x))).transform()(mt.zeros(1))
    tensor([0.5000])

    Source: PyTorch, torch.fx.Transformer.
    """

    def __init__(self, module):
        super().__init__(module)
        self.new_graph = Graph()
        self.new_graph.set_codegen(module.graph._codegen)
        self.tracer = TransformerTracer(self.new_graph, module)

    def placeholder(self, target, args, kwargs):
        """A Proxy for a parameter of the new graph."""
        default = args[0] if args else inspect.Signature.empty
        return Proxy(self.new_graph.placeholder(expect_name(target), default_value=default), self.tracer)

    def get_attr(self, target, args, kwargs):
        """A Proxy for an attribute in the new graph."""
        return self.tracer.create_proxy("get_attr", expect_name(target), args, kwargs)

    def call_module(self, target, args, kwargs):
        """A Proxy for the call of a module in the new graph."""
        module = self.fetch_attr(expect_name(target))
        return self.tracer.call_module(module, module.forward, args, kwargs)

    def call_function(self, target, args, kwargs):
        """A Proxy for the call of a function in the new graph."""
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self):
        """The GraphModule of the new graph. Source: PyTorch, torch.fx.Transformer.transform."""
        with fx_traceback.preserve_node_meta(), asking_meanwhile():
            result = self.run(enable_io_processing=False)
        if result is not None:
            last = self.new_graph.output(map_aggregate(result, lambda a: a.node if isinstance(a, Proxy) else a))
            last.meta.update(self.graph.output_node().meta)
        return GraphModule(self.module, self.new_graph)
