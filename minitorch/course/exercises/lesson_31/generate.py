"""generate: Writing, one token at a time (difficulty 3, 9 minutes)

The model gives scores for the next token at every position. Only the last position has a next token that is not known yet. The
drawn token becomes a part of the input, and the model is asked again.

1. A loop, with four lines in it: scores, probabilities, a draw, a longer ids. All under no_grad().
2. `ids[:, -self.context:]` are the last tokens that fit. `self(...)[:, -1]` are the scores of the last position.
3. `chances = (scores / temperature).softmax(-1)`, `new = chances.multinomial(1, generator=generator)`, and
   `ids = mt.cat([ids, new], 1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.gpt:GPT.generate",
    stub='''
        def generate(self, ids, count, temperature=1.0, generator=None):
            """ids [B, T] and `count` further tokens behind them, [B, T + count]. The caller's ids stay as they are.

            Each new token is drawn with the probabilities softmax(scores / temperature), from the scores of the last
            position. self gets the last self.context tokens at most. Nothing is recorded.
            """
            ...
    ''',
    solution='''
        def generate(self, ids, count, temperature=1.0, generator=None):
            """ids [B, T] and `count` further tokens behind them, [B, T + count]. The caller's ids stay as they are.

            Each new token is drawn with the probabilities softmax(scores / temperature), from the scores of the last
            position. self gets the last self.context tokens at most. Nothing is recorded.
            """
            with mt.no_grad():
                for _ in range(count):
                    scores = self(ids[:, -self.context :])[:, -1]
                    chances = (scores / temperature).softmax(-1)
                    ids = mt.cat([ids, chances.multinomial(1, generator=generator)], 1)
            return ids
    ''',
    setup="""
        class Scripted(mt.models.GPT):
            def __init__(self, context=4, sharp=40.0):
                mt.nn.Module.__init__(self)
                self.context, self.sharp, self.seen = context, sharp, []

            def forward(self, ids):
                self.seen.append((ids.size(1), mt.is_grad_enabled()))
                wanted = (ids.unsqueeze(-1) + 1) % 6  # after 2 comes 3
                return -self.sharp * (mt.arange(6) - wanted).abs().float()

        def share(*temperature):
            drawn = Scripted(sharp=1.0).generate(mt.zeros(3000, 1, dtype=mt.int64), 1, *temperature)[:, 1]
            return round((drawn == 1).float().mean().item(), 2)

        def effect(temperature):
            found = share(temperature)
            return "sharper" if found > 0.8 else "more equal" if found < 0.3 else "none"
    """,
    facts="""
        if "in 1 or 2 dimensions": Draw from the scores of the last position only: [:, -1].
        if "nothing above": multinomial draws with probabilities: apply softmax to the scores.
        >>> Scripted().generate(mt.tensor([[0]]), 4).tolist()
        [[0, 1, 2, 3, 4]]
        if [[1, 2, 3, 4]]: The given tokens belong to the result: cat([ids, new], 1).
        if [[0]]: ids stays as it was: the longer text must become ids, for the next round.
        if [[0, 1, 1, 1, 1]]: The next token is drawn from the first position each time. Use the last one: [:, -1].
        if [[4, 3, 2, 1, 0]]: New tokens go behind the others.
        else: This model wants after each token the number after it. Each draw is added to ids, and the next one follows from it.
        >>> m = Scripted(context=3)
        >>> m.generate(mt.tensor([[0, 1], [2, 3]]), 4).tolist()
        [[0, 1, 2, 3, 4, 5], [2, 3, 4, 5, 0, 1]]
        if [[0, 1, 2, 3, 3, 3], [2, 3, 4, 5, 5, 5]]: The model always sees the first tokens. Give it the last ones: ids[:, -self.context:].
        else: Each row of the batch goes on for itself.
        >>> m = Scripted(context=3)
        >>> ids = m.generate(mt.tensor([[0, 1]]), 4)
        >>> [length for length, _ in m.seen]
        [2, 3, 3, 3]
        if [2, 3, 4, 5]: The model has positions for `context` tokens only. Give it the last ones: ids[:, -self.context:].
        if [1, 1, 1, 1]: The model sees one token only. Give it the last self.context ones.
        if [2, 2, 2, 2]: A token less than possible is given: ids[:, -self.context:].
        else: The model gets all tokens while they fit into the context, and then the last ones.
        >>> m = Scripted()
        >>> ids = m.generate(mt.tensor([[0]]), 2)
        >>> [recorded for _, recorded in m.seen]
        [False, False]
        else: Nothing is trained here, so nothing should be recorded: work under no_grad().
        >>> share()
        0.47  # within 0.08
        if 1.0: The most probable token is always taken. Draw one with its probability: multinomial.
        if 0.17: All tokens are equally likely. The probabilities are softmax(scores).
        else: A token is drawn with the probability that softmax gives it.
        >>> effect(0.2), effect(50.0)
        ('sharper', 'more equal')
        if ('more equal', 'sharper'): The scores are multiplied by the temperature. Divide: a high temperature makes the choices
            more equal.
        if ('none', 'none'): The temperature changes nothing. Divide the scores by it before softmax.
        else: Divide the scores by the temperature before softmax.
        >>> draw = lambda: Scripted(sharp=0.1).generate(mt.tensor([[0]]), 8, 1.0, mt.Generator().manual_seed(2)).tolist()
        >>> draw() == draw()
        True
        if False: Two generators with the same seed give different texts. Pass the generator on: multinomial(1, generator=generator).
        >>> ids = mt.tensor([[0, 1]])
        >>> longer = Scripted().generate(ids, 1)
        >>> ids.tolist()
        [[0, 1]]
        else: The ids of the caller must stay as they are.
    """,
)
