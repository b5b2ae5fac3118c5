"""parameters: nn.Parameter of a tensor of the user's class, which stays of that class and is a parameter as well (shelf)."""

from ..nn.parameter import Parameter


class _ParameterMeta(type):
    """The type of the class that a parameter of a class of the user's says it is of: calling that makes one of the user's."""

    def __call__(cls, *args, **kwargs):
        return cls.__mro__[1](*args, **kwargs)


def known_as_parameters(kind):
    """Let isinstance find that those tensors of a class are parameters that are marked so: they say they are of both classes.

    PyTorch asks Parameter's metaclass. Ours is a plain class, so the tensors answer.
    """
    if vars(kind).get("__getattribute__") is not None and hasattr(kind.__getattribute__, "both"):
        return
    plain, own = kind.__getattribute__, object.__getattribute__
    plain = getattr(plain, "plain", plain)  # a class that this one is derived from answers for its own tensors
    bases = (kind,) if issubclass(kind, Parameter) else (kind, Parameter)
    both = _ParameterMeta(kind.__name__, bases, {"__module__": kind.__module__, "__doc__": kind.__doc__})

    def __getattribute__(self, name):
        if name == "__class__" and own(self, "__dict__").get("_is_param"):
            return both if type(self) is kind else type(self)
        return plain(self, name)

    __getattribute__.both, __getattribute__.plain = both, plain
    kind.__getattribute__ = __getattribute__


def of_own_class(data, requires_grad=True):
    """A parameter with the memory of `data`, of its class. Errors: RuntimeError where detach() changes the class."""
    made = data.detach().requires_grad_(requires_grad)
    if type(made) is not type(data):
        raise RuntimeError(
            f"Creating a Parameter from an instance of type {type(data).__name__} requires that detach() returns an instance of "
            f"the same type, but return type {type(made).__name__} was found instead. To use the type as a Parameter, please "
            "correct the detach() semantics defined by its __torch_dispatch__() implementation."
        )
    known_as_parameters(type(made))
    made._is_param = True
    return made
