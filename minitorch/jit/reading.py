"""reading: load: a module of a TorchScript file, PyTorch's or this package's, whose code is run step by step (shelf)."""

import io
import os
import zipfile
import zlib

from .._tensor import Tensor
from ..nn.parameter import Parameter
from ..serialization.archive import Archive, UnpicklingError
from ..serialization.loading import Loader
from ..serialization.unpickle import Call, Unpickler
from . import ScriptModule
from .language import Function, Sources
from .saving import Stored, save

MOST = 2**26  # bytes of code
NOT_THERE = "'{}' object has no attribute '{}'"


class ClassName:
    """A class of the file, by its whole name."""

    def __init__(self, name):
        self.name = name


class ScriptArchive(Archive):
    """The zip file: code is kept apart as text, as the constants are. Only code may be compressed.

    texts  {path: code}
    """

    def directory(self):
        self.f.seek(self.begin)
        try:
            with zipfile.ZipFile(self.f) as z:
                found = z.infolist()
                root = found[0].filename.partition("/")[0] + "/" if found else ""
                named = {one.filename.removeprefix(root): one for one in found if one.filename.startswith(root)}
                code = {name: one for name, one in named.items() if name.startswith("code/")}
                if sum([one.file_size for one in code.values()]) > MOST:
                    raise UnpicklingError(f"its code claims to be longer than {MOST} bytes")
                self.texts = {name: z.read(one).decode() for name, one in code.items() if name.endswith(".py")}
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, zlib.error) as error:
            raise UnpicklingError(f"it is no zip file of torch.jit.save, or was cut off ({error})") from error
        data = {name: one for name, one in named.items() if name not in code}
        if sum([one.file_size for one in data.values()]) > self.size:
            raise UnpicklingError("its entries claim to be larger than the file")
        self.constants = {name: data.pop(name) for name in list(data) if name == "constants.pkl"}
        return data

    def open_all(self):
        """Have the constants among the entries, which say to other readers what kind of file it is."""
        self.entries |= self.constants


class ScriptMachine(Unpickler):
    """Runs the pickle of a module: objects of the file's own classes are kept as what they hold."""

    def named(self, name):
        module, _, rest = name.partition(" ")
        if module == "__torch__" or module.startswith("__torch__."):
            self.stack.append(ClassName(f"{module}.{rest}"))
        else:
            super().named(name)

    def new(self):
        kind, args = self.stack[-2:]
        if type(kind) is not ClassName or args != ():
            super().new()
            return
        self.last(2)
        self.stack.append(Stored(kind.name, {}))

    def build(self):
        target, state = self.stack[-2:]
        if type(target) is not Stored:
            super().build()
            return
        self.last(2)
        target.attributes = state
        self.stack.append(target)


class ScriptLoader(Loader):
    """Reads one of the two pickles of an archive."""

    def __init__(self, archive, map_location, folder):
        self.archive, self.map_location, self.folder = archive, map_location, folder
        self.storages, self.spare, self.tags, self.kept = {}, archive.size, {}, []

    def run(self):
        data = self.archive.read("constants.pkl" if self.folder == "constants" else "data.pkl")
        return ScriptMachine(data, self.names(), self.storage, self.encoding).run()

    def names(self):
        found = super().names()
        for kind in ("intlist", "doublelist", "boollist", "tensorlist"):
            found[f"torch.jit._pickle.build_{kind}"] = Call(kind, self.tagged(f"build_{kind}"))
        found["torch.jit._pickle.restore_type_tag"] = Call("restore_type_tag", self.tagged("restore_type_tag"))
        return found

    def tagged(self, name):
        """What notes the type that the file says the items of a list or dictionary have."""

        def one(value, word=None):
            self.tags[id(value)] = name, word
            self.kept.append(value)
            return value

        return one


class Folder:
    """An archive whose storages lie in another folder than data."""

    def __init__(self, archive, folder):
        self.archive, self.folder = archive, folder
        self.size, self.big_endian = archive.size, archive.big_endian

    def read(self, name):
        return self.archive.read(name)

    def storage(self, name):
        return self.archive.storage(name.replace("data/", f"{self.folder}/", 1))


class RecursiveScriptModule(ScriptModule):
    """A module that was read from a file: its methods are the file's code. Source: PyTorch, torch.jit.RecursiveScriptModule."""

    def __init__(self, stored, sources, known):
        super().__init__()
        known[id(stored)] = self
        inside = self.__dict__
        inside["_kind"], inside["_sources"], inside["_values"] = stored.kind, sources, {}
        inside["_defined"] = sources.methods(stored.kind)
        parameters, buffers = [sources.names_in(stored.kind, f"__{name}__") for name in ("parameters", "buffers")]
        for name, value in stored.attributes.items():
            if isinstance(value, Stored):
                found = known.get(id(value)) or RecursiveScriptModule(value, sources, known)
                self._modules[name] = found
            elif name in parameters and isinstance(value, Tensor):
                self._parameters[name] = known.setdefault(id(value), Parameter(value, value.requires_grad))
            elif name in buffers and isinstance(value, Tensor):
                self._buffers[name] = value
            elif name == "training":
                self.training = bool(value)
            else:
                self._values[name] = value
        for value in self._values.values():
            if isinstance(value, list):  # parameters in it are those of the module
                value[:] = [known.get(id(one), one) if isinstance(one, Tensor) else one for one in value]
        for name, value in sources.finals(stored.kind).items():
            self._values.setdefault(name, value)
        inside["_order"] = list(stored.attributes)

    def __getattr__(self, name):
        if name in self.__dict__.get("_values", ()):
            return self._values[name]
        if name in self.__dict__.get("_defined", ()):
            return self.script_method(name)
        return super().__getattr__(name)

    # --- what code asks for ---------------------------------------------------------------------------------------------

    def script_attribute(self, name):
        """An attribute: of the file's, and no other."""
        for values in (self._parameters, self._buffers, self._modules, self._values):
            if name in values:
                return values[name]
        if name == "training":
            return self.training
        raise RuntimeError(f"Module '{self.original_name}' has no attribute '{name}'")

    def set_script_attribute(self, name, value):
        """Give an attribute that is there another value."""
        if name in self._buffers:
            self._buffers[name] = value
        elif name in self._values:
            self._values[name] = value
        else:
            raise RuntimeError(f"Module '{self.original_name}' has no attribute '{name}' that can be set")

    def script_method(self, name):
        """A method of the class in the file."""
        if name not in self._defined:
            raise AttributeError(NOT_THERE.format(type(self).__name__, name))
        return Function(self._sources, self._defined[name], self)

    # --- what users ask for ---------------------------------------------------------------------------------------------

    @property
    def original_name(self):
        """The name of the class that it was made of."""
        return self._kind.rpartition(".")[2]

    def extra_repr(self):
        return f"original_name={self.original_name}"

    def forward(self, *args, **kwargs):
        """What the file's code computes."""
        return self.script_method("forward")(*args, **kwargs)

    @property
    def code(self):
        """The code of its forward."""
        return self._sources.text_of(self._kind, "forward")

    @property
    def code_with_constants(self):
        return self.code, {f"c{i}": x for i, x in enumerate(self._sources.constants)}

    @property
    def graph(self):
        """RuntimeError: of a file, the code is kept."""
        raise RuntimeError(
            "minitorch runs the code of a loaded module as it stands in the file, without a graph: see .code"
        )

    inlined_graph = graph

    def save(self, f, _extra_files=None):
        """Write it to a file again. Source: PyTorch, torch.jit.ScriptModule.save."""
        save(self, f, _extra_files)

    def _stored(self):
        """What the pickle of a file has of it."""
        values = {name: self.script_attribute(name) for name in self._order}
        return Stored(
            self._kind, {name: x._stored() if isinstance(x, ScriptModule) else x for name, x in values.items()}
        )


def load(f, map_location, extra_files):
    """The module in a file: a path, or an open binary file."""
    if isinstance(f, (str, bytes)) or hasattr(f, "__fspath__"):
        if not os.path.exists(f):
            raise ValueError(f"The provided filename {os.fsdecode(f)} does not exist")
        if os.path.isdir(f):
            raise ValueError(f"The provided filename {os.fsdecode(f)} is a directory")
        with open(f, "rb") as file:
            return load(io.BytesIO(file.read()), map_location, extra_files)
    archive = ScriptArchive(f, False)
    archive.open_all()
    if "constants.pkl" not in archive.entries:
        raise RuntimeError("it was not written by torch.jit.save, but by torch.save: read it with load")
    constants = ScriptLoader(Folder(archive, "constants"), map_location, "constants").run()
    loader = ScriptLoader(Folder(archive, "data"), map_location, "data")
    data = loader.run()
    if type(data) is not Stored:
        raise UnpicklingError(f"it holds a {type(data).__name__} where a module should be")
    for name in extra_files or {}:
        if f"extra/{name}" in archive.entries:
            extra_files[name] = archive.read(f"extra/{name}")
    return RecursiveScriptModule(data, Sources(archive.texts, list(constants), loader.tags), {})
