"""install: the package's functions announce themselves while a mode is on (shelf).

They stay the same objects: what changes is the code inside of them, and when the last mode is left they have their own again.
"""

import sys
import threading
from contextlib import contextmanager, nullcontext
from types import FunctionType

from .. import _tower, fast
from .._holes import fill
from .._tensor import Tensor
from ..autograd.engine.walk import Walk
from ..autograd.hooks import watched
from ..ops.op import Op, ops
from ..overrides.copies import asking_code, copy_of
from ..overrides.install import swapped
from .backward import differentiate
from .calling import state, subclassed
from .calling import watched as is_watched
from .forms import FORMS, OP_FORMS, announced
from .overloads import lines

PACKAGES = tuple([f"minitorch{name}" for name in ("", ".nn.functional", ".linalg", ".fft", ".special", ".nn.init")])
PREFIXES = {"minitorch.linalg": "linalg_", "minitorch.fft": "fft_", "minitorch.special": "special_"}
lock = threading.RLock()
more: set = set()  # names of functions that a traced graph shows, and modes do not
open_modes = [0]  # how many blocks of modes are open, in all threads
prepared: dict = {}  # id of a function -> what it does while a mode is on; keeps the function
ASIDE = ("walk", "adam", "sgd", "cross_entropy", "gelu")  # short cuts that go round what is announced


class Announcing:
    """What a function does while a mode is on."""

    def __init__(self, function, form, name):
        self.function, self.form, self.name = function, form, name
        self.target = self.inner = None

    def __call__(self, args, kwargs):
        if state.tracer is not None:
            return state.tracer.announced(self, args, kwargs)
        if (
            self.form is None
            or state.below
            or not (state.modes or (subclassed and is_watched(*args, *kwargs.values())))
        ):
            return self.inner(*args, **kwargs)
        return self.form(self.inner, *args, **kwargs)

    def put(self):
        """Exchange the code: that of the function, or of what stands for it while classes of the user's are asked."""
        target = self.place()
        if target is not self.target:
            self.target, self.inner = target, copy_of(target)
            code = asking_code(target.__code__.co_freevars)
            self.code = code.replace(co_name=target.__code__.co_name)
        target.__code__, target.__defaults__, target.__kwdefaults__ = self.code, None, {"__asking": self}

    def place(self):
        """The function, or the copy of it that is called when no class of the user's has taken it over."""
        asking = swapped.get(id(self.function))
        return self.function if asking is None else asking.inner

    def take_out(self):
        """Put its own code back, where it stands by now."""
        self.target = self.place()
        self.target.__code__, self.target.__defaults__, self.target.__kwdefaults__ = (
            self.inner.__code__, self.inner.__defaults__, self.inner.__kwdefaults__,
        )  # fmt: skip


# --- which functions ----------------------------------------------------------------------------------------------------------


def name_of(function):
    """The name under which forms and operators are looked up."""
    if hasattr(function, "op"):
        return function.op.name
    place = function.__module__ or ""
    start = next((p for home, p in PREFIXES.items() if place.startswith(home)), "")
    return start + function.__name__


def prepare(function, name=None):
    """Let a function announce itself from now on, if it stands for operators."""
    if not isinstance(function, FunctionType) or id(function) in prepared:
        return
    if hasattr(function, "autocast"):  # which converts what the function is given: that is announced first
        prepare(function.__wrapped__, name)
        return
    name = name or name_of(function)
    form = OP_FORMS.get(name) if hasattr(function, "op") else None
    form = form or FORMS.get(name) or (announced(name) if name in lines() else None)
    if form is not None or name in more:
        prepared[id(function)] = Announcing(function, form, name)
    asking, inner = swapped.get(id(function)), getattr(function, "__wrapped__", None)
    if asking is not None and inner is asking.inner:  # a copy of the same
        inner = getattr(inner, "__wrapped__", None)
    if not hasattr(function, "op") and getattr(inner, "__module__", "").startswith("minitorch"):
        prepare(inner, name if form is not None else None)


def look_at(values):
    """Prepare the functions among the values of a package or class."""
    for value in list(values):
        if isinstance(value, Op):
            prepare(value.call)
        elif isinstance(value, property):
            prepare(value.fget, f"Tensor.{value.fget.__name__}" if isinstance(value.fget, FunctionType) else None)
        else:
            prepare(value)


INNER = {
    "minitorch.nn.functional.normalization": "by_channel", "minitorch.nn.functional.rnn": "mkldnn_rnn_layer",
    "minitorch.autograd.engine.walk": "accumulate", "minitorch.autograd.backward": "start",
    "minitorch.ops.reduction.sum": "sum_to", "minitorch.optim.sgd": "SGD._change", "minitorch.optim.adam": "Adam._change",
    "minitorch.optim.by_parameter": "ByParameter._change_all", "minitorch.optim.rmsprop": "RMSprop._change",
    "minitorch.optim.adagrad": "Adagrad._change", "minitorch.nn.parameter": "Parameter.__new__",
}  # fmt: skip


def look_inside():
    """Prepare what users do not call themselves."""
    for file, name in INNER.items():
        if file in sys.modules:
            owner, _, attribute = name.rpartition(".")
            place = getattr(sys.modules[file], owner) if owner else sys.modules[file]
            prepare(getattr(place, attribute, None), name)


def look_everywhere():
    """Prepare all functions that there are."""
    for op in ops:
        prepare(op.call)
        prepare(op.operator)
    for package in PACKAGES:
        if package in sys.modules:
            look_at(vars(sys.modules[package]).values())
    look_at(vars(Tensor).values())
    look_inside()


# --- while a mode is on -------------------------------------------------------------------------------------------------------


def entered():
    """A mode's block begins."""
    with lock, without_vmap():
        open_modes[0] += 1
        if open_modes[0] == 1:
            look_everywhere()
            for one in prepared.values():
                one.put()
            plain_differentiate[:] = [Walk.differentiate]
            fill(Walk, differentiate=differentiate(Walk.differentiate))
            watched["a mode"] = None  # leaves are served as soon as they can be
            wait(+1)


def left():
    """It ends."""
    with lock, without_vmap():
        open_modes[0] -= 1
        if not open_modes[0]:
            for one in prepared.values():
                one.take_out()
            fill(Walk, differentiate=plain_differentiate[0])
            del watched["a mode"]
            wait(-1)


def without_vmap():
    """A block without the codes that transforms put on top of all others, which must not be copied."""
    transforms = sys.modules.get("minitorch.func.install")
    return nullcontext() if transforms is None else transforms.taken_out()


@contextmanager
def own_code():
    """A block in which no function announces itself."""
    with lock, without_vmap():
        there = list(prepared.values()) if open_modes[0] else []
        for one in there:
            one.take_out()
        try:
            yield
        finally:
            for one in there:
                one.put()


plain_differentiate: list = []  # what the engine does for a step without a mode


def wait(count):
    """Leave out the short cuts that go round what is announced."""
    for short_cut in fast.table:
        if short_cut.name in ASIDE:
            short_cut.wait("a mode", count)


def public_in(module):
    """The functions of a file that was loaded which its package will show, and does not yet."""
    names = [n for package in PACKAGES for n, place in _tower.table_of(package).items() if place == (module, False)]
    return [vars(sys.modules[module])[name] for name in names if name in vars(sys.modules[module])]


def after(before):
    """What is done when a file of the table has been loaded, with what was done before."""

    def after_load(module):
        before(module)
        if open_modes[0]:
            with lock, without_vmap():
                known = set(prepared)
                look_everywhere()
                look_at(public_in(module))
                for key in set(prepared) - known:
                    prepared[key].put()

    return after_load


fill("minitorch.overrides.install", exchanging=own_code)
fill("minitorch._tower", functions_came=after(_tower.functions_came))
