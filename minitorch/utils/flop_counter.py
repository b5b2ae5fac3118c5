"""flop_counter: FlopCounterMode: how many operations on numbers products and convolutions take, by module (shelf).

A product of sums counts two for each pair of numbers, as PyTorch's does; all else counts nothing, and so do what PyTorch
has one kernel of its own for on a CPU: attention without dropout, and LSTM.
"""

import functools
import warnings
from collections import defaultdict
from math import prod

from .._tensor import Tensor
from ..ops import aten
from ..ops.aten import OpOverloadPacket
from ._python_dispatch import TorchDispatchMode
from ._pytree import tree_map
from .module_tracker import ModuleTracker

__all__ = ["FlopCounterMode", "register_flop_formula"]
flop_registry: dict = {}  # an operator -> what counts its flops

# --- what an operator takes: a function of the shapes of its arguments ----------------------------------------------------------


def get_shape(x):
    """The shape of a tensor; what is none as it is."""
    return x.shape if isinstance(x, Tensor) else x


def shape_wrapper(f):
    """A function of shapes as one of tensors."""

    @functools.wraps(f)
    def counting(*args, out_val=None, **kwargs):
        args, kwargs, out = tree_map(get_shape, (args, kwargs, out_val))
        return f(*args, out_shape=out, **kwargs)

    return counting


def register_flop_formula(targets, get_raw=False):
    """A decorator that enters what counts the flops of an operator: a function of shapes; with get_raw, of the tensors.

    >>> import minitorch as mt
    >>> from minitorch.utils.flop_counter import flop_registry, register_flop_formula
    >>> @register_flop_formula(mt.ops.aten.mv)
    ... def mv_flop(matrix_shape, vector_shape, *args, out_shape=None, **kwargs):
    ...     return 2 * matrix_shape[0] * matrix_shape[1]
    >>> del flop_registry[mt.ops.aten.mv]

    Errors: ValueError for what is no operator, RuntimeError where there is one already.
    Source: PyTorch, torch.utils.flop_counter.register_flop_formula.
    """

    def register(f):
        f = f if get_raw else shape_wrapper(f)
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
            if not isinstance(target, OpOverloadPacket):
                raise ValueError(
                    "register_flop_formula(targets): expected each target to be OpOverloadPacket (i.e. torch.ops.mylib.foo), or "
                    f"JitFunction, got {target} which is of type {type(target)}"
                )
            if target in flop_registry:
                raise RuntimeError(f"duplicate registrations for {target}")
            flop_registry[target] = f
        return f

    return register


def check_same(name, a, b):
    """The lengths that a product adds over."""
    if a != b:
        raise AssertionError(f"{name}, got {a} and {b}")


@register_flop_formula(aten.mm)
def mm_flop(a_shape, b_shape, *args, out_shape=None, **kwargs):
    """[m, k] @ [k, n]"""
    (m, k), (inner, n) = a_shape, b_shape
    check_same("matmul: inner dimensions must match (k == k2)", k, inner)
    return 2 * m * n * k


@register_flop_formula(aten.addmm)
def addmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return mm_flop.__wrapped__(a_shape, b_shape)


@register_flop_formula(aten.bmm)
def bmm_flop(a_shape, b_shape, out_shape=None, **kwargs):
    """[b, m, k] @ [b, k, n]"""
    (b, m, k), (others, inner, n) = a_shape, b_shape
    check_same("bmm: batch dimensions must match (b == b2)", b, others)
    check_same("bmm: inner dimensions must match (k == k2)", k, inner)
    return 2 * b * m * n * k


@register_flop_formula(aten.baddbmm)
def baddbmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return bmm_flop.__wrapped__(a_shape, b_shape)


def conv_flop_count(x_shape, w_shape, out_shape, transposed=False):
    """Each place of the result takes the whole kernel; of a transposed convolution, each place of the input."""
    places = (x_shape if transposed else out_shape)[2:]
    return 2 * x_shape[0] * prod(places) * prod(w_shape)


@register_flop_formula(aten.convolution)
def conv_flop(x_shape, w_shape, bias, stride, padding, dilation, transposed, *args, out_shape=None, **kwargs):
    return conv_flop_count(x_shape, w_shape, out_shape, transposed)


@register_flop_formula(aten.convolution_backward)
def conv_backward_flop(
    g_shape, x_shape, w_shape, bias, stride, padding, dilation, transposed, extra, groups, output_mask, out_shape=None, **kwargs
):  # fmt: skip
    """A convolution for each of both gradients: the other way round for x's; for the weight's, with channels as the batch."""
    flops = 0
    if output_mask[0]:
        flops += conv_flop_count(g_shape, w_shape, out_shape[0], not transposed)
    if output_mask[1]:
        pair = (g_shape, x_shape) if transposed else (x_shape, g_shape)
        flops += conv_flop_count(turned(pair[0]), turned(pair[1]), turned(out_shape[1]))
    return flops


def turned(shape):
    """The shape with the first two dimensions exchanged."""
    return (shape[1], shape[0], *shape[2:])


def sdpa_flop_count(query_shape, key_shape, value_shape):
    """Both products of attention: [b, h, s, d] each."""
    b, heads, rows, depth = query_shape
    columns, width = key_shape[2], value_shape[3]
    return 2 * b * heads * rows * columns * (depth + width)


# --- counting ------------------------------------------------------------------------------------------------------------------


class FlopCounterMode:
    """A block in which flops are counted, in the whole and for each module: forward, and backward of what is in the block.

    depth           how many levels of modules the table shows
    display         whether to print the table at the end of the block
    custom_mapping  {operator: a function of the shapes of its arguments}, beside those that are known

    >>> import minitorch as mt
    >>> from minitorch.utils.flop_counter import FlopCounterMode
    >>> net = mt.nn.Sequential(mt.nn.Linear(10, 20), mt.nn.ReLU())
    >>> with FlopCounterMode(display=False) as counter:
    ...     net(mt.ones(3, 10)).sum().backward()
    >>> counter.get_total_flops()  # 2 * 3 * 10 * 20 forward, as much for the weight's gradient
    2400

    Source: PyTorch, torch.utils.flop_counter.FlopCounterMode.
    """

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.depth, self.display, self.mode = depth, display, None
        custom = {
            k: v if getattr(v, "_get_raw", False) else shape_wrapper(v) for k, v in (custom_mapping or {}).items()
        }
        self.flop_registry = flop_registry | custom
        self.mod_tracker = ModuleTracker()

    def __enter__(self):
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        self.mode = _FlopCounterMode(self)
        self.mode.__enter__()
        return self

    def __exit__(self, *error):
        if self.mode is None:
            raise AssertionError("Internal error: FlopCounter.__exit__ called but mode is None")
        self.mode.__exit__(*error)
        self.mode = None
        self.mod_tracker.__exit__()
        if self.display:
            print(self.get_table(self.depth))

    def _count_flops(self, packet, out, args, kwargs):
        """Count a call, for all modules that it is inside of."""
        if packet in self.flop_registry:
            flops = self.flop_registry[packet](*args, **kwargs, out_val=out)
            for parent in set(self.mod_tracker.parents):
                self.flop_counts[parent][packet] += flops
        return out

    def get_total_flops(self):
        """All flops of the block."""
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        """{module: {operator: flops}}"""
        return {module: dict(counts) for module, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        """The flops of the modules down to a depth, as text; all together where no module has them all."""
        depth = self.depth if depth is None else depth
        whole, rows, subsumed = self.get_total_flops(), [], False
        for module in sorted(self.flop_counts):
            if module != "Global" and (depth is None or module.count(".") < depth):
                subsumed |= sum(self.flop_counts[module].values()) >= whole
                rows += self._rows(module, whole)
        if "Global" in self.flop_counts and not subsumed:
            rows = self._rows("Global", whole) + rows
        return table(rows or [("Global", "0", "0%")])

    def _rows(self, module, whole):
        counts = self.flop_counts[module]
        named = {module: sum(counts.values())} | {f"- {packet}": flops for packet, flops in counts.items()}
        return [
            (name, shortened(flops, whole), f"{flops / whole:.2%}" if whole else "0%") for name, flops in named.items()
        ]


class _FlopCounterMode(TorchDispatchMode):
    """The mode that sees the calls for a counter."""

    def __init__(self, counter):
        super().__init__()
        self.counter = counter

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        return self.counter._count_flops(func.overloadpacket, out, args, kwargs)


# --- the table -----------------------------------------------------------------------------------------------------------------


def shortened(flops, whole):
    """1278912 as 1278.912K, in the unit that suits the largest number."""
    level = max(0, min(4, (len(str(whole)) - 2) // 3))
    return f"{flops / 1000**level:.3f}{['', 'K', 'M', 'B', 'T'][level]}" if level else f"{flops:g}"


def table(rows):
    """Three columns of text, the first flush left."""
    head = ("Module", "FLOP", "% Total")
    widths = [max(len(title) + 2, *[len(row[i]) for row in rows]) for i, title in enumerate(head)]
    lines = [head, tuple(["-" * width for width in widths]), *rows]
    return "\n".join([f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in lines])
