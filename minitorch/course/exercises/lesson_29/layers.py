"""layers: Layers and directions (difficulty 3, 12 minutes)

The loop over time is the same for each layer and direction. Only weights, states and the order of the time steps differ.

1. Write `direction` first. `through_time` needs a function step(input, states), a list of inputs, and a tuple of states.
2. In `layers`, weights[k] and [s[k] for s in states] belong together. The outputs of a layer are the `rows` of the next.
3. `direction(mode, rows, sizes, [s[k] for s in states], weights[k], k % directions == 1)`, then cat the outputs, and stack the states.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.rnn:layers",
    covers="direction",
    given="""
        def run(num_layers, bidirectional, *weights, dropout=0.0, states=0.0):
            weights = [(mt.tensor([w]), mt.tensor([[u]]), None, None, None) for *w, u in weights]
            rows, states = mt.tensor([[1.0], [5.0], [2.0], [3.0]]), [mt.zeros(len(weights), 2, 1) + mt.tensor(states)]
            found = layers("RNN_RELU", rows, [2, 1, 1], states, weights, num_layers, dropout, bidirectional)
            return found[0].tolist(), *[s.flatten(1).tolist() for s in found[1:]]
        one, both = [(1.0, 10.0), (3.0, 1.0)], [(1.0, 10.0), (2.0, 3.0)]
    """,
    facts="""
        if "'tuple' object has no attribute": Return the outputs and the last states side by side: (outputs, h), or (outputs, h, c).
        if "non-singleton dimension 0": through_time needs the rows of each time step as a tensor of their own: split(rows, sizes).
        if "but got list": The outputs of all time steps are one matrix, in the order of `rows`: join them with cat.
        >>> run(1, True, *both)
        ([[1.0, 68.0], [5.0, 10.0], [12.0, 22.0], [123.0, 6.0]], [[123.0, 5.0], [68.0, 10.0]])
        if ([[1.0, 2.0], [5.0, 10.0], [12.0, 10.0], [123.0, 36.0]], [[123.0, 5.0], [36.0, 10.0]]): Both directions read forwards: through_time needs `reverse`.
        if ([[321.0, 2.0], [5.0, 10.0], [32.0, 10.0], [3.0, 36.0]], [[321.0, 5.0], [36.0, 10.0]]): weights[0] reads forwards, and weights[1] backwards.
        if ([[1.0, 321.0], [5.0, 5.0], [12.0, 32.0], [123.0, 3.0]], [[123.0, 5.0], [321.0, 5.0]]): Each direction has weights of its own.
        if ([[1.0, 2288.0], [5.0, 10.0], [12.0, 762.0], [123.0, 246.0]], [[123.0, 5.0], [2288.0, 10.0]]): Both directions of a layer read the same rows.
        if ([[1.0, 6.0], [5.0, 22.0], [12.0, 68.0], [123.0, 10.0]], [[123.0, 5.0], [68.0, 10.0]]): through_time returns its outputs in the order of time, also in reverse.
        if ([[1.0, 14.0], [5.0, 28.0], [12.0, 4.0], [53.0, 6.0]], [[12.0, 53.0], [14.0, 28.0]]): Each time step has its own number of rows: split(rows, sizes).
        else: A row of outputs has the forward numbers, then the backward ones. The last states are stacked: one [batch, hidden] for each direction.
        >>> run(2, False, *one)
        ([[3.0], [15.0], [39.0], [408.0]], [[123.0, 5.0], [408.0, 15.0]])
        if ([[3.0], [15.0], [9.0], [18.0]], [[123.0, 5.0], [18.0, 15.0]]): The second layer reads the outputs of the first, and not the input.
        else: The outputs are those of the last layer. The last states are those of all layers, each from its own initial state.
        >>> run(2, True, *both, (1.0, 0.5, 1.0), (0.5, 1.0, 1.0), states=[[[1.0]], [[2.0]], [[3.0]], [[4.0]]])
        ([[75.0, 801.0], [26.0, 27.5], [207.0, 673.5], [1336.0, 577.5]], [[1123.0, 15.0], [122.0, 16.0], [1336.0, 26.0], [801.0, 27.5]])
        else: Weights and states come layer by layer, in each layer forwards, then backwards. Both directions of a layer read all numbers of the layer below.
        >>> layers("LSTM", mt.ones(3, 1), [2, 1], [mt.zeros(2, 2, 1), mt.ones(2, 2, 1)], 2 * [(mt.zeros(4, 1), mt.zeros(4, 1), None, None, None)], 2, 0.0, False)[2:]
        (T([[[0.25], [0.5]], [[0.25], [0.5]]]),)
        else: An LSTM has two states: (outputs, h, c), where h and c are stacked each by itself.
        >>> run(1, True, *both, dropout=1.0), run(2, False, *one, dropout=1.0, states=1.0), [a == b and (p < 1 or a == 0) for p in (0.5, 1.0) for a, b in run(2, True, *both, (1.0, 1.0, 0.0), (1.0, 1.0, 0.0), dropout=p)[0]]
        (([[1.0, 68.0], [5.0, 10.0], [12.0, 22.0], [123.0, 6.0]], [[123.0, 5.0], [68.0, 10.0]]), ([[1.0], [1.0], [1.0], [1.0]], [[1123.0, 15.0], [1.0, 1.0]]), 8 * [True])
        else: Dropout changes what one layer passes on to the next: not the first input, not the last outputs, and no state. It changes the numbers of both directions. Both directions of the next layer read the same numbers.
        >>> x, start, ones = mt.ones(3, 1, requires_grad=True), [mt.zeros(2, 2, 1)], 2 * [(mt.ones(1, 1), mt.ones(1, 1), None, None, None)]
        >>> layers("RNN_RELU", x, [2, 1], start, ones, 2, 0.0, False)[0].sum().backward()
        >>> x.grad
        T([[3.0], [1.0], [1.0]])
        else: Gradients flow back through all layers: no detach.
    """,
)
