"""graph_module: GraphModule, a module whose forward is the code of its graph (shelf)."""

import contextlib
import copy
import itertools
from pathlib import Path

from .._tower import load
from ..nn.module.mode import Module
from ..nn.module.names import _addindent
from ._attributes import _assign_attr, _copy_attr
from ._attributes import _get_attr as _get_attr
from ._sources import _forward_from_src, _WrappedCall, import_lines
from .codegen import _PyTreeCodeGen
from .graph import Graph

__all__ = ["reduce_graph_module", "GraphModule"]

HOOKS = ("_replace_hooks", "_create_node_hooks", "_erase_node_hooks", "_deepcopy_hooks")
PRESERVED = ("_state_dict_hooks", "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks", *HOOKS)


class _CodeOnlyModule(Module):
    """A module of which there are only the attributes, and for a while a forward."""

    def __init__(self, body):
        super().__init__()
        self.__dict__ = body


def reduce_graph_module(body, import_block):
    """The GraphModule of attributes and code: the code is traced. Source: PyTorch, torch.fx.graph_module.reduce_graph_module."""

    class Code(_CodeOnlyModule):
        forward = _forward_from_src(import_block + body["_code"], {})

    tracer_cls = body.get("_tracer_cls") or load("minitorch.fx._symbolic_trace").Tracer
    KeepModules = type("KeepModules", (tracer_cls,), {"is_leaf_module": lambda self, m, module_qualified_name: True})
    root = Code(body)
    graph = KeepModules().trace(root, **body.get("_tracer_extras", {}))
    graph._tracer_cls = tracer_cls
    module = GraphModule(root, graph)
    for name, value in body.items():
        if not hasattr(module, name):
            setattr(module, name, value)
    return module


class GraphModule(Module):
    """A module that is made of a graph: its forward is the graph's code.

    root         a module that has what the graph names, or {path: what it is}
    graph        the Graph; after changes in it, recompile() writes the code anew
    class_name   the name of its class

    >>> import minitorch as mt
    >>> traced = mt.fx.symbolic_trace(mt.nn.Sequential(mt.nn.Identity()))
    >>> traced
    Sequential(
      (0): Identity()
    )
    >>> traced.graph.find_nodes(op="call_module")
    [_0]

    Source: PyTorch, torch.fx.GraphModule.
    """

    def __new__(cls, *args, **kwargs):
        # each has a class of its own, with its own forward
        base = next(one for one in cls.__mro__ if one.__qualname__.split(".")[-1] != "GraphModuleImpl")

        return super().__new__(type("GraphModuleImpl", (base,), {"__module__": __name__}))

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        type(self).__name__ = class_name
        targets = [node.target for node in graph.nodes if node.op in ("get_attr", "call_module")]
        if isinstance(root, Module):
            self.training = getattr(root, "training", True)
            if isinstance(root, _CodeOnlyModule):
                kinds = (root.named_children(), root.named_buffers(), root.named_parameters())
                targets = [name for kind in kinds for name, _ in kind] + targets
            for target in targets:
                _copy_attr(root, self, target)
        elif isinstance(root, dict):
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module") and node.target not in root:
                    raise RuntimeError(
                        f"Node {node} referenced target {node.target} but that target was not provided in ``root``!"
                    )
            for target in sorted(targets, key=lambda target: target.count(".")):
                _assign_attr(root[target], self, target)
        else:
            raise RuntimeError(f"Unsupported type {root} passed for root!")
        self.graph = graph
        tracer = graph._tracer_cls
        self._tracer_cls = tracer if tracer and "<locals>" not in tracer.__qualname__ else None
        self._tracer_extras, self.meta = graph._tracer_extras or {}, {}
        for name in HOOKS:
            setattr(self, name, [])

    @property
    def graph(self):
        """The graph. Assigning another writes the code anew. Source: PyTorch, torch.fx.GraphModule.graph."""
        return self._graph

    @graph.setter
    def graph(self, g):
        if not isinstance(g, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(g)}")
        self._graph = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        """The code of the graph. Source: PyTorch, torch.fx.GraphModule.code."""
        return self._code

    def recompile(self):
        """Write the code anew after changes in the graph; the PythonCode. Source: PyTorch, torch.fx.GraphModule.recompile."""
        codegen = self._graph._codegen
        if isinstance(codegen, _PyTreeCodeGen):
            self._in_spec, self._out_spec = codegen.pytree_info.in_spec, codegen.pytree_info.out_spec
        written = self._graph.python_code(root_module="self")
        self._code, self._lineno_map, self._prologue_start = written.src, written._lineno_map, written._prologue_start
        cls = type(self)
        cls.forward = _forward_from_src(self._code, written.globals, self._graph._co_fields)
        if "_wrapped_call" not in vars(cls):
            cls._wrapped_call = _WrappedCall(cls, vars(cls).get("__call__"))
        for child in self.children():
            if isinstance(child, GraphModule):
                child.recompile()
        cls.__call__ = lambda self, *args, **kwargs: self._wrapped_call(self, *args, **kwargs)
        return written

    # --- modules inside of it -------------------------------------------------------------------------------------------------

    def add_submodule(self, target, m):
        """Put a module in under a path, with empty modules on the way; False where something else is on the way.

        Source: PyTorch, torch.fx.GraphModule.add_submodule.
        """
        *path, name = target.split(".")
        owner = self
        for part in path:
            if getattr(owner, part, None) is None:
                setattr(owner, part, Module())
            owner = getattr(owner, part)
            if not isinstance(owner, Module):
                return False
        owner.add_module(name, m)
        return True

    def delete_submodule(self, target):
        """Take a module out; False where there is none. Source: PyTorch, torch.fx.GraphModule.delete_submodule."""
        *path, name = target.split(".")
        owner = self
        for part in path:
            owner = getattr(owner, part, None)
            if not isinstance(owner, Module):
                return False
        if not isinstance(getattr(owner, name, None), Module):
            return False
        delattr(owner, name)
        return True

    def delete_all_unused_submodules(self):
        """Take out the modules that the graph does not name. Source: PyTorch, torch.fx.GraphModule.delete_all_unused_submodules."""
        used = {""}
        for node in self.graph.nodes:
            if node.op not in ("call_module", "get_attr"):
                continue
            used.update(itertools.accumulate(node.target.split("."), "{}.{}".format))
            if node.op == "call_module":
                with contextlib.suppress(AttributeError):
                    inside = self.get_submodule(node.target).named_modules()
                    used.update([f"{node.target}.{name}" for name, _ in inside if name])
        for name in [name for name, _ in self.named_modules() if name not in used]:
            self.delete_submodule(name)

    # --- copies and text ------------------------------------------------------------------------------------------------------

    def __reduce__(self):
        state = self.__dict__.copy()
        names = import_lines(self.recompile().globals)
        del state["_graph"]
        return reduce_graph_module, (state, names)

    def __deepcopy__(self, memo):
        made = type(self).__new__(type(self))
        memo[id(self)] = made
        root = _CodeOnlyModule(copy.deepcopy(self.__dict__, memo))
        GraphModule.__init__(made, root, root.__dict__["_graph"])
        for name in PRESERVED:
            if name in self.__dict__:
                setattr(made, name, copy.deepcopy(self.__dict__[name], memo))
        made.meta = copy.deepcopy(getattr(self, "meta", {}), memo)  # a class of the user's may not have called __init__
        for name, value in made.meta.get("_user_preserved_attributes", {}).items():
            setattr(made, name, value)
        for hook in getattr(self, "_deepcopy_hooks", ()):
            hook(made)
        return made

    def __copy__(self):
        made = GraphModule(self, self.graph)
        made.meta = getattr(self, "meta", {})
        return made

    def print_readable(
        self, print_output=True, include_stride=False, include_device=False, colored=False, *, expanded_def=False,
        additional_meta=None,
    ):  # fmt: skip
        """The code as a class, with what is known of the values; printed, too, unless print_output is False.

        include_stride, include_device   in annotations of values with meta["val"]
        colored                          with the terminal's colours
        expanded_def                     each parameter in a line of its own
        additional_meta                  the keys of meta that are shown

        Source: PyTorch, torch.fx.GraphModule.print_readable.
        """
        options = {"include_stride": include_stride, "include_device": include_device, "colored": colored}
        text = readable(self, self._get_name(), options | {"additional_meta": additional_meta}, expanded_def)
        if print_output:
            print(text)
        return text

    def __str__(self):
        reminder = "# To see more debug info, please use `graph_module.print_readable()`"
        return "\n".join([super().__str__(), self._code, reminder])

    def to_folder(self, folder, module_name="FxModule"):
        """Write the module to a folder from which Python imports it: `from folder import FxModule`.

        Source: PyTorch, torch.fx.GraphModule.to_folder.
        """
        load("minitorch.fx._folder").write(self, Path(folder), module_name)

    # --- who is told of changes -----------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _set_replace_hook(self, f):
        """A with-block in which f(old, new, user) is called when a node is replaced or renamed; new is a name."""
        self._register_replace_node_hook(f)
        try:
            yield
        finally:
            self._unregister_replace_node_hook(f)


def define_hooks():
    """Let a GraphModule have _register_..._hook and _unregister_..._hook for each list of hooks."""

    def pair(attribute, kind):
        def register(self, f):
            if not callable(f):
                raise AssertionError(f"{kind} hook must be a callable.")
            getattr(self, attribute).append(f)

        def unregister(self, f):
            getattr(self, attribute).remove(f)

        return register, unregister

    for attribute, name in zip(HOOKS, ("replace_node", "create_node", "erase_node", "deepcopy"), strict=True):
        register, unregister = pair(attribute, name)
        setattr(GraphModule, f"_register_{name}_hook", register)
        setattr(GraphModule, f"_unregister_{name}_hook", unregister)


define_hooks()


def readable(module, name, options, expanded_def=False):
    """The code of a GraphModule as a class, with those inside of it as classes behind."""
    code = module.graph.python_code("self", verbose=True, expanded_def=expanded_def, **options).src.lstrip("\n")
    children = [(key, child) for key, child in module.named_children() if isinstance(child, GraphModule)]
    parts = ["", *[readable(child, key, options) for key, child in children]]
    return _addindent(f"class {name}(minitorch.nn.Module):\n{code}", 4) + _addindent("\n".join(parts), 4)
