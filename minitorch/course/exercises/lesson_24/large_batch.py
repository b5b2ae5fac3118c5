"""large_batch: One step from several batches (difficulty 4, 12 minutes)

Gradients add up in .grad, so several small batches give the gradient of a large one, if each example has the same weight.

1. backward() for each batch, and everything else once: zero_grad at the start, and clip, optimizer and schedule at the end.
2. The mean over all examples is the sum of their losses, divided by their number: `reduction="sum"`, and the number of all.
3. `loss = F.cross_entropy(net(x), y, reduction="sum") / count`, with `count = sum([len(y) for _, y in batches])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    setup="""
        from minitorch.nn import functional as F
        from minitorch.nn.utils import clip_grad_norm_
    """,
    solution='''
        def large_batch(net, batches, optimizer, schedule, max_norm):
            """One step of the optimizer, as if the pairs (x, y) in the list `batches` were one batch. Return (loss, norm).

            loss is the mean of the cross-entropy over all examples, a number. The batches may differ in length.
            norm is the norm of the whole gradient before it is clipped to max_norm, a number.

            Old gradients do not count. Only the graph of one batch is in memory at a time. After the optimizer's step,
            the schedule goes on.
            """
            optimizer.zero_grad()
            count, total = sum([len(y) for _, y in batches]), 0.0
            for x, y in batches:
                loss = F.cross_entropy(net(x), y, reduction="sum") / count
                loss.backward()
                total += loss.item()
            norm = clip_grad_norm_(net.parameters(), max_norm)
            optimizer.step()
            schedule.step()
            return total, norm.item()
    ''',
    given="""
        x, y = mt.tensor([[1.0, -2.0], [3.0, 0.5], [0.0, 4.0], [2.0, 2.0]]), mt.tensor([0, 1, 1, 0])
        batches = list(zip(x.split([3, 1]), y.split([3, 1])))

        class Net(mt.nn.Linear):
            def forward(self, x):
                self.outs.append(super().forward(x))
                self.alive.append(sum([len(out) for out in self.outs if out.grad_fn and not out.grad_fn.freed]))
                return self.outs[-1]

        def steps(times, max_norm):
            net = Net(2, 2, bias=False)
            net.outs, net.alive = [], []
            with mt.no_grad():
                net.weight.copy_(mt.tensor([[0.5, -1.0], [1.0, 0.25]]))
            optimizer = mt.optim.SGD(net.parameters(), lr=0.5)
            schedule = mt.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.5**step)
            net.weight.grad = mt.full((2, 2), 9.0)  # of an earlier step
            for _ in range(times):
                found = large_batch(net, batches, optimizer, schedule, max_norm)
            found = ["tensor" if isinstance(one, mt.Tensor) else round(one, 4) for one in found]
            return found, (net.weight.detach() * 1000).round().long().tolist(), max(net.alive)
    """,
    facts="""
        >>> steps(1, 100.0)
        ([0.9441, 0.8414], [[718, -797], [782, 47]], 3)
        if ([1.806, 1.8549], [[969, -541], [531, -209]], 3): This is the mean of the batches' means. The one example
            of the second batch counts as much as the three of the first. Divide sums by the number of all examples.
        if ([0.9441, 0.8414], [[718, -797], [782, 47]], 4): All four examples are in memory at once. Call backward() for each
            batch, before the next one is computed.
        if ([0.9441, "tensor"], [[718, -797], [782, 47]], 3): The norm is a tensor. Return a number: .item().
        if (["tensor", 0.8414], [[718, -797], [782, 47]], 3): The loss is a tensor. Return a number: add up loss.item().
        if ([0.9441, 0.9707], [[743, -757], [757, 7]], 3): The gradient of the first batch is gone: zero_grad() only at the start.
        if ([0.9441, 0.8414], [[554, -949], [946, 199]], 3): The schedule takes two steps for one step of the optimizer.
        if ([0.9441, 18.0197], [[-3782, -5297], [-3718, -4453]], 3): Old gradients do not count: begin with optimizer.zero_grad().
        if ([0.9441, 0.8414], [[609, -899], [891, 149]], 3): The schedule goes on after the optimizer's step. Otherwise
            its first learning rate is never used.
        else: The weights change once, by the gradient of the mean over all four examples: divide the sums by 4. The result is that
            mean, and the norm of that gradient, as two numbers.
        >>> steps(2, 0.05)
        ([0.9232, 0.8293], [[519, -982], [981, 232]], 3)
        if ([0.9232, 0.8293], [[526, -976], [974, 226]], 3): The schedule does not go on: schedule.step().
        else: Clip once, after the last batch and before the optimizer's step: the norm is that of the whole gradient, before
            it is clipped. A second step begins with new gradients.
    """,
)
