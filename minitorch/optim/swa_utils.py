"""swa_utils: AveragedModel, SWALR, update_bn: weights averaged over the last part of a training (shelf)."""

import itertools
import math
from copy import deepcopy

from ..creation.tensor import tensor
from ..dtypes import int64
from ..graph.grad_mode import no_grad
from ..nn.module import Module
from ..nn.modules.batchnorm import _BatchNorm
from .lr_scheduler.scheduler import LRScheduler, check_asked, per_group

# --- means ---------------------------------------------------------------------------------------------------------------


def get_ema_avg_fn(decay=0.999):
    """A function for AveragedModel's avg_fn: an exponential moving average.

    >>> import minitorch as mt
    >>> mt.optim.swa_utils.get_ema_avg_fn(0.5)(mt.zeros(1), mt.ones(1), 3)
    tensor([0.5000])

    Errors: ValueError for a decay outside of 0 ... 1. Source: PyTorch, torch.optim.swa_utils.get_ema_avg_fn.
    """
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")

    @no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    """A function for AveragedModel's avg_fn: the mean of all models so far.

    >>> import minitorch as mt
    >>> mt.optim.swa_utils.get_swa_avg_fn()(mt.zeros(1), mt.ones(1), 3)
    tensor([0.2500])

    Source: PyTorch, torch.optim.swa_utils.get_swa_avg_fn.
    """

    @no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def for_lists(function):
    """A function for multi_avg_fn, which writes into a list of tensors, of one for avg_fn."""

    @no_grad()
    def update(averaged_param_list, current_param_list, num_averaged):
        for mean, new in zip(averaged_param_list, current_param_list, strict=True):
            mean.copy_(function(mean, new, num_averaged))

    return update


def get_ema_multi_avg_fn(decay=0.999):
    """The same as get_ema_avg_fn for multi_avg_fn. Source: PyTorch, torch.optim.swa_utils.get_ema_multi_avg_fn."""
    return for_lists(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn():
    """The same as get_swa_avg_fn for multi_avg_fn. Source: PyTorch, torch.optim.swa_utils.get_swa_multi_avg_fn."""
    return for_lists(get_swa_avg_fn())


class AveragedModel(Module):
    """A copy of a model whose parameters are means of the model's, over the times `update_parameters` was called.

    model         the model to copy
    device        where the copy is to be
    avg_fn        f(mean, new, number of models averaged) -> the new mean of one parameter; None: the mean of all models
    multi_avg_fn  the same for lists of parameters, into which it writes; one of both at most
    use_buffers   average the buffers too; otherwise they are copied

    >>> import minitorch as mt
    >>> model = mt.nn.Linear(1, 1, bias=False)
    >>> mean = mt.optim.swa_utils.AveragedModel(model)
    >>> for value in (1.0, 3.0):
    ...     _ = mt.nn.init.constant_(model.weight, value)
    ...     mean.update_parameters(model)
    >>> mean(mt.ones(1))
    tensor([2.], grad_fn=<SqueezeBackward4>)

    Source: Izmailov et al., 2018; PyTorch, torch.optim.swa_utils.AveragedModel.
    """

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", tensor(0, dtype=int64, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args, **kwargs):
        """What the averaged model computes."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        """Let the model's parameters, as they are now, count in the means.

        Source: PyTorch, torch.optim.swa_utils.AveragedModel.update_parameters.
        """
        means, values = self._averaged(self.module), self._averaged(model)
        pairs = [(mean.detach(), new.detach().to(mean.device)) for mean, new in zip(means, values, strict=False)]
        if self.n_averaged == 0:
            for mean, new in pairs:
                mean.copy_(new)
        elif self.multi_avg_fn is not None:
            self.multi_avg_fn([mean for mean, _ in pairs], [new for _, new in pairs], self.n_averaged)
        else:
            function = self.avg_fn or get_swa_avg_fn()
            for mean, new in pairs:
                mean.copy_(function(mean, new, self.n_averaged))
        if not self.use_buffers:
            for own, new in zip(self.module.buffers(), model.buffers(), strict=True):
                own.detach().copy_(new.detach().to(own.device))
        self.n_averaged += 1

    def _averaged(self, model):
        """What is averaged of a model."""
        return itertools.chain(model.parameters(), model.buffers()) if self.use_buffers else model.parameters()


# --- round the mean ------------------------------------------------------------------------------------------------------


@no_grad()
def update_bn(loader, model, device=None):
    """Compute the running statistics of all batch-norm layers anew, in one pass over the data; no gradients.

    loader  batches, or lists or tuples whose first element is one
    model   whose layers they are; a mean of models has seen no data of its own
    device  where the batches are to be

    Source: PyTorch, torch.optim.swa_utils.update_bn.
    """
    momenta = {layer: layer.momentum for layer in model.modules() if isinstance(layer, _BatchNorm)}
    if not momenta:
        return
    was_training = model.training
    model.train()
    for layer in momenta:
        layer.reset_running_stats()
        layer.momentum = None  # every batch counts alike
    for batch in loader:
        batch = batch[0] if isinstance(batch, (list, tuple)) else batch
        model(batch if device is None else batch.to(device))
    for layer, momentum in momenta.items():
        layer.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    """The learning rate to `swa_lr` in `anneal_epochs` steps, and then constant: for the part of a training that is averaged.

    optimizer        whose learning rates are set
    swa_lr           the constant rate; a list: one per group
    anneal_strategy  "cos": along half a cosine, "linear": evenly
    last_epoch       the number of the last step that was taken; -1: the schedule begins now

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1.0)
    >>> scheduler = mt.optim.swa_utils.SWALR(optimizer, swa_lr=0.5, anneal_epochs=2)
    >>> for _ in range(2):
    ...     optimizer.step()
    ...     scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]

    Errors: ValueError for an unknown strategy and for a list of the wrong length.
    Source: PyTorch, torch.optim.swa_utils.SWALR.
    """

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        for rate, group in zip(per_group("swa_lr", optimizer, swa_lr), optimizer.param_groups, strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        """How much of the way to swa_lr is gone after a step: from 0 to 1."""
        part = max(0, min(1, step / max(1, self.anneal_epochs)))
        return (1 - math.cos(math.pi * part)) / 2 if self._anneal_strategy == "cos" else part

    def get_lr(self):
        """The learning rates of the next step: each group's way began where its rate now says."""
        check_asked(self)
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        rates = []
        for group in self.optimizer.param_groups:
            lr, last = group["lr"], group["swa_lr"]
            first = last if before == 1 else (lr - before * last) / (1 - before)  # where the way began
            rates.append(last * now + first * (1 - now))
        return rates
