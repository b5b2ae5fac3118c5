"""The best of a run."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong
from .state_of import SETUP

exercise = Exercise(
    "Best",
    title="The best of a run",
    difficulty=3,
    minutes=10,
    stub='''
        class Best:
            """Keeps the state that a module had when its loss was lowest."""

            def __init__(self, module):
                ...

            def look(self, loss):
                """Keep the state of now, if this loss is lower than all before."""
                ...

            def restore(self):
                """Load the kept state into the module, and return the loss it had; KeyError if there is none."""
                ...
    ''',
    solution='''
        class Best:
            """Keeps the state that a module had when its loss was lowest."""

            def __init__(self, module):
                self.module, self.loss, self.state = module, float("inf"), None

            def look(self, loss):
                """Keep the state of now, if this loss is lower than all before."""
                if loss < self.loss:
                    self.loss, self.state = loss, copy.deepcopy(self.module.state_dict())

            def restore(self):
                """Load the kept state into the module, and return the loss it had; KeyError if there is none."""
                if self.state is None:
                    raise KeyError("no state was kept")
                self.module.load_state_dict(self.state)
                return self.loss
    ''',
    why="A state_dict is a window on the module's memory. What is kept must be a copy. deepcopy copies all of it, also what is no "
    "tensor. Loading copies the numbers back, so the kept state stays good for another time.",
    setup="import copy\n" + SETUP.replace("\n    ", "\n").strip("\n"),
    facts=[
        Case(
            """
            scale, history = Scale(0.0), []
            best = Best(scale)
            for loss in [3.0, 1.0, 2.0]:
                with mt.no_grad():
                    scale.factor.fill_(loss * 10)
                best.look(loss)
            (best.restore(), scale.factor.tolist())
            """,
            (1.0, [10.0]),
            changes=True,
        ),
        Case(
            """
            norm = Norm(2)
            best = Best(norm)
            best.look(0.5)
            norm.mean.fill_(9.0)
            best.look(0.6)
            (best.restore(), norm.mean.tolist())
            """,
            (0.5, [0.0, 0.0]),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            factor, best = scale.factor, Best(scale)
            best.look(2.0)
            with mt.no_grad():
                factor.fill_(7.0)
            best.restore()
            (scale.factor is factor, factor.tolist(), factor.requires_grad, factor.is_leaf)
            """,
            (True, [1.0], True, True),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            best = Best(scale)
            best.look(2.0)
            best.restore()
            with mt.no_grad():
                scale.factor.fill_(7.0)
            best.restore()
            scale.factor.detach()
            """,
            T([1.0]),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            best = Best(scale)
            best.look(2.0)
            with mt.no_grad():
                scale.factor.fill_(7.0)
            best.look(2.0)
            (best.restore(), scale.factor.tolist())
            """,
            (2.0, [1.0]),
            changes=True,
        ),
        Case("Best(Scale(1.0)).restore()", raises=KeyError),
        Case(
            """
            scale = Scale(1.0)
            best = Best(scale)
            best.look(float("nan"))
            best.restore()
            """,
            raises=KeyError,
        ),
        Case(
            """
            class Words(Scale):
                def get_extra_state(self):
                    return self.words

                def set_extra_state(self, state):
                    self.words = list(state)

            words = Words(1.0)
            words.words = ["a"]
            best = Best(words)
            best.look(1.0)
            words.words.append("b")
            best.restore()
            words.words
            """,
            ["a"],
            changes=True,
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            best = Best(pair)
            best.look(-1.0)
            with mt.no_grad():
                pair.second.factor.fill_(7.0)
            best.look(0.0)
            (best.restore(), pair.second.factor.tolist())
            """,
            (-1.0, [2.0]),
            changes=True,
        ),
        Law("the lowest loss comes back, with its numbers", lambda piece, rng: lowest(piece, rng)),
    ],
    wrong=[
        Wrong(
            """
            class Best:
                def __init__(self, module):
                    self.module, self.loss, self.state = module, float("inf"), None
                def look(self, loss):
                    if loss < self.loss:
                        self.loss, self.state = loss, self.module.state_dict()
                def restore(self):
                    if self.state is None:
                        raise KeyError("no state was kept")
                    self.module.load_state_dict(self.state)
                    return self.loss
            """,
            "restore() changes nothing in the module that was given. A state_dict shares its memory, so what you kept went on "
            "learning with it: keep a copy, copy.deepcopy of it, and load that.",
        ),
        Wrong(
            """
            class Best:
                def __init__(self, module):
                    self.module, self.loss, self.state = module, float("inf"), None
                def look(self, loss):
                    if loss < self.loss:
                        self.loss, self.state = loss, dict(self.module.state_dict())
                def restore(self):
                    if self.state is None:
                        raise KeyError("no state was kept")
                    self.module.load_state_dict(self.state)
                    self.state = copy.deepcopy(self.state)
                    return self.loss
            """,
            "dict(...) and .copy() copy the dictionary, not the tensors in it. copy.deepcopy copies both.",
        ),
        Wrong(
            """
            class Best:
                def __init__(self, module):
                    self.module, self.loss, self.state = module, float("inf"), None
                def look(self, loss):
                    self.loss, self.state = loss, copy.deepcopy(self.module.state_dict())
                def restore(self):
                    if self.state is None:
                        raise KeyError("no state was kept")
                    self.module.load_state_dict(self.state)
                    return self.loss
            """,
            "You keep the last state, whatever its loss. Keep it only if the loss is lower than the lowest so far.",
        ),
        Wrong(
            """
            class Best:
                def __init__(self, module):
                    self.module, self.loss, self.state = module, float("inf"), None
                def look(self, loss):
                    if loss < self.loss:
                        self.loss = loss
                        self.state = {name: p.detach().clone() for name, p in self.module.named_parameters()}
                def restore(self):
                    if self.state is None:
                        raise KeyError("no state was kept")
                    self.module.load_state_dict(self.state, strict=False)
                    return self.loss
            """,
            "You keep the parameters only. The buffers belong to the best state as well: take state_dict(), which has both.",
        ),
        Wrong(
            """
            class Best:
                def __init__(self, module):
                    self.module, self.loss, self.state = module, float("inf"), None
                def look(self, loss):
                    if loss < self.loss:
                        self.loss, self.state = loss, copy.deepcopy(self.module.state_dict())
                def restore(self):
                    if self.state is None:
                        raise KeyError("no state was kept")
                    self.module.load_state_dict(self.state, assign=True)
                    return self.loss
            """,
            "With assign=True the kept tensors become the parameters: an optimizer made before holds others, and the next step "
            "changes what you kept. Let load_state_dict copy.",
        ),
        Wrong(
            """
            class Best:
                def __init__(self, module):
                    self.module, self.loss, self.state = module, float("inf"), None
                def look(self, loss):
                    if loss <= self.loss:
                        self.loss, self.state = loss, copy.deepcopy(self.module.state_dict())
                def restore(self):
                    if self.state is None:
                        raise KeyError("no state was kept")
                    self.module.load_state_dict(self.state)
                    return self.loss
            """,
            "An equal loss replaces what was kept. Only a lower one should.",
        ),
        Wrong(
            """
            class Best:
                def __init__(self, module):
                    self.module, self.loss, self.state = module, None, None
                def look(self, loss):
                    if not self.loss or loss < self.loss:
                        self.loss, self.state = loss, copy.deepcopy(self.module.state_dict())
                def restore(self):
                    if self.state is None:
                        raise KeyError("no state was kept")
                    self.module.load_state_dict(self.state)
                    return self.loss
            """,
            "The first loss is kept even if it is nan, and nothing is lower than nan. Start from float('inf'), and keep only what "
            "is lower.",
        ),
        Wrong(
            """
            class Best:
                def __init__(self, module):
                    self.module, self.loss, self.state = module, float("inf"), None
                def look(self, loss):
                    if loss < self.loss:
                        self.loss = loss
                        self.state = {
                            name: value.clone() if isinstance(value, mt.Tensor) else value
                            for name, value in self.module.state_dict().items()
                        }
                def restore(self):
                    if self.state is None:
                        raise KeyError("no state was kept")
                    self.module.load_state_dict(self.state)
                    return self.loss
            """,
            "The tensors are copied. Extra state is not always a tensor, and you kept the very object that the module goes on "
            "changing. copy.deepcopy copies everything.",
        ),
        Wrong(
            """
                class Best:
                    def __init__(self, module):
                        self.module, self.loss, self.state = module, 0.0, None
                    def look(self, loss):
                        if loss < self.loss:
                            self.loss, self.state = loss, copy.deepcopy(self.module.state_dict())
                    def restore(self):
                        if self.state is None:
                            raise KeyError("no state was kept")
                        self.module.load_state_dict(self.state)
                        return self.loss
            """,
            "You begin with a loss of 0, and no loss is lower than that, so nothing is ever kept. Begin with float('inf').",
        ),
        Wrong(
            """
                class Best:
                    def __init__(self, module):
                        self.module, self.loss, self.state = module, float("-inf"), None
                    def look(self, loss):
                        if loss > self.loss:
                            self.loss, self.state = loss, copy.deepcopy(self.module.state_dict())
                    def restore(self):
                        if self.state is None:
                            raise KeyError("no state was kept")
                        self.module.load_state_dict(self.state)
                        return self.loss
            """,
            "You keep the state with the highest loss. A loss is better when it is lower.",
        ),
        Wrong(
            """
                class Best:
                    def __init__(self, module):
                        self.module, self.loss, self.state = module, float("inf"), None
                    def look(self, loss):
                        if loss < self.loss:
                            self.state = copy.deepcopy(self.module.state_dict())
                    def restore(self):
                        if self.state is None:
                            raise KeyError("no state was kept")
                        self.module.load_state_dict(self.state)
                        return self.loss
            """,
            "The state is kept, but not the loss that belongs to it, so every loss looks like the best so far. Note both.",
        ),
        Wrong(
            """
                class Best:
                    def __init__(self, module):
                        self.module, self.loss, self.state = module, float("inf"), None
                    def look(self, loss):
                        if loss < self.loss:
                            self.loss, self.state = loss, copy.deepcopy(self.module.state_dict())
                    def restore(self):
                        self.module.load_state_dict(self.state)
                        return self.loss
            """,
            "Nothing was kept yet, and restore() hands None to load_state_dict. Say it clearly: raise a KeyError.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "restore() finds nothing, although losses were shown to look(). Begin with float('inf'), and keep what is lower.",
        ),
    ],
    hints=[
        "Three things to remember: the module, the lowest loss so far (nothing was seen yet: infinity), and a state.",
        "state_dict() shares memory with the module. What can you keep that does not change with the next step?",
        "`copy.deepcopy(self.module.state_dict())` if the loss is lower; in restore `self.module.load_state_dict(self.state)`.",
    ],
)


def lowest(piece, rng):
    losses = [float(number) for number in rng.normal(size=6).round(3)]
    module = mt.nn.Module()
    module.weight = mt.nn.Parameter(mt.zeros(1))
    best = piece(module)
    for number, loss in enumerate(losses):
        with mt.no_grad():
            module.weight.fill_(float(number))
        best.look(loss)
    expected = (min(losses), float(losses.index(min(losses))))
    return {"losses": losses}, expected, (best.restore(), module.weight.item())
