"""python -m tests.fake_cupy --snapshot: writes names.txt from the CuPy that is installed."""

import sys

from .names import snapshot

if __name__ == "__main__":
    if sys.argv[1:] != ["--snapshot"]:
        sys.exit(__doc__)
    snapshot()
