"""schedule: A schedule sets the learning rates (difficulty 3, 9 minutes)

A schedule is a count and a rule: it counts the steps, and the rule gives the rates for a step.

1. `get_lr()` reads self.last_epoch, so count first. It reads self.base_lrs, too, so these are there before self._initial_step().
2. Each group of the optimizer is a dictionary: `group.setdefault("initial_lr", group["lr"])` leaves a value that is there.
3. `for group, lr in zip(self.optimizer.param_groups, self.get_lr()): group["lr"] = lr`, and then self._last_lr, a list.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.lr_scheduler.scheduler:LRScheduler._update_lr",
    covers="LRScheduler.__init__",
    changes=True,
    shows="check_start",
    given="""
        class Tenth(mt.optim.lr_scheduler.LRScheduler):
            def get_lr(self):
                return [base * 0.1**self.last_epoch for base in self.base_lrs]

        optimizer = mt.optim.SGD([{"params": [mt.ones(1, requires_grad=True)], "lr": lr} for lr in (1.0, 2.0)], lr=7.0)
        schedule = Tenth(optimizer)

        def rates():
            return [round(group["lr"], 6) for group in optimizer.param_groups]
    """,
    facts="""
        if "'base_lrs'": The first step asks get_lr() for the rates, so set self.base_lrs before self._initial_step().
        >>> rates(), schedule.last_epoch
        ([1.0, 2.0], 0)
        if ([10.0, 20.0], 0): Count before you ask get_lr(), which reads self.last_epoch.
        if ([1.0, 1.0], 0): Each group has a learning rate of its own. zip takes groups and rates together.
        if ([10.0, 20.0], -1): The steps are not counted: self.last_epoch += 1.
        else: The constructor takes a step: self.last_epoch goes from -1 to 0, and each group gets its rate from get_lr().
        >>> optimizer.step()
        >>> schedule.step()
        >>> rates(), schedule.last_epoch, [round(rate, 6) for rate in schedule.get_last_lr()], schedule.base_lrs
        ([0.1, 0.2], 1, [0.1, 0.2], [1.0, 2.0])
        else: One step: count, ask get_lr() for the rates, set them in the groups, and keep them in self._last_lr. base_lrs stays.
        >>> optimizer.step()
        >>> schedule.step()
        >>> resumed = Tenth(optimizer, last_epoch=1)
        >>> [group["initial_lr"] for group in optimizer.param_groups], resumed.base_lrs, rates(), resumed.last_epoch
        ([1.0, 2.0], [1.0, 2.0], [0.01, 0.02], 2)
        else: A group that has an "initial_lr" keeps it: base_lrs are the rates of the very first step, and not the current ones.
        >>> Tenth(mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0), last_epoch=1)
        raises KeyError
        else: A run cannot be resumed without "initial_lr" in each group. check_start(optimizer, last_epoch) raises the error.
    """,
)
