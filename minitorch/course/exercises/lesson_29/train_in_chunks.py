"""train_in_chunks: Truncated backpropagation through time (difficulty 3, 6 minutes)

The next chunk gets the numbers of the state, but not its graph: each backward() walks one chunk only.

1. This training step also returns the state, and the next chunk starts from it. What does the state carry besides its numbers?
2. Write the training step of lesson 10, and return the state detached.
3. zero_grad, `predictions, state = net(x, state)`, loss, backward, step, and return `loss.item(), state.detach()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="from minitorch.nn import functional as F",
    solution="""
        def train_chunk(net, optimizer, x, y, state):
            optimizer.zero_grad()
            predictions, state = net(x, state)
            loss = F.mse_loss(predictions, y)
            loss.backward()
            optimizer.step()
            return loss.item(), state.detach()
    """,
    given="""
        class Sum(mt.nn.Module):
            def forward(self, x, state):
                start = 1.0 if state is None else state
                return self.w * x.cumsum(0) + start, self.w * x.sum(0) + start + 1

        net, x = Sum(), mt.arange(1.0, 5.0).reshape(4, 1, 1)
        net.w = mt.nn.Parameter(mt.tensor(1.0))
        def run(lr, chunk, state=None):
            optimizer, losses = mt.optim.SGD(net.parameters(), lr=lr), []
            for part in x.split(chunk):
                loss, state = train_chunk(net, optimizer, part, 0 * part, state)
                losses.append(loss)
            return losses, state
    """,
    facts="""
        if "'NoneType' object has no attribute 'detach'": The next chunk starts from the state that net returns. The argument is None for the first chunk.
        if "second time": The gradient flows into the previous chunk, whose graph is freed: detach the state.
        >>> run(0.0, 3)[0]
        [23.0, 144.0]
        if [23.0, 25.0]: The second chunk must start from the state in which the first one ended.
        if [64.0, 91.33333587646484]: net returns (predictions, state), in this order.
        else: Return (loss, state): F.mse_loss(predictions, y) as a float, and the state that net has returned, detached.
        >>> *run(0.125, 1), net.w.item()
        ([4.0, 16.0, 0.25, 36.0], T([[-5.0]]), 4.125)
        if ([4.0, 16.0, 6.25, 12.25], T([[4.5]]), -7.5): The gradient flows into the previous chunks: detach the state. retain_graph only hides the error.
        if ([4.0, 12.25, 7.5625, 59.0976562], T([[-22.0625]]), -6.875): Go on with the state of the forward pass that you trained on, and run net once for each chunk.
        if ([4.0, 25.0, 81.0, 196.0], T([[15.0]]), 1.0): Each chunk makes one step of the optimizer, and here w does not move. zero_grad() between backward() and step() removes the gradients.
        if ([4.0, 9.0, 25.0, 196.0], T([[15.0]]), -23.5): One optimizer.step() for each chunk: a second one uses the same gradients again.
        else: Each chunk makes one step of the optimizer, with the gradients of its own loss alone. The loss is that of before the step.
    """,
)
