"""registry: Module's __setattr__ and __getattr__, register_parameter, register_buffer, add_module (core).

`self.weight = Parameter(...)` looks like any assignment. But `__setattr__` sees what kind of value it is, and keeps
parameters, buffers and modules in three dictionaries of their own; `__getattr__`, which Python asks when it finds no
ordinary attribute, looks there. Everything else that a module can do rests on these dictionaries.
"""

from collections import OrderedDict

from ..._tensor import Tensor
from ..parameter import Buffer, Parameter

_global_buffer_registration_hooks: OrderedDict = OrderedDict()
_global_module_registration_hooks: OrderedDict = OrderedDict()
_global_parameter_registration_hooks: OrderedDict = OrderedDict()
registration_hooks = {
    "parameter": _global_parameter_registration_hooks,
    "buffer": _global_buffer_registration_hooks,
    "module": _global_module_registration_hooks,
}


class Registry:
    """The first rung of Module: attributes.

    _parameters                 name -> Parameter, or None for one that is left out (a layer without a bias)
    _buffers                    name -> Tensor or None: state that is not trained, such as a running mean
    _non_persistent_buffers_set the names of those buffers that the state_dict leaves out
    _modules                    name -> the module inside this one, or None
    """

    call_super_init = False
    # what a new module starts with: name -> a function that makes it. Each rung adds its own
    _fresh = {"_parameters": dict, "_buffers": dict, "_non_persistent_buffers_set": set, "_modules": dict}

    def __init__(self, *args, **kwargs):
        for name, make in self._fresh.items():
            object.__setattr__(self, name, make())
        if self.call_super_init:
            begin_second(self, args, kwargs)
        else:
            take_nothing(self, args, kwargs)

    def __setstate__(self, state):
        self.__dict__.update(state)
        for name, make in self._fresh.items():  # a module that was stored before a rung was added
            if name not in self.__dict__:
                self.__dict__[name] = make()

    def _get_name(self):
        return type(self).__name__

    # --- getting and setting attributes ------------------------------------------------------------------------------

    def __getattr__(self, name):
        own = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            if kind in own and name in own[kind]:
                return own[kind][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        own = self.__dict__
        if isinstance(value, Parameter) or name in own.get("_parameters", ()):
            self._set_parameter(name, value)
        elif isinstance(value, Registry) or name in own.get("_modules", ()):
            self._set_module(name, value)
        elif isinstance(value, Buffer) or name in own.get("_buffers", ()):
            self._set_buffer(name, value)
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name):
        for kind in (self._parameters, self._buffers, self._modules):
            if name in kind:
                del kind[name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self):
        names = [*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers]
        return sorted([name for name in names if not name[0].isdigit()])

    def _set_parameter(self, name, value):
        """`self.name = value`, where the value or the name is a parameter's."""
        if isinstance(value, Parameter):
            self._forget(name, keep="_parameters")
        else:
            expect_none(value, "as parameter", name, "minitorch.nn.Parameter")
        self.register_parameter(name, value)

    def _set_module(self, name, value):
        """`self.name = value`, where the value or the name is a module's. The class may have the name already."""
        if isinstance(value, Registry):
            self._forget(name, keep="_modules")
        else:
            expect_none(value, "as child module", name, "minitorch.nn.Module")
        self._modules[name] = announce("module", self, name, value)

    def _set_buffer(self, name, value):
        """`self.name = value`, where the value or the name is a buffer's. A plain tensor is as persistent as the last one."""
        if not isinstance(value, Tensor):
            expect_none(value, "as buffer", name, "minitorch.nn.Buffer, minitorch.Tensor")
        persistent = value.persistent if isinstance(value, Buffer) else name not in self._non_persistent_buffers_set
        if persistent:
            self.register_buffer(name, value)
        else:
            self.register_buffer(name, value, persistent=False)

    def _forget(self, name, keep):
        """Take a name out of wherever it stands, except out of `keep`: a new value of another kind takes it over."""
        if keep not in self.__dict__:
            raise before_init(keep)
        for place in ("_parameters", "_buffers", "_modules"):
            if place != keep:
                self.__dict__[place].pop(name, None)
        self.__dict__.pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    # --- the same, by name -------------------------------------------------------------------------------------------

    def register_parameter(self, name, param):
        """Add a parameter, or None to say that there is none, as the attribute `name`.

        >>> import minitorch as mt
        >>> module = mt.nn.Module()
        >>> module.register_parameter("bias", None)
        >>> print(module.bias)
        None

        Errors: TypeError for what is no Parameter, KeyError for a name that is taken, empty or has a dot in it,
        ValueError for a tensor that was computed. Source: PyTorch, torch.nn.Module.register_parameter.
        """
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        check_name(self, name, "parameter", self._parameters)
        if param is not None:
            check_parameter(name, param)
            param = announce("parameter", self, name, param)
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor that belongs to the module's state and is not trained, as the attribute `name`.

        persistent  whether it is part of the state_dict

        Errors: TypeError for what is no Tensor and not None, KeyError for a name that is taken, empty or has a dot in
        it. Source: PyTorch, torch.nn.Module.register_buffer.
        """
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        check_name(self, name, "buffer", self._buffers)
        if not isinstance(tensor, Tensor) and tensor is not None:
            refuse(tensor, "buffer", name, "minitorch Tensor")
        self._buffers[name] = announce("buffer", self, name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name, module):
        """Add a module inside this one, as the attribute `name`. Source: PyTorch, torch.nn.Module.add_module."""
        if not isinstance(module, Registry) and module is not None:
            raise TypeError(f"{typename(module)} is not a Module subclass")
        check_name(self, name, "module", self._modules)
        self._modules[name] = announce("module", self, name, module)

    register_module = add_module


# --- what the rules above share ---------------------------------------------------------------------------------------


def typename(value):
    """A type as errors name it: `minitorch.FloatTensor` for a tensor, `builtins.int` -> `int`, `my.module.Class`."""
    if isinstance(value, Tensor):
        return value.type()
    kind = value if isinstance(value, type) else type(value)
    return kind.__qualname__ if kind.__module__ in ("builtins", None) else f"{kind.__module__}.{kind.__qualname__}"


def expect_none(value, role, name, expected):
    """An attribute that is registered takes nothing but its own kind, or None."""
    if value is not None:
        raise TypeError(f"cannot assign '{typename(value)}' {role} '{name}' ({expected} or None expected)")


def refuse(value, kind, name, expected):
    """Raise the error for a value that register_parameter or register_buffer does not take."""
    raise TypeError(f"cannot assign '{typename(value)}' object to {kind} '{name}' ({expected} or None required)")


def check_parameter(name, value):
    """Raise unless `value` can be registered as a parameter: a Parameter, and a leaf."""
    if not isinstance(value, Parameter):
        refuse(value, "parameter", name, "minitorch.nn.Parameter")
    if value.grad_fn is not None:
        raise computed_error(name)


def computed_error(name):
    """PyTorch's error for a Parameter that is a result."""
    return ValueError(
        f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. To "
        f"express '{name}' as a function of another Tensor, compute the value in the forward() method."
    )


def check_name(module, name, kind, registered):
    """Raise unless `name` can be the name of a parameter, buffer or module of `module`."""
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
    if "." in name:
        raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if hasattr(module, name) and name not in registered:
        raise KeyError(f"attribute '{name}' already exists")


def before_init(keep):
    """PyTorch's error for an assignment to a module that has no dictionaries yet."""
    kind = "module" if keep == "_modules" else keep[1:]
    return AttributeError(f"cannot assign {kind} before Module.__init__() call")


def begin_second(module, args, kwargs):
    """Hand the arguments of Module.__init__ on to that of a second class which the module's class inherits from."""
    super(Registry, module).__init__(*args, **kwargs)


def take_nothing(module, args, kwargs):
    """Raise for arguments to Module.__init__, which hands none on unless a class sets call_super_init."""
    if kwargs:
        raise TypeError(f"{module._get_name()}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if args:
        raise TypeError(f"{module._get_name()}.__init__() takes 1 positional argument but {len(args) + 1} were given")


def announce(kind, module, name, value):
    """Show a value that is about to be registered to the hooks for its kind, which may give another one."""
    for hook in list(registration_hooks[kind].values()):
        found = hook(module, name, value)
        value = value if found is None else found
    return value
