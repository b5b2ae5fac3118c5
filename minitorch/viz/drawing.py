"""drawing: graph, forward and backward: the recorded graph of any tensor."""

from .dot import Options, full, too_large, whose
from .dot import formulas as formulas_of
from .model import Graph, Step
from .names import find, is_tensor
from .render import Picture, dot_to_svg
from .show import FEW, SMALL, brief, count, line, shape, shorten, statistics

LARGE = 80  # of graphs with more steps only the kinds of steps are counted


class Drawing(Picture):
    """A drawn graph. `.dot` is its DOT source, `.svg` the picture, `print(...)` the same in words."""

    def __init__(self, graph, options):
        """Everything is read now: what happens to the graph later does not change the picture."""
        self.graph = graph
        self.text = full_text(graph, options) if self.fits else counted_text(graph)
        self.draw(options)

    @property
    def fits(self):
        """Whether the graph is drawn step by step."""
        return len(self.graph.nodes) <= LARGE

    def draw(self, options):
        """Write the DOT source, or keep the error that says what is missing until somebody asks for the picture."""
        self._drawn = None
        try:
            self._page = full(self.graph, options) if self.fits else too_large(self.graph, options)
        except ImportError as missing:
            self._page = missing

    @property
    def source(self):
        """The DOT source; ids begin with @, where the page that shows the picture puts a prefix."""
        if isinstance(self._page, ImportError):
            raise self._page
        return self._page.dot.source

    @property
    def dot(self):
        return self.source.replace('id="@', 'id="')

    @property
    def svg(self):
        if self._drawn is None:
            self._drawn = dot_to_svg(self.dot)
        return self._drawn

    @property
    def kinds(self):
        return () if isinstance(self._page, ImportError) else self._page.kinds

    @property
    def description(self):
        return self.text.splitlines()[0]


def graph(*tensors, names=None, values="small", gradients=True, saved=True, formulas=True, direction="TB", **named):
    """Draw the graph that was recorded for a tensor, or for several.

    tensors    one tensor or more, or a list of them
    names      {name: tensor}; variables of the caller are recognized by themselves, names=False turns that off
    values     "small": write out up to 12 numbers; True: up to 64; False: none
    gradients  show .grad          saved     show what each step keeps for the backward pass
    formulas   show each derivative          direction  "TB" (top to bottom) or "LR"
    named      names as keywords: graph(y, x=x, w=w)

    >>> import minitorch as mt
    >>> x = mt.tensor(2.0, requires_grad=True)
    >>> print(mt.viz.graph(x * 3, x=x))
    graph of the result: 1 step, 1 leaf
      x         leaf, shape (), = 2.0
      result    MulBackward0, mul(input=x, other=3), shape (), = 6.0
                to input: g * other
                saved other = 3
    """
    options = Options(values, gradients, saved, formulas, direction)
    return Drawing(Graph(outputs(tensors), find(names, named)), options)


def forward(*tensors, names=None, values="small", direction="TB", **named):
    """The same graph with only what the forward pass did: leaves, steps and results. Arguments as for graph."""
    options = Options(values, gradients=False, saved=False, formulas=False, direction=direction)
    return Drawing(Graph(outputs(tensors), find(names, named)), options)


def backward(*tensors, names=None, values="small", gradients=True, saved=False, direction="TB", **named):
    """The same graph the way gradients flow: arrows turned round, on each the formula that makes the gradient."""
    options = Options(values, gradients, saved, True, direction, backward=True)
    return Drawing(Graph(outputs(tensors), find(names, named)), options)


def outputs(tensors):
    """The tensors to draw, checked."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tuple(tensors[0])
    for x in tensors:
        if not is_tensor(x):
            raise TypeError(f"viz draws the graph of a Tensor, but got {type(x).__name__}")
    if not tensors:
        raise TypeError("viz needs at least one tensor to draw")
    for x in tensors:
        x.grad_fn  # noqa: B018  (a view whose base was changed learns its new origin when asked)
    return tensors


# --- in words --------------------------------------------------------------------------------------------------------


def full_text(graph, options):
    """A line per leaf and per step, oldest first."""
    label = {id(part): part.label for part in (*graph.leaves, *graph.steps)}
    ends = [name or "result" for name, _, _ in graph.outputs]
    label.update(
        (id(target), target.label if target.names else "result")
        for _, target, _ in graph.outputs
        if isinstance(target, Step)
    )
    of = ", ".join(["the result" if name == "result" else name for name in ends])
    lines = [f"graph of {of}: {count(len(graph.steps), 'step')}, {count(len(graph.leaves), 'leaf')}"]
    width = max([len(name) for name in label.values()] + [6]) + 2
    indent = " " * (width + 4)
    for leaf in graph.leaves:
        lines.append(f"  {leaf.name:<{width}}  {leaf_text(leaf, options)}")
        lines += [f"{indent}hook {name} ({when})" for when, name in leaf.hooks]
    for step in graph.steps:
        made = ", ".join([shape(sizes) for sizes in step.shapes])
        value = step.values.get(0)
        known = f", = {line(value, options.values)}" if value is not None and line(value, options.values) else ""
        lines.append(f"  {label[id(step)]:<{width}}  {step.title}, {step.call}, shape {made}{known}")
        if options.formulas:
            lines += [f"{indent}to {who}: {formula}" for who, formula in formulas_of(step)]
        if options.saved:
            lines += [f"{indent}saved {saved_text(one, step, options)}" for one in step.saved]
        lines += [f"{indent}freed: what it saved is gone"] if step.freed else []
        lines += [f"{indent}hook {name} ({when})" for when, name in step.hooks]
        tensor = step.tensors.get(0)
        if options.gradients and tensor is not None and tensor._grad is not None:
            lines.append(f"{indent}grad {short(tensor._grad._array, options)}")
    return "\n".join(lines)


def leaf_text(leaf, options):
    kind = "leaf" if leaf.wants else "constant"
    text = f"{kind}, shape {shape(leaf.array.shape)}"
    if str(leaf.array.dtype) != "float32":
        text += f", {leaf.array.dtype}"
    if options.values:
        text += (
            f", = {short(leaf.array, options)}" if line(leaf.array, options.values) else f", {statistics(leaf.array)}"
        )
    if options.gradients and leaf.gradient is not None:
        text += f", grad {short(leaf.gradient, options)}"
    return text


def short(array, options):
    return line(array, options.values) or f"{shape(array.shape)}, {statistics(array)}"


def saved_text(one, step, options):
    owner = whose(one, step)
    value = short(one.value, options) if one.is_array else shorten(brief(one.value), 60)
    return f"{one.parameter} = {value}" + (f" ({owner})" if owner else "")


def counted_text(graph):
    """A line per kind of step."""
    head = (
        f"graph of {len(graph.nodes):,} steps, of which the kinds are counted: more than {LARGE} are too many to draw"
    )
    return "\n".join([head, *[f"  {title} x {n:,}" for title, n in graph.counted().items()]])


__all__ = ["FEW", "SMALL", "Drawing", "backward", "forward", "graph"]
