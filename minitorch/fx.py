"""fx: the marks that code written for torch.fx carries; modules are not traced to graphs of source here (shelf)."""

from .nn.module.mode import Module

__all__ = ["Graph", "GraphModule", "Interpreter", "Node", "Proxy", "Tracer", "Transformer", "symbolic_trace", "wrap"]
UNTRACED = "minitorch does not trace modules to graphs of source; hooks and named_modules show what runs"


class GraphModule(Module):
    """The class of traced modules, of which there are none here. Source: PyTorch, torch.fx.GraphModule."""


class Graph:
    """A graph of source, which nothing makes here: RuntimeError when it is called. Source: PyTorch, torch.fx.Graph."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError(UNTRACED)


class Node(Graph):
    """A step of such a graph. Source: PyTorch, torch.fx.Node."""


class Proxy(Graph):
    """What a tracer puts in a tensor's place. Source: PyTorch, torch.fx.Proxy."""


class Interpreter(Graph):
    """What runs such a graph. Source: PyTorch, torch.fx.Interpreter."""


class Transformer(Interpreter):
    """What makes another graph of one. Source: PyTorch, torch.fx.Transformer."""


class Tracer:
    """What makes such graphs: it can be derived from and made, but not trace. Source: PyTorch, torch.fx.Tracer."""

    def __init__(self, autowrap_modules=(), autowrap_functions=(), param_shapes_constant=False):
        self.root = None

    def is_leaf_module(self, m, module_qualified_name):
        """Whether a module would be one step: those of nn are, Sequential apart."""
        return type(m).__module__.startswith("minitorch.nn") and type(m).__name__ != "Sequential"

    def trace(self, root, concrete_args=None):
        """RuntimeError: modules are not traced."""
        raise RuntimeError(UNTRACED)


def wrap(fn_or_name):
    """Mark a function as one that a tracer leaves alone: it stays as it is. Source: PyTorch, torch.fx.wrap."""
    if not (callable(fn_or_name) or isinstance(fn_or_name, str)):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    return fn_or_name


def symbolic_trace(root, concrete_args=None):
    """RuntimeError: modules are not traced."""
    raise RuntimeError(UNTRACED)
