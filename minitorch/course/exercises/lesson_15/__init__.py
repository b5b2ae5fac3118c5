"""Exercises of lesson 15: hooks for the gradients that enter and leave a module."""

SETUP = """
class Triple(mt.nn.Module):
    def forward(self, x):
        return 3 * x


def leaf(*numbers):
    return mt.tensor(list(numbers), requires_grad=True)


def silent(module, inner, outer):
    pass


def lists(gradients):
    return [g if g is None else g.tolist() for g in gradients]
"""
