"""walk_back: The backward pass (difficulty 3, 7 minutes)

The whole backward pass is one rule, applied again to each input. Gradients that arrive at the same tensor are added.

1. There are two things to do for a tensor: add g to its grad, then go on to its inputs. Which tensors have none?
2. `tensor.formula(g)` gives one gradient for each of `tensor.inputs`. `zip` goes through both together.
3. `tensor.grad += g`. If there is a formula, `for input, gradient in zip(tensor.inputs, tensor.formula(g))`: walk back.
"""

from ...define import Exercise
from .recording import exercise as recording

exercise = Exercise(
    __doc__,
    setup=recording.solution,
    solution='''
        def walk_back(tensor, g):
            """Run the backward pass from `tensor`, where the gradient g arrives. All gradients are added to `grad`."""
            tensor.grad += g
            if tensor.formula is not None:
                for input, gradient in zip(tensor.inputs, tensor.formula(g)):
                    walk_back(input, gradient)
    ''',
    facts="""
        if "'NoneType' object is not callable": A tensor that you create has no formula: the walk ends there.
        >>> x = Tensor(2.0)
        >>> walk_back(x, 3.0)
        >>> walk_back(x, 4.0)
        >>> x.grad
        7.0
        if 4.0: The second gradient replaces the first. Gradients are added: `tensor.grad += g`.
        else: Add g to `tensor.grad`. A tensor that you create has no formula, and the walk ends there.
        >>> x, w = Tensor(2.0), Tensor(3.0)
        >>> y = x * w
        >>> walk_back(y, 1.0)
        >>> (y.grad, x.grad, w.grad)
        (1.0, 3.0, 2.0)
        if (0.0, 3.0, 2.0): Every tensor adds up what arrives there, not only those without a formula.
        if (1.0, 6.0, 4.0): Each input gets its gradient twice: the call of `walk_back` adds it.
        if (1.0, 0.0, 0.0): The walk stops at the first tensor. Call `walk_back` for each of its inputs.
        if (1.0, 1.0, 1.0): The inputs get g itself. They get the gradients that `tensor.formula(g)` computes.
        else: Each input gets its own gradient of `tensor.formula(g)`, in the same order.
        >>> x = Tensor(3.0)
        >>> y = Tensor(9.0, (x,), lambda g: (6.0 * g,))
        >>> z = y * (y * y)
        >>> walk_back(z, 2.0)
        >>> x.grad
        2916.0
        if "not enough values to unpack": `y` was computed from one tensor only: go over all of `inputs`, however many there are.
        if "IndexError": An operation may have only one input: go through all that there are.
        if 5832.0: A tensor that is reached again hands on the sum in `tensor.grad`. It should hand on this call's g.
        if 972.0: `y` is reached twice, and one of its two gradients goes no further or is lost. Each arrival is added and handed on.
        if 0.0: The walk stops after the inputs. `walk_back` is called for each input, so that it goes on from there.
        else: Each call hands on the g that it was given, to each input its own gradient. The gradients that arrive are added.
    """,
)
