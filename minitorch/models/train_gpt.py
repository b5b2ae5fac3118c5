"""train_gpt: what trains a GPT on a text: characters as numbers, batches, a schedule of learning rates, the loop (core)."""

import math

from ..creation.arange import arange
from ..creation.tensor import tensor
from ..graph.grad_mode import no_grad
from ..nn.functional.loss import cross_entropy


class Characters:
    """The characters of a text, each with a number: its place among them in order.

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
    """(the text to train on, the text to measure on): every tenth paragraph is measured on, from the first on."""
    paragraphs = text.splitlines(keepends=True)
    kept = [paragraph for place, paragraph in enumerate(paragraphs) if place % every]
    return "".join(kept), "".join(paragraphs[::every])


def get_batch(ids, batch, context, generator=None):
    """`batch` windows of `context` tokens, from random places of ids, and for each token the one that follows: two [B, T]."""
    starts = ids.new_empty((batch, 1)).random_(len(ids) - context, generator=generator)
    windows = ids[starts + arange(context + 1, device=ids.device)]
    return windows[:, :-1], windows[:, 1:]


def next_token_loss(model, x, y):
    """The mean of -log(probability of the token that follows), over all positions."""
    scores = model(x)
    return cross_entropy(scores.view(-1, scores.size(-1)), y.reshape(-1))


def held_out_loss(model, ids, batch=32):
    """The loss on a whole text, in windows one behind the other."""
    starts = arange(0, len(ids) - model.context, model.context, device=ids.device).unsqueeze(1)
    windows = ids[starts + arange(model.context + 1, device=ids.device)]
    with no_grad():
        losses = [next_token_loss(model, w[:, :-1], w[:, 1:]) * len(w) for w in windows.split(batch)]
    return (sum(losses) / len(windows)).item()


def parameter_groups(model, weight_decay=0.1):
    """Groups for an optimizer: weight decay for matrices, and none for the vectors of norms and biases."""
    matrices = [p for p in model.parameters() if p.dim() > 1]
    vectors = [p for p in model.parameters() if p.dim() < 2]
    return [{"params": matrices, "weight_decay": weight_decay}, {"params": vectors, "weight_decay": 0.0}]


def learning_rate(done, peak, warm_up=0.05, last=0.1):
    """The rate of a step after which the share `done` of the training is over: up in a line, then down along a cosine."""
    if done < warm_up:
        return peak * done / warm_up
    way = (done - warm_up) / (1 - warm_up)
    return peak * (last + (1 - last) * (1 + math.cos(math.pi * way)) / 2)


def train(model, optimizer, ids, rates, batch=16, generator=None):
    """A step with each of these learning rates; the loss of each step."""
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
