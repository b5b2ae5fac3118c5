"""fake_cupy: CuPy for machines without a GPU: what the real one would refuse is refused, what it lacks is missing.

    from tests import fake_cupy
    fake_cupy.install()                    before device="cuda" is asked for; `uninstall` takes it away again
    python -m tests.fake_cupy --snapshot   writes names.txt anew, where CuPy itself is installed (a GPU is not needed)

Numbers live in NumPy's arrays and NumPy computes them, but an array of this is none of NumPy's. It does not become one
unasked, does not meet one in an operation, and knows no function, keyword, ufunc method or dtype that the real package
does not have: names.txt, a snapshot of that package, says which there are. Indices out of range wrap around, linalg
answers nan where NumPy raises, reductions give arrays of no dimensions, scatters take the dtypes that a GPU has atomic
operations for. Speed, streams and the order in which sums are added up are not imitated.
"""

import sys
from collections import Counter

from . import state
from .build import build

__all__ = ["counts", "install", "refusals", "uninstall"]

refusals = state.refusals  # every refusal so far: its words
counts: Counter = state.counts  # how often each function was called


def install():
    """Let `import cupy` and `import cupyx` find this; returns the module `cupy`. Where it is already, nothing changes."""
    if not is_installed():
        sys.modules.update(build())
    return sys.modules["cupy"]


def uninstall():
    """Let them find what they found before: nothing, or an error."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("cupy", "cupyx")]:
        if getattr(sys.modules[name], "is_fake", False):
            del sys.modules[name]


def is_installed():
    """Whether `import cupy` finds this."""
    return getattr(sys.modules.get("cupy"), "is_fake", False)
