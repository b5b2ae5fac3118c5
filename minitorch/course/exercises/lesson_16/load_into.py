"""All problems at once, and nothing half loaded."""

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong
from .state_of import SETUP

GIVEN = """
def problems_of(load, module, state):
    try:
        load(module, state)
    except RuntimeError as error:
        return str(error).split("\\n")
"""


def good(body):
    """A wrong answer that starts as the solution does."""
    return f"""
        def load_into(module, state):
            own = module.state_dict()
            problems = [f"missing: {{name}}" for name in own if name not in state]
            problems += [f"unexpected: {{name}}" for name in state if name not in own]
            problems += [f"wrong shape: {{n}}" for n in own if n in state and own[n].shape != state[n].shape]
            {body}
    """


exercise = Exercise(
    "load_into",
    title="All problems at once",
    difficulty=3,
    minutes=12,
    stub='''
        def load_into(module, state):
            """Copy the tensors of `state` into the module's, by name; or raise RuntimeError, and then nothing is changed.

            The message has a line for each problem: "missing: name" for what the module has and the state lacks, then
            "unexpected: name" for what only the state has, then "wrong shape: name".
            """
            ...
    ''',
    solution='''
        def load_into(module, state):
            """Copy the tensors of `state` into the module's, by name; or raise RuntimeError, and then nothing is changed.

            The message has a line for each problem: "missing: name" for what the module has and the state lacks, then
            "unexpected: name" for what only the state has, then "wrong shape: name".
            """
            own = module.state_dict()
            problems = [f"missing: {name}" for name in own if name not in state]
            problems += [f"unexpected: {name}" for name in state if name not in own]
            problems += [f"wrong shape: {name}" for name in own if name in state and own[name].shape != state[name].shape]
            if problems:
                raise RuntimeError("\\n".join(problems))
            for name, tensor in own.items():
                tensor.copy_(state[name])
    ''',
    why="First look at everything, then touch something. A state_dict shares the module's memory, so copying into its tensors "
    "changes the module.",
    setup=SETUP.replace("\n    ", "\n") + GIVEN,
    forbids={"load_state_dict": "load_state_dict() does all of it. Compare the two dictionaries yourself."},
    facts=[
        Case(
            """
            pair = Pair(Scale(1.0), Norm(2))
            load_into(pair, Pair(Scale(5.0), Norm(2)).state_dict())
            pair.first.factor.detach()
            """,
            T([5.0]),
            changes=True,
        ),
        Case(
            """
            norm = Norm(2)
            load_into(norm, {"weight": mt.tensor([1.0, 2.0]), "mean": mt.tensor([3.0, 4.0])})
            (norm.weight.tolist(), norm.mean.tolist())
            """,
            ([1.0, 2.0], [3.0, 4.0]),
            changes=True,
        ),
        Case("problems_of(load_into, Norm(1), {'weight': mt.ones(1)})", ["missing: mean"]),
        Case("problems_of(load_into, Scale(1.0), {'factor': mt.ones(1), 'bias': mt.ones(1)})", ["unexpected: bias"]),
        Case("problems_of(load_into, Scale(1.0, 1.0), {'factor': mt.ones(3)})", ["wrong shape: factor"]),
        Case("problems_of(load_into, Scale(1.0, 1.0), {'factor': mt.ones(1)})", ["wrong shape: factor"]),
        Case("problems_of(load_into, Scale(1.0, 1.0), {'factor': mt.ones(2, 1)})", ["wrong shape: factor"]),
        Case(
            """
            state = {"bias": mt.ones(1), "first.factor": mt.ones(3), "second.mean": mt.ones(2), "third": mt.ones(1)}
            problems_of(load_into, Pair(Scale(1.0), Norm(1)), state)
            """,
            [
                "missing: second.weight",
                "unexpected: bias",
                "unexpected: third",
                "wrong shape: first.factor",
                "wrong shape: second.mean",
            ],
        ),
        Case("problems_of(load_into, Norm(1), {})", ["missing: weight", "missing: mean"]),
        Case("problems_of(load_into, Norm(1), Norm(1).state_dict())", None),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            problems_of(load_into, pair, {"first.factor": mt.tensor([8.0]), "second.factor": mt.ones(3)})
            (pair.first.factor.item(), pair.second.factor.item())
            """,
            (1.0, 2.0),
        ),
        Case(
            """
            pair = Pair(Scale(1.0), Scale(2.0))
            problems_of(load_into, pair, {"first.factor": mt.tensor([8.0]), "other": mt.ones(3)})
            pair.first.factor.item()
            """,
            1.0,
        ),
        Case(
            """
            scale, state = Scale(1.0), {"factor": mt.tensor([8.0])}
            factor = scale.factor
            load_into(scale, state)
            state["factor"].fill_(0.0)
            (scale.factor is factor, factor.item(), factor.requires_grad, factor.is_leaf)
            """,
            (True, 8.0, True, True),
            changes=True,
        ),
        Case(
            """
            scale = Scale(1.0)
            load_into(scale, {"factor": mt.nn.Parameter(mt.tensor([8.0], dtype=mt.float64))})
            scale.factor.detach()
            """,
            T([8.0]),
            changes=True,
        ),
        Law("after loading, the module holds the state's numbers", lambda piece, rng: loaded(piece, rng)),
    ],
    wrong=[
        Wrong(
            """
            def load_into(module, state):
                own = module.state_dict()
                for name, tensor in own.items():
                    if name not in state:
                        raise RuntimeError(f"missing: {name}")
                    if tensor.shape != state[name].shape:
                        raise RuntimeError(f"wrong shape: {name}")
                for name in state:
                    if name not in own:
                        raise RuntimeError(f"unexpected: {name}")
                for name, tensor in own.items():
                    tensor.copy_(state[name])
            """,
            "You stop at the first problem, so the reader of the message mends one and meets the next. Gather all of them in a "
            "list, and raise once.",
        ),
        Wrong(
            """
            def load_into(module, state):
                own, problems = module.state_dict(), []
                missing = [f"missing: {name}" for name in own if name not in state]
                unexpected = [f"unexpected: {name}" for name in state if name not in own]
                for name, tensor in own.items():
                    if name in state:
                        if tensor.shape == state[name].shape:
                            tensor.copy_(state[name])
                        else:
                            problems.append(f"wrong shape: {name}")
                if missing + unexpected + problems:
                    raise RuntimeError("\\n".join(missing + unexpected + problems))
            """,
            "All problems are said, but the tensors that fit were already copied: the module is half old and half new. Copy only "
            "when there is no problem at all.",
        ),
        Wrong(
            """
            def load_into(module, state):
                own = module.state_dict()
                problems = [f"missing: {name}" for name in own if name not in state]
                problems += [f"wrong shape: {n}" for n in own if n in state and own[n].shape != state[n].shape]
                if problems:
                    raise RuntimeError("\\n".join(problems))
                for name, tensor in own.items():
                    tensor.copy_(state[name])
            """,
            "Names that only the state has are passed over in silence. A layer that was renamed shows itself there.",
        ),
        Wrong(
            """
            def load_into(module, state):
                own = module.state_dict()
                problems = [f"missing: {name}" for name in own if name not in state]
                problems += [f"unexpected: {name}" for name in state if name not in own]
                if problems:
                    raise RuntimeError("\\n".join(problems))
                for name, tensor in own.items():
                    try:
                        tensor.copy_(state[name])
                    except RuntimeError:
                        raise RuntimeError(f"wrong shape: {name}") from None
            """,
            "copy_ does not refuse every wrong shape: it broadcasts a (1,) into a (2,). Compare the shapes yourself, before "
            "anything is copied.",
        ),
        Wrong(
            good("""
            if problems:
                raise RuntimeError("\\n".join(problems))
            for name, tensor in module.named_parameters():
                tensor.data.copy_(state[name])
            """),
            "The buffers are not loaded. module.state_dict() has them as well.",
        ),
        Wrong(
            good("""
            if problems:
                raise RuntimeError("\\n".join(problems))
            for name, tensor in [*module.named_parameters(), *module.named_buffers()]:
                if name in state:
                    tensor.data = state[name].detach()
            """),
            "Module and state share their memory now: what happens to one happens to the other. Copy the numbers with copy_.",
        ),
        Wrong(
            good("""
            if problems:
                raise RuntimeError(problems[0])
            for name, tensor in own.items():
                tensor.copy_(state[name])
            """),
            "Only the first of the problems reaches the message. Join all of them, one a line.",
        ),
        Wrong(
            good("""
            if problems:
                return problems
            for name, tensor in own.items():
                tensor.copy_(state[name])
            """),
            "A list that is returned is easily not looked at. Raise a RuntimeError.",
        ),
        Wrong(
            """
                def load_into(module, state):
                    own = module.state_dict()
                    problems = [f"missing: {name}" for name in own if name not in state]
                    problems += [f"unexpected: {name}" for name in state if name not in own]
                    problems += [f"wrong shape: {n}" for n in own if n in state and own[n].shape != state[n].shape]
                    if problems:
                        raise RuntimeError("\\n".join(problems))
                    own.update(state)
            """,
            "Only the dictionary has other tensors now; the module is as before. state_dict() makes a new dictionary each "
            "time: copy into its tensors.",
        ),
        Wrong(
            """
                def load_into(module, state):
                    own = module.state_dict()
                    problems, unexpected = [], [f"unexpected: {name}" for name in state if name not in own]
                    for name, tensor in own.items():
                        if name not in state:
                            problems.append(f"missing: {name}")
                        elif tensor.shape != state[name].shape:
                            problems.append(f"wrong shape: {name}")
                    problems += unexpected
                    if problems:
                        raise RuntimeError("\\n".join(problems))
                    for name, tensor in own.items():
                        tensor.copy_(state[name])
            """,
            "The problems are all there, in another order. First every missing name, then every unexpected one, then every "
            "wrong shape.",
        ),
        Wrong(
            """
                def load_into(module, state):
                    own = module.state_dict()
                    problems = [f"missing: {name}" for name in own if name not in state]
                    problems += [f"unexpected: {name}" for name in state if name not in own]
                    problems += [f"wrong shape: {n}" for n in own if n in state and own[n].numel() != state[n].numel()]
                    if problems:
                        raise RuntimeError("\\n".join(problems))
                    for name, tensor in own.items():
                        tensor.copy_(state[name])
            """,
            "As many numbers is not the same shape: (2, 1) and (2,) both have two. Compare the shapes.",
        ),
        Wrong(
            """
                def load_into(module, state):
                    own = module.state_dict()
                    problems = [f"missing: {name}" for name in own if name not in state]
                    problems += [f"unexpected: {name}" for name in state if name not in own]
                    problems += [f"wrong shape: {n}" for n in own if n in state and own[n].shape != state[n].shape]
                    if problems:
                        raise KeyError("\\n".join(problems))
                    for name, tensor in own.items():
                        tensor.copy_(state[name])
            """,
            "The error is to be a RuntimeError, as PyTorch's is: whoever loads waits for that kind.",
        ),
        Wrong(
            """
                def load_into(module, state):
                    own = module.state_dict()
                    problems = [f"missing: {name}" for name in own if name not in state]
                    problems += [f"unexpected: {name}" for name in state if name not in own]
                    problems += [f"wrong shape: {n}" for n in own if n in state and own[n].shape != state[n].shape]
                    if problems:
                        raise RuntimeError(", ".join(problems))
                    for name, tensor in own.items():
                        tensor.copy_(state[name])
            """,
            "All problems stand in one line. One line for each: join them with a newline.",
        ),
        Wrong(
            """
                def load_into(module, state):
                    own = module.state_dict()
                    problems = [f"missing: {name}" for name in own if name not in state]
                    problems += [f"unexpected: {name}" for name in state if name not in own]
                    problems += [f"wrong shape: {n}" for n in own if n in state and own[n].shape != state[n].shape]
                    if problems:
                        raise RuntimeError(problems)
                    for name, tensor in own.items():
                        tensor.copy_(state[name])
            """,
            "The message is a list as Python prints it. Join the problems with a newline.",
        ),
        Wrong(
            """
                def load_into(module, state):
                    own = module.state_dict()
                    problems = [f"missing: {name}" for name in own if name not in state]
                    problems += [f"unexpected: {name}" for name in state if name not in own]
                    problems += [f"wrong shape: {n}" for n in own if n in state and own[n].shape != state[n].shape]
                    if problems:
                        raise RuntimeError("\\n".join(problems))
                    for name, tensor in state.items():
                        path, _, last = name.rpartition(".")
                        part = module.get_submodule(path)
                        kind = part._parameters if last in part._parameters else part._buffers
                        kind[last] = type(kind[last])(tensor) if kind is part._parameters else tensor
            """,
            "New tensors stand under the names, and an optimizer still holds the old ones. Copy the numbers into the "
            "tensors that are there.",
        ),
    ],
    hints=[
        "`own = module.state_dict()` gives the names and shapes that are expected, and tensors in the module's memory.",
        "Three lists: names of own that are not in state; names of state that are not in own; names in both with different "
        "shapes. Copy only if all three are empty.",
        '`raise RuntimeError("\\n".join(problems))` if there are any; then `tensor.copy_(state[name])` for each of own.',
    ],
)


def loaded(piece, rng):
    module = mt.nn.Module()
    module.weight, module.mean = mt.nn.Parameter(mt.zeros(2, 3)), mt.nn.Buffer(mt.zeros(4))
    state = {name: rng.normal(size=shape).round(3).tolist() for name, shape in [("mean", (4,)), ("weight", (2, 3))]}
    piece(module, {name: mt.tensor(numbers) for name, numbers in state.items()})
    expected = T(state["weight"]), T(state["mean"])
    return {"state": state}, expected, (module.weight.detach(), module.mean)
