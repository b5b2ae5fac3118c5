"""aliases: an operation under another of its names is a function of its own, torch.multiply as torch.mul is (shelf).

What it computes and the steps that it records are the operation's. The name is what users see: in __name__ and in errors,
in a traced graph, and at a __torch_function__ that is handed what they called.
"""

from types import FunctionType

from .numpy_errors import settle

PREFIXED = ("linalg", "special", "fft")  # whose functions PyTorch calls as its operators: special_expit
# functions of nn.functional that are the package's own in PyTorch
SHARED = frozenset(
    """
    adaptive_avg_pool1d avg_pool1d bilinear celu_ channel_shuffle conv1d conv2d conv3d conv_tbc conv_transpose1d
    conv_transpose2d conv_transpose3d cosine_similarity hardshrink native_channel_shuffle pairwise_distance pdist
    pixel_shuffle pixel_unshuffle prelu relu_ rrelu_ selu_ threshold_
    """.split()
)


def title_of(home, name):
    """The __name__ of a public function."""
    place = home.rpartition(".")[2]
    if place == "functional":
        return {"logsigmoid": "log_sigmoid", "threshold": "_threshold"}.get(name, name)
    return f"{place}_{name}" if place in PREFIXED else name


def alias(op, home, name, bound=0):
    """A function that calls an operation under a name of its own; of a method, `bound` is 1."""
    title = title_of(home, name)

    def call(*args, **named):
        try:
            return op.call(*args, **named)  # looked up at each call: short cuts and a reader's pieces take its place
        except Exception as error:
            return settle(error, title, call, args, named)

    call.__name__, call.__qualname__ = title, f"Tensor.{name}" if bound else name
    call.__doc__, call.__module__, call.__wrapped__ = op.__doc__, home, op.__wrapped__
    call.op, call.public = op, (name, home, bound)
    return call


ALIAS = next(code for code in alias.__code__.co_consts if getattr(code, "co_name", "") == "call")


def in_own_name(value, home, name):
    """A public operation under the name that it has here: itself where that is its own."""
    is_op = hasattr(getattr(value, "call", None), "op")
    return alias(value, home, name) if is_op and value.name != title_of(home, name) else value


def method_in_own_name(value, name):
    """The same for a method of Tensor, or a copy of one that is no operation; what is behind operators stays."""
    if type(value) is not FunctionType or value.__name__ == name or "_" in (name[0], value.__name__[0]):
        return value
    if hasattr(value, "op"):
        return alias(value.op, "minitorch", name, 1)
    made = FunctionType(value.__code__, value.__globals__, name, value.__defaults__, value.__closure__)
    made.__doc__, made.__qualname__, made.__module__ = value.__doc__, f"Tensor.{name}", "minitorch"
    return made
