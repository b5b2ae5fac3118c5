"""unpickle: the stack machine that a pickle is a program for; it knows only names from a table (core).

Python's pickle module would look names up in modules and call them. This machine calls nothing but the functions that
it is given, fills nothing but lists, dictionaries and sets, and takes no more memory than a small multiple of the file.
"""

import struct
from collections import Counter, OrderedDict
from pickletools import genops  # reads opcodes and their arguments, and does nothing with them

from .._tensor import Size, Tensor
from ..backend import device
from ..dtypes import dtype
from .archive import UnpicklingError

DEEPEST = 1000  # how many containers may stand one inside the other
PLAIN = (str, int, float, bool, complex, type(None), bytes, dtype, device)
DICTS = (dict, OrderedDict, Counter)
PYTHON2 = {"__builtin__": "builtins", "copy_reg": "copyreg"}  # the names of modules in pickles of protocol 2
UNKNOWN = (
    "it asks for {}, which is not data, so nothing was run; if you trust the file, import its class and load with "
    "weights_only=False, or allow this one with serialization.add_safe_globals"
)
BROKEN = (IndexError, KeyError, ValueError, TypeError, AttributeError, OverflowError, RecursionError, struct.error)


class Call:
    """A function of ours that a file may call, by the name that the file calls it by."""

    __slots__ = ("name", "function")

    def __init__(self, name, function):
        self.name, self.function = name, function

    def __call__(self, *args):
        if self.function is None:
            raise UnpicklingError(f"it calls {self.name}, which it may only name")
        try:
            return self.function(*args)
        except UnpicklingError:
            raise
        except RuntimeError as error:  # what cannot be made: a gradient of whole numbers, an unknown device
            raise UnpicklingError(f"{self.name}: {error}") from error


class Unpickler:
    """Runs a pickle. `names` are those it may use, {name: value}; `storage_of` is what a persistent id stands for."""

    def __init__(self, data, names, storage_of):
        self.data, self.names, self.storage_of = data, names, storage_of
        self.stack, self.below, self.memo = [], [], {}  # below: the stacks that wait, one for each open mark
        self.spare = 1000 + 2 * len(data)  # elements that calls may still copy: each stands in the file only once

    def run(self):
        place = 0
        try:
            for op, arg, place in genops(self.data):  # noqa: B007
                if op.name in VALUES:
                    self.stack.append(arg)
                else:
                    OPCODES[op.name](self, arg)
            return self.stack.pop()
        except UnpicklingError:
            raise
        except BROKEN as error:
            raise UnpicklingError(f"data.pkl is broken at byte {place} ({type(error).__name__}: {error})") from error

    # --- marks and the memo --------------------------------------------------------------------------------------------

    def mark(self, _):
        self.below.append(self.stack)
        self.stack = []

    def since_mark(self):
        """What was pushed since the last mark; the mark is closed."""
        items, self.stack = self.stack, self.below.pop()
        return items

    def put(self, number):
        self.memo[number] = self.stack[-1]

    def memoize(self, _):
        self.memo[len(self.memo)] = self.stack[-1]

    def get(self, number):
        self.stack.append(self.memo[number])

    # --- containers ----------------------------------------------------------------------------------------------------

    def last(self, count):
        if count > len(self.stack):
            raise IndexError("the stack is empty")
        items = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        return items

    def tuple(self, items):
        self.stack.append(tuple(items))

    def extend(self, items):
        target = self.stack[-1]
        if type(target) is set:
            target.update(check_keys(items))
        elif type(target) is list:
            target.extend(items)
        else:
            raise UnpicklingError(f"it adds items to a {type(target).__name__}")

    def fill(self, items):
        target = self.stack[-1]
        if type(target) not in DICTS:
            raise UnpicklingError(f"it sets items of a {type(target).__name__}")
        target.update(zip(check_keys(items[::2]), items[1::2], strict=True))

    def make(self, kind):
        items = self.since_mark()
        self.stack.append(kind(items if kind is list else check_keys(items)))

    # --- names and calls -----------------------------------------------------------------------------------------------

    def named(self, name):
        """Push what "module name" stands for in the table. Nothing is looked up anywhere else."""
        module, _, rest = name.partition(" ")
        name = f"{PYTHON2.get(module, module)}.{rest}"
        if name not in self.names:
            raise UnpicklingError(UNKNOWN.format(name[:200]))
        self.stack.append(self.names[name])

    def call(self):
        """Take a function and a tuple of arguments off the stack, and push what the call gives."""
        function, args = self.last(2)
        if type(function) is not Call or type(args) is not tuple:
            raise UnpicklingError(f"it calls a {type(function).__name__}. Nothing was run")
        self.pay_for(args)
        self.stack.append(function(*args))

    def pay_for(self, args):
        """A call may copy what it is given. All calls together may not copy more than the file has bytes."""
        self.spare -= sum([len(one) for one in args if hasattr(one, "__len__") and not isinstance(one, Tensor)])
        if self.spare < 0:
            raise UnpicklingError("it copies the same things over and over, to more than the file has bytes")

    def new(self):
        """Make an object of a class without its __init__: here the same as a call."""
        self.call()

    def stack_global(self):
        module, name = self.last(2)
        self.named(f"{module} {name}")

    def build(self):
        target, state = self.last(2)
        if type(target) is not OrderedDict or type(state) is not dict:
            raise UnpicklingError(f"it changes the insides of a {type(target).__name__}. Nothing was run")
        if any([type(name) is not str or hasattr(OrderedDict, name) for name in state]):
            raise UnpicklingError("it replaces the methods of an OrderedDict. Nothing was run")
        self.stack.append(target)
        vars(target).update(state)

    def persistent(self, _):
        self.stack.append(self.storage_of(self.stack.pop()))

    def stop(self, _):
        if self.below or len(self.stack) != 1:
            raise ValueError("something was left unfinished")


VALUES = frozenset(
    "INT BININT BININT1 BININT2 LONG LONG1 LONG4 BINBYTES SHORT_BINBYTES BINBYTES8 "
    "BYTEARRAY8 STRING BINSTRING SHORT_BINSTRING UNICODE SHORT_BINUNICODE BINUNICODE BINUNICODE8 FLOAT BINFLOAT".split()
)
OPCODES = {
    "PROTO": lambda u, _: None, "FRAME": lambda u, _: None, "STOP": Unpickler.stop,
    "NONE": lambda u, _: u.stack.append(None), "NEWTRUE": lambda u, _: u.stack.append(True),
    "NEWFALSE": lambda u, _: u.stack.append(False), "EMPTY_TUPLE": lambda u, _: u.stack.append(()),
    "EMPTY_LIST": lambda u, _: u.stack.append([]), "EMPTY_DICT": lambda u, _: u.stack.append({}),
    "EMPTY_SET": lambda u, _: u.stack.append(set()), "MARK": Unpickler.mark, "POP": lambda u, _: u.last(1),
    "POP_MARK": lambda u, _: u.since_mark(), "PUT": Unpickler.put, "BINPUT": Unpickler.put, "LONG_BINPUT": Unpickler.put,
    "MEMOIZE": Unpickler.memoize, "GET": Unpickler.get, "BINGET": Unpickler.get, "LONG_BINGET": Unpickler.get,
    "TUPLE": lambda u, _: u.tuple(u.since_mark()), "TUPLE1": lambda u, _: u.tuple(u.last(1)),
    "TUPLE2": lambda u, _: u.tuple(u.last(2)), "TUPLE3": lambda u, _: u.tuple(u.last(3)),
    "LIST": lambda u, _: u.make(list), "APPEND": lambda u, _: u.extend(u.last(1)),
    "APPENDS": lambda u, _: u.extend(u.since_mark()), "ADDITEMS": lambda u, _: u.extend(u.since_mark()),
    "SETITEM": lambda u, _: u.fill(u.last(2)), "SETITEMS": lambda u, _: u.fill(u.since_mark()),
    "FROZENSET": lambda u, _: u.make(frozenset),
    "GLOBAL": lambda u, name: u.named(name), "STACK_GLOBAL": lambda u, _: u.stack_global(),
    "REDUCE": lambda u, _: u.call(), "NEWOBJ": lambda u, _: u.new(),
    "BUILD": lambda u, _: u.build(), "BINPERSID": Unpickler.persistent,
}  # fmt: skip


def check_keys(keys):
    """The keys, if each is quick to hash: plain values, and tuples of few of them. Tuples of tuples of ... are a trap."""
    for key in keys:
        waiting, seen = [key], 0
        while waiting:
            one = waiting.pop()
            if type(one) in (tuple, frozenset, Size):
                seen += 1 + len(one)
                if seen > DEEPEST:
                    raise UnpicklingError("a key of a dictionary or a set is too large")
                waiting.extend(one)
            elif type(one) not in PLAIN and not isinstance(one, Tensor):
                raise UnpicklingError(f"a {type(one).__name__} cannot be a key of a dictionary or a set")
    return keys


def check_result(result, forbidden):
    """Raise if the result is nested too deeply, or holds names instead of what they stand for."""
    level, seen = [result], set()
    for _ in range(DEEPEST):
        inside = []
        for one in level:
            if type(one) in forbidden:
                raise UnpicklingError(f"it holds a type or a storage where data should be ({type(one).__name__})")
            if id(one) not in seen:
                seen.add(id(one))
                inside.extend(contents(one))
        if not inside:
            return
        level = inside
    raise UnpicklingError(f"it is nested more than {DEEPEST} levels deep")


def contents(one):
    """What is in a container: its items, or its keys and values, and the attributes that a file can give it."""
    found = list(one) if type(one) in (*DICTS, list, tuple, set, frozenset) else []
    found += one.values() if type(one) in DICTS else []
    return found + list(vars(one).values()) if type(one) is OrderedDict or isinstance(one, Tensor) else found
