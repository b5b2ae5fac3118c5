"""grad_scaler: GradScaler: a loss made larger, so that its gradients in float16 do not become 0 (shelf)."""

import warnings
from collections import abc, defaultdict
from enum import Enum

from .._tensor import Tensor
from ..backend import cuda_is_available
from ..creation.zeros import full
from ..dtypes import float16, float32, int32
from ..graph.grad_mode import no_grad
from ..ops.comparison.isclose import isfinite


class OptState(Enum):
    """How far a scaler is with an optimizer since the last update."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


def _refresh_per_optimizer_state():
    return {"stage": OptState.READY, "found_inf_per_device": {}}


class GradScaler:
    """Multiplies losses by a scale, divides gradients by it, and looks for a scale that is large and yet overflows rarely.

    device           "cpu", or "cuda", which turns itself off without a GPU
    init_scale       the scale at the beginning
    growth_factor    by what it is multiplied when growth_interval steps on end had finite gradients
    backoff_factor   by what it is multiplied when a gradient is infinite or nan; that step is left out
    growth_interval  after how many steps it grows
    enabled          False: every method passes on what it gets

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer, scaler = mt.optim.SGD([w], lr=0.5), mt.amp.GradScaler("cpu", init_scale=8.0)
    >>> scaler.scale((w * w).sum()).backward()
    >>> w.grad
    tensor([16.])
    >>> scaler.step(optimizer)
    >>> scaler.update()
    >>> w, scaler.get_scale()
    (tensor([0.], requires_grad=True), 8.0)

    Errors: RuntimeError for calls in another order than scale, backward, unscale_, step, update.
    Source: Micikevicius et al., 2017; PyTorch, torch.amp.GradScaler.
    """

    def __init__(
        self,
        device="cuda",
        init_scale=2.0**16,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        self._device, self._enabled = device, enabled
        if device == "cuda" and enabled and not cuda_is_available():
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
            self._enabled = False
        if not self._enabled:
            return
        if growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._init_scale, self._scale = init_scale, None
        self._growth_factor, self._backoff_factor, self._growth_interval = (
            growth_factor,
            backoff_factor,
            growth_interval,
        )
        self._init_growth_tracker, self._growth_tracker = 0, None
        self._per_optimizer_states = defaultdict(_refresh_per_optimizer_state)

    # --- scaling -----------------------------------------------------------------------------------------------------

    def scale(self, outputs):
        """A tensor times the scale; or an iterable of them, each times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            if self._scale is None:
                self._lazy_init_scale_growth_tracker(outputs.device)
            return outputs * self._scale.to(outputs.device)
        if isinstance(outputs, abc.Iterable):
            parts = map(self.scale, outputs)
            return type(outputs)(parts) if isinstance(outputs, (list, tuple)) else parts
        raise ValueError("outputs must be a Tensor or an iterable of Tensors")

    def _lazy_init_scale_growth_tracker(self, dev):
        """Make the scale and the count of good steps, on the device of the first loss."""
        self._scale = full((), self._init_scale, dtype=float32, device=dev)
        self._growth_tracker = full((), self._init_growth_tracker, dtype=int32, device=dev)

    def _check_scale_growth_tracker(self, funcname):
        """Raise for a method that is called before the first scale."""
        for name, value in (("_scale", self._scale), ("_growth_tracker", self._growth_tracker)):
            if value is None:
                raise AssertionError(
                    f"Attempted {funcname} but {name} is None.  This may indicate your script did not use "
                    "scaler.scale(loss or outputs) earlier in the iteration."
                )
        return self._scale, self._growth_tracker

    def _unscale_grads_(self, optimizer, inv_scale):
        """Multiply all gradients in place, and note whether one is infinite or nan; {device: 1.0 if so}."""
        found = {}
        with no_grad():
            for grad in [p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None]:
                if grad.dtype is float16:
                    raise ValueError("Attempting to unscale FP16 gradients.")
                bad = found.setdefault(grad.device, full((), 0.0, dtype=float32, device=grad.device))
                if not isfinite(grad).all():
                    bad.fill_(1.0)
                grad.mul_(inv_scale.to(grad.device))
        return found

    def unscale_(self, optimizer):
        """Divide the gradients of an optimizer's parameters by the scale, for instance to clip them; step does it otherwise.

        Errors: RuntimeError for a second time before update(), ValueError for gradients in float16.
        """
        if not self._enabled:
            return
        self._check_scale_growth_tracker("unscale_")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        inverse = self._scale.double().reciprocal().float()
        state["found_inf_per_device"] = self._unscale_grads_(optimizer, inverse)
        state["stage"] = OptState.UNSCALED

    def step(self, optimizer, *args, **kwargs):
        """Let an optimizer take its step, unless a gradient is infinite or nan. Returns what its step returns, or None.

        Errors: RuntimeError for a closure, and for a second time before update().
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._check_scale_growth_tracker("step")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if state["stage"] is OptState.READY:
            self.unscale_(optimizer)
        if len(state["found_inf_per_device"]) == 0:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        bad = any(found.item() for found in state["found_inf_per_device"].values())
        result = None if bad else optimizer.step(*args, **kwargs)
        state["stage"] = OptState.STEPPED
        return result

    def update(self, new_scale=None):
        """Change the scale, after the steps of all optimizers: as they have gone, or to a new one.

        Errors: AssertionError when no step was taken, or for a new_scale of several numbers.
        """
        if not self._enabled:
            return
        scale, tracker = self._check_scale_growth_tracker("update")
        if isinstance(new_scale, Tensor):
            if new_scale.device.type != self._device or new_scale.numel() != 1 or new_scale.requires_grad:
                raise AssertionError(
                    "new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor with "
                    "requires_grad=False."
                )
            scale.copy_(new_scale)
        elif new_scale is not None:
            scale.fill_(new_scale)
        else:
            found = [
                bad for state in self._per_optimizer_states.values() for bad in state["found_inf_per_device"].values()
            ]
            if len(found) == 0:
                raise AssertionError("No inf checks were recorded prior to update.")
            self._grow(scale, tracker, any(bad.item() for bad in found))
        self._per_optimizer_states = defaultdict(_refresh_per_optimizer_state)

    def _grow(self, scale, tracker, bad):
        """Make the scale smaller after an overflow, and larger after enough steps without one."""
        with no_grad():
            if bad:
                scale.mul_(self._backoff_factor)
                tracker.zero_()
            elif tracker.item() + 1 < self._growth_interval:
                tracker.add_(1)
            else:
                grown = scale * self._growth_factor
                if isfinite(grown).all():
                    scale.copy_(grown)
                tracker.zero_()

    # --- what it is --------------------------------------------------------------------------------------------------

    def get_scale(self):
        """The scale, a number; 1.0 when it is off."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self):
        """By what the scale is multiplied to grow."""
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        """Choose it."""
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        """By what the scale is multiplied after an overflow."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        """Choose it."""
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        """After how many good steps the scale grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        """Choose it."""
        self._growth_interval = new_interval

    def _get_growth_tracker(self):
        if not self._enabled:
            return 0
        return self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item()

    def is_enabled(self):
        """Whether it is on."""
        return self._enabled

    # --- saving and loading ------------------------------------------------------------------------------------------

    def state_dict(self):
        """The scale, how it changes, and how many good steps there were; {} when it is off."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(), "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval, "_growth_tracker": self._get_growth_tracker(),
        }  # fmt: skip

    def load_state_dict(self, state_dict):
        """Go on from where state_dict was called. Errors: RuntimeError for the empty one of a scaler that was off."""
        if not self._enabled:
            return
        if len(state_dict) == 0:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler."
            )
        self._init_scale, self._init_growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
        if self._growth_tracker is not None:
            self._growth_tracker.fill_(self._init_growth_tracker)
        self._growth_factor, self._backoff_factor = state_dict["growth_factor"], state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
