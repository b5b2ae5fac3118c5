"""training_loop: Train and measure (difficulty 4, 18 minutes)

A row describes an epoch. Training and measuring take turns, so each must set the mode that it needs.

1. Write evaluate first, and test it. In fit, the loop over the epochs has a loop over the batches in it.
2. The loss of a batch is a mean. Times len(y), it is the sum over the samples of the batch. `.item()` gives a number without a graph.
3. In a batch: `optimizer.zero_grad()`, `found = loss(model(x), y)`, `found.backward()`, `optimizer.step()`. Before the batches
   `model.train()`. After them, yield the row, with `evaluate(model, held_out, loss)` in it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.loop:fit",
    covers="evaluate",
    setup="""
        F, NAMES = mt.nn.functional, ("training loss", "held-out loss", "held-out accuracy")
        X = mt.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0], [1.0, 3.0], [-1.0, 2.0], [0.0, 2.0], [2.0, -1.0]])
        Y = mt.tensor([0, 1, 0, 1, 0, 1, 0])

        class Net(mt.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight, self.seen = mt.nn.Parameter(mt.tensor([[0.5, 0.0], [0.0, -0.5]])), []
            def forward(self, x):
                self.seen.append(("training" if self.training else "eval", mt.is_grad_enabled()))
                return x @ self.weight

        def begun(net, epochs):
            batches, held_out = [(X[:3], Y[:3]), (X[3:4], Y[3:4])], [(X[4:6], Y[4:6]), (X[6:], Y[6:])]
            return mt.models.fit(net, batches, held_out, mt.optim.SGD(net.parameters(), lr=0.5), F.cross_entropy, epochs)
        def rounded(row):
            return [round(row[name], 3) for name in NAMES]
    """,
    facts="""
        if "KeyError": The keys of a row are "training loss", "held-out loss" and "held-out accuracy".
        >>> loss, accuracy = evaluate(Net(), [(X[:3], Y[:3]), (X[3:4], Y[3:4])], F.cross_entropy)
        >>> round(loss, 3), round(accuracy, 3)
        (0.944, 0.5)
        if (0.5, 0.944): Return the loss first, and then the accuracy.
        if "__round__": Return numbers: `.item()` gives one.
        if (1.338, 0.5): The batches hold 3 samples and 1. The mean of their means counts the last one three times. Weight each by len(y).
        if (0.669, 0.5): The loss of a batch is a mean. Multiply it by len(y) before you add it.
        if (0.944, 0.333): The batches hold 3 samples and 1. Count the right answers, and divide by the number of samples.
        else: Look at `evaluate`: the sum of the losses of all samples, and the number of right ones, divided by the number of samples.
        >>> [rounded(row) for row in list(begun(Net(), 2))]
        [[0.902, 1.496, 0.667], [0.847, 1.557, 0.667]]
        if "__round__": A row holds numbers. `.item()` gives one; a tensor would keep the graphs of all batches.
        if [[0.902, 1.654, 0.667], [0.733, 4.991, 0.667]]: The gradients of all batches add up: zero_grad() is missing.
        if [[0.902, 1.654, 0.667], [0.734, 1.786, 0.667]]: The gradients of the batches add up: call zero_grad() for each batch.
        if [[0.944, 0.754, 0.667], [0.944, 0.754, 0.667]]: The parameters do not move. First zero_grad(), then backward(), then step().
        if [[0.944, 1.387, 0.667], [0.993, 1.389, 0.667]]: Take a step after each batch, and not after each epoch.
        if [[0.902, 0.846, 0.5], [0.847, 0.4, 0.75]]: You measure on the batches it was trained on. Use held_out.
        if [[0.757, 0.772, 0.667], [0.836, 0.745, 0.667]]: You train on the held-out batches.
        if [[1.255, 1.496, 0.667], [0.567, 1.557, 0.667]]: The training loss is the mean over samples: weight a batch by len(y).
        if [[0.627, 1.496, 0.667], [0.283, 1.557, 0.667]]: The loss of a batch is a mean. Multiply it by len(y) before you add it.
        if [[1.959, 1.496, 0.667], [0.006, 1.557, 0.667]]: This is the loss of the last batch. Add up all of them.
        if [[0.902, 1.496, 0.667], [0.875, 1.557, 0.667]]: Each epoch begins its sums at 0.
        if [[0.902, 0.754, 0.667], [0.847, 1.496, 0.667]]: Measure after the batches of the epoch, and not before.
        if [[0.847, 1.557, 0.667], [0.847, 1.557, 0.667]]: The rows are the same dictionary. Make a new one for each epoch.
        if [[0.846, 1.496, 0.667], [0.4, 1.557, 0.667]]: The training loss is measured during the epoch, from the losses that you call backward() on.
        if [[0.355, 1.496, 0.667], [0.396, 1.557, 0.667]]: The training loss comes from the same forward pass as the gradients, before the step.
        else: For each batch zero_grad, forward, backward, step. After all batches, one row.
        >>> net = Net()
        >>> rows = list(begun(net, 2))
        >>> net.seen[:4], net.seen[4:]
        ([('training', True), ('training', True), ('eval', False), ('eval', False)], [('training', True), ('training', True), ('eval', False), ('eval', False)])
        if ([('training', True), ('training', True), ('eval', False), ('eval', False)], [('eval', True), ('eval', True), ('eval', False), ('eval', False)]): The second epoch is trained in eval mode. Call model.train() in each epoch.
        if ([('training', True), ('training', True), ('training', False), ('training', False)], [('training', True), ('training', True), ('training', False), ('training', False)]): Look at `evaluate`: model.eval() is missing.
        if ([('training', True), ('training', True), ('eval', True), ('eval', True)], [('training', True), ('training', True), ('eval', True), ('eval', True)]): Look at `evaluate`: it records a graph. Use no_grad().
        else: Each batch goes through the model once: in training mode, or in eval mode and under no_grad().
        >>> net = Net().eval()
        >>> run = begun(net, 9)
        >>> row = next(run)
        >>> len(net.seen), net.seen[0]
        (4, ('training', True))
        if "is not an iterator": Yield each row, so that the caller can stop after any epoch.
        if "StopIteration": Yield a row for each epoch.
        else: An epoch is computed when its row is asked for, and not before.
    """,
)
