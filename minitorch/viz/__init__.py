"""viz: pictures. Nothing in the library needs them, and they need no particular file of it.

graph, forward, backward   the graph that was recorded for a tensor      step       a backward pass, node by node
array, memory, broadcast   numbers in memory, views, stretched shapes    plot_training, curves, images ...  charts
"""

from .cells import array, memory
from .charts import Chart, bars, confusion, curves, heatmap, histogram, images, plot_training, style
from .drawing import Drawing, backward, forward, graph
from .render import Picture
from .stepper import Stepper, step
from .stretch import broadcast

__all__ = [
    "Chart", "Drawing", "Picture", "Stepper", "array", "backward", "bars", "broadcast", "confusion", "curves",
    "forward", "graph", "heatmap", "histogram", "images", "memory", "plot_training", "step", "style",
]  # fmt: skip
