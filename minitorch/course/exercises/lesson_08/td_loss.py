"""A target that must not move."""

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "td_loss",
    title="A target that must not move",
    difficulty=3,
    minutes=8,
    stub='''
        def td_loss(values, rewards, discount):
            """The mean square of values[t] - (rewards[t] + discount * values[t + 1]); the bracket is a fixed target."""
            ...
    ''',
    solution='''
        def td_loss(values, rewards, discount):
            """The mean square of values[t] - (rewards[t] + discount * values[t + 1]); the bracket is a fixed target."""
            target = rewards + discount * values[1:].detach()
            return ((values[:-1] - target) ** 2).mean()
    ''',
    why="The next value is used as a number, as if somebody had measured it. Only the prediction is to move towards it; without "
    "detach the target would move towards the prediction as well.",
    facts=[
        Case("td_loss(mt.tensor([1.0, 2.0, 4.0], requires_grad=True), mt.tensor([0.0, 1.0]), 0.5).detach()", T(0.5)),
        Case(
            """
            values = mt.tensor([1.0, 2.0, 4.0], requires_grad=True)
            td_loss(values, mt.tensor([0.0, 1.0]), 0.5).backward()
            values.grad
            """,
            T([0.0, -1.0, 0.0]),
        ),
        Case(
            """
            values = mt.tensor([0.0, 2.0], requires_grad=True)
            loss = td_loss(values, mt.tensor([1.0]), 1.0)
            loss.backward()
            (loss.item(), values.grad.tolist(), values.requires_grad)
            """,
            (9.0, [-6.0, 0.0], True),
        ),
        Case(
            """
            w = mt.tensor(2.0, requires_grad=True)
            td_loss(w * mt.tensor([1.0, 2.0]), mt.tensor([1.0]), 1.0).backward()
            w.grad
            """,
            T(-6.0),
        ),
        Law("the slope at t is 2 (values[t] - target[t]) / n, and 0 at the last", lambda f, rng: bootstrap(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def td_loss(values, rewards, discount):
                target = rewards + discount * values[1:]
                return ((values[:-1] - target) ** 2).mean()
            """,
            "The loss is right, the gradient is not: it also flows into the target, which then runs after the prediction. "
            "Detach the next values.",
        ),
        Wrong(
            """
            def td_loss(values, rewards, discount):
                target = rewards + discount * values[1:]
                return ((values[:-1].detach() - target) ** 2).mean()
            """,
            "You hold the prediction fixed and let the target move: the wrong one of the two is detached.",
        ),
        Wrong(
            """
            def td_loss(values, rewards, discount):
                with mt.no_grad():
                    target = rewards + discount * values[1:]
                    return ((values[:-1] - target) ** 2).mean()
            """,
            "The whole loss is computed without recording, so nothing can learn from it. Only the target belongs in the block.",
        ),
        Wrong(
            """
            def td_loss(values, rewards, discount):
                values = values.detach()
                target = rewards + discount * values[1:]
                return ((values[:-1] - target) ** 2).mean().requires_grad_()
            """,
            "All values are cut off, and making the loss a leaf only hides the error: its backward reaches nobody.",
        ),
        Wrong(
            """
            def td_loss(values, rewards, discount):
                target = rewards + discount * values[1:].detach_()
                return ((values[:-1] - target) ** 2).mean()
            """,
            "values[1:] is a view, and a view cannot be detached in place. Without the underscore you get a new tensor.",
        ),
        Wrong(
            """
            def td_loss(values, rewards, discount):
                values.requires_grad_(False)
                target = rewards + discount * values[1:]
                values.requires_grad_(True)
                return ((values[:-1] - target) ** 2).mean()
            """,
            "That switch belongs to leaves. Values come out of a network, so they are results, and a result refuses. Detach "
            "the part that you need as a number.",
        ),
    ],
    hints=[
        "Compute the loss first, and then ask which part of it should be a plain number.",
        "The target contains values[1:]. `.detach()` gives its numbers without its history.",
        "`target = rewards + discount * values[1:].detach()`.",
    ],
)


def bootstrap(f, rng):
    n = int(rng.integers(1, 5))
    values, rewards = rng.integers(-4, 5, size=n + 1).astype("float32"), rng.integers(-4, 5, size=n).astype("float32")
    target = rewards + 0.5 * values[1:]
    expected = [*(2 * (values[:-1] - target) / n).tolist(), 0.0]
    x = mt.tensor(values.tolist(), requires_grad=True)
    f(x, mt.tensor(rewards.tolist()), 0.5).backward()
    return {"values": values.tolist(), "rewards": rewards.tolist(), "discount": 0.5}, T(expected), x.grad
