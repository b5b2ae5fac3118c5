"""saving: save: a module's graphs as PyTorch's TorchScript files have them: its code, its attributes, its constants (shelf)."""

import ast
import keyword
import pickle
import zlib

import numpy as np

from .._tensor import Tensor, wrap
from ..serialization.archive import ALIGNMENT, write_file, write_zip
from ..serialization.saving import Pickle
from .code import code_of

PLACE = "PlaceholderModule"  # the class under which PyTorch saves a function


class Stored:
    """An object of a class of the file: what `data.pkl` has in its place."""

    def __init__(self, kind, attributes):
        self.kind, self.attributes = kind, attributes


class ScriptPickle(Pickle):
    """A pickle that knows such objects. Tensors and parameters are written alike.

    tags  {id of a list or dictionary: what PyTorch says the type of its items by, where that is to be said}
    """

    def __init__(self, obj, tags=()):
        self.tags = dict(tags)
        super().__init__(obj)

    def write(self, obj):
        tag = self.tags.get(id(obj)) if id(obj) not in self.places else None
        if tag is not None:
            name, word = tag
            self.out += pickle.GLOBAL + f"torch.jit._pickle\n{name}\n".encode() + pickle.MARK
            del self.tags[id(obj)]
            self.write(obj)
            if word is not None:
                self.write(word)
            self.out += pickle.TUPLE + pickle.REDUCE
            self.remember(obj)
            return
        if isinstance(obj, Tensor) and id(obj) not in self.places and type(obj) is not Tensor:
            plain = wrap(obj._array)
            plain._requires_grad = obj._requires_grad
            super().write(plain)
            self.places[id(obj)] = self.places[id(plain)]
            return
        super().write(obj)

    def writer_of(self, obj):
        return write_object if type(obj) is Stored else super().writer_of(obj)


def write_object(self, obj):
    """The class, an empty object of it, and its attributes."""
    module, _, name = obj.kind.rpartition(".")
    self.out += pickle.GLOBAL + f"{module}\n{name}\n".encode() + pickle.EMPTY_TUPLE + pickle.NEWOBJ
    self.remember(obj)
    self.out += pickle.EMPTY_DICT + pickle.MARK
    for key, value in obj.attributes.items():
        self.write(key)
        self.write(value)
    self.out += pickle.SETITEMS + pickle.BUILD


# --- code --------------------------------------------------------------------------------------------------------------------


def attributes_of(module):
    """{name: (its type as code has it, its value)}: parameters, buffers, what else there is, modules."""
    found = {
        name: ("Tensor", x) for name, x in [*module._parameters.items(), *module._buffers.items()] if x is not None
    }
    found |= {"training": ("bool", bool(module.training)), "_is_full_backward_hook": ("Optional[bool]", None)}
    return found | {name: (str(child._type), child) for name, child in module._modules.items() if child is not None}


def stored(module):
    """A module as the pickle has it."""
    values = {name: x for name, (_, x) in attributes_of(module).items()}
    return Stored(str(module._type), {name: stored(x) if hasattr(x, "_methods") else x for name, x in values.items()})


def listed(names):
    return "[" + "".join([f'"{name}", ' for name in names]) + "]"


def class_code(module, constants):
    """The class of a module, with its methods, as code."""
    kind = module._type
    lines = [f"class {kind.name()}(Module):"]
    lines += [f"  __parameters__ = {listed([n for n, x in module._parameters.items() if x is not None])}"]
    lines += [f"  __buffers__ = {listed([n for n, x in module._buffers.items() if x is not None])}"]
    for name, (word, _) in attributes_of(module).items():
        plain = name.isidentifier() and not keyword.iskeyword(name)
        lines.append(f"  {name} : {word}" if plain else f'  __annotations__["{name}"] = {word}')
    text = "\n".join(lines) + "\n"
    for name, graph in module._methods.items():
        text += code_of(graph, name, level=1, constants=constants, owner=str(kind))[0]
    return text + "\n"


def code_files(module, constants):
    """{path in the archive: code} of a module and those in it, the inner ones first."""
    files: dict = {}

    def enter(one):
        for child in one._modules.values():
            if child is not None:
                enter(child)
        path = "code/" + str(one._type).rpartition(".")[0].replace(".", "/") + ".py"
        files[path] = files.get(path, "") + class_code(one, constants)

    enter(module)
    return files


def function_file(function, constants):
    """The code of a function: that of a module with nothing but it."""
    kind = f"__torch__.{PLACE}"
    text = code_of(function.graph, "forward", method=False, level=1, constants=constants)[0]
    head, _, rest = text.partition("(")
    head = f"class {PLACE}(Module):\n  __parameters__ = []\n  __buffers__ = []\n  training : bool\n{head}(self: {kind},\n    "
    return {"code/__torch__.py": head + rest + "\n"}


# --- the file ----------------------------------------------------------------------------------------------------------------


def parts_of(m):
    """(what is pickled, {path: code}, constants, the types of lists) of what can be saved."""
    if hasattr(m, "_sources"):  # a module that was loaded: the file's own code, with the attributes as they are now
        return m._stored(), dict(m._sources.files), m._sources.constants, m._sources.tags
    constants: list = []
    if hasattr(m, "_type"):
        files = code_files(m, constants)
        return stored(m), files, constants, {}
    files = function_file(m, constants)
    return Stored(f"__torch__.{PLACE}", {"training": True}), files, constants, {}


def save(m, f, extra_files):
    """Write a traced module or function to a path or an open binary file."""
    data, files, constants, tags = parts_of(m)
    for text in files.values():
        ast.parse(text)  # what is written can be read again
    pickled, kept = ScriptPickle(data, tags), ScriptPickle(tuple(constants))
    entries = [("data.pkl", pickled.data), (".storage_alignment", b"%d" % ALIGNMENT)]
    entries += [(f"data/{i}", memory) for i, memory in enumerate(pickled.storages)]
    entries += [(path, text.encode()) for path, text in files.items()]
    entries += [(f"constants/{i}", memory) for i, memory in enumerate(kept.storages)]
    entries += [("constants.pkl", kept.data)]
    entries += [
        (f"extra/{name}", text.encode() if isinstance(text, str) else text)
        for name, text in (extra_files or {}).items()
    ]
    entries += [("byteorder", b"little" if np.little_endian else b"big"), ("version", b"3\n")]
    checks = [zlib.crc32(content) for _, content in entries]
    identity = b"%020d%020d" % (zlib.crc32(repr(checks).encode()), zlib.crc32(pickled.data))
    entries = [(f"archive/{name}", content) for name, content in (*entries, (".data/serialization_id", identity))]
    checks.append(zlib.crc32(identity))
    if isinstance(f, (str, bytes)) or hasattr(f, "__fspath__"):
        write_file(f, lambda file: write_zip(file, entries, checks))
    else:
        write_zip(f, entries, checks)
