"""Calling with hooks, in small."""

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "MiniCall",
    title="Calling with hooks, in small",
    difficulty=3,
    minutes=12,
    stub='''
        class MiniCall:
            """A module that can be called: forward, and then the hooks in the order in which they were registered."""

            def __init__(self):
                ...

            def register_hook(self, hook):
                """Keep the hook; the answer is a function without arguments that takes this one away again."""
                ...

            def __call__(self, *args):
                """forward(*args), then each hook(self, args, result); what it returns, unless None, is the new result."""
                ...
    ''',
    solution='''
        class MiniCall:
            """A module that can be called: forward, and then the hooks in the order in which they were registered."""

            def __init__(self):
                self.hooks, self.next_number = {}, 0

            def register_hook(self, hook):
                """Keep the hook; the answer is a function without arguments that takes this one away again."""
                number = self.next_number
                self.next_number += 1
                self.hooks[number] = hook
                return lambda: self.hooks.pop(number, None)

            def __call__(self, *args):
                """forward(*args), then each hook(self, args, result); what it returns, unless None, is the new result."""
                result = self.forward(*args)
                for hook in list(self.hooks.values()):
                    found = hook(self, args, result)
                    if found is not None:
                        result = found
                return result
    ''',
    why="The number, not the function, says which registration is meant, and it is never given out twice. The loop runs over a "
    "copy, so a hook may remove itself while it runs.",
    setup="""
        def doubling(base):
            class Double(base):
                def forward(self, x):
                    return 2 * x

            return Double()
    """,
    facts=[
        Case("doubling(MiniCall)(mt.tensor([1.0, 2.0]))", T([2.0, 4.0])),
        Case(
            """
            double, seen = doubling(MiniCall), []
            remove = double.register_hook(lambda *given: seen.append(given))
            result = double(3)
            (result, seen == [(double, (3,), 6)])
            """,
            (6, True),
        ),
        Case(
            """
            double, seen = doubling(MiniCall), []
            double.register_hook(lambda module, args, result: result + 1)
            double.register_hook(lambda module, args, result: seen.append(result))
            double.register_hook(lambda module, args, result: result * 10)
            (double(3), seen)
            """,
            (70, [7]),
        ),
        Case(
            """
            double = doubling(MiniCall)
            double.register_hook(lambda module, args, result: 0)
            double(3)
            """,
            0,
        ),
        Case(
            """
            one, other = doubling(MiniCall), doubling(MiniCall)
            one.register_hook(lambda module, args, result: result + 1)
            (one(3), other(3))
            """,
            (7, 6),
        ),
        Case(
            """
            double, seen = doubling(MiniCall), []
            first = double.register_hook(lambda *given: seen.append("first"))
            second = double.register_hook(lambda *given: seen.append("second"))
            first()
            third = double.register_hook(lambda *given: seen.append("third"))
            double(3)
            seen
            """,
            ["second", "third"],
        ),
        Case(
            """
            double = doubling(MiniCall)
            add = lambda module, args, result: result + 1
            removes = [double.register_hook(add), double.register_hook(add)]
            removes[0](), removes[0]()
            double(3)
            """,
            7,
        ),
        Case(
            """
            double, seen, removes = doubling(MiniCall), [], []
            removes.append(double.register_hook(lambda *given: removes[0]()))
            removes.append(double.register_hook(lambda *given: seen.append("second")))
            double(3)
            double(3)
            seen
            """,
            ["second", "second"],
        ),
        Law("what is registered and not removed runs, in order", lambda piece, rng: registering(piece, rng)),
    ],
    wrong=[
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks = []
                def register_hook(self, hook):
                    entry = [hook]
                    self.hooks.append(entry)
                    def remove():
                        self.hooks = [one for one in self.hooks if one is not entry]
                    return remove
                def __call__(self, *args):
                    result = self.forward(*args)
                    for entry in self.hooks:
                        found = entry[0](self, args, result)
                        if found:
                            result = found
                    return result
            """,
            "A hook that returns 0 is not heard. Only None means that a hook has nothing to say: ask `is not None`.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks = {}
                def register_hook(self, hook):
                    number = len(self.hooks)
                    self.hooks[number] = hook
                    return lambda: self.hooks.pop(number, None)
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in list(self.hooks.values()):
                        found = hook(self, args, result)
                        if found is not None:
                            result = found
                    return result
            """,
            "The number of hooks is no number of its own: after one was removed, the next gets the number of one that is still "
            "there, and takes its place. Count upwards, and never go back.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks, self.next_number = {}, 0
                def register_hook(self, hook):
                    number = self.next_number
                    self.next_number += 1
                    self.hooks[number] = hook
                    return lambda: self.hooks.pop(number, None)
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in self.hooks.values():
                        found = hook(self, args, result)
                        if found is not None:
                            result = found
                    return result
            """,
            "A hook that removes itself changes the dictionary that you are looping over. Loop over a copy: "
            "`list(self.hooks.values())`.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks = []
                def register_hook(self, hook):
                    self.hooks.append(hook)
                    return lambda: self.hooks.remove(hook) if hook in self.hooks else None
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in list(self.hooks):
                        found = hook(self, args, result)
                        if found is not None:
                            result = found
                    return result
            """,
            "You look for the function to remove. When it was registered twice, removing the first registration twice takes both. "
            "Give each registration a number, and remove by that.",
        ),
        Wrong(
            """
            class MiniCall:
                hooks, next_number = {}, 0
                def __init__(self):
                    pass
                def register_hook(self, hook):
                    number = MiniCall.next_number
                    MiniCall.next_number += 1
                    self.hooks[number] = hook
                    return lambda: self.hooks.pop(number, None)
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in list(self.hooks.values()):
                        found = hook(self, args, result)
                        if found is not None:
                            result = found
                    return result
            """,
            "The dictionary stands in the class, so all modules share one, and a hook of one runs for every other. Make it in "
            "__init__.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks, self.next_number = {}, 0
                def register_hook(self, hook):
                    number = self.next_number
                    self.next_number += 1
                    self.hooks[number] = hook
                    return lambda: self.hooks.pop(number, None)
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in list(self.hooks.values()):
                        hook(self, args, result)
                    return result
            """,
            "Your hooks can look and not touch. What a hook returns, unless it is None, becomes the result for the "
            "next one.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks, self.next_number = {}, 0
                def register_hook(self, hook):
                    number = self.next_number
                    self.next_number += 1
                    self.hooks[number] = hook
                    return lambda: self.hooks.pop(number, None)
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in list(self.hooks.values()):
                        found = hook(self, *args, result)
                        if found is not None:
                            result = found
                    return result
            """,
            "A hook takes three things, whatever forward takes: the module, the tuple of arguments, the result. No star before "
            "args when you call it.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks, self.next = {}, 0
                def register_hook(self, hook):
                    number, self.next = self.next, self.next + 1
                    self.hooks[number] = hook
                    return lambda: self.hooks.pop(number, None)
                def __call__(self, *args):
                    first = result = self.forward(*args)
                    for hook in list(self.hooks.values()):
                        found = hook(self, args, first)
                        result = result if found is None else found
                    return result
            """,
            "Every hook is shown what forward gave. A hook may have replaced it: the next one is given what this one "
            "made.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks = []
                def register_hook(self, hook):
                    self.hooks.append(hook)
                    place = len(self.hooks) - 1
                    def remove():
                        del self.hooks[place]
                    return remove
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in list(self.hooks):
                        found = hook(self, args, result)
                        result = result if found is None else found
                    return result
            """,
            "A place in a list is no number of its own: after one hook was removed, those behind it stand one place "
            "further left, and the next removal takes the wrong one. Use a dictionary and a number that only grows.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks = []
                def register_hook(self, hook):
                    self.hooks.append(hook)
                    place = len(self.hooks) - 1
                    def remove():
                        self.hooks[place] = None
                    return remove
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in list(self.hooks):
                        found = hook(self, args, result)
                        result = result if found is None else found
                    return result
            """,
            "You put None in the place of a removed hook, and then call it. Leave it out, or take it away: a "
            "dictionary from numbers to hooks has no gaps.",
        ),
        Wrong(
            """
            class MiniCall:
                def __init__(self):
                    self.hooks, self.next = {}, 0
                def register_hook(self, hook):
                    number, self.next = self.next, self.next + 1
                    self.hooks[number] = hook
                    return self.hooks.pop(number)
                def __call__(self, *args):
                    result = self.forward(*args)
                    for hook in list(self.hooks.values()):
                        found = hook(self, args, result)
                        result = result if found is None else found
                    return result
            """,
            "You take the hook away at once and hand it back. Return a *function* that takes it away when it is "
            "called: `lambda: self.hooks.pop(number, None)`.",
        ),
    ],
    hints=[
        "Keep the hooks in a dictionary from a number to a function, and count the numbers upwards.",
        "`register_hook` returns `lambda: self.hooks.pop(number, None)`. In `__call__`, loop over a copy of the "
        "dictionary's values.",
        "`result = self.forward(*args)`, then for each hook `found = hook(self, args, result)`, and `if found is not None: "
        "result = found`.",
    ],
)


def registering(piece, rng):
    echo = type("Echo", (piece,), {"forward": lambda self, x: x})
    module, there, removes, done = echo(), [], {}, []
    for name in "abcdef":
        if there and rng.random() < 0.4:
            gone = there.pop(int(rng.integers(len(there))))
            removes[gone]()
            done.append(f"remove {gone}")
        removes[name] = module.register_hook(lambda module, args, result, name=name: result + name)
        there.append(name)
        done.append(f"register {name}")
    return {"in this order": ", ".join(done)}, "".join(there), module("")
