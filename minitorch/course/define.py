"""How an exercise is written down: facts to hold, wrong answers people give, three hints and a solution.

One object says everything about one exercise. Cases are text, because the reader is shown the very line that
failed and can paste it into a cell. A wrong answer is code: an attempt that behaves as it does gets its
diagnosis.
"""

import ast
import textwrap

from .values import A, T, freeze

__all__ = ["A", "Case", "Exercise", "Law", "Mistake", "T", "Wrong"]


class Case:
    """One fact: `text` is Python whose last line is an expression, `gives` the value it must have.

    In the text the learner's piece has the name it has in the stub; `mt`, `np` and `math` are there too.
    With `raises`, the text must stop with that exception, and `match` must be part of its message.
    `changes=True` allows the call to change its inputs. Floats compare within rtol and atol, all else
    exactly. `shown` is what the reader sees of a text that gives a pair: what it is about, and the value.

    >>> Case("double(3)", 6).text
    'double(3)'
    """

    def __init__(self, text, gives=None, *, raises=None, match="", rtol=1e-5, atol=1e-6, changes=False, shown=None):
        self.shown = shown
        self.text = textwrap.dedent(text).strip()
        self.gives, self.raises, self.match = freeze(gives), raises, match
        self.rtol, self.atol, self.changes = rtol, atol, changes
        tree = ast.parse(self.text)
        if not tree.body or not isinstance(tree.body[-1], ast.Expr) and raises is None:
            raise ValueError(f"the last line of a case must be an expression: {self.text!r}")
        self.statements = [compile_statement(statement) for statement in tree.body]
        seen = ast.parse(textwrap.dedent(shown)) if shown else tree
        self.last = seen.body[-1].value if seen.body and isinstance(seen.body[-1], ast.Expr) else None


def compile_statement(statement):
    """(code object, is it an expression, names in it, names it assigns) of one statement of a case."""
    names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    stored = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if isinstance(statement, ast.Expr):
        return compile(ast.Expression(statement.value), "<check>", "eval"), True, names, stored
    return compile(ast.Module([statement], []), "<check>", "exec"), False, names, stored


class Law:
    """A fact from mathematics tried on random inputs: `function(piece, rng)` returns (inputs, expected, got).

    `inputs` is a dictionary shown to the reader. `expected` must come from mathematics or finite differences,
    never from the package's own piece. It is run `times` times with `numpy.random.default_rng(0)`, `(1)`, ...
    """

    def __init__(self, title, function, *, times=5, rtol=1e-5, atol=1e-6):
        self.title, self.function, self.times, self.rtol, self.atol = title, function, times, rtol, atol


class Wrong:
    """A wrong answer people give, and what to say to whoever gives it.

    An attempt with the same outcomes on all cases gets the diagnosis `says`. `forever=True`: it does not end.
    """

    def __init__(self, source, says, *, forever=False):
        self.source, self.says, self.forever = clean(source), " ".join(says.split()), forever


class Mistake:
    """A mistake known by its look: `when(expected, got, error)` is tried on each failed case, got frozen."""

    def __init__(self, when, says):
        self.when, self.says = when, " ".join(says.split())


class Exercise:
    """One exercise. The module it stands in (lesson_NN.py) says which lesson it belongs to.

    name        what `@exercise("name")`, `hint("name")` and the syllabus say
    target      the piece of the package it replaces, "minitorch.ops.broadcast:broadcast_shape" or
                "minitorch._tensor:Tensor.numel"; "minitorch.ops.pointwise.activation:tanh.grad[x]" for a formula; None
                for none
    stub        what the learner starts from; its last def or class names the piece
    solution    the source that passes; `why` says what it shows, in a sentence or two
    facts       Case and Law objects
    wrong       at least three Wrong objects
    mistakes    Mistake objects, optional
    forbids     {name: sentence}: names that would give the answer away, such as {"broadcast_shapes": "..."}; a longer
                one, "functional.hessian", for a name that is only meant there. They are found behind other names, too
    setup       source run before stub, cases and solution (imports, helpers), optional
    covers      further targets that the same answer takes the place of: a tuple of targets, each under its own last
                name, or a dictionary {name in the answer: target}. The name is an attribute of the answer's class,
                or another definition in the same cell
    keeps       where the target is a class: its methods that stay the package's own; True for all the answer lacks
    install     optional function(piece) -> function that undoes it; takes the place of target
    installed   True: the facts are checked with the piece in place (a formula, a method others call)

    A target may be a class: the methods that the answer's class defines are put on the package's class, so that
    its instances and subclasses have them.
    """

    lesson = None  # set when the module is loaded

    def __init__(
        self,
        name,
        *,
        title,
        difficulty,
        minutes,
        stub,
        solution,
        why,
        facts,
        wrong,
        hints,
        target=None,
        covers=(),
        keeps=(),
        mistakes=(),
        forbids=None,
        setup="",
        install=None,
        installed=False,
    ):
        if len(hints) != 3:
            raise ValueError(f"exercise {name!r} needs three hints, and has {len(hints)}")
        if not 1 <= difficulty <= 5:
            raise ValueError(f"exercise {name!r}: difficulty is 1 to 5, not {difficulty}")
        self.name, self.title, self.difficulty, self.minutes = name, title, difficulty, minutes
        self.stub, self.solution, self.setup = clean(stub), clean(solution), clean(setup)
        self.why = " ".join(why.split())
        self.facts, self.wrong, self.mistakes = list(facts), list(wrong), list(mistakes)
        self.hints = [" ".join(hint.split()) for hint in hints]
        self.target, self.install, self.installed = target, install, installed
        self.covered = dict(covers) if isinstance(covers, dict) else {last_name(one): one for one in covers}
        self.covers = tuple(self.covered.values())
        self.keeps = keeps
        if self.covers and target is None:
            raise ValueError(f"exercise {name!r}: it covers further targets, and has none itself")
        self.forbids = dict(forbids or {})
        self.piece_name = piece_name(self.stub)
        if piece_name(self.solution) != self.piece_name:
            raise ValueError(f"exercise {name!r}: the solution must define {self.piece_name}, as the stub does")

    def __repr__(self):
        return f"Exercise({self.name!r})"


def last_name(target):
    """The name that a target ends with.

    >>> last_name("minitorch.nn.module.convert:Convert.to"), last_name("minitorch.ops.arithmetic:mul.grad[x]")
    ('to', 'x')
    """
    return target.rpartition(":")[2].removesuffix("]").replace("[", ".").rpartition(".")[2]


def clean(source):
    return textwrap.dedent(source).strip("\n") + "\n" if source else ""


def piece_name(source):
    """The name that the last top-level def or class of a source gives.

    >>> piece_name("def helper(): ...\\ndef double(x): ...")
    'double'
    """
    names = [node.name for node in ast.parse(source).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    if not names:
        raise ValueError(f"no def or class in {source!r}")
    return names[-1]
