"""train_in_chunks: Truncated backpropagation through time (difficulty 3, 6 minutes)

The numbers of the state go on from chunk to chunk. Its graph does not: each backward() walks one chunk only.

1. A training step returns one more thing here, and needs it back in the next chunk. What does it carry besides its numbers?
2. It is the step of lesson 10, and `state` is detached before the next chunk starts from its numbers.
3. zero_grad, `predictions, state = net(x_part, state)`, loss, backward, step, `state = state.detach()`, and append `loss.item()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="from minitorch.nn import functional as F",
    stub='''
        def train_in_chunks(net, optimizer, x, y, chunk):
            """The loss of each chunk, a list of floats, from one pass over x [T, batch, features] and y [T, batch, 1].

            Each chunk of `chunk` time steps gives one step of the optimizer, for the F.mse_loss of its own predictions. The
            numbers of the state go on from chunk to chunk, and no gradient goes back from a chunk into the one before.
            """
            state, losses = None, []
            for x_part, y_part in zip(x.split(chunk), y.split(chunk)):
                ...
            return losses
    ''',
    solution="""
        def train_in_chunks(net, optimizer, x, y, chunk):
            state, losses = None, []
            for x_part, y_part in zip(x.split(chunk), y.split(chunk)):
                optimizer.zero_grad()
                predictions, state = net(x_part, state)
                loss = F.mse_loss(predictions, y_part)
                loss.backward()
                optimizer.step()
                state = state.detach()
                losses.append(loss.item())
            return losses
    """,
    given="""
        class Sum(mt.nn.Module):
            def forward(self, x, state):
                assert state is None or not state.requires_grad, "the state has a graph"
                start = 1.0 if state is None else state
                return self.w * x.cumsum(0) + start, self.w * x.sum(0) + start + 1

        net, x = Sum(), mt.arange(1.0, 5.0).reshape(4, 1, 1)
        net.w = mt.nn.Parameter(mt.tensor(1.0))
    """,
    facts="""
        if "the state has a graph": The gradient would flow into the previous chunk: detach the state between two chunks.
        >>> train_in_chunks(net, mt.optim.SGD(net.parameters(), lr=0.0), x, 0 * x, 3)
        [23.0, 144.0]
        if [23.0, 25.0]: The second chunk must start from the state in which the first one ended.
        if [64.0, 91.33333587646484]: net returns (predictions, state), in this order.
        else: There is a loss for each chunk, a float. The last chunk may be shorter. The first state is None (nothing to detach), and each other one the state that net returned.
        >>> losses = train_in_chunks(net, mt.optim.SGD(net.parameters(), lr=0.125), x, 0 * x, 1)
        >>> losses, net.w.item()
        ([4.0, 16.0, 0.25, 36.0], 4.125)
        if ([4.0, 12.25, 7.5625, 59.0976562], -6.875): Go on with the state of the forward pass that you trained on, and run net once for each chunk.
        if ([4.0, 25.0, 81.0, 196.0], 1.0): Each chunk makes one step of the optimizer, and here w does not move. zero_grad()
            between backward() and step() removes the gradients.
        else: Each chunk makes one step of the optimizer, with the gradients of its own loss alone.
    """,
)
