"""parametrize: register_parametrization: a parameter that is computed from others whenever it is asked for (shelf).

A parametrized module gets a class of its own, made of the class it had. There the parameter's name is a property, which
computes the value from what `module.parametrizations` holds.
"""

import copy
from contextlib import suppress

from ..._tensor import Tensor
from ...graph.grad_mode import no_grad
from ..modules.container import ModuleDict, ModuleList
from ..parameter import Parameter


class ParametrizationList(ModuleList):
    """The parametrizations of one parameter, and what it is computed from: what `module.parametrizations.weight` is.

    modules   the parametrizations, in the order in which they are applied
    original  the parameter as it was; kept as `original`, or as `original0`, `original1` ... when the right_inverse of
              the first parametrization gives several tensors
    unsafe    whether dtype and shape may change, so that nothing is checked

    Source: PyTorch, torch.nn.utils.parametrize.ParametrizationList.
    """

    def __init__(self, modules, original, unsafe=False):
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with no_grad():
            new = original
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    with suppress(NotImplementedError):
                        new = module.right_inverse(new)
        self.is_tensor = isinstance(new, Tensor)
        if self.is_tensor:
            with no_grad():  # the tensor stays the object that an optimizer may hold
                original.set_(new)
            register(self, "original", original)
        else:
            self.ntensors = len(new)
            for number, one in enumerate(new):
                one = Parameter(one, original.requires_grad) if isinstance(original, Parameter) else one
                register(self, f"original{number}", one)
        if not unsafe:
            check_alike(self(), dtype, shape)

    def right_inverse(self, value):
        """What `module.weight = value` does: take the value back to the originals, and store it there.

        Errors: RuntimeError for a parametrization without right_inverse.
        """
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            for original, new in zip(self._originals(), [value] if self.is_tensor else value, strict=True):
                original.set_(new)

    def _originals(self):
        if self.is_tensor:
            return [self.original]
        return [getattr(self, f"original{number}") for number in range(self.ntensors)]

    def forward(self):
        """The value that the originals give now."""
        value = self[0](*self._originals())
        for module in list(self)[1:]:
            value = module(value)
        return value


# --- a module of another class ------------------------------------------------------------------------------------------


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Let `module.tensor_name` be `parametrization(original)` from now on. Returns the module.

    parametrization  a module whose forward computes the value; with a method right_inverse, the value can be assigned,
                     and the first originals are what right_inverse makes of the present value. It may give several
                     tensors, which forward then takes
    unsafe           allow another dtype or shape than that of the original, and check nothing

    >>> import minitorch as mt
    >>> class Symmetric(mt.nn.Module):
    ...     def forward(self, x):
    ...         return x.triu() + x.triu(1).T
    >>> layer = mt.nn.Linear(3, 3)
    >>> _ = mt.nn.utils.parametrize.register_parametrization(layer, "weight", Symmetric())
    >>> bool((layer.weight == layer.weight.T).all())
    True

    Errors: ValueError for a name that there is not, and for values of another kind.
    Source: PyTorch, torch.nn.utils.parametrize.register_parametrization.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        held, value = module.parametrizations[tensor_name], getattr(module, tensor_name)
        if not unsafe:
            check_alike(parametrization(value), value.dtype, value.shape)
        held.append(parametrization)
        held.unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        parametrizations = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            module.__class__ = parametrized_class(type(module))
            module.parametrizations = ModuleDict()
        add_property(module, tensor_name)
        module.parametrizations[tensor_name] = parametrizations
    else:
        raise ValueError(f"Module '{module}' does not have a parameter or a buffer with name '{tensor_name}'")
    return module


def check_alike(value, dtype, shape):
    """Raise unless the value of a parametrization is a tensor of this dtype and shape."""
    if not isinstance(value, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(value).__name__}.")
    if value.dtype != dtype or value.shape != shape:
        raise ValueError(f"A parametrization of {dtype} {list(shape)} gave {value.dtype} {list(value.shape)}")


def parametrized_class(cls):
    """A class for one module, where properties can be put; it can be copied and not be pickled."""
    body = {"__getstate__": refuse_to_pickle, "__deepcopy__": copied}
    return type(f"Parametrized{cls.__name__}", (cls,), body)


def refuse_to_pickle(module):
    raise RuntimeError("Serialization of parametrized modules is only supported through state_dict().")


def copied(module, memo):
    """A deep copy, of the same class."""
    replica = memo[id(module)] = module.__new__(type(module))
    replica.__dict__ = copy.deepcopy(module.__dict__, memo)
    return replica


def add_property(module, name):
    """Let the module's class compute this attribute, and hand what is assigned to right_inverse."""

    value = property(
        lambda self: self.parametrizations[name](),
        lambda self, new: self.parametrizations[name].right_inverse(new),
    )
    setattr(type(module), name, value)


def is_parametrized(module, tensor_name=None):
    """Whether a module has a parametrization, of that parameter if one is named. Source: PyTorch, of that name."""
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return bool(parametrizations) if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Make the parameter an ordinary one again. Returns the module.

    leave_parametrized  with the value that it has now; False: with that of the original

    Errors: ValueError for what is not parametrized, and with False when it is computed from several tensors.
    Source: PyTorch, torch.nn.utils.parametrize.remove_parametrizations.
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    held = module.parametrizations[tensor_name]
    if held.is_tensor:
        original = held.original
        if leave_parametrized:
            with no_grad():
                original.set_(getattr(module, tensor_name))
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value) if value.requires_grad else value
    else:
        raise ValueError("leave_parametrized=False: the parametrization has several originals, not the one that it had")
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    register(module, tensor_name, original)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module).__bases__[0]
    return module


def register(module, name, tensor):
    """Add a tensor to a module as what it is, a parameter or a buffer."""
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)
