"""graph: Graph, the steps of a traced function in their order (shelf)."""

import contextlib
import copy
import inspect
import warnings

from ._lint import is_attribute, lint
from ._names import _get_qualified_name as _get_qualified_name
from ._names import _Namespace, short_name, snake_case
from ._names import _type_repr as _type_repr
from .codegen import CodeGen, PythonCode
from .codegen import inplace_methods as inplace_methods
from .codegen import magic_methods as magic_methods
from .codegen import reflectable_magic_methods as reflectable_magic_methods
from .node import Node, map_arg

__all__ = ["PythonCode", "CodeGen", "Graph"]


class _InsertPoint:
    """A with-block inside of which new nodes are put elsewhere; without `with`, they are from now on."""

    def __init__(self, graph, new_insert):
        self.graph, self.before = graph, graph._insert
        graph._insert = new_insert

    def __enter__(self):
        pass

    def __exit__(self, *error):
        self.graph._insert = self.before


class _node_list:
    """The nodes of a graph, which may be added and erased while one goes through them."""

    def __init__(self, graph, direction="_next"):
        if direction not in ("_next", "_prev"):
            raise AssertionError(f"direction must be '_next' or '_prev', got {direction}")
        self.graph, self.direction = graph, direction

    def __len__(self):
        return self.graph._len

    def __iter__(self):
        node = getattr(self.graph._root, self.direction)
        while node is not self.graph._root:
            if not node._erased:
                yield node
            node = getattr(node, self.direction)

    def __reversed__(self):
        return iter(_node_list(self.graph, "_prev" if self.direction == "_next" else "_next"))


class Graph:
    """The steps of a function in the order in which they run; GraphModule makes a module of it.

    >>> import minitorch as mt
    >>> graph = mt.fx.Graph()
    >>> x = graph.placeholder("x")
    >>> out = graph.output(graph.call_function(mt.relu, (x,)))
    >>> print(graph)
    graph():
        %x : [num_users=1] = placeholder[target=x]
        %relu : [num_users=1] = call_function[target=minitorch.relu](args = (%x,), kwargs = {})
        return relu

    Source: PyTorch, torch.fx.Graph.
    """

    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self.owning_module, self._tracer_cls, self._tracer_extras = owning_module, tracer_cls, tracer_extras
        self._places, self._len, self._graph_namespace = None, 0, _Namespace()
        self._root = Node(self, "", "root", "", (), {})  # before the first node and after the last
        self._insert, self._codegen, self._co_fields = self._root.prepend, CodeGen(), {}

    @property
    def nodes(self):
        """The nodes in their order, also for reversed() and len(). Source: PyTorch, torch.fx.Graph.nodes."""
        return _node_list(self)

    def _place(self, node):
        """The number of a node in the order; they are counted anew after a change."""
        if self._places is None:
            self._places = {one: number for number, one in enumerate(self.nodes)}
        return self._places.get(node, -1)

    def output_node(self):
        """The last node, which is what is returned. Source: PyTorch, torch.fx.Graph.output_node."""
        last = self._root._prev
        if last.op != "output":
            raise AssertionError(f"Expected output node, got op={last.op}")
        return last

    def find_nodes(self, *, op, target=None, sort=True):
        """The nodes of one op and, if that is given, one target, in a list. Source: PyTorch, torch.fx.Graph.find_nodes."""
        if op == "call_function" and target is None:
            raise AssertionError("target must not be None for call_function op")
        return [node for node in self.nodes if node.op == op and (target is None or node.target == target)]

    # --- adding nodes ---------------------------------------------------------------------------------------------------------

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        """A new node at the point of insertion, which is the end unless inserting_before says otherwise.

        op, target, args, kwargs   as in Node
        name                       what its name is to be like; None: like the target's
        type_expr                  its annotation

        Source: PyTorch, torch.fx.Graph.create_node.
        """
        args, kwargs = args or (), kwargs or {}
        if not isinstance(args, tuple):
            raise AssertionError(f"args must be a tuple, got {type(args)}")
        if not isinstance(kwargs, dict):
            raise AssertionError(f"kwargs must be a dict, got {type(kwargs)}")
        name = self._graph_namespace.create_name(self._target_to_str(target) if name is None else name, None)
        node = Node(self, name, op, target, args, kwargs, type_expr)
        for hook in getattr(self.owning_module, "_create_node_hooks", None) or ():
            hook(node)
        self._graph_namespace.associate_name_with_obj(name, node)
        self._insert(node)
        self._len += 1
        return node

    def placeholder(self, name, type_expr=None, default_value=inspect.Signature.empty):
        """A node for a parameter. Source: PyTorch, torch.fx.Graph.placeholder."""
        args = () if default_value is inspect.Signature.empty else (default_value,)
        return self.create_node("placeholder", name, args=args, type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        """A node for an attribute of the module: "layer.weight". Source: PyTorch, torch.fx.Graph.get_attr."""
        if self.owning_module is not None and not is_attribute(self.owning_module, qualified_name):
            warnings.warn(
                "Attempted to insert a get_attr Node with no underlying reference in the owning GraphModule! Call "
                "GraphModule.add_submodule to add the necessary submodule, GraphModule.add_parameter to add the "
                "necessary Parameter, or nn.Module.register_buffer to add the necessary buffer",
                stacklevel=2,
            )
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        """A node that calls a module inside of the module. Source: PyTorch, torch.fx.Graph.call_module."""
        if self.owning_module is not None and self.owning_module.get_submodule(module_name) is None:
            warnings.warn(
                "Attempted to insert a call_module Node with no underlying reference in the owning GraphModule! Call "
                "GraphModule.add_submodule to add the necessary submodule",
                stacklevel=2,
            )
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        """A node that calls a method of args[0]. Source: PyTorch, torch.fx.Graph.call_method."""
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None, name=None):
        """A node that calls a function. Source: PyTorch, torch.fx.Graph.call_function."""
        return self.create_node("call_function", the_function, args, kwargs, name=name, type_expr=type_expr)

    def output(self, result, type_expr=None):
        """The node that returns a value, or several in a tuple, list or dict. Source: PyTorch, torch.fx.Graph.output."""
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def inserting_before(self, n=None):
        """Let new nodes be put before this one, or before all; in a with-block, inside of it only.

        Source: PyTorch, torch.fx.Graph.inserting_before.
        """
        if n is None:
            return self.inserting_after(self._root)
        if n.graph is not self:
            raise AssertionError("Node to insert before is not in graph.")
        return _InsertPoint(self, n.prepend)

    def inserting_after(self, n=None):
        """Let new nodes be put right after this one, or after all; in a with-block, inside of it only.

        Source: PyTorch, torch.fx.Graph.inserting_after.
        """
        if n is None:
            return self.inserting_before(self._root)
        if n.graph is not self:
            raise AssertionError("Node to insert after is not in graph.")
        return _InsertPoint(self, n.append)

    def _target_to_str(self, target):
        name = short_name(target) if callable(target) else target
        if not callable(target) and name.startswith("__") and name.endswith("__"):
            name = name[2:-2]
        return snake_case(name)

    # --- copying, erasing -----------------------------------------------------------------------------------------------------

    def node_copy(self, node, arg_transform=lambda x: x):
        """A copy of another graph's node; arg_transform gives the node of this graph for one of that.

        Source: PyTorch, torch.fx.Graph.node_copy.
        """
        args, kwargs = map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform)
        if not isinstance(args, tuple):
            raise AssertionError(f"Expected args to be tuple, got {type(args)}")
        if not isinstance(kwargs, dict):
            raise AssertionError(f"Expected kwargs to be dict, got {type(kwargs)}")
        copied = self.create_node(node.op, node.target, args, kwargs, node.name, node.type)
        copied.meta = copy.copy(node.meta)
        return copied

    def graph_copy(self, g, val_map, return_output_node=False):
        """Copy another graph's nodes in; what stands here for what that one returns, None if it returns nothing.

        g          the other graph
        val_map    {node of g: node here}: filled in; what it has already is not copied
        return_output_node   return (that value, g's output node) instead

        Source: PyTorch, torch.fx.Graph.graph_copy.
        """
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                result = map_arg(node.args[0], lambda n: val_map[n])
                return (result, node) if return_output_node else result
            val_map[node] = self.node_copy(node, lambda n: val_map[n])
        return None

    def __deepcopy__(self, memo=None):
        graph = Graph(tracer_cls=self._tracer_cls)
        memo = memo if memo else {}
        found = graph.graph_copy(self, memo, return_output_node=True)
        graph._codegen = copy.deepcopy(self._codegen)
        if found is not None:
            result, old = found
            graph.output(result, type_expr=old.type).meta = copy.copy(old.meta)
        return graph

    def erase_node(self, to_erase):
        """Take a node out that nobody uses any more. Errors: RuntimeError where somebody does.

        Source: PyTorch, torch.fx.Graph.erase_node.
        """
        if to_erase.users:
            raise RuntimeError(
                f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: {to_erase.users}!"
            )
        if to_erase.graph is not self:
            raise RuntimeError(f"Attempting to remove {to_erase} from wrong graph!")
        if to_erase._erased:
            warnings.warn(f"erase_node({to_erase}) on an already erased node", stacklevel=2)
            return
        for hook in getattr(self.owning_module, "_erase_node_hooks", None) or ():
            hook(to_erase)
        to_erase._remove_from_list()
        to_erase._erased = True  # whoever goes through the nodes may be at this one
        self._len -= 1
        nothing = map_arg((to_erase._args, to_erase._kwargs), lambda node: None)
        to_erase._update_args_kwargs(*nothing)

    def eliminate_dead_code(self, is_impure_node=None):
        """Erase the nodes whose value nobody uses and that do nothing else; whether there were any.

        is_impure_node   node -> bool: whether it does something else; None: Node.is_impure

        Source: PyTorch, torch.fx.Graph.eliminate_dead_code.
        """
        self.lint()
        dead = 0
        for node in reversed(self.nodes):
            impure = node.is_impure() if is_impure_node is None else is_impure_node(node)
            if not impure and not node.users:
                self.erase_node(node)
                dead += 1
        changed = dead > 0
        targets = {node.target for node in self.find_nodes(op="get_attr")}
        for name, child in self.owning_module.named_children() if self.owning_module is not None else ():
            if name in targets and isinstance(getattr(child, "graph", None), Graph):
                changed |= child.graph.eliminate_dead_code()
                child.recompile()
        return changed

    def _clear_nodes(self):
        for node in reversed(self.nodes):
            node.meta.clear()
            self.erase_node(node)

    # --- as code and as text --------------------------------------------------------------------------------------------------

    def python_code(self, root_module, **options):
        """The PythonCode of the graph. root_module is the word for the module in it, "self".

        options   verbose (shapes, and where nodes were made), include_stride, include_device, colored, expanded_def,
                  additional_meta

        Source: PyTorch, torch.fx.Graph.python_code.
        """
        namespace = _Namespace()  # the names of functions and types are told apart from those of values
        before = {node: node._repr_fn for node in self.nodes}
        for node in before:
            node._repr_fn = lambda n: namespace.create_name(n.name, n)
        try:
            return self._codegen._gen_python_code(self.nodes, root_module, namespace, **options)
        finally:
            for node, shown in before.items():
                node._repr_fn = shown

    def process_inputs(self, *args):
        """The arguments as the placeholders take them. Source: PyTorch, torch.fx.Graph.process_inputs."""
        return self._codegen.process_inputs(*args)

    def process_outputs(self, out):
        """The result as the function returned it. Source: PyTorch, torch.fx.Graph.process_outputs."""
        return self._codegen.process_outputs(out)

    def set_codegen(self, codegen):
        """Let another CodeGen write the code. Source: PyTorch, torch.fx.Graph.set_codegen."""
        self._codegen = codegen

    def on_generate_code(self, make_transformer):
        """Let a function change the lines of the code before they are compiled, in a with-block inside of it only.

        make_transformer   the present function or None -> the new one: list of lines -> list of lines

        Source: PyTorch, torch.fx.Graph.on_generate_code.
        """
        before = self._codegen._body_transformer
        self._codegen._body_transformer = make_transformer(before)

        @contextlib.contextmanager
        def block():
            try:
                yield
            finally:
                self._codegen._body_transformer = before

        return block()

    def __str__(self):
        return "\n    ".join(["graph():", *[node.format_node() for node in self.nodes]])

    def print_tabular(self):
        """Print the nodes as a table, with the package tabulate. Source: PyTorch, torch.fx.Graph.print_tabular."""
        try:
            from tabulate import tabulate
        except ImportError:
            print(
                "`print_tabular` relies on the library `tabulate`, which could not be found on this machine. Run `pip "
                "install tabulate` to install the library."
            )
            raise
        rows = [[node.op, node.name, node.target, node.args, node.kwargs] for node in self.nodes]
        print(tabulate(rows, headers=["opcode", "name", "target", "args", "kwargs"]))

    def lint(self):
        """RuntimeError where the graph is not in order: a node that is used before it is there, a name that is twice.

        Source: PyTorch, torch.fx.Graph.lint.
        """
        lint(self)
