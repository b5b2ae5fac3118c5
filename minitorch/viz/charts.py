"""charts: curves, images and tables through matplotlib, in one style. It is loaded when a chart is asked for."""

import base64
import io
import os

import numpy as np

from ..creation.tensor import tensor
from .need import need
from .render import Picture
from .show import CARD, CARD_LINE, INK, SOFT, count, host, number, shape

LINES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8f6f00", "#56b4e9", "#5d646d"]
DASHES = ["-", "--", "-.", ":"]
SHARP = 2  # pixels of the picture for one on the page

HOUSE = {
    "figure.facecolor": CARD, "savefig.facecolor": CARD, "axes.facecolor": CARD, "axes.edgecolor": CARD_LINE,
    "axes.linewidth": 1.0, "axes.grid": True, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False,
    "grid.color": "#e6e6e2", "grid.linewidth": 0.8, "text.color": INK, "axes.labelcolor": INK, "axes.titlecolor": INK,
    "xtick.color": SOFT, "ytick.color": SOFT, "xtick.labelsize": 9, "ytick.labelsize": 9, "axes.labelsize": 10,
    "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left", "legend.frameon": False,
    "legend.fontsize": 9, "font.family": "DejaVu Sans", "font.size": 10, "lines.linewidth": 2.0,
    "image.cmap": "cividis",
    "figure.constrained_layout.w_pad": 0.12, "figure.constrained_layout.h_pad": 0.1, "figure.dpi": 100,
    "svg.hashsalt": "minitorch", "path.simplify": True,
}  # fmt: skip


def style():
    """The house style as a context manager for matplotlib code of your own: `with viz.style(): ...`."""
    matplotlib = need("matplotlib", "draw a chart")
    return matplotlib.rc_context({**HOUSE, "axes.prop_cycle": matplotlib.cycler(color=LINES)})


class Chart(Picture):
    """A chart. `.figure` is matplotlib's; a notebook shows it as PNG, `print(...)` says what is in it."""

    def __init__(self, figure, text):
        self.figure = figure
        with style():
            figure.draw_without_rendering()  # lay it out once: doing so again would move things by a pixel
            figure.set_layout_engine("none")
        super().__init__(text=text)

    @property
    def svg(self):
        return self.drawn("svg").decode()

    def drawn(self, kind, **options):
        """The chart as a file's bytes, the same for the same numbers."""
        out = io.BytesIO()
        blank = {"svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
        with style():
            self.figure.savefig(out, format=kind, metadata=blank[kind], **options)
        return out.getvalue()

    def save(self, path):
        """Write the chart to a file: .png, .svg, .pdf, or its words: .txt."""
        kind = os.fspath(path).rsplit(".", 1)[-1]
        if kind == "txt":
            return super().save(path)
        if kind not in ("png", "svg", "pdf"):
            raise ValueError(f"cannot save a chart as '{path}': the name must end in .png, .svg, .pdf or .txt")
        with open(path, "wb") as file:
            file.write(self.drawn(kind, **({"dpi": 100 * SHARP} if kind == "png" else {})))
        return None

    def _repr_mimebundle_(self, include=None, exclude=None):
        width = round(self.figure.get_size_inches()[0] * 100)
        data = base64.b64encode(self.drawn("png", dpi=100 * SHARP)).decode()
        return {"text/plain": self.text, "image/png": data}, {"image/png": {"width": width}}


def axes(rows=1, columns=1, width=6.6, height=3.4):
    """A figure in the house style, and its axes as a list."""
    figure_class = need("matplotlib.figure", "draw a chart").Figure
    with style():
        figure = figure_class(figsize=(width, height), layout="constrained")
        made = figure.subplots(rows, columns, squeeze=False)
    return figure, list(made.reshape(-1))


def numbers(values):
    """Numbers of any kind, tensors included, as a NumPy array."""
    if isinstance(values, (list, tuple)):
        return np.asarray([numbers(v) for v in values]) if values else np.zeros(0)
    return np.asarray(host(getattr(values, "_array", values)))


def words(name, values):
    """A series in words."""
    values = numbers(values).reshape(-1)
    if not values.size:
        return f"{name}: nothing"
    return (
        f"{name}: {count(values.size, 'value')}, from {number(values[0].item())} to {number(values[-1].item())}, "
        f"lowest {number(values.min().item())}, highest {number(values.max().item())}"
    )


# --- lines --------------------------------------------------------------------------------------------------------


def draw_lines(ax, x, series, dots=()):
    """Lines told apart by colour, by dashes, and by their names at the right end; `dots` names those drawn as dots."""
    for i, (name, values) in enumerate(series.items()):
        values = numbers(values).reshape(-1)
        at = np.arange(len(values)) if x is None else numbers(x).reshape(-1)
        dashes, mark = ("none", ".") if name in dots else (DASHES[i % len(DASHES)], "o" if len(values) == 1 else None)
        ax.plot(at, values, color=LINES[i % len(LINES)], linestyle=dashes, label=name, marker=mark)
    if len(series) > 1:
        ax.legend()


def curves(x=None, *, title="", xlabel="", ylabel="", logy=False, dots=(), **series):
    """Lines over x, one per keyword; x may be left out. `curves(x, sin=ys, cos=zs, dots=["cos"])` draws one as dots."""
    figure, (ax,) = axes()
    with style():
        draw_lines(ax, x, series, dots)
        ax.set(title=title, xlabel=xlabel, ylabel=ylabel or (next(iter(series)) if len(series) == 1 else ""))
        if logy:
            ax.set_yscale("log")
    return Chart(figure, "\n".join([title or "curves", *[f"  {words(name, v)}" for name, v in series.items()]]))


def paths(function, *, x=(-1, 1), y=(-1, 1), title="", **series):
    """Level lines of function(w) for w[0] in x and w[1] in y, and paths over them: `paths(f, sgd=[[1, 2], [0.5, 1]])`."""
    figure, (ax,) = axes()
    columns, rows = np.meshgrid(np.linspace(*x, 80), np.linspace(*y, 80))
    heights = numbers(function(tensor(np.stack([columns, rows]))))
    with style():
        levels = np.unique(np.quantile(heights, np.linspace(0.005, 1, 14) ** 2))
        ax.contour(columns, rows, heights, levels=levels, colors=CARD_LINE, linewidths=1)
        for i, (name, path) in enumerate(series.items()):
            path, colour = numbers(path), LINES[i % len(LINES)]
            ax.plot(*path.T, DASHES[i % len(DASHES)], color=colour, label=name, marker="o", markersize=3, linewidth=1.2)
        ax.set(title=title, xlabel="w[0]", ylabel="w[1]", xlim=x, ylim=y)
        ax.grid(False)
        ax.legend()
    ends = [
        f"  {name}: {len(path)} points, to {', '.join(number(v) for v in path[-1])}" for name, path in series.items()
    ]
    return Chart(figure, "\n".join([title or "paths", *ends]))


def plot_training(history, title="", xlabel="epoch", x=None):
    """How training went: `history` is {quantity: one value per epoch}, or a list of such dictionaries, one per epoch.

    Quantities that end in the same word share a panel: "train loss" and "test loss".
    """
    if isinstance(history, (list, tuple)):
        history = {
            name: [row[name] for row in history if name in row]
            for name in dict.fromkeys(k for row in history for k in row)
        }
    panels = {}
    for name, values in history.items():
        panels.setdefault(name.replace("_", " ").split(" ")[-1], {})[name.replace("_", " ")] = values
    if not panels:
        raise ValueError("plot_training needs at least one quantity, for instance {'loss': [0.9, 0.5]}")
    figure, made = axes(1, len(panels), width=min(3.6 * len(panels) + 1.4, 9.4), height=3.2)
    with style():
        for ax, (quantity, series) in zip(made, panels.items(), strict=True):
            draw_lines(ax, x, series)
            ax.set(title=quantity, xlabel=xlabel)
            ax.xaxis.get_major_locator().set_params(integer=True)
        if title:
            figure.suptitle(title, fontweight="bold")
    return Chart(figure, "\n".join([title or "training", *[f"  {words(name, v)}" for name, v in history.items()]]))


# --- bars, tables, images ------------------------------------------------------------------------------------------


def bars(values, *, title="", xlabel="", ylabel=""):
    """Bars: {name: height}, the height written on each; counts are written as they are."""
    names, heights = [str(name) for name in values], [float(v) for v in values.values()]
    written = [
        f"{h:,.0f}" if isinstance(v, int) else number(h, 3) for h, v in zip(heights, values.values(), strict=True)
    ]
    figure, (ax,) = axes(width=min(max(4.2, 0.8 * len(names)), 9.4))
    with style():
        drawn = ax.bar(names, heights, color=LINES[0], width=0.65)
        ax.bar_label(drawn, written, fontsize=9, padding=2, color=INK)
        ax.set(title=title, xlabel=xlabel, ylabel=ylabel)
        ax.grid(axis="x", visible=False)
        ax.margins(y=0.12)
    return Chart(figure, "\n".join([title or "bars", *[f"  {n}: {h}" for n, h in zip(names, written, strict=True)]]))


def histogram(values, bins=30, *, title="", xlabel="", ylabel="how many"):
    """How often values fall into each of some equal intervals."""
    flat = numbers(values).reshape(-1)
    figure, (ax,) = axes(height=3.0)
    with style():
        ax.hist(flat, bins=bins, color=LINES[0], edgecolor=CARD, linewidth=0.6)
        ax.set(title=title, xlabel=xlabel, ylabel=ylabel)
        ax.grid(axis="x", visible=False)
    wide = flat.astype("float64")
    text = f"  {count(flat.size, 'value')}, mean {number(wide.mean())}, standard deviation {number(wide.std())}"
    return Chart(figure, f"{title or 'histogram'}\n{text}")


def heatmap(array, *, title="", xlabel="", ylabel="", values=None, rows=None, columns=None):
    """A table of numbers as colours; they are written out when there are few (values=True or False decides)."""
    table = numbers(array)
    if table.ndim != 2:
        raise ValueError(f"heatmap draws a two-dimensional array, but got shape {shape(table.shape)}")
    figure, (ax,) = axes(width=min(2.2 + 0.5 * table.shape[1], 8), height=min(1.4 + 0.42 * table.shape[0], 7))
    with style():
        image = ax.imshow(table, aspect="auto")
        ax.grid(False)
        ax.set(title=title, xlabel=xlabel, ylabel=ylabel)
        for axis, names, length in ((ax.yaxis, rows, table.shape[0]), (ax.xaxis, columns, table.shape[1])):
            if names is not None or length <= 12:
                axis.set_ticks(range(length), [str(n) for n in (names if names is not None else range(length))])
        if values if values is not None else table.size <= 144:
            write_cells(ax, table)
        else:
            figure.colorbar(image)
    low, high = number(table.min().item()), number(table.max().item())
    return Chart(figure, f"{title or 'heatmap'}\n  shape {shape(table.shape)}, {low} to {high}")


def write_cells(ax, table):
    """Each number in its cell, light on dark and dark on light."""
    low, high = float(table.min()), float(table.max())
    for (i, j), value in np.ndenumerate(table):
        light = (float(value) - low) > 0.55 * (high - low)
        ax.text(j, i, number(value.item(), 3), ha="center", va="center", fontsize=9, color=INK if light else "#ffffff")


def images(batch, labels=None, predicted=None, *, columns=8, title=""):
    """Small gray images: [n, h, w], or [n, h * w] for square ones. Wrong predictions are framed."""
    batch = numbers(batch)
    if batch.ndim == 2:
        side = int(round(batch.shape[1] ** 0.5))
        if side * side != batch.shape[1]:
            raise ValueError(f"images of {batch.shape[1]} pixels are not square: reshape the batch to [n, h, w]")
        batch = batch.reshape(-1, side, side)
    if batch.ndim != 3:
        raise ValueError(f"images draws a batch of shape [n, h, w], but got {shape(batch.shape)}")
    labels = None if labels is None else numbers(labels).reshape(-1)
    predicted = None if predicted is None else numbers(predicted).reshape(-1)
    columns = min(columns, max(len(batch), 1))
    rows = -(-len(batch) // columns) or 1
    figure, made = axes(rows, columns, width=min(1.05 * columns, 9), height=rows * 1.3 + 0.35 * bool(title))
    lines = [title or "images", f"  {count(len(batch), 'image')} of {batch.shape[1]} x {batch.shape[2]} pixels"]
    with style():
        for i, ax in enumerate(made):
            if i >= len(batch):
                ax.set_axis_off()
                continue
            ax.imshow(batch[i], cmap="gray_r")
            ax.grid(False)
            ax.set_xticks([])
            ax.set_yticks([])
            said = [str(values[i].item()) for values in (labels, predicted) if values is not None]
            wrong = len(said) == 2 and said[0] != said[1]
            text = f"{said[0]}, not {said[1]}" if wrong else said[0] if said else ""
            weight, colour = ("bold", "#9c2c00") if wrong else ("normal", INK)
            ax.set_title(text, loc="center", fontsize=9, fontweight=weight, color=colour)
            for spine in ax.spines.values():
                spine.set(visible=True, color=LINES[1] if wrong else CARD_LINE, linewidth=2 if wrong else 1)
        if title:
            figure.suptitle(title, fontweight="bold")
    if labels is not None:
        lines.append(f"  labels {' '.join([str(v) for v in labels[: len(batch)].tolist()])}")
    if predicted is not None:
        lines.append(f"  predicted {' '.join([str(v) for v in predicted[: len(batch)].tolist()])}")
    return Chart(figure, "\n".join(lines))
