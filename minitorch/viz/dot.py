"""dot: a graph as DOT source. Tensors are rounded, steps are square, what is saved has a folded corner.

Forward pictures point the way the numbers went; backward pictures keep the same places and point the other way.
"""

from html import escape

from .model import Leaf, Step
from .need import need
from .show import COLOURS, FEW, INK, SMALL, SOFT, brief, line, rows, shape, shorten, statistics

MONO = "DejaVu Sans Mono"
SHOWN = 6  # kinds of steps that are named for a graph that is too large to draw
FACE = {
    "leaf": ("box", "rounded,filled", "2"),
    "constant": ("box", "rounded,dashed,filled", "1.3"),
    "step": ("box", "filled", "1.3"),
    "output": ("box", "rounded,filled", "1.6"),
    "saved": ("note", "filled", "1"),
    "gradient": ("cylinder", "filled", "1.3"),
    "hook": ("component", "filled", "1.2"),
    "freed": ("box", "dashed,filled", "1.3"),
    "group": ("box3d", "filled", "1.3"),
}


class Options:
    """What a picture shows. `values` is how many numbers at most are written out."""

    def __init__(self, values="small", gradients=True, saved=True, formulas=True, direction="TB", backward=False):
        if values not in ("small", True, False):
            raise ValueError(f"values must be 'small', True or False, but got {values!r}")
        if direction not in ("TB", "LR", "BT", "RL"):
            raise ValueError(f"direction must be 'TB' (top to bottom), 'LR', 'BT' or 'RL', but got {direction!r}")
        self.values = {"small": SMALL, True: FEW, False: 0}[values]
        self.gradients, self.saved, self.formulas = gradients, saved, formulas
        self.direction, self.backward = direction, backward
        self.flows = {}  # (step, place of its operand): the gradient that goes there, as text
        self.totals = {}  # leaf: its gradient after a backward pass


class Page:
    """DOT under construction; `kinds` collects what the legend has to explain."""

    def __init__(self, direction):
        graphviz = need("graphviz", "draw a graph")
        self.dot = graphviz.Digraph("graph")
        self.kinds = {}
        self.dot.attr(
            "graph", rankdir=direction, bgcolor="transparent", fontname="Helvetica", nodesep="0.28", ranksep="0.42",
            margin="0",
        )  # fmt: skip
        self.dot.attr(
            "node", fontname="Helvetica", fontsize="11", fontcolor=INK, margin="0.09,0.05", height="0.2", width="0.2"
        )
        self.dot.attr("edge", fontname="Helvetica", fontsize="10", fontcolor=INK, color="#5d646d", arrowsize="0.7")

    def node(self, key, kind, lines, **more):
        line_colour, fill, _ = COLOURS[kind]
        form, style, width = FACE[kind]
        self.kinds[kind] = None
        more = {"peripheries": "2", **more} if kind == "output" else more
        self.dot.node(
            key, label=table(lines), shape=form, style=style, color=line_colour, fillcolor=fill, penwidth=width,
            id=f"@{key}", **more,
        )  # fmt: skip

    def edge(self, tail, head, label=None, kind=None, mark=None, **more):
        if kind:
            more = {"color": COLOURS[kind][0], **more}
        if label:
            more["label"] = label
        self.dot.edge(tail, head, id=f"@{mark or f'{tail}-{head}'}", **more)

    def beside(self, key, other):
        """Ask for two things to stand in one row."""
        with self.dot.subgraph() as row:
            row.attr(rank="same")
            row.node(key)
            row.node(other)


# --- text in a box: (text, style) lines, where the style is "bold", "soft", "mono" or a colour's kind ------------


def table(lines):
    """Lines of text as an HTML-like label."""
    cells = "".join([f'<TR><TD ALIGN="CENTER">{styled(text, style)}</TD></TR>' for text, style in lines])
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{cells}</TABLE>>'


def styled(text, style=""):
    text = escape(text, quote=False).replace("\\", "&#92;") or " "
    if "mono" in style:
        text = text.replace(" ", "&#160;")
        text = f'<FONT FACE="{MONO}" POINT-SIZE="9.5">{text}</FONT>'
    if "soft" in style:
        text = f'<FONT COLOR="{SOFT}" POINT-SIZE="9.5">{text}</FONT>'
    if "bold" in style:
        text = f"<B>{text}</B>"
    for kind in COLOURS:
        if kind in style.split():
            text = f'<FONT COLOR="{COLOURS[kind][0]}">{text}</FONT>'
    return text


def chip(text, kind="gradient"):
    """A label on an edge, on its own backing."""
    _, fill, _ = COLOURS[kind]
    return (
        f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2" BGCOLOR="{fill}"><TR><TD>'
        f"{styled(text, 'mono')}</TD></TR></TABLE>>"
    )


def numbers(array, limit):
    """The lines that show an array's numbers: all of them when they are few."""
    if not limit:
        return []
    found = rows(array, limit)
    return [(text, "mono") for text in found] if found else [(statistics(array), "soft")]


def kind_of(array):
    """A dtype's name in a picture; the default one goes without saying."""
    return "" if str(array.dtype) == "float32" else f" {array.dtype}"


# --- a whole graph ---------------------------------------------------------------------------------------------------


def full(graph, options):
    """Every step of a graph, with what belongs to it."""
    page = Page(options.direction)
    roomy = len(graph.steps) <= 12
    page.ends = {id(target): None for _, target, _ in graph.outputs}
    for leaf in graph.leaves:
        draw_leaf(page, leaf, options)
    for step in graph.steps:
        draw_step(page, step, options, roomy)
        for given in step.inputs:
            if given.target is not None:
                draw_input(page, step, given, options)
    for i, (name, target, nr) in enumerate(graph.outputs):
        if isinstance(target, Step):
            draw_output(page, f"y{i + 1}", name, target, nr, options)
    return page


def too_large(graph, options):
    """One box for all steps, with how many there are of each kind."""
    page, tally = Page(options.direction), list(graph.counted().items())
    lines = [(f"{title} x {n:,}", "") for title, n in tally[:SHOWN]]
    lines += [(f"and {len(tally) - SHOWN} other kinds", "soft")] if len(tally) > SHOWN else []
    page.node("n1", "group", [(f"{len(graph.nodes):,} steps", "bold"), *lines])
    return page


def draw_leaf(page, leaf, options):
    kind = "leaf" if leaf.wants else "constant"
    lines = [(leaf.name, "bold"), (f"shape {shape(leaf.array.shape)}{kind_of(leaf.array)}", "soft")]
    page.node(leaf.key, kind, lines + numbers(leaf.array, options.values))
    gradient = options.totals.get(leaf.key, leaf.gradient if options.gradients else None)
    if gradient is not None:
        draw_gradient(page, leaf.key, gradient, options)
    if leaf.hooks:
        draw_hooks(page, leaf)
        page.edge(f"{leaf.key}h", leaf.key, kind="hook", arrowhead="none", style="dotted", penwidth="1.5")


def draw_hooks(page, part):
    """The hooks of a leaf or a step, in the order in which they run."""
    page.node(
        f"{part.key}h",
        "hook",
        [pair for when, name in part.hooks for pair in ((shorten(name, 28), "bold"), (when, "soft"))],
    )


def draw_gradient(page, key, gradient, options):
    """What has accumulated: above its tensor, because that is the way gradients go."""
    found = numbers(gradient, options.values) or [(f"shape {shape(gradient.shape)}", "soft")]
    page.node(f"{key}g", "gradient", [(".grad", "bold"), *found], margin="0.09,0.1")
    page.edge(f"{key}g", key, kind="gradient", dir="back", style="dotted", penwidth="1.5")


def draw_step(page, step, options, roomy):
    label = step.label
    made = ", ".join([shape(sizes) for sizes in step.shapes])
    shown = id(step) not in page.ends
    lines = [
        (step.title, "bold"),
        (shorten(step.call, 40), ""),
        (f"{label}, shape {made}" if shown else f"shape {made}", "soft"),
    ]
    if shown and 0 in step.values and step.values[0].size <= options.values:
        lines += numbers(step.values[0], options.values)
    if options.formulas and not options.backward:
        lines += [(f"to {who}: {shorten(text, 36)}", "mono gradient") for who, text in formulas(step)]
    if options.saved and not roomy:
        lines += [(f"saved {saved_line(one, step, options)}", "saved") for one in step.saved]
    if step.freed:
        lines.append(("freed", "soft"))
    page.node(step.key, "freed" if step.freed else "step", lines)
    if options.saved and roomy:
        draw_saved(page, step, options)
    if step.hooks:
        draw_hooks(page, step)
        page.edge(step.key, f"{step.key}h", kind="hook", arrowhead="none", style="dotted", penwidth="1.5")
        page.beside(step.key, f"{step.key}h")
    tensor = step.tensors.get(0)
    if options.gradients and tensor is not None and tensor._grad is not None:
        draw_gradient(page, step.key, tensor._grad._array, options)


def formulas(step):
    """[(operand, formula)] of a step; a joint one has a single formula for all."""
    wanted = [given for given in step.inputs if given.target is not None]
    if step.node.joint is not None:
        return [("all", wanted[0].formula)]
    return [(given.parameter, given.formula) for given in wanted]


def whose(one, step):
    """Whose value a saved array is, in the reader's names."""
    if isinstance(one.owner, Leaf):
        return one.owner.name
    if one.owner is step:
        return "the result"
    return one.name


def saved_line(one, step, options):
    """One saved value: `x = a: [3.0]`."""
    owner = whose(one, step) if one.is_array else None
    shown = brief(one.value)
    if one.is_array:
        limit = min(options.values, 6 if one.value.ndim < 2 else 0)
        shown = line(one.value, limit) or shape(one.value.shape)
    return f"{one.parameter} = {owner}: {shown}" if owner else f"{one.parameter} = {shorten(shown, 30)}"


def draw_saved(page, step, options):
    """What a step saved: a note on its left, and what of it is constant in a dashed box on its right."""
    notes = [one for one in step.saved if one.owner is not None or not one.is_array]
    constants = [one for one in step.saved if one.owner is None and one.is_array]
    if notes:
        page.node(
            f"{step.key}s", "saved", [("saved", "bold"), *[(saved_line(one, step, options), "mono") for one in notes]]
        )
        page.edge(f"{step.key}s", step.key, kind="saved", arrowhead="none", style="dashed")
        page.beside(f"{step.key}s", step.key)
    if constants:
        lines = [("saved constant", "bold"), *[(saved_line(one, step, options), "mono") for one in constants]]
        page.node(f"{step.key}c", "constant", lines)
        page.edge(step.key, f"{step.key}c", kind="constant", arrowhead="none", style="dashed")
        page.beside(step.key, f"{step.key}c")


def draw_input(page, step, given, options):
    if options.backward:
        label = options.flows.get((step.key, given.place)) or shorten(given.formula, 34)
        mark = f"e-{step.key}-{given.place}"
        page.edge(given.target.key, step.key, chip(label), "gradient", mark, dir="back", penwidth="1.4")
    else:
        page.edge(given.target.key, step.key)


def draw_output(page, key, name, step, nr, options):
    lines = [(name or "result", "bold"), (f"shape {shape(step.shapes[nr])}{kind_of(step.values[nr])}", "soft")]
    page.node(key, "output", lines + numbers(step.values[nr], options.values))
    if options.backward:
        page.edge(step.key, key, chip(options.flows.get(key, "g")), "gradient", f"e-{key}", dir="back", penwidth="1.4")
    else:
        page.edge(step.key, key)
