"""loop: training a classifier on batches, and measuring it on others (core)."""

from ..graph.grad_mode import no_grad


def evaluate(model, batches, loss):
    """(mean loss, accuracy) of a classifier over all samples of the batches, in eval mode. Nothing is recorded."""
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
    """Train a classifier on batches (x, y), and yield a row after each epoch.

    batches, held_out  the data for training and for measuring: iterables of batches, such as DataLoaders
    loss               a function of (scores, y) that returns the mean loss of a batch

    A row is {"training loss": ..., "held-out loss": ..., "held-out accuracy": ...}. The training loss is the mean over
    all samples of the epoch, measured while the model was trained. Each epoch is computed when its row is asked for.
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
