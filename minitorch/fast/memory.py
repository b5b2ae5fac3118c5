"""memory: what a step lets go of is kept for the next one (short cuts).

The C library of Linux gives large blocks back to the system as soon as they are free, and gets new ones page by page:
that took a quarter of the time of a step of convolutions. Once a block of a size has been let go, it keeps those up to
this size, and twice as much in all; so one of the largest size for which it does that is let go at the start. No page of
it is touched.
"""

import numpy as np

KEPT = 1 << 25  # bytes, the largest size for which the C library does it


def keep_blocks():
    """Let blocks of up to 32 MB be kept when they are free."""
    np.empty(KEPT - (1 << 16), "int8")
