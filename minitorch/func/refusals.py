"""refusals: what cannot be done to a tensor inside of vmap, or inside of any transform, in PyTorch's words (shelf)."""

import numpy as np

from .._tensor import Tensor
from .._tower import load
from ..dtypes import INTEGER
from .levels import Slices, made_in, state

ITEM = (
    "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please "
    "try to rewrite what you're doing with other operations. If error is occurring somewhere inside PyTorch internals, "
    "please file a bug report."
)
CONTROL = (
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that yet, "
    "please file an issue at https://github.com/pytorch/pytorch/issues ."
)
PLEASE = "Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature."
DYNAMIC = "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over aten::"
MASK = (
    "vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a "
    "boolean mask."
)
SELECT = (
    "vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this because for each batch "
    f"this would return a differently shaped Tensor. {PLEASE}"
)
POINTER = "Cannot access data pointer of Tensor that doesn't have storage"
STORAGE = "Cannot access storage of BatchedTensorImpl"
BACKWARD = (
    "backward() called inside a functorch transform. This is not supported, please use functorch.grad or functorch.vjp "
    "instead or call backward() outside of functorch transforms."
)
WISH = (
    "You are attempting to call Tensor.requires_grad_() (or perhaps using torch.autograd.functional.* APIs) inside of a "
    "function being transformed by a functorch transform. This is unsupported, please attempt to use the functorch "
    "transforms (e.g. grad, vjp, jacrev, jacfwd, hessian) or call requires_grad_() outside of a function being transformed "
    "instead."
)
STATISTICS = (
    "Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in place, were "
    "not batched.\nIf you are using a module and do not need eval mode, please set `track_running_stats` to be False.If you "
    "are using a prebuilt module and do not need eval mode, please see the functorch website for resources on how to patch "
    "your module to work with vmap"
)
UNCHANGED = (
    "vmap: {name}(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has more "
    "elements than `self`. This happened due to `other` being vmapped over but `self` not being vmapped {where}. Please "
    "try to use out-of-place operators instead of {name}. If said operator is being called inside the PyTorch framework, "
    "please file a bug report instead."
)
VIEW = (
    "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and "
    "gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
    "these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as "
    "the solution."
)
SINGLE = dict.fromkeys("item __int__ __float__ __complex__ __index__ __format__".split(), ITEM)
SINGLE |= dict.fromkeys(("__bool__", "is_nonzero"), CONTROL)
ALWAYS = {name: f"{DYNAMIC}{name}. {PLEASE}" for name in ("nonzero", "unique_consecutive")}
ALWAYS |= {
    "unique": f"{DYNAMIC}_unique2. {PLEASE}", "masked_select": SELECT, "numpy": POINTER, "tolist": POINTER,
    "data_ptr": POINTER, "__array__": POINTER, "data": "accessing `data` under vmap transform is not allowed",
    "allclose": f"vmap over torch.allclose isn't supported yet. {PLEASE}",
    "equal": "Batching rule not implemented for aten::equal. We could not generate a fallback.",
}  # fmt: skip
NO_STORAGE = ("__deepcopy__", "untyped_storage", "storage", "_typed_storage", "__reduce_ex__")
INSIDE_ANY = {"backward": BACKWARD, "requires_grad_": WISH}
# in-place functions that PyTorch's error has other names for, those that broadcast first, and those without "aten::"
ARITHMETIC = frozenset(
    "sub_ mul_ div_ copy_ logical_and_ logical_or_ logical_xor_ clamp_min_ clamp_max_ true_divide_ multiply_ divide_".split()
)
BROADCAST = frozenset("add_ atan2_ arctan2_ copysign_ gcd_ lcm_ bitwise_and_ bitwise_or_ bitwise_xor_".split())
HERE = frozenset("index_put_ index_add_ fill_ index_fill_ scatter_add_ scatter_reduce_".split())
OPERATORS = {"__iadd__": "add_", "__isub__": "sub_", "__imul__": "mul_", "__itruediv__": "div_", "__ipow__": "pow_"}


CAPTURED = (
    "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call in-place operation (aten::{name}) "
    "that would mutate a captured Tensor. This is not supported; please rewrite the function being transformed to explicitly "
    "accept the mutated Tensor(s) as inputs."
)
OPERATORS |= {"__ifloordiv__": "floor_divide_", "__iand__": "__iand__", "__ior__": "__ior__", "__ixor__": "__ixor__"}


def is_inplace(name):
    """Whether a function changes its first argument."""
    name = OPERATORS.get(name, name)
    return name == "__setitem__" or (name.endswith("_") and not name.endswith("__")) or name in OPERATORS


def is_slices(x, level=None):
    return isinstance(x, Tensor) and type(x._array) is Slices and (level is None or x._array.level is level)


def refuse(name, level, args, kwargs):
    """Raise for what a function cannot do inside of vmap; level is None where no argument stands for slices."""
    if name in INSIDE_ANY and args and isinstance(args[0], Tensor):
        raise RuntimeError(INSIDE_ANY[name])
    if is_inplace(name):
        check_captured(name, args, kwargs)
    if level is None:
        if (
            name in ("numpy", "data_ptr", "__array__")
            and made_in(args[0])
            and not (name == "numpy" and args[0].requires_grad)
        ):
            raise RuntimeError(POINTER)
        return
    check_changed(name, level, args)
    x = args[0] if args else None
    if name in SINGLE and x.numel() == 1 and (name != "__index__" or x.dtype.category <= INTEGER):
        if not (name == "item" and len(args) > 1 or name == "__format__" and x.dim()):  # item(x, index) is x[index]
            raise RuntimeError(SINGLE[name])
    if name in ALWAYS:
        raise RuntimeError(ALWAYS[name])
    if name in NO_STORAGE:
        raise NotImplementedError(STORAGE)
    if name in ("tensor", "as_tensor") and isinstance(x, (list, tuple)):
        raise RuntimeError(ITEM)
    if name == "tensor" and is_slices(x):
        raise RuntimeError(VIEW)
    if name == "where" and len(args) + len(kwargs) == 1:
        raise RuntimeError(f"{DYNAMIC}where. {PLEASE}")
    if name in ("__getitem__", "__setitem__"):
        refuse_index(args[1])
    if name == "one_hot" and len(args) + len(kwargs) == 1:
        raise RuntimeError(
            "When vmap-ing torch.nn.functional.one_hot, please provide an explicit positive num_classes argument."
        )
    if isinstance(kwargs.get("out"), Tensor):
        raise RuntimeError(
            f"Batching rule not implemented for aten::{name}.out; the fallback path doesn't work on out= or view ops."
        )
    if name == "batch_norm":
        refuse_statistics(*args, **kwargs)


def refuse_index(index):
    """A mask would choose another number of elements for each slice, and a tensor as a bound would give another length."""
    for one in index if isinstance(index, tuple) else (index,):
        if is_slices(one) and one.dtype.category == 0:
            raise RuntimeError(MASK)
        if isinstance(one, slice) and any([is_slices(x) for x in (one.start, one.stop, one.step)]):
            raise RuntimeError(ITEM)


def refuse_statistics(input, running_mean, running_var, weight=None, bias=None, training=False, *rest, **named):
    """Running statistics would be changed by each slice."""
    known = [x for x in (running_mean, running_var) if x is not None]
    if training and known and not all([is_slices(x) for x in known]):
        raise RuntimeError(STATISTICS)


def check_changed(name, level, args):
    """What is the same for each slice cannot be changed by each of them."""
    name = OPERATORS.get(name, name)
    if not is_inplace(name) or not args or not isinstance(args[0], Tensor) or is_slices(args[0], level):
        return
    where = "over in a vmap"
    if name == "__setitem__":
        name = "inplace arithmetic" if is_slices(args[2]) else "index_put_"
    elif name in ARITHMETIC:
        name = "inplace arithmetic"
    elif name in BROADCAST:
        shape = [level.size, *np.broadcast_shapes(args[0].shape, args[1].shape)]
        raise RuntimeError(f"output with shape {list(args[0].shape)} doesn't match the broadcast shape {shape}")
    elif name == "bernoulli_":
        name = "inplace bernoulli"
    elif name not in HERE:
        name, where = f"aten::{name}", f"over at level {level.number}"
    raise RuntimeError(UNCHANGED.format(name=name, where=where))


def check_captured(name, args, kwargs):
    """What differentiates sees no changes of tensors that the function was not given."""
    if state.levels[-1].kind != "grad" or not args or not isinstance(args[0], Tensor):
        return
    if state.levels[-1] in args[0].__dict__.get("_made_in", ()):
        return
    if name == "__setitem__":
        name, form = "copy_", "default"
    else:
        name = OPERATORS.get(name, name)
        found = load("minitorch.dispatch.overloads").choose(name, args, kwargs) if name in operators() else None
        form = found[0] if found else "default"
        form = {"Scalar": "Tensor"}.get(form, form) if name in ("add_", "sub_", "mul_", "div_") else form
    raise RuntimeError(CAPTURED.format(name=name if form == "default" else f"{name}.{form}"))


def operators():
    """The operators that there are, by name."""
    return load("minitorch.dispatch.overloads").lines()
