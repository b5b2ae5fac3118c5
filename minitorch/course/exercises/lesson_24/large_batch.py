"""large_batch: One step from several batches (difficulty 4, 20 minutes)

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

            The loss is the mean of the cross-entropy over all examples of all batches, which may differ in length, as a number.
            The gradient is clipped to max_norm. clip_grad_norm_ returns the norm that it had: norm, as a number, too. Then the optimizer
            takes one step, and the schedule goes on. Old gradients do not count. The graph of each batch is walked
            backwards before the next one is recorded, so only one is in memory at a time.
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

        class Net(mt.nn.Linear):
            def forward(self, x):
                freed = [out.grad_fn is None or out.grad_fn.freed for out in self.outs]
                self.kept = self.kept + freed.count(False)
                self.outs.append(super().forward(x))
                return self.outs[-1]

        def steps(*lengths, times=1, max_norm=100.0):
            net = Net(2, 2, bias=False)
            net.outs, net.kept = [], 0
            with mt.no_grad():
                net.weight.copy_(mt.tensor([[0.5, -1.0], [1.0, 0.25]]))
            optimizer = mt.optim.SGD(net.parameters(), lr=0.5)
            schedule = mt.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.5**step)
            for _ in range(times):
                found = large_batch(net, list(zip(x.split(lengths), y.split(lengths))), optimizer, schedule, max_norm)
            kinds = [type(one).__name__ for one in found]
            found = [round(one, 4) for one in found] if kinds == ["float"] * 2 else kinds
            return found, (net.weight.detach() * 1000).round().long().tolist(), net.kept
    """,
    facts="""
        >>> steps(3, 1)
        ([0.9441, 0.8414], [[718, -797], [782, 47]], 0)
        if ([1.806, 1.8549], [[969, -541], [531, -209]], 0): This is the mean of the batches' means. The one example
            of the second batch counts as much as the three of the first. Divide sums by the number of all examples.
        if ([3.7762, 3.3654], [[1370, -189], [130, -561]], 0): This is the sum over the examples: divide by their number.
        if ([3.6119, 3.7098], [[1437, -82], [63, -668]], 0): This is the sum of the batches' means. Divide the sum
            over all examples by their number.
        if ([0.9441, 0.8414], [[718, -797], [782, 47]], 1): All graphs are in memory at once. Call backward() for each
            batch, before the next one is computed.
        if ([0.9441, 0.8414], [[609, -899], [891, 149]], 0): The schedule goes on after the optimizer's step. Otherwise
            its first learning rate is never used.
        else: The weights must be those after one step with the mean loss of all four examples.
        >>> steps(3, 1)[:2] == steps(4)[:2], steps(1, 3)[0]
        (True, [0.9441, 0.8414])
        else: Batches of any lengths give what one large batch gives.
        >>> steps(3, 1, max_norm=0.5)
        ([0.9441, 0.8414], [[629, -879], [871, 129]], 0)
        if ([0.9441, 0.5], [[629, -879], [871, 129]], 0): The gradient is clipped once, when it is complete, and not
            after each batch.
        else: Clip the complete gradient before the optimizer's step, and return the norm that it had.
        >>> steps(3, 1, times=2)
        ([0.6535, 0.4835], [[770, -729], [730, -21]], 0)
        if ([0.6535, 1.3207], [[878, -628], [622, -122]], 0): The gradient of the last step is still there: zero_grad().
        if ([0.6535, 0.4835], [[822, -662], [678, -88]], 0): The schedule does not go on: schedule.step().
        else: The second step begins with new gradients, and with the next learning rate of the schedule.
    """,
)
