"""schedule: A whole schedule (difficulty 3, 10 minutes)

A schedule is a count and a rule: it counts the steps, and the rule gives the rates for a step.

1. `get_lr()` reads self.last_epoch, so count first. It also reads self.base_lrs, so set them before the first step.
2. Each group of the optimizer is a dictionary: `group.setdefault("initial_lr", group["lr"])` keeps an existing value.
3. Loop over zip(self.optimizer.param_groups, self.get_lr()). `vars(self)` has all attributes, as a dictionary with update.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.lr_scheduler.scheduler:Schedule",
    called="LRScheduler",
    changes=True,
    setup="""
        def two_groups():
            return mt.optim.SGD([{"params": [mt.ones(1, requires_grad=True)], "lr": lr} for lr in (1.0, 2.0)], lr=7.0)
        def rates(optimizer):
            return [round(group["lr"], 6) for group in optimizer.param_groups]
        class Tenfold(Schedule):
            def get_lr(self):
                return [base * 10.0**self.last_epoch for base in self.base_lrs]
        class FromTheGroups(Schedule):  # half and a quarter of the sum of the rates that are in the groups
            def get_lr(self):
                one, two = [group["lr"] for group in self.optimizer.param_groups]
                return [(one + two) / 2, (one + two) / 4] if self.last_epoch else [one, two]
    """,
    facts="""
        if "'base_lrs'": The first step asks get_lr() for the rates, so set self.base_lrs before self.step().
        if "get_last_lr": The rule is self.get_lr(). get_last_lr() is a method of PyTorch's class, and reports the last rates.
        >>> optimizer = two_groups()
        >>> groups = list(optimizer.param_groups)
        >>> schedule = Tenfold(optimizer)
        >>> rates(optimizer), schedule.last_epoch, schedule.base_lrs, groups[1] is optimizer.param_groups[1]
        ([1.0, 2.0], 0, [1.0, 2.0], True)
        if ([0.1, 0.2], 0, [1.0, 2.0], True): Count before you ask get_lr(), which reads self.last_epoch.
        if ([1.0, 1.0], 0, [1.0, 2.0], True): Each group has a learning rate of its own. zip takes groups and rates together.
        if ([0.1, 0.2], -1, [1.0, 2.0], True): The steps are not counted: self.last_epoch += 1.
        if ([1.0, 2.0], -1, [1.0, 2.0], True): The constructor takes the first step: self.step().
        if ([1.0, 4.0], 0, [1.0, 2.0], True): get_lr() gives the rates. Set them, and do not multiply by them.
        if ([1.0, 2.0], 0, [1.0, 2.0], False): Change the groups in place: other code holds them, too.
        else: After the constructor, self.last_epoch is 0, base_lrs are the groups' first rates, and each group has its rate from get_lr().
        >>> schedule = FromTheGroups(two_groups())
        >>> schedule.step()
        >>> schedule.last_epoch, rates(schedule.optimizer), schedule.base_lrs
        (1, [1.5, 0.75], [1.0, 2.0])
        if (1, [1.5, 0.875], [1.0, 2.0]): Ask get_lr() once, before any rate is set: a rule may read the rates in the groups.
        if (1, [1.0, 2.0], [1.0, 2.0]): The rates do not change. Set group["lr"] of each group in self.optimizer.param_groups.
        else: One step: count, ask get_lr() for the rates once, and set them in the groups. base_lrs stays.
        >>> first = Tenfold(two_groups())
        >>> first.step()
        >>> resumed = Tenfold(first.optimizer, last_epoch=1)
        >>> rates(first.optimizer), resumed.last_epoch, resumed.base_lrs, [group["initial_lr"] for group in first.optimizer.param_groups]
        ([100.0, 200.0], 2, [1.0, 2.0], [1.0, 2.0])
        if ([1.0, 2.0], 0, [1.0, 2.0], [1.0, 2.0]): The count begins after the argument last_epoch, which is 1 here, and not after -1.
        if ([10.0, 20.0], 2, [1.0, 2.0], [1.0, 2.0]): The constructor takes the next step, which sets the rates, too: self.step().
        if ([10.0, 20.0], 0, [1.0, 2.0], [1.0, 2.0]): The argument last_epoch is not used. Start the count at it, and take the next step: self.step().
        if ([10.0, 20.0], 1, [1.0, 2.0], [1.0, 2.0]): The constructor takes the next step in any case, also in a resumed run: self.step().
        if "'initial_lr'": Keep the first rate in the group, group["initial_lr"]: a resumed run finds it nowhere else.
        else: base_lrs are the rates of the very first step. The group keeps its own as "initial_lr", which nothing changes later.
        >>> old, new = Tenfold(two_groups()), Tenfold(two_groups())
        >>> old.step()
        >>> old.warm = 3
        >>> state = old.state_dict()
        >>> old.step()
        >>> [name in state for name in ("last_epoch", "base_lrs", "warm", "optimizer")], state.get("last_epoch")
        ([True, True, True, False], 1)
        if ([True, True, True, True], 1): The optimizer is in the state. It has a state_dict of its own.
        if ([True, True, True, True], 2): This is the schedule's own dictionary. Make a new one, without the optimizer.
        if "'optimizer'": state_dict() removes the optimizer from the schedule itself. Make a new dictionary.
        if ([True, True, False, False], 1): All attributes are in the state, also those that a subclass adds.
        else: The state has all attributes of the schedule but the optimizer, with their current values.
        >>> new.load_state_dict(state)
        >>> new.step()
        >>> new.last_epoch, rates(new.optimizer), new.warm, state.get("base_lrs")
        (2, [100.0, 200.0], 3, [1.0, 2.0])
        if (2, [100.0, 200.0], 3, None): The state that is given has lost its entries, and must stay as it is.
        if "no attribute 'optimizer'": The optimizer is lost. Add the state to the attributes that are there.
        else: load_state_dict() sets all attributes of the state. The next step is the one after it. The optimizer stays.
        >>> mt.optim.lr_scheduler.LambdaLR(two_groups(), lambda step: 0.5**step).get_last_lr()
        [1.0, 2.0]
        else: LambdaLR extends `step`, so the constructor must call self.step().
    """,
)
