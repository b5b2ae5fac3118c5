"""viz: pictures. Nothing in the library needs them, and they need no particular file of it.

graph, forward, backward   the graph that was recorded for a tensor      step       a backward pass, node by node
module, state, timeline    what a module holds, a state_dict against it, what runs in a call
watch                      activations and gradients over training
memory, broadcast          numbers in memory, views, stretched shapes    plot_training, curves, images ...  charts
"""

from .cells import memory
from .charts import Chart, bars, curves, heatmap, histogram, images, paths, plot_training, style
from .drawing import Drawing, backward, forward, graph
from .modules import module, state
from .render import Picture
from .stepper import Stepper, step
from .stretch import broadcast
from .timeline import timeline
from .watching import watch

__all__ = [
    "Chart", "Drawing", "Picture", "Stepper", "backward", "bars", "broadcast", "curves",
    "forward", "graph", "heatmap", "histogram", "images", "memory", "module", "paths", "plot_training", "state",
    "step", "style", "timeline", "watch",
]  # fmt: skip
