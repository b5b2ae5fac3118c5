"""backward_hooks: full backward hooks and backward pre-hooks of a module, and the legacy backward hooks (core).

They see, and may replace, the gradients of what went into the module and of what came out of it. A gradient
belongs to a step of the graph, not to a module. So around a module with hooks two steps are recorded that do nothing:
one that all inputs pass, one that all outputs pass. When the backward pass comes to the second, the gradients of the
outputs are complete; when it comes to the first, those of the inputs are. The legacy kind of hook has no such steps: it
hangs on the last step inside, and sees that step's gradients instead of the module's.
"""

import warnings
from collections import OrderedDict
from functools import partial, update_wrapper

from ..._lazy import load
from ..._tensor import Tensor
from ...autograd.function import Function
from ...graph.grad_mode import is_grad_enabled
from .call import Call, register

_global_backward_pre_hooks: OrderedDict = OrderedDict()
_global_backward_hooks: OrderedDict = OrderedDict()
_global_is_full_backward_hook = None

MIXED = (
    "Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one of them."
)
MIXED_GLOBAL = "Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only one of them."


class BackwardHooks(Call):
    """The fifth class of Module: hooks for gradients."""

    _fresh = Call._fresh | {
        "_backward_pre_hooks": OrderedDict,
        "_backward_hooks": OrderedDict,
        "_is_full_backward_hook": lambda: None,
    }

    def __call__(self, *args, **kwargs):
        """Also call with hooks if there are only backward hooks; otherwise as lesson 14 does it."""
        if self._backward_hooks or self._backward_pre_hooks or _global_backward_hooks or _global_backward_pre_hooks:
            return self._call_with_hooks(args, kwargs)
        return self._call_impl(*args, **kwargs)

    def _call_with_hooks(self, args, kwargs):
        """As lesson 14 does it. The backward hooks see the arguments and the result that forward hooks leave."""
        watch, legacy = self._watch_backward()
        args, kwargs = self._run_forward_pre_hooks(args, kwargs)
        if watch is not None:
            args = watch.take_inputs(args)
        result = self._run_forward_hooks(args, kwargs, self.forward(*args, **kwargs))
        if watch is not None:
            result = watch.take_outputs(result)
        if legacy:
            hang_legacy(self, legacy, args, result)
        return result

    def _watch_backward(self):
        """(what watches this call for the backward hooks, or None where there are none; the legacy hooks)."""
        full, legacy = self._get_backward_hooks()
        before = self._get_backward_pre_hooks()
        return (Watch(self, full, before) if full or before else None), legacy

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
    """One call of a module, watched for its backward pass.

    It keeps no argument and no result: the tensors hold their steps, and the steps hold its methods. A tensor kept here
    would make that a cycle, and nothing of the call would be freed before the cycle collector runs.
    """

    def __init__(self, module, full, before):
        self.module, self.full, self.before = module, full, before
        self.inputs = self.outputs = 0  # how many arguments and results there are
        self.input_places = self.output_places = None  # of the tensors among them, when a gradient flows to any
        self.outer = None  # grad_output, from its arrival until grad_input is there

    def take_inputs(self, args):
        """The arguments, their tensors passed through one step that calls _on_inputs."""
        self.inputs = len(args)
        args, self.input_places = passed(args, self._on_inputs)
        return args

    def take_outputs(self, result):
        """The result, its tensors passed through one step that calls _on_outputs."""
        warn_unless_tensors(result)
        whole = result if isinstance(result, tuple) else (result,)
        self.outputs = len(whole)
        whole, self.output_places = passed(whole, self._on_outputs)
        return whole if isinstance(result, tuple) else whole[0]

    def _on_outputs(self, _, outer):
        """grad_output is complete: the pre-hooks see it, and may replace it."""
        outer = spread(self.output_places, outer, self.outputs)
        for hook in self.before:
            outer = replaced(outer, hook(self.module, outer), "Backward pre hook", "grad_output")
        if self.input_places is None:
            run_without_inputs(self, outer)
        else:
            self.outer = outer
        return tuple([outer[place] for place in self.output_places])

    def _on_inputs(self, inner, _):
        """grad_input is complete as well: the full hooks see both, and may replace it."""
        if self.outer is None:
            return None  # it came by another way than through the outputs
        inner = spread(self.input_places, inner, self.inputs)
        for hook in self.full:
            inner = replaced(inner, hook(self.module, inner, self.outer), "Backward hook", "grad_input")
        self.outer = None
        return tuple([inner[place] for place in self.input_places])


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


# --- rare cases, and the wording of errors ----------------------------------------------------------------------------


def replaced(gradients, found, who, what):
    """The gradients, or what a hook returned to take their place: as many."""
    if found is None:
        return gradients
    if len(found) != len(gradients):
        raise RuntimeError(
            f"{who} returned an invalid number of {what}, got {len(found)}, but expected {len(gradients)}"
        )
    return tuple(found)


def warn_unless_tensors(result):
    """Warn when a result is neither a tensor nor a tuple: what is in a list or a dictionary passes no step."""
    if not isinstance(result, (Tensor, tuple)):
        warnings.warn(
            "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
            f"received {type(result)}",
            stacklevel=6,
        )


def run_without_inputs(watch, outer):
    """No input has a gradient, so there is no step to wait for: the full hooks run now, with None for each of them."""
    warnings.warn(
        "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
        "require gradients. See register_full_backward_hook for more details.",
        stacklevel=6,
    )
    for hook in watch.full:
        found = hook(watch.module, (None,) * watch.inputs, outer)
        if found is not None and not (isinstance(found, tuple) and all(one is None for one in found)):
            raise RuntimeError(
                "Backward hook for Modules where no input requires gradient should always return None or None for "
                "all gradients."
            )


# --- the legacy kind --------------------------------------------------------------------------------------------------


def hang_legacy(module, hooks, args, result):
    """Hang hooks of the legacy kind on the last step that was recorded inside the module."""
    last = first_tensor(result).grad_fn
    if last is None:
        return
    for hook in hooks:
        last.register_hook(update_wrapper(partial(hook, module), hook))
    said = load("minitorch.nn.module.legacy_hooks").what_legacy_hooks_miss(args, result, last)
    if said:
        warnings.warn(said, FutureWarning, stacklevel=5)


def first_tensor(result):
    while not isinstance(result, Tensor):
        result = next(v for v in result.values() if isinstance(v, Tensor)) if isinstance(result, dict) else result[0]
    return result


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
