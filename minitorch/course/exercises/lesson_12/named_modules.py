"""One walk over all modules."""

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import bare, edited
from ..fact_words import where
from .trees import SETUP, grown, paths

SOLUTION = '''
def joined(path, name):
    """The name of what stands at `path`: "encoder" and "weight" give "encoder.weight". The first path is empty: ""."""
    return f"{path}.{name}" if path else name


def named_modules(self, memo=None, prefix="", remove_duplicate=True):
    """Give, one by one, (path, module) of this module and of all inside it, each before those inside it.

    A module in the set `memo` is not given again; with remove_duplicate, those that are given are added to it. A class may
    have a named_modules of its own: each module inside is asked for its walk.
    """
    memo = set() if memo is None else memo
    if self in memo:
        return
    if remove_duplicate:
        memo.add(self)
    yield prefix, self
    for name, module in self._modules.items():
        if module is not None:
            yield from module.named_modules(memo, joined(prefix, name), remove_duplicate)
'''
RIGHT = bare(SOLUTION)


def walked(f, rng):
    plan = grown(rng)
    numbers = {id(one.module): one.number for _, one in paths(plan)}
    expected = [(path, one.number) for path, one in paths(plan, seen=set())]
    return {"tree": str(plan)}, expected, [(path, numbers[id(one)]) for path, one in f(plan.module)]


exercise = Exercise(
    "named_modules",
    title="One walk over all modules",
    difficulty=4,
    minutes=12,
    target="minitorch.nn.module.tree:Tree.named_modules",
    covers=("minitorch.nn.module.tree:joined",),
    installed=True,
    setup=SETUP + "from minitorch.nn.module.tree import joined\n",
    stub='''
        def joined(path, name):
            """The name of what stands at `path`: "encoder" and "weight" give "encoder.weight". The first path is empty: ""."""
            ...


        def named_modules(self, memo=None, prefix="", remove_duplicate=True):
            """Give, one by one, (path, module) of this module and of all inside it, each before those inside it.

            A module in the set `memo` is not given again; with remove_duplicate, those that are given are added to it. A class may
            have a named_modules of its own: each module inside is asked for its walk.
            """
            ...
    ''',
    solution=SOLUTION,
    why="One set goes through the whole walk, so a module is known wherever it turns up again, and the path grows on the way "
    "down. A walk that remembers also ends in a circle.",
    facts=[
        Case('(joined("a.b", "c"), joined("", "c"), joined("a", "0"))', ("a.b.c", "c", "a.0")),
        Case(
            """
            net = Block(first=Linear(2, 3), second=Linear(3, 1))
            [(path, type(module).__name__) for path, module in net.named_modules()]
            """,
            [("", "Block"), ("first", "Linear"), ("second", "Linear")],
        ),
        Case(
            """
            net = Block(a=Block(b=Block(c=Linear(1, 1)), d=Block()), e=Block())
            [path for path, module in net.named_modules()]
            """,
            ["", "a", "a.b", "a.b.c", "a.d", "e"],
        ),
        Case(
            """
            shared = Block(inner=Block())
            net = Block(first=shared, second=shared)
            [path for path, module in net.named_modules()]
            """,
            ["", "first", "first.inner"],
        ),
        Case(
            """
            shared = Block()
            net = Block(left=Block(norm=shared), right=Block(norm=shared, own=Block()))
            [path for path, module in net.named_modules()]
            """,
            ["", "left", "left.norm", "right", "right.own"],
        ),
        Case(
            """
            net = Block(a=Block())
            first = [path for path, module in net.named_modules()]
            (first, [path for path, module in net.named_modules()])
            """,
            (["", "a"], ["", "a"]),
        ),
        Case(
            """
            net = Block(a=Block(), skip=None, b=Block())
            [path for path, module in net.named_modules()]
            """,
            ["", "a", "b"],
        ),
        Case(
            """
            net = Block(a=Block(b=Block()))
            [path for path, module in net.named_modules(prefix="net")]
            """,
            ["net", "net.a", "net.a.b"],
        ),
        Case(
            """
            shared = Block(inner=Block())
            net = Block(first=shared, second=shared)
            [path for path, module in net.named_modules(remove_duplicate=False)]
            """,
            ["", "first", "first.inner", "second", "second.inner"],
        ),
        Case(
            """
            net = Block(a=Block(b=Block()), c=Block())
            memo = {net.a}
            found = [path for path, module in net.named_modules(memo)]
            (found, memo == {net, net.a, net.c})
            """,
            (["", "c"], True),
        ),
        Case(
            """
            net = Block(a=Block(b=Block()), c=Block())
            [path for path, module in net.named_modules({net.a}, remove_duplicate=False)]
            """,
            ["", "c"],
        ),
        Case(
            """
            net = Block(a=Block())
            memo = set()
            found = [path for path, module in net.named_modules(memo)]
            (found, len(memo))
            """,
            (["", "a"], 2),
        ),
        Case(
            """
            net = Block(a=Block())
            net.a.back = net
            [path for path, module in net.named_modules()]
            """,
            ["", "a"],
        ),
        Case("next(Block(a=Block()).named_modules())[0]", ""),
        Case(
            """
            class Wide(Block):
                def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                    yield prefix + "!", self

            [path for path, module in Block(wide=Wide(), last=Block()).named_modules()]
            """,
            ["", "wide!", "last"],
        ),
        Case(
            """
            class Row(Block):
                def __len__(self):
                    return len(self._modules)

            [path for path, module in Block(row=Row(), last=Row(a=Block())).named_modules()]
            """,
            ["", "row", "last", "last.a"],
        ),
        Case(
            """
            net = Block(a=Block())
            [path for path, module in net.named_modules({net})]
            """,
            [],
        ),
        Case(
            """
            shared = Block()
            net = Block(left=Block(norm=shared), right=Block(norm=shared))
            memo = set()
            found = [path for path, module in net.named_modules(memo, remove_duplicate=False)]
            (found, len(memo))
            """,
            (["", "left", "left.norm", "right", "right.norm"], 0),
        ),
        Law("each module once, under its first path", lambda f, rng: walked(f, rng)),
    ],
    wrong=[
        Wrong(
            edited(RIGHT, ("self._modules.items", "self.named_children")),
            "named_children() leaves out what stands twice in one module. With remove_duplicate=False both places are wanted: "
            "go through `self._modules`.",
        ),
        Wrong(
            edited(RIGHT, ("add(self)", "add(id(self))"), ("if self in", "if id(self) in")),
            "The memo holds modules: whoever hands one in has put modules there, and looks for modules afterwards. A set "
            "tells objects apart by itself, without their ids.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                waiting = [(prefix, self)]
                while waiting:
                    path, one = waiting.pop(0)
                    if one in memo:
                        continue
                    if remove_duplicate:
                        memo.add(one)
                    yield path, one
                    waiting += [(joined(path, n), m) for n, m in one._modules.items() if m is not None]
            """,
            "You give level after level: all children, then all grandchildren. Finish one child, with all that is inside it, "
            "before the next.",
        ),
        Wrong(
            edited(RIGHT, ("if self", "if remove_duplicate and self")),
            "What the caller put into the memo is left out in any case. remove_duplicate=False only means that nothing is "
            "added.",
        ),
        Wrong(
            edited(
                RIGHT, ("    if self in memo:\n        return\n    if remove_duplicate:\n        memo.add(self)\n", "")
            ),
            "Nothing is remembered: a module that stands in two places is given twice. Look into `memo` before you give a "
            "module, and add it; a new memo is made only where it is None.",
        ),
        Wrong(
            edited(RIGHT, ("memo=None", "memo=set()")),
            "A default value is made once, when the function is defined: the second walk finds everything in the set of the "
            "first. Take None as the default and make a new set inside.",
        ),
        Wrong(
            edited(RIGHT, ("set() if memo is None else memo", "memo or set()")),
            "`memo or set()` replaces an empty set too, and then whoever handed it in learns nothing. Ask `memo is None`.",
        ),
        Wrong(
            edited(RIGHT, ("module.named_modules(memo,", "named_modules(module, memo,")),
            "You go on with this function, and past a class with a walk of its own: ask the module, "
            "`module.named_modules(...)`.",
        ),
        Wrong(
            edited(RIGHT, ("named_modules(memo,", "named_modules(set(memo),")),
            "Every branch gets a copy of the memo, so what one branch has met the next does not know. Hand on the same set.",
        ),
        Wrong(
            edited(RIGHT, ('f"{path}.{name}" if path else name', 'f"{path}.{name}"')),
            "The first path is empty, and your paths begin with a dot. Put the dot only where there is something before it.",
        ),
        Wrong(
            edited(RIGHT, ("joined(prefix, name), r", "name, r")),
            "You hand on the name alone. Two levels down the way to it is lost: the new prefix is the old one, a dot and the "
            "name.",
        ),
        Wrong(
            edited(RIGHT, ("joined(prefix, name)", "joined(name, prefix)")),
            "joined is given the two the wrong way round: first the path, then the name.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    yield prefix, self", ""),
                (
                    "yield from module.named_modules(memo, joined(prefix, name), remove_duplicate)",
                    (
                        "yield from module.named_modules(memo, joined(prefix, name), remove_duplicate)\n"
                        "    yield prefix, self"
                    ),
                ),
            ),
            "You give a module after those inside it. Give it first: the order is the one in which a reader meets them.",
        ),
        Wrong(
            edited(RIGHT, ("yield from module", "module")),
            "Calling a generator only makes it. To give on what it gives, write `yield from` in front of the call.",
        ),
        Wrong(
            edited(RIGHT, ("if module is not None", "if True")),
            "A name may be registered with None: no module is there, and None has no named_modules. Leave it out.",
        ),
        Wrong(
            edited(RIGHT, ("    if remove_duplicate:\n        memo.add", "    memo.add")),
            "With remove_duplicate=False somebody wants every place where a module stands. Then nothing is added to the memo.",
        ),
        Wrong(
            edited(RIGHT, (", remove_duplicate)\n", ")\n")),
            "You do not hand remove_duplicate down. Below the first level it has its default again, and removes.",
        ),
        Wrong(
            edited(RIGHT, ("module is not None", "module")),
            "`if module:` asks whether it is true, and a container of length 0 is not. Ask `module is not None`.",
        ),
        Wrong(
            edited(
                RIGHT, ("    if self in memo:\n        return\n", ""), ("not None:", "not None and module not in memo:")
            ),
            "You look into the memo for the modules inside, and not for the first one: it may have been met already, in "
            "another walk with the same memo.",
        ),
        Wrong(
            edited(
                RIGHT,
                ("        return\n", "        return []\n"),
                ("yield prefix, self", "found = [(prefix, self)]"),
                ("yield from", "found +="),
            )
            + "    return found\n",
            "You collect everything into a list. Whoever wants only the first ones has to wait for the whole walk: `yield` "
            "each pair when you come to it.",
        ),
    ],
    mistakes=[
        where(
            ("a.b.c", "c", "a.0"),
            "joined does not put the two together: a dot between them, and the name alone where the path is empty.",
        ),
        Mistake(
            lambda expected, got, error: "'str'" in str(got) and "'str'" not in str(expected),
            "The path comes first in the pair, then the module.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and any(isinstance(one, tuple) and isinstance(one[0], bool) for one in got)
            ),
            "A path is no text: what you hand down has slipped by a place. The order is memo, prefix, remove_duplicate.",
        ),
        Mistake(
            lambda expected, got, error: "NoneType' is not iterable" in str(error),
            "Nobody handed in a memo, so it is None here. Make a new set then.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "unpack" in str(error),
            "Each thing that is given has to be a pair, (path, module). If a whole walk is given instead: `yield` gives one "
            "thing, and `yield from` gives, one by one, what another walk gives.",
        ),
    ],
    hints=[
        "Three steps: leave if the module is in the memo; give it; then walk each module in `self._modules`.",
        "`yield prefix, self` gives one pair, and `yield from` gives all of another walk. Hand the same memo down, with a "
        "longer prefix.",
        'joined: `f"{path}.{name}" if path else name`. Then `yield from module.named_modules(memo, joined(prefix, name), '
        "remove_duplicate)` for each module that is not None.",
    ],
)
