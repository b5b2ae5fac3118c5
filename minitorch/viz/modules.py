"""modules: what a module is made of, and what a state_dict would do to it.

Nothing here imports the library: a module is what has `_modules`, `_parameters` and `_buffers`.
"""

from itertools import groupby

from .sheet import HIGH, Sheet
from .show import COLOURS, INK, SOFT, count, shape

INDENT, ROW, MANY = 22, HIGH + 4, 60  # more rows than MANY: what repeats is folded
KINDS = {"module": "output", "parameter": "leaf", "buffer": "saved"}
HOOKS = {
    "_forward_pre_hooks": "forward pre-hook",
    "_forward_hooks": "forward hook",
    "_backward_pre_hooks": "backward pre-hook",
    "_backward_hooks": "backward hook",
    "_state_dict_hooks": "state_dict hook",
    "_load_state_dict_pre_hooks": "load hook",
}


class Row:
    """A line of the tree: a module, a parameter or a buffer."""

    def __init__(self, depth, name, kind, words, note="", dashed=False):
        self.depth, self.name, self.kind, self.words, self.note, self.dashed = depth, name, kind, words, note, dashed

    @property
    def text(self):
        return f"{'  ' * self.depth}{self.name:{max(1, 16 - 2 * self.depth)}}  {self.words}" + f", {self.note}" * bool(
            self.note
        )


def module(module, name="module"):
    """Draw a module and everything inside it: parameters with shapes, buffers, what is tied, frozen or hooked, the mode.

    >>> import minitorch as mt
    >>> net = mt.nn.Module()
    >>> net.weight = mt.nn.Parameter(mt.ones(2, 3))
    >>> print(mt.viz.module(net, "net"))
    net: Module, 1 module, 6 numbers to train
    net               Module
      weight          parameter (2, 3)
    """
    rows, seen = [], {}
    grow(rows, module, name, "", 0, seen)
    if len(rows) > MANY:
        rows = fold(rows)
    tensors = {id(p): p for one in seen.values() for p in one[1]._parameters.values() if p is not None}
    trained = sum([p._array.size for p in tensors.values() if p.requires_grad])
    frozen = sum([p._array.size for p in tensors.values() if not p.requires_grad])
    modules = len([one for one in seen.values() if one[0] == "module"])
    head = f"{name}: {type(module).__name__}, {count(modules, 'module')}, {trained:,} numbers to train"
    head += f", {frozen:,} frozen" * bool(frozen)
    sheet = Sheet()
    above = {}  # depth -> the line of the last row of that depth
    for line, row in enumerate(rows):
        if row.depth:
            branch(sheet, row.depth, line, above[row.depth - 1])
        above[row.depth] = line
    for line, row in enumerate(rows):
        draw(sheet, row, line)
    return sheet.picture("\n".join([head, *[row.text for row in rows]]), head)


def grow(rows, one, name, path, depth, seen):
    """Add the rows of a module and of what it holds."""
    if one is None:
        rows.append(Row(depth, name, "module", "None", dashed=True))
        return
    if id(one) in seen:
        rows.append(Row(depth, name, "module", type(one).__name__, f"the same as {seen[id(one)][2]}", dashed=True))
        return
    seen[id(one)] = ("module", one, path or name)
    notes = [] if getattr(one, "training", True) else ["evaluating"]
    notes += [count(len(vars(one)[key]), what) for key, what in HOOKS.items() if vars(one).get(key)]
    rows.append(Row(depth, name, "module", type(one).__name__, ", ".join(notes)))
    for kind, held in (("parameter", one._parameters), ("buffer", one._buffers)):
        for key, tensor in held.items():
            rows.append(leaf(depth + 1, key, kind, tensor, f"{path}.{key}" if path else key, one, seen))
    for key, inner in one._modules.items():
        grow(rows, inner, key, f"{path}.{key}" if path else key, depth + 1, seen)


def leaf(depth, key, kind, tensor, path, owner, seen):
    """The row of a parameter or a buffer."""
    if tensor is None:
        return Row(depth, key, kind, f"no {kind}", dashed=True)
    words = f"{kind} {shape(tensor._array.shape)}"
    words += "" if str(tensor.dtype).endswith("float32") else f" {str(tensor.dtype).split('.')[-1]}"
    if id(tensor) in seen:
        return Row(depth, key, kind, words, f"tied to {seen[id(tensor)][2]}", dashed=True)
    seen[id(tensor)] = (kind, owner, path)
    if kind == "buffer":
        away = key in owner._non_persistent_buffers_set
        return Row(depth, key, kind, words, "not in the state_dict" * away, dashed=away)
    return Row(depth, key, kind, words, "" if tensor.requires_grad else "frozen")


def fold(rows):
    """Say once what consecutive modules have in common: "and 94 more like it, to 97"."""
    found = []
    for _, alike in groupby(parts(rows), likeness):
        first, *more = alike
        found += first
        if more:
            last = more[-1][0]
            words = f"and {len(more)} more like it, to {last.name}"
            found.append(Row(last.depth, "...", "module", words, dashed=True))
    if len(found) > MANY:
        found[MANY:] = [Row(0, "...", "module", f"and {len(found) - MANY} more rows", dashed=True)]
    return found


def parts(rows):
    """The rows in groups: a group begins at each module that stands right inside the outermost one."""
    groups = [[]]
    for row in rows:
        if row.kind == "module" and row.depth <= 1 and groups[-1]:
            groups.append([])
        groups[-1].append(row)
    return groups


def likeness(rows):
    """What two parts must have in common to be drawn once: everything but the name of the first row."""
    return [(row.depth, row.words, row.note, row.name * (i > 0)) for i, row in enumerate(rows)]


def branch(sheet, depth, line, parent):
    """The line from a row up to what holds it."""
    x, y = (depth - 0.5) * INDENT, line * ROW + HIGH / 2
    sheet.line(x, parent * ROW + HIGH, x, y)
    sheet.line(x, y, x + INDENT / 2, y)


def draw(sheet, row, line):
    """One row: a box with the name, the words beside it."""
    colour, fill = COLOURS[KINDS[row.kind]][:2]
    x, y = row.depth * INDENT, line * ROW
    wide = max(46, 7.2 * len(row.name) + 14)
    sheet.box(x, y, wide, HIGH, colour, fill, row.dashed, 1.4 if row.kind == "module" else 1.0)
    sheet.words(x + wide / 2, y + HIGH / 2 + 4, row.name, 11, INK, "middle", row.kind == "module")
    sheet.words(x + wide + 8, y + HIGH / 2 + 4, row.words, 10.5, mono=row.kind != "module")
    if row.note:
        sheet.words(x + wide + 16 + 6.5 * len(row.words), y + HIGH / 2 + 4, row.note, 10, SOFT)


# --- a state_dict against a module ------------------------------------------------------------------------------------

FATES = {
    "matched": ("output", "is copied"),
    "missing": ("freed", "is missing in the state"),
    "unexpected": ("hook", "is not expected"),
    "wrong shape": ("gradient", "has another shape"),
}


def state(module, state_dict):
    """Draw a state_dict against a module: which keys match, are missing, are not expected, or have the wrong shape.

    >>> import minitorch as mt
    >>> net = mt.nn.Module()
    >>> net.weight = mt.nn.Parameter(mt.ones(2))
    >>> print(mt.viz.state(net, {"weights": mt.ones(2)}))
    0 matched, 1 missing, 1 unexpected, 0 wrong shape
    weight   module (2,)  state -     missing
    weights  module -     state (2,)  unexpected
    """
    own = module.state_dict()
    rows = []
    for key in dict.fromkeys([*own, *state_dict]):
        mine, theirs = [shape_in(held, key) for held in (own, state_dict)]
        fate = (
            "unexpected"
            if mine is None
            else "missing"
            if theirs is None
            else "matched"
            if mine == theirs
            else "wrong shape"
        )
        rows.append((key, mine or "-", theirs or "-", fate))
    wide = [max([len(row[i]) for row in rows] + [1]) for i in range(3)]
    head = ", ".join([f"{sum([row[3] == fate for row in rows])} {fate}" for fate in FATES])
    lines = [
        f"{key:{wide[0]}}  module {mine:{wide[1]}}  state {theirs:{wide[2]}}  {fate}"
        for key, mine, theirs, fate in rows
    ]
    sheet = Sheet()
    left = 7.0 * wide[0] + 16
    room = [max(90, 7.2 * n + 20) for n in wide[1:]]
    for x, word in ((left, "in the module"), (left + room[0] + 40, "in the state_dict")):
        sheet.words(x, 10, word, 10.5, SOFT)
    for line, (key, mine, theirs, fate) in enumerate(rows):
        y = 20 + line * ROW
        colour, fill = COLOURS[FATES[fate][0]][:2]
        sheet.words(0, y + HIGH / 2 + 4, key, 11, bold=True)
        for x, wide_box, word in ((left, room[0], mine), (left + room[0] + 40, room[1], theirs)):
            sheet.box(x, y, wide_box, HIGH, colour, fill, dashed=word == "-")
            sheet.words(x + wide_box / 2, y + HIGH / 2 + 4, word, 10.5, INK, "middle", mono=True)
        if fate == "matched":
            sheet.line(left + room[0], y + HIGH / 2, left + room[0] + 40, y + HIGH / 2, colour, 1.6)
        sheet.words(left + sum(room) + 52, y + HIGH / 2 + 4, FATES[fate][1], 10.5, SOFT)
    return sheet.picture("\n".join([head, *lines]), head)


def shape_in(held, key):
    value = held.get(key)
    return None if key not in held else shape(tuple(value.shape)) if hasattr(value, "shape") else type(value).__name__
