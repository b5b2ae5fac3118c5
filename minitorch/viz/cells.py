"""cells: tensors as grids of cells, and the memory behind them."""

import numpy as np

from .names import find, is_tensor
from .sheet import HIGH, PALETTE, WIDE, Sheet
from .show import INK, SOFT, host, number, shape

MOST = 128  # cells in one grid or strip
ROW = 16  # cells of memory in one row

NOTE = "small numbers: positions in the storage"


class Shown:
    """A tensor in memory: which cells of which block it shows, in its own order."""

    def __init__(self, tensor, name):
        if not is_tensor(tensor):
            raise TypeError(f"this picture is of tensors, but got {type(tensor).__name__}")
        array = self.array = host(tensor._array)
        if array.size > MOST or array.ndim > 3:
            raise ValueError(
                f"a tensor of shape {shape(array.shape)} is too large to draw cell by cell: take a part of at most "
                f"{MOST} elements and 3 dimensions"
            )
        self.name = name
        owner = self.owner = array
        while owner is not None:  # NumPy's as_strided puts an object of its own between, which has a base, too
            self.owner, owner = owner if isinstance(owner, np.ndarray) else self.owner, getattr(owner, "base", None)
        owner = self.owner
        size = array.itemsize
        self.offset = (address(array) - address(owner)) // size if array.size else 0
        self.strides = tuple([step // size for step in array.strides])
        places = np.full(array.shape, self.offset, np.int64)
        for dim, (length, step) in enumerate(zip(array.shape, self.strides, strict=True)):
            places += (np.arange(length) * step).reshape((length,) + (1,) * (array.ndim - dim - 1))
        self.places = places

    @property
    def title(self):
        return f"shape {shape(self.array.shape)}, strides {shape(self.strides)}, offset {self.offset}"

    def grids(self):
        """[(label, values, places)] as two-dimensional grids: one, or one per layer of a three-dimensional tensor."""
        values, places = self.array, self.places
        if values.ndim < 3:
            across = values.shape[-1] if values.ndim else 1
            return [
                ("", values.reshape(-1, across) if across else values.reshape(1, 0), places.reshape(-1, max(across, 1)))
            ]
        return [(f"[{i}]", values[i], places[i]) for i in range(values.shape[0])]

    def text(self):
        """Every number with its place behind it: 3.0 @2."""
        lines = [f"{self.name}: {self.title}"]
        for label, values, places in self.grids():
            for row, at in zip(values.tolist(), places.tolist(), strict=True):
                lines.append(
                    f"  {label}{' ' * bool(label)}["
                    + ", ".join([f"{number(v)} @{p}" for v, p in zip(row, at, strict=True)])
                    + "]"
                )
        return "\n".join(lines)


def address(array):
    return array.__array_interface__["data"][0]


def draw_grid(sheet, x, y, shown, colours, heading=True):
    """A tensor's cells at (x, y). Returns the right and the bottom end."""
    line, fill = colours
    if heading:
        sheet.words(x, y + 11, shown.name, 12, bold=True)
        for text in (f"shape {shape(shown.array.shape)}", f"strides {shape(shown.strides)}, offset {shown.offset}"):
            y += 14
            sheet.words(x, y + 11, text, 9.5, SOFT)
        y += 19
    right, bottom = x + 130, y
    for label, values, places in shown.grids():
        if label:
            sheet.words(x, y + 10, label, 9.5, SOFT, mono=True)
            y += 14
        for i, (row, at) in enumerate(zip(values.tolist(), places.tolist(), strict=True)):
            for j, (value, place) in enumerate(zip(row, at, strict=True)):
                sheet.cell(x + j * WIDE, y + i * HIGH, number(value, 3), str(place), line, fill)
        right, bottom = max(right, x + values.shape[1] * WIDE), y + values.shape[0] * HIGH
        y = bottom + 8
    return right, bottom


def memory(*tensors, names=None, **named):
    """Draw the storage of some tensors, and under it each tensor with the positions of its elements in that storage.

    Tensors that share a storage stand under one strip. `names` and `named` as for graph.

    >>> import minitorch as mt
    >>> a = mt.tensor([[1, 2], [3, 4]])
    >>> print(mt.viz.memory(a, a[:, 1], names={"a": a}))
    storage of 4 elements: 1 2 3 4
      a shows 0 1 2 3
      view 1 shows 1 3
    a: shape (2, 2), strides (2, 1), offset 0
      [1 @0, 2 @1]
      [3 @2, 4 @3]
    view 1: shape (2,), strides (2,), offset 1
      [2 @1, 4 @3]
    """
    known = find(names, named)
    shown, unnamed = [], 0
    for x in tensors:
        name = known.of(x) if is_tensor(x) else None
        unnamed += name is None
        shown.append(Shown(x, name or f"view {unnamed}"))
    blocks = {}
    for one in shown:
        blocks.setdefault(id(one.owner), (one.owner, []))[1].append(one)
    sheet, y, lines = Sheet(), 0, []
    for i, (owner, group) in enumerate(blocks.values()):
        values = owner.ravel(order="K").tolist()
        if len(values) > MOST:
            raise ValueError(f"a storage of {len(values):,} elements is too large to draw: at most {MOST}")
        which = f" {i + 1}" if len(blocks) > 1 else ""
        lines.append(f"storage{which} of {len(values)} elements: {' '.join([number(v) for v in values])}")
        lines += [f"  {one.name} shows {' '.join([str(p) for p in one.places.reshape(-1).tolist()])}" for one in group]
        y = draw_strip(sheet, y, f"storage{which}", values, group)
        x, lowest = 0, y
        for k, one in enumerate(group):
            if x and x + one.array.shape[-1] * WIDE * (one.array.ndim > 0) > 760:
                x, y = 0, lowest + 16
            right, bottom = draw_grid(sheet, x, y, one, PALETTE[k % len(PALETTE)])
            x, lowest = right + 26, max(lowest, bottom)
        y = lowest + 26
    sheet.words(0, y - 8, NOTE, 9, SOFT)
    text = "\n".join([*lines, *[one.text() for one in shown]])
    return sheet.picture(text, f"The storage of {', '.join([one.name for one in shown])}")


def draw_strip(sheet, y, label, values, group):
    """A block of memory in rows, and a track per tensor that marks its cells. Returns the height reached."""
    left = max([len(one.name) for one in group] + [len(label)]) * 6.4 + 14
    counts = []
    for one in group:
        times = {}
        for place in one.places.reshape(-1).tolist():
            times[place] = times.get(place, 0) + 1
        counts.append(times)
    for start in range(0, max(len(values), 1), ROW):
        row = values[start : start + ROW]
        sheet.words(0, y + HIGH / 2 + 4, label if start == 0 else "", 11, bold=True)
        for j, value in enumerate(row):
            used = any(start + j in times for times in counts)
            sheet.cell(
                left + j * WIDE, y, number(value, 3), str(start + j), INK, "#ffffff" if used else "#e9e9e6", not used
            )
        y += HIGH + 4
        for k, (one, times) in enumerate(zip(group, counts, strict=True)):
            line, fill = PALETTE[k % len(PALETTE)]
            sheet.words(0, y + 9, one.name if start == 0 else "", 10, line)
            for j in range(len(row)):
                n = times.get(start + j, 0)
                if n:
                    sheet.box(left + j * WIDE + 3, y + 1, WIDE - 6, 10, line, fill)
                    if n > 1:
                        sheet.words(left + j * WIDE + WIDE / 2, y + 9, f"{n} times", 7, line, "middle")
            y += 14
        y += 6
    return y + 12
