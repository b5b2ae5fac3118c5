"""How an exercise is written down: the piece it is about, the facts an answer must meet, three hints.

Its start and its solution are the package's own text of the piece. Facts are text, because the reader is shown the
very lines that failed and can paste them into a cell; a sentence below a fact is said of an answer that does not
meet it.
"""

import ast
import base64
import functools
import re
import textwrap
import zlib

from . import derive
from .values import A, T, compare, freeze

__all__ = ["A", "Case", "Exercise", "T"]


class Case:
    """One fact: `text` is Python whose last line is an expression, `gives` the value it must have.

    In the text the learner's piece, and what it covers, have their names in the stub; `mt`, `np` and `math` are there too.
    With `raises`, the text must stop with that exception, and `match` must be part of its message.
    `changes=True` allows the call to change its inputs. Floats compare within rtol and atol, all else exactly.
    `looks` are pairs of a value, or of words in an error, and the sentence for an answer that gives it; `says` is
    the sentence for any other answer that is wrong here.

    >>> Case("double(3)", 6).text
    'double(3)'
    """

    def __init__(
        self, text, gives=None, *, raises=None, match="", rtol=1e-5, atol=1e-6, changes=False, says="", looks=()
    ):
        self.text = textwrap.dedent(text).strip()
        self.gives, self.raises, self.match = freeze(gives), raises, match
        self.rtol, self.atol, self.changes = rtol, atol, changes
        self.says, self.looks = says, looks
        tree = ast.parse(self.text)
        if not tree.body or not isinstance(tree.body[-1], ast.Expr) and raises is None:
            raise ValueError(f"the last line of a case must be an expression: {self.text!r}")
        self.statements = [compile_statement(statement) for statement in tree.body]
        self.last = tree.body[-1].value if isinstance(tree.body[-1], ast.Expr) else None


def compile_statement(statement):
    """(code object, names in it, names it assigns) of one statement of a case."""
    names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    stored = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if isinstance(statement, ast.Expr):
        return compile(ast.Expression(statement.value), "<check>", "eval"), names, stored
    return compile(ast.Module([statement], []), "<check>", "exec"), names, stored


# --- facts as text ---

RAISES = re.compile(r"raises (\w+)(?:: (.*))?", re.DOTALL)
VALUES = {"T": T, "A": A, "inf": float("inf"), "nan": float("nan")}


def facts_of(text, given="", names=None, **options):
    """(the Cases that a text holds, the looks that stand before the first and count for all of them).

    A fact is its code behind `>>>` and `...`, as in Python's own console, then the value, or `raises KeyError: words`.
    Below it `if VALUE: sentence` is for answers that give this value, `if "words": sentence` for errors that say so,
    and `else: sentence` for all others; a sentence goes on in lines that are indented.

    given   code that runs before each fact that uses one of its names     names  what its values may name

    >>> cases, looks = facts_of('''
    ... >>> double(3)
    ... 6
    ... if 9: That is the square.
    ... else: Twice three is six.
    ... ''')
    >>> cases[0].text, cases[0].gives, cases[0].looks, cases[0].says
    ('double(3)', 6, [(9, 'That is the square.')], 'Twice three is six.')
    """
    blocks = [[[], [], []]]  # of each fact its code, its value, its sentences
    for line in textwrap.dedent(text).strip("\n").splitlines():
        code, value, sentences = blocks[-1]
        if line.startswith((">>>", "...")):
            if value or not code and sentences:
                code, value, sentences = [], [], []
                blocks.append([code, value, sentences])
            code.append(line[4:])
        elif line.startswith(("if ", "else:")):
            sentences.append(line)
        elif sentences and line.strip():
            sentences[-1] += " " + line.strip()
        elif line.strip():
            value.append(line)
    general = [] if blocks[0][0] else looks_of(blocks.pop(0)[2], names)[0]
    return [case_of(*block, given, names, options) for block in blocks], general


def case_of(code, value, sentences, given, names, options):
    text, value = "\n".join(code), "\n".join(value)
    if given and names_stored(given) & names_loaded(text):
        text = f"{given.strip()}\n{text}"
    looks, says = looks_of(sentences, names)
    options = dict(options, says=says, looks=looks)
    raised = RAISES.fullmatch(value)
    if raised:
        return Case(text, raises=evaluated(raised[1], names), match=(raised[2] or "").replace("\n", " "), **options)
    _, _, within = value.partition("  # within ")
    if within:
        options["rtol"] = options["atol"] = float(within)
    return Case(text, evaluated(value, names), **options)


def looks_of(sentences, names):
    """([(value or words, sentence) of each `if`], the sentence of `else`)."""
    looks, says = [], ""
    for line in sentences:
        if line.startswith("else:"):
            says = line[5:].strip()
            continue
        place = next(place for place in range(len(line)) if line[place : place + 2] == ": " and is_value(line[3:place]))
        looks.append((evaluated(line[3:place], names), line[place + 2 :].strip()))
    return looks, says


def is_value(text):
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def evaluated(text, names):
    import minitorch

    return freeze(eval(text, {**(names or {}), **VALUES, "mt": minitorch}))


def names_stored(text):
    return {name for one in ast.parse(text).body for name in derive.names_given(one)}


def names_loaded(text):
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def look_of(looks, outcome):
    """The sentence of the first of these looks that an Outcome has, or ""."""
    for look, sentence in looks:
        if outcome.error is not None:
            kind = type(outcome.error)
            if isinstance(look, str) and look in f"{kind.__module__}.{kind.__qualname__}: {outcome.error}":
                return sentence
        elif compare(look, outcome.got) is None and outcome.difference.kind not in ("changed", "time"):
            return sentence
    return ""


class Exercise:
    """One exercise. The folder it stands in (lesson_NN) says which lesson it belongs to.

    about       its name as in `@exercise("name")`, title, difficulty and minutes; what the solution shows, in a sentence or
                two; three hints. It stands at the head of the exercise's file
    target      the piece of the package it replaces, "minitorch.ops.broadcast:broadcast_shape" or
                "minitorch._tensor:Tensor.numel"; "minitorch.ops.pointwise.activation:tanh.grad[input]" for a formula; None
                for none
    covers      further pieces that the same answer takes the place of, a text of their names: "Walk.send" in the same
                file, "minitorch.graph.node:Node.check" in another; "mm_input=mm.grad[input]" where the answer calls it
                mm_input. optional: True where an answer may do without them
    facts       text, see facts_of; or a list of Cases
    called      the answer's name for the piece, where it is another than the target's
    given       code that runs before each fact that uses one of its names
    setup       code that is run before stub, facts and solution, for what the target's file has not: helpers, imports.
                ready: what several exercises of a lesson have there, run before it
    solution    where it is not the package's text: the definitions that differ.  stub: where it is more than the
                solution's first lines.  shows: how the statements begin that the stub has, too
    forbids     {name: sentence}: names that would give the answer away, such as {"broadcast_shapes": "..."}; a longer
                one, "functional.hessian", for a name that is only meant there. They are found behind other names, too
    keeps       where the target is a class: its methods that stay the package's own; True for all the answer lacks
    alone       True: the facts are checked beside the package first, and not only with the piece in its place
    changes     True: a call may change what it is given

    A target may be a class: the methods that the answer's class defines are put on the package's class, so that
    its instances and subclasses have them.
    """

    lesson = None  # set when the module is loaded

    def __init__(
        self,
        about,
        *,
        facts,
        target=None,
        covers="",
        given="",
        ready="",
        setup="",
        called=None,
        stub=None,
        shows=(),
        solution=None,
        forbids=None,
        keeps=(),
        alone=False,
        changes=False,
        optional=False,
    ):
        self.name, self.title, self.difficulty, self.minutes, self.why, self.hints = described(about)
        self.target, self.covered = target, derive.covered(target, covers)
        if self.covered and target is None:
            raise ValueError(f"exercise {self.name!r}: it covers further targets, and has none itself")
        self.covers = tuple(self.covered.values())
        self.called = called or (derive.last_name(target) if target else None)
        self.setup, self.given = clean(ready) + clean(setup), clean(given)
        self._facts, self._stub, self._solution, self._shows = facts, clean(stub), clean(solution), shows
        self.forbids, self.keeps = dict(forbids or {}), keeps
        self.installed, self.changes, self.optional = target is not None and not alone, changes, optional

    @functools.cached_property
    def solution(self):
        """The text that passes: the package's, with the definitions that the exercise writes in another way."""
        text = derive.solution(self.target, self.covered, self.called, self._solution)
        return derive.without(text, self.keeps) if isinstance(self.keeps, tuple) else text

    @functools.cached_property
    def stub(self):
        """What the learner starts from; its last def or class names the piece."""
        return self._stub or derive.stub(self.solution, self._shows)

    @functools.cached_property
    def piece_name(self):
        return piece_name(self.solution)

    @functools.cached_property
    def _read(self):
        if isinstance(self._facts, str):
            names = derive.names_at_hand([*self.covers, self.target])
            return facts_of(self._facts, self.given, names, changes=self.changes)
        return list(self._facts), []

    @functools.cached_property
    def facts(self):
        """The Cases."""
        return self._read[0]

    @property
    def looks(self):
        """[(value or words of an error, sentence)] that count for every fact."""
        return self._read[1]

    def __repr__(self):
        return f"Exercise({self.name!r})"


ABOUT = re.compile(
    r"(\w+): (.+) \(difficulty ([1-5]), (\d+) minutes\)\n(.*?)\n1\. (.*?)\n2\. (.*?)\n3\. (.*)", re.DOTALL
)


def described(about):
    """(name, title, difficulty, minutes, why, three hints) of the words at the head of an exercise.

    >>> described("double: Twice (difficulty 1, 2 minutes)\\n\\nWhy.\\n\\n1. Add.\\n2. Or multiply.\\n3. `2 * x`.\\n")
    ('double', 'Twice', 1, 2, 'Why.', ['Add.', 'Or multiply.', '`2 * x`.'])
    """
    found = ABOUT.fullmatch(textwrap.dedent(about).strip())
    if not found:
        raise ValueError(
            f"an exercise begins with its name, title, difficulty and minutes, and ends with hints 1 to 3: {about!r}"
        )
    name, title, difficulty, minutes, why, *hints = found.groups()
    return name, title, int(difficulty), int(minutes), " ".join(why.split()), [" ".join(hint.split()) for hint in hints]


def pack(text):
    """A text that nobody reads by accident, as student.py writes solutions.

    >>> packed(pack("return g * b"))
    'return g * b'
    """
    return base64.b64encode(zlib.compress(text.encode())).decode()


def packed(text):
    return zlib.decompress(base64.b64decode(text)).decode()


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
