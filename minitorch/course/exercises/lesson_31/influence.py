"""influence: What depends on what (difficulty 3, 8 minutes)

A gradient that is 0 says: this input does not matter for that result. So one backward pass for each position shows all that it sees.

1. One gradient for each row of scores: reduce the row to a number, and ask for the gradient of the embeddings.
2. `scores = model(ids.unsqueeze(0))[0]`. A forward hook on model.tokens that appends its result to a list gets the embeddings.
3. `[mt.autograd.grad(row.norm(), seen[0], retain_graph=True)[0][0] for row in scores]`, then `mt.stack(rows).norm(dim=-1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        class Mixed(mt.nn.Module):
            def __init__(self):
                super().__init__()
                self.tokens = mt.nn.Embedding(3, 2)

            def forward(self, ids):
                return mt.tensor([[1.0, 0.0, 0.0], [2.0, 3.0, 0.0], [0.0, -4.0, 0.5]]) @ self.tokens(ids)
    """,
    solution="""
        def influence(model, ids):
            seen = []
            handle = model.tokens.register_forward_hook(lambda module, args, out: seen.append(out))
            scores = model(ids.unsqueeze(0))[0]
            handle.remove()
            rows = [mt.autograd.grad(row.norm(), seen[0], retain_graph=True)[0][0] for row in scores]
            return mt.stack(rows).norm(dim=-1)
    """,
    given="""
        ids, mixed = mt.tensor([2, 0, 2]), Mixed()
    """,
    facts="""
        if "has been freed": The same graph is walked T times: retain_graph=True.
        if "is not in the graph": Ask for the gradient of the very tensor that model.tokens returned in this forward pass.
        >>> influence(mixed, ids)
        T([[1.0, 0.0, 0.0], [2.0, 3.0, 0.0], [0.0, 4.0, 0.5]])
        if T([[1.0, 2.0, 0.0], [0.0, 3.0, 4.0], [0.0, 0.0, 0.5]]): Rows and columns are exchanged: a row is a position of the scores.
        else: Row t has the norms of the gradient of scores[t].norm(), one for each position. A token that occurs twice has two embeddings.
        >>> tuple(influence(mt.models.GPT(5, 4, 6, 2, 1), mt.tensor([0, 1, 1, 4])).shape)
        (4, 4)
        else: The model gets a batch of one sequence [1, T]. The result is [T, T].
        >>> _ = influence(mixed, ids)
        >>> len(mixed.tokens._forward_hooks), mixed.tokens.weight.grad is None
        (0, True)
        if (1, True): The hook is still there: handle.remove().
        else: Leave the model as it is: autograd.grad gives gradients without storing them, and the hook is removed.
    """,
)
