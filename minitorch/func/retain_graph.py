"""retain_graph: graphs that the slices of vmap walk one after the other are kept until the last has (shelf)."""

from contextlib import contextmanager

from .._holes import fill
from ..threads import local


class _Again(local):
    more = False  # whether the call is made for another slice after this one, in this thread


again = _Again()


@contextmanager
def one_of(more):
    """A block of one slice: the graphs that it walks are kept if more slices come, which walk them again."""
    before, again.more = again.more, again.more or more
    try:
        yield
    finally:
        again.more = before


fill("minitorch.autograd.engine.renewed", walked_again=lambda: again.more)
