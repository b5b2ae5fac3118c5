"""README.md's table of ratios, measured anew: `python -m benchmarks --readme`.

TABLE says which measurements stand in a row. A row of several shows the least and the most of them.
"""

import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- ratios -->\n", "<!-- end of ratios -->\n"
ARRAY = "256 x 1024 numbers: "
TABLE = {
    "1,000 small operations, forward and backward": "chain of",
    "1,000 modules, each inside the one before, called": "1,000 identity modules",
    "names, state out and in, modes, `zero_grad` of 1,000 layers": "1,000 layers",
    "a training step: a 64-64-10 classifier, batch of 32, in two forms": "64-64-10",
    "784-128-10, batch of 64": "784-128-10",
    "784-1024-1024-10, batch of 256, Adam": "784-1024-1024-10",
    "two convolutions with pooling on 28 x 28, batch of 64": "convolutions",
    "residual blocks with batch norm on 32 x 32, batch of 16": "residual",
    "an LSTM, 64 to 128 over 64 time steps, batch of 32": "LSTM",
    "a GPT of 2 layers, 128 wide, 8 x 128 tokens, AdamW": "GPT",
    "layer norm, gelu and softmax of 256 x 1024 numbers": "layer norm, gelu",
    "Adam over 200 small parameters": "Adam over",
    "a DataLoader over 20,000 rows": "DataLoader over",
    "a graph of 100,000 steps, made and walked": "100,000 steps",
    "the geometric mean of these": "geometric mean",
    "the memory that a training step of these models adds": "memory:",
    "256 x 1024 numbers: `exp`, `log`, `tanh`, `x > y`": [ARRAY + name for name in ("exp", "log", "tanh", "x > y")],
    "the same: `x @ y.T`, the variance and the largest of each row": [
        ARRAY + name for name in ("x @ y.T", "var of", "max of")
    ],
    "the same: `+ * /`, `relu`, `clamp`, sums, means": [
        ARRAY + name for name in ("x + y", "x * y", "x / y", "relu", "clamp", "sum", "mean")
    ],
    "the same: softmax, `sigmoid`": [ARRAY + name for name in ("softmax", "sigmoid")],
    "the same: `cumsum`, `gelu`": [ARRAY + name for name in ("cumsum", "gelu")],
    "`import minitorch`, as a ratio to `import numpy`": "import",
}


def measured(numba):
    """{name: ratio} of a run of its own, with or without numba."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ratios.json"
        environment = {**os.environ, "MINITORCH_NUMBA": str(int(numba))}
        subprocess.run([sys.executable, "-m", "benchmarks", "--json", str(file)], check=True, env=environment)
        return json.loads(file.read_text())


def shown(ratios, names):
    """A cell: 0.73, or the least and the most of several."""
    beginnings = (names,) if isinstance(names, str) else tuple(names)
    found = sorted([ratio for name, ratio in ratios.items() if name.startswith(beginnings)])
    if not found:
        raise KeyError(
            f"no measurement begins with {beginnings}: TABLE of benchmarks/readme.py names what is not there"
        )
    least, most = [f"{ratio:.2f}" if ratio < 1.05 else f"{ratio:.1f}" for ratio in (found[0], found[-1])]
    return least if least == most else f"{least} to {most}"


def table(columns):
    """The table in Markdown. columns: {heading: {name: ratio}}"""
    lines = [f"| | {' | '.join(columns)} |", "| --- |" + " --- |" * len(columns)]
    for label, names in TABLE.items():
        lines.append(f"| {label} | {' | '.join([shown(ratios, names) for ratios in columns.values()])} |")
    return "\n".join(lines) + "\n"


def write():
    """Measure, and put the table between the marks in README.md."""
    columns = {"NumPy alone": measured(False)}
    if find_spec("numba"):
        columns["with `fast`"] = measured(True)
    text = README.read_text()
    before, after = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
    README.write_text(before + table(columns) + after)
    print(f"\nThe table in {README.name} is written anew.")
