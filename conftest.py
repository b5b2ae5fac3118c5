"""For running the notebooks with nbval: which outputs are compared as text.

Printed text stays strict, and every rich output of the course has a text beside it. Pictures and cards are produced
but not compared: their bytes change with fonts and versions.
"""

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
    import os

    if os.environ.get("MINITORCH_SOLUTIONS") == "1":
        from minitorch.course.opening import put_solutions

        put_solutions()
