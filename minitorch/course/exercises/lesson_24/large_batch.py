"""large_batch: One step from several batches (difficulty 3, 10 minutes)

Gradients add up in .grad, so several small batches give the gradient of a large one, if each example has the same weight.

1. backward() for each batch, and everything else once: zero_grad at the start, then clipping, optimizer and schedule at the end.
2. The mean over all examples is the sum of their losses, divided by their number: use `reduction="sum"`, and count all examples.
3. `loss = F.cross_entropy(net(x), y, reduction="sum") / count`, with `count = sum([len(y) for _, y in batches])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    setup="""
        import weakref
        from minitorch.nn import functional as F
        from minitorch.nn.utils import clip_grad_norm_
        seven, y = mt.tensor([[1.0, -2.0], [3.0, 0.5], [0.0, 4.0], [2.0, 2.0], [1.0, 1.0], [-1.0, 3.0], [0.0, -2.0]]), mt.tensor([0, 1, 1, 0, 1, 0, 0])
        wide = mt.tensor([[9.0, 0.0], [0.0, 4.0], [0.0, 4.0], [0.0, 4.0]])
        class Net(mt.nn.Linear):
            def forward(self, x):
                out = super().forward(x)
                self.nodes.append((weakref.ref(out.grad_fn), len(out)))
                self.alive.append(sum([n for node, n in self.nodes if node() and not node().freed]))
                self.there.append(sum([node() is not None for node, _ in self.nodes]))
                return out
        def step_with(batches_of, times=1, x=seven[:4], bias=False, max_norm=1000.0):
            net = Net(2, 2, bias)
            net.nodes, net.alive, net.there = [], [], []
            for p, start in zip(net.parameters(), ([[0.5, -1.0], [1.0, 0.25]], [0.5, -1.0])):
                p.data.copy_(mt.tensor(start))
            optimizer = mt.optim.SGD(net.parameters(), lr=0.5)
            schedule = mt.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.6**step)
            net.weight.grad = mt.full((2, 2), 9.0)  # of an earlier step
            for _ in range(times):
                found = large_batch(net, list(zip(x.split(batches_of), y[: len(x)].split(batches_of))), optimizer, schedule, max_norm)
            return {
                "result": "a tensor" if isinstance(found, mt.Tensor) else round(found, 4),
                "weight": [[round(n, 3) for n in row] for row in net.weight.tolist()],
                "most examples in memory": max(net.alive),
                "most graphs whose nodes are in memory": max(net.there),
            }
    """,
    solution='''
        def large_batch(net, batches, optimizer, schedule, max_norm):
            """One training step, as if the pairs (x, y) in the list `batches` were one batch. Return the loss, a number."""
            optimizer.zero_grad()
            count, total = sum([len(y) for _, y in batches]), 0.0
            for x, y in batches:
                loss = F.cross_entropy(net(x), y, reduction="sum") / count
                loss.backward()
                total += loss.item()
            clip_grad_norm_(net.parameters(), max_norm)
            optimizer.step()
            schedule.step()
            return total
    ''',
    facts="""
        if "to unpack (expected": The list may have any number of batches: go through it in a loop.
        >>> step_with(batches_of=[3, 1])["weight"]
        [[0.718, -0.797], [0.782, 0.047]]
        if [[0.969, -0.541], [0.531, -0.209]]: This is the mean of the batches' means. Divide the sum of all losses by the number of all examples.
        if [[0.743, -0.757], [0.757, 0.007]]: The gradient of the first batch is gone: zero_grad() only at the start.
        if [[0.578, -0.927], [0.922, 0.177]]: The schedule takes two steps for one step of the optimizer.
        if [[-3.782, -5.297], [-3.718, -4.453]]: Gradients of earlier steps are still there: begin with optimizer.zero_grad().
        if [[0.631, -0.878], [0.869, 0.128]]: The schedule goes on after the optimizer's step, or its first rate is never used.
        else: The weights change once, by the gradient of the mean over all four examples: divide the sums by the number of examples.
        >>> step_with(batches_of=[3, 1])["result"]
        0.9441
        if "a tensor": The loss is a tensor. Return a number: add up loss.item().
        else: The result is the mean over all four examples, a number.
        >>> step_with(batches_of=[3, 1])["most examples in memory"]
        3
        if 4: All four examples are in memory at once. Call backward() after each batch, without retain_graph.
        else: When the next batch is computed, the graph of the one before is freed.
        >>> step_with(batches_of=[1, 1, 1, 1])["most graphs whose nodes are in memory"]
        2
        else: The graphs of all batches are kept. Add up numbers, loss.item(): a sum of tensors holds the nodes of each.
        >>> step_with(batches_of=[2, 1, 4], x=seven, times=2)["weight"]
        [[0.565, -0.587], [0.935, -0.163]]
        if [[0.602, -0.499], [0.898, -0.251]]: Here are seven examples, and not four. Add up len(y) of all batches.
        if [[0.579, -0.512], [0.921, -0.238]]: The schedule does not go on: schedule.step().
        else: Here are three batches, with seven examples: train on all of them. The second step begins with new gradients.
        >>> step_with(batches_of=[1, 3], x=wide, bias=True, max_norm=0.5)["weight"]
        [[0.659, -0.932], [0.841, 0.182]]
        if [[1.572, -0.544], [-0.072, -0.206]]: The gradient is not clipped when the optimizer takes its step.
        if [[0.561, -0.841], [0.939, 0.091]]: A part of the gradient is clipped. It is whole after the last backward().
        if [[0.676, -0.544], [0.824, -0.206]]: A part of the gradient is clipped. It is whole after the last backward().
        if [[0.663, -0.931], [0.837, 0.181]]: Each parameter is clipped by itself. One call clips them all together.
        else: The gradient of the whole loss is clipped once: its norm is max_norm, and its direction stays.
    """,
)
