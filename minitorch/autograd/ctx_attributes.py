"""ctx_attributes: what a program sets on ctx under a name that the step uses itself, `ctx.shape`: each keeps its own (shelf).

The step of a Function is `ctx`, and has attributes of its own, as shape and edges. PyTorch has those out of a program's
sight. Here a name that forward, backward or setup_context assigns becomes two: who asks decides which one is meant.
"""

import sys
from inspect import getattr_static, unwrap
from types import CodeType

from .._holes import fill
from .._tower import Shelved
from .function import BackwardNode, Function

# what PyTorch's ctx has as well: there, too, whoever assigns it changes it
PUBLIC = frozenset(
    """
    mark_dirty mark_non_differentiable metadata name needs_input_grad next_functions non_differentiable register_hook
    register_prehook save_for_backward save_for_forward saved_for_forward saved_tensors saved_variables to_save
    set_materialize_grads _input_metadata _materialize_non_diff_grads _raw_saved_tensors
    """.split()
)


class OwnName:
    """A name that the step and the program both use: `inner` is what the step's class has under it."""

    def __init__(self, name, inner):
        self.name, self.inner = name, inner
        self.own = f"ctx.{name}"  # in the step's __dict__: no attribute is called so

    def __get__(self, node, kind):
        inner, values = self.inner, {} if node is None else node.__dict__
        if self.own in values and not asked_from_inside():
            return values[self.own]
        if self.name in values and not hasattr(inner, "__set__"):
            return values[self.name]
        return inner.__get__(node, kind) if hasattr(inner, "__get__") and not isinstance(inner, type) else inner

    def __set__(self, node, value):
        if not asked_from_inside():
            node.__dict__[self.own] = value
        elif hasattr(self.inner, "__set__"):
            self.inner.__set__(node, value)
        else:
            node.__dict__[self.name] = value

    def __delete__(self, node):
        del node.__dict__[self.name if asked_from_inside() else self.own]


def asked_from_inside():
    """Whether the line that asks for an attribute is one of this package, or of a reader's piece in its place."""
    frame = sys._getframe(2)
    return frame.f_globals.get("__name__", "").startswith("minitorch.") or is_piece(frame.f_code)


def is_piece(code):
    """Whether a code is that of a reader's piece that is in force here: it is looked for where it would stand."""
    if not any(getattr(sys.modules.get("minitorch.fast"), "aside", {}).values()):
        return False
    modules = [name for name in list(sys.modules) if name.startswith(("minitorch.autograd", "minitorch.graph"))]
    homes = [list(vars(sys.modules[name]).values()) for name in modules]
    homes += [list(vars(one).values()) for home in homes for one in home if isinstance(one, type)]
    functions = [
        getattr(one, "fget", getattr(one, "__func__", one)) for home in homes for one in home
    ]  # of properties too
    return any([getattr(one, "__code__", None) is code for one in functions])


def keep_apart(kind):
    """Let the steps of a Function have two values for each name that they use and its methods assign."""
    function = kind.function
    if function is not None and function.jvp is not Function.jvp:
        kind.prepare = with_still_ones
    if function is None or function.__module__.startswith("minitorch."):
        return
    used = {name for name in dir(kind) if name[:2] != "__"} | {"tensor_indices"}
    named = assigned(function)
    for name in sorted((used if "setattr" in named else used & named) - PUBLIC):
        inner = getattr_static(kind, name, None)
        if not isinstance(inner, Shelved):  # it waits for its file, and is not the step's own
            setattr(kind, name, OwnName(name, inner))


def with_still_ones(node, args):
    """prepare for a Function with a jvp, which is given zeros for the arguments that do not move: it needs their shapes."""
    BackwardNode.prepare(node, args)
    tensors = [(i, args[i]) for i in node.tensor_indices if not node.needs_input_grad[i]]
    node._still = {i: (x._array.shape, x._array.dtype) for i, x in tensors if x.is_floating_point() or x.is_complex()}


def assigned(function):
    """The names of attributes that a Function's methods assign, and "setattr" where one of them calls that."""
    found = set()
    for home in function.__mro__:
        if not home.__module__.startswith("minitorch."):
            for value in vars(home).values():
                code = getattr(unwrap(getattr(value, "__func__", value)), "__code__", None)
                found |= stored(code) if code is not None else set()
    return found


def stored(code):
    """The names of attributes that a code assigns, and the codes inside of it."""
    import dis  # costs more to import than to use

    found = {one.argval for one in dis.get_instructions(code) if one.opname == "STORE_ATTR"}
    found |= {"setattr"} & set(code.co_names)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= stored(inner)
    return found


fill(BackwardNode, __init_subclass__=classmethod(keep_apart))
