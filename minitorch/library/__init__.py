"""library: operators of your own: custom_op, and what define, impl and Library register one by one (shelf)."""

import re
import warnings
import weakref

from .._tensor import Tensor
from .._tower import load
from ..autograd.grad import grad
from ..notes import with_note

# isort: off
from .schema import infer_schema
from .tags import listed
from .operators import Operator, early, find, operators, remove
from .operators import define as _define
from .custom_op import CustomOpDef, custom_op

# isort: on
__all__ = [
    "CustomOpDef", "Library", "custom_op", "define", "fallthrough_kernel", "impl", "impl_abstract", "infer_schema", "opcheck",
    "register_autocast", "register_autograd", "register_fake", "register_kernel", "register_torch_dispatch", "register_vmap",
    "triton_op",
]  # fmt: skip

NAMELESS = re.compile(r"\(.*\)\s*->\s*.*", re.S)
DEVICES = ("cpu", "cuda", "meta", "mps", "xpu")
RESERVED = ("prim",)
taken_namespaces = {"aten"}


class Library:
    """The operators of a namespace, or some of them: they are there as long as the Library is.

    kind  "DEF": all of them; "FRAGMENT": some more; "IMPL": kernels alone

    >>> import minitorch as mt
    >>> lib = mt.library.Library("docs2", "DEF")
    >>> lib.define("double(Tensor x) -> Tensor")
    'double'
    >>> lib.impl("double", lambda x: x * 2, "CPU")
    >>> mt.ops.docs2.double(mt.ones(2))
    tensor([2., 2.])

    Source: PyTorch, torch.library.Library.
    """

    def __init__(self, ns, kind, dispatch_key=""):
        if kind not in ("IMPL", "DEF", "FRAGMENT"):
            raise ValueError(f"Unsupported kind: {kind}")
        if ns in RESERVED and kind != "IMPL":
            raise ValueError(f"{ns} is a reserved namespace. Please try creating a library with another name.")
        if kind == "DEF" and ns in taken_namespaces:
            raise RuntimeError(
                f"Only a single TORCH_LIBRARY can be used to register the namespace {ns}; please put all of your definitions in "
                "a single TORCH_LIBRARY block."
            )
        if kind == "DEF":
            taken_namespaces.add(ns)
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._op_defs: set = set()
        weakref.finalize(self, end, ns, kind, self._op_defs)

    def __repr__(self):
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={self.dispatch_key})>"

    def define(self, schema, alias_analysis="", *, tags=()):
        """Register an operator by its schema, "sin(Tensor x) -> Tensor"; its name is returned."""
        if alias_analysis not in ("", "FROM_SCHEMA", "CONSERVATIVE"):
            raise RuntimeError(f"Invalid alias_analysis type {alias_analysis}")
        made = _define(self.ns, schema)
        made.tags = listed(tags)
        name = schema.split("(")[0].strip()
        self._op_defs.add(f"{self.ns}::{name}")
        return made._name.partition("::")[2] + (f".{made._schema.overload_name}" if made._schema.overload_name else "")

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False, allow_override=False):
        """Register a kernel: for "CPU", "CUDA", "Meta", or "CompositeImplicitAutograd", for all."""
        if not callable(fn):
            raise TypeError(f"Input function is required to be a callable but found type {type(fn)}")
        name = op_name._schema.name.partition("::")[2] if isinstance(op_name, Operator) else op_name
        put(f"{self.ns}::{name}", dispatch_key or self.dispatch_key or "CompositeImplicitAutograd", fn)

    def _register_fake(self, op_name, fn, _stacklevel=1, *, allow_override=True):
        operator_of(f"{self.ns}::{op_name}").fake = fn

    def _destroy(self):
        end(self.ns, self.kind, self._op_defs)


def end(ns, kind, names):
    """Take out what a library has registered."""
    for name in names:
        remove(name)
    names.clear()
    if kind == "DEF":
        taken_namespaces.discard(ns)


kept: list = []  # libraries behind define(), which stay


def operator_of(op):
    """The operator that a name, an overload or a CustomOpDef stands for."""
    if isinstance(op, CustomOpDef):
        return op._opoverload
    if isinstance(op, str):
        return find(op)
    if isinstance(op, Operator):
        return op
    raise ValueError(f"register({op}): got unexpected type for op: {type(op)}")


def put(operator, key, fn):
    """Keep a kernel under PyTorch's word for what it is for; that of an operator which is not there yet, until it is."""
    if isinstance(operator, str) and operator not in operators:
        early.setdefault(operator, []).append(lambda made: put(made, key, fn))
        return
    operator, place = operator_of(operator), key.lower()
    if key == "CompositeImplicitAutograd":
        operator.composite = fn
    elif key in ("CompositeExplicitAutograd", "default"):
        operator.kernels[None] = fn
    elif place == "meta":
        operator.fake = fn
    elif place in DEVICES:
        operator.kernels[place] = fn
    else:
        raise with_note(
            NotImplementedError(f"minitorch has no dispatch key '{key}'"),
            "There are CPU, CUDA, Meta, CompositeExplicitAutograd and CompositeImplicitAutograd; register_autograd and "
            "register_autocast stand for the keys of those names.",
        )


def define(qualname, schema, *, lib=None, tags=()):
    """Register an operator without kernels: define("mylib::sin", "(Tensor x) -> Tensor").

    Errors: ValueError for what is no name or no schema. Source: PyTorch, torch.library.define.
    """
    if isinstance(qualname, Library):  # the older form: a decorator
        return older(qualname, schema)
    if not isinstance(qualname, str):
        raise ValueError(f"define(qualname, schema): expected qualname to be instance of str, got {type(qualname)}")
    namespace, name = parted(qualname)
    if not NAMELESS.fullmatch(schema):
        raise ValueError(
            'define(qualname, schema, ...): expected schema to look like e.g. "(Tensor x) -> Tensor" but got '
            f'"{schema}"'
        )
    if lib is None:
        lib = Library(namespace, "FRAGMENT")
        kept.append(lib)
    lib.define(name + schema, tags=tags)


def older(lib, schema):
    """define(library, schema) as a decorator, which registers the function for all devices as well."""

    def decorate(function):
        lib.impl(lib.define(schema), function)
        return function

    return decorate


def parted(qualname):
    """("mylib", "sin") of "mylib::sin"."""
    parts = qualname.split("::")
    if len(parts) != 2:
        raise ValueError(
            f'Expected `qualname` to be of the form "namespace::name", but got {qualname}. The qualname passed to the '
            "torch.library APIs must consist of a namespace and a name, e.g. aten::sin"
        )
    return parts


def impl(qualname, types, func=None, *, lib=None):
    """Register a kernel for an operator and the types of devices: `@impl("mylib::sin", "cpu")`; "default": for all.

    Source: PyTorch, torch.library.impl.
    """
    if isinstance(qualname, Library):  # the older form: library, name, key

        def registered(function):
            qualname.impl(types, function, func or "")
            return function

        return registered

    def decorate(function):
        for key in [types] if isinstance(types, str) else types:
            put(qualname, key, function)
        return function

    return decorate if func is None else decorate(func)


def register_kernel(op, device_types, func=None, /, *, lib=None):
    """Register an implementation for a type of device; None: for all. Source: PyTorch, torch.library.register_kernel."""
    if isinstance(operator_of(op).definition, CustomOpDef):
        return operator_of(op).definition.register_kernel(device_types, func)
    return impl(operator_of(op), "CompositeExplicitAutograd" if device_types is None else device_types, func)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    """Register what an operator gives on "meta". Source: PyTorch, torch.library.register_fake."""

    def decorate(function):
        operator_of(op).fake = function
        return function

    return decorate if func is None else decorate(func)


def impl_abstract(qualname, func=None, *, lib=None, _stacklevel=1):
    """The older name of register_fake. Source: PyTorch, torch.library.impl_abstract."""
    warnings.warn(
        "`torch.library.impl_abstract` was renamed to `torch.library.register_fake`. Please use that instead; we will remove "
        "`torch.library.impl_abstract` in a future version of PyTorch.",
        FutureWarning,
        stacklevel=2,
    )
    return register_fake(qualname, func)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    """Register an operator's derivative: backward(ctx, *grads), and setup_context(ctx, inputs, output) before it.

    Source: PyTorch, torch.library.register_autograd.
    """
    found = operator_of(op)
    if found.definition is not None:
        found.definition.register_autograd(backward, setup_context=setup_context)
        return
    if found._schema.is_mutable:
        raise RuntimeError(
            f"Cannot register autograd formula for non-functional operator {found} with schema {found._schema}. Please create "
            "a functional operator and register an autograd formula for that."
        )
    found.backward, found.setup_context = backward, setup_context


def register_autocast(op, device_type, cast_inputs, /, *, lib=None):
    """Register the dtype that an operator computes in while autocast is on. Source: PyTorch, torch.library.register_autocast."""
    found = operator_of(op)
    CustomOpDef.register_autocast(found.definition or _Alone(found), device_type, cast_inputs)


class _Alone:
    """An operator without a CustomOpDef, where one is asked for."""

    def __init__(self, operator):
        self._opoverload = operator


def register_torch_dispatch(op, torch_dispatch_class, func=None, /, *, lib=None):
    """Register what a TorchDispatchMode, or a tensor subclass, does with an operator: rule(mode or class, func, types, args, kwargs).

    Source: PyTorch, torch.library.register_torch_dispatch.
    """

    def decorate(function):
        operator_of(op).rules[torch_dispatch_class] = function
        return function

    return decorate if func is None else decorate(func)


def triton_op(name, fn=None, /, *, mutates_args, schema=None):
    """custom_op, whose body compilers look into; here there is none, and it is the same. Source: PyTorch, torch.library.triton_op."""
    return custom_op(name, fn, mutates_args=mutates_args, schema=schema)


def register_vmap(op, func=None, /, *, lib=None):
    """An operator's rule for stacks: vmap calls func(info, in_dims, *args), which gives (result, out_dims).

    Source: PyTorch, torch.library.register_vmap.
    """

    def decorate(function):
        operator_of(op).vmap = function
        return function

    return decorate if func is None else decorate(func)


class OpCheckError(Exception):
    """An operator does not do what it says. Source: PyTorch, torch.testing._internal.optests.OpCheckError."""


def opcheck(op, args, kwargs=None, *, test_utils=None, raise_exception=True, atol=None, rtol=None):
    """Call an operator and see whether its results, its fake ones, its derivative and its traced graph agree.

    Errors: OpCheckError, which says what failed: what came first is its cause. Source: PyTorch, torch.library.opcheck.
    """

    found, kwargs = operator_of(op), kwargs or {}
    checks = {"test_schema": lambda: found(*args, **kwargs)}

    def gradients():
        out = found(*args, **kwargs)
        outs = [x for x in (out if isinstance(out, tuple) else (out,)) if isinstance(x, Tensor) and x.requires_grad]
        wanted = [x for x in args if isinstance(x, Tensor) and x.requires_grad]
        if outs and wanted:
            grad([x.sum() for x in outs], wanted, allow_unused=True)

    def fake():
        if found._schema.is_mutable and not found._schema.returns:
            return  # its results have no form
        assert found.fake is not None, f"There was no fake impl registered for {found}."
        real = found(*args, **kwargs)
        same = found(*[x.to("meta") if isinstance(x, Tensor) else x for x in args], **kwargs)
        for a, b in zip(*[x if isinstance(x, tuple) else (x,) for x in (real, same)], strict=True):
            if isinstance(a, Tensor) and (a.shape, a.dtype, a.stride()) != (b.shape, b.dtype, b.stride()):
                raise AssertionError(f"{found} gives {a.shape}, {a.dtype}, and its fake {b.shape}, {b.dtype}")

    def traced():
        def copies():
            return [x.detach().clone() if isinstance(x, Tensor) else x for x in args]

        make_fx = load("minitorch.fx.experimental.proxy_tensor").make_fx
        again = make_fx(lambda *given: found(*given, **kwargs))(*copies())(*copies())
        for a, b in zip(
            *[x if isinstance(x, tuple) else (x,) for x in (found(*copies(), **kwargs), again)], strict=True
        ):
            load("minitorch.testing").assert_close(b, a, atol=atol, rtol=rtol, equal_nan=True) if isinstance(
                a, Tensor
            ) else None

    checks |= {"test_autograd_registration": gradients, "test_faketensor": fake, "test_aot_dispatch_dynamic": traced}
    results = {}
    for name in [test_utils] if isinstance(test_utils, str) else test_utils or checks:
        try:
            checks[name]()
            results[name] = "SUCCESS"
        except Exception as error:
            if raise_exception:
                raise OpCheckError(
                    f"opcheck(op, ...): {name} failed with {error} (scroll up for stack trace)"
                ) from error
            results[name] = error
    return results


def fallthrough_kernel():
    """Stands for a kernel that hands on to the next. Source: PyTorch, torch.library.fallthrough_kernel."""
    raise NotImplementedError("fallthrough_kernel() should never be called.")
