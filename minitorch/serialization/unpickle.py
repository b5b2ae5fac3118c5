"""unpickle: a machine that runs a pickle, with the few instructions and the names that data needs (core).

A pickle is a program for a machine with a stack: push this, make a tuple of that, call this name. Python's own machine looks
a name up anywhere, and calls what it finds. This one knows only the names that it is given.
"""

import pickletools
from collections import OrderedDict

from .archive import UnpicklingError

NEW = {
    "NONE": lambda: None, "NEWTRUE": lambda: True, "NEWFALSE": lambda: False,
    "EMPTY_TUPLE": tuple, "EMPTY_LIST": list, "EMPTY_DICT": dict,
}  # fmt: skip
CONSTANTS = ("BINUNICODE", "BININT", "BININT1", "BININT2", "INT", "LONG1", "LONG4", "BINFLOAT")
ONE_NAME = {"BINPUT": "PUT", "LONG_BINPUT": "PUT", "BINGET": "GET", "LONG_BINGET": "GET"}
COUNTED = {  # the same instruction for so many values, instead of all above the mark
    "TUPLE1": ("TUPLE", 1), "TUPLE2": ("TUPLE", 2), "TUPLE3": ("TUPLE", 3), "APPEND": ("APPENDS", 1),
    "SETITEM": ("SETITEMS", 2),
}  # fmt: skip
PYTHON2 = {"__builtin__": "builtins", "copy_reg": "copyreg"}  # the names of modules in pickles of protocol 2


def instructions(data):
    """The instructions of a pickle, as pairs (name, argument). What differs only in form has one name."""
    for op, arg, _ in pickletools.genops(data):
        if op.name in NEW:
            yield "PUSH", NEW[op.name]()
        elif op.name in CONSTANTS:
            yield "PUSH", arg
        elif op.name in COUNTED:
            yield COUNTED[op.name]
        elif op.name == "GLOBAL":
            module, name = arg.split(" ")
            yield "GLOBAL", f"{PYTHON2.get(module, module)}.{name}"
        elif op.name != "PROTO":  # the version of the format
            yield ONE_NAME.get(op.name, op.name), arg


class Unpickler:
    """Runs a pickle. `names` are those it may use, {name: value}; `storage_of` gives what a persistent id stands for."""

    def __init__(self, names, storage_of=None):
        self.names, self.storage_of = names, storage_of
        self.stack, self.marks, self.memo = [], [], {}

    def take(self, count):
        """Remove the top `count` values from the stack, or with None all above the last mark. A list, the top one last."""
        start = len(self.stack) - count if count is not None else self.marks.pop()
        taken = self.stack[start:]
        del self.stack[start:]
        return taken

    def find_class(self, name):
        """What a name stands for in the table. It is looked up nowhere else."""
        if name not in self.names:
            raise UnpicklingError(
                f"it asks for {name[:200]}, which is not data, so nothing was run; if you trust the file, import its class "
                "and load with weights_only=False, or allow this one with serialization.add_safe_globals"
            )
        return self.names[name]

    def call(self, function, args):
        """Call a function that is in the table with a tuple of arguments."""
        if not isinstance(args, tuple) or not any([function is one for one in self.names.values()]):
            raise UnpicklingError(f"it calls {str(function)[:100]}, which is not in the table, so nothing was run")
        return function(*args)

    def run(self, data):
        """The object that the pickle `data` makes."""
        for name, arg in instructions(data):
            match name:
                case "PUSH":
                    self.stack.append(arg)
                case "MARK":
                    self.marks.append(len(self.stack))
                case "PUT":
                    self.memo[arg] = self.stack[-1]
                case "GET":
                    self.stack.append(self.memo[arg])
                case "TUPLE":
                    self.stack.append(tuple(self.take(arg)))
                case "APPENDS":
                    items = self.take(arg)
                    self.stack[-1].extend(items)
                case "SETITEMS":
                    items = self.take(arg)
                    self.stack[-1].update(zip(items[::2], items[1::2], strict=True))
                case "GLOBAL":
                    self.stack.append(self.find_class(arg))
                case "REDUCE":
                    function, args = self.take(2)
                    self.stack.append(self.call(function, args))
                case "BUILD":
                    target, state = self.take(2)
                    self.stack.append(with_attributes(target, state))
                case "BINPERSID":
                    self.stack.append(self.storage_of(self.stack.pop()))
                case "STOP":
                    return self.stack.pop()
                case _:
                    raise UnpicklingError(f"it has the instruction {name}, which data does not need")


def with_attributes(target, state):
    """An OrderedDict with further attributes: a state_dict has the versions of its modules there."""
    if type(target) is not OrderedDict or type(state) is not dict:
        kind = type(target).__name__
        raise UnpicklingError(f"it changes the insides of a {kind}. Nothing was run")
    vars(target).update(state)
    return target
