"""backward_hooks: full backward hooks and backward pre-hooks of a module (core).

They see, and may replace, the gradients of a module's outputs and inputs. The graph has nodes for operations, and none for
a module. So a call with hooks records two more nodes that compute nothing: all inputs pass through the first, all outputs
through the second. In the backward pass, the second has the gradients of the outputs, and the first those of the inputs.
"""

import warnings
from collections import OrderedDict

from ..._lazy import load
from ..._tensor import Tensor
from ...autograd.function import Function
from ...graph.grad_mode import is_grad_enabled
from .call import Call, _global_forward_hooks_always_called, register

_global_backward_pre_hooks: OrderedDict = OrderedDict()
_global_backward_hooks: OrderedDict = OrderedDict()

MIXED = (
    "Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one of them."
)


class BackwardHooks(Call):
    """The fifth class of Module: hooks for gradients."""

    _fresh = Call._fresh | {
        "_backward_pre_hooks": OrderedDict,
        "_backward_hooks": OrderedDict,
        "_is_full_backward_hook": lambda: None,
    }

    def __call__(self, *args, **kwargs):
        """Also call with hooks if there are only backward hooks; otherwise as lesson 14 does it."""
        if self._forward_hooks_always_called or _global_forward_hooks_always_called:
            return load("minitorch.nn.module.always_call").call(self, args, kwargs)
        if self._backward_hooks or self._backward_pre_hooks or _global_backward_hooks or _global_backward_pre_hooks:
            return self._call_with_hooks(args, kwargs)
        return self._call_impl(*args, **kwargs)

    def _call_with_hooks(self, args, kwargs):
        """The result of a call with hooks. The two nodes are made only if there are backward hooks."""
        hook = self._new_backward_hook()
        args, kwargs = self._run_forward_pre_hooks(args, kwargs)
        if hook is not None:
            args = hook.setup_input_hook(args)
        result = self._run_forward_hooks(args, kwargs, self.forward(*args, **kwargs))
        return result if hook is None else hook.setup_output_hook(result)

    def _new_backward_hook(self):
        """A BackwardHook for one call, with the hooks for all modules first; None if there are no backward hooks."""
        user_hooks = [*_global_backward_hooks.values(), *self._backward_hooks.values()]
        user_pre_hooks = [*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]
        return BackwardHook(self, user_hooks, user_pre_hooks) if user_hooks or user_pre_hooks else None

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Call `hook(module, grad_output)` before the backward pass of the module; what it returns replaces grad_output.

        Source: PyTorch, torch.nn.Module.register_full_backward_pre_hook.
        """
        return register(self._backward_pre_hooks, hook, prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """Call `hook(module, grad_input, grad_output)` when the gradients of the module's inputs are complete.

        Both are tuples with one entry for each positional argument, or result, and None where it has no gradient. A
        tuple that the hook returns replaces grad_input.

        >>> import minitorch as mt
        >>> class Double(mt.nn.Module):
        ...     def forward(self, x):
        ...         return 2 * x
        >>> double, x = Double(), mt.tensor([1.0], requires_grad=True)
        >>> handle = double.register_full_backward_hook(lambda module, grad_in, grad_out: print(grad_in, grad_out))
        >>> double(x).sum().backward()
        (tensor([2.]),) (tensor([1.]),)

        Errors: RuntimeError if the module has a hook of the old kind.
        Source: PyTorch, torch.nn.Module.register_full_backward_hook.
        """
        if self._is_full_backward_hook is False:
            raise RuntimeError(MIXED)
        self._is_full_backward_hook = True
        return register(self._backward_hooks, hook, prepend)

    def register_backward_hook(self, hook):
        """The old kind, deprecated: `hook(module, grad_input, grad_output)` sees one node, and not the module."""
        return load("minitorch.nn.module.legacy_hooks").register_backward_hook(self, hook)


class BackwardHookFunction(Function):
    """Returns the tensors as they are. Its backward returns what `hook(gradients)` returns, a tuple with one for each."""

    @staticmethod
    def forward(ctx, hook, *tensors):
        ctx.hook = hook
        ctx.set_materialize_grads(False)
        return tensors

    @staticmethod
    def backward(ctx, *gradients):
        return None, *ctx.hook(gradients)


def apply_on_tensors(values, hook):
    """Pass the tensors in the tuple `values` that require a gradient through one node, with this hook.

    Returns (a tuple of all values, the list of the indices of those that passed through). If none of them requires a
    gradient, or recording is off, returns (values, None).
    """
    indices = [i for i, value in enumerate(values) if isinstance(value, Tensor) and value.requires_grad]
    if not indices or not is_grad_enabled():
        return values, None
    passed = BackwardHookFunction.apply(hook, *[values[i] for i in indices])
    at_index = dict(zip(indices, passed, strict=True))
    return tuple([at_index.get(i, value) for i, value in enumerate(values)]), indices


def pack_with_none(indices, gradients, count):
    """A tuple with `count` entries: each gradient at its index, None everywhere else."""
    at_index = dict(zip(indices, gradients, strict=True))
    return tuple([at_index.get(i) for i in range(count)])


class BackwardHook:
    """The backward hooks of one call of a module.

    It keeps no argument and no result. The result has a node, and the node has this object. If it had the result, the three
    would be a reference cycle, and the graph would stay in memory until the garbage collector runs.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module, self.user_hooks, self.user_pre_hooks = module, user_hooks, user_pre_hooks
        self.n_inputs = self.n_outputs = 0
        self.input_tensors_index = self.output_tensors_index = None
        self.grad_output = None  # kept between the two nodes

    def setup_input_hook(self, args):
        """The arguments, passed through a node that calls on_grad_input."""
        self.n_inputs = len(args)
        args, self.input_tensors_index = apply_on_tensors(args, self.on_grad_input)
        return args

    def setup_output_hook(self, result):
        """The result, passed through a node that calls on_grad_output. It is one value, or a tuple of values."""
        results = as_tuple(result)
        self.n_outputs = len(results)
        results, self.output_tensors_index = apply_on_tensors(results, self.on_grad_output)
        return like(result, results)

    def on_grad_output(self, gradients):
        """Call the pre-hooks. Takes and returns a tuple, with one gradient for each result that passed through the node."""
        grad_output = pack_with_none(self.output_tensors_index, gradients, self.n_outputs)
        for hook in self.user_pre_hooks:
            grad_output = replace(grad_output, hook(self.module, grad_output), "grad_output")
        if self.input_tensors_index is None:
            call_without_inputs(self, grad_output)
        else:
            self.grad_output = grad_output
        return tuple([grad_output[i] for i in self.output_tensors_index])

    def on_grad_input(self, gradients):
        """Call the full hooks. Takes and returns a tuple, with one gradient for each argument that passed through the node."""
        if self.grad_output is None:
            return gradients
        grad_input = pack_with_none(self.input_tensors_index, gradients, self.n_inputs)
        for hook in self.user_hooks:
            grad_input = replace(grad_input, hook(self.module, grad_input, self.grad_output), "grad_input")
        self.grad_output = None
        return tuple([grad_input[i] for i in self.input_tensors_index])


# --- rare cases, and the wording of errors ----------------------------------------------------------------------------


def replace(gradients, returned, name):
    """The gradients after a hook: as they are if it returned None, otherwise what it returned, as a tuple."""
    if returned is None:
        return gradients
    if len(returned) != len(gradients):
        kind = {"grad_input": "Backward hook", "grad_output": "Backward pre hook"}[name]
        raise RuntimeError(
            f"{kind} returned an invalid number of {name}, got {len(returned)}, but expected {len(gradients)}"
        )
    return tuple(returned)


def like(result, values):
    """The values in a tuple of the class of `result`, which may be a named tuple; the only one, if it is not a tuple."""
    if not isinstance(result, tuple):
        return values[0]
    return result._make(values) if hasattr(result, "_make") else type(result)(values)


def as_tuple(result):
    """The result in a tuple, unless it is one. Warns about a list or a dictionary: backward hooks do not see what is in it."""
    if not isinstance(result, (Tensor, tuple)):
        warnings.warn(
            "For backward hooks to be called, module output should be a Tensor or a tuple of "
            f"Tensors but received {type(result)}",
            stacklevel=5,
        )
    return result if isinstance(result, tuple) else (result,)


def call_without_inputs(backward_hook, grad_output):
    """No input requires a gradient, so on_grad_input is never called. Call the full hooks now, with None for each input."""
    warnings.warn(
        "Full backward hook is firing when gradients are computed with respect to module outputs "
        "since no inputs require gradients. See register_full_backward_hook for more details.",
        stacklevel=6,
    )
    for hook in backward_hook.user_hooks:
        returned = hook(backward_hook.module, (None,) * backward_hook.n_inputs, grad_output)
        only_none = isinstance(returned, tuple) and all(one is None for one in returned)
        if returned is not None and not only_none:
            raise RuntimeError(
                "Backward hook for Modules where no input requires gradient should always return "
                "None or None for all gradients."
            )


# --- for every module -------------------------------------------------------------------------------------------------


def register_module_full_backward_pre_hook(hook):
    """A full backward pre-hook for every module."""
    return register(_global_backward_pre_hooks, hook)


def register_module_full_backward_hook(hook):
    """A full backward hook for every module."""
    return register(_global_backward_hooks, hook)
