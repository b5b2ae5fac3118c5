"""hessian_vector_product: A product with the Hessian (difficulty 2, 6 minutes)

The product is the gradient of the number sum(slope * v). Two backward passes are enough, and the Hessian is never built.

1. You need the gradient of a gradient, so the first gradient must have a record.
2. `(slope,) = mt.autograd.grad(f(x), x, create_graph=True)`. Which single number has the gradient H v?
3. `(product,) = mt.autograd.grad((slope * v).sum(), x)`, and return it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    forbids={"hvp": "Use two calls of mt.autograd.grad.", "hessian": "Use two calls of mt.autograd.grad."},
    solution='''
        def hessian_vector_product(f, x, v):
            """H @ v, where H is the Hessian of f at x."""
            (slope,) = mt.autograd.grad(f(x), x, create_graph=True)
            (product,) = mt.autograd.grad((slope * v).sum(), x)
            return product
    ''',
    given="""
        def f(x):
            x = x * 1
            x.register_hook(lambda g: passes.append(1))
            return x[0] * x[1] * x[2]

        passes = []

        x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        v = mt.tensor([1.0, 0.0, -1.0])
    """,
    facts="""
        if "does not require grad": The first gradient has no record. Compute it with create_graph=True.
        if "only for scalar outputs": A backward pass starts from one number. Multiply the slope by v, and take the sum.
        >>> hessian_vector_product(f, x, v)
        T([-2.0, 2.0, 2.0])
        if (T([-2.0, 2.0, 2.0]),): grad returns a tuple. Return the tensor in it.
        if T([4.0, 5.0, 4.0]): This is the product plus the slope: backward() has added to x.grad, or you differentiate f(x), too.
        else: Differentiate the number sum(slope * v), where slope is the gradient of f(x). A difference quotient is inexact.
        >>> x.grad = mt.ones(3)
        >>> product = hessian_vector_product(f, x, v)
        >>> len(passes), x.grad, product.requires_grad
        (2, T([1.0, 1.0, 1.0]), False)
        if (2, T([1.0, 1.0, 1.0]), True): The result keeps a graph in memory. Only the first pass needs create_graph=True.
        if (4, T([1.0, 1.0, 1.0]), False): Two passes are enough: take the gradient of one number, sum(slope * v), and not of each slope.
        else: backward() adds to x.grad, which stays as it is here. Use mt.autograd.grad, which returns the gradient.
        >>> hessian_vector_product(lambda x: (x ** 3).sum(), mt.tensor([[1.0], [2.0]], requires_grad=True), mt.tensor([[1.0], [10.0]]))
        T([[6.0], [120.0]])
        else: The input may have several dimensions. Sum the product over all elements: (slope * v).sum().
    """,
)
