"""fx: the marks that code written for torch.fx carries; modules are not traced to graphs of source here (shelf)."""

from .nn.module.mode import Module

__all__ = ["GraphModule", "symbolic_trace", "wrap"]


class GraphModule(Module):
    """The class of traced modules, of which there are none here. Source: PyTorch, torch.fx.GraphModule."""


def wrap(fn_or_name):
    """Mark a function as one that a tracer leaves alone: it stays as it is. Source: PyTorch, torch.fx.wrap."""
    if not (callable(fn_or_name) or isinstance(fn_or_name, str)):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    return fn_or_name


def symbolic_trace(root, concrete_args=None):
    """RuntimeError: modules are not traced."""
    raise RuntimeError("minitorch does not trace modules to graphs of source; hooks and named_modules show what runs")
