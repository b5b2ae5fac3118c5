"""backward_hooks: functions of yours that see, and may replace, the gradients of what went into and came out of a module.

A gradient belongs to a step of the graph, not to a module. So around a module with hooks two steps are recorded that do
nothing: one that all inputs pass, one that all outputs pass. When the backward pass comes to the second, the gradients
of the outputs are complete; when it comes to the first, those of the inputs are. The older kind of hook has no such
steps: it hangs on the last step inside, and sees that step's gradients instead of the module's.
"""

import warnings
from collections import OrderedDict
from functools import partial, update_wrapper

from ..._tensor import Tensor
from ...autograd.function import Function
from ...graph.mode import is_grad_enabled
from . import call
from .call import Call, register

_global_backward_pre_hooks: OrderedDict = OrderedDict()
_global_backward_hooks: OrderedDict = OrderedDict()
_global_is_full_backward_hook = None

MIXED = (
    "Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one of them."
)
MIXED_GLOBAL = "Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only one of them."
OLD = "is deprecated and will be removed in future versions. This hook will be missing some"
NEW = "Please use register_full_backward_hook to get the documented behavior."


class BackwardHooks(Call):
    """The fifth rung of Module: hooks for gradients."""

    _fresh = Call._fresh | {
        "_backward_pre_hooks": OrderedDict,
        "_backward_hooks": OrderedDict,
        "_is_full_backward_hook": lambda: None,
    }

    def _call_impl(self, *args, **kwargs):
        if (
            self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or self._backward_pre_hooks
            or call._global_forward_hooks or call._global_forward_pre_hooks
            or _global_backward_hooks or _global_backward_pre_hooks
        ):  # fmt: skip
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def _watch_backward(self):
        full, legacy = self._get_backward_hooks()
        before = self._get_backward_pre_hooks()
        return Watch(self, full, before, legacy) if full or before or legacy else None

    def _get_backward_hooks(self):
        """(the full hooks, the legacy ones), the global ones first."""
        found = {True: [], False: [], None: []}
        found[_global_is_full_backward_hook] += _global_backward_hooks.values()
        found[self._is_full_backward_hook] += self._backward_hooks.values()
        return found[True], found[False]

    def _get_backward_pre_hooks(self):
        return [*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Call `hook(module, grad_output)` before the backward pass enters the module; what it returns replaces grad_output.

        Source: PyTorch, torch.nn.Module.register_full_backward_pre_hook.
        """
        return register(self._backward_pre_hooks, hook, prepend=prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """Call `hook(module, grad_input, grad_output)` when the gradients of the inputs are there.

        Both are tuples with a place per positional argument, or output, and None where it was no tensor. A tuple that
        the hook returns takes the place of grad_input.

        >>> import minitorch as mt
        >>> class Double(mt.nn.Module):
        ...     def forward(self, x):
        ...         return 2 * x
        >>> double, x = Double(), mt.tensor([1.0], requires_grad=True)
        >>> handle = double.register_full_backward_hook(lambda module, inner, outer: print(inner, outer))
        >>> double(x).sum().backward()
        (tensor([2.]),) (tensor([1.]),)

        Errors: RuntimeError when the module has a hook of the older kind.
        Source: PyTorch, torch.nn.Module.register_full_backward_hook.
        """
        if self._is_full_backward_hook is False:
            raise RuntimeError(MIXED)
        self._is_full_backward_hook = True
        return register(self._backward_hooks, hook, prepend=prepend)

    def register_backward_hook(self, hook):
        """The older kind: `hook(module, grad_input, grad_output)` for the last step that was recorded inside the module.

        For a module that does more than one step, grad_input is not the gradient of its input.
        Source: PyTorch, torch.nn.Module.register_backward_hook, deprecated there in favour of register_full_backward_hook.
        """
        if self._is_full_backward_hook is True:
            raise RuntimeError(MIXED)
        self._is_full_backward_hook = False
        return register(self._backward_hooks, hook)


class BackwardHookFunction(Function):
    """A step that hands on what it is given: a place in the graph where gradients can be seen together."""

    @staticmethod
    def forward(ctx, *tensors):
        ctx.mark_non_differentiable(*[x for x in tensors if not x.requires_grad])
        return tensors

    @staticmethod
    def backward(ctx, *gradients):
        return gradients


class Watch:
    """One call of a module, watched for its backward pass."""

    def __init__(self, module, full, before, legacy):
        self.module, self.full, self.before, self.legacy = module, full, before, legacy
        self.count = 0  # of the positional arguments
        self.places = None  # of the tensors among them, when a gradient flows to any
        self.outer = None  # the gradients of the outputs, from their arrival until those of the inputs are there

    def take_inputs(self, args):
        if self.full or self.before:
            self.count = len(args)
            args, self.places = passed(args, self._on_inputs)
        return args

    def take_outputs(self, args, result):
        if self.full or self.before:
            if not isinstance(result, (Tensor, tuple)):
                warnings.warn(
                    "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
                    f"received {type(result)}",
                    stacklevel=5,
                )
            whole = result if isinstance(result, tuple) else (result,)
            count = len(whole)  # not `whole` itself: the hook would keep the results, whose node keeps the hook
            whole, places = passed(whole, lambda inner, outer: self._on_outputs(outer, places, count))
            result = whole if isinstance(result, tuple) else whole[0]
        if self.legacy:
            self._hang_legacy(args, result)
        return result

    def _on_outputs(self, arrived, places, count):
        """The gradients of the outputs are complete: the pre-hooks, and the hooks if no gradient will reach an input."""
        self.outer = spread(places, arrived, count)
        for hook in self.before:
            found = hook(self.module, self.outer)
            if found is None:
                continue
            if len(found) != count:
                raise RuntimeError(
                    f"Backward pre hook returned an invalid number of grad_output, got {len(found)}, but expected {count}"
                )
            self.outer = tuple(found)
        outer = self.outer
        if self.places is None:
            self._without_inputs()
        return tuple([outer[place] for place in places])

    def _without_inputs(self):
        warnings.warn(
            "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
            "require gradients. See register_full_backward_hook for more details.",
            stacklevel=5,
        )
        for hook in self.full:
            found = hook(self.module, (None,) * self.count, self.outer)
            if found is not None and not (isinstance(found, tuple) and all(one is None for one in found)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always return None or None for "
                    "all gradients."
                )
        self.outer = None

    def _on_inputs(self, inner, outer):
        """The gradients of the inputs are there: the hooks."""
        if self.outer is None:
            return None  # they came by another way than through the outputs
        inner = spread(self.places, inner, self.count)
        for hook in self.full:
            found = hook(self.module, inner, self.outer)
            if found is None:
                continue
            if len(found) != self.count:
                raise RuntimeError(
                    f"Backward hook returned an invalid number of grad_input, got {len(found)}, but expected {self.count}"
                )
            inner = tuple(found)
        self.outer = None
        return tuple([inner[place] for place in self.places])

    def _hang_legacy(self, args, result):
        last = first_tensor(result).grad_fn
        if last is None:
            return
        for hook in self.legacy:
            last.register_hook(update_wrapper(partial(hook, self.module), hook))
        said = what_legacy_hooks_miss(args, result, last)
        if said:
            warnings.warn(said, FutureWarning, stacklevel=6)


def passed(values, hook):
    """(values with their tensors passed through one step that has `hook`, the places of the tensors).

    Nothing is recorded, and the places are None, when no gradient flows.
    """
    places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
    if not (is_grad_enabled() and any(values[place].requires_grad for place in places)):
        return values, None
    tensors = BackwardHookFunction.apply(*[values[place] for place in places])
    next(x.grad_fn for x in tensors if x.grad_fn is not None).register_hook(hook)
    new = list(values)
    for place, tensor in zip(places, tensors, strict=True):
        new[place] = tensor
    return (tuple(new) if type(values) is tuple else type(values)(*new)), places


def spread(places, values, count):
    """A tuple of `count`, with the values at their places and None elsewhere."""
    whole = [None] * count
    for place, value in zip(places, values, strict=True):
        whole[place] = value
    return tuple(whole)


def first_tensor(result):
    while not isinstance(result, Tensor):
        result = next(v for v in result.values() if isinstance(v, Tensor)) if isinstance(result, dict) else result[0]
    return result


def what_legacy_hooks_miss(args, result, last):
    """What a hook of the older kind will not see of this module, in PyTorch's words; "" when it sees everything."""
    results = (result,) if isinstance(result, Tensor) else result
    if not (isinstance(results, tuple) and all(isinstance(one, Tensor) for one in results)):
        return (
            "Using non-full backward hooks on a Module that does not return a single Tensor or a tuple of Tensors "
            f"{OLD} of the grad_output. {NEW}"
        )
    if not all(isinstance(one, Tensor) for one in args):
        return (
            "Using non-full backward hooks on a Module that does not take as input a single Tensor or a tuple of Tensors "
            f"{OLD} of the grad_input. {NEW}"
        )
    steps = {one.grad_fn for one in results if one.grad_fn is not None}
    if len(steps) > 1:
        return f"Using a non-full backward hook when outputs are generated by different autograd Nodes {OLD} grad_output. {NEW}"
    if {one.grad_fn for one in args if one.grad_fn is not None} != {node for node, _ in last.next_functions}:
        return (
            f"Using a non-full backward hook when the forward contains multiple autograd Nodes {OLD} grad_input. {NEW}"
        )
    return ""


# --- for every module -------------------------------------------------------------------------------------------------


def register_module_full_backward_pre_hook(hook):
    """A full backward pre-hook for every module."""
    return register(_global_backward_pre_hooks, hook)


def register_module_full_backward_hook(hook):
    """A full backward hook for every module. Errors: RuntimeError when there are global hooks of the older kind."""
    return _register_global(hook, True)


def register_module_backward_hook(hook):
    """A backward hook of the older kind for every module. Errors: RuntimeError when there are global full hooks."""
    return _register_global(hook, False)


def _register_global(hook, full):
    global _global_is_full_backward_hook
    if _global_is_full_backward_hook is (not full):
        raise RuntimeError(MIXED_GLOBAL)
    _global_is_full_backward_hook = full
    return register(_global_backward_hooks, hook)
