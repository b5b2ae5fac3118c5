"""generate: Writing, one token at a time (difficulty 3, 9 minutes)

The model gives scores at every position, but only the token after the last position is unknown. The drawn token becomes an input.

1. Write a loop of four steps under no_grad(): compute scores, compute probabilities, draw a token, append it to ids.
2. `ids[:, -self.context:]` are the last tokens that fit. `self(...)[:, -1]` are the scores of the last position.
3. `new = (scores / temperature).softmax(-1).multinomial(1, generator=generator)`, and `ids = mt.cat([ids, new], 1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.gpt:GPT.generate",
    setup="""
        class Scripted(mt.models.GPT):
            def __init__(self, context=4, sharp=40.0):
                mt.nn.Module.__init__(self)
                self.context, self.sharp, self.seen = context, sharp, []

            def forward(self, ids):
                self.seen.append((ids.size(1), mt.is_grad_enabled()))
                wanted = (ids.unsqueeze(-1) + 1) % 6  # after 2 comes 3
                return self.sharp * (1 - (mt.arange(6) - wanted).abs().float())
        def share(temperature):
            drawn = Scripted(sharp=1.0).generate(mt.zeros(3000, 1, dtype=mt.int64), 1, temperature)[:, 1]
            return round((drawn == 1).float().mean().item(), 2)
        def draw(seed):
            return Scripted(sharp=0.1).generate(mt.tensor([[0]]), 8, 1.0, mt.Generator().manual_seed(seed)).tolist()
    """,
    facts="""
        if "in 1 or 2 dimensions": Draw from the scores of the last position only: [:, -1].
        if "Sizes of tensors must match": Each row of the batch gets one new token, from the scores of its last position: [:, -1].
        if "nothing above": multinomial draws with probabilities: divide the scores by the temperature, then apply softmax.
        >>> Scripted().generate(mt.tensor([[0]]), 4).tolist()
        [[0, 1, 2, 3, 4]]
        if [[1, 2, 3, 4]]: The given tokens belong to the result, too.
        if [[0, 5, 2, 1, 2]]: All tokens are equally likely here: softmax must work along the vocabulary, the last dimension.
        else: This model always wants the number after the last token. Each new token is added to ids, and the longer text is given to the model again.
        >>> Scripted(context=3).generate(mt.tensor([[0, 1], [2, 3]]), 4).tolist()
        [[0, 1, 2, 3, 4, 5], [2, 3, 4, 5, 0, 1]]
        if [[0, 1, 2, 3, 3, 3], [2, 3, 4, 5, 5, 5]]: The model always sees the first tokens. Give it the last ones: ids[:, -self.context:].
        if [[2, 3, 4, 5], [4, 5, 0, 1]]: The text itself is cropped. Crop only what the model gets.
        if [[0, 1, 2, 3, 4, 5], [2, 3, 2, 3, 4, 5]]: Each row of ids is a text of its own: draw one token for each row, from its own scores.
        else: Each row of the batch is a text of its own. A token is drawn with the probability that softmax gives it.
        >>> [round(share(temperature), 1) for temperature in (1.0, 0.6, 10.0)]
        [0.5, 0.7, 0.2]
        if [1.0, 1.0, 1.0]: The most probable token is always taken. Draw one with its probability: multinomial.
        if [0.5, 0.4, 1.0]: The scores are multiplied by the temperature. Divide: a high temperature makes the distribution flatter.
        if [0.5, 0.5, 0.5]: The temperature changes nothing. Divide the scores by it before softmax.
        else: A token is drawn with the probability that softmax gives it. Divide the scores by the temperature before softmax.
        >>> m = Scripted(context=3)
        >>> ids = m.generate(mt.tensor([[0, 1]]), 4)
        >>> list(m.seen), all([(m.train(mode), m.generate(ids, 1), m.training)[2] == mode for mode in (True, False)])
        ([(2, False), (3, False), (3, False), (3, False)], True)
        if ([(2, False), (3, False), (3, False), (3, False)], False): The model keeps its mode: m.training is the same afterwards.
        if ([(2, True), (3, True), (3, True), (3, True)], True): Nothing is trained, so nothing should be recorded: call the model under no_grad().
        else: The model gets all tokens while they fit into the context, and then the last `context` of them: ids[:, -self.context:].
        >>> Scripted(sharp=0.1).generate(mt.tensor([[0]]), 3, 0.001).tolist()
        [[0, 1, 2, 3]]
        else: A temperature near 0 gives the most likely tokens. Divide the scores before softmax: a power of a probability may round to 0.
        >>> draw(2) == draw(2), draw(2) == draw(3)
        (True, False)
        else: The text depends on the generator alone. Pass it on: multinomial(1, generator=generator).
    """,
)
