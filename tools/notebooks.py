"""Run the lessons again and write their outputs into the files: `./course notebooks [--tidy] [FILE ...]`.

With --tidy nothing runs: the files are only laid out, numbered and folded anew.

The code is laid out first, as ruff does it. Each lesson runs in a fresh kernel, with no reader's answers in force.
What would differ from run to run is left out of the file: times, the Python patch version, addresses.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b")
OVERWRITTEN = re.compile(r"[^\n]*\r(?!\n)")  # what a progress bar draws over
LANGUAGE = ("name", "file_extension", "mimetype", "pygments_lexer")
FOLDED = "hide-output"  # the book folds the output away where the reader is asked to predict it; so does JupyterLab:
CLOSED = {"collapsed": True, "jupyter": {"outputs_hidden": True}}
HIDDEN = {"jupyter": {"source_hidden": True}}  # the same for the code of cells tagged "hide-input"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def lessons():
    """The lessons, and the further notebooks that no lesson needs."""
    folder = ROOT / "lessons"
    return sorted(folder.glob("[0-9][0-9]-*.ipynb")) + sorted((folder / "further").glob("*.ipynb"))


def execute(path):
    """Run one notebook and write it back; the problems it had, as sentences."""
    notebook = nbformat.read(path, as_version=4)
    tidy(notebook, path)
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        record_timing=False,
        extra_arguments=["--log-level=ERROR"],
    )
    try:
        client.execute()
    except CellExecutionError as error:
        return [f"{path.name}: a cell failed, and the file was left as it was.\n{error}"]
    tidy(notebook, path)
    problems = [f"{path.name}: {problem}" for problem in faults(notebook)]
    write(notebook, path)
    return problems


def write(notebook, path):
    nbformat.validate(notebook)
    text = nbformat.writes(notebook) + "\n"
    if text != path.read_text(encoding="utf-8"):
        path.write_text(text, encoding="utf-8")


def lay_out(path):
    """Write one notebook back without running it."""
    notebook = nbformat.read(path, as_version=4)
    tidy(notebook, path)
    write(notebook, path)
    return []


def tidy(notebook, path):
    """Keep only what is the same in every run."""
    language = {key: value for key, value in notebook.metadata.get("language_info", {}).items() if key in LANGUAGE}
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": language or {"name": "python"}})
    notebook.nbformat_minor = 5
    asked = False
    for number, cell in enumerate(notebook.cells):
        cell.id = f"{path.name[:2]}-{number:03d}"
        tags = [tag for tag in cell.metadata.get("tags", []) if tag != FOLDED] + [FOLDED] * asked
        asked = cell.cell_type == "markdown" and "**Predict, then run" in cell.source
        closed = CLOSED if FOLDED in tags and cell.cell_type == "code" else {}
        closed = HIDDEN if "hide-input" in tags and cell.cell_type == "code" else closed
        cell.metadata = nbformat.from_dict({**closed, "tags": tags} if tags else {})
        if cell.cell_type == "code":
            join_streams(cell)
            for output in cell.outputs:
                if output.output_type == "error":
                    output.traceback = [relative(line) for line in output.traceback]


def join_streams(cell):
    """One stream output for text that came in several pieces, as the timing of the pieces changes."""
    outputs = []
    for output in cell.outputs:
        before = outputs[-1] if outputs else None
        if output.output_type == "stream" and before is not None and before.get("name") == output.name:
            before.text += output.text
        else:
            outputs.append(output)
    for output in outputs:
        if output.output_type == "stream":
            output.text = OVERWRITTEN.sub("", output.text)
    cell.outputs = outputs


def relative(text):
    """Paths in a traceback, from the top of the repository on."""
    home = str(Path.home())
    short = str(ROOT).replace(home, "~", 1) if str(ROOT).startswith(home + "/") else str(ROOT)
    return text.replace(f"{ROOT}/", "").replace(f"{short}/", "")


def faults(notebook):
    """Outputs that would not be the same next time, or on another machine."""
    for number, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", ()):
            text = str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
            if output.output_type == "stream" and output.name == "stderr":
                yield f"cell {number} writes to stderr: {output.text.strip()[:200]}"
            if ADDRESS.search(text):
                yield f"cell {number} shows an address in memory: {ADDRESS.search(text).group()}"
            if str(ROOT) in str(output):
                yield f"cell {number} shows the path of this checkout"


def main(names):
    work = lay_out if "--tidy" in names else execute
    names = [name for name in names if name != "--tidy"]
    paths = [Path(name).resolve() for name in names] or lessons()
    here = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])  # this checkout's package
    os.environ.update(MINITORCH_PROGRESS="none", PYTHONHASHSEED="0", PYTHONPATH=here)
    os.environ.pop("MPLBACKEND", None)  # the kernel's own inline backend makes the pictures
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", *map(str, paths)], check=True)
    problems = []
    with ThreadPoolExecutor(2) as pool:
        for path, found in zip(paths, pool.map(work, paths), strict=True):
            print(f"{path.name}: {'done' if not found else 'look below'}", flush=True)
            problems += found
    print(*problems, sep="\n") if problems else print(f"{len(paths)} notebooks written.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
