"""factors: StepLR, MultiStepLR, ConstantLR, LinearLR and others that multiply the learning rate by a factor (shelf)."""

from bisect import bisect_right
from collections import Counter

from .scheduler import LambdaLR, LRScheduler, check_asked, values_of


class Factor(LRScheduler):
    """The base of schedules that multiply the learning rate by `_factor()`, or leave it where that is None."""

    def _factor(self):
        raise NotImplementedError

    def get_lr(self):
        check_asked(self)
        factor = self._factor()
        if factor is None:
            return values_of(self.optimizer, "lr")
        return [group["lr"] * factor for group in self.optimizer.param_groups]


class StepLR(Factor):
    """The learning rate times gamma after every `step_size` steps.

    optimizer   whose learning rates are set
    step_size   how many steps the learning rate stays
    gamma       by what it is multiplied then
    last_epoch  the number of the last step that was taken; -1: the schedule begins now

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=0.5)
    >>> scheduler = mt.optim.lr_scheduler.StepLR(optimizer, step_size=1)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.05]

    Errors: as of LRScheduler. Source: PyTorch, torch.optim.lr_scheduler.StepLR.
    """

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        return None if self.last_epoch == 0 or self.last_epoch % self.step_size else self.gamma

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiplicativeLR(LambdaLR):
    """The learning rate times lr_lambda(number of the step), step after step.

    Arguments as of LambdaLR, whose factors are of the first learning rate, and these of the last.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = mt.optim.lr_scheduler.MultiplicativeLR(optimizer, lambda epoch: 0.5)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]

    Errors: ValueError for a list of another length than there are groups, TypeError for what cannot be called.
    Source: PyTorch, torch.optim.lr_scheduler.MultiplicativeLR.
    """

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        for function in lr_lambda if isinstance(lr_lambda, (list, tuple)) else [lr_lambda]:
            if not callable(function):
                raise TypeError(f"lr_lambda should be a function, but got {type(function).__name__}")
        super().__init__(optimizer, lr_lambda, last_epoch)

    def get_lr(self):
        check_asked(self)
        if self._is_initial:
            return values_of(self.optimizer, "lr")
        groups = self.optimizer.param_groups
        return [group["lr"] * factor(self.last_epoch) for factor, group in zip(self.lr_lambdas, groups, strict=True)]


class MultiStepLR(Factor):
    """The learning rate times gamma when the step's number is in `milestones`. Source: PyTorch, lr_scheduler.MultiStepLR."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        return self.gamma ** self.milestones[self.last_epoch] if self.last_epoch in self.milestones else None

    def _get_closed_form_lr(self):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma**passed for base in self.base_lrs]


class ConstantLR(Factor):
    """The learning rate times `factor` for `total_iters` steps, and from then on as it was.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> mt.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5).get_last_lr()
    [0.5]

    Errors: ValueError for a factor below 0 or above 1. Source: PyTorch, torch.optim.lr_scheduler.ConstantLR.
    """

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        if self.last_epoch == 0:
            return self.factor
        return 1.0 / self.factor if self.last_epoch == self.total_iters else None

    def _get_closed_form_lr(self):
        factor = self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor)
        return [base * factor for base in self.base_lrs]


class LinearLR(Factor):
    """The learning rate times a factor that goes from `start_factor` to `end_factor` in `total_iters` even steps.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = mt.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.5, total_iters=2)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.75]

    Errors: ValueError for a first factor of 0 or less, or one above 1, and for a last one outside of 0 ... 1.
    Source: PyTorch, torch.optim.lr_scheduler.LinearLR.
    """

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        if self.last_epoch == 0:
            return self.start_factor
        if self._is_initial or self.last_epoch > self.total_iters:
            return None
        way = self.end_factor - self.start_factor
        return 1.0 + way / (self.total_iters * self.start_factor + (self.last_epoch - 1) * way)

    def _get_closed_form_lr(self):
        way = (self.end_factor - self.start_factor) * min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * (self.start_factor + way) for base in self.base_lrs]


class ExponentialLR(Factor):
    """The learning rate times gamma at every step. Source: PyTorch, torch.optim.lr_scheduler.ExponentialLR."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        return None if self._is_initial else self.gamma

    def _get_closed_form_lr(self):
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class PolynomialLR(Factor):
    """The learning rate times (1 - step / total_iters) ** power. Source: PyTorch, torch.optim.lr_scheduler.PolynomialLR."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _factor(self):
        if self._is_initial or self.last_epoch > self.total_iters:
            return None
        left = 1.0 - self.last_epoch / self.total_iters
        return (left / (1.0 - (self.last_epoch - 1) / self.total_iters)) ** self.power

    def _get_closed_form_lr(self):
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left**self.power for base in self.base_lrs]
