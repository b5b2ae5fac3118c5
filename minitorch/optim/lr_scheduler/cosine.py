"""cosine: CosineAnnealingLR, CosineAnnealingWarmRestarts: a learning rate that falls like half a wave (shelf)."""

import math

from .scheduler import LRScheduler, check_asked, during, set_option, values_of


class CosineAnnealingLR(LRScheduler):
    """The learning rate along half a cosine, from the first one to `eta_min` in `T_max` steps, and up again.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = mt.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=2)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]

    Errors: as of LRScheduler. Source: Loshchilov and Hutter, 2016; PyTorch, torch.optim.lr_scheduler.CosineAnnealingLR.
    """

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """From the last rate to the next: each then keeps what others do to it meanwhile."""
        check_asked(self)
        low, groups = self.eta_min, self.optimizer.param_groups
        if self._is_initial:
            return values_of(self.optimizer, "lr")
        if self._step_count == 1 and self.last_epoch > 0:
            height = 1 + math.cos(self.last_epoch * math.pi / self.T_max)
            return [low + (base - low) * height / 2 for base in self.base_lrs]
        if (self.last_epoch - 1 - self.T_max) % (
            2 * self.T_max
        ) == 0:  # at the bottom, where the quotient below is 0 / 0
            rise = 1 - math.cos(math.pi / self.T_max)
            return [group["lr"] + (base - low) * rise / 2 for base, group in zip(self.base_lrs, groups, strict=True)]
        height = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        before = 1 + math.cos(math.pi * (self.last_epoch - 1) / self.T_max)
        return [height / before * (group["lr"] - low) + low for group in groups]

    def _get_closed_form_lr(self):
        return wave(self.base_lrs, self.eta_min, self.last_epoch, self.T_max)


def wave(base_lrs, low, place, length):
    """Half a cosine from each first rate to the lowest."""
    return [low + (base - low) * (1 + math.cos(math.pi * place / length)) / 2 for base in base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine again and again: the first takes `T_0` steps, each later one `T_mult` times as many as that before.

    `step(epoch)` may be given parts of an epoch.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = mt.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=2)
    >>> optimizer.step()
    >>> for epoch in (1, 1.5, 2):
    ...     scheduler.step(epoch)
    >>> scheduler.get_last_lr()
    [1.0]

    Errors: ValueError for lengths that are no positive integers, an eta_min that is not a number, a negative epoch.
    Source: Loshchilov and Hutter, 2016; PyTorch, torch.optim.lr_scheduler.CosineAnnealingWarmRestarts.
    """

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}")
        self.T_0 = self.T_i = T_0
        self.T_mult, self.eta_min, self.T_cur = T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        check_asked(self)
        return wave(self.base_lrs, self.eta_min, self.T_cur, self.T_i)

    def step(self, epoch=None):
        """Go on to the next learning rates, or to those of an epoch or a part of one."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i
                self.T_i *= self.T_mult
        else:
            self._go_to(epoch)
        self.last_epoch = math.floor(epoch)
        with during(self, "_get_lr_called_within_step"):
            for group, value in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
                set_option(group, "lr", value)
        self._last_lr = values_of(self.optimizer, "lr")

    def _go_to(self, epoch):
        """Find the wave in which this epoch lies, and the place in it."""
        if epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        if epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            waves = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**waves - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**waves
