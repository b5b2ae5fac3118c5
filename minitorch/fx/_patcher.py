"""_patcher: what stands in the place of functions and methods while a module is traced, and wrap (shelf)."""

import builtins
import contextlib
import functools
import inspect

from .node import map_aggregate
from .proxy import Proxy

ABSENT = object()
_wrapped_fns_to_patch: dict = {}  # (id of the globals, name) -> the globals: what wrap was told
_wrapped_methods_to_patch: list = []  # (class, name)


class Dictionary:
    """A place for functions that is a dictionary: the globals of a file."""

    get, put, remove = dict.get, dict.__setitem__, dict.__delitem__


class Class:
    """A place for functions that is a class."""

    put, remove = setattr, delattr

    @staticmethod
    def get(cls, name, default):
        return vars(cls).get(name, default)


class _Patcher:
    """The changes that were made, in order, to be taken back."""

    def __init__(self):
        self.made, self.seen = [], {}

    def patch(self, frame_dict, name, new_fn, deduplicate=True):
        """Put a function into the globals of a file, once."""
        self._put(Dictionary, frame_dict, name, new_fn, deduplicate, frame_dict.get(name))

    def patch_method(self, cls, name, new_fn, deduplicate=True):
        """Put a method into a class, once."""
        self._put(Class, cls, name, new_fn, deduplicate, getattr(cls, name))

    def _put(self, kind, place, name, new_fn, deduplicate, present):
        if getattr(present, "__fx_already_patched", False):
            return
        new_fn.__dict__["__fx_already_patched"] = deduplicate
        self.made.append((kind, place, name, kind.get(place, name, ABSENT), new_fn))
        kind.put(place, name, new_fn)

    def visit_once(self, thing):
        """Whether this is the first time that a thing is met."""
        new = id(thing) not in self.seen
        self.seen[id(thing)] = thing
        return new

    def revert(self):
        """Let everything be as it was, the last change first."""
        for kind, place, name, before, _ in reversed(self.made):
            if before is ABSENT:
                kind.remove(place, name)
            else:
                kind.put(place, name, before)

    def apply(self):
        """Make the changes again."""
        for kind, place, name, _, new in self.made:
            kind.put(place, name, new)


current: list = []  # the patchers whose blocks are open


@contextlib.contextmanager
def new_patcher():
    """A with-block with a _Patcher, whose changes end with it."""
    current.append(_Patcher())
    try:
        yield current[-1]
    finally:
        current.pop().revert()


@contextlib.contextmanager
def _maybe_revert_all_patches():
    """A with-block inside of tracing in which nothing is changed."""
    patcher = current[-1] if current else _Patcher()
    patcher.revert()
    try:
        yield
    finally:
        patcher.apply()


def find_proxy(*objects):
    """A Proxy among arguments, also in lists, tuples and dicts, or None."""
    found = []
    map_aggregate(objects, lambda part: found.append(part) if isinstance(part, Proxy) else None)
    return found[-1] if found else None


def wrapped_function(function):
    """A function that becomes a step of the graph where it is called with a Proxy."""

    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        proxy = find_proxy(args, kwargs)
        if proxy is None:
            return function(*args, **kwargs)
        made = proxy.tracer.create_proxy("call_function", function, args, kwargs)
        made.node.meta["is_wrapped"] = True
        return made

    return wrapped


def wrapped_method(cls, name):
    """A method that becomes a step of the graph where it is called with a Proxy."""
    method = getattr(cls, name)

    @functools.wraps(method)
    def wrapped(*args, **kwargs):
        proxy = find_proxy(args, kwargs)
        if proxy is None:
            return method(*args, **kwargs)
        return proxy.tracer.create_proxy("call_method", name, args, kwargs)

    return wrapped


def patch_wrapped(patcher):
    """Put in what wrap was told."""
    for (_, name), place in list(_wrapped_fns_to_patch.items()):
        function = place.get(name, ABSENT)
        patcher.patch(place, name, wrapped_function(getattr(builtins, name) if function is ABSENT else function))
    for cls, name in _wrapped_methods_to_patch:
        patcher.patch_method(cls, name, wrapped_method(cls, name))


def patch_known(patcher, place, known):
    """Put in steps for the functions in the globals of a file whose ids are known, once."""
    if patcher.visit_once(place):
        for name, value in list(place.items()):
            if not name.startswith("_") and callable(value) and id(value) in known:
                patcher.patch(place, name, wrapped_function(value))


def wrap(fn_or_name):
    """Let a function of this file, or one that it names, be a step of graphs: it is not traced through.

    fn_or_name   the function, as a decorator; or its name

        @minitorch.fx.wrap
        def halve(x):
            return x / 2 if x.sum() > 0 else x

    Errors: NotImplementedError other than at the top level of a file. Source: PyTorch, torch.fx.wrap.
    """
    if not (callable(fn_or_name) or isinstance(fn_or_name, str)):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    frame = inspect.currentframe().f_back
    if frame.f_code.co_name != "<module>":
        raise NotImplementedError("wrap must be called at the top level of a module")
    _wrapped_fns_to_patch[id(frame.f_globals), name] = frame.f_globals
    return fn_or_name


wrap.__module__ = "minitorch.fx._symbolic_trace"  # where PyTorch has it, and code that is written finds it
