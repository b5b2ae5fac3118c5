"""lambda_lr: LambdaLR, a learning rate that a function of the step's number gives (core)."""

import types

from .scheduler import LRScheduler, check_asked


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
        self.lr_lambdas = one_per_group(lr_lambda, optimizer)
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


def one_per_group(lr_lambda, optimizer):
    """A list of functions, one for each group."""
    groups = len(optimizer.param_groups)
    if not isinstance(lr_lambda, (list, tuple)):
        return [lr_lambda] * groups
    if len(lr_lambda) != groups:
        raise ValueError(f"Expected {groups} lr_lambdas, but got {len(lr_lambda)}")
    return list(lr_lambda)


def attributes(function):
    """What a state_dict holds of a function: the attributes of an object, None of a plain function."""
    return None if isinstance(function, types.FunctionType) else function.__dict__.copy()
