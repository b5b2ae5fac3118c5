"""unpickle: Python's machine for pickles, behind a gate: a file names what is in a table, and calls nothing else (core).

A pickle is a program for a small machine with a stack: push this, make a tuple of that, call this name. Python's machine
is `pickle.Unpickler`; written in Python, it is `pickle._Unpickler`. Everything that a pickle can do to the world goes
through the few of its instructions that are replaced here.
"""

import pickle
from collections import OrderedDict

from .archive import UnpicklingError

PYTHON2 = {"__builtin__": "builtins", "copy_reg": "copyreg"}  # the names of modules in pickles of protocol 2
UNKNOWN = (
    "it asks for {}, which is not data, so nothing was run; if you trust the file, import its class and load with "
    "weights_only=False, or allow this one with serialization.add_safe_globals"
)


class Unpickler(pickle._Unpickler):
    """Runs a pickle. `names` are those it may use, {name: value}; `storage_of` gives what a persistent id stands for."""

    def __init__(self, file, names, storage_of):
        super().__init__(file, encoding="utf-8")
        self.names, self.storage_of = names, storage_of

    def find_class(self, module, name):
        """What a name stands for in the table. It is looked up nowhere else."""
        name = f"{PYTHON2.get(module, module)}.{name}"
        if name not in self.names:
            raise UnpicklingError(UNKNOWN.format(name[:200]))
        return self.names[name]

    def call(self):
        """Take a function and a tuple of arguments off the stack, and push what the call gives."""
        args, function = self.stack.pop(), self.stack.pop()
        if type(args) is not tuple or not any([function is one for one in self.names.values()]):
            raise UnpicklingError(f"it calls {str(function)[:100]}, which is not in the table, so nothing was run")
        self.stack.append(function(*args))

    def new(self):
        """Make an object of a class without its __init__: here the same as a call."""
        self.call()

    def build(self):
        """Give an object attributes: here only an OrderedDict, such as a state_dict with its versions."""
        state, target = self.stack.pop(), self.stack[-1]
        if type(target) is not OrderedDict or type(state) is not dict:
            raise UnpicklingError(f"it changes the insides of a {type(target).__name__}. Nothing was run")
        vars(target).update(state)

    def persistent_load(self, pid):
        return self.storage_of(pid)


OTHER_CALLS = (pickle.INST, pickle.OBJ, pickle.NEWOBJ_EX, pickle.EXT1, pickle.EXT2, pickle.EXT4)
OWN = {pickle.REDUCE: lambda u: u.call(), pickle.NEWOBJ: lambda u: u.new(), pickle.BUILD: lambda u: u.build()}
# {the byte of an instruction: what runs it}
Unpickler.dispatch = {n: step for n, step in pickle._Unpickler.dispatch.items() if bytes([n]) not in OTHER_CALLS}
Unpickler.dispatch |= {code[0]: step for code, step in OWN.items()}
