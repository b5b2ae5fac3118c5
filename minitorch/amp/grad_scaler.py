"""grad_scaler: GradScaler: a loss made larger, so that its gradients in float16 do not become 0 (shelf)."""

import math
import warnings

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
        self, device="cuda", init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True
    ):  # fmt: skip
        self._device, self._enabled = device, enabled
        if device == "cuda" and enabled and not cuda_is_available():
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
            self._enabled = False
        self._scale, self._growth_tracker = float(init_scale), 0  # the second: good steps since the scale has changed
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval = growth_interval
        self._stages: dict = {}  # id of an optimizer -> how far it is
        self._bad: dict = {}  # id of an optimizer -> whether one of its gradients is infinite or nan

    # --- scaling -----------------------------------------------------------------------------------------------------

    def scale(self, outputs):
        """A tensor times the scale; or an iterable of them, each times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            return outputs * self._scale
        return type(outputs)([self.scale(one) for one in outputs])

    @no_grad()
    def unscale_(self, optimizer):
        """Divide the gradients of an optimizer's parameters by the scale, for instance to clip them; step does it otherwise.

        Errors: RuntimeError for a second time before update(), ValueError for gradients in float16.
        """
        if not self._enabled:
            return
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

        Errors: RuntimeError for a closure and for a second time before update(), AssertionError without gradients.
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
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
        """Change the scale after all steps: as they have gone, or to a new one. Errors: AssertionError when there was none."""
        if not self._enabled:
            return
        if new_scale is not None:
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
        """Go on from where state_dict was called; one of a scaler that was off holds nothing."""
        if not self._enabled or not state_dict:
            return
        self._scale, self._growth_tracker = state_dict["scale"], state_dict["_growth_tracker"]
        self._growth_factor, self._backoff_factor = state_dict["growth_factor"], state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
