"""randomness: what vmap does about random numbers: "error", "same" for each slice, or "different" (shelf)."""

from contextlib import contextmanager

from ..random.generator import default_generator

ERROR = (
    "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' randomness "
    "flags on vmap or perform the randomness operation out of vmap"
)


class Position:
    """Where the default generator stands, to come back to, and to see whether anything has been drawn since."""

    def __init__(self):
        self.engine, self.spare = default_generator._engine, default_generator._spare
        self.state = self.engine and self.engine.state

    def restore(self):
        """Go back there."""
        default_generator._engine, default_generator._spare = self.engine, self.spare
        if self.engine is not None:
            self.engine.state = self.state

    def left(self):
        """Whether the generator stands elsewhere now; not where it was only seeded anew."""
        if default_generator._engine is None:
            return False
        if self.engine is None or default_generator._spare != self.spare:
            return True
        now, before = default_generator._engine.state["state"], self.state["state"]
        return now["pos"] != before["pos"] or bool((now["key"] != before["key"]).any())


@contextmanager
def drawing(mode):
    """A block in which vmap calls its function: gives what it is to call before each slice.

    mode  "error" for an error where the default generator is used, "same" for the same numbers in each slice, "different"
    """
    before = None if mode == "different" else Position()
    yield before.restore if mode == "same" else lambda: None
    if mode == "error" and before.left():
        before.restore()  # the error comes before anything is drawn in PyTorch
        raise RuntimeError(ERROR)
