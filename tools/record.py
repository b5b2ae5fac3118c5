"""Store what PyTorch answers to the statements of every `%%pytorch` cell: `python tools/record.py [LESSON ...]`.

Needs PyTorch. Only lessons whose statements are found are written, one file per lesson:
minitorch/course/pytorch/NN.json. With `--check` nothing is written, and the exit status says whether everything stored
is what PyTorch answers now.
"""

import json
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from minitorch.course.probes import FOLDER, answers  # noqa: E402
from tools.cells import lessons_in, probe_cells  # noqa: E402


def recorded(path):
    """What PyTorch answers to a notebook's `%%pytorch` cells, as the text of its file, or None."""
    import torch

    cells = {name: [list(pair) for pair in answers(code, torch)] for name, code in probe_cells(path)}
    if not cells:
        return None
    kept = {"torch": torch.__version__.split("+")[0], "cells": cells}
    return json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


def main(arguments):
    fresh = True
    wanted = [word for word in arguments if word != "--check"]
    for path in lessons_in():
        if wanted and path.name[:2] not in wanted:
            continue
        text, file = recorded(path), FOLDER / f"{path.name[:2]}.json"
        before = file.read_text(encoding="utf-8") if file.exists() else None
        if text == before:
            continue
        fresh = False
        print(f"{path.name}: {'stored answers are out of date' if '--check' in arguments else 'stored anew'}")
        if "--check" in arguments:
            continue
        if text is None:
            file.unlink()
        else:
            FOLDER.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return 0 if fresh or "--check" not in arguments else 1


if __name__ == "__main__":
    try:
        import torch  # noqa: F401
    except ImportError:
        sys.exit("record needs PyTorch: pip install torch")
    sys.exit(main(sys.argv[1:]))
