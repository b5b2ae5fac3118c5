"""projected: The gradient of a normalization (difficulty 3, 9 minutes)

Subtract the mean of g, and the component of g along the normalized x. What is left cannot change the mean or the size of x.

1. For the direction of ones, d . d is n, and g . d is the sum of g. So the factor is a mean.
2. hat has the variance 1, so hat . hat is n, too: the component of g along hat is hat times the mean of g * hat.
3. `g - g.mean(dims, keepdims=True) - hat * (g * hat).mean(dims, keepdims=True)`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.normalization:projected",
    facts="""
        if "keepdim": Arrays say keepdims=True, and tensors understand it, too.
        >>> g, along = np.array([[1.0, 0.0, 0.0, 0.0]]), np.array([[1.0, -1.0, 1.0, -1.0]])
        >>> projected(g, along, (1,))
        A([[0.5, 0.0, -0.5, 0.0]])
        if A([[0.75, -0.25, -0.25, -0.25]]): The component along hat is still there. Subtract hat times the mean of g * hat.
        if A([[0.75, 0.25, -0.25, 0.25]]): The mean of g is still there.
        if A([[-0.25, 0.75, -1.25, 0.75]]): The component along hat is the *mean* of g * hat, times hat. Here it is subtracted as a sum.
        else: The mean of g is 1/4, and so is the mean of g * hat. Subtract 1/4, and 1/4 times hat.
        >>> projected(mt.tensor([[1.0, 3.0]]), mt.tensor([[0.0, 0.0]]), (1,))
        T([[-1.0, 1.0]])
        else: For a set of equal numbers hat is 0, and so is the product of hat with itself. Do not divide by it: otherwise it is n.
        >>> x = mt.tensor([[[1.0, 2.0], [0.0, 4.0]], [[3.0, 6.0], [8.0, 0.0]]], requires_grad=True)
        >>> mt.autograd.grad(mt.nn.functional.batch_norm(x, None, None, training=True), x, mt.arange(8.0).reshape(2, 2, 2))[0]
        T([[[-0.267264, -0.2672624], [-0.6304326, -0.4933819]], [[0.8017825, -0.2672562], [0.2466912, 0.8771234]]])
        if T([[[-0.2672608, -0.2672608], [-0.6304325, -0.493382]], [[0.8017826, -0.2672608], [0.246691, 0.8771235]]]): eps makes hat * hat a little less than n. Divide by n: take means.
        else: Each set has its own mean, and its own component along hat: pass dims on to both means, with keepdims=True. For batch norm it has several dimensions.
        >>> x = mt.tensor([[1.0, 5.0, 2.0, 0.0]], requires_grad=True)
        >>> mt.autograd.grad(projected(mt.tensor([[1.0, 0.0, 0.0, 0.0]]), (x - x.mean()) / x.var(correction=0) ** 0.5, (1,))[0, 0], x)[0]
        T([[0.0969388, -0.005102, -0.0357143, -0.0561224]])
        else: A gradient of the gradient flows through hat, too: no detach.
    """,
)
