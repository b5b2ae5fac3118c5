"""randomness: what vmap does about random numbers: "error", "same" for each slice, or "different" (shelf)."""

from .._tensor import Tensor
from ..random.generator import default_generator
from .levels import slices_of

ERROR = (
    "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' randomness "
    "flags on vmap or perform the randomness operation out of vmap"
)
SAME = (
    "Vmap does not currently support same randomness with a batched tensor input. Please file an issue with functorch"
)
DIFFERENT = (
    "vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will appear like same randomness. If this "
    "is necessary for your usage, please file an issue with functorch."
)
INPLACE = frozenset(
    "bernoulli_ cauchy_ exponential_ geometric_ log_normal_ normal_ random_ uniform_ kaiming_uniform_ kaiming_normal_ "
    "xavier_uniform_ xavier_normal_ trunc_normal_ orthogonal_ sparse_".split()
)
MADE = frozenset("rand randn randint randperm".split())  # of a size alone
LIKE = frozenset("rand_like randn_like randint_like".split())
PER_NUMBER = frozenset("bernoulli multinomial poisson normal binomial".split())  # whose arguments say how to draw
MAY_DRAW = frozenset(
    "dropout dropout_ dropout1d dropout2d dropout3d alpha_dropout alpha_dropout_ feature_dropout feature_alpha_dropout rrelu "
    "rrelu_ gumbel_softmax multi_head_attention_forward scaled_dot_product_attention fractional_max_pool2d "
    "fractional_max_pool3d native_dropout lstm gru rnn_tanh rnn_relu".split()
)
RANDOM = INPLACE | MADE | LIKE | PER_NUMBER | MAY_DRAW
# each element is drawn for alike: all slices may be drawn for as one tensor
ELEMENTWISE = LIKE | frozenset(
    "bernoulli poisson bernoulli_ cauchy_ exponential_ geometric_ log_normal_ normal_ random_ uniform_ dropout dropout_ "
    "alpha_dropout rrelu native_dropout gumbel_softmax".split()
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

    def check(self):
        """Raise where anything was drawn, as if nothing had been: PyTorch's error comes before."""
        if self.left():
            self.restore()
            raise RuntimeError(ERROR)


def check_random(name, level, is_batched, args, kwargs):
    """PyTorch's errors for random numbers that vmap cannot draw as it was told to."""
    if level.randomness == "error" and name not in MAY_DRAW:
        raise RuntimeError(ERROR)
    if level.randomness == "same" and is_batched and name in PER_NUMBER:
        raise RuntimeError(SAME)
    if level.randomness == "different" and name in INPLACE and not is_batched and isinstance(args[0], Tensor):
        raise RuntimeError(DIFFERENT)


def drawn_together(name, draw, level, args, kwargs):
    """The numbers of all slices as one tensor, where they are drawn so; else None."""
    count = level.size
    if name in ("rand", "randn"):
        size = kwargs.get("size", args[0] if len(args) == 1 and isinstance(args[0], (list, tuple)) else args)
        return draw(((count, *size),), {key: value for key, value in kwargs.items() if key != "size"})
    if name == "randint":
        if "size" in kwargs:
            return draw(args, kwargs | {"size": (count, *kwargs["size"])})
        return draw((*args[:-1], (count, *args[-1])), kwargs)
    if name == "normal" and not any([isinstance(x, Tensor) for x in args]) and "size" in kwargs:
        return draw(args, kwargs | {"size": (count, *kwargs["size"])})
    x = args[0] if args else None
    if name in ELEMENTWISE and name not in INPLACE and isinstance(x, Tensor) and slices_of(x) is None:
        return draw((x.expand(count, *x.shape), *args[1:]), kwargs)
    return None
