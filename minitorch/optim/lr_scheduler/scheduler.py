"""scheduler: LRScheduler and LambdaLR: a learning rate that changes as training goes on (core).

A schedule of your own is a class with a `get_lr`, which says the learning rate of each group for `self.last_epoch`.
"""

import types
import warnings
from contextlib import contextmanager
from functools import wraps
from weakref import ref

from ..._tensor import Tensor
from ...errors import warn, with_note
from ...graph.grad_mode import no_grad
from ..optimizer import Optimizer

EPOCH_DEPRECATION_WARNING = "The epoch parameter in `scheduler.step()` is deprecated: a scheduler counts by itself."


class Schedule:
    """Sets the learning rate of every group of an optimizer. `LRScheduler` adds warnings, and rates that are tensors.

    last_epoch  the number of the current step; in the constructor that of the last completed one, -1 if there was none
    base_lrs    the learning rate of each group at the beginning, which the group keeps as "initial_lr"
    """

    def __init__(self, optimizer, last_epoch=-1):
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs, self.last_epoch = [group["initial_lr"] for group in optimizer.param_groups], last_epoch
        self.step()

    def step(self):
        """Count one step, ask `get_lr` for the learning rates, and set them."""
        self.last_epoch += 1
        for group, rate in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = rate

    def state_dict(self):
        """All that is needed to go on: every attribute but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Go on from where state_dict was called; the optimizer's own state is loaded apart."""
        self.__dict__.update(state_dict)


class LRScheduler(Schedule):
    """The base of all schedules: a Schedule that notices a wrong order of calls.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = mt.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.5**epoch)
    >>> for epoch in range(3):
    ...     print(scheduler.get_last_lr())
    ...     optimizer.step()
    ...     scheduler.step()
    [1.0]
    [0.5]
    [0.25]

    Errors: TypeError without an optimizer, KeyError for a last_epoch when the groups hold no `initial_lr`.
    Source: PyTorch, torch.optim.lr_scheduler.LRScheduler.
    """

    _get_lr_called_within_step = _is_initial = False

    def __init__(self, optimizer, last_epoch=-1):
        check_start(optimizer, last_epoch)
        note_steps(optimizer)
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", copied(group["lr"]))
        self.base_lrs, self.last_epoch, self._step_count = None, None, 0  # a state_dict has PyTorch's order
        with during(self, "_is_initial"):
            super().__init__(optimizer, last_epoch)

    def get_lr(self):
        """The learning rate of each group for step number `last_epoch`."""
        raise NotImplementedError(f"{type(self).__name__} needs a method get_lr()")

    def get_last_lr(self):
        """The learning rate of each group as the last step has set it."""
        return self._last_lr

    def step(self, epoch=None):
        """Go on to the next learning rates; called after the optimizer's own step. Source: PyTorch."""
        if self._step_count == 1:
            check_order(self.optimizer)
        self._step_count += 1
        before = [group["lr"] for group in self.optimizer.param_groups]
        with during(self, "_get_lr_called_within_step"):
            if epoch is None:
                super().step()
            else:
                warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
                jump(self, epoch)
        for group, rate in zip(self.optimizer.param_groups, before, strict=True):
            new, group["lr"] = group["lr"], rate
            set_option(group, "lr", new)  # a rate that is a tensor stays the same tensor
        self._last_lr = values_of(self.optimizer, "lr")


_LRScheduler = LRScheduler  # the name before PyTorch 2.0


# --- options of an optimizer's groups -----------------------------------------------------------------------------------


def values_of(optimizer, name):
    """The values of one option, one per group."""
    return [copied(group[name]) for group in optimizer.param_groups]


def copied(value):
    """A value that later steps cannot write into."""
    return value.clone() if isinstance(value, Tensor) else value


def per_group(name, optimizer, value):
    """An option as a list, one value per group."""
    groups = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [copied(value) for _ in range(groups)]
    if len(value) != groups:
        raise ValueError(f"{name} must have the same length as optimizer.param_groups: {groups}, not {len(value)}")
    return [copied(one) for one in value]


def set_option(group, name, value):
    """Set an option of a group; a tensor stays the same tensor, with another value in it."""
    if isinstance(group[name], Tensor):
        with no_grad():
            group[name].fill_(value.reshape(()) if isinstance(value, Tensor) else value)
    else:
        group[name] = value


# --- what the methods above share ---------------------------------------------------------------------------------------


@contextmanager
def during(scheduler, name):
    """A block of code in which an attribute of a scheduler is True."""
    setattr(scheduler, name, True)
    try:
        yield
    finally:
        setattr(scheduler, name, False)


def jump(scheduler, epoch):
    """Set the learning rates of an epoch that is named: by the formula for any epoch, where a schedule has one."""
    scheduler.last_epoch = epoch
    values = getattr(scheduler, "_get_closed_form_lr", scheduler.get_lr)()
    for group, value in zip(scheduler.optimizer.param_groups, values, strict=True):
        set_option(group, "lr", value)
    scheduler._last_lr = values_of(scheduler.optimizer, "lr")


def note_steps(optimizer):
    """Let an optimizer remember that its `step` was called, so that a scheduler can tell when it came first."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    owner, function = ref(optimizer), optimizer.step.__func__

    @wraps(function)
    def step(*args, **kwargs):
        optimizer = owner()
        optimizer._opt_called = True
        return function(optimizer, *args, **kwargs)

    step._wrapped_by_lr_sched = True
    optimizer.step = step


def check_start(optimizer, last_epoch=-1):
    """Raise for what is no optimizer, and for a schedule that is to go on where nothing says with what it began."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
    for index, group in enumerate(optimizer.param_groups):
        if last_epoch != -1 and "initial_lr" not in group:
            error = KeyError(
                f"param 'initial_lr' is not specified in param_groups[{index}] when resuming scheduler with last_epoch >= 0"
            )
            raise with_note(error, "Load the optimizer's state_dict first, or leave last_epoch out to begin anew.")


def check_order(optimizer):
    """Warn of a schedule that goes on before the optimizer has taken a step: its first learning rate is never used."""
    if not hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        words = "Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization."
    elif not getattr(optimizer, "_opt_called", False):
        words = "Detected call of `lr_scheduler.step()` before `optimizer.step()`."
    else:
        return
    more = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
    warn(f"{words} Call `optimizer.step()` first, or the first value of the schedule is skipped. {more}")


def check_asked(scheduler):
    """Warn of a get_lr that is called from outside of a step: it computes the next learning rate, not the last."""
    if not scheduler._get_lr_called_within_step:
        warn("To get the last learning rate computed by the scheduler, please use `get_last_lr()`.")


# --- a schedule from a function ------------------------------------------------------------------------------------------


class LambdaLR(LRScheduler):
    """The first learning rate times lr_lambda(number of the step).

    optimizer   whose learning rates are set
    lr_lambda   a function from the step's number to a factor; or a list of them, one per group
    last_epoch  the number of the last step that was taken; -1: the schedule begins now

    A state_dict holds the attributes of functions that are objects, and nothing of plain functions.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=0.5)
    >>> scheduler = mt.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 1 / (1 + epoch))
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.25]

    Errors: ValueError for a list of another length than there are groups.
    Source: PyTorch, torch.optim.lr_scheduler.LambdaLR.
    """

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        self.lr_lambdas = per_group("lr_lambda", optimizer, lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        check_asked(self)
        return [base * factor(self.last_epoch) for factor, base in zip(self.lr_lambdas, self.base_lrs, strict=True)]

    def state_dict(self):
        state = {name: value for name, value in self.__dict__.items() if name not in ("optimizer", "lr_lambdas")}
        return state | {"lr_lambdas": [attributes(function) for function in self.lr_lambdas]}

    def load_state_dict(self, state_dict):
        self.__dict__.update({name: value for name, value in state_dict.items() if name != "lr_lambdas"})
        for function, saved in zip(self.lr_lambdas, state_dict["lr_lambdas"], strict=True):
            if saved is not None:
                function.__dict__.update(saved)


def attributes(function):
    """What a state_dict holds of a function: the attributes of an object, None of a plain function."""
    return None if isinstance(function, types.FunctionType) else function.__dict__.copy()
