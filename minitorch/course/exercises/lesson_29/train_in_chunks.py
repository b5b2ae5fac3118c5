"""train_in_chunks: Truncated backpropagation through time (difficulty 3, 11 minutes)

The numbers of the state go on from chunk to chunk. Its graph does not: each backward() walks one chunk only.

1. It is the step of lesson 10 in a loop, with `state` as one more thing that is passed on.
2. Before each chunk, detach the state. The first one is None.
3. In a loop over `zip(x.split(chunk), y.split(chunk))`: `state = None if state is None else state.detach()`, then zero_grad, forward,
   backward, clip_grad_norm_, step, and `losses.append(loss.item())`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        from minitorch.nn import functional as F
    """,
    solution='''
        def train_in_chunks(net, optimizer, x, y, chunk, max_norm):
            """Train once on x [T, batch, features] and y [T, batch, 1]; returns the loss of each chunk, a list of floats.

            For each chunk of `chunk` time steps:
            - net(x, state) gives (predictions, state); the state is None at first, then what the chunk before returned;
            - the loss is F.mse_loss(predictions, y), and only its own gradients count;
            - clip_grad_norm_ clips the gradients of net.parameters() to max_norm;
            - the optimizer makes one step.
            No gradient flows into an earlier chunk.
            """
            state, losses = None, []
            for some, target in zip(x.split(chunk), y.split(chunk)):
                state = None if state is None else state.detach()
                optimizer.zero_grad()
                predictions, state = net(some, state)
                loss = F.mse_loss(predictions, target)
                loss.backward()
                mt.nn.utils.clip_grad_norm_(net.parameters(), max_norm)
                optimizer.step()
                losses.append(loss.item())
            return losses
    ''',
    given="""
        class Sum(mt.nn.Module):
            def __init__(self):
                super().__init__()
                self.v, self.w, self.seen = mt.nn.Parameter(mt.tensor(1.0)), mt.nn.Parameter(mt.tensor(1.0)), []

            def forward(self, x, state):
                assert state is None or not state.requires_grad, "the state of the last chunk has a graph"
                self.seen.append((len(x), None if state is None else round(state.item(), 3)))
                h, out = 0.0 if state is None else state, []
                for one in x:
                    h = self.v * self.w * h + one
                    out.append(h)
                return mt.stack(out), h

        def run(chunk, max_norm=100.0, lr=0.125):
            net, x = Sum(), mt.arange(1.0, 5.0).reshape(4, 1, 1)
            losses = train_in_chunks(net, mt.optim.SGD(net.parameters(), lr=lr), x, 0 * x, chunk, max_norm)
            return [round(loss, 3) for loss in losses], round(net.w.item(), 3), net.seen
    """,
    facts="""
        if "the state of the last chunk has a graph": The gradient would flow into the last chunk: detach the state between two chunks.
        if "backward through the graph a second time": The gradient would flow into the last chunk: detach the state between two chunks.
        if "'NoneType' object": The state of the first chunk is None. There is nothing to detach.
        >>> run(4, lr=0.0)
        ([36.5], 1.0, [(4, None)])
        else: With one chunk there is one call of net, with the state None, and one loss, a float.
        >>> run(2, lr=0.0)
        ([5.0, 68.0], 1.0, [(2, None), (2, 3.0)])
        if ([5.0, 29.0], 1.0, [(2, None), (2, None)]): The second chunk must start from the state in which the first one ended.
        else: There is a loss for each chunk, and the second chunk starts from the state in which the first one ended.
        >>> run(2)
        ([5.0, 24.549], -2.703, [(2, None), (2, 3.0)])
        if ([5.0, 24.549], -3.078, [(2, None), (2, 3.0)]): The second step has the gradients of the first chunk, too: zero_grad() for each chunk.
        if ([5.0, 51.766], 0.823, [(2, None), (2, 3.0)]): The limit is `max_norm`, which is 100 here.
        else: Each chunk makes one step of the optimizer, with the gradients of its own loss alone.
        >>> run(2, max_norm=1.0)
        ([5.0, 51.766], 0.823, [(2, None), (2, 3.0)])
        if ([5.0, 24.549], -2.703, [(2, None), (2, 3.0)]): The gradients are not clipped when the optimizer steps. Clip after backward() and before step().
        if ([5.0, 46.473], 0.75, [(2, None), (2, 3.0)]): Clip the norm of *all* gradients together, with clip_grad_norm_(net.parameters(), ...).
        else: Clip the gradients to max_norm, after backward() and before step().
        >>> run(3, lr=0.0)
        ([15.333, 100.0], 1.0, [(3, None), (1, 6.0)])
        if ([15.333], 1.0, [(3, None)]): The last chunk may be shorter. It counts as well.
        else: The chunks are cut along the time, dimension 0, and the last one may be shorter.
    """,
)
