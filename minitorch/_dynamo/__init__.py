"""_dynamo: torch._dynamo: names that programs give to a compiler: there is none, functions run as they are (shelf)."""

from ..compiler import allow_in_graph, assume_constant_result, disable, is_compiling, list_backends, reset
from . import config, eval_frame
from .eval_frame import OptimizedModule

__all__ = ["OptimizedModule", "allow_in_graph", "assume_constant_result", "config", "disable", "disallow_in_graph",
           "eval_frame", "graph_break", "is_compiling", "list_backends", "mark_dynamic", "mark_static", "optimize",
           "reset", "run"]  # fmt: skip

disallow_in_graph = forbid_in_graph = run = allow_in_graph


def optimize(backend="inductor", **options):
    """A decorator that leaves functions and modules as they are. Source: PyTorch, torch._dynamo.optimize."""
    return allow_in_graph


def graph_break(msg=""):
    """Nothing: there is no graph to end here. Source: PyTorch, torch._dynamo.graph_break."""


def mark_dynamic(t, index, **options):
    """Nothing: no sizes are compiled in. Source: PyTorch, torch._dynamo.mark_dynamic."""


maybe_mark_dynamic = mark_static = mark_static_address = mark_dynamic
