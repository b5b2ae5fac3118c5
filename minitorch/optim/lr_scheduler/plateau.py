"""plateau: ReduceLROnPlateau, a learning rate that falls when a number stops to improve (shelf)."""

import math

from .scheduler import LRScheduler, check_start, set_option, values_of


class ReduceLROnPlateau(LRScheduler):
    """The learning rate times `factor` once `step(metrics)` has been told nothing better for more than `patience` steps.

    mode        "min": smaller is better, "max": larger
    threshold   how much better it has to be to count: a part of the best so far (threshold_mode "rel") or a number ("abs")
    cooldown    steps after a reduction in which nothing is counted
    min_lr      the learning rate never falls below it; a list: one per group
    eps         a reduction by less than this is left out

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = mt.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1)
    >>> for loss in (2.0, 2.0, 2.0):
    ...     scheduler.step(loss)
    >>> scheduler.get_last_lr()
    [0.1]

    Errors: ValueError for a factor of 1 or more and for unknown modes.
    Source: PyTorch, torch.optim.lr_scheduler.ReduceLROnPlateau.
    """

    def __init__(
        self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0,
        min_lr=0, eps=1e-8,
    ):  # fmt: skip
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        check_start(optimizer)
        self.optimizer = optimizer
        groups, listed = len(optimizer.param_groups), isinstance(min_lr, (list, tuple))
        self.default_min_lr, self.min_lrs = (None, list(min_lr)) if listed else (min_lr, [min_lr] * groups)
        self.patience, self.cooldown, self.eps = patience, cooldown, eps
        self.last_epoch = 0
        self._last_lr = values_of(optimizer, "lr")
        self._init_is_better(mode, threshold, threshold_mode)
        self._reset()

    def _reset(self):
        """Begin anew: nothing was better or worse yet."""
        self.best = self.mode_worse
        self.cooldown_counter = self.num_bad_epochs = 0

    def step(self, metrics):
        """Tell the scheduler the number to watch, and reduce the learning rates if it has not improved for too long."""
        current = float(metrics)
        self.last_epoch += 1
        if self._is_better(current, self.best):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = values_of(self.optimizer, "lr")

    def _reduce_lr(self):
        for group, least in zip(self.optimizer.param_groups, self.min_lrs, strict=True):
            old = float(group["lr"])
            new = max(old * self.factor, least)
            if old - new > self.eps:
                set_option(group, "lr", new)

    @property
    def in_cooldown(self):
        """Whether the last reduction is so recent that nothing is counted."""
        return self.cooldown_counter > 0

    def _is_better(self, a, best):
        sign = 1 if self.mode == "max" else -1
        bound = best * (1.0 + sign * self.threshold) if self.threshold_mode == "rel" else best + sign * self.threshold
        return a > bound if self.mode == "max" else a < bound

    def _init_is_better(self, mode, threshold, threshold_mode):
        if mode not in {"min", "max"}:
            raise ValueError("mode " + mode + " is unknown!")
        if threshold_mode not in {"rel", "abs"}:
            raise ValueError("threshold mode " + threshold_mode + " is unknown!")
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)
        self._init_is_better(self.mode, self.threshold, self.threshold_mode)
