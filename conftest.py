"""For running the notebooks with nbval: which outputs are compared as text.

Printed text stays strict, and every rich output of the course has a text beside it. Pictures and cards are produced
but not compared: their bytes change with fonts and versions.
"""

import atexit
import functools
import os
import shutil
import tempfile
from pathlib import Path

PICTURES = (
    "image/svg+xml",
    "image/png",
    "text/html",
    "application/json",
    "application/javascript",
)


def pytest_collectstart(collector):
    if hasattr(collector, "skip_compare"):  # nbval's
        collector.skip_compare += PICTURES


def pytest_configure(config):
    """MINITORCH_SOLUTIONS=1: run the tests with the solutions of all exercises in the places of the package's pieces."""
    if config.pluginmanager.hasplugin("nbval") and config.getoption("nbval", False) and os.name == "posix":
        speak_through_files()
    if os.environ.get("MINITORCH_SOLUTIONS") == "1":
        from minitorch.course.opening import put_solutions

        put_solutions()


def speak_through_files():
    """Kernels that start at the same time may be given the same free port; files of their own are nobody else's."""
    import nbval.kernel

    folder = tempfile.mkdtemp(prefix="kernels-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    @functools.wraps(nbval.kernel.KernelManager)
    def manager(**options):
        file = Path(tempfile.mkdtemp(dir=folder)) / "kernel.json"
        return KernelManager(transport="ipc", connection_file=str(file), **options)

    KernelManager, nbval.kernel.KernelManager = nbval.kernel.KernelManager, manager
