"""Who comes first."""

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "backward_order",
    title="Who comes first",
    difficulty=3,
    minutes=10,
    stub='''
        def backward_order(made_from, end):
            """All steps that `end` depends on, in an order in which each comes after every step that uses it.

            made_from  a dictionary: for each step, the list of steps it was computed from
            """
            ...
    ''',
    solution='''
        def backward_order(made_from, end):
            """All steps that `end` depends on, in an order in which each comes after every step that uses it.

            made_from  a dictionary: for each step, the list of steps it was computed from
            """
            seen, stack = {end}, [end]
            while stack:
                for earlier in made_from[stack.pop()]:
                    if earlier not in seen:
                        seen.add(earlier)
                        stack.append(earlier)
            waiting = {step: 0 for step in seen}
            for step in seen:
                for earlier in made_from[step]:
                    waiting[earlier] += 1
            order, ready = [], [end]
            while ready:
                step = ready.pop()
                order.append(step)
                for earlier in made_from[step]:
                    waiting[earlier] -= 1
                    if not waiting[earlier]:
                        ready.append(earlier)
            return order
    ''',
    why="A step may be undone only when every gradient that can reach it has arrived. Counting uses is PyTorch's way; the package "
    "numbers the nodes when they are made and takes the youngest, which comes to the same.",
    facts=[
        Case("backward_order({'a': [], 'b': ['a'], 'c': ['b']}, 'c')", ["c", "b", "a"]),
        Case("backward_order({'a': []}, 'a')", ["a"]),
        Case("backward_order({'a': [], 'b': ['a'], 'c': ['a', 'b']}, 'c')", ["c", "b", "a"]),
        Case("backward_order({'a': [], 'b': ['a'], 'c': ['a', 'b'], 'd': ['c', 'a']}, 'd')", ["d", "c", "b", "a"]),
        Case("backward_order({'a': [], 'b': ['a', 'a']}, 'b')", ["b", "a"]),
        Case("backward_order({'a': [], 'b': ['a'], 'other': ['a']}, 'b')", ["b", "a"]),
        Case(
            "n = 3000\nlen(backward_order({i: [i - 1] if i else [] for i in range(n)}, n - 1))",
            3000,
        ),
        # the dictionary is in no order, and neither are the names
        Case("backward_order({'m': ['a'], 'z': [], 'k': ['a', 'm'], 'a': ['z']}, 'k')", ["k", "m", "a", "z"]),
        # each step uses the two before it: 20 steps, and about 10,000 ways through them
        Case(
            """
            class Asked(dict):
                times = 0
                def __getitem__(self, step):
                    self.times += 1
                    return super().__getitem__(step)

            made_from = Asked({i: list(range(max(i - 2, 0), i)) for i in range(20)})
            (len(backward_order(made_from, 19)), made_from.times < 2000)
            """,
            (20, True),
        ),
        Law("each step once, and after all that use it", lambda f, rng: random_graph(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def backward_order(made_from, end):
                order, queue = [], [end]
                while queue:
                    step = queue.pop(0)
                    if step not in order:
                        order.append(step)
                        queue.extend(made_from[step])
                return order
            """,
            "Nearest first is not enough: a step that is used early and late comes too soon, before the later one has "
            "sent its gradient.",
        ),
        Wrong(
            """
            def backward_order(made_from, end):
                order, stack = [], [end]
                while stack:
                    step = stack.pop()
                    order.append(step)
                    stack.extend(made_from[step])
                return order
            """,
            "A step that is used twice is visited twice. It must wait for both gradients, and then run once.",
        ),
        Wrong(
            """
            def backward_order(made_from, end):
                order, stack = [], [end]
                while stack:
                    step = stack.pop()
                    if step in order:
                        order.remove(step)
                    order.append(step)
                    stack.extend(made_from[step])
                return order
            """,
            "The order is right, but you follow every way through the graph, and each step more can double them. Let a step "
            "wait until all its users have gone; then once is enough.",
        ),
        Wrong(
            """
            def backward_order(made_from, end):
                return list(reversed(made_from))
            """,
            "You list every step there is. Only those that `end` depends on get a gradient.",
        ),
        Wrong(
            """
            def backward_order(made_from, end):
                order = []
                def visit(step):
                    if step not in order:
                        for earlier in made_from[step]:
                            visit(earlier)
                        order.append(step)
                visit(end)
                return order
            """,
            "That is the order of the forward pass. Turn it round, and do it without recursion: graphs are deeper than "
            "Python's limit.",
        ),
        Wrong(
            """
            def backward_order(made_from, end):
                needed, stack = {end}, [end]
                while stack:
                    for earlier in made_from[stack.pop()]:
                        if earlier not in needed:
                            needed.add(earlier)
                            stack.append(earlier)
                return [step for step in reversed(made_from) if step in needed]
            """,
            "You found the right steps, but you trust the order of the dictionary, and it promises none. The order has to "
            "come from who uses whom.",
        ),
        Wrong(
            """
            def backward_order(made_from, end):
                needed, stack = {end}, [end]
                while stack:
                    for earlier in made_from[stack.pop()]:
                        if earlier not in needed:
                            needed.add(earlier)
                            stack.append(earlier)
                return sorted(needed, reverse=True)
            """,
            "You found the right steps, but you sort them by name. A name says nothing about when a step was made: count who "
            "still has to go before it.",
        ),
    ],
    hints=[
        "When may a step go? When all steps that use it have gone.",
        "Count for each step how many of the steps you need use it. Whoever has no user left is ready.",
        "Two loops: one to find the steps that `end` depends on and count uses, one that takes ready steps and counts down.",
    ],
)


def random_graph(f, rng):
    n = int(rng.integers(2, 9))
    made_from = {
        i: sorted({int(j) for j in rng.integers(0, i, size=int(rng.integers(1, 3)))}) if i else [] for i in range(n)
    }
    order = f(made_from, n - 1)
    needed, stack = {n - 1}, [n - 1]
    while stack:
        for j in made_from[stack.pop()]:
            if j not in needed:
                needed.add(j)
                stack.append(j)
    place = {step: i for i, step in enumerate(order)}
    fine = sorted(order) == sorted(needed) and all(place[i] < place[j] for i in needed for j in made_from[i])
    return (
        {"made_from": made_from, "end": n - 1, "order": order},
        "a good order",
        "a good order" if fine else "not a good order",
    )
