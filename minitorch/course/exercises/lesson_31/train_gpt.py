"""train_gpt: The loss, and the steps that lower it (difficulty 3, 12 minutes)

Nothing here depends on how the model computes its scores. A table of counts, a GPT and a large language model are trained by the
same loss and the same loop.

1. `cross_entropy` takes scores [N, classes] and targets [N]. Each position is an example: N is B * T.
2. `cross_entropy(scores.flatten(0, 1), y.flatten())`. In the loop, think of the order: the rate, the old gradients, the batch.
3. The rate: `for group in optimizer.param_groups: group["lr"] = rate`. The batch: `get_batch(ids, batch, model.context, generator)`.
   Then backward, the step, and `losses.append(loss.item())`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.train_gpt:train",
    covers="next_token_loss",
    changes=True,
    setup="""
        class Table(mt.nn.Module):  # the scores depend on the last token alone
            context = 3

            def __init__(self):
                super().__init__()
                self.table, self.shift = [mt.nn.Parameter(p) for p in (mt.arange(16).reshape(4, 4) * 3 % 5 * 0.5, mt.zeros(4))]

            def forward(self, ids):
                return self.table[ids] + self.shift

        def trained(*rates, batch=2):
            model, ids = Table(), mt.tensor([0, 1, 3, 2, 2, 1, 0, 3, 1])
            optimizer = mt.optim.SGD([{"params": [model.table]}, {"params": [model.shift]}], lr=2.0)
            return train(model, optimizer, ids, rates, batch, mt.Generator().manual_seed(5))
    """,
    facts="""
        if "view size is not compatible": The targets are a part of a larger tensor, so view does not work: use flatten or reshape.
        if "arget": Scores are [B, T, vocabulary], and cross_entropy takes [N, classes] and targets [N]: let N be B * T.
        >>> next_token_loss(Table(), mt.tensor([[0, 1, 2], [3, 0, 1]]), mt.tensor([[9, 1, 1, 0], [9, 0, 3, 2]])[:, 1:]).detach()
        T(1.2863719)
        if T(1.3202891): cross_entropy applies softmax itself: give it the scores.
        if T(2.5363719): The target at a position is the token in y, and not the one in x.
        if T(1.3889022): view cannot move the classes to dimension 1: it mixes the scores of different positions.
        if T(7.7182317): Return the mean over all positions, and not the sum.
        if T(0.766953): Every position has a loss, and not only the last.
        else: It is the mean over all positions. Row i of the scores and target i must belong to the same position.
        >>> trained(0.5, 0.25, 0.25)
        [1.1696118, 1.9649588, 1.5579075]
        if [1.1696118, 1.9649588, 1.5570669]: Gradients of earlier batches are still there. Set them to None before each backward pass.
        if [1.1696118, 1.9767307, 1.6247562]: The parameters do not change. In each round: zero_grad, backward, step.
        if [1.1696118, 1.9471923, 1.1903216]: The optimizer keeps its own rate: set group["lr"] for each group of optimizer.param_groups.
        if [1.1696118, 2.0197563, 1.4750508]: Only the first parameter group gets the rate. An optimizer may have several.
        if [1.1696118, 1.9471923, 1.4891945]: The rate is set after the step, so only the next step uses it.
        if [1.1696118, 1.1331447, 1.1173426]: Each step takes a batch of its own.
        if [1.1331447, 1.8747543, 1.4925097]: The loss of a step is computed before the step changes the parameters.
        else: Return a list with the loss of each step, as a float. Each step has a rate and a new batch, drawn with the generator.
        >>> trained(0.5, batch=5)
        [1.6611463]
        else: A batch is get_batch(ids, batch, model.context, generator).
    """,
)
