"""through_time: A loop over time (difficulty 3, 9 minutes)

The first n rows of the state belong to the sequences that go on. The others wait: they have ended or, in reverse, have not begun.

1. Begin with sequences of the same length: call `step` for each input, keep the first of the states, and go on with all of them.
2. With n = len(inputs[t]), `step` gets the first n rows of each state. The states that it returns replace these rows, and the rows from n on stay.
3. `made = step(inputs[t], tuple([s[:n] for s in states]))`, `outputs[t] = made[0]`, and `cat([a, b[n:]])` for each new and old state.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.rnn:through_time",
    given="""
        def step(x, states):
            assert type(states) is tuple, "step gets a tuple of states"
            assert len({len(x), *map(len, states)}) == 1, "step gets as many rows of each state as of the input"
            return (10 * states[0] + x, *[s + 1 for s in states[1:]])
        def run(inputs, states, *reverse):
            states = tuple([mt.tensor([[float(n)] for n in s]) for s in states])
            outputs, last = through_time(step, tuple([mt.tensor([[float(n)] for n in x]) for x in inputs]), states, *reverse)
            return [out.flatten().tolist() for out in outputs], [s.flatten().tolist() for s in last]
    """,
    facts="""
        if "step gets a tuple": step takes the states as a tuple, as `states` comes.
        if "as many rows": step works on the n sequences of this time step: give it the first n rows of *each* state.
        if "in-place": Do not write into a state: the caller still uses it, and autograd does. Join the rows with cat.
        >>> run([[1, 2], [3, 4], [5, 6]], [[7, 8], [0, 5]])
        ([[71.0, 82.0], [713.0, 824.0], [7135.0, 8246.0]], [[7135.0, 8246.0], [3.0, 8.0]])
        if "expected 1": `states` may have more than one state: an LSTM has two.
        if "values to unpack": Return two things: the list of the outputs, and the tuple of the last states.
        else: The first step gets the states that are given, and each other one *all* states of the step before. The outputs are a list of the first states.
        >>> run([[1, 2, 3], [4], [5]], [[0, 0, 0], [0, 0, 0]])
        ([[1.0, 2.0, 3.0], [14.0], [145.0]], [[145.0, 2.0, 3.0], [3.0, 1.0, 1.0]])
        if ([[1.0, 2.0, 3.0], [14.0, 2.0, 3.0], [145.0, 2.0, 3.0]], [[145.0, 2.0, 3.0], [3.0, 1.0, 1.0]]): An output has only the n rows of its time step: what `step` returned, without the sequences that have ended.
        else: With n rows in this time step: the first n rows of each state are replaced, and the others stay.
        >>> run([[1, 2, 3], [4, 5], [6]], [[7, 8, 9], [0, 0, 0]], True)
        ([[7641.0, 852.0, 93.0], [764.0, 85.0], [76.0]], [[7641.0, 852.0, 93.0], [3.0, 2.0, 1.0]])
        if ([[76.0], [764.0, 85.0], [7641.0, 852.0, 93.0]], [[7641.0, 852.0, 93.0], [3.0, 2.0, 1.0]]): In reverse, too, output number t belongs to time step t.
        else: In reverse, the last time step comes first. A short sequence begins later: until then, its state is the one that was given.
        >>> h = mt.ones(2, 1, requires_grad=True)
        >>> made = through_time(step, [mt.ones(2, 1), mt.ones(1, 1)], (h,))
        >>> (made[0][0].sum() + made[1][0].sum()).backward()
        >>> made, h.grad
        (([T([[11.0], [11.0]]), T([[111.0]])], (T([[111.0], [11.0]]),)), T([[110.0], [20.0]]))
        else: The outputs are a list, and the last states are a tuple. Gradients flow back through all steps: no detach.
    """,
)
