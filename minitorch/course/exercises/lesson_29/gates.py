"""gates: The cells of GRU and LSTM (difficulty 4, 15 minutes)

What a gate multiplies is kept or dropped number by number. Where it is kept, the next state is the old one, and the gradient
has a path without a matrix.

1. Write down the GRU's four formulas before you write its code. Which of them needs the share of the state by itself?
2. Compute the two products first, for all gates at once: `linear(input, w_ih, b_ih)` and `linear(hx, w_hh, b_hh)`. In the GRU, keep the
   two parts of n apart: chunk both products. The candidate is mixed in by 1 - z, and the old state by z.
3. LSTM: `i, f, g, o = (linear(input, w_ih, b_ih) + linear(h, w_hh, b_hh)).chunk(4, 1)`, then `c = sigmoid(f) * c + sigmoid(i) *
   tanh(g)`, and h is `sigmoid(o) * tanh(c)` with the new c.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.rnn:lstm_cell",
    covers="gru_cell",
    stub='''
        def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
            """The next state [batch, hidden] of a GRU, from input [batch, features] and the state hx.

            With all weights and biases 0, r and z are 1/2 and n is 0, so the next state is hx / 2.
            With input [[1.0]], hx [[0.5]], w_ih [[0.0], [0.0], [1.0]] and w_hh [[0.0], [0.0], [2.0]], it is [[0.7026]].
            """
            ...


        def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
            """The tuple of the next states (h, c) of an LSTM, from input [batch, features] and hx = (h, c).

            With all weights and biases 0 and c = 2, the gates are 1/2 and g is 0. So the next c is 1, and h is tanh(1) / 2.
            """
            ...
    ''',
    given="""
        def filled(rows, columns, by):
            return ((mt.arange(rows * columns) * by % 11 - 5) * 0.2).reshape(rows, columns)

        def weights(n):
            return filled(n, 1, 7), filled(n, 2, 3), filled(n, 1, 4)[:, 0], filled(n, 1, 9)[:, 0]

        x, h = mt.tensor([[1.0], [-0.5]]), mt.tensor([[0.5, -1.0], [0.25, 1.0]])
        c = mt.tensor([[2.0, -1.0], [0.5, 0.0]])
    """,
    facts="""
        if "'Tensor' and 'NoneType'": A bias may be None. `linear` leaves it out then.
        if "not enough values to unpack": The gates are in dimension 1: chunk(3, 1) and chunk(4, 1). Dimension 0 is the batch.
        >>> gru_cell(x, h, *weights(6))
        T([[0.366849, -0.062502], [0.1241, 0.350897]])
        if T([[-0.184793, -0.421136], [-0.373235, 0.853634]]): In `gru_cell`, r and z are exchanged. The rows are r, z, n.
        if T([[0.21516, -0.362495], [0.025438, 0.212952]]): In `gru_cell`, r is multiplied by the product W_hn h + b_hn, and not by h before it.
        if T([[0.21516, -0.260252], [0.025438, 0.260014]]): In `gru_cell`, the bias b_hn stands inside: r * (W_hn h + b_hn).
        if T([[0.11389, 0.03587], [-0.004739, 0.174963]]): In `gru_cell`, r is not used. It scales W_hn h + b_hn inside the tanh.
        if T([[0.290695, -0.107863], [0.151501, 0.22845]]): In `gru_cell`, r scales the state's part of n only, not the input's.
        if T([[0.301362, -0.48549], [-0.030196, 0.468559]]): In `gru_cell`, z keeps the old state, and 1 - z lets in the candidate.
        else: In `gru_cell`: r and z are sigmoids of the sum of both parts, n = tanh(n_input + r * n_hidden), and z keeps the old state.
        >>> lstm_cell(x, (h, c), *weights(8))
        (T([[0.570366, -0.006314], [0.145862, -0.203738]]), T([[1.177455, -0.007169], [0.285344, -0.389054]]))
        if (T([[1.177455, -0.007169], [0.285344, -0.389054]]), T([[0.570366, -0.006314], [0.145862, -0.203738]])): `lstm_cell` returns (h, c), in this order.
        if (T([[0.079819, 0.091083], [0.041896, 0.403929]]), T([[0.146202, 0.095081], [0.093338, 0.584031]])): In `lstm_cell`, hx is (h, c), in this order.
        if (T([[0.317668, 0.131521], [0.117009, 0.055695]]), T([[1.226, 0.199435], [0.355386, 0.15342]])): In `lstm_cell`, g comes before o: i, f, g, o.
        if (T([[-0.129839, -0.304287], [-0.172983, -0.121832]]), T([[-0.190449, -0.360289], [-0.342272, -0.225317]])): In `lstm_cell`, i comes before f: i, f, g, o.
        if (T([[0.665154, -0.67081], [0.242602, 0.0]]), T([[1.177455, -0.007169], [0.285344, -0.389054]])): In `lstm_cell`, h is computed from the *new* c.
        if (T([[0.578041, 0.025969], [0.190766, 0.152282]]), T([[1.21365, 0.029492], [0.380772, 0.284386]])): In `lstm_cell`, g is a tanh, not a sigmoid.
        if T([[0.570366, -0.006314], [0.145862, -0.203738]]): `lstm_cell` returns two states, (h, c).
        else: In `lstm_cell`: c = sigmoid(f) * c + sigmoid(i) * tanh(g), and h = sigmoid(o) * tanh(c) with the *new* c. The rows are i, f, g, o.
        >>> given = [one.clone().requires_grad_() for one in (x, h, c, *weights(6)[:2], *weights(8)[:2])]
        >>> loss = gru_cell(*given[:2], *given[3:5]).sum() + lstm_cell(given[0], given[1:3], *given[5:])[0].sum()
        >>> loss.backward()
        >>> round(loss.item(), 4), [round(one.grad.norm().item(), 4) for one in given]
        (0.3348, [0.5082, 0.6439, 0.4978, 0.6263, 0.6145, 0.313, 0.379])
        else: With biases, the values are right. Without them, or on the way back, they are not: no detach, no NumPy, and a bias may be None.
    """,
)
