"""flop_counter: FlopCounterMode: how many operations on numbers products and convolutions take, by module (shelf).

A product of sums counts two for each pair of numbers, as PyTorch's does; all else counts nothing, and so do what PyTorch
has one kernel of its own for on a CPU: attention without dropout, and LSTM. Here no recurrent layer counts.
"""

import inspect
import warnings
from collections import defaultdict
from math import prod

from ..nn.functional.multi_head_attention import multi_head_attention_forward
from ..ops.aten import OpOverloadPacket
from ..overrides import TorchFunctionMode
from .module_tracker import ModuleTracker

__all__ = ["FlopCounterMode"]
NAMES = list(inspect.signature(multi_head_attention_forward).parameters)

# --- what a call takes: (operator, flops, the factors) for each product in it -------------------------------------------------


def product(a, b, name=None):
    """a @ b"""
    if a.dim() == 0 or b.dim() == 0 or (b.dim() == 1 and a.dim() != 2) or a.dim() == b.dim() == 1 or b.dim() == 1:
        return []
    if a.dim() == 1 and b.dim() == 2:
        rows, kind = 1, "mm"
    elif b.dim() == 2:
        rows, kind = prod(a.shape[:-1]), "mm"
    else:
        from_both = [max(n, m) for n, m in zip(padded(a.shape[:-2], b), padded(b.shape[:-2], a), strict=True)]
        rows, kind = prod(from_both) * (a.shape[-2] if a.dim() > 1 else 1), "bmm"
    return [(name or kind, 2 * rows * b.shape[-2] * b.shape[-1], (a, b))]


def padded(shape, other):
    """A shape of stacks with ones in front, as many as another tensor has more."""
    return (1,) * (other.dim() - 2 - len(shape)) + tuple(shape)


def linear(input, weight, bias=None):
    rows = prod(input.shape[:-1])
    as_table = bias is not None and (input.dim() <= 2 or input.is_contiguous())
    return [("addmm" if as_table else "mm", 2 * rows * weight.numel(), (input, weight))]


def added(name):
    """A product to which something is added: addmm, baddbmm."""
    return lambda x, a, b, *more, **options: product(a, b, name)


def convolution(transposed):
    def count(input, weight, *more, out=None, **options):
        places = (input if transposed else out).shape[2 - (input.dim() < weight.dim()) :]
        batch = input.shape[0] if input.dim() == weight.dim() else 1
        return [("convolution", 2 * prod(places) * weight.numel() * batch, (input, weight))]

    return count


def weight_back(name, flops, factors, out):
    """What the gradient of a convolution's weight takes: the same as the way there, but that groups are not left out."""
    input, weight = factors
    groups = max(1, input.shape[-weight.dim() + 1] // weight.shape[1])
    if out.shape[-weight.dim() + 1] != weight.shape[0]:  # transposed: the weight lies the other way round
        groups = max(1, out.shape[-weight.dim() + 1] // weight.shape[1])
    return flops * groups


def einsum(equation, *operands):
    operands = operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    letters = equation.replace(" ", "").split("->")[0].split(",") if isinstance(equation, str) else ()
    if len(operands) != 2 or len(letters) != 2 or "." in "".join(letters) or not set(letters[0]) & set(letters[1]):
        return []
    sizes = dict([pair for text, x in zip(letters, operands, strict=True) for pair in zip(text, x.shape, strict=True)])
    return [("bmm", 2 * prod(sizes.values()), tuple(operands))]


def attend(query, key, value, attn_mask=None, dropout_p=0.0, *more, **options):
    if not dropout_p:
        return []
    pairs = prod(query.shape[:-1]) * key.shape[-2]
    return [("bmm", 2 * pairs * query.shape[-1], (query, key)), ("bmm", 2 * pairs * value.shape[-1], (query, value))]


def several_heads(query, key, value, embed_dim, num_heads, in_weight, in_bias, *more, **options):
    """multi_head_attention_forward: three projections, the heads, and one projection of what they found."""
    given = dict(zip(NAMES[7:], more, strict=False)) | options
    separate = [given.get(f"{one}_proj_weight") for one in "qkv"] if given.get("use_separate_proj_weight") else None
    found = []
    if separate:
        found = [step for x, w in zip((query, key, value), separate, strict=True) for step in linear(x, w, in_bias)]
    elif query is key is value:
        found = linear(query, in_weight, in_bias)
    else:
        parts = in_weight.chunk(3)
        found = [step for x, w in zip((query, key, value), parts, strict=True) for step in linear(x, w, in_bias)]
    learned = separate[0] if separate else in_weight  # stands for what it made: both want gradients, or not
    dropout = given["dropout_p"] if given.get("training", True) else 0.0
    if given.get("need_weights", True) or dropout:
        flops = 2 * prod(query.shape[:-1]) * key.shape[0] * embed_dim
        found += [("bmm", flops, (learned, learned))] * 2
    rows = prod(query.shape[:-1])
    return [*found, ("addmm", 2 * rows * given["out_proj_weight"].numel(), (learned, given["out_proj_weight"]))]


COUNTS = {
    "matmul": product, "mm": product, "bmm": product, "__matmul__": product, "linear": linear, "einsum": einsum,
    "__rmatmul__": lambda a, b: product(b, a), "addmm": added("addmm"), "baddbmm": added("baddbmm"),
    "scaled_dot_product_attention": attend, "multi_head_attention_forward": several_heads,
    **{f"conv{n}d": convolution(False) for n in (1, 2, 3)},
    **{f"conv_transpose{n}d": convolution(True) for n in (1, 2, 3)},
}  # fmt: skip


# --- counting ------------------------------------------------------------------------------------------------------------------


class FlopCounterMode(TorchFunctionMode):
    """A block in which flops are counted, in the whole and for each module: forward, and backward of what is in the block.

    depth    how many levels of modules the table shows
    display  whether to print the table at the end of the block

    >>> import minitorch as mt
    >>> from minitorch.utils.flop_counter import FlopCounterMode
    >>> net = mt.nn.Sequential(mt.nn.Linear(10, 20), mt.nn.ReLU())
    >>> with FlopCounterMode(display=False) as counter:
    ...     net(mt.ones(3, 10)).sum().backward()
    >>> counter.get_total_flops()  # 2 * 3 * 10 * 20 forward, as much for the weight's gradient
    2400

    Errors: NotImplementedError for custom_mapping: operators are not known one by one.
    Source: PyTorch, torch.utils.flop_counter.FlopCounterMode.
    """

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)
        if custom_mapping:
            raise NotImplementedError("minitorch counts products and convolutions only: custom_mapping is not taken")
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.depth, self.display = depth, display
        self.mod_tracker = ModuleTracker()
        self._packets = {}

    def __enter__(self):
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        return super().__enter__()

    def __exit__(self, *error):
        super().__exit__(*error)
        self.mod_tracker.__exit__()
        if self.display:
            print(self.get_table(self.depth))

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        name = getattr(func, "__name__", None)
        count = COUNTS.get(name)
        if count is not None:
            options = {"out": out} if name.startswith("conv") else {}
            self._note(count(*args, **kwargs | options), out[0] if isinstance(out, tuple) else out)
        return out

    def _note(self, steps, out):
        """Count what a call takes, and, when its gradient comes, what that takes."""
        parents = list(set(self.mod_tracker.parents))
        self._add(parents, [(name, flops) for name, flops, _ in steps])
        back = [one for step in steps for one in backward_of(*step, out)]
        if back and out.grad_fn is not None:
            out.grad_fn.register_prehook(lambda grads: self._add(parents, back))

    def _add(self, parents, counts):
        for name, flops in counts:
            packet = self._packets.setdefault(name, OpOverloadPacket(name, None))
            for parent in parents:
                self.flop_counts[parent][packet] += flops

    def get_total_flops(self):
        """All flops of the block."""
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        """{module: {operator: flops}}"""
        return {module: dict(counts) for module, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        """The flops of the modules down to a depth, as text."""
        depth = self.depth if depth is None else depth
        whole = self.get_total_flops()
        rows, subsumed = [], False
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


def backward_of(name, flops, factors, out):
    """What the gradients of a product's factors take: (operator, flops) for each that wants one."""
    back = {"addmm": "mm", "baddbmm": "bmm", "convolution": "convolution_backward"}.get(name, name)
    parts = [flops, weight_back(name, flops, factors, out) if name == "convolution" else flops]
    return [(back, part) for part, x in zip(parts, factors, strict=True) if x.requires_grad]


# --- the table -----------------------------------------------------------------------------------------------------------------


def shortened(flops, whole):
    """1278912 as 1278.912K, in the unit that suits the largest number."""
    level = max(0, min(4, (len(str(whole)) - 2) // 3))
    return f"{flops / 1000**level:.3f}{['', 'K', 'M', 'B', 'T'][level]}"


def table(rows):
    """Three columns of text, the first flush left."""
    head = ("Module", "FLOP", "% Total")
    widths = [max(len(title) + 2, *[len(row[i]) for row in rows]) for i, title in enumerate(head)]
    lines = [head, tuple(["-" * width for width in widths]), *rows]
    return "\n".join([f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in lines])
