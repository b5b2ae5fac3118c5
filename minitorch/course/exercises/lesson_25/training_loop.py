"""training_loop: Train and measure (difficulty 3, 12 minutes)

A row describes an epoch. Training and measuring take turns, so each must set the mode that it needs.

1. Call model.train() at the start of each epoch: `evaluate` sets eval mode. For a batch, the calls are those of lesson 20.
2. The loss of a batch is a mean. Times len(y), it is the sum over the samples of the batch. `.item()` gives a number without a graph.
3. First model.train(). For each batch zero_grad, `found = loss(model(x), y)`, backward, step. Then yield the row, with what `evaluate` returns.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.loop:fit",
    setup="""
        import itertools
        import weakref
        from minitorch.nn import functional as F
        LOSS = mt.nn.CrossEntropyLoss(label_smoothing=0.1)
        X = mt.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0], [1.0, 3.0], [-1.0, 2.0], [0.0, 2.0], [2.0, -1.0]])
        Y = mt.tensor([0, 1, 0, 1, 0, 1, 0])
        BATCHES, HELD_OUT = [(X[:3], Y[:3]), (X[3:5], Y[3:5])], [(X[4:6], Y[4:6]), (X[6:], Y[6:])]
        class Net(mt.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight, self.events, self.nodes = mt.nn.Parameter(mt.tensor([[0.5, 0.0], [0.0, 0.25]])), [], []
                self.graphs, self.weight.grad = 0, mt.eye(2)  # of an earlier step
            def forward(self, x):
                other = "eval mode with a graph" if mt.is_grad_enabled() else "training mode without a graph"
                usual = {(True, True): "train", (False, False): "measure"}
                self.events.append(usual.get((self.training, mt.is_grad_enabled()), other))
                out = x @ self.weight
                self.nodes += [weakref.ref(out.grad_fn)] if out.grad_fn else []
                self.graphs = max(self.graphs, sum([node() is not None for node in self.nodes]))
                return out
        class Loading(list):
            def __iter__(self):
                return map(lambda batch: self.net.events.append("load") or batch, super().__iter__())
        def begun(net, batches=BATCHES, epochs=2):
            batches = Loading(batches)
            batches.net = net
            optimizer = mt.optim.SGD(net.parameters(), lr=0.5)
            return mt.models.fit(net, batches, HELD_OUT, optimizer, LOSS, epochs)
        def rows_of_two_epochs(*names):
            run = begun(Net())
            return [[round(row[name], 3) for name in names] for row in [next(run), next(run)]]
        def events_of_two_epochs():
            net, found = Net().eval(), []
            run = begun(net)
            for _ in range(2):
                next(run), found.append(", ".join(net.events)), net.events.clear()
            return found
        def most_graphs_in_memory(batches):
            net = Net()
            next(begun(net, [(X[i:i + 1], Y[i:i + 1]) for i in range(batches)]))
            return net.graphs
    """,
    facts="""
        if "KeyError": The keys of a row are "training loss", "held-out loss" and "held-out accuracy".
        if "indices must be integers": A row is a dictionary with three keys.
        if "__round__": `.item()` gives a number. A tensor would keep the graphs of all batches.
        if "is not an iterator": Yield each row, so that the caller can stop after any epoch.
        if "StopIteration": Yield a row for each epoch.
        >>> rows_of_two_epochs("held-out loss", "held-out accuracy")
        [[0.669, 0.667], [0.676, 0.667]]
        if [[0.667, 0.669], [0.667, 0.676]]: `evaluate` returns the loss first, and then the accuracy.
        if [[0.671, 0.667], [0.676, 0.667]]: Call the argument `loss`. This one is made with label smoothing.
        if [[0.835, 0.333], [0.962, 0.667]]: The gradients of all batches add up: zero_grad() is missing.
        if [[0.692, 0.667], [0.692, 0.667]]: The parameters do not move. First zero_grad(), then backward(), then step().
        if [[0.673, 0.8], [0.686, 0.6]]: You measure on the batches that the model was trained on. Use held_out.
        if [[0.676, 0.667], [0.676, 0.667]]: The rows are the same dictionary. Make a new one for each epoch.
        else: For each batch of `batches`: zero_grad, forward, backward, step. After all of them, measure on `held_out`.
        >>> rows_of_two_epochs("training loss")
        [[0.739], [0.756]]
        else: The training loss is the mean over the *samples* of this epoch, of the losses that you call backward() on.
        >>> len(list(itertools.islice(begun(Net(), epochs=3), 5)))
        3
        else: `epochs` is the number of rows. Here it is 3, and then the generator ends.
        >>> events_of_two_epochs()
        ["load, train, load, train, measure, measure"] * 2
        if ["load, train, load, train, measure, measure", "load, eval mode with a graph, load, eval mode with a graph, measure, measure"]: The second epoch is trained in eval mode. Call model.train() in each epoch.
        if ["load, load, train, train, measure, measure", "train, train, measure, measure"]: Loop over `batches` again in each epoch: a loader shuffles at the start of each loop.
        if ["load, load, train, train, measure, measure"] * 2: Take one batch at a time. A list of all batches is the whole dataset in memory.
        else: In each epoch, train on each batch once, in training mode. Then measure, in eval mode and without a graph. An epoch starts only when the caller asks for its row.
        >>> most_graphs_in_memory(batches=4)
        2
        else: The graphs of all batches are kept. Add up numbers, found.item(): a sum of tensors holds the nodes of each.
    """,
)
