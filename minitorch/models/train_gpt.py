"""train_gpt: training a GPT on a text: characters as numbers, batches, losses, a learning rate schedule, the loop (core)."""

import math

from ..creation.arange import arange
from ..creation.tensor import tensor
from ..graph.grad_mode import no_grad
from ..nn.functional.loss import cross_entropy


class Characters:
    """A number for each character of a text: its index among the sorted characters.

    >>> from minitorch.models import Characters
    >>> characters = Characters("banana")
    >>> characters.encode("nab"), characters.decode([2, 0, 1]), len(characters)
    (tensor([2, 0, 1]), 'nab', 3)
    """

    def __init__(self, text):
        self.all = sorted(set(text))
        self.number = {character: number for number, character in enumerate(self.all)}

    def __len__(self):
        return len(self.all)

    def encode(self, text):
        return tensor([self.number[character] for character in text])

    def decode(self, ids):
        return "".join([self.all[int(number)] for number in ids])


def held_out(text, every=10):
    """(training text, held-out text): every tenth line is held out, beginning with the first."""
    lines = text.splitlines(keepends=True)
    kept = [line for index, line in enumerate(lines) if index % every]
    return "".join(kept), "".join(lines[::every])


def get_batch(ids, batch, context, generator=None):
    """(x, y), both [batch, context]: windows of ids at random positions, and for each token the one that follows."""
    starts = ids.new_empty((batch, 1)).random_(len(ids) - context, generator=generator)
    windows = ids[starts + arange(context + 1, device=ids.device)]
    return windows[:, :-1], windows[:, 1:]


def next_token_loss(model, x, y):
    """The mean of -log p over all positions of x and y [B, T]: p is the probability that the model gives to the token in y."""
    scores = model(x)
    return cross_entropy(scores.view(-1, scores.size(-1)), y.reshape(-1))


def held_out_loss(model, ids):
    """The loss on a text, cut into rows of `context` tokens."""
    length = (len(ids) - 1) // model.context * model.context  # of all full rows
    x, y = ids[:length].view(-1, model.context), ids[1 : length + 1].view(-1, model.context)
    with no_grad():
        return next_token_loss(model, x, y).item()


def parameter_groups(model, weight_decay=0.1):
    """Parameter groups for an optimizer: matrices decay, the vectors of norms and biases do not."""
    matrices = [p for p in model.parameters() if p.dim() > 1]
    vectors = [p for p in model.parameters() if p.dim() < 2]
    return [{"params": matrices, "weight_decay": weight_decay}, {"params": vectors, "weight_decay": 0.0}]


def learning_rate(done, peak, warm_up=0.05, last=0.1):
    """The learning rate when the fraction `done` of the steps is done: a linear rise to peak, then a cosine to peak * last."""
    if done < warm_up:
        return peak * done / warm_up
    progress = (done - warm_up) / (1 - warm_up)  # from 0 to 1 along the cosine
    return peak * (last + (1 - last) * (1 + math.cos(math.pi * progress)) / 2)


def train(model, optimizer, ids, rates, batch=16, generator=None):
    """Make one step for each learning rate in `rates`, each on a new batch. Return a list of their losses, as floats."""
    losses = []
    for rate in rates:
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.zero_grad()
        loss = next_token_loss(model, *get_batch(ids, batch, model.context, generator))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
