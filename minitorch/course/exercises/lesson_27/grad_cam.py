"""grad_cam: What the answer comes from (difficulty 5, 16 minutes)

The gradient says how much the score depends on a channel. The channel says where it has found its pattern.

1. One forward pass with a hook gives the output of the layer and the scores. Then comes one gradient: of the sum of the chosen scores.
2. `mt.autograd.grad(score, [output])` leaves all `.grad` alone. Remove the hook in `finally`, after an error as well.
3. The number is `scores[mt.arange(len(x)), classes].sum()`. The weights are `gradient.mean(dims, keepdim=True)`, for all dimensions
   from 2 on. The map is `(weights * output).sum(1).relu().detach()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.cnn:grad_cam",
    changes=True,
    given="""
        net = mt.nn.Sequential(mt.nn.Conv2d(2, 2, 1), mt.nn.Flatten(), mt.nn.Linear(8, 2, bias=False))
        net[0].weight.data, net[0].bias.data = 2 * mt.eye(2).reshape(2, 2, 1, 1), mt.tensor([0.0, -2.0])
        net[2].weight.data = mt.tensor([[1.0, 2.0, 4.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 4.0, -2.0, 0.0, 0.0, 0.0]])
        x = mt.tensor([[[[1.0, 2.0], [0.0, 1.0]], [[0.0, 2.0], [3.0, 2.0]]], [[[0.0, 1.0], [2.0, 3.0]], [[2.0, 1.0], [1.0, 6.0]]]])
        show = lambda *classes: grad_cam(net, net[0], x, mt.tensor(classes))
    """,
    facts="""
        if "does not require grad": Compute the scores without no_grad, and do not detach before the gradient. Take the gradient with respect to the layer's output: the input may require no gradient.
        >>> show(0, 0)
        T([[[4.0, 8.0], [0.0, 4.0]], [[0.0, 4.0], [8.0, 12.0]]])
        if T([[[16.0, 32.0], [0.0, 16.0]], [[0.0, 16.0], [32.0, 48.0]]]): The weight is the mean of the gradient over the channel's places, and not its sum.
        if T([[[2.0, 8.0], [0.0, 2.0]], [[0.0, 4.0], [16.0, 6.0]]]): First take the mean of the gradient over the places of a channel. Then multiply.
        if T([[[2.0, 4.0], [0.0, 2.0]], [[0.0, 2.0], [4.0, 6.0]]]): Add up the channels of the layer's output, not of x, each times its weight. Take a sum over the channels, not a mean.
        if T([[[8.0, 16.0], [0.0, 8.0]], [[0.0, 8.0], [16.0, 24.0]]]): The maps are twice too large. Each input has its own class: scores[mt.arange(len(x)), classes]. A weight is a mean.
        else: The gradient of score 0 is 1, 2, 4 and 1 in channel 0, and 0 in channel 1. So the weights are 2 and 0. Take the gradient of the chosen scores only, not of all scores, and not of a probability.
        >>> show(1, 0)
        T([[[3.0, 3.0], [0.0, 1.0]], [[0.0, 4.0], [8.0, 12.0]]])
        if T([[[3.0, 3.0], [0.0, 1.0]], [[0.0, 2.0], [4.0, 1.0]]]): Each input has its own class: scores[mt.arange(len(x)), classes].
        if T([[[3.5, 5.5], [0.0, 2.5]], [[0.0, 3.0], [6.0, 6.5]]]): Each input has its own weights: take the mean over the places only, not over the inputs.
        if T([[[2.0, 2.0], [0.0, 0.0]], [[0.0, 4.0], [8.0, 12.0]]]): Use the channels of the layer's output, not of x. A forward hook sees this output.
        if T([[[3.0, 3.0], [-2.0, 1.0]], [[0.0, 4.0], [8.0, 12.0]]]): Negative sums become 0: apply relu at the end.
        else: The first input has class 1, where the weights are 1 and -0.5. The second has class 0. Apply relu after the sum, not before: a number of a channel may be negative.
        >>> signal = mt.models.CNN([2], 2, dims=1)
        >>> grad_cam(signal, signal.features[0], mt.ones(1, 1, 4), mt.tensor([1])).shape
        mt.Size([1, 4])
        else: The output of a layer may have one dimension of places, or two. Take the mean over all dimensions from 2 on.
        >>> net[2].weight.grad, net[1].training = mt.ones(2, 8), False
        >>> own, hooks, found = net[0].register_forward_hook(lambda *_: None), 0, None
        >>> try: grad_cam(net, net[0], mt.ones(1, 2, 3, 3), mt.tensor([0]))
        ... except RuntimeError: hooks, found = len(net[0]._forward_hooks), show(0, 1)
        >>> (getattr(found, "requires_grad", None), [hooks, len(net[0]._forward_hooks)], net[2].weight.grad.sum().item(), net.training and net[0].weight.requires_grad and not x.requires_grad, net[1].training)
        (False, [1, 1], 16.0, True, False)
        if (True, [1, 1], 16.0, True, False): The maps must not require a gradient: call detach() at the end.
        if (False, [1, 2], 16.0, True, False): The hook is still registered after a forward without an error.
        if (False, [2, 2], 16.0, True, False): After a forward with an error, the hook is still registered. Remove it in `finally`.
        else: Leave x and the model as they were: remove only your own hook, and change no .grad, no mode and no requires_grad. mt.autograd.grad fills no .grad. An error must reach the caller.
    """,
)
