"""table: what a short cut is: what it takes the place of, and when it is taken (short cuts)."""

from collections import Counter

CALLS = ("minitorch.ops.op:", "minitorch.ops.call:")  # what a short cut goes round that makes several operations one


class ShortCut:
    """One short cut.

    name   how it is called             target  the piece of the core that it takes the place of, "module:name"
    put    a function that puts it in place and returns the function that takes it out
    round  beginnings of the names of the pieces that do not run while it is taken
    """

    def __init__(self, name, target, put, round):
        self.name, self.target, self.put, self.round = name, target, put, round
        self.reasons = Counter()  # why it is left out at the moment
        self.taken = None  # the function that takes it out

    def goes_round(self, target):
        """Whether a piece of the core, "module:name", does not run while this is taken."""
        return target.startswith(self.round)

    def wait(self, reason, count):
        """Count a reason to leave it out, and put it in place when none is left."""
        self.reasons[reason] = max(self.reasons[reason] + count, 0)
        wanted = not any(self.reasons.values())
        if wanted and self.taken is None:
            self.taken = self.put()
        elif not wanted and self.taken is not None:
            self.taken()
            self.taken = None


def in_place_of(owner, name, quick):
    """What a short cut's `put` does where it exchanges one attribute of a module or class: a function for it."""

    def put():
        before = vars(owner)[name]
        setattr(owner, name, quick)
        return lambda: setattr(owner, name, before)

    return put
