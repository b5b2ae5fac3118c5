"""custom_op: a function with annotations becomes an operator, whose inside nothing looks into (shelf)."""

import inspect
from contextlib import contextmanager

from ..dtypes import dtype as dtypes
from .operators import define, operators, remove, tensors_in
from .schema import infer_schema
from .tags import Tag, listed

__all__ = ["CustomOpDef", "custom_op"]


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """Make an operator of a function: `@custom_op("mylib::sin", mutates_args=())`.

    name          "namespace::name", under which torch.ops has it too
    mutates_args  the names of the arguments that the function changes in place, or "unknown"
    device_types  the devices that it is for, as "cpu"; None: all
    schema        what it takes and gives, where its annotations do not say so
    tags          torch.Tag or several, which tools read as `torch.ops.NAMESPACE.NAME.default.tags`

    >>> import numpy as np, minitorch as mt
    >>> @mt.library.custom_op("docs::sin", mutates_args=())
    ... def sin(x: mt.Tensor) -> mt.Tensor:
    ...     return mt.from_numpy(np.sin(x.numpy()))
    >>> def keep(ctx, inputs, output):
    ...     ctx.save_for_backward(inputs[0])
    >>> sin.register_autograd(lambda ctx, grad: grad * ctx.saved_tensors[0].cos(), setup_context=keep)
    >>> x = mt.zeros(2, requires_grad=True)
    >>> mt.ops.docs.sin(x).sum().backward()
    >>> x.grad
    tensor([1., 1.])

    Errors: ValueError where the annotations make no schema. Source: PyTorch, torch.library.custom_op.
    """

    def decorate(function):
        text = infer_schema(function, mutates_args=mutates_args) if schema is None else schema
        namespace, own = name.split("::")
        made = CustomOpDef(namespace, own, text, function, tags)
        expected = {one.name for one in made._opoverload._schema.arguments if one.is_write}
        if schema is not None and expected != set(mutates_args):
            raise ValueError(
                f"Attempted to create a custom op with `mutates_args={mutates_args}` and `schema={schema}. The schema suggests "
                f"that the op mutates {expected}which is different from what was provided to us in `mutates_args`. Please make "
                "these consistent."
            )
        made.register_kernel(device_types)(function)
        return made

    return decorate if fn is None else decorate(fn)


class CustomOpDef:
    """An operator that custom_op has made, and the registrations of what else is known about it.

    Source: PyTorch, torch._library.custom_ops.CustomOpDef.
    """

    def __init__(self, namespace, name, schema, fn, tags=None):
        self._namespace, self._name, self._schema, self._init_fn = namespace, name, schema, fn
        check_places(name, schema)
        if self._qualname in operators and operators[self._qualname].definition is not None:
            remove(self._qualname)  # a notebook's cell that is run again
        self._opoverload = define(namespace, name + schema)
        self._opoverload.definition, self._opoverload.tags = self, [Tag.pt2_compliant_tag, *listed(tags)]
        self._off: set = set()  # devices whose kernels are switched off

    @property
    def _qualname(self):
        return f"{self._namespace}::{self._name}"

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args, **kwargs):
        return self._opoverload(*args, **kwargs)

    def register_kernel(self, device_types, fn=None, /):
        """Another implementation for tensors on a device: `@sin.register_kernel("cuda")`."""

        def decorate(function):
            for place in [device_types] if device_types is None or isinstance(device_types, str) else device_types:
                self._opoverload.kernels[place] = self._checked(place, function)
            return function

        return decorate if fn is None else decorate(fn)

    def _checked(self, place, function):
        """A kernel whose results must be new tensors."""

        def kernel(*args, **kwargs):
            result = (self._init_fn if place in self._off else function)(*args, **kwargs)
            check_results(self._name, function, [*args, *kwargs.values()], result)
            return result

        return kernel

    @contextmanager
    def set_kernel_enabled(self, device_type, enabled=True):
        """A block in which the kernel for a device is left out, and the function itself runs."""
        before = set(self._off)
        (self._off.discard if enabled else self._off.add)(device_type)
        try:
            yield
        finally:
            self._off = before

    def register_fake(self, fn, /):
        """What the operator gives for tensors on "meta": their shapes and dtypes alone."""
        self._opoverload.fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        """The derivative: backward(ctx, *grads) gives one gradient for each argument; setup_context keeps what it needs."""
        if self._opoverload._schema.is_mutable:
            raise RuntimeError(
                f"Cannot register autograd formula for non-functional operator {self} with schema {self._opoverload._schema}. "
                "Please create a functional operator and register an autograd formula for that."
            )
        self._opoverload.backward, self._opoverload.setup_context = backward, setup_context

    def register_vmap(self, func=None):
        """Keep the rule for stacks, which vmap goes by; without one the operator is called for each slice."""

        def decorate(function):
            self._opoverload.vmap = function
            return function

        return decorate if func is None else decorate(func)

    def register_autocast(self, device_type, cast_inputs):
        """The dtype into which tensors of fractions are converted while autocast is on for a device."""
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        if not isinstance(cast_inputs, dtypes):
            raise ValueError(f"register_autocast takes a dtype such as minitorch.float16, and not {cast_inputs!r}")
        self._opoverload.casts[device_type] = cast_inputs


def check_places(name, schema):
    """PyTorch's error for tensors that are given by name alone."""
    taken = schema.rpartition("->")[0].partition("*")[2]
    if "Tensor" in taken:
        raise NotImplementedError(
            f"custom_op with kwarg-only Tensor args. Please make your tensors not kwarg-only. Got: {name}{schema}"
        )


def check_results(name, function, args, result):
    """PyTorch's error for a result that shares memory with an argument or another result."""
    results = tensors_in(result if isinstance(result, tuple) else (result,))
    seen = {x.untyped_storage().data_ptr() for x in tensors_in(args) if x.numel() and not x.is_meta}
    for x in results:
        place = x.untyped_storage().data_ptr() if x.numel() and not x.is_meta else None
        if place is not None and place in seen:
            raise RuntimeError(
                f"{name} (with implementation in {inspect.getmodule(function)}): The output of this custom operator (1) must "
                "not also be an input to this custom operator and (2) may not alias any inputs to this custom operator or "
                "other returns. The most common way to trigger this error is if we have y = custom_op(x) and y and x are the "
                "same Tensor. Please instead return a clone of the offending output tensor(s) (e.g. return x.clone()) or "
                "refactor the custom operator to not return y."
            )
        seen.add(place)
