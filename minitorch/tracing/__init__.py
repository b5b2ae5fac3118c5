"""tracing: one call of a module or function, recorded as a graph, looked at, made smaller, run again, saved."""

# isort: off
from .graph import Graph, Step, Value
from .traced import BranchError, Traced, trace
from .saving import load, save
from .compiling import compile

# isort: on

__all__ = ["BranchError", "Graph", "Step", "Traced", "Value", "compile", "load", "save", "trace"]
