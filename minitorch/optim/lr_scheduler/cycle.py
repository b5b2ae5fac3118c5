"""cycle: CyclicLR, OneCycleLR: a learning rate that rises and falls, and a momentum that does the opposite (shelf)."""

import math

from .scheduler import LRScheduler, attributes, check_asked, check_start, per_group, set_option


class Cycle(LRScheduler):
    """What both have in common: the momentum, or the first of Adam's betas."""

    def _begin_momentum(self, base_momentum, max_momentum, last_epoch):
        """Set the first momentum of each group; returns the lowest and the highest of each."""
        optimizer = self.optimizer
        if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self.use_beta1 = "betas" in optimizer.defaults
        low = per_group("base_momentum", optimizer, base_momentum)
        high = per_group("max_momentum", optimizer, max_momentum)
        if last_epoch == -1:
            for most, least, group in zip(high, low, optimizer.param_groups, strict=True):
                self._set_momentum(group, most)
                group["max_momentum"], group["base_momentum"] = most, least
        return low, high

    def _set_momentum(self, group, momentum):
        if self.use_beta1:
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            group["momentum"] = momentum


class CyclicLR(Cycle):
    """The learning rate up from base_lr to max_lr in `step_size_up` steps, down again in `step_size_down`, and so on.

    base_lr, max_lr  the ends; lists: one per group
    mode             "triangular": always the same; "triangular2": half as high each time; "exp_range": gamma ** step as high
    scale_fn         how high instead, a function of the cycle's number (scale_mode "cycle") or the step's ("iterations")
    cycle_momentum   let the momentum, or Adam's first beta, go from max_momentum to base_momentum and back meanwhile

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0, momentum=0.9)
    >>> scheduler = mt.optim.lr_scheduler.CyclicLR(optimizer, base_lr=0.0, max_lr=1.0, step_size_up=2)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]

    Errors: ValueError for an unknown mode, lists of the wrong length, an optimizer without momentum.
    Source: Smith, 2015; PyTorch, torch.optim.lr_scheduler.CyclicLR.
    """

    def __init__(
        self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
        scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1,
    ):  # fmt: skip
        check_start(optimizer)
        self.optimizer = optimizer
        base_lrs = per_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for value, group in zip(base_lrs, optimizer.param_groups, strict=True):
                set_option(group, "lr", value)
        self.max_lrs = per_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        down = up if step_size_down is None else float(step_size_down)
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode, self.gamma = mode, gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode if scale_fn is not None else "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.base_momentums, self.max_momentums = self._begin_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x):
        """How high cycle or step number x goes, as a part of the whole height."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular":
            return 1.0
        return 1 / (2.0 ** (x - 1)) if self.mode == "triangular2" else self.gamma**x

    def get_lr(self):
        """The learning rates of step number `last_epoch`; sets the momentum as well."""
        check_asked(self)
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        part = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        rates = [low + (high - low) * part * scale for low, high in zip(self.base_lrs, self.max_lrs, strict=True)]
        if self.cycle_momentum:
            ends = zip(self.base_momentums, self.max_momentums, strict=True)
            momentums = [high - (high - low) * part * scale for low, high in ends]
            for group, momentum in zip(self.optimizer.param_groups, momentums, strict=True):
                self._set_momentum(group, momentum)
        return rates

    def state_dict(self):
        state = super().state_dict()
        function = state.pop("_scale_fn_custom")
        return state | {"_scale_fn_custom": function and attributes(function)}

    def load_state_dict(self, state_dict):
        saved = state_dict["_scale_fn_custom"]
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "_scale_fn_custom"})
        if saved is not None:
            self._scale_fn_custom.__dict__.update(saved)


class OneCycleLR(Cycle):
    """One rise from max_lr / div_factor to max_lr, and one fall to a `final_div_factor`-th of the first rate.

    max_lr           the highest rate; a list: one per group
    total_steps      how many steps there will be; or epochs and steps_per_epoch, of which it is the product
    pct_start        the part of the steps in which it rises
    anneal_strategy  "cos": along half a cosine, "linear": evenly
    cycle_momentum   let the momentum, or Adam's first beta, go from max_momentum to base_momentum and back meanwhile
    three_phase      fall as long as it rose, to the first rate, and only then to the last

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0, momentum=0.9)
    >>> scheduler = mt.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1.0, total_steps=10)
    >>> for _ in range(2):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [1.0]

    Errors: ValueError for counts that are no positive integers, a pct_start outside of 0 ... 1, an unknown strategy, an
    optimizer without momentum, and for more steps than were announced.
    Source: Smith and Topin, 2017; PyTorch, torch.optim.lr_scheduler.OneCycleLR.
    """

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
        anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
        final_div_factor=1e4, three_phase=False, last_epoch=-1,
    ):  # fmt: skip
        check_start(optimizer)
        self.optimizer = optimizer
        self.total_steps = count_of(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = phases(self.total_steps, pct_start, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_func_type = anneal_strategy
        highest = per_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for most, group in zip(highest, optimizer.param_groups, strict=True):
                group["initial_lr"], group["max_lr"] = most / div_factor, most
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def _anneal_func(self, start, end, part):
        """The value on the way from start to end."""
        if self._anneal_func_type == "linear":
            return (end - start) * part + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)

    def get_lr(self):
        """The learning rates of step number `last_epoch`; sets the momentum as well."""
        check_asked(self)
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is {self.total_steps}")
        begin, phase = 0.0, self._schedule_phases[0]
        for after in self._schedule_phases[1:]:
            if step > phase["end_step"]:
                begin, phase = phase["end_step"], after
        part = (step - begin) / (phase["end_step"] - begin)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._anneal_func(group[phase["start_lr"]], group[phase["end_lr"]], part))
            if self.cycle_momentum:
                ends = group[phase["start_momentum"]], group[phase["end_momentum"]]
                self._set_momentum(group, self._anneal_func(*ends, part))
        return rates


def count_of(total_steps, epochs, steps_per_epoch):
    """How many steps there will be."""
    if total_steps is not None:
        return positive("total_steps", total_steps)
    if epochs is None or steps_per_epoch is None:
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    return positive("epochs", epochs) * positive("steps_per_epoch", steps_per_epoch)


def positive(name, number):
    """A number, if it is a positive integer."""
    if not isinstance(number, int) or number <= 0:
        raise ValueError(f"Expected positive integer {name}, but got {number}")
    return number


def phases(steps, pct_start, three):
    """Where each phase ends, and the group's options between which it goes."""
    ends = [float(pct_start * steps) - 1, steps - 1]
    rates, momentums = ["initial_lr", "max_lr", "min_lr"], ["max_momentum", "base_momentum", "max_momentum"]
    if three:
        ends.insert(1, float(2 * pct_start * steps) - 2)
        rates, momentums = ["initial_lr", "max_lr", "initial_lr", "min_lr"], [*momentums, "max_momentum"]
    return [
        {
            "end_step": end, "start_lr": rates[index], "end_lr": rates[index + 1],
            "start_momentum": momentums[index], "end_momentum": momentums[index + 1],
        }
        for index, end in enumerate(ends)
    ]  # fmt: skip
