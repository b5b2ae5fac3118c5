"""update_parameters: A step of training (difficulty 2, 5 minutes)

The gradient says in which direction the loss grows. A parameter moves the other way, and its gradient begins again at 0.

1. If the gradient is positive, the loss grows with the parameter. In which direction should the parameter move?
2. Change `p.value` by lr times `p.grad`, with a minus. Then `p.grad` begins again at 0.
3. For each p: `p.value -= lr * p.grad` and `p.grad = 0.0`.
"""

from ...define import Exercise
from .recording import exercise as recording

exercise = Exercise(
    __doc__,
    changes=True,
    setup=recording.solution,
    solution='''
        def update_parameters(parameters, lr):
            """One step of training: change the value of each parameter so that the loss becomes smaller."""
            for p in parameters:
                p.value -= lr * p.grad
                p.grad = 0.0
    ''',
    given="""
        p, q, r = Tensor(1.0), Tensor(0.0), Tensor(5.0)
        p.grad, q.grad, r.grad = 2.0, 3.0, -4.0
    """,
    facts="""
        >>> update_parameters([p, q, r], lr=0.25)
        >>> (p.value, q.value, r.value)
        (0.5, -0.75, 6.0)
        if (1.5, 0.75, 4.0): This moves along the gradient, so the loss grows. Subtract.
        if (-1.0, -3.0, 9.0): The step is lr times the gradient.
        if (1.0, 0.0, 5.0): No value has changed. Change `p.value` (`p = ...` makes a new object), and do it before the gradient is set to 0.
        else: The new value is p.value - lr * p.grad.
        >>> update_parameters([p, q, r], lr=0.25)
        >>> (p.grad, q.grad, r.grad)
        (0.0, 0.0, 0.0)
        if (2.0, 3.0, -4.0): The old gradient is still there. The next backward pass would add to it, so set it to 0.
        else: After the step the gradient of each parameter is 0.
    """,
)
