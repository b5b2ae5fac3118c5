"""subclassing: what happens when a class is derived from Module: PyTorch's compiled functions stay functions in it (shelf).

`act = torch.softmax` in a class body gives `self.act(x, 1)` in PyTorch: its functions are compiled, and no methods. Ours
are Python's own, which Python would call with `self` in front. So they are put behind staticmethod when the class is made.
The functions that PyTorch writes in Python, F.relu or torch.einsum, become methods there as here.
"""

import sys
import types

from ..._holes import fill
from ..._tower import load
from .registry import Registry

# layers whose __init__ PyTorch writes for each of them, and ours have in common
IN_COMMON = frozenset(
    """
    _Switched _Along _Conv _ConvTransposeNd _PadNd _ConstantPadNd _LazyConv _LazyConvTranspose _MaxUnpoolNd AvgPool2d
    FractionalMaxPool2d _NormBase
    """.split()
)
# functions without tensors, or from before linalg, that PyTorch writes in Python
PLAIN = frozenset(
    """
    broadcast_shapes eig from_dlpack get_rng_state initial_seed is_tensor lstsq manual_seed matrix_rank pca_lowrank seed
    set_default_dtype set_rng_state solve svd_lowrank symeig
    """.split()
)


def derive(cls, **kwargs):
    """What Module does with a class that is derived from it."""
    super(Registry, cls).__init_subclass__(**kwargs)
    if cls.__module__.startswith("minitorch.nn."):
        name_init(cls)
    else:
        for name, value in list(vars(cls).items()):
            if type(value) is types.FunctionType and is_compiled(value):
                setattr(cls, name, staticmethod(value))


# --- functions in a class body ----------------------------------------------------------------------------------------


def is_compiled(function):
    """Whether it is a public function that is no Python function in PyTorch."""
    module, name = function.__module__ or "", function.__name__
    if not module.startswith("minitorch") or "." in function.__qualname__:
        return False
    install = load("minitorch.overrides.install")
    for package in ("linalg", "fft", "special"):
        if stands_in(f"minitorch.{package}", name.removeprefix(package + "_"), function):
            return True
    if stands_in("minitorch.nn.functional", name, function):
        return name in load("minitorch.signatures").COMPILED
    return stands_in("minitorch", name, function) and (name == "istft" or name not in PLAIN | install.IN_PYTHON)


def stands_in(package, name, function):
    """Whether a package has this very function under this name."""
    return package in sys.modules and vars(sys.modules[package]).get(name) is function


# --- layers ---------------------------------------------------------------------------------------------------------------


def name_init(cls):
    """Give a layer an __init__ of its own name, a copy of the one that it shares: Python's errors then name the layer.

    What a reader writes is called and not copied: it may be exchanged at any time.
    """
    shared = cls.__init__
    owner = shared.__qualname__.partition(".")[0]
    if "__init__" in vars(cls) or owner not in IN_COMMON or (cls.__name__.startswith("_") and owner != "_NormBase"):
        return
    if owner in WRITTEN:
        source = WRITTEN[owner](next(one for one in cls.__mro__ if one.__name__ == owner))
    else:
        source = shared
    own = types.FunctionType(source.__code__, source.__globals__, "__init__", shared.__defaults__, source.__closure__)
    own.__kwdefaults__, own.__doc__, own.__module__ = shared.__kwdefaults__, shared.__doc__, shared.__module__
    own.__qualname__ = f"{cls.__name__}.__init__"
    cls.__init__ = own


def switched(base):
    """The __init__ that calls the one of _Switched."""

    def __init__(self, inplace):
        base.__init__(self, inplace)

    return __init__


def normalized(base):
    """The __init__ that calls the one of _NormBase."""

    def __init__(self, num_features, eps, momentum, affine, track_running_stats, device, dtype, *, bias):
        base.__init__(self, num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    return __init__


WRITTEN = {"_Switched": switched, "_NormBase": normalized}  # whose own __init__ are exercises


fill(Registry, __init_subclass__=classmethod(derive))
