"""loop: training a classifier on batches, and measuring it on others (core)."""

from ..graph.grad_mode import no_grad


def evaluate(model, batches, loss):
    """(mean loss, accuracy) of a classifier over all samples of the batches: in eval mode, and nothing is recorded."""
    model.eval()
    total = right = count = 0
    with no_grad():
        for x, y in batches:
            scores = model(x)
            total += loss(scores, y).item() * len(y)
            right += (scores.argmax(1) == y).sum().item()
            count += len(y)
    return total / count, right / count


def fit(model, batches, held_out, optimizer, loss, epochs):
    """Train a classifier. After each epoch, yield what is known about it.

    batches, held_out  batches (x, y) to train on and to measure with, such as two DataLoaders
    loss               a function of (scores, y) that returns the mean loss of a batch

    Each epoch is computed when its row is asked for. A row is {"training loss": mean over the samples of the epoch,
    while the model was being trained, "held-out loss": ..., "held-out accuracy": ...}.

    >>> import minitorch as mt
    >>> x, y = mt.tensor([[1.0], [-1.0]]), mt.tensor([0, 1])
    >>> model = mt.nn.Linear(1, 2)
    >>> sgd = mt.optim.SGD(model.parameters(), lr=1.0)
    >>> [row["held-out accuracy"] for row in mt.models.fit(model, [(x, y)], [(x, y)], sgd, mt.nn.functional.cross_entropy, 9)][-1]
    1.0
    """
    for _ in range(epochs):
        model.train()
        total = count = 0
        for x, y in batches:
            optimizer.zero_grad()
            found = loss(model(x), y)
            found.backward()
            optimizer.step()
            total += found.item() * len(y)
            count += len(y)
        measured, accuracy = evaluate(model, held_out, loss)
        yield {"training loss": total / count, "held-out loss": measured, "held-out accuracy": accuracy}
