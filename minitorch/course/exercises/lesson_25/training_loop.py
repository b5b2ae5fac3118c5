"""training_loop: Train and measure (difficulty 3, 12 minutes)

A row describes an epoch. Training and measuring take turns, so each must set the mode that it needs.

1. Begin with the loop above. In which mode is the model at the start of the second epoch?
2. The loss of a batch is a mean. Times len(y), it is the sum over the samples of the batch. `.item()` gives a number without a graph.
3. In a batch: `optimizer.zero_grad()`, `found = loss(model(x), y)`, `found.backward()`, `optimizer.step()`. Before the batches
   `model.train()`. After them, yield the row, with `evaluate(model, held_out, loss)` in it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.loop:fit",
    setup="""
        LOSS = mt.nn.CrossEntropyLoss(label_smoothing=0.1)
        X = mt.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0], [1.0, 3.0], [-1.0, 2.0], [0.0, 2.0], [2.0, -1.0]])
        Y = mt.tensor([0, 1, 0, 1, 0, 1, 0])
        BATCHES, HELD_OUT = [(X[:3], Y[:3]), (X[3:5], Y[3:5])], [(X[4:6], Y[4:6]), (X[6:], Y[6:])]

        class Net(mt.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight, self.seen = mt.nn.Parameter(mt.tensor([[0.5, 0.0], [0.0, 0.25]])), ""
            def forward(self, x):  # t: training mode, e: eval mode, g: a graph is recorded
                self.seen += ("t" if self.training else "e") + "g" * mt.is_grad_enabled()
                return x @ self.weight
        def begun(net):
            return mt.models.fit(net, BATCHES, HELD_OUT, mt.optim.SGD(net.parameters(), lr=0.5), LOSS, 2)
        def rows(*names):
            run = begun(Net())
            return [[round(row[name], 3) for name in names] for row in [next(run), next(run)]]
    """,
    facts="""
        if "KeyError": The keys of a row are "training loss", "held-out loss" and "held-out accuracy".
        if "indices must be integers": A row is a dictionary with three keys.
        if "__round__": `.item()` gives a number. A tensor would keep the graphs of all batches.
        if "is not an iterator": Yield each row, so that the caller can stop after any epoch.
        if "StopIteration": Yield a row for each epoch.
        >>> rows("held-out loss", "held-out accuracy")
        [[0.669, 0.667], [0.676, 0.667]]
        if [[0.667, 0.669], [0.667, 0.676]]: `evaluate` returns the loss first, and then the accuracy.
        if [[0.671, 0.667], [0.676, 0.667]]: Call the argument `loss`. This one is made with label smoothing.
        if [[0.687, 0.667], [0.687, 0.667]]: The gradients of all batches add up: zero_grad() is missing.
        if [[0.692, 0.667], [0.692, 0.667]]: The parameters do not move. First zero_grad(), then backward(), then step().
        if [[0.673, 0.8], [0.686, 0.6]]: You measure on the batches it was trained on. Use held_out.
        if [[0.676, 0.667], [0.676, 0.667]]: The rows are the same dictionary. Make a new one for each epoch.
        else: Train on `batches`: for each zero_grad, forward, backward, step. After all of them, measure on `held_out`.
        >>> rows("training loss")
        [[0.739], [0.756]]
        else: The training loss is the mean over the *samples* of this epoch, of the losses that you call backward() on.
        >>> net = Net().eval()
        >>> run = begun(net)
        >>> [next(run) and net.seen for _ in range(2)]
        ['tgtgee', 'tgtgeetgtgee']
        if ['tgtgee', 'tgtgeeegegee']: The second epoch is trained in eval mode. Call model.train() in each epoch.
        else: In each epoch, each batch goes through the model once: in training mode, or in eval mode and under no_grad().
    """,
)
