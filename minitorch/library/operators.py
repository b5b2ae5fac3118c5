"""operators: the operators that programs have registered, by namespace and name: torch.ops.mylib.sin (shelf).

A call binds its arguments by the schema, takes the kernel for their device, or the fake one on "meta", and is recorded as
one step where a derivative was registered.
"""

from contextlib import nullcontext

from .._tensor import Tensor, touch
from .._tower import load
from ..backend import device
from ..dispatch.calling import dispatch, state, subclassed, watched
from ..dtypes import dtype
from ..graph.grad_mode import is_grad_enabled, no_grad
from ..ops.aten import OpOverload, OpOverloadPacket
from .autograd import apply, differentiable
from .schema import parse_schema

operators: dict = {}  # "mylib::sin" -> Operator; a form of it stands under "mylib::sin.out"


class Operator(OpOverload):
    """One form of a registered operator: torch.ops.mylib.sin.default. Source: PyTorch, torch._ops.OpOverload."""

    def __init__(self, namespace, text):
        self._schema = parse_schema(text, namespace)
        name = self._schema.name.partition("::")[2]
        super().__init__(packet_of(namespace, name), self._schema.overload_name or "default")
        self._name = self._schema.name
        self.kernels, self.composite, self.fake, self.vmap, self.casts = {}, None, None, None, {}
        self.rules: dict = {}  # a mode's class, or a tensor's -> what is done in place of its __torch_dispatch__
        self.backward = self.setup_context = self.definition = self.step = None
        self.tags: list = []

    def __call__(self, *args, **kwargs):
        if (
            not state.below
            and self.composite is None
            and (state.modes or state.frame or (subclassed and watched(*args)))
        ):
            bind(self._schema, args, kwargs)  # raises PyTorch's error where they do not fit
            return dispatch(self, args, kwargs)
        return self.kernel(*args, **kwargs)

    def kernel(self, *args, **kwargs):
        """What computes it for these arguments, recorded as one step where a derivative was registered."""
        args, by_name = bind(self._schema, args, kwargs)
        if self.casts:
            args, by_name = self.cast(args, by_name)
        if self.fake is not None and on_meta(args):
            return self.fake(*args, **by_name)
        if self.composite is not None:
            return self.composite(*args, **by_name)
        form_alone = subclassed and self.fake is not None and without_numbers(args)
        kernel, written = (
            self.fake if form_alone else self.kernel_for(args),
            self.backward is not None or self.definition is not None,
        )
        if written and is_grad_enabled() and not self._schema.is_mutable and differentiable(args):
            return apply(self, kernel, args, by_name)
        with no_grad() if written else nullcontext():  # a kernel's own steps are recorded where nobody says otherwise
            made = kernel(*args, **by_name)
        if self.definition is not None and self._schema.is_mutable:
            self.count(args, by_name)
        return made

    def count(self, args, by_name):
        """Count the change of the arguments that it writes into, whatever its kernel has written them with."""
        given = (
            dict(zip([one.name for one in self._schema.arguments if not one.kwarg_only], args, strict=True)) | by_name
        )
        for x in tensors_in([given[one.name] for one in self._schema.arguments if one.is_write]):
            touch(x)

    def kernel_for(self, args):
        """The kernel for the device that the tensors are on."""
        place = device_of(args)
        if place == "meta" and self.definition is not None:
            if not self._schema.returns:
                return lambda *args, **kwargs: None  # what changes its arguments alone does nothing to their shapes
            raise RuntimeError(
                f"There was no fake impl registered for {self.definition}. This is necessary for torch.compile/export/fx "
                f"tracing to work. Please use `{self.definition._init_fn.__name__}.register_fake` to add an fake impl."
            )
        for key in (place, None):
            if key in self.kernels:
                return self.kernels[key]
        there = ", ".join([str(key).upper() for key in self.kernels]) or "none"
        raise NotImplementedError(
            f"Could not run '{self._name}' with arguments from the '{place.upper()}' backend. '{self._name}' is only available "
            f"for these backends: [{there}]."
        )

    def cast(self, args, by_name):
        """The arguments in the dtype that was registered for autocast, where that is on."""
        state = load("minitorch.amp.state").state
        dtype = self.casts.get(device_of(args))
        if dtype is None or not state.active or not state.enabled.get(device_of(args)):
            return args, by_name

        def one(x):
            if isinstance(x, (list, tuple)):
                return type(x)([one(part) for part in x])
            return x.to(dtype) if isinstance(x, Tensor) and x.is_floating_point() else x

        return [one(x) for x in args], {name: one(x) for name, x in by_name.items()}


class Packet(OpOverloadPacket):
    """A registered operator in all its forms: torch.ops.mylib.sin. Source: PyTorch, torch._ops.OpOverloadPacket."""

    def __init__(self, name, namespace):
        super().__init__(name, None, namespace)
        self.forms = {}

    def __call__(self, *args, **kwargs):
        last = None
        for form in self.forms.values():
            try:
                bind(form._schema, args, kwargs)
            except RuntimeError as error:
                last = last or error
            else:
                return form(*args, **kwargs)
        raise last

    def overloads(self):
        return list(self.forms)

    def __getattr__(self, name):
        forms = self.__dict__.get("forms", {})
        if name not in forms:
            raise AttributeError(
                f"The underlying op of '{self.namespace}.{self.__name__}' has no overload name '{name}'"
            )
        return forms[name]


class _OpNamespace:
    """The operators of a namespace: torch.ops.mylib. Source: PyTorch, torch._ops._OpNamespace."""

    def __init__(self, name):
        self.name, self.packets = name, {}

    def __getattr__(self, name):
        packets = self.__dict__.get("packets", {})
        if name not in packets:
            raise AttributeError(f"'_OpNamespace' '{self.name}' object has no attribute '{name}'")
        return packets[name]

    def __iter__(self):
        return iter(self.packets)

    def __dir__(self):
        return sorted([*object.__dir__(self), *self.packets])

    def __repr__(self):
        return f"<module 'minitorch.ops.{self.name}' from 'minitorch.ops'>"


namespaces: dict = {}
early: dict = {}  # name of an operator that is not there yet -> what is to be registered for it


def namespace_of(name):
    """The namespace of a name, which is there from the first question on, as in PyTorch."""
    return namespaces.setdefault(name, _OpNamespace(name))


def packet_of(namespace, name):
    packets = namespace_of(namespace).packets
    if name not in packets:
        packets[name] = Packet(name, namespace)
    return packets[name]


def define(namespace, text):
    """Register an operator without kernels. Errors: RuntimeError where there is one of the name."""
    made = Operator(namespace, text)
    key = f"{made._name}.{made._overloadname}".removesuffix(".default")
    if key in operators:
        raise RuntimeError(
            f"Tried to register an operator ({made._schema}) with the same name and overload name multiple times. Each "
            "overload's schema should only be registered with a single call to def()."
        )
    operators[key] = made.overloadpacket.forms[made._overloadname] = made
    for register in early.pop(key, ()):
        register(made)
    return made


def remove(name):
    """Take an operator out, as a library does with its own when it ends."""
    gone = operators.pop(name, None)
    if gone is not None:
        gone.overloadpacket.forms.pop(gone._overloadname, None)
        if not gone.overloadpacket.forms:
            namespace_of(gone.namespace).packets.pop(gone.overloadpacket.__name__, None)


def find(name):
    """The operator of a name, "mylib::sin". Errors: AttributeError where there is none."""
    if name not in operators:
        namespace, _, own = name.partition("::")
        raise AttributeError(f"'_OpNamespace' '{namespace}' object has no attribute '{own}'")
    return operators[name]


# --- the arguments of a call --------------------------------------------------------------------------------------------------


def bind(schema, args, kwargs):
    """(the arguments by place, those by name alone) with defaults filled in. Errors: RuntimeError in PyTorch's words."""
    places = [one for one in schema.arguments if not one.kwarg_only]
    if len(args) > len(places):
        if len(places) == len(schema.arguments):
            raise RuntimeError(
                f"{schema.name}() expected at most {len(places)} argument(s) but received {len(args)} argument(s). "
                f"Declaration: {schema}"
            )
        raise RuntimeError(
            f"{schema.name}() takes {len(places)} positional argument(s) but {len(args)} was/were given.  Declaration: {schema}"
        )
    given = dict(zip([one.name for one in places], args, strict=False))
    for name in kwargs:
        if name in given:
            raise RuntimeError(f"Argument '{name}' specified both as positional and keyword argument. Schema: {schema}")
        if name not in [one.name for one in schema.arguments]:
            raise RuntimeError(f"Unknown keyword argument '{name}' for operator '{schema.name}'. Schema: {schema}")
    given |= kwargs
    for place, argument in enumerate(schema.arguments):
        if argument.name in given:
            given[argument.name] = taken(schema, place, argument, given[argument.name])
        elif argument.has_default:
            given[argument.name] = argument.default_value
        else:
            raise RuntimeError(
                f"{schema.name}() is missing value for argument '{argument.name}'. Declaration: {schema}"
            )
    return [given[one.name] for one in places], {
        one.name: given[one.name] for one in schema.arguments if one.kwarg_only
    }


KINDS = {
    "Tensor": Tensor, "int": int, "SymInt": int, "float": (float, int), "bool": bool, "str": str,
    "Scalar": (int, float, complex, bool), "ScalarType": dtype, "Device": (device, str),
}  # fmt: skip


def taken(schema, place, argument, value):
    """A value as the operator takes it. Errors: RuntimeError for one of another type."""
    kind = argument.type
    if not fits(value, kind):
        details = f"Unable to cast {value} to Tensor" if kind == "Tensor" else f"Unable to cast it to {kind}"
        raise RuntimeError(
            f"{schema.name}() Expected a value of type '{word(kind)}' for argument '{argument.name}' but instead found type "
            f"'{type(value).__name__}'.\nPosition: {place}\nValue: {value!r}\nDeclaration: {schema}\nCast error details: {details}"
        )
    if isinstance(value, tuple):
        value = list(value)
    return float(value) if kind == "float" and not isinstance(value, Tensor) else value


def fits(value, kind):
    """Whether a value is of a type of a schema: "Tensor?", "int[]"."""
    if kind.endswith("?"):
        return value is None or fits(value, kind[:-1])
    if kind.endswith("]"):
        inner = kind[: kind.rindex("[")]
        return isinstance(value, (list, tuple)) and all([fits(one, inner) for one in value])
    if kind in ("int", "SymInt") and isinstance(value, bool):
        return True
    if isinstance(value, Tensor) and kind in ("float", "int", "SymInt", "Scalar", "bool"):
        return value.dim() == 0
    return isinstance(value, KINDS.get(kind, object))


def word(kind):
    """A type as PyTorch's errors name it."""
    if kind.endswith("?"):
        return f"Optional[{word(kind[:-1])}]"
    if kind.endswith("]"):
        return f"List[{word(kind[: kind.rindex('[')])}]"
    return {"SymInt": "int", "Scalar": "number"}.get(kind, kind)


def tensors_in(args):
    """The tensors among arguments, and in lists of them."""
    return [x for one in args for x in (one if isinstance(one, (list, tuple)) else (one,)) if isinstance(x, Tensor)]


def on_meta(args):
    return any([x.is_meta for x in tensors_in(args)])


def without_numbers(args):
    """Whether a tensor is of a class of the user's that has no numbers of its own: what an operator gives has its form alone."""
    return any([type(x._array) is load("minitorch.dispatch.subclasses").StandIn for x in tensors_in(args)])


def device_of(args):
    """The type of the device that the arguments are on."""
    tensors = tensors_in(args)
    if tensors:
        return tensors[0].device.type
    return next((device(one).type for one in args if isinstance(one, device)), "cpu")
