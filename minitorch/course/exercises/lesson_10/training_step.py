"""training_step: One step of training (difficulty 3, 8 minutes)

This is the whole of training: clear the gradients, compute the loss, go backwards, and move each parameter against its gradient. All
that comes later in the course makes these lines shorter or better.

1. Four steps in this order: clear the gradients, compute the loss, backward, update each parameter.
2. `p.grad = None` clears. A parameter is a leaf that requires a gradient, so it must be changed inside `mt.no_grad()`, and in
   place.
3. `loss = mt.nn.functional.cross_entropy(model(images), labels)`, `loss.backward()`, and for each parameter `p -= lr *
   p.grad`. At the end `return loss.item()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    solution='''
        def training_step(model, parameters, images, labels, lr):
            """One step of gradient descent on a batch. Return the loss before the step, as a Python number.

            model       a function: model(images) are the scores, one row for each image
            parameters  the leaves that the scores depend on; each is changed in place, p - lr * gradient

            Gradients of an earlier step must not count. Afterwards p.grad is the gradient of this batch.
            """
            for p in parameters:
                p.grad = None
            loss = mt.nn.functional.cross_entropy(model(images), labels)
            loss.backward()
            with mt.no_grad():
                for p in parameters:
                    p -= lr * p.grad
            return loss.item()
    ''',
    setup="""
        def digits(step):
            images, labels, test_images, test_labels = mt.datasets.digits()
            random = mt.Generator().manual_seed(0)
            w1 = (mt.randn(64, 32, generator=random) * 0.18).requires_grad_()
            w2 = (mt.randn(32, 10, generator=random) * 0.18).requires_grad_()
            parameters = [w1, mt.zeros(32, requires_grad=True), w2, mt.zeros(10, requires_grad=True)]
            w1, b1, w2, b2 = parameters
            before = [p.detach().clone() for p in parameters]
            model = lambda images: (images @ w1 + b1).relu() @ w2 + b2
            for batch in mt.randperm(len(images), generator=random).split(32):
                step(model, parameters, images[batch], labels[batch], 0.2)
            right = (model(test_images).argmax(1) == test_labels).float().mean().item()
            moved = [not mt.equal(p, old) for p, old in zip(parameters, before)]
            return moved, [p.grad is not None for p in parameters], right > 0.6
    """,
    given="""
        def line(x):
            return x @ w + b

        w, b = mt.zeros(2, 2, requires_grad=True), mt.zeros(2, requires_grad=True)
        x, y = mt.tensor([[1.0, 2.0], [3.0, 0.0]]), mt.tensor([1, 0])
    """,
    facts="""
        if "a leaf Variable that requires grad": A parameter requires a gradient, so the update would be recorded. Change it inside
            `with mt.no_grad():`.
        if "unsupported operand type(s) for *: 'float' and 'NoneType'": There is no gradient at the update: call
            loss.backward() before it, and clear the gradients before that.
        >>> round(training_step(line, [w, b], x, y, 0.1), 4), type(training_step(line, [w, b], x, y, 0.1)) is float
        (0.6931, True)
        if "type Tensor doesn't define __round__": Return a Python number, loss.item(). A tensor would keep the whole graph in memory.
        if (1.3863, True): The loss is summed, and the step would grow with the batch. cross_entropy is already the mean.
        else: Return the loss of this batch before the update, loss.item().
        >>> loss = training_step(line, [w, b], x, y, 0.1)
        >>> w, b
        (T([[0.05, -0.05], [-0.05, 0.05]]), T([0.0, 0.0]))
        if (T([[-0.05, 0.05], [0.05, -0.05]]), T([0.0, 0.0])): This step goes along the gradient, and the loss grows. Subtract.
        if (T([[0.0, 0.0], [0.0, 0.0]]), T([0.0, 0.0])): No parameter has changed. Change p in place, p -= ..., inside no_grad.
        if (T([[0.5, -0.5], [-0.5, 0.5]]), T([0.0, 0.0])): The step is lr times the gradient.
        else: Each parameter becomes p - lr * p.grad, in place, once.
        >>> w.grad, b.grad
        (None, None)
        >>> loss = training_step(line, [w, b], x, y, 0.1)
        >>> w.grad, b.grad
        (T([[-0.5, 0.5], [0.5, -0.5]]), T([0.0, 0.0]))
        if (None, None): Afterwards p.grad is the gradient of this batch. Clear the old gradients at the beginning.
        if (T([[0.0, 0.0], [0.0, 0.0]]), T([0.0, 0.0])): Afterwards p.grad is the gradient of this batch. Clear the old gradients
            at the beginning.
        else: Afterwards p.grad is the gradient of this batch, for each parameter.
        >>> w.grad, b.grad = mt.ones(2, 2) * 100, mt.ones(2) * 100
        >>> loss = training_step(line, [w, b], x, y, 0.1)
        >>> w, b
        (T([[0.05, -0.05], [-0.05, 0.05]]), T([0.0, 0.0]))
        if (T([[-9.95, -10.05], [-10.05, -9.95]]), T([-10.0, -10.0])): The gradients of an earlier step still count. Clear them
            first: p.grad = None.
        >>> same = w
        >>> loss = training_step(line, [w, b], x, y, 0.1)
        >>> same is w, w.is_leaf, w.requires_grad, w.grad_fn is None
        (True, True, True, True)
        else: A parameter must stay the leaf that it is: change it in place, inside no_grad.
        >>> digits(training_step)
        ([True, True, True, True], [True, True, True, True], True)
        if ([True, True, True, True], [True, True, True, True], False): After one epoch, the network reads less than 60 % of the
            digits that it has not seen. Something in the step is wrong.
        if ([False, True, True, True], [True, True, True, True], True): The first parameter never moves.
        else: Each parameter must move, and each must have a gradient: the loop at the end goes over all parameters.
    """,
)
