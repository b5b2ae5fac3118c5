"""stretch: how broadcasting makes shapes meet."""

from .names import find, is_tensor
from .sheet import HIGH, PALETTE, WIDE, Sheet
from .show import INK, SOFT, host, number, shape

SIDE = 8  # the longest side of a grid that is drawn
BAD = "#b3261e"


def broadcast(*shapes, names=None, **named):
    """Draw how shapes are lined up from the right and stretched to meet. Takes shapes, or tensors to see their numbers.

    Shapes that do not fit are drawn as well, with the dimension that fails.

    >>> import minitorch as mt
    >>> print(mt.viz.broadcast((3, 1), (4,)))
    a       3  1
    b          4
    result  3  4
    dimension -1: 1 and 4 give 4; a is stretched
    dimension -2: 3 and none give 3; b is stretched
    """
    if len(shapes) < 2:
        raise TypeError("broadcast() draws how two or more shapes meet; pass for instance (3, 1), (4,)")
    known = find(names, named)
    operands = []
    for i, one in enumerate(shapes):
        tensor = is_tensor(one)
        name = known.of(one) if tensor else None
        sizes = tuple(one._array.shape) if tensor else (one,) if isinstance(one, int) else tuple(one)
        operands.append((name or "abcdefgh"[i % 8], sizes, host(one._array) if tensor else None))
    result, columns = meet([sizes for _, sizes, _ in operands])
    sheet = Sheet()
    bottom = draw_table(sheet, operands, result, columns)
    if result is not None and 0 < len(result) < 3 and max(result) <= SIDE and min(result) > 0:
        draw_grids(sheet, bottom + 18, operands, result)
    text = in_words(operands, result, columns)
    return sheet.picture(text, "Broadcasting " + " and ".join([shape(sizes) for _, sizes, _ in operands]))


def meet(shapes):
    """(the resulting shape or None, a column per dimension from the right: (sizes, the size they give or None))."""
    columns, result = [], []
    for d in range(1, max([len(sizes) for sizes in shapes]) + 1):
        sizes = [s[-d] if d <= len(s) else None for s in shapes]
        wanted = list(dict.fromkeys([n for n in sizes if n not in (None, 1)]))
        given = wanted[0] if len(wanted) == 1 else 1 if not wanted else None
        columns.append((sizes, given))
        result.insert(0, given)
    return (None if None in result else tuple(result)), columns


def draw_table(sheet, operands, result, columns):
    """The shapes as rows of boxes, lined up from the right."""
    n = len(columns)
    left = max([len(name) for name, _, _ in operands] + [6]) * 8 + 12
    column = WIDE + 12
    for row, (name, sizes, _) in enumerate(operands):
        y = row * (HIGH + 6)
        line, fill = PALETTE[row % len(PALETTE)]
        sheet.words(0, y + HIGH / 2 + 4, name, 12, bold=True)
        for d, (_, given) in enumerate(columns):
            x = left + (n - 1 - d) * column
            size = sizes[-1 - d] if d < len(sizes) else None
            if size is None:
                sheet.box(x, y, line=SOFT, fill="none", dashed=True)
                sheet.words(x + WIDE / 2, y + HIGH / 2 + 4, "none", 8.5, SOFT, "middle")
            else:
                sheet.box(
                    x, y, line=BAD if given is None and size != 1 else line, fill=fill, thick=2 if given is None else 1
                )
                sheet.words(x + WIDE / 2, y + HIGH / 2 + 4, str(size), 11, INK, "middle", bold=True)
    y = len(operands) * (HIGH + 6) + 4
    sheet.line(0, y - 5, left + n * column - 12, y - 5)
    sheet.words(0, y + HIGH / 2 + 4, "result", 12, bold=True)
    for d, (_, given) in enumerate(columns):
        x = left + (n - 1 - d) * column
        sheet.box(x, y, line=BAD if given is None else INK, fill="#fdeceb" if given is None else "#ffffff", thick=1.6)
        text = "no" if given is None else str(given)
        sheet.words(x + WIDE / 2, y + HIGH / 2 + 4, text, 11, BAD if given is None else INK, "middle", bold=True)
    if result is None:
        sheet.words(left + n * column, y + HIGH / 2 + 4, "they do not fit: neither size is 1", 10.5, BAD)
    for d, (_, given) in enumerate(columns):
        x = left + (n - 1 - d) * column + WIDE / 2
        sheet.words(x, y + HIGH + 12, str(-1 - d), 9, BAD if given is None else SOFT, "middle")
    sheet.words(0, y + HIGH + 12, "dimension", 9, SOFT)
    y += 14
    return y + HIGH


def draw_grids(sheet, y, operands, result):
    """Each operand as large as the result: its own cells solid, those that only repeat them dashed."""
    rows, across = (1, *result) if len(result) == 1 else result
    x = 0
    for k, (name, sizes, values) in enumerate(operands):
        own = (1,) * (2 - len(sizes)) + sizes
        line, fill = PALETTE[k % len(PALETTE)]
        sheet.words(
            x, y + 10, f"{name} {shape(sizes)}" + (f" as {shape(result)}" if sizes != result else ""), 10.5, bold=True
        )
        grid = None if values is None else values.reshape(own)
        for i in range(rows):
            for j in range(across):
                repeated = i >= own[0] or j >= own[1]
                text = "" if grid is None else number(grid[min(i, own[0] - 1), min(j, own[1] - 1)].item())
                sheet.cell(
                    x + j * WIDE, y + 18 + i * HIGH, text, "", line, "#ffffff" if repeated else fill, repeated,
                    SOFT if repeated else INK,
                )  # fmt: skip
        x += max(across * WIDE, 150) + 26
        if x > 600 and k + 1 < len(operands):
            x, y = 0, y + 18 + rows * HIGH + 18
    sheet.words(
        0, y + 18 + rows * HIGH + 15, "solid: the tensor's own cells; dashed: the same cells, used again", 9.5, SOFT
    )


def in_words(operands, result, columns):
    """The table as text, and the rule for every dimension."""
    n, left = len(columns), max([len(name) for name, _, _ in operands] + [6]) + 2
    width = (
        max([len(str(size)) for sizes, given in columns for size in (*sizes, given or "no") if size is not None] + [1])
        + 2
    )
    lines = []
    for name, sizes, _ in operands:
        lines.append(
            name.ljust(left - 2) + "".join([str(s).rjust(width) for s in ([""] * (n - len(sizes)) + list(sizes))])
        )
    shown = [str("no" if given is None else given) for _, given in reversed(columns)]
    lines.append("result".ljust(left - 2) + "".join([s.rjust(width) for s in shown]))
    for d, (sizes, given) in enumerate(columns):
        said = " and ".join(["none" if s is None else str(s) for s in sizes])
        if given is None:
            lines.append(f"dimension {-1 - d}: {said} do not fit: sizes must be equal, or 1")
            continue
        stretched = [name for (name, _, _), s in zip(operands, sizes, strict=True) if s != given]
        how = f"; {' and '.join(stretched)} {'is' if len(stretched) == 1 else 'are'} stretched" if stretched else ""
        lines.append(f"dimension {-1 - d}: {said} give {given}{how}")
    return "\n".join(lines)
