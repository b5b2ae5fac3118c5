"""What a node keeps."""

from ...define import Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

X = "x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)\n"

SOLUTION = '''
def versions_of(formulas, frame):
    """The version of each tensor that the formulas keep, one after the other, as a tuple."""
    found = ()
    for formula in formulas:
        for index in formula.tracked:
            for x in tensors_in(frame[index]):
                found += version(x)
    return found


def save(node, inputs, values, out):
    """Keep in node.saved what the formulas name, and in node.versions the version of each tensor kept."""
    arrays = frame_of(node.op, values, arrays_in(out))
    tensors = frame_of(node.op, inputs, out)
    used = [True] if node.joint else node.edges
    pairs = list(zip(node.steps, used, strict=True))
    node.saved = [formula.fetch(arrays) if edge else None for formula, edge in pairs]
    node.versions = versions_of([formula for formula, edge in pairs if edge], tensors)
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "save",
    title="What a node keeps",
    difficulty=3,
    minutes=8,
    target="minitorch.graph.record:save",
    covers={"versions_of": "minitorch.graph.record:versions_of"},
    installed=True,
    setup="from minitorch.graph.record import arrays_in, frame_of, tensors_in, version",
    stub='''
        def versions_of(formulas, frame):
            """The version of each tensor that the formulas keep, one after the other, as a tuple.

            formula.tracked     the places in the frame of what a formula keeps whole (of x_shape it keeps a shape only)
            tensors_in(entry)   the tensors at a place: a list
            version(x)          a pair for one of them, such as (x._counter, 0): two entries of the tuple
            """
            ...


        def save(node, inputs, values, out):
            """Keep in node.saved what the formulas name, and in node.versions the version of each tensor kept.

            node.steps          the Formula objects, one for each of node.edges; where node.joint is set, one for all
            formula.fetch(frame)  what a formula names, from the frame of arrays. None in its place where the edge is None
            frame_of(op, values, arrays_in(out))  that frame;  frame_of(op, inputs, out)  the same with tensors
            """
            ...
    ''',
    solution=SOLUTION,
    why="A formula that will never run keeps nothing, and one that runs keeps what it names and no more. Beside each tensor stands "
    "the count of its changes as it was: two entries, so that check can compare the count with itself, later.",
    facts=[
        told("a product", X + "sorted((x * w).grad_fn.saved_values())", ["x", "y"]),
        told(
            "the numbers",
            X + "[v.tolist() for name, v in sorted((x * w).grad_fn.saved_values().items())]",
            [[1.0, 2.0], [3.0, 4.0]],
        ),
        told("no copies", X + "(x * w).grad_fn.saved_values()['x'] is x._array", True),
        told("arrays", X + "type((x * w).grad_fn.saved_values()['x']) is np.ndarray", True),
        told("the result", X + "y = x.exp()\ny.grad_fn.saved_values()['out'] is y._array", True),
        told("no edge", X + "(x * 10).grad_fn.saved_values()", {"y": 10}),
        told("no edge", X + "(x * 10).grad_fn.saved[1] is None", True),
        told("nothing named", X + "(x + w).grad_fn.saved_values(), (x + w).grad_fn.versions", ({}, ())),
        told("the result", X + "list(x.exp().grad_fn.saved_values())", ["out"]),
        told("a shape", X + "[tuple(s) for s in x.sum().grad_fn.saved_values().values() if s]", [(2,)]),
        told("versions", X + "(x * w).grad_fn.versions", ([0], 0, [0], 0)),
        told(
            "shared",
            X + "counts = (x * w).grad_fn.versions\nany([counts[0] is w._counter, counts[0] is x._counter])",
            True,
        ),
        told("versions without an edge", X + "c = mt.ones(2)\n(x * c).grad_fn.versions[0] is c._counter", True),
        told("versions without an edge", X + "c = mt.ones(2)\nlen((x * c).grad_fn.versions)", 2),
        told("versions of the result", X + "y = x.exp()\ny.grad_fn.versions[0] is y._counter", True),
        told("versions of a shape", X + "x.sum().grad_fn.versions, x.reshape(2, 1).grad_fn.versions", ((), ())),
        told("later", X + "w.detach().mul_(1)\n(x * w).grad_fn.versions[1::2]", (1, 0), changes=True),
        told(
            "fused",
            X + "y = mt.nn.functional.cross_entropy(mt.stack([x, w]), mt.tensor([0, 1]))\nlen(y.grad_fn.saved)",
            1,
        ),
        told(
            "fused",
            X + "len(mt.cat([x, mt.ones(1), w]).grad_fn.saved), mt.cat([x, w]).grad_fn.saved[0] is None",
            (1, False),
        ),
        Case(
            X + "y = x * w\nwith mt.no_grad():\n    w.add_(1)\ny.grad_fn.check()",
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
    ],
    wrong=[
        wrong(
            "node.saved holds tensors. A formula fetches from the frame of arrays; that of tensors is for the versions.",
            ("formula.fetch(arrays)", "formula.fetch(tensors)"),
        ),
        wrong(
            "Every formula keeps what it names, also one that will never run. For an edge that is None, None is kept.",
            ("formula.fetch(arrays) if edge else None", "formula.fetch(arrays)"),
        ),
        wrong(
            "Where an edge is None the entry is left out, and the others no longer stand beside their formulas. Keep a None for it.",
            (
                "formula.fetch(arrays) if edge else None for formula, edge in pairs",
                "formula.fetch(arrays) for formula, edge in pairs if edge",
            ),
        ),
        wrong(
            "The versions of formulas that will never run are noted, too: a change that does no harm would be an error.",
            ("[formula for formula, edge in pairs if edge]", "[formula for formula, edge in pairs]"),
        ),
        wrong(
            "No version is noted. versions_of is to be given the frame of tensors: arrays do not count their changes.",
            ("pairs if edge], tensors)", "pairs if edge], arrays)"),
        ),
        wrong(
            "A fused step has one formula for all operands, and you match it with the edges one by one. Where node.joint is set, it "
            "is always used.",
            ("used = [True] if node.joint else node.edges", "used = node.edges"),
            ("strict=True", "strict=False"),
        ),
        wrong(
            "You note the count alone. What it is now has to stand beside it: version(x) gives both.",
            ("found += version(x)", "found += (version(x)[0],)"),
        ),
        wrong(
            "The pairs are put in as pairs. The tuple is flat, count, version, count, version: `found += version(x)`.",
            ("found += version(x)", "found += (version(x),)"),
        ),
        wrong(
            "Only the first formula's tensors are noted: the return stands inside the loop.",
            (
                "                found += version(x)\n    return found",
                "                found += version(x)\n        return found",
            ),
        ),
        wrong(
            "node.versions is never set.",
            ("    node.versions = versions_of([formula for formula, edge in pairs if edge], tensors)\n", ""),
        ),
        wrong(
            "You note the version of every tensor of the step. Only those that a formula keeps whole can do harm: formula.tracked has "
            "their places.",
            ("for index in formula.tracked:", "for index in range(len(frame)):"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "NoneType" in str(error),
            "versions_of gives None: it has to return a tuple, empty where nothing is kept.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "can only concatenate" in str(error),
            "The versions are one tuple. Begin with () and add each pair: `found += version(x)`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "zip()" in str(error),
            "There are not as many formulas as edges: a fused step, node.joint, has one formula for all operands, and it is "
            "always used.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'_counter'" in str(error),
            "version(x) is asked of something that is no tensor. What stands in the frame may be a number, or a tuple: "
            "tensors_in(frame[index]) are the tensors there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "fetch" in str(error),
            "node.formulas are bare functions. The Formula objects, which know what to fetch, are in node.steps.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and ("'versions'" in str(error) or "'saved'" in str(error))
            ),
            "A node must have both in the end: node.saved and node.versions.",
        ),
        *tells(
            a_product="The formulas of a product name both operands, so both are saved: formula.fetch(frame) for each "
            "formula with an edge.",
            the_numbers="node.saved has the values as the forward saw them: fetch from the frame of arrays.",
            arrays="node.saved holds what the forward computed with: fetch from the frame of arrays.",
            no_copies="The arrays themselves are kept. A copy would take memory for what the versions guard already.",
            no_edge="For an edge that is None, nothing is fetched: None stands in its place.",
            nothing_named="A sum's formulas name nothing: nothing is kept, and no version noted.",
            the_result="The formula of exp names `out`, the result, and keeps its array: arrays_in(out) is the last entry "
            "of the frame of arrays.",
            a_shape="The formula of a sum names x_shape: fetch gives it.",
            versions="Two tensors are kept, so node.versions has four entries: count, version, count, version.",
            shared="The count itself is noted, the list that the tensor has and not a copy: so a later change can be seen.",
            versions_without_an_edge="The operand w wants no gradient, and its formula never runs: only what x's formula "
            "keeps is noted.",
            versions_of_the_result="The result is kept as `out`, so its version is noted: the frame of tensors has it at the end.",
            versions_of_a_shape="Of x_shape only a shape is kept, which cannot change: formula.tracked does not have it.",
            later="The version is what the count is at this moment: version(x) says it.",
            fused="A fused step, node.joint, has one formula for all operands. It is used whatever the single edges are.",
        ),
    ],
    hints=[
        "Two frames: arrays to fetch from, tensors to ask for their versions. And two lists over the same formulas.",
        "Which formulas count? Those with an edge; of a fused step its only one. Pair node.steps with node.edges, or with "
        "[True] where "
        "node.joint is set.",
        "`node.saved = [formula.fetch(arrays) if edge else None for formula, edge in pairs]`, and versions_of of the formulas with an "
        "edge: three loops, over formulas, over formula.tracked, over tensors_in(frame[index]), with `found += version(x)`.",
    ],
)
