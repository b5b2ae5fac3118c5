"""grad_cam: What the answer comes from (difficulty 5, 16 minutes)

The gradient says what a channel is worth to the class, and the channel says where it has found something.

1. Three steps: the output of the layer and the scores, by one forward pass with a hook; the gradient of one number, the sum of the
   chosen scores; the weighted sum of the channels.
2. `mt.autograd.grad(score, [output])` leaves all `.grad` alone. Remove the hook in `finally`, after an error as well.
3. The number is `scores[mt.arange(len(x)), classes].sum()`. `gradient.flatten(2).mean(2)` are the weights [N, C]; reshape them to
   [N, C, 1, 1] (as many 1 as *S has dimensions). The map is `(weights * output).sum(1).relu().detach()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.cnn:grad_cam",
    changes=True,
    stub='''
        def grad_cam(model, layer, x, classes):
            """Where in the output of `layer` the score of a class comes from: a map [N, *S] for each input of x.

            classes  for each input, the class whose score is explained: int64 [N]

            The model stays as it was: no hook, no .grad, no change of mode, also if its forward raises an error.
            The maps require no gradient.
            """
            ...
    ''',
    given="""
        net = mt.nn.Sequential(mt.nn.Conv2d(2, 2, 1, bias=False), mt.nn.Flatten(), mt.nn.Linear(8, 2, bias=False))
        net[0].weight.data = 2 * mt.eye(2).reshape(2, 2, 1, 1)
        net[2].weight.data = mt.tensor([[1.0, 2.0, 3.0, 2.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 4.0, -2.0, 0.0, 0.0, 0.0]])
        x = mt.tensor([[[[1.0, 2.0], [0.0, 1.0]], [[1.0, 1.0], [2.0, 1.0]]], [[[0.0, 1.0], [2.0, 3.0]], [[1.0, 0.0], [0.0, 5.0]]]])
        show = lambda *classes: grad_cam(net, net[0], x, mt.tensor(classes))
    """,
    facts="""
        if "does not require grad": Compute the scores with gradients recorded: no no_grad, no detach before the gradient.
        >>> show(0, 0)
        T([[[4.0, 8.0], [0.0, 4.0]], [[0.0, 4.0], [8.0, 12.0]]])
        if T([[[16.0, 32.0], [0.0, 16.0]], [[0.0, 16.0], [32.0, 48.0]]]): The weight is the mean of the gradient over the channel's places, and not its sum.
        if T([[[2.0, 8.0], [0.0, 4.0]], [[0.0, 4.0], [12.0, 12.0]]]): First take the mean of the gradient over the places of a channel. Then multiply.
        if T([[[2.0, 4.0], [0.0, 2.0]], [[0.0, 2.0], [4.0, 6.0]]]): Add up the channels of the layer's output, each times its weight: no mean over channels, and not x.
        else: The gradient of score 0 is 1, 2, 3 and 2 in channel 0, and 0 in channel 1. So the weights are 2 and 0.
        >>> show(1, 0)
        T([[[1.0, 3.0], [0.0, 1.0]], [[0.0, 4.0], [8.0, 12.0]]])
        if T([[[1.0, 3.0], [0.0, 1.0]], [[0.0, 2.0], [4.0, 1.0]]]): Each input has its own class: scores[mt.arange(len(x)), classes].
        if T([[[2.5, 5.5], [0.0, 2.5]], [[0.0, 3.0], [6.0, 6.5]]]): Each input has weights of its own: the mean over its places only.
        if T([[[1.0, 3.0], [-2.0, 1.0]], [[0.0, 4.0], [8.0, 12.0]]]): Negative sums become 0: relu at the end.
        if T([[[2.0, 4.0], [0.0, 2.0]], [[0.0, 4.0], [8.0, 12.0]]]): relu comes at the end, after the sum: a channel may have a negative weight.
        else: The first input has class 1, where the weights are 1 and -0.5. The second has class 0.
        >>> signal = mt.nn.Sequential(mt.nn.Conv1d(1, 2, 1), mt.nn.Flatten(), mt.nn.Linear(8, 2))
        >>> grad_cam(signal, signal[0], mt.ones(1, 1, 4), mt.tensor([1])).shape
        mt.Size([1, 4])
        else: A layer may have one dimension of places, or two: flatten(2).mean(2), and then as many 1 as there are dimensions.
        >>> try: grad_cam(net, net[0], mt.ones(1, 2, 3, 3), mt.tensor([0]))
        ... except RuntimeError: found = show(0, 1)
        >>> (found.requires_grad, len(net[0]._forward_hooks), net[2].weight.grad, net.training)
        (False, 0, None, True)
        if (True, 0, None, True): The maps require no gradient: detach() at the end.
        if (False, 2, None, True): The hook is still there afterwards: handle.remove().
        if (False, 1, None, True): If the forward raises an error, the hook is still there. Remove it in `finally`.
        if (False, 0, None, False): The model is in another mode than before.
        else: The model stays as it was. mt.autograd.grad gives a gradient without filling .grad.
    """,
)
