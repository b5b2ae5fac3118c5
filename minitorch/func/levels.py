"""levels: the transforms of func that are in force, the outermost first, and tensors that stand for a slice each (shelf).

A tensor inside of vmap holds `Slices` where others hold numbers: one tensor for each slice. What is done to it is done to
each of them (calling.py), so it is one function call for all.
"""

from .. import _tensor
from .._holes import fill
from .._tensor import Tensor, open_inference, wrap
from ..checks import check_wish
from ..graph.grad_mode import no_grad
from ..threads import local

ESCAPED = (
    "Either your tensor may have escaped from inside a function being vmapped and this is a user error (see "
    "https://pytorch.org/functorch/stable/ux_limitations.html), or there is an internal functorch error in "
    "`gen_vmap_plumbing` Please file an issue if it looks like the latter"
)
FORM = frozenset("shape ndim size dtype itemsize strides nbytes flags".split())


class Level:
    """One transform in force: its number, and for vmap how many slices there are and what is done about random numbers.

    kind  "vmap"; "grad" for what differentiates, inside of which each new tensor is told; "basis" for jacfwd's directions
    """

    def __init__(self, kind, size=0, randomness="error"):
        self.kind, self.size, self.randomness = kind, size, randomness
        self.number = 0

    def __enter__(self):
        self.before = state.levels
        self.number = len(self.before) + 1
        state.levels = [*self.before, self]
        open_inference(self.kind == "grad")
        return self

    def __exit__(self, *error):
        state.levels = self.before
        open_inference(-(self.kind == "grad"))
        self.number = 0  # what has escaped from here is of no use any more


class _State(local):
    def __init__(self):
        self.levels = []  # what is in force for a call made now


state = _State()


class Below:
    """A block in which only the levels under one are in force."""

    def __init__(self, level):
        self.level = level

    def __enter__(self):
        self.before = state.levels
        if self.level in self.before:
            state.levels = self.before[: self.before.index(self.level)]

    def __exit__(self, *error):
        state.levels = self.before


def mark(t):
    """A new tensor is told what is in force, for printing, and for telling it from what a function holds."""
    mark_inference(t)
    if state.levels:
        t._made_in = state.levels


mark_inference = _tensor.mark_inference
fill("minitorch._tensor", mark_inference=mark)


def made_in(x):
    """The levels that differentiate and that a tensor belongs to, the outermost first."""
    return [level for level in x.__dict__.get("_made_in", ()) if level.kind == "grad" and level.number]


class Slices:
    """What a tensor inside of vmap holds in place of an array: a tensor for each slice; its form is that of one of them.

    whole  (tensor, dimension) that the slices were taken from, while nothing has been computed with them
    """

    __slots__ = ("level", "parts", "whole")
    __array_ufunc__ = None

    def __init__(self, level, parts, whole=None):
        self.level, self.parts, self.whole = level, parts, whole

    def __getattr__(self, name):
        if name in FORM:
            return getattr(self.parts[0]._array, name)
        if not self.level.number:
            raise RuntimeError(ESCAPED)
        raise AttributeError(f"'Slices' object has no attribute '{name}'")


def of_no_use(slices, *others):
    raise RuntimeError(ESCAPED)


for _name in "add sub mul truediv floordiv mod pow matmul lt le gt ge neg abs getitem len bool iter array".split():
    setattr(Slices, f"__{_name}__", of_no_use)
    setattr(Slices, f"__r{_name}__", of_no_use)


def batched(level, parts, whole=None):
    """A tensor inside of vmap that stands for these."""
    made = wrap(Slices(level, parts, whole))
    made._requires_grad = moves(parts[0])
    return made


def slices_of(x):
    """What a tensor holds if it is one inside of vmap, else None."""
    if isinstance(x, Tensor) and type(x._array) is Slices:
        return x._array
    return None


def moves(x):
    """Whether a tensor has a history or wants one, at any level."""
    slices = slices_of(x)
    return x.requires_grad if slices is None else moves(slices.parts[0])


def wanting(x):
    """A new tensor that is to have a gradient; the method of users refuses that inside of transforms."""
    slices = slices_of(x)
    if slices is None:
        check_wish(x, True)
    else:
        for part in slices.parts:
            wanting(part)
    x._requires_grad = True
    return x


def every_part(tensors):
    """The tensors that hold numbers: those given, or the slices that they stand for."""
    found = []
    for x in tensors:
        slices = slices_of(x)
        found += [x] if slices is None else every_part(slices.parts)
    return found


def taken(x, dim, level):
    """A tensor whose slices along a dimension are worked on together."""
    if not x.shape[dim]:
        parts = [x.new_zeros([*x.shape[:dim], *x.shape[dim % x.dim() + 1 :]])]
    elif x.requires_grad:
        parts = list(x.unbind(dim))  # one step for all slices, where each of them would fill a gradient of its own
    else:
        parts = [x.select(dim, i) for i in range(x.shape[dim])]
    return batched(level, parts, (x, dim % x.dim()))


def whole_of(slices, stack, bare=False):
    """(the tensor that slices make together, the dimension they lie along), for printing; bare: without its history."""
    if bare:
        whole, dim = whole_of(slices, stack)
        made = wrap(whole._array)
        made._made_in = whole.__dict__.get("_made_in", ())
        return made, dim
    if slices.whole is not None:
        return slices.whole
    first = slices.parts[0]
    with no_grad():
        whole = stack(slices.parts)
    if slices_of(whole) is None:
        whole._edge, whole._requires_grad = first._edge, first.requires_grad
        whole._made_in = first.__dict__.get("_made_in", ())
    return whole, 0
