"""The tests of aliases_afresh.py, in a process of their own: they are about functions as they are after an import.

Traces through proxies, which tests of fx make, leave some functions with another object under one of their names.
"""

import os
import subprocess
import sys
from pathlib import Path


def test_aliases_after_an_import(torch):
    file = Path(__file__).with_name("aliases_afresh.py")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(file)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
