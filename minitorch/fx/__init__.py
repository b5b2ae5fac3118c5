"""fx: symbolic_trace, which makes a graph of a module, the graph as code, and what changes it (shelf)."""

from .._tower import missing_name, names_of

# isort: off
from . import immutable_collections as immutable_collections
from .node import Node, has_side_effect, map_arg
from .graph import CodeGen as CodeGen
from .graph import Graph
from .graph_module import GraphModule
from .proxy import Proxy
from ._symbolic_trace import PH as PH
from ._symbolic_trace import ProxyableClassMeta as ProxyableClassMeta
from ._symbolic_trace import Tracer, symbolic_trace, wrap
from .interpreter import Interpreter, Transformer
from .subgraph_rewriter import replace_pattern

__all__ = [
    "symbolic_trace", "Tracer", "wrap", "Graph", "GraphModule", "Interpreter", "Transformer", "Node", "Proxy",
    "replace_pattern", "has_side_effect", "map_arg",
]  # fmt: skip


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
