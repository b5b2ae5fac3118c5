"""A hook for every tensor."""

from ...define import Case, Exercise, Mistake, Wrong

exercise = Exercise(
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
