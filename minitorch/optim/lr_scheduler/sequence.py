"""sequence: SequentialLR, ChainedScheduler: schedules one after the other, or all at once (shelf)."""

from bisect import bisect_right

from .plateau import ReduceLROnPlateau
from .scheduler import LRScheduler, during, jump, set_option, values_of


class Several(LRScheduler):
    """The base of schedules that are made of others, `_schedulers`."""

    def state_dict(self):
        state = {name: value for name, value in self.__dict__.items() if name not in ("optimizer", "_schedulers")}
        return state | {"_schedulers": [scheduler.state_dict() for scheduler in self._schedulers]}

    def load_state_dict(self, state_dict):
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for scheduler, saved in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            scheduler.load_state_dict(saved)

    def _check(self, schedulers, optimizer):
        """Raise for schedules that do not belong together."""
        own = type(self).__name__
        if not schedulers:
            raise ValueError(f"{own} expects at least one scheduler, but got none.")
        for scheduler in schedulers:
            if isinstance(scheduler, ReduceLROnPlateau):
                raise ValueError(f"{own} does not support `ReduceLROnPlateau`, whose step needs a metric")
            if optimizer != scheduler.optimizer:
                raise ValueError(f"{own} expects all schedulers to belong to the same optimizer")


class SequentialLR(Several):
    """Schedules one after the other: the next begins when the number of the step reaches the next of `milestones`.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> first = mt.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=20)
    >>> second = mt.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
    >>> scheduler = mt.optim.lr_scheduler.SequentialLR(optimizer, [first, second], milestones=[2])
    >>> for _ in range(3):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.9]

    Errors: ValueError for schedules of other optimizers, for ReduceLROnPlateau, for milestones that are not one fewer
    than the schedules. Source: PyTorch, torch.optim.lr_scheduler.SequentialLR.
    """

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        self._check(schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("Sequential Schedulers expects number of schedulers to be one more than the milestones")
        self._schedulers, self._milestones = schedulers, milestones
        self.last_epoch, self.optimizer = last_epoch + 1, optimizer
        for group in optimizer.param_groups:  # each of the schedules has set its own first rate: begin anew
            set_option(group, "lr", group["initial_lr"])
        self.recursive_undo()
        first = schedulers[bisect_right(milestones, 0)]
        first._step_count = 0
        with during(first, "_is_initial"):
            first.step()
        self._last_lr = first.get_last_lr()

    def recursive_undo(self, sched=None):
        """Take back the first step of each schedule, and of those in it."""
        scheduler = self if sched is None else sched
        if hasattr(scheduler, "_schedulers"):
            for inner in scheduler._schedulers:
                self.recursive_undo(inner)
        elif hasattr(scheduler, "last_epoch"):
            scheduler.last_epoch -= 1

    def step(self):
        """Go on in the schedule that is in force now."""
        self.last_epoch += 1
        index = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[index]
        if index > 0 and self._milestones[index - 1] == self.last_epoch:
            with during(scheduler, "_get_lr_called_within_step"):
                jump(scheduler, 0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(Several):
    """Schedules all at once: each changes the learning rate that the one before it has left.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> first = mt.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=20)
    >>> second = mt.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> scheduler = mt.optim.lr_scheduler.ChainedScheduler([first, second])
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.25]

    Errors: ValueError for schedules of other optimizers, for ReduceLROnPlateau, for none at all.
    Source: PyTorch, torch.optim.lr_scheduler.ChainedScheduler.
    """

    def __init__(self, schedulers, optimizer=None):
        optimizer = optimizer or (schedulers[0].optimizer if schedulers else None)
        self._check(schedulers, optimizer)
        self._schedulers, self.optimizer = schedulers, optimizer
        self._last_lr = values_of(schedulers[-1].optimizer, "lr")

    def step(self):
        """Go on in each of the schedules."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = values_of(self._schedulers[-1].optimizer, "lr")
