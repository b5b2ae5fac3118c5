"""tree_repr: The tree as text (difficulty 3, 7 minutes)

The text of a module is made of the texts of the modules inside it, however deep they go: only their lines move to the right.

1. `repr(module)` gives the whole text of a module inside. What has to happen to all its lines but the first?
2. First make the list of what stands between the parentheses: the extra text, and f"({name}): {module!r}" for each name.
3. `text.replace("\\n", "\\n" + 2 * " ")` indents all lines of a text but the first.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.tree:Tree.__repr__",
    called="tree_repr",
    ready=SETUP,
    facts="""
        if "__repr__ returned non-string": Return the text, and do not print it.
        >>> Block(a=Block(c=Block(d=Linear(1, 1))), b=Block()).__repr__().splitlines()
        ['Block(', '  (a): Block(', '    (c): Block(', '      (d): Linear()', '    )', '  )', '  (b): Block()', ')']
        if ['Block(', '  (a): Block(', '  (c): Block(', '  (d): Linear()', ')', ')', '  (b): Block()', ')']: Each line of a module inside moves to the right, and not only its first.
        else: A line for each module inside, with its name and its class, and no empty line if extra_repr() is "". All lines of repr(module) are two spaces further to the right.
        >>> own = {"__repr__": lambda self: "one\\ntwo", "__str__": lambda self: "Own()"}
        >>> net = Block(a=(one := Block()), gone=None, own=type("Own", (Block,), own)(), b=one)
        >>> repr(net).splitlines()
        ['Block(', '  (a): Block()', '  (gone): None', '  (own): one', '  two', '  (b): Block()', ')']
        if ['Block(', '  (a): Block()', '  (gone): None', '  (own): Own()', '  (b): Block()', ')']: A class may define its own __repr__: take repr(module) for each module inside.
        else: Every name in `self._modules` has its line, also a second name of a module, and a name registered with None.
        >>> net, layer = Block(a=Block()), type("Block", (Block,), {"__qualname__": "new.<locals>.Block"})()
        >>> net.extra_repr = layer.extra_repr = lambda: "2 to 3"
        >>> repr(layer), repr(net).splitlines()
        ('Block(2 to 3)', ['Block(', '  2 to 3', '  (a): Block()', ')'])
        if ('new.<locals>.Block(2 to 3)', ['Block(', '  2 to 3', '  (a): Block()', ')']): A class has its plain name here, type(self).__name__, also one that is defined in a function.
        else: The extra text comes before the modules, on a line of its own. With no modules inside, all is one line.
        >>> layer.extra_repr = lambda: "one\\ntwo"
        >>> repr(layer).splitlines()
        ['Block(', '  one', '  two', ')']
        else: If the extra text has several lines, each of them is a line of its own, indented.
    """,
)
