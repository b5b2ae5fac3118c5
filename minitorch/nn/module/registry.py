"""registry: Module's __setattr__ and __getattr__, register_parameter, register_buffer, add_module (core).

`self.weight = Parameter(...)` looks like any assignment. But `__setattr__` looks at the value, and keeps parameters,
buffers and modules in three dictionaries. Python calls `__getattr__` when it finds no ordinary attribute, and
`__getattr__` looks into the three dictionaries. Everything else that a module can do uses them.
"""

from ..._extension import extension_point
from ..._tensor import Tensor
from ..parameter import Buffer, Parameter


@extension_point
def to_register(kind, module, name, value):
    """What is kept under a name: the value itself, unless a registration hook gives another one."""
    return value


class Registry:
    """The first class of Module: attributes.

    _parameters                 name -> Parameter, or None (a layer without a bias)
    _buffers                    name -> Tensor or None: state that is not trained, such as a running mean
    _non_persistent_buffers_set the names of the buffers that are not in the state_dict
    _modules                    name -> a module inside this one, or None
    """

    call_super_init = False
    # what a new module starts with: name -> a function that makes it. The later classes of Module add their own
    _fresh = {"_parameters": dict, "_buffers": dict, "_non_persistent_buffers_set": set, "_modules": dict}

    def __init__(self, *args, **kwargs):
        for name, make in self._fresh.items():
            object.__setattr__(self, name, make())
        if self.call_super_init:
            super().__init__(*args, **kwargs)
        elif args or kwargs:
            raise TypeError(f"{type(self).__name__}.__init__() takes no arguments besides self")

    def __setstate__(self, state):
        self.__dict__.update(state)
        for name, make in self._fresh.items():  # a pickle may be older than some of the names
            if name not in self.__dict__:
                self.__dict__[name] = make()

    def _get_name(self):
        return type(self).__name__

    # --- getting and setting attributes ------------------------------------------------------------------------------

    def __getattr__(self, name):
        """Return what is registered under `name` in `_parameters`, `_buffers` or `_modules`.

        Raises an AttributeError that names the module's class and the attribute if nothing is registered there.
        A dictionary that does not exist yet counts as empty.
        """
        own = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            if kind in own and name in own[kind]:
                return own[kind][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        """Do what `self.name = value` means: the kind of the value and the kind of the name decide."""
        own = self.__dict__
        if isinstance(value, Parameter) or name in own.get("_parameters", ()):
            self._take_name(name, "_parameters")
            self.register_parameter(name, value)
        elif isinstance(value, Registry) or name in own.get("_modules", ()):
            self._take_name(name, "_modules")
            self._modules[name] = checked_value(self, "_modules", name, value)
        elif isinstance(value, Buffer) or name in own.get("_buffers", ()):
            persistent = value.persistent if isinstance(value, Buffer) else name not in self._non_persistent_buffers_set
            self.register_buffer(name, value, persistent)
        else:
            object.__setattr__(self, name, value)

    def _take_name(self, name, keep):
        """Remove `name` from every place in this module except the dictionary `keep`, "_parameters" or "_modules".

        If Module.__init__ has not run, check_init(self, keep) raises the error.
        """
        check_init(self, keep)
        for place in {"_parameters", "_buffers", "_modules"} - {keep}:
            self.__dict__[place].pop(name, None)
        self.__dict__.pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name):
        for kind in (self._parameters, self._buffers, self._modules):
            if name in kind:
                del kind[name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self):
        registered = [*self._parameters, *self._modules, *self._buffers]
        names = [*dir(type(self)), *self.__dict__, *registered]
        return sorted([name for name in names if not name[0].isdigit()])

    # --- the same, by name -------------------------------------------------------------------------------------------

    def register_parameter(self, name, param):
        """Add a parameter, or None to say that there is none, as the attribute `name`.

        >>> import minitorch as mt
        >>> module = mt.nn.Module()
        >>> module.register_parameter("bias", None)
        >>> print(module.bias)
        None

        Errors: TypeError unless it is a Parameter or None; KeyError for a name that is taken, empty or contains a dot;
        ValueError for a Parameter that is not a leaf. Source: PyTorch, torch.nn.Module.register_parameter.
        """
        if isinstance(param, Parameter) and not param.is_leaf:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                f"created explicitly. To express '{name}' as a function of another Tensor, compute "
                "the value in the forward() method."
            )
        register_value(self, "_parameters", name, param)

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor, or None, that belongs to the module's state and is not trained, as the attribute `name`.

        persistent  whether it is part of the checkpoint; if not, its name is in `_non_persistent_buffers_set`

        Source: PyTorch, torch.nn.Module.register_buffer.
        """
        register_value(self, "_buffers", name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name, module):
        """Add a module inside this one, or None, as the attribute `name`. Source: PyTorch, torch.nn.Module.add_module."""
        register_value(self, "_modules", name, module)

    register_module = add_module


# --- the checks ------------------------------------------------------------------------------------------------------


def register_value(module, place, name, value):
    """Put a value into the module's dictionary `place`, such as "_buffers", after check_init, check_name, checked_value."""
    check_init(module, place)
    check_name(module, place, name)
    module.__dict__[place][name] = checked_value(module, place, name, value)


def check_init(module, place):
    """Raise unless Module.__init__ has made the dictionary `place`."""
    if place not in module.__dict__:
        raise AttributeError(f"cannot assign {kind_of(place)} before Module.__init__() call")


def check_name(module, place, name):
    """Raise an error if `name` cannot be registered in the dictionary `place` of the module, such as "_buffers".

    TypeError: it is not a string. KeyError: it is empty, it contains a dot, or the module has an attribute of this
    name that is not in `place`.
    """
    if not isinstance(name, str):
        raise TypeError(f"{kind_of(place)} name should be a string. Got {typename(name)}")
    if name == "" or "." in name:
        raise KeyError(f"{kind_of(place)} name can't " + ('contain "."' if name else 'be empty string ""'))
    if hasattr(module, name) and name not in module.__dict__[place]:
        raise KeyError(f"attribute '{name}' already exists")


EXPECTED = {  # of each dictionary: how errors call its values, their class, its name in errors
    "_parameters": ("parameter", Parameter, "minitorch.nn.Parameter"),
    "_buffers": ("buffer", Tensor, "minitorch.nn.Buffer, minitorch.Tensor"),
    "_modules": ("child module", Registry, "minitorch.nn.Module"),
}


def checked_value(module, place, name, value):
    """The value to be put into the dictionary `place`. Raises a TypeError unless it is of the right class, or None."""
    kind, expected, words = EXPECTED[place]
    if value is not None and not isinstance(value, expected):
        raise TypeError(f"cannot assign '{typename(value)}' as {kind} '{name}' ({words} or None expected)")
    return to_register(kind_of(place), module, name, value)


def kind_of(place):
    """What a dictionary holds, for errors: "_buffers" holds a "buffer"."""
    return place.strip("_").removesuffix("s")


def typename(value):
    """A type as errors name it: `minitorch.FloatTensor` for a tensor, `builtins.int` -> `int`, `my.module.Class`."""
    if isinstance(value, Tensor):
        return value.type()
    kind = value if isinstance(value, type) else type(value)
    if kind.__module__ in ("builtins", None):
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}"
