"""machine: Python's machine for pickles of all protocols, behind the same gate: a table of names (shelf).

Python's machine is `pickle.Unpickler`; written in Python, it is `pickle._Unpickler`. Everything that a pickle can do to the
world goes through the few of its instructions that are replaced here.
"""

import codecs
import pickle
from collections import Counter

from .archive import UnpicklingError
from .unpickle import PYTHON2, Unpickler, with_attributes


class Machine(pickle._Unpickler):
    """Runs the pickle in a file. `names` are those it may use, {name: value}; `storage_of` makes something of an id."""

    def __init__(self, file, names, storage_of):
        super().__init__(file, encoding="utf-8")
        self.table, self.names, self.storage_of = Unpickler(names), names, storage_of

    def find_class(self, module, name):
        return self.table.find_class(f"{PYTHON2.get(module, module)}.{name}")

    def call(self):
        """Take a function and a tuple of arguments off the stack, and push what the call gives."""
        args, function = self.stack.pop(), self.stack.pop()
        self.stack.append(self.table.call(function, args))

    def new(self):
        """Make an object of a class without its __init__: here the same as a call."""
        self.call()

    def build(self):
        """Give an object attributes."""
        state, target = self.stack.pop(), self.stack.pop()
        self.stack.append(with_attributes(target, state))

    def persistent_load(self, pid):
        return self.storage_of(pid)


OTHER_CALLS = (pickle.INST, pickle.OBJ, pickle.NEWOBJ_EX, pickle.EXT1, pickle.EXT2, pickle.EXT4)
OWN = {pickle.REDUCE: lambda u: u.call(), pickle.NEWOBJ: lambda u: u.new(), pickle.BUILD: lambda u: u.build()}
# {the byte of an instruction: what runs it}
Machine.dispatch = {n: step for n, step in pickle._Unpickler.dispatch.items() if bytes([n]) not in OTHER_CALLS}
Machine.dispatch |= {code[0]: step for code, step in OWN.items()}

# --- what else a file may name -----------------------------------------------------------------------------------------------


def encode(text, encoding):
    """How pickle writes bytes: as text in which each letter stands for one byte."""
    if encoding != "latin1":
        raise UnpicklingError(f"it encodes text as {str(encoding)[:50]!r}; only 'latin1' is used for bytes")
    return codecs.encode(text, "latin1")


def bytes_of(content=b"", *encoding):
    """A bytearray of bytes or text, not one of any length."""
    return bytearray(memoryview(content)) if not encoding else bytearray(content, *encoding)


CONTAINERS = {
    "collections.Counter": Counter, "builtins.set": set, "builtins.frozenset": frozenset,
    "builtins.complex": complex, "builtins.bytearray": bytes_of, "builtins.bytes": lambda: b"", "_codecs.encode": encode,
}  # fmt: skip
