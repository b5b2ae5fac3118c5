"""Every cell of every lesson may be run twice in a row: what it leaves behind is not in the way of its second run."""

import json
import os
import subprocess
import sys

import pytest

from minitorch.course.notebooks import lessons_in
from minitorch.course.syllabus import PACKAGE

NOTEBOOKS = {path.stem: path for path in lessons_in()}

# Runs some notebooks, each in a shell of its own and each cell twice, and prints {notebook: what went otherwise}.
RUN = """
import json, sys
from minitorch.course.notebooks import run_twice

found = {path: run_twice(path) for path in sys.argv[1:]}
sys.__stdout__.write("FOUND" + json.dumps(found))
"""


@pytest.fixture(scope="module")
def found():
    """What went otherwise, for each notebook: all run in one process, which spares importing twenty times."""
    env = dict(os.environ, MINITORCH_PROGRESS="none", MPLBACKEND="agg", PYTHONPATH=str(PACKAGE.parent))
    command = [sys.executable, "-W", "ignore", "-c", RUN, *map(str, NOTEBOOKS.values())]
    done = subprocess.run(command, env=env, cwd=PACKAGE.parent / "lessons", capture_output=True, text=True, timeout=300)
    assert "FOUND" in done.stdout, done.stderr[-3000:]
    return json.loads(done.stdout.rpartition("FOUND")[2])


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_cell_runs_twice(name, found):
    assert found[str(NOTEBOOKS[name])] == []
