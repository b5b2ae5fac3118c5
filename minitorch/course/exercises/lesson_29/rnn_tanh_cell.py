"""rnn_tanh_cell: One step of a plain cell (difficulty 2, 4 minutes)

The state is an input like the other one, with weights of its own. That is all that makes a network recurrent.

1. It is the formula: two products, their sum, and tanh of it.
2. `linear` adds the bias itself, and leaves it out if it is None.
3. `tanh(linear(input, w_ih, b_ih) + linear(hx, w_hh, b_hh))`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.rnn:rnn_tanh_cell",
    stub='''
        def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
            """The next state [batch, hidden], from input [batch, features] and the state hx [batch, hidden].

            w_ih is [hidden, features], w_hh is [hidden, hidden], and the biases are [hidden] or None.

            With x = h = [[1.0]], w_ih = [[0.5]] and w_hh = [[-0.5]] the next state is tanh(0.5 - 0.5) = 0.
            """
            ...
    ''',
    given="""
        x, h = mt.tensor([[1.0, 0.0, -2.0], [-1.0, 1.0, 1.0]]), mt.tensor([[0.5, 0.0], [0.0, 1.0]])
        w_ih, w_hh = mt.tensor([[0.2, -0.3, 0.1], [0.4, 0.5, -0.2]]), mt.tensor([[1.0, -0.5], [0.0, 0.25]])
    """,
    facts="""
        if "'Tensor' and 'NoneType'": A bias may be None. `linear` leaves it out then.
        if "mat1 and mat2": The shapes do not fit: w_ih is for the input, w_hh for the state. A product with @ needs w.T.
        >>> rnn_tanh_cell(x, h, w_ih, w_hh)
        T([[0.4621172, 0.6640368], [-0.7162979, 0.1488850]])
        if T([[0.4621172, 0.5005202], [-0.379949, 0.148885]]): W_hh is transposed: use linear(hx, w_hh).
        else: The sum of linear(input, w_ih, b_ih) and linear(hx, w_hh, b_hh), then tanh.
        >>> rnn_tanh_cell(x, h, w_ih, w_hh, mt.tensor([0.1, 0.2]), mt.tensor([-0.3, 0.4]))
        T([[0.2913126, 0.8853517], [-0.8004990, 0.6351489]])
        else: Both biases are added, each once: b_ih with the input's part, b_hh with the state's part.
        >>> given = [one.clone().requires_grad_() for one in (x, h, w_ih, w_hh)]
        >>> rnn_tanh_cell(*given, None, mt.tensor([-0.3, 0.4])).sum().backward()
        >>> [round(one.grad.norm().item(), 4) for one in given]
        [0.5857, 1.0869, 1.9791, 0.9534]
        else: The gradient must flow to the state, the input and the weights: no detach, no no_grad, no NumPy. Either bias may be None.
    """,
)
