"""Putting a learner's piece in the place of the package's, and taking it out again.

A target is "module:name", "module:Class", "module:Class.method" or, for the formula of an op's input,
"module:op.grad[input]" ("[joint]" for a joint operation). A function may be known under its name in several modules of the
package; it is replaced wherever the very same object stands. Where the target is an op and the piece a plain
function, the piece becomes the op's forward; where it is an op, what it declares counts too. Where the target is a
class, the learner's methods are put on the package's class, which goes on being the class of all its instances and
subclasses.
"""

import contextlib
import importlib
import inspect
import sys
import types
from pathlib import Path

from .members import KINDS, Incomplete, functions_of, members, missing_members, moved

ROOT = __name__.split(".")[0]  # "minitorch"
in_force: dict = {}  # exercise name -> (exercise, piece, function that takes it out)


def put(exercise, piece):
    """Put the piece in force in this kernel, in place of an earlier one of the same exercise."""
    take_out(exercise.name)
    in_force[exercise.name] = exercise, piece, place(exercise, piece)


def take_out(name):
    """Go back to the package's own piece; does nothing when none is in force."""
    if name in in_force:
        in_force.pop(name)[2]()


def take_out_all():
    for name in reversed(list(in_force)):
        take_out(name)


def replaces(exercise):
    """Does an accepted answer take the place of a piece of the package?"""
    return exercise.target is not None


def place(exercise, piece):
    """Install the piece, and the further ones that the exercise covers; return the function that undoes it."""
    with contextlib.ExitStack() as undone:
        if exercise.target is not None:
            pieces = pieces_of(exercise, piece)
            for target, _ in pieces:
                undone.callback(step_aside(target))
            with places_kept():
                for target, one in pieces:
                    undone.callback(_place_at(target, one, getattr(exercise, "keeps", ())))
        return undone.pop_all().close


def step_aside(target):
    """Switch off the short cuts that go round a target; the function that switches them on again."""
    if f"{ROOT}.fast" not in sys.modules and not (Path(__file__).parents[1] / "fast").exists():
        return lambda: None
    fast = importlib.import_module(f"{ROOT}.fast")
    return fast.step_aside(target) or (lambda: None)


def pieces_of(exercise, piece):
    """[(target, what the answer puts there)]: those it covers, then the piece itself, which may be an op made of them."""
    found = []
    for name, target in getattr(exercise, "covered", {}).items():
        one = globals_of(piece).get(name)
        own = str(getattr(one, "__module__", ROOT)).split(".")[0] != ROOT  # the package's piece is no answer
        if not own and not exercise.optional:
            raise Incomplete(f"`{name}` is missing: the cell has to define it as well")
        found += [(target, one)] if own else []
    return [*found, (exercise.target, piece)]


def globals_of(piece):
    """The dictionary of names in which the piece was defined."""
    return next((one.__globals__ for one in functions_of(piece)), {})


def locate(target):
    """(owner, attribute name, formula key or None) of a target."""
    module, _, path = target.partition(":")
    key = None
    if path.endswith("]"):
        path, _, key = path[:-1].partition(".grad[")
    owner = importlib.import_module(module)
    *parents, name = path.split(".")
    for parent in parents:
        owner = getattr(owner, parent)
    if not hasattr(owner, name):
        raise AttributeError(f"{target} names nothing in the package")
    return owner, name, key


def package_piece(exercise):
    """The piece that now stands at the exercise's target, as the function or class a notebook can call.

    None when the exercise replaces nothing that could be called by itself.
    """
    return None if exercise.target is None else standing_at(exercise.target)


def standing_at(target):
    """What stands at a target now, as a notebook can call it; None for a formula."""
    owner, name, key = locate(target)
    if key is not None:
        return None
    raw = _raw(owner, name)
    if isinstance(raw, property):
        return raw.fget
    return raw.__func__ if isinstance(raw, (staticmethod, classmethod)) else raw


def in_package(exercise, piece):
    """What an accepted piece is called by: the package's class, where the target is one, else the piece itself."""
    if exercise.target is None or not isinstance(piece, type):
        return piece
    there = standing_at(exercise.target)
    return there if isinstance(there, type) else piece


def _place_at(target, piece, keeps):
    owner, name, key = locate(target)
    if key is not None:
        return _place_formula(getattr(owner, name), key, piece)
    original = _raw(owner, name)
    if isinstance(original, type) and isinstance(piece, type):
        return _place_members(original, piece, keeps)
    if hasattr(original, "forward") and hasattr(original, "formulas"):
        return _place_forward(original, piece)
    return _place_everywhere(owner, name, piece)


# --- a class, a function, a method -------------------------------------------------------------------------------------------


def _place_members(original, piece, keeps):
    lacking = missing_members(original, piece, keeps)
    if lacking:
        names = ", ".join(f"`{name}`" for name in lacking)
        raise Incomplete(f"{names} {'is' if len(lacking) == 1 else 'are'} missing: `{piece.__name__}` needs it as well")
    undone = contextlib.ExitStack()
    for name, member in members(piece).items():
        if isinstance(member, KINDS) and name in vars(original):
            undone.callback(_place_everywhere(original, name, member))
        else:  # new to this class: what a class above it has under that name stays as it is
            undone.callback(_set(original, name, moved(member, original)))
    scope, name = globals_of(piece), piece.__name__
    if scope.get(name) is piece:  # its methods mean the package's class by their own class's name
        scope[name] = original
        undone.callback(scope.__setitem__, name, piece)
    return undone.close


def _set(holder, name, value):
    had, before = name in vars(holder), vars(holder).get(name)
    setattr(holder, name, value)
    return lambda: setattr(holder, name, before) if had else delattr(holder, name)


def _place_everywhere(owner, name, piece):
    original = _raw(owner, name)
    if isinstance(owner, type):
        piece = moved(piece, owner)
    replacement = _as_kind_of(original, piece)
    undone = contextlib.ExitStack()
    undone.callback(_put_back_in_new_modules, set(sys.modules), replacement, original)
    for holder, key in _where(original):
        if (holder, key) != (owner, name):
            undone.callback(_set(holder, key, _as_kind_of(vars(holder)[key], replacement)))
    undone.callback(_set(owner, name, replacement))
    return undone.close


def _put_back_in_new_modules(loaded, replacement, original):
    """A module of the package that was loaded meanwhile has taken the replacement for the package's own."""
    for module_name in set(sys.modules) - loaded:
        if module_name.startswith(ROOT + "."):
            for key, value in list(vars(sys.modules[module_name]).items()):
                if value is replacement:
                    setattr(sys.modules[module_name], key, original)


def _raw(owner, name):
    if isinstance(owner, type):
        for base in owner.__mro__:
            if name in vars(base):
                return vars(base)[name]
    return getattr(owner, name)


def _as_kind_of(original, piece):
    if isinstance(original, property) and not isinstance(piece, property):
        return property(piece, original.fset, original.fdel, original.__doc__)
    if isinstance(original, staticmethod) and not isinstance(piece, staticmethod):
        return staticmethod(piece)
    if isinstance(original, classmethod) and not isinstance(piece, classmethod):
        return classmethod(piece)
    return piece


NO_PIECE = {bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset, type(None), types.ModuleType}


class Places:
    """Where the package holds what: the modules, classes and attribute names of every object that stands in it."""

    def __init__(self):
        self.seen: set = set()  # the names of the modules that were looked through
        self.places: dict = {}  # id of an object -> [(holder, attribute name)]
        self.functions: dict = {}  # name of a function of another program -> the same

    def of(self, original):
        """(holder, attribute name) of every module, class and operation of the package that holds this very object."""
        self.look()
        here = self.places.get(id(original), ())
        again = self.functions.get(original.__name__, ()) if type(original) is types.FunctionType else ()
        found = [(holder, key) for holder, key in (*here, *again) if _is_same(vars(holder).get(key), original)]
        ops = getattr(sys.modules.get(f"{ROOT}.ops.op"), "ops", ())
        return found + [(op, "promote") for op in ops if op.promote is original]  # the rule by which it promotes

    def look(self):
        """Look through the modules that were loaded meanwhile."""
        for module_name in [name for name in sys.modules if name not in self.seen]:
            self.seen.add(module_name)
            module = sys.modules[module_name]
            if module is None or module_name != ROOT and not module_name.startswith(ROOT + "."):
                continue
            if module_name.startswith((ROOT + ".course", ROOT + ".viz")):
                continue
            for key, value in list(vars(module).items()):
                self.add(value, module, key)
                if isinstance(value, type) and value.__module__ == module_name:
                    for inner, held in list(vars(value).items()):
                        self.add(held, value, inner)

    def add(self, value, holder, key):
        if type(value) in NO_PIECE:
            return
        if type(value) is types.FunctionType and str(value.__module__).split(".")[0] != ROOT:
            self.functions.setdefault(value.__name__, []).append((holder, key))
            return
        self.places.setdefault(id(value), []).append((holder, key))
        if isinstance(value, property):
            self.places.setdefault(id(value.fget), []).append((holder, key))


KEPT: list = []  # the Places of each places_kept() that lasts


@contextlib.contextmanager
def places_kept(exercise=None):
    """While it lasts, the package is looked through once: between two trials everything is put back.

    The short cuts that go round the pieces of `exercise` step aside once, too, and not with each trial.
    """
    targets = [*exercise.covered.values(), exercise.target] if exercise and exercise.target else []
    with contextlib.ExitStack() as undone:
        for target in targets:
            undone.callback(step_aside(target))
        KEPT.append(KEPT[-1] if KEPT and not targets else Places())
        undone.callback(KEPT.pop)
        yield


def _where(original):
    return (KEPT[-1] if KEPT else Places()).of(original)


def _is_same(value, original):
    """Is it the very object, or the same definition run once more outside the package, in a cell that shows it?"""
    if value is original:
        return True
    kind = type(value)
    if kind is not types.FunctionType or type(original) is not types.FunctionType:
        return isinstance(value, property) and value.fget is original
    if value.__name__ != original.__name__ or str(value.__module__).split(".")[0] == ROOT:
        return False
    mine, theirs = value.__code__, original.__code__
    return (mine.co_code, mine.co_names, mine.co_varnames) == (theirs.co_code, theirs.co_names, theirs.co_varnames)


# --- an op ------------------------------------------------------------------------------------------------------------


def _place_formula(op, key, formula):
    """Attach another formula to an op's input; steps recorded from now on use it."""
    ops = [op] if op.call.op is op else [op, op.call.op]  # another forward in its place records steps of its own op
    before = [one.functions[key] for one in ops]
    for one in ops:
        one.grad(**{key: formula})

    def undo():
        for one, function in zip(ops, before, strict=True):
            one.grad(**{key: function})

    return undo


def _place_forward(op, forward):
    """Give an op another forward, at the op itself and wherever its calls are attached as methods.

    Where the answer declares an op, its rule of promotion and how many tensors it wants count as well.
    """
    says, forward = (forward, inspect.unwrap(forward)) if hasattr(forward, "formulas") else (op, forward)
    named = types.FunctionType(forward.__code__, forward.__globals__, op.forward.__name__, None, forward.__closure__)
    named.__defaults__, named.__doc__, named.__module__ = forward.__defaults__, op.__doc__, op.__module__
    if hasattr(op.forward, "around"):  # a decorator of the package's forward, which stays
        named = op.forward.around(named)
    new = type(op)(named, promote=says.promote, view=op.view, derivative=op.derivative, tensors=says.tensors)
    new.grad(**op.functions)
    before = {name: getattr(op, name) for name in ("forward", "call", "operator")}
    moved = [(holder, key, name) for name in ("call", "operator") for holder, key in _where(before[name])]
    loaded = set(sys.modules)

    def switch(values):
        for name in before:
            setattr(op, name, values[name])
        for holder, key, name in moved:
            setattr(holder, key, values[name])

    def undo():
        switch(before)
        for name in ("call", "operator"):
            _put_back_in_new_modules(loaded, getattr(new, name), before[name])

    switch({name: getattr(new, name) for name in before})
    return undo
