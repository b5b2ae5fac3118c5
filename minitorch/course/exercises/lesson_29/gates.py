"""gates: The cells of GRU and LSTM (difficulty 4, 20 minutes)

What a gate multiplies is kept or dropped number by number. Where it is kept, the next state is the old one, and the gradient
has a path without a matrix.

1. Compute the two products first, for all gates at once: `linear(input, w_ih, b_ih)` and `linear(hx, w_hh, b_hh)`.
2. In the GRU, r is multiplied by the state's part of n only. So keep the two parts of n apart: chunk both products.
3. LSTM: `i, f, g, o = (linear(input, w_ih, b_ih) + linear(h, w_hh, b_hh)).chunk(4, 1)`, then `c = sigmoid(f) * c + sigmoid(i) *
   tanh(g)`, and h is `sigmoid(o) * tanh(c)` with the new c.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.rnn:lstm_cell",
    covers="gru_cell",
    forbids={
        "GRUCell": "It calls gru_cell, which you are writing.",
        "LSTMCell": "It calls lstm_cell, which you are writing.",
    },
    stub='''
        def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
            """The next state [batch, hidden] of a GRU, from input [batch, features] and the state hx.

            With all weights and biases 0, r and z are 1/2 and n is 0, so the next state is hx / 2.
            """
            ...


        def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
            """The next states (h, c) of an LSTM, from input [batch, features] and hx = (h, c).

            With all weights and biases 0 and c = 2, the gates are 1/2 and g is 0. So the next c is 1, and h is tanh(1) / 2.
            """
            ...
    ''',
    given="""
        def filled(rows, columns, by):
            return ((mt.arange(rows * columns) * by % 11 - 5) * 0.2).reshape(rows, columns)

        def weights(gates):
            n = 2 * gates
            return filled(n, 1, 7), filled(n, 2, 3), filled(n, 1, 4)[:, 0], filled(n, 1, 9)[:, 0]

        x, h = mt.tensor([[1.0], [-0.5]]), mt.tensor([[0.5, -1.0], [0.25, 1.0]])
        c = mt.tensor([[2.0, -1.0], [0.5, 0.0]])
    """,
    facts="""
        if "'Tensor' and 'NoneType'": A bias may be None. `linear` leaves it out then.
        >>> gru_cell(x, h, *weights(3))
        T([[0.366849, -0.062502], [0.1241, 0.350897]])
        if T([[-0.184793, -0.421136], [-0.373235, 0.853634]]): In `gru_cell`, r and z are exchanged. The rows are r, z, n.
        if T([[0.21516, -0.362495], [0.025438, 0.212952]]): In `gru_cell`, r is multiplied by the product W_hn h + b_hn, and not by h before it.
        if T([[0.21516, -0.260252], [0.025438, 0.260014]]): In `gru_cell`, the bias b_hn stands inside: r * (W_hn h + b_hn).
        if T([[0.11389, 0.03587], [-0.004739, 0.174963]]): In `gru_cell`, r is not used. It multiplies the state's part of n.
        if T([[0.290695, -0.107863], [0.151501, 0.22845]]): In `gru_cell`, r multiplies only the state's part of n, and not the input's.
        if T([[0.301362, -0.48549], [-0.030196, 0.468559]]): In `gru_cell`, z keeps the *old* state: (1 - z) * n + z * h.
        if T([[0.516997, 0.045609], [0.315333, 0.70006]]): In `gru_cell`, n is a tanh, and not a gate.
        if T([[0.367497, -0.039766], [0.123701, 0.349797]]): In `gru_cell`, the tanh around n is missing.
        else: In `gru_cell`: r and z are sigmoids of the sum of both parts, n = tanh(n_input + r * n_hidden), and z keeps the old state.
        >>> gru_cell(x, h, *weights(3)[:2])
        T([[0.257511, -0.570875], [0.020288, 0.556059]])
        else: In `gru_cell`, without biases: each gate is the sigmoid of the input's part plus the state's part.
        >>> lstm_cell(x, (h, c), *weights(4))[1]
        T([[1.177455, -0.007169], [0.285344, -0.389054]])
        if T([[1.226, 0.199435], [0.355386, 0.15342]]): In `lstm_cell`, the order of the rows is i, f, g, o.
        if T([[-0.190449, -0.360289], [-0.342272, -0.225317]]): In `lstm_cell`, i and f are exchanged: f keeps c, and i lets g in.
        if T([[1.21365, 0.029492], [0.380772, 0.284386]]): In `lstm_cell`, g is a tanh, and not a gate.
        if T([[1.011922, 0.03587], [0.167755, -0.275203]]): In `lstm_cell`, 1 - f is the GRU's way. An LSTM has a gate i of its own.
        if T([[0.570366, -0.006314], [0.145862, -0.203738]]): `lstm_cell` returns (h, c), in this order.
        if T([0.145862, -0.203738]): `lstm_cell` returns two states, (h, c).
        else: In `lstm_cell`: c = f * c + i * g, with sigmoids for the gates and tanh for g.
        >>> lstm_cell(x, (h, c), *weights(4))[0]
        T([[0.570366, -0.006314], [0.145862, -0.203738]])
        if T([[0.665154, -0.67081], [0.242602, 0.0]]): In `lstm_cell`, h is computed from the *new* c.
        if T([[0.812414, -0.006315], [0.1498, -0.213915]]): In `lstm_cell`, h = o * tanh(c): the tanh around c is missing.
        else: In `lstm_cell`: h = o * tanh(c), with the new c, and o is a sigmoid.
        >>> given = [one.clone().requires_grad_() for one in (x, h, c, *weights(3))]
        >>> loss = gru_cell(*given[:2], *given[3:]).sum()
        >>> loss = loss + lstm_cell(given[0], (given[1], given[2]), *weights(4))[0].sum()
        >>> loss.backward()
        >>> [[round(n, 4) for n in one.grad.flatten().tolist()] for one in given[:3]]
        [[-0.795, -0.1613], [0.5753, -0.6361, 0.9722, -0.0258], [0.1308, 0.3121, 0.3343, 0.2135]]
        else: The values are right, but the gradients are not. They must flow to the input and to all states: no detach, no NumPy.
    """,
)
