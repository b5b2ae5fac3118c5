"""Exercises of lesson 05: walking the graph backwards."""

from ..define import Case, Exercise, Law, T, Wrong

backward_order = Exercise(
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


add_gradient = Exercise(
    "add_gradient",
    title="Accumulate",
    difficulty=2,
    minutes=6,
    stub='''
        def add_gradient(x, g):
            """Add the gradient g to x.grad, which is None before the first time."""
            ...
    ''',
    solution='''
        def add_gradient(x, g):
            """Add the gradient g to x.grad, which is None before the first time."""
            x.grad = g.clone() if x.grad is None else x.grad + g
    ''',
    why="Gradients add up because influences do: a number that acts on the result in two ways acts by the sum. And .grad gets a "
    "copy, for g may be the very array that another tensor was given.",
    facts=[
        Case(
            "x = mt.ones(2, requires_grad=True)\nadd_gradient(x, mt.tensor([1.0, 2.0]))\nx.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x = mt.ones(2, requires_grad=True)\nfor _ in range(3):\n    add_gradient(x, mt.tensor([1.0, 2.0]))\nx.grad",
            T([3.0, 6.0]),
            changes=True,
        ),
        Case(
            "x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\ng = mt.tensor([1.0, 2.0])\n"
            "add_gradient(x, g)\nadd_gradient(w, g)\nadd_gradient(x, g)\nw.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\ng = mt.tensor([1.0, 2.0])\n"
            "add_gradient(x, g)\nadd_gradient(w, g)\nx.grad.zero_()\nw.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x = mt.ones(1, requires_grad=True)\ng = mt.tensor([5.0])\nadd_gradient(x, g)\nadd_gradient(x, g)\ng",
            T([5.0]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def add_gradient(x, g):
                x.grad = g.clone()
            """,
            "You overwrite what was there. A tensor that is used twice gets two gradients, and needs their sum.",
        ),
        Wrong(
            """
            def add_gradient(x, g):
                x.grad = x.grad + g
            """,
            "The first time there is nothing to add to: x.grad is None.",
        ),
        Wrong(
            """
            def add_gradient(x, g):
                if x.grad is None:
                    x.grad = g
                else:
                    x.grad.add_(g)
            """,
            "x.grad and g are one tensor here, so adding in place changes g, and the gradient of everybody else who was given "
            "it. Keep a copy.",
        ),
        Wrong(
            """
            def add_gradient(x, g):
                x.grad = g if x.grad is None else x.grad + g
            """,
            "The sums are right, but the first gradient is the caller's own tensor: zeroing x.grad in place would zero it, too.",
        ),
    ],
    hints=[
        "Two cases: x.grad is None, or there is something to add to.",
        "In the first case, could somebody else hold the same tensor g?",
        "g.clone() the first time; x.grad + g afterwards.",
    ],
)

layer_backward = Exercise(
    "layer_backward",
    title="One step back through a layer",
    difficulty=4,
    minutes=12,
    stub='''
        def layer_backward(g, x, w):
            """The gradients of x and w for y = (x * w).sum(): g is the gradient of y, a 0-d tensor."""
            ...
    ''',
    solution='''
        def layer_backward(g, x, w):
            """The gradients of x and w for y = (x * w).sum(): g is the gradient of y, a 0-d tensor."""
            spread = g.expand(x.shape)
            return spread * w, spread * x
    ''',
    why="Backwards through the sum first: every element counted once, so each gets g. Then through the product: each factor gets "
    "the incoming gradient times the other factor.",
    facts=[
        Case(
            "layer_backward(mt.tensor(1.0), mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0]))",
            (T([3.0, 4.0]), T([1.0, 2.0])),
        ),
        Case(
            "layer_backward(mt.tensor(10.0), mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0]))",
            (T([30.0, 40.0]), T([10.0, 20.0])),
        ),
        Case("layer_backward(mt.tensor(0.0), mt.tensor([5.0]), mt.tensor([6.0]))", (T([0.0]), T([0.0]))),
        Case(
            "layer_backward(mt.tensor(-1.0), mt.tensor([[1.0], [2.0]]), mt.tensor([[0.5], [0.0]]))",
            (T([[-0.5], [0.0]]), T([[-1.0], [-2.0]])),
        ),
    ],
    wrong=[
        Wrong(
            """
            def layer_backward(g, x, w):
                return g * x, g * w
            """,
            "The factors are exchanged: the gradient of x is the incoming one times w.",
        ),
        Wrong(
            """
            def layer_backward(g, x, w):
                return w.clone(), x.clone()
            """,
            "The incoming gradient g is missing. The chain rule multiplies it in at every step.",
        ),
        Wrong(
            """
            def layer_backward(g, x, w):
                return g * w / x.numel(), g * x / x.numel()
            """,
            "You divide by the number of elements. That is the derivative of a mean; in a sum every element counts fully.",
        ),
        Wrong(
            """
            def layer_backward(g, x, w):
                return (g * w).sum(), (g * x).sum()
            """,
            "A gradient has the shape of its tensor: one number for every element, not their sum.",
        ),
    ],
    hints=[
        "Go backwards: first through .sum(), then through the product.",
        "Through a sum, every element gets the same gradient g. Through x * w, x gets it times w.",
        "Return (g * w, g * x).",
    ],
)

forget = Exercise(
    "forget_gradients",
    title="Before the next step",
    difficulty=1,
    minutes=3,
    stub='''
        def forget_gradients(parameters):
            """Make all parameters ready for the next backward pass."""
            ...
    ''',
    solution='''
        def forget_gradients(parameters):
            """Make all parameters ready for the next backward pass."""
            for p in parameters:
                p.grad = None
    ''',
    why="backward() adds. Setting .grad to None frees the memory, and a parameter that gets no gradient next time shows it; zeros "
    "would hide that.",
    facts=[
        Case(
            "w = mt.ones(2, requires_grad=True)\n(w * 3).sum().backward()\nforget_gradients([w])\nw.grad is None",
            True,
            changes=True,
        ),
        Case(
            "a, b = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)\n(a * b).sum().backward()\n"
            "forget_gradients([a, b])\n(a * 2).sum().backward()\n(a.grad.item(), b.grad is None)",
            (2.0, True),
            changes=True,
        ),
        Case("forget_gradients([])", None),
    ],
    wrong=[
        Wrong(
            """
            def forget_gradients(parameters):
                parameters[0].grad = None
            """,
            "Only the first one is cleared, and an empty list fails. Go through all of them.",
        ),
        Wrong(
            """
            def forget_gradients(parameters):
                for p in parameters:
                    if p.grad is not None:
                        p.grad.zero_()
            """,
            "Zeros work for the sum, but a parameter that gets no gradient next time then shows 0 instead of None.",
        ),
        Wrong(
            """
            def forget_gradients(parameters):
                for p in parameters:
                    g = p.grad
                    g = None
            """,
            "You give the name g another value; p.grad stays. Assign to p.grad.",
        ),
    ],
    hints=[
        "What does backward() do with a gradient that is already there?",
        "Each p.grad has to go.",
        "p.grad = None for every p.",
    ],
)
