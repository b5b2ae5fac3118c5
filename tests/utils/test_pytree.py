"""utils._pytree: what PyTorch's says of the same trees."""

from collections import OrderedDict, defaultdict, deque, namedtuple

import pytest

from minitorch.utils import _pytree as ours

Point = namedtuple("Point", "x y")
TREES = [
    1,
    None,
    [1, (2, 3), {"b": 4, "a": [5]}],
    Point([1, 2], {"k": None}),
    OrderedDict([("z", 1), ("a", (2,))]),
    defaultdict(list, {"q": 1}),
    deque([1, 2], maxlen=3),
    [[], {}, ()],
]


@pytest.fixture
def theirs(torch):
    return torch.utils._pytree


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_a_tree_is_taken_apart_and_put_together(theirs, tree):
    leaves, spec = ours.tree_flatten(tree)
    their_leaves, their_spec = theirs.tree_flatten(tree)
    assert leaves == their_leaves
    assert repr(spec) == repr(their_spec)
    assert (spec.num_leaves, spec.num_nodes, spec.num_children) == (
        their_spec.num_leaves,
        their_spec.num_nodes,
        their_spec.num_children,
    )
    assert ours.tree_unflatten(leaves, spec) == tree
    assert spec == ours.tree_structure(tree)
    assert hash(spec) == hash(ours.tree_structure(tree))
    paths = [(ours.keystr(path), leaf) for path, leaf in ours.tree_leaves_with_path(tree)]
    assert paths == [(theirs.keystr(path), leaf) for path, leaf in theirs.tree_leaves_with_path(tree)]
    twice = ours.tree_map(lambda x: (x, x), tree)
    assert twice == theirs.tree_map(lambda x: (x, x), tree)
    assert type(twice) is (type(tree) if ours.tree_structure(tree).type else tuple)
    wanted = theirs._broadcast_to_and_flatten((1, 2), their_spec)
    assert ours._broadcast_to_and_flatten((1, 2), spec) == wanted


def test_tools_over_leaves(theirs):
    tree = {"a": 1, "b": (2.5, "c")}
    for module in [ours, theirs]:
        assert module.tree_map_only(int, lambda x: -x, tree) == {"a": -1, "b": (2.5, "c")}
        assert module.tree_map_only((int, str), lambda x: 0, tree) == {"a": 0, "b": (2.5, 0)}
        assert module.tree_map_only(lambda x: x == 2.5, lambda x: 0, tree) == {"a": 1, "b": (0, "c")}
        assert module.tree_map(lambda x, y: [x, y], [1, 2], [(3, 4), {"k": 5}]) == [[1, (3, 4)], [2, {"k": 5}]]
        assert module.tree_leaves(tree, is_leaf=lambda x: isinstance(x, tuple)) == [1, (2.5, "c")]
        assert module.tree_all(bool, tree)
        assert not module.tree_any(lambda x: x is None, tree)
        assert module.tree_any_only(int, lambda x: x == 1, tree)
        assert module.arg_tree_leaves(1, [2], k=(3,)) == [1, 2, 3]
        assert module._broadcast_to_and_flatten((1, [2, 3]), module.tree_structure(((0, 0), [0, 0]))) == [1, 1, 2, 3]


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.tree_map(lambda x, y: 0, [1], (1,)),
        lambda m: m.tree_map(lambda x, y: 0, [1], [1, 2]),
        lambda m: m.tree_map(lambda x, y: 0, {"a": 1}, {"b": 1}),
        lambda m: m.tree_unflatten([1, 2], m.tree_structure([1])),
        lambda m: m.tree_unflatten([1, 2], 3),
        lambda m: m.register_pytree_node(list, None, None),
    ],
)
def test_errors_have_pytorchs_words(theirs, call):
    said = []
    for module in [ours, theirs]:
        with pytest.raises((ValueError, TypeError)) as error:
            call(module)
        said.append((error.type, str(error.value)))
    assert said[0] == said[1]
