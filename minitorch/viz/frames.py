"""frames: a recorded backward pass in sentences, one frame per node that ran."""

from .formulas import filled
from .model import Leaf
from .show import brief, line, shape, statistics

LAST = 10  # of a long pass, how many frames are kept from its end


class Flow:
    """What one formula gave: to which operand and tensor, by which formula, with which numbers."""

    def __init__(self, given, formula, numbers, sent, fitted):
        self.operand, self.target, self.formula, self.numbers = given.parameter, given.target, formula, numbers
        self.place, self.sent, self.fitted = given.place, sent, fitted
        self.label = given.target.label_of(given.number)

    @property
    def text(self):
        """`g * other = 1.0 * 3.0 = 3.0`, and what undoing a broadcast made of it."""
        parts = [self.formula]
        result = value_text(self.sent)
        if self.numbers and self.numbers not in (result, self.formula):
            parts.append(self.numbers)
        parts.append(result)
        text = " = ".join(parts)
        if self.fitted.shape != self.sent.shape:
            text += f", summed to shape {shape(self.fitted.shape)}: {value_text(self.fitted)}"
        return text


class Frame:
    """One node's turn: `name` of the node, `label` of its result, what arrived, what it sent, what accumulated.

    arrived  the gradient (array), a list of them for a node with several results
    flows    one Flow per operand that gets a gradient
    totals   {leaf name: (old, added, new)} of the leaves that were served; old is None the first time
    waiting  {leaf name: sum so far} of the leaves that have more to come
    """

    def __init__(self, event, number, received):
        step = self.step = event.step
        self.number, self.name, self.label = number, step.title, step.label
        several = len(event.arrived) > 1
        self.arrived = event.arrived if several else event.arrived[0]
        self.shown = event.shown if several else event.shown[0]
        self.changed = any(a is not b and not same(a, b) for a, b in zip(event.arrived, event.shown, strict=True))
        self.sources = received.get((step.key, 0), []) if not several else []
        self.flows = []
        for given, sent, fitted in zip(step.inputs, event.sent, event.given, strict=True):
            if given.target is None or sent is None:
                continue
            numbers = None if several else fill(step, given, self.shown)
            self.flows.append(Flow(given, given.formula, numbers, sent, fitted))
            received.setdefault((given.target.key, given.number), []).append((self.label, fitted))
        self.totals, self.parts, self.waiting = {}, {}, {}
        for one in event.leaves:
            self.totals[one.leaf.name] = (one.old, one.added, one.new)
            self.parts[one.leaf.name] = received.get((one.leaf.key, 0), [])
        for flow in self.flows:
            if isinstance(flow.target, Leaf) and flow.target.name not in self.totals:
                so_far = [g for _, g in received[flow.target.key, 0]]
                self.waiting[flow.target.name] = sum(so_far[1:], so_far[0])

    @property
    def lines(self):
        """[(label, text)]: what happens, in order."""
        several = isinstance(self.arrived, list)
        came = ", ".join([value_text(g) for g in self.arrived]) if several else value_text(self.arrived)
        if len(self.sources) > 1:
            came = joined(self.sources) + f" = {came}"
        found = [("g arrives", came)]
        if self.changed:
            found.append(("a hook makes it", value_text(self.shown) if not several else "another"))
        for flow in self.flows:
            found.append((f"to {flow.operand} = {flow.label}" if flow.operand != flow.label
                          else f"to {flow.operand}", flow.text))  # fmt: skip
        for name, so_far in self.waiting.items():
            found.append((f"{name} waits", f"{value_text(so_far)} so far; more is to come"))
        for name, (old, added, new) in self.totals.items():
            found.append((f"{name}.grad", accumulation(old, added, new, self.parts[name])))
        return found


def accumulation(old, added, new, parts):
    """`none before, now 2.0 + 3.0 = 5.0`."""
    total = sum([g for _, g in parts[1:]], parts[0][1]) if parts else added
    come = joined(parts) if len(parts) > 1 and same(total, added) else value_text(added)
    if old is None:
        return come if come == value_text(new) else f"{come} = {value_text(new)}"
    come = f"({come})" if " + " in come else come
    return f"{value_text(old)} (before) + {come} = {value_text(new)}"


def joined(parts):
    """Several contributions with where they came from."""
    if len(parts) > 4 or any(line(g) is None for _, g in parts):
        labels = list(dict.fromkeys([label for label, _ in parts]))
        return f"{len(parts)} gradients (from {', '.join(labels[:4])}{' ...' if len(labels) > 4 else ''}) added up"
    return " + ".join([f"{value_text(g)} (from {label})" for label, g in parts])


def fill(step, given, g):
    """The formula of one operand with its numbers, when they are few."""
    if step.node.op is None or step.node.joint is not None:
        return None
    return filled(given.formula, {"g": g, **{one.parameter: one.value for one in step.saved}})


def value_text(g):
    if g is None:
        return "nothing"
    return line(g) or f"shape {shape(g.shape)}, {statistics(g)}"


def same(a, b):
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and bool((abs(a - b) <= 1e-6 * abs(b) + 1e-9).all())


def frames_of(recording, limit):
    """The frames of a recording: all of them, or, of a long one, the first and the last few."""
    received, frames = {}, []
    for i, event in enumerate(recording.events):
        if limit >= len(recording.events) or i < limit - LAST or i >= len(recording.events) - LAST:
            frames.append(Frame(event, i + 1, received))
    return frames


def flow_labels(frames):
    """What stands on the edges of the picture: the gradients that went along them."""
    return {(frame.step.key, flow.place): brief_label(flow.fitted) for frame in frames for flow in frame.flows}


def brief_label(g):
    """A gradient as the label of an edge."""
    text = line(g, 4) if g.ndim < 2 else None
    return text if text and len(text) <= 20 else shape(g.shape)


__all__ = ["Flow", "Frame", "brief", "brief_label", "flow_labels", "frames_of", "value_text"]
