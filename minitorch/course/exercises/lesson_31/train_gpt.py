"""train_gpt: The loss, and the steps that lower it (difficulty 3, 12 minutes)

Nothing here depends on how the model computes its scores. Large language models are trained by the same loss and the same loop.

1. `cross_entropy` takes scores [N, classes] and targets [N]. Each position is an example: N is B * T.
2. `cross_entropy(scores.flatten(0, 1), y.flatten())`. In the loop, think of the order: the rate, the old gradients, the batch.
3. `for group in optimizer.param_groups: group["lr"] = rate`. Then get_batch with the generator, backward, step, and `loss.item()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.train_gpt:train",
    covers="next_token_loss",
    changes=True,
    setup="""
        def model_of():
            mt.manual_seed(0)
            made = mt.nn.Sequential(mt.nn.Embedding(4, 4), mt.nn.Linear(4, 4))  # the scores depend on the last token alone
            made.context = 3
            return made
        def trained(*rates, batch=2):
            model, ids = model_of(), mt.tensor([0, 1, 3, 2, 2, 1, 0, 3, 1])
            optimizer = mt.optim.SGD([{"params": part.parameters()} for part in model], lr=2.0)
            return train(model, optimizer, ids, rates, batch, mt.Generator().manual_seed(5))
    """,
    facts="""
        if "view size is not compatible": The targets are a part of a larger tensor, so view does not work: use flatten or reshape.
        if "arget": Scores are [B, T, vocabulary], and cross_entropy takes [N, classes] and targets [N]: let N be B * T.
        >>> next_token_loss(model_of(), mt.tensor([[0, 1, 2], [3, 0, 1]]), mt.tensor([[9, 1, 1, 0], [9, 0, 3, 2]])[:, 1:]).detach()
        T(1.532702)
        if T(1.4085239): cross_entropy applies softmax itself: give it the scores.
        if T(1.8008698): The target at a position is the token in y, and not the one in x.
        if T(0.9746863): view cannot move the classes to dimension 1: it mixes the scores of different positions.
        if T(9.1962118): Return the mean over all positions, and not the sum.
        if T(1.326673): Every position has a loss, and not only the last.
        else: It is the mean over all positions. Row i of the scores and target i must belong to the same position.
        >>> trained(0.5, 0.25, 0.25)
        [1.5166358, 1.3698739, 1.0655373]
        if [1.5166358, 1.3698739, 1.0428749]: Gradients of earlier batches are still there. Set them to None before each backward pass.
        if [1.5166358, 1.4851567, 1.1710411]: The parameters do not change. In each round: zero_grad, backward, step.
        if [1.5166358, 1.1931392, 1.0067031]: The optimizer keeps its own rate: set group["lr"] for each group of optimizer.param_groups.
        if [1.5166358, 1.2000726, 0.9681142]: Only the first parameter group gets the rate. An optimizer may have several.
        if [1.5166358, 1.1931392, 0.9550793]: The rate is set after the step, so only the next step uses it.
        if [1.5166358, 1.3698739, 1.0357239]: Each step has its own rate: the numbers of `rates`, one after the other.
        if [1.5166358, 1.2819703, 1.0251687]: The rate replaces that of the group: = and not *=.
        if [1.4800316, 1.3277911, 1.1473821]: A batch has `batch` rows, whatever this number is.
        if [1.6057127, 1.1328694, 1.1972163]: A batch has `batch` rows. The length of `rates` is the number of steps.
        if [1.5166358, 1.323359, 1.25324]: Each step takes a batch of its own.
        if [1.323359, 1.2488896, 0.990391]: The loss of a step is computed before the step changes the parameters.
        else: Return a list with the loss of each step, as a float. Each step has a rate and a new batch, drawn with the generator.
        >>> trained(0.5, batch=5)
        [1.4478775]
        else: A batch is get_batch(ids, batch, model.context, generator).
    """,
)
