"""training_step: One step of training (difficulty 3, 8 minutes)

This is all of training. The later lessons make these lines shorter or better.

1. Four steps in this order: clear the gradients, compute the loss, backward, update each parameter.
2. `p.grad = None` clears. A parameter is a leaf that requires a gradient, so change it in place, inside `mt.no_grad()`.
3. `loss = F.cross_entropy(model(images), labels)`, `loss.backward()`, then `p -= lr * p.grad`, and `return loss.item()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    solution='''
        def training_step(model, parameters, images, labels, lr):
            """One step of gradient descent on a batch. Return the loss before the step, as a Python number."""
            for p in parameters:
                p.grad = None
            loss = F.cross_entropy(model(images), labels)
            loss.backward()
            with mt.no_grad():
                for p in parameters:
                    p -= lr * p.grad
            return loss.item()
    ''',
    setup="""
        F = mt.nn.functional
        def digits(step):
            images, labels, test_images, test_labels = mt.datasets.digits()
            random = mt.Generator().manual_seed(0)
            w1 = (mt.randn(64, 32, generator=random) * 0.18).requires_grad_()
            w2 = (mt.randn(32, 10, generator=random) * 0.18).requires_grad_()
            b1, b2 = mt.zeros(32, requires_grad=True), mt.zeros(10, requires_grad=True)
            parameters = [w1, b1, w2, b2]
            before = [p.detach().clone() for p in parameters]
            model = lambda images: (images @ w1 + b1).relu() @ w2 + b2
            for batch in mt.randperm(len(images), generator=random).split(32):
                step(model, parameters, images[batch], labels[batch], 0.2)
            right = (model(test_images).argmax(1) == test_labels).float().mean().item()
            return [not mt.equal(p, old) and p.grad is not None for p, old in zip(parameters, before)], right > 0.6
    """,
    given="""
        def line(x):
            return x @ w + b
        w, b = mt.zeros(2, 2, requires_grad=True), mt.zeros(2, requires_grad=True)
        x, y = mt.tensor([[1.0, 2.0], [3.0, 0.0]]), mt.tensor([1, 0])
    """,
    facts="""
        if "a leaf Variable that requires grad": The update would be recorded. Change each parameter inside `with mt.no_grad():`.
        if "does not require grad": The loss has no graph: it was computed under no_grad or from a detached tensor, or a parameter no longer requires a gradient.
        if "'zero_'": Before the first step, p.grad is None. Clear it with `p.grad = None`.
        if "'float' and 'NoneType'": There is no gradient at the update. loss.backward() must run after the gradients are cleared, and reach each parameter.
        >>> round(training_step(line, [w, b], x, y, 0.1), 4), type(training_step(line, [w, b], x, y, 0.1)) is float
        (0.6931, True)
        if "type Tensor doesn't define __round__": Return a Python number, loss.item(). A tensor would keep the whole graph in memory.
        if (0.3466, True): Half of the loss: cross_entropy is already the mean of the batch.
        if (1.3863, True): This is the sum over the batch, in the step or in what you return. cross_entropy is already the mean.
        else: Return the loss of this batch before the update, loss.item().
        >>> loss = training_step(line, [w, b], x, y, 0.1)
        >>> w, b
        (T([[0.05, -0.05], [-0.05, 0.05]]), T([0.0, 0.0]))
        if (T([[-0.05, 0.05], [0.05, -0.05]]), T([0.0, 0.0])): This step goes in the direction of the gradient, so the loss grows. Subtract lr * p.grad.
        if (T([[0.0, 0.0], [0.0, 0.0]]), T([0.0, 0.0])): No parameter has changed. Change p in place, p -= ..., inside no_grad.
        if (T([[0.025, -0.025], [-0.025, 0.025]]), T([0.0, 0.0])): Half of the step. cross_entropy takes scores, without softmax, and is already a mean.
        else: Each parameter becomes p - lr * p.grad, in place, once.
        >>> loss = training_step(line, [w, b], x, y, 0.1)
        >>> w.grad, b.grad, w.is_leaf and w.requires_grad, w.grad.requires_grad
        (T([[-0.5, 0.5], [0.5, -0.5]]), T([0.0, 0.0]), True, False)
        if (T([[-0.5, 0.5], [0.5, -0.5]]), T([0.0, 0.0]), True, True): With create_graph=True, each gradient keeps a graph in memory. Training does not need it.
        if (T([[-1.0, 1.0], [1.0, -1.0]]), T([0.0, 0.0]), True, False): The loss is already the mean of the batch. Call backward() on it as it is.
        else: Afterwards, p.grad must be the gradient of this batch, and p the same leaf as before. Clear the old gradients at the start of the step.
        >>> w.grad, b.grad, w.data = mt.ones(2, 2) * 100, mt.ones(2) * 100, mt.full((2, 2), 50.0)
        >>> seen, loss = w.detach(), training_step(line, [w, b], x[:1] * 10, y[:1], 1.0)
        >>> w, b, seen
        (T([[45.0, 55.0], [40.0, 60.0]]), T([-0.5, 0.5]), T([[45.0, 55.0], [40.0, 60.0]]))
        if (T([[45.0, 55.0], [40.0, 60.0]]), T([-0.5, 0.5]), T([[50.0, 50.0], [50.0, 50.0]])): The parameter has other memory now. Change it in place: p -= ...
        if (T([[45.0, 55.0], [40.0, 60.0]]), T([0.0, 0.0]), T([[45.0, 55.0], [40.0, 60.0]])): b has not changed. Update each parameter.
        else: The step is lr times the gradient of this batch, and here lr is 1. Clear the gradients of an earlier step first.
        >>> digits(training_step)
        ([True, True, True, True], True)
        else: After one epoch, each parameter must have moved and have a gradient. The loop at the end goes over all of them.
    """,
)
