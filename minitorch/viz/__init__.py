"""viz: pictures. Nothing in the library needs them, and they need no particular file of it.

graph, forward, backward   the graph that was recorded for a tensor      step       a backward pass, node by node
array, memory, broadcast   numbers in memory, views, stretched shapes    plot_training, curves, images ...  charts
"""

from .drawing import Drawing, backward, forward, graph
from .stepper import Stepper, step

__all__ = ["Drawing", "Stepper", "backward", "forward", "graph", "step"]
