"""levels: the transforms of func that are in force, the outermost first, and tensors that stand for a slice each (shelf).

A tensor inside of vmap holds `Slices` where others hold numbers: the tensor that all slices lie in, or one tensor for each.
What is done to it is done to the one tensor where there is a rule for that (rules.py), else to each slice (calling.py).
"""

import math

from .. import _tensor
from .._holes import fill
from .._tensor import Tensor, open_inference, wrap
from ..checks import check_wish
from ..creation.zeros import zeros_like
from ..graph.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from ..ops.join.stack import stack
from ..threads import local

ESCAPED = (
    "Either your tensor may have escaped from inside a function being vmapped and this is a user error (see "
    "https://pytorch.org/functorch/stable/ux_limitations.html), or there is an internal functorch error in "
    "`gen_vmap_plumbing` Please file an issue if it looks like the latter"
)
FORM = frozenset("itemsize strides nbytes flags".split())


class Level:
    """One transform in force: its number, and for vmap how many slices there are and what is done about random numbers.

    kind  "vmap"; "grad" for what differentiates, inside of which each new tensor is told; "basis" for jacfwd's directions
    """

    def __init__(self, kind, size=0, randomness="error"):
        self.kind, self.size, self.randomness = kind, size, randomness
        self.number = 0
        self.copies = {}  # of vmap: id of a tensor that is the same for each slice -> (it, its version, a copy for each)

    def __enter__(self):
        self.before = state.levels
        self.number = len(self.before) + 1
        state.levels = [*self.before, self]
        state.entered.append(self)
        open_inference(self.kind == "grad")
        return self

    def __exit__(self, *error):
        state.levels = self.before
        state.entered.remove(self)
        self.copies.clear()
        open_inference(-(self.kind == "grad"))
        self.number = 0  # what has escaped from here is of no use any more


class _State(local):
    def __init__(self):
        self.levels = []  # what is in force for a call made now
        self.entered = []  # all whose blocks are open


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
    """What a tensor inside of vmap holds in place of an array; its form is that of one slice.

    whole  (tensor, dimension) that the slices lie in, or None
    parts  a tensor for each slice; those of a whole are its views, made when somebody asks
    """

    __slots__ = ("level", "whole", "_parts")
    __array_ufunc__ = None

    def __init__(self, level, parts, whole=None):
        self.level, self._parts, self.whole = level, parts, whole

    @property
    def parts(self):
        if self._parts is None:
            self._parts = self.taken_out(whole_first=self.whole[0].requires_grad)
        return self._parts

    def taken_out(self, whole_first):
        """The slices of the whole, with its history; whole_first: by one step, where each would fill a gradient of its own."""
        x, dim = self.whole
        with (
            Below(self.level),
            inference_mode(False) if x.requires_grad else no_grad(),
            set_grad_enabled(x.requires_grad),
        ):
            if not x.shape[dim]:
                return [x.new_zeros([*x.shape[:dim], *x.shape[dim + 1 :]])]
            return list(x.unbind(dim)) if whole_first else [x.select(dim, i) for i in range(x.shape[dim])]

    def to_change(self):
        """The slices as views that may be changed in place."""
        if self.whole is not None:
            self._parts = self.taken_out(whole_first=False)

    @property
    def ndim(self):
        return self.parts[0]._array.ndim if self.whole is None else self.whole[0]._array.ndim - 1

    @property
    def shape(self):
        if self.whole is None:
            return self.parts[0]._array.shape
        x, dim = self.whole
        shape = x._array.shape
        return (*shape[:dim], *shape[dim + 1 :])

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def dtype(self):
        return (self.parts[0] if self.whole is None else self.whole[0])._array.dtype

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
    """A tensor inside of vmap that stands for these slices, or for those of a whole."""
    made = wrap(Slices(level, parts, whole))
    made._requires_grad = moves(parts[0]) if whole is None else moves(whole[0])
    return made


def slices_of(x):
    """What a tensor holds if it is one inside of vmap, else None."""
    if isinstance(x, Tensor) and type(x._array) is Slices:
        return x._array
    return None


def lying(x, level):
    """(a tensor, the dimension that the slices of a level lie along); (x, None) for what is the same for each slice."""
    slices = slices_of(x)
    if slices is None or slices.level is not level:
        return x, None
    return slices.whole or (stack(slices.parts), 0)


def copied(x, level):
    """x as one tensor for each slice of a level, if a transform inside of it may ask for the gradient of each slice.

    That of a tensor which is the same for all slices would be their sum.
    """
    if not moves(x) or level not in state.entered:
        return x
    inside = state.entered[state.entered.index(level) + 1 :]
    if not any([one.kind == "grad" for one in inside]):
        return x
    key, version = id(x), x._counter[0] if x._counter else 0
    known = level.copies.get(key)
    if known is None or known[1] != version:
        with Below(level), inference_mode(False), enable_grad():
            made = batched(level, None, (x.expand(level.size, *x.shape), 0))
        known = level.copies[key] = x, version, made
    return known[2]


def moves(x):
    """Whether a tensor has a history or wants one, at any level."""
    slices = slices_of(x)
    if slices is None:
        return x.requires_grad
    return moves(slices.parts[0] if slices.whole is None else slices.whole[0])


def wanting(x):
    """A new tensor that is to have a gradient; the method of users refuses that inside of transforms."""
    slices = slices_of(x)
    if slices is None:
        check_wish(x, True)
    else:
        for part in beneath(slices):
            wanting(part)
    x._requires_grad = True
    return x


def zeros_of(x):
    """Zeros like a tensor, for each slice of one inside of vmap."""
    slices = slices_of(x)
    if slices is None:
        return zeros_like(x)
    with Below(slices.level):
        whole, dim = lying(x, slices.level)
        return batched(slices.level, None, (zeros_of(whole), dim))


def beneath(slices):
    """The tensors that slices lie in: one, or one for each."""
    return slices.parts if slices.whole is None else [slices.whole[0]]


def every_part(tensors):
    """The tensors that hold numbers: those given, or those that stand for them."""
    found = []
    for x in tensors:
        slices = slices_of(x)
        found += [x] if slices is None else every_part(beneath(slices))
    return found


def taken(x, dim, level):
    """A tensor whose slices along a dimension are worked on together."""
    return batched(level, None, (x, dim % x.dim()))


def whole_of(slices, bare=False):
    """(the tensor that slices make together, the dimension they lie along), for printing; bare: without its history."""
    if bare:
        whole, dim = whole_of(slices)
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
