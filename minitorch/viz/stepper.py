"""stepper: a backward pass, one node at a time."""

import json
import os
from html import escape

from .dot import Options
from .drawing import LARGE, Drawing, outputs
from .frames import LAST, brief_label, flow_labels, frames_of, value_text
from .model import Graph
from .names import find
from .recording import record
from .render import digest, dot_to_svg, image
from .show import count

HERE = os.path.dirname(os.path.abspath(__file__))
CODE = "font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:0.9em"


class Stepper(Drawing):
    """A backward pass that was run once and can be stepped through. `.frames` holds what happened at each node."""

    def __init__(self, graph, recording, name, limit):
        self.graph, self.name = graph, name
        self.total = len(recording.events)
        self.frames = frames_of(recording, max(limit, 2 * LAST))
        self.start, self.first = recording.start, recording.first
        self.text = "\n".join(self.lines())
        options = Options(formulas=False, saved=False, gradients=False, backward=True)
        options.flows = {**flow_labels(self.frames), "y1": f"g = {brief_label(self.start)}"}
        options.totals = {}
        for served in [self.first, *[event.leaves for event in recording.events]]:
            options.totals.update((one.leaf.key, one.new) for one in served)
        self.draw(options)

    @property
    def svg(self):
        if self._drawn is None:
            self.prefix = "mt" + digest(self.dot + self.text)
            self._drawn = dot_to_svg(self.source.replace('id="@', f'id="{self.prefix}-'))
        return self._drawn

    @property
    def description(self):
        return f"Backward pass of {self.name}, {count(self.total, 'step')}: the gradient that flows along each edge"

    def lines(self):
        """The frames in words."""
        yield f"backward pass of {self.name}: {count(self.total, 'step')}"
        yield f"  start: the gradient of {self.name} is {value_text(self.start)}"
        for one in self.first:
            yield f"  {one.leaf.name}.grad: {value_text(one.new)}"
        skipped = self.total - len(self.frames)
        for i, frame in enumerate(self.frames):
            if skipped and i == len(self.frames) - LAST:
                yield f"  ... {count(skipped, 'more step')} ..."
            yield f"  {frame.number}. {frame.name}, which made {frame.label}"
            found = frame.lines
            width = max([len(label) for label, _ in found])
            for label, text in found:
                yield f"     {label:<{width}}  {text}"

    def html(self):
        """A document that reads without scripts (a picture and all frames), and that its script makes a stepper."""
        picture = image(self.svg, self.description)
        frames = "".join([self.start_html(), *[self.frame_html(frame) for frame in self.frames]])
        with open(os.path.join(HERE, "stepper.css"), encoding="utf-8") as file:
            css = file.read()
        with open(os.path.join(HERE, "stepper.js"), encoding="utf-8") as file:
            script = file.read().replace("PREFIX", json.dumps(self.prefix)).replace("STYLE", json.dumps(css))
        return (
            f'<div class="mt-stepper" data-mt="{self.prefix}" data-total="{self.total:,}" tabindex="0" role="group" '
            f'data-lm-suppress-shortcuts="true" aria-label="{escape(self.description)}">'
            f'<div class="mt-picture-box">{picture}</div><div class="mt-frames">{frames}</div>'
            f"<script>{script}</script></div>"
        )

    def start_html(self):
        """What is shown before the first node runs."""
        rest = self.total - len(self.frames)
        found = [("start", f"the gradient of {self.name} is {value_text(self.start)}")]
        found += [(f"{one.leaf.name}.grad", value_text(one.new)) for one in self.first]
        if rest:
            found.append(
                ("note", f"the first {len(self.frames) - LAST} steps and the last {LAST} are shown; all of them ran")
            )
        edges = "e-y1" if self.fits else ""
        return frame_html(0, f"Start: {count(self.total, 'step')} to come", found, "y1", edges, "")

    def frame_html(self, frame):
        now = frame.step.key if self.fits else "n1"
        edges = " ".join([f"e-{frame.step.key}-{flow.place}" for flow in frame.flows]) if self.fits else ""
        served = [leaf.key for leaf in self.graph.leaves if leaf.name in frame.totals] if self.fits else []
        title = f"{frame.number}. {frame.name}, which made {frame.label}"
        return frame_html(
            frame.number, title, frame.lines, now, edges, " ".join([f"{key}g {key}g-{key}" for key in served])
        )


def frame_html(number, title, found, now, edges, grads):
    """One frame: a heading and a row per fact. Inline styles only, for pages that strip everything else."""
    rows = "".join([
        f'<div style="display:flex;flex-wrap:wrap;padding:3px 0"><span style="min-width:118px;padding-right:10px;'
        f'opacity:0.8">{escape(label)}</span><span style="{CODE};overflow-wrap:anywhere">{escape(text)}</span></div>'
        for label, text in found
    ])  # fmt: skip
    return (
        f'<div class="mt-frame" data-number="{number}" data-now="{now}" data-edges="{edges}" data-grads="{grads}" '
        f'style="padding:6px 10px;margin:4px 0;border-left:4px solid #c04f00;border-radius:4px;'
        f'background:rgba(127,127,127,0.10)">'
        f'<div style="font-weight:600;padding-bottom:2px">{escape(title)}</div>{rows}</div>'
    )


def step(tensor, gradient=None, names=None, accumulate=False, limit=LARGE, **named):
    """Run `tensor.backward(gradient)` and show it step by step.

    tensor      where the pass starts      gradient  its own gradient; may be left out for one element, it is then 1
    names       as for graph               limit     how many steps are shown at most
    accumulate  False: every .grad stays as it was. True: the gradients are added, as a backward pass does
    The graph is kept, as with retain_graph=True. Hooks that are registered run.

    >>> import minitorch as mt
    >>> x = mt.tensor(2.0, requires_grad=True)
    >>> print(mt.viz.step(x * 3, x=x))
    backward pass of the result: 1 step
      start: the gradient of the result is 1.0
      1. MulBackward0, which made the result
         g arrives     1.0
         to input = x  g * other = 1.0 * 3 = 3.0
         x.grad        3.0

    Errors: those of backward(): a gradient that cannot be left out, a graph that was freed.
    """
    outputs((tensor,))
    known = find(names, named)
    graph = Graph((tensor,), known)
    name = known.of(tensor)
    if name is None:
        name = "the result"
        known.results[tensor._edge or (tensor, 0)] = (name, tensor)
    if tensor._edge is None and not tensor._requires_grad:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    recording = record(graph, tensor, gradient, accumulate)
    return Stepper(graph, recording, name, limit)
