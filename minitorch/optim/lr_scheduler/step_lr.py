"""step_lr: StepLR, a learning rate that falls after every so many steps (core)."""

from .scheduler import LRScheduler, check_asked, values_of


class StepLR(LRScheduler):
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

    def get_lr(self):
        check_asked(self)
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return values_of(self.optimizer, "lr")
        return [group["lr"] * self.gamma for group in self.optimizer.param_groups]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]
