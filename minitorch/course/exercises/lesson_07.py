"""Exercises of lesson 07: stopping, watching and changing gradients, and changes made in place."""

from ..define import Case, Exercise, Law, Mistake, T, Wrong

# --- stopping -----------------------------------------------------------------------------------------------------

detach = Exercise(
    "detach",
    title="The same numbers without their history",
    difficulty=2,
    minutes=6,
    target="minitorch.autograd.detach:detach",
    setup="from minitorch.tensor import wrap\n",
    stub='''
        def detach(self):
            """A tensor with the memory and the version count of self that no gradient flows through."""
            ...
    ''',
    solution='''
        def detach(self):
            """A tensor with the memory and the version count of self that no gradient flows through."""
            alone = wrap(self._array)
            alone._counter = self._counter
            return alone
    ''',
    why="The array is the same one, so nothing is copied. No edge is set, so no gradient flows. And both share one version "
    "count, because a change of either changes the numbers of both.",
    facts=[
        Case("detach(mt.tensor([1.0, 2.0], requires_grad=True) * 2)", T([2.0, 4.0])),
        Case(
            """
            y = mt.tensor([1.0, 2.0], requires_grad=True) * 2
            d = detach(y)
            (d.requires_grad, d.is_leaf, y.requires_grad, y.is_leaf)
            """,
            (False, True, True, False),
        ),
        Case("detach(mt.tensor([1.0], requires_grad=True)).requires_grad", False),
        Case(
            """
            y = mt.tensor([1.0, 2.0]) * 1
            y.add_(1.0)
            detach(y)._version
            """,
            1,
            changes=True,
        ),
        Case(
            """
            y = mt.tensor([1.0, 2.0]) * 1
            d = detach(y)
            d.add_(10.0)
            (y.tolist(), y._version, d._version)
            """,
            ([11.0, 12.0], 1, 1),
            changes=True,
        ),
        Case(
            """
            y = mt.tensor([1.0, 2.0], requires_grad=True) * 1
            z = (y * y).sum()
            detach(y).add_(1.0)
            z.backward()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([3.0], requires_grad=True)
            (x * detach(x)).sum().backward()
            x.grad
            """,
            T([3.0]),
        ),
    ],
    wrong=[
        Wrong(
            """
            def detach(self):
                return wrap(self._array)
            """,
            "The memory is shared, the version count is not: a change of the detached tensor changes the other's numbers, and "
            "nobody is told. Give both the same _counter.",
        ),
        Wrong(
            """
            def detach(self):
                return wrap(self._array.copy())
            """,
            "A copy (clone() makes one, too) costs memory, and a change of one no longer shows in the other. detach() shares the "
            "array.",
        ),
        Wrong(
            """
            def detach(self):
                self._edge, self._requires_grad = None, False
                return self
            """,
            "This cuts off the tensor itself, so everybody who uses it loses the gradient (that is detach_). Make a new "
            "tensor around the same array.",
        ),
        Wrong(
            """
            def detach(self):
                alone = wrap(self._array)
                alone._counter = self._counter
                return alone.requires_grad_()
            """,
            "The new tensor is a leaf that wants a gradient. It should want none, so that nothing behind it is recorded.",
        ),
        Wrong(
            """
            def detach(self):
                alone = wrap(self._array)
                alone._counter = list(self._counter)
                return alone
            """,
            "You copy the count as it is now. The two must share it: assign the very list, `self._counter`.",
        ),
    ],
    hints=[
        "`wrap(array)` makes a tensor around an array without copying; a new tensor has no edge and wants no gradient.",
        "One thing more is to be shared: the list that counts the changes, `_counter`.",
        "`alone = wrap(self._array)`, then `alone._counter = self._counter`.",
    ],
)

td_loss = Exercise(
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
    ],
    hints=[
        "Compute the loss first, and then ask which part of it should be a plain number.",
        "The target contains values[1:]. `.detach()` gives its numbers without its history.",
        "`target = rewards + discount * values[1:].detach()`.",
    ],
)


def bootstrap(f, rng):
    import minitorch as mt

    n = int(rng.integers(1, 5))
    values, rewards = rng.integers(-4, 5, size=n + 1).astype("float32"), rng.integers(-4, 5, size=n).astype("float32")
    target = rewards + 0.5 * values[1:]
    expected = [*(2 * (values[:-1] - target) / n).tolist(), 0.0]
    x = mt.tensor(values.tolist(), requires_grad=True)
    f(x, mt.tensor(rewards.tolist()), 0.5).backward()
    return {"values": values.tolist(), "rewards": rewards.tolist(), "discount": 0.5}, T(expected), x.grad


# --- asking and watching ------------------------------------------------------------------------------------------

slope_of = Exercise(
    "slope_at",
    title="A gradient in the middle, and no side effects",
    difficulty=2,
    minutes=5,
    stub='''
        def slope_at(middle, result):
            """The gradient of `result` by `middle`. No .grad changes, and result.backward() still works afterwards."""
            ...
    ''',
    solution='''
        def slope_at(middle, result):
            """The gradient of `result` by `middle`. No .grad changes, and result.backward() still works afterwards."""
            (slope,) = mt.autograd.grad(result, middle, retain_graph=True)
            return slope
    ''',
    why="autograd.grad returns gradients and writes to no .grad. retain_graph=True keeps what the steps have saved, so that the "
    "caller can still go through the same graph.",
    facts=[
        Case(
            """
            x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
            a = x + w
            slope_at(a, a * (w + 1))
            """,
            T(4.0),
        ),
        Case(
            """
            x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
            a = x * w
            slope_at(a, a * a)
            (x.grad, w.grad, a.retains_grad)
            """,
            (None, None, False),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            a = x * x
            y = (a * a).sum()
            slope_at(a, y)
            y.backward()
            x.grad
            """,
            T([4.0, 32.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            slope_at(x, (x * x * x).sum())
            """,
            T([3.0, 12.0]),
        ),
        Case("slope_at(*(lambda x: (x, x.exp()))(mt.tensor(0.0, requires_grad=True))).requires_grad", False),
    ],
    wrong=[
        Wrong(
            """
            def slope_at(middle, result):
                result.backward(retain_graph=True)
                return middle.grad
            """,
            "backward() writes to the leaves, and a result in the middle keeps no gradient unless it was told to. Use "
            "mt.autograd.grad, which returns it.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                middle.retain_grad()
                result.backward(retain_graph=True)
                return middle.grad
            """,
            "The answer is right, but the backward pass has filled the .grad of every leaf on its way. mt.autograd.grad returns "
            "gradients and leaves .grad alone.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                (slope,) = mt.autograd.grad(result, middle)
                return slope
            """,
            "Your walk frees what the steps had saved, so the caller cannot go through the graph again. Say retain_graph=True.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                return mt.autograd.grad(result, middle, retain_graph=True)
            """,
            "autograd.grad returns a tuple, with a gradient for each input you ask for, also when it is only one. Unpack it.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                (slope,) = mt.autograd.grad(result, middle.detach().requires_grad_(), retain_graph=True)
                return slope
            """,
            "A detached tensor is a new leaf, and the result was not computed from it. Ask for `middle` itself.",
        ),
        Wrong(
            """
            def slope_at(middle, result):
                (slope,) = mt.autograd.grad(result, middle, create_graph=True)
                return slope
            """,
            "create_graph=True also keeps the graph, but it records the backward pass as well, which costs memory, and the slope "
            "then requires a gradient itself. retain_graph=True is all you need.",
        ),
    ],
    hints=[
        "backward() fills .grad. Which function returns gradients instead?",
        "`mt.autograd.grad(result, middle)` returns a tuple of one. Afterwards the graph is freed, unless you say otherwise.",
        "`(slope,) = mt.autograd.grad(result, middle, retain_graph=True)`.",
    ],
)

watch = Exercise(
    "watch_gradients",
    title="A hook for every tensor",
    difficulty=3,
    minutes=10,
    stub='''
        def watch_gradients(tensors):
            """Hooks that note the gradient of each tensor of the dictionary {name: tensor}, last one wins.

            Returns (seen, handles): the dictionary {name: gradient} that the hooks fill, and the list of handles.
            """
            ...
    ''',
    solution='''
        def watch_gradients(tensors):
            """Hooks that note the gradient of each tensor of the dictionary {name: tensor}, last one wins.

            Returns (seen, handles): the dictionary {name: gradient} that the hooks fill, and the list of handles.
            """
            seen, handles = {}, []

            def noting(name):
                def note(grad):
                    seen[name] = grad

                return note

            for name, tensor in tensors.items():
                handles.append(tensor.register_hook(noting(name)))
            return seen, handles
    ''',
    why="Each hook needs a name of its own, so a function makes it: a name from the loop would be looked up only when the hook "
    "runs, and by then the loop is over. The hook returns nothing, so the gradient goes on unchanged.",
    facts=[
        Case(
            """
            x = mt.tensor(2.0, requires_grad=True)
            a = x * 3
            b = a * a
            seen, handles = watch_gradients({"x": x, "a": a})
            b.backward()
            sorted((name, g.item()) for name, g in seen.items())
            """,
            [("a", 12.0), ("x", 36.0)],
        ),
        Case(
            """
            x = mt.tensor(2.0, requires_grad=True)
            a = x * 3
            seen, handles = watch_gradients({"a": a, "x": x})
            (a * a).backward()
            (list(seen), x.grad.item())
            """,
            (["a", "x"], 36.0),
        ),
        Case(
            """
            x = mt.tensor(2.0, requires_grad=True)
            seen, handles = watch_gradients({"x": x})
            (x * 5).backward()
            for handle in handles:
                handle.remove()
            (x * 7).backward()
            (len(handles), seen["x"].item(), x.grad.item())
            """,
            (1, 5.0, 12.0),
        ),
        Case(
            """
            x = mt.tensor(2.0, requires_grad=True)
            seen, handles = watch_gradients({"x": x})
            before = dict(seen)
            (x * 5).backward()
            (x * 7).backward()
            (before, seen["x"].item())
            """,
            ({}, 7.0),
        ),
        Case("watch_gradients({})", ({}, [])),
    ],
    wrong=[
        Wrong(
            """
            def watch_gradients(tensors):
                seen, handles = {}, []
                for name, tensor in tensors.items():
                    def note(grad):
                        seen[name] = grad
                    handles.append(tensor.register_hook(note))
                return seen, handles
            """,
            "All your hooks write under the last name. A function looks a name up when it runs, and by then the loop is over. "
            "Let a function make each hook, or give it the name as a default: `def note(grad, name=name)`.",
        ),
        Wrong(
            """
            def watch_gradients(tensors):
                seen, handles = {}, []
                for name, tensor in tensors.items():
                    seen[name] = tensor.grad
                    handles.append(tensor.register_hook(lambda grad: None))
                return seen, handles
            """,
            "You read .grad now, before any backward pass. The hook has to do the noting, when the gradient comes by.",
        ),
        Wrong(
            """
            def watch_gradients(tensors):
                seen, handles = {}, []
                for name, tensor in tensors.items():
                    def note(grad, name=name):
                        seen[name] = grad
                        return grad * 0
                    handles.append(tensor.register_hook(note))
                return seen, handles
            """,
            "What a hook returns takes the gradient's place, so yours stops the flow behind it. To watch only, return nothing.",
        ),
        Wrong(
            """
            def watch_gradients(tensors):
                seen = {}
                for name, tensor in tensors.items():
                    tensor.register_hook(lambda grad, name=name: seen.update({name: grad}))
                return seen, []
            """,
            "The hooks are there, but nobody can take them away: return what register_hook gives you, the handles.",
        ),
        Wrong(
            """
            def watch_gradients(tensors):
                seen, handles = {}, []
                for name, tensor in tensors.items():
                    handles.append(tensor.register_hook(lambda grad, name=name: seen.setdefault(name, grad)))
                return seen, handles
            """,
            "setdefault keeps the first gradient for ever, and returns it: from the second pass on the old gradient replaces the "
            "new one. Assign instead, and return nothing.",
        ),
        Wrong(
            """
            def watch_gradients(tensors):
                seen, handles = {}, []
                for name, tensor in tensors.items():
                    tensor.retain_grad()
                    seen[name] = tensor
                    handles.append(tensor.register_hook(lambda grad: None))
                return seen, handles
            """,
            "You hand back the tensors themselves. What is asked for is a dictionary that the hooks fill with gradients.",
        ),
    ],
    hints=[
        "`tensor.register_hook(function)` calls function(grad) in each backward pass and returns a handle.",
        "The hook has to know its name. Make it in a helper, `def noting(name): ...`, that returns the hook.",
        "In the hook: `seen[name] = grad`, and no return. In the loop: `handles.append(tensor.register_hook(noting(name)))`.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, BaseException) and "unpack" in str(error),
            "Return two things: the dictionary and the list of handles.",
        ),
    ],
)

clip_hook = Exercise(
    "clip_hook",
    title="A hook that clips",
    difficulty=3,
    minutes=8,
    stub='''
        def clip_hook(limit):
            """A hook that shrinks a gradient longer than `limit` to that length, and leaves shorter ones as they are."""
            ...
    ''',
    solution='''
        def clip_hook(limit):
            """A hook that shrinks a gradient longer than `limit` to that length, and leaves shorter ones as they are."""

            def clip(grad):
                length = (grad * grad).sum().sqrt().item()
                if length > limit:
                    return grad * (limit / length)

            return clip
    ''',
    why="The length is the root of the sum of squares. Multiplying keeps the direction, and a hook that returns nothing leaves "
    "the gradient alone.",
    facts=[
        Case(
            """
            x = mt.tensor([0.0, 0.0], requires_grad=True)
            handle = x.register_hook(clip_hook(1.0))
            (x * mt.tensor([3.0, 4.0])).sum().backward()
            x.grad
            """,
            T([0.6, 0.8]),
        ),
        Case(
            """
            x = mt.tensor([0.0, 0.0], requires_grad=True)
            handle = x.register_hook(clip_hook(10.0))
            (x * mt.tensor([3.0, 4.0])).sum().backward()
            x.grad
            """,
            T([3.0, 4.0]),
        ),
        Case(
            """
            grad = mt.tensor([[3.0, 0.0], [0.0, -4.0]])
            clipped = clip_hook(2.5)(grad)
            (clipped.tolist(), grad.tolist())
            """,
            ([[1.5, 0.0], [0.0, -2.0]], [[3.0, 0.0], [0.0, -4.0]]),
        ),
        Case(
            """
            x = mt.tensor([0.0, 0.0], requires_grad=True)
            handle = x.register_hook(clip_hook(1.0))
            (x * 0).sum().backward()
            x.grad
            """,
            T([0.0, 0.0]),
        ),
        Law("it has the length limit and the old direction, when it was longer", lambda f, rng: clipped(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    return grad.clamp(-limit, limit)
                return clip
            """,
            "You cut each number by itself, which turns the gradient into another direction. Shrink the whole of it by one factor.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    return grad * (limit / (grad * grad).sum().sqrt())
                return clip
            """,
            "You give every gradient the length `limit`, short ones too, and 0 becomes nan. Change only those that are longer.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    length = (grad * grad).sum().sqrt().item()
                    if length > limit:
                        grad.mul_(limit / length)
                return clip
            """,
            "You change the gradient in place. Others may hold the same one (the handed-in tensor changes under them): return a "
            "new one instead.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    length = (grad * grad).sum().item()
                    if length > limit:
                        return grad * (limit / length)
                return clip
            """,
            "The sum of squares is the length squared. Take the root.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    length = (grad * grad).sum().sqrt().item()
                    if length > limit:
                        return grad / length
                return clip
            """,
            "Divided by its length it has length 1. It should have length `limit`.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    length = (grad * grad).sum().sqrt().item()
                    if length > limit:
                        grad = grad * (limit / length)
                return clip
            """,
            "The shrunk gradient gets a name inside the hook and is then forgotten. What a hook wants to pass on it must return.",
        ),
    ],
    hints=[
        "The function has to return a function: the hook, which takes the gradient and returns another, or nothing.",
        "The length is `(grad * grad).sum().sqrt()`. When it is larger than the limit, by which factor must everything shrink?",
        "`return grad * (limit / length)` if the length is larger than limit; otherwise nothing.",
    ],
)


def clipped(f, rng):
    import numpy as np

    import minitorch as mt

    g, limit = rng.normal(size=3) * 3, float(rng.uniform(0.5, 5))
    length = float(np.sqrt((g * g).sum()))
    expected = T((g * min(1.0, limit / length)).tolist(), "float64")
    x = mt.zeros(3, dtype=mt.float64, requires_grad=True)
    x.register_hook(f(limit))
    (x * mt.tensor(g.tolist(), dtype=mt.float64)).sum().backward()
    return {"gradient": g.round(4).tolist(), "limit": round(limit, 4)}, expected, x.grad


# --- changes in place ---------------------------------------------------------------------------------------------

saved = Exercise(
    "Saved",
    title="A saved value that notices a change",
    difficulty=2,
    minutes=7,
    stub='''
        class Saved:
            """Keeps a tensor for later, and notices when it was changed in place meanwhile."""

            def __init__(self, tensor):
                ...

            def get(self):
                """The tensor; RuntimeError("modified by an inplace operation") if it was changed since it was saved."""
                ...
    ''',
    solution='''
        class Saved:
            """Keeps a tensor for later, and notices when it was changed in place meanwhile."""

            def __init__(self, tensor):
                self.tensor = tensor
                self.version = tensor._version

            def get(self):
                """The tensor; RuntimeError("modified by an inplace operation") if it was changed since it was saved."""
                if self.tensor._version != self.version:
                    raise RuntimeError("modified by an inplace operation")
                return self.tensor
    ''',
    why="A number is remembered instead of a copy of the data: comparing two numbers costs nothing, whatever the size of the "
    "tensor. Views share the count, so a change through one is noticed too.",
    facts=[
        Case("Saved(mt.tensor([1.0, 2.0])).get()", T([1.0, 2.0])),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            kept.get() is x
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            x.add_(1)
            kept.get()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            x.add_(1)
            Saved(x).get()
            """,
            T([2.0, 3.0]),
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            x[0:1].mul_(5)
            kept.get()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            kept = Saved(x)
            x.add_(1)
            x.sub_(1)
            kept.get()
            """,
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0])
            first = Saved(x)
            x.add_(1)
            second = Saved(x)
            second.get() is x
            """,
            True,
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor = tensor.clone()
                def get(self):
                    return self.tensor
            """,
            "A copy is never changed, but it doubles the memory of everything that is saved, and nobody learns of the change. "
            "Keep the tensor itself and its _version.",
        ),
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor = tensor
                def get(self):
                    return self.tensor
            """,
            "You give back whatever the tensor holds by now. Note the number in its _version when it is saved, and compare it "
            "with the number then (its _counter is a list, which goes on counting).",
        ),
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor, self.copy = tensor, tensor.clone()
                def get(self):
                    if (self.tensor != self.copy).any():
                        raise RuntimeError("modified by an inplace operation")
                    return self.tensor
            """,
            "Comparing the numbers costs a copy, and it does not notice a change that was taken back. The version counts "
            "changes, whatever they did.",
        ),
        Wrong(
            """
            class Saved:
                def __init__(self, tensor):
                    self.tensor = tensor
                def get(self):
                    if self.tensor._version > 0:
                        raise RuntimeError("modified by an inplace operation")
                    return self.tensor
            """,
            "A tensor may have been changed before it was saved; that does no harm. Compare with the version it had then.",
        ),
    ],
    hints=[
        "`x._version` is a number that grows with every change in place of x, or of a view of it.",
        "Note the number in __init__, and compare it with the tensor's in get.",
        '`if self.tensor._version != self.version: raise RuntimeError("modified by an inplace operation")`.',
    ],
)
