"""The length of the gradient at each module."""

from ...define import Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
class Scale(mt.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor


class Pair(mt.nn.Module):
    def __init__(self, first, second):
        super().__init__()
        self.first, self.second = first, second

    def forward(self, x):
        return self.second(self.first(x))


def back(model, *weights):
    x = mt.ones(1, len(weights), requires_grad=True)
    (model(x) * mt.tensor([float(w) for w in weights])).sum().backward()
    return x.grad.tolist()
"""

SOLUTION = '''
def grad_norms(model):
    """The lengths of the gradients that come to the modules inside `model`, by name, and the handles of the hooks."""
    norms, handles = {}, []

    def noting(lengths):
        def hook(module, grad_input, grad_output):
            lengths.append((grad_output[0] ** 2).sum().sqrt().item())

        return hook

    for name, module in model.named_modules():
        if module is not model:
            norms[name] = []
            handles.append(module.register_full_backward_hook(noting(norms[name])))
    return norms, handles
'''
MODEL = "model = Pair(Scale(2.0), Scale(3.0))\nnorms, handles = grad_norms(model)\n"


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "grad_norms",
    title="The length of the gradient at each module",
    difficulty=2,
    minutes=6,
    setup=SETUP,
    stub='''
        def grad_norms(model):
            """Note, in each backward pass, how long the gradient is that comes to
            each module inside `model`, at any depth.

            The length is the root of the sum of the squares of grad_output[0], as a
            float. Returns (norms, handles): norms maps the name of a module to the
            list of its lengths, one for each pass, and handles is the list of the
            handles.
            """
            ...
    ''',
    solution=SOLUTION,
    why="It is the pattern of watch_shapes, on the way back: a function makes each hook, so that each has a list of its own, and a "
    "float keeps no gradient alive.",
    facts=[
        told("two modules", MODEL + "back(model, 1, 1, 1, 1)\nnorms", {"first": [6.0], "second": [2.0]}),
        told("a length", MODEL + "back(model, 3, -4)\nnorms", {"first": [15.0], "second": [5.0]}),
        told(
            "at any depth",
            "model = Pair(Pair(Scale(2.0), Scale(5.0)), Scale(3.0))\nnorms, handles = grad_norms(model)\nback(model, 1)\nnorms",
            {"first": [3.0], "first.first": [15.0], "first.second": [3.0], "second": [1.0]},
        ),
        told(
            "two passes", MODEL + "back(model, 1)\nback(model, 2)\nnorms", {"first": [3.0, 6.0], "second": [1.0, 2.0]}
        ),
        told("before any pass", MODEL + "norms", {"first": [], "second": []}),
        told("floats", MODEL + "back(model, 1)\n[type(n).__name__ for n in norms['first']]", ["float"]),
        told("the gradient itself", MODEL + "back(model, 1)", [[6.0]]),
        told(
            "the handles",
            MODEL + "n = len(handles)\nfor handle in handles:\n    handle.remove()\nback(model, 1)\nn, norms",
            (2, {"first": [], "second": []}),
        ),
        told(
            "a pair", "found = grad_norms(Scale(2.0))\ntype(found).__name__, found[0], len(found[1])", ("tuple", {}, 0)
        ),
    ],
    wrong=[
        wrong(
            "All your hooks write into the last list. A function looks a name up when it runs, and by then the loop is over. Let a "
            "function make each hook.",
            ("noting(norms[name])", "lambda *given: noting(norms[name])(*given)"),
        ),
        wrong(
            "This is what the module sends on. What comes to it is `grad_output`.",
            ("grad_output[0] ** 2", "grad_input[0] ** 2"),
        ),
        wrong(
            "named_modules begins with the model itself, under the empty name. Leave it out.",
            (
                "        if module is not model:\n            norms[name] = []\n            handles",
                "        norms[name] = []\n        handles",
            ),
        ),
        wrong(
            "named_children gives only the modules right inside. named_modules goes to any depth.",
            ("model.named_modules()", "model.named_children()"),
        ),
        wrong("The root is missing: this is the square of the length.", (".sum().sqrt()", ".sum()")),
        wrong(
            "The absolute values are added up. A length is the root of the sum of the squares.",
            ("(grad_output[0] ** 2).sum().sqrt()", "grad_output[0].abs().sum()"),
        ),
        wrong(
            "The largest number is noted. A length is the root of the sum of the squares.",
            ("(grad_output[0] ** 2).sum().sqrt()", "grad_output[0].abs().max()"),
        ),
        wrong(
            "Without the squares, numbers of two signs cancel. A length is the root of the sum of the squares.",
            ("(grad_output[0] ** 2).sum().sqrt()", "grad_output[0].sum().abs()"),
        ),
        wrong(
            "The mean of the squares is taken. A length adds them up, so that more numbers are longer.",
            ("(grad_output[0] ** 2).sum().sqrt()", "(grad_output[0] ** 2).mean().sqrt()"),
        ),
        wrong("The lists hold tensors. `.item()` takes the number out.", (".sqrt().item()", ".sqrt()")),
        wrong(
            "Only the last length is kept. Each pass has its own: `append`.",
            (
                "lengths.append((grad_output[0] ** 2).sum().sqrt().item())",
                "lengths[:] = [(grad_output[0] ** 2).sum().sqrt().item()]",
            ),
        ),
        wrong(
            "What the hook returns takes the place of the gradient. To look only, return nothing.",
            ("            lengths.append", "            return lengths.append"),
            ("        return hook\n", "        return lambda *given: hook(*given) or given[2]\n"),
        ),
        wrong(
            "A forward hook is given the arguments and the result, no gradients: register_full_backward_hook.",
            ("register_full_backward_hook", "register_forward_hook"),
        ),
        wrong(
            "The handles are not kept, so nobody can take the hooks away.",
            (
                "handles.append(module.register_full_backward_hook(noting(norms[name])))",
                "module.register_full_backward_hook(noting(norms[name]))",
            ),
        ),
        wrong(
            "A list is made when the hook runs, so a module that no pass came by has none. Make it when you register.",
            ("            norms[name] = []\n", ""),
            ("noting(norms[name])", "noting(norms, name)"),
            ("def noting(lengths):", "def noting(norms, name):"),
            ("            lengths.append(", "            norms.setdefault(name, []).append("),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "positional argument" in str(error),
            "A full backward hook is called with (module, grad_input, grad_output).",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError)
                and "'tuple' object" in str(error)
                or isinstance(error, TypeError)
                and "'tuple'" in str(error)
            ),
            "grad_output is a tuple, with a place for each result. Of these modules it has one: grad_output[0].",
        ),
        *tells(
            two_modules="To the last module come four ones, of length 2; to the one before it come four threes.",
            a_length="The length of (3, -4) is 5: the root of 9 + 16.",
            at_any_depth="named_modules() gives the modules at any depth, with their names; the model itself is the first.",
            two_passes="Each pass adds one length to each list.",
            before_any_pass="Each module has its list from the beginning.",
            floats="The lists hold floats: `.item()` of the root is one.",
            the_gradient_itself="A hook that returns nothing leaves the gradients as they are.",
            the_handles="Each hook has a handle, and all of them are returned.",
            a_pair="Returned are two things: the dictionary and the list of handles.",
        ),
    ],
    hints=[
        "Lesson 14's watch_shapes has the same form: a loop over named_modules, and a function that makes each hook.",
        "The hook: lengths.append((grad_output[0] ** 2).sum().sqrt().item()), where `lengths` is the list of its module.",
        "norms[name] = [] and handles.append(module.register_full_backward_hook(noting(norms[name]))) for each module but the "
        "model, where noting(lengths) makes and returns the hook.",
    ],
)
