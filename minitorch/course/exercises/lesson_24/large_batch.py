"""large_batch: One step from several batches (difficulty 3, 10 minutes)

Gradients add up in .grad, so several small batches give the gradient of a large one, if each example has the same weight.

1. backward() for each batch, and everything else once: zero_grad at the start, then clipping, optimizer and schedule at the end.
2. The mean over all examples is the sum of their losses, divided by their number: `reduction="sum"`, and the number of all.
3. `loss = F.cross_entropy(net(x), y, reduction="sum") / count`, with `count = sum([len(y) for _, y in batches])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    setup="from minitorch.nn import functional as F\nfrom minitorch.nn.utils import clip_grad_norm_",
    solution='''
        def large_batch(net, batches, optimizer, schedule, max_norm):
            """One training step, as if the pairs (x, y) in the list `batches` were one batch. Return the loss, a number.

            The loss is the mean of the cross-entropy over all examples. With 3 examples in one batch and 1 in another, and a mean
            loss of 1.0 and 5.0 in them, it is 2.0. The gradient of this loss is clipped to max_norm.

            Old gradients do not count. Only the graph of one batch is in memory at a time. The first step uses the schedule's
            first learning rate, the second its second.
            """
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
    given="""
        import weakref

        x, y = mt.tensor([[1.0, -2.0], [3.0, 0.5], [0.0, 4.0], [2.0, 2.0]]), mt.tensor([0, 1, 1, 0])

        wide = mt.tensor([[9.0, 0.0], [0.0, 4.0], [0.0, 4.0], [0.0, 4.0]])

        class Net(mt.nn.Linear):
            def forward(self, x):
                out = super().forward(x)
                self.nodes.append((weakref.ref(out.grad_fn), len(out)))
                self.alive.append(sum([n for node, n in self.nodes if node() and not node().freed]))
                self.there.append(sum([node() is not None for node, _ in self.nodes]))
                return out

        def steps(times, *sizes, x=x, bias=False, max_norm=1000.0):
            net = Net(2, 2, bias)
            net.nodes, net.alive, net.there = [], [], []
            with mt.no_grad():
                for p, start in zip(net.parameters(), ([[0.5, -1.0], [1.0, 0.25]], [0.5, -1.0])):
                    p.copy_(mt.tensor(start))
            optimizer = mt.optim.SGD(net.parameters(), lr=0.5)
            schedule = mt.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.5**step)
            net.weight.grad = mt.full((2, 2), 9.0)  # of an earlier step
            for _ in range(times):
                found = large_batch(net, list(zip(x.split(sizes), y.split(sizes))), optimizer, schedule, max_norm)
            found = "tensor" if isinstance(found, mt.Tensor) else round(found, 4)
            return found, (net.weight.detach() * 1000).round().long().tolist(), max(net.alive), max(net.there) > 2
    """,
    facts="""
        >>> steps(1, 3, 1)
        (0.9441, [[718, -797], [782, 47]], 3, False)
        if (1.806, [[969, -541], [531, -209]], 3, False): This is the mean of the batches' means. The one example
            of the second batch counts as much as the three of the first. Divide sums by the number of all examples.
        if (0.9441, [[718, -797], [782, 47]], 4, False): All four examples are in memory at once. Call backward() for each
            batch, before the next one is computed.
        if ("tensor", [[718, -797], [782, 47]], 3, False): The loss is a tensor. Return a number: add up loss.item().
        if (0.9441, [[743, -757], [757, 7]], 3, False): The gradient of the first batch is gone: zero_grad() only at the start.
        if (0.9441, [[554, -949], [946, 199]], 3, False): The schedule takes two steps for one step of the optimizer.
        if (0.9441, [[-3782, -5297], [-3718, -4453]], 3, False): Old gradients do not count: begin with optimizer.zero_grad().
        if (0.9441, [[609, -899], [891, 149]], 3, False): The schedule goes on after the optimizer's step. Otherwise
            its first learning rate is never used.
        else: The weights change once, by the gradient of the mean over all four examples: divide the sums by 4. The result is
            that mean, a number.
        >>> steps(2, 3, 1), steps(1, 1, 1, 1, 1)
        ((0.6535, [[770, -729], [730, -21]], 3, False), (0.9441, [[718, -797], [782, 47]], 1, False))
        if ((0.6535, [[770, -729], [730, -21]], 3, False), (0.9441, [[718, -797], [782, 47]], 1, True)): The graphs of all batches
            are kept. Add up numbers, loss.item(): a sum of tensors holds the nodes of each.
        if ((0.6535, [[822, -662], [678, -88]], 3, False), (0.9441, [[718, -797], [782, 47]], 1, False)): The schedule does not go on: schedule.step().
        else: A second step begins with new gradients.
        >>> steps(1, 1, 3, x=wide, bias=True, max_norm=0.5)
        (1.6595, [[659, -932], [841, 182]], 3, False)
        if (1.6595, [[1572, -544], [-72, -206]], 3, False): The gradient is not clipped when the optimizer takes its step.
        if (1.6595, [[561, -841], [939, 91]], 3, False): A part of the gradient is clipped. It is whole after the last backward().
        if (1.6595, [[676, -544], [824, -206]], 3, False): A part of the gradient is clipped. It is whole after the last backward().
        if (1.6595, [[663, -931], [837, 181]], 3, False): Each parameter is clipped by itself. One call clips them all together.
        else: The gradient of the whole loss is clipped once: its norm is max_norm, and its direction stays.
    """,
)
