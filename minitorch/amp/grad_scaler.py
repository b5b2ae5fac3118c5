"""grad_scaler: GradScaler: a loss made larger, so that its gradients in float16 do not become 0 (shelf)."""

import math
import warnings
from collections.abc import Iterable

from .._tensor import Tensor
from ..backend import cuda_is_available
from ..dtypes import float16
from ..graph.grad_mode import no_grad
from ..ops.comparison.isclose import isfinite

UNSCALED, STEPPED = "unscaled", "stepped"  # how far a scaler is with an optimizer since the last update


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
        if growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._scale, self._growth_tracker = float(init_scale), 0  # the second: good steps since the scale has changed
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval, self._used = growth_interval, False
        self._stages: dict = {}  # id of an optimizer -> how far it is
        self._bad: dict = {}  # id of an optimizer -> whether one of its gradients is infinite or nan

    # --- scaling -----------------------------------------------------------------------------------------------------

    def scale(self, outputs):
        """A tensor times the scale; or an iterable of them, each times the scale."""
        if not self._enabled:
            return outputs
        self._used = True
        if isinstance(outputs, Tensor):
            return outputs * self._scale
        if isinstance(outputs, Iterable):
            parts = map(self.scale, outputs)
            return type(outputs)(parts) if isinstance(outputs, (list, tuple)) else parts
        raise ValueError("outputs must be a Tensor or an iterable of Tensors")

    def _check_used(self, name):
        """Raise for a method that is called before the first scale."""
        if not self._used:
            raise AssertionError(
                f"Attempted {name} but _scale is None.  This may indicate your script did not use scaler.scale(loss or "
                "outputs) earlier in the iteration."
            )

    @no_grad()
    def unscale_(self, optimizer):
        """Divide the gradients of an optimizer's parameters by the scale, for instance to clip them; step does it otherwise.

        Errors: RuntimeError for a second time before update(), ValueError for gradients in float16.
        """
        if not self._enabled:
            return
        self._check_used("unscale_")
        stage = self._stages.get(id(optimizer))
        if stage is UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if stage is STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        grads = [p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None]
        if any(grad.dtype is float16 for grad in grads):
            raise ValueError("Attempting to unscale FP16 gradients.")
        for grad in grads:
            self._bad[id(optimizer)] = self._bad.get(id(optimizer), False) or not isfinite(grad).all().item()
            grad.mul_(1.0 / self._scale)
        self._stages[id(optimizer)] = UNSCALED

    def step(self, optimizer, *args, **kwargs):
        """Let an optimizer take its step, unless a gradient is infinite or nan. Returns what its step returns, or None.

        Errors: RuntimeError for a closure, and for a second time before update().
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._check_used("step")
        stage = self._stages.get(id(optimizer))
        if stage is STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if stage is None:
            self.unscale_(optimizer)
        if id(optimizer) not in self._bad:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = None if self._bad[id(optimizer)] else optimizer.step(*args, **kwargs)
        self._stages[id(optimizer)] = STEPPED
        return result

    def update(self, new_scale=None):
        """Change the scale, after the steps of all optimizers: as they have gone, or to a new one.

        Errors: AssertionError when no step was taken, or for a new_scale of several numbers.
        """
        if not self._enabled:
            return
        self._check_used("update")
        if new_scale is not None:
            if isinstance(new_scale, Tensor) and (new_scale.numel() != 1 or new_scale.requires_grad):
                raise AssertionError("new_scale should be a float or a 1-element tensor with requires_grad=False.")
            self._scale = float(new_scale)
        elif not self._bad:
            raise AssertionError("No inf checks were recorded prior to update.")
        elif any(self._bad.values()):
            self._scale, self._growth_tracker = self._scale * self._backoff_factor, 0
        else:
            self._growth_tracker += 1
            if self._growth_tracker == self._growth_interval:
                grown, self._growth_tracker = self._scale * self._growth_factor, 0
                self._scale = grown if math.isfinite(grown) else self._scale
        self._stages, self._bad = {}, {}

    # --- what it is --------------------------------------------------------------------------------------------------

    def get_scale(self):
        """The scale, a number; 1.0 when it is off."""
        return self._scale if self._enabled else 1.0

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
            "growth_interval": self._growth_interval, "_growth_tracker": self._growth_tracker,
        }  # fmt: skip

    def load_state_dict(self, state_dict):
        """Go on from where state_dict was called. Errors: RuntimeError for the empty one of a scaler that was off."""
        if not self._enabled:
            return
        if len(state_dict) == 0:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler."
            )
        self._scale, self._growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        self._growth_factor, self._backoff_factor = state_dict["growth_factor"], state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
