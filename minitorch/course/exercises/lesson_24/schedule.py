"""schedule: A schedule and its state (difficulty 3, 10 minutes)

A schedule is a count and a rule. What it needs to continue is in its attributes, apart from the optimizer.

1. `get_lr()` reads self.last_epoch, so count first.
2. The rates stand in the groups: `for group, lr in zip(self.optimizer.param_groups, self.get_lr())`.
3. The state is `{name: value for name, value in self.__dict__.items() if name != "optimizer"}`, and self.__dict__.update(...) loads it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.lr_scheduler.scheduler:LRScheduler",
    keeps=True,
    changes=True,
    solution='''
        class LRScheduler:
            def _update_lr(self):
                """Go on to the next step. Each group of self.optimizer gets its learning rate from self.get_lr(), a list.

                self.last_epoch counts the steps, and get_lr() reads it. self._last_lr is a list of the rates that were set.
                """
                self.last_epoch += 1
                for group, lr in zip(self.optimizer.param_groups, self.get_lr()):
                    group["lr"] = lr
                self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

            def state_dict(self):
                """A dictionary of all attributes but the optimizer: what a schedule needs to continue."""
                return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

            def load_state_dict(self, state_dict):
                """Continue where state_dict() was called. The optimizer is not changed: it has a state of its own."""
                self.__dict__.update(state_dict)
    ''',
    given="""
        class Tenth(mt.optim.lr_scheduler.LRScheduler):
            def get_lr(self):
                return [base * 0.1**self.last_epoch for base in self.base_lrs]

        def made(*rates):
            return mt.optim.SGD([{"params": [mt.ones(1, requires_grad=True)], "lr": rate} for rate in rates])

        def rates(optimizer):
            return [round(group["lr"], 6) for group in optimizer.param_groups]

        optimizer = made(1.0, 2.0)
        schedule = Tenth(optimizer)
        optimizer.step()
    """,
    facts="""
        >>> rates(optimizer), schedule.last_epoch
        ([1.0, 2.0], 0)
        if ([10.0, 20.0], 0): Count before you ask get_lr(), which reads self.last_epoch.
        if ([1.0, 1.0], 0): Each group has a learning rate of its own. zip takes groups and rates together.
        if ([1.0, 2.0], -1): The steps are not counted: self.last_epoch += 1.
        else: The constructor calls step() once, and step() calls _update_lr(): self.last_epoch is 0 then, it was -1.
        >>> schedule.step()
        >>> rates(optimizer), schedule.last_epoch, [round(rate, 6) for rate in schedule.get_last_lr()]
        ([0.1, 0.2], 1, [0.1, 0.2])
        if ([1.0, 2.0], 1, [0.1, 0.2]): The rates are not set: group["lr"] = ... for each group of the optimizer.
        else: One step: count, ask get_lr() for the rates, set them in the groups, and keep them in self._last_lr.
        >>> state = schedule.state_dict()
        >>> "optimizer" in state, "base_lrs" in state, state["last_epoch"], hasattr(schedule, "optimizer")
        (False, True, 0, True)
        if (False, False, 0, True): The state is every attribute but the optimizer, base_lrs and those of subclasses, too.
        else: The state is a new dictionary of all attributes but the optimizer, which the schedule itself keeps.
        >>> schedule.step()
        >>> other = made(1.0, 2.0)
        >>> again = Tenth(other)
        >>> again.load_state_dict(schedule.state_dict())
        >>> again.last_epoch, again.optimizer is other, rates(other)
        (1, True, [1.0, 2.0])
        if "no attribute 'optimizer'": The state is added to the attributes, self.__dict__.update(...). The optimizer stays.
        else: Loading gives the schedule its attributes back. It changes neither the optimizer nor its learning rates.
        >>> other.step()
        >>> again.step()
        >>> rates(other), schedule.last_epoch
        ([0.01, 0.02], 0)
        else: The loaded schedule goes on by itself, and the one whose state it was stays where it is.
    """,
)
