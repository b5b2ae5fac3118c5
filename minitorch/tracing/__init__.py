"""tracing: one call of a module or function, recorded as a graph, looked at, made smaller, run again, saved."""

from .compiling import compile
from .graph import Graph, Step, Value
from .saving import load, save
from .traced import BranchError, Traced, trace

__all__ = ["BranchError", "Graph", "Step", "Traced", "Value", "compile", "load", "save", "trace"]
