"""Which dtype a result has."""

from ...define import Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SOLUTION = '''
def common(operands):
    """The dtype that arithmetic on these operands has: PyTorch's promotion."""
    dimensioned, zero_dimensional, scalars = [], [], []
    for x in operands:
        if isinstance(x, Tensor):
            (dimensioned if x._array.ndim else zero_dimensional).append(x.dtype)
        elif isinstance(x, NUMBER):
            scalars.append(kind_of_scalar(x.item() if isinstance(x, np.generic) else x))
    return common_dtype(dimensioned, zero_dimensional, scalars)


def floating(operands):
    """The same, except that integers and bools become the default float."""
    kind = common(operands)
    return kind if kind is None or kind.category >= FLOATING else get_default_dtype()
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "floating",
    title="Which dtype a result has",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.promotion:floating",
    covers={"common": "minitorch.ops.promotion:common"},
    installed=True,
    setup="from minitorch import Tensor\nfrom minitorch.dtypes import FLOATING, common_dtype, get_default_dtype, kind_of_scalar\n"
    "from minitorch.ops.promotion import NUMBER",
    stub='''
        def common(operands):
            """The dtype that arithmetic on these operands has.

            common_dtype(dimensioned, zero_dimensional, scalars) knows the rule: give it three
            lists of dtypes, those of the tensors with dimensions, of the 0-d tensors, and of
            the numbers. kind_of_scalar(x) is the dtype that a Python number stands for; a
            NumPy scalar (np.generic) counts as the Python number x.item(). isinstance(x,
            NUMBER) holds for both. What is neither a tensor nor a number has no say.
            """
            ...


        def floating(operands):
            """The same, but integers and bools become the default float, get_default_dtype().

            Compare kind.category with FLOATING. Where common gives None, because nothing had
            a say, so does this.
            """
            ...
    ''',
    solution=SOLUTION,
    why="All the rule's knowledge is in common_dtype, which you met in lesson 02; here the operands are only sorted for it. "
    "Division and "
    "exp compute in floats, and floats of any size will do: float64 stays float64.",
    facts=[
        told("one dtype", "mt.tensor([1.0]).mul(mt.tensor([2.0])).dtype.name", "float32"),
        told("two sizes", "(mt.ones(2) * mt.ones(2, dtype=mt.float64)).dtype.name", "float64"),
        told("two categories", "(mt.tensor([1, 2]) * mt.tensor([0.5, 0.5])).dtype.name", "float32"),
        told("a 0-d tensor", "(mt.ones(2) * mt.tensor(1.0, dtype=mt.float64)).dtype.name", "float32"),
        told("a 0-d tensor lifts", "(mt.tensor([1, 2]) * mt.tensor(1.0, dtype=mt.float64)).dtype.name", "float64"),
        told("two 0-d tensors", "(mt.tensor(1.0) * mt.tensor(1.0, dtype=mt.float64)).dtype.name", "float64"),
        told(
            "a small 0-d tensor", "(mt.tensor([1], dtype=mt.uint8) * mt.tensor(1, dtype=mt.int8)).dtype.name", "uint8"
        ),
        told("a 0-d tensor and a number", "(mt.tensor(1, dtype=mt.int8) * 3).dtype.name", "int8"),
        told("three operands", "floating([mt.tensor([True]), 2, mt.ones(2, dtype=mt.float64)]).name", "float64"),
        told("a number", "(mt.ones(2, dtype=mt.float16) * 2.5).dtype.name", "float16"),
        told("a number lifts", "(mt.tensor([1, 2]) * 2.5).dtype.name", "float32"),
        told("a whole number", "(mt.tensor([1, 2], dtype=mt.uint8) * 3).dtype.name", "uint8"),
        told(
            "a truth value",
            "(mt.tensor([True]) * True).dtype.name, (mt.tensor([True]) * 2).dtype.name",
            ("bool", "int64"),
        ),
        told("a complex number", "(mt.ones(2) * 2j).dtype.name", "complex64"),
        told("a NumPy scalar", "(mt.tensor([1, 2], dtype=mt.int32) * np.int64(3)).dtype.name", "int32"),
        told("a NumPy float", "(mt.tensor([1, 2]) * np.float64(0.5)).dtype.name", "float32"),
        told("no operand", "floating([None, 'text']) is None", True),
        told("no say", "floating([mt.ones(2), None, 'text']).name", "float32"),
        told(
            "floats of integers",
            "(mt.tensor([1, 2]) / 2).dtype.name, mt.tensor([True]).exp().dtype.name",
            ("float32", "float32"),
        ),
        told(
            "floats stay",
            "(mt.ones(2, dtype=mt.float64) / 2).dtype.name, mt.ones(2, dtype=mt.float16).exp().dtype.name",
            ("float64", "float16"),
        ),
        told("complex stays", "(mt.ones(2, dtype=mt.complex64) / 2).dtype.name", "complex64"),
        told(
            "another default",
            "mt.set_default_dtype(mt.float64)\ntry:\n    kind = (mt.tensor([1, 2]) / 2).dtype.name\nfinally:\n    "
            "mt.set_default_dtype(mt.float32)\nkind",
            "float64",
        ),
        Case("mt.result_type(mt.tensor([1], dtype=mt.int32), 1.0).name", "float32"),
    ],
    wrong=[
        wrong(
            "0-d tensors stand among those with dimensions, so a single number decides the dtype of a whole array. They "
            "have a list of "
            "their own.",
            ("(dimensioned if x._array.ndim else zero_dimensional).append(x.dtype)", "dimensioned.append(x.dtype)"),
        ),
        wrong(
            "Tensors with dimensions and 0-d tensors have changed places: x._array.ndim is 0 for a 0-d tensor.",
            (
                "dimensioned if x._array.ndim else zero_dimensional)",
                "zero_dimensional if x._array.ndim else dimensioned)",
            ),
        ),
        wrong(
            "0-d tensors are taken for Python numbers, whose dtype is the default's. They have a list of their own.",
            ("(dimensioned if x._array.ndim else zero_dimensional)", "(dimensioned if x._array.ndim else scalars)"),
        ),
        wrong(
            "A NumPy scalar counts as the Python number it stands for: x.item(). kind_of_scalar takes np.int64(3) for no integer.",
            ("x.item() if isinstance(x, np.generic) else x", "x"),
        ),
        wrong(
            "Numbers have no say in your version. A float beside integers lifts them: 2.5 does not fit into an int64.",
            (
                "            scalars.append(kind_of_scalar(x.item() if isinstance(x, np.generic) else x))",
                "            pass",
            ),
        ),
        wrong(
            "What is neither a tensor nor a number is asked for its dtype as well. It has no say: leave it out.",
            ("elif isinstance(x, NUMBER):", "else:"),
        ),
        wrong(
            "kind is None where nothing had a say, and None has no category. Ask that first.", ("kind is None or ", "")
        ),
        wrong(
            "Floats become the default float, too. A float64 stays one: only what is below FLOATING changes.",
            (
                "kind if kind is None or kind.category >= FLOATING else get_default_dtype()",
                "None if kind is None else get_default_dtype()",
            ),
        ),
        wrong(
            "Complex numbers become floats and lose a part. Every category from FLOATING on stays.",
            ("kind.category >= FLOATING", "kind.category == FLOATING"),
        ),
        wrong(
            "float32 is only what the default happens to be: get_default_dtype() says what it is now.",
            ("else get_default_dtype()", "else mt.float32"),
        ),
        wrong(
            "`floating` returns what common says, and 1 / 2 of integers would be 0. Below FLOATING, the default float is the dtype.",
            ("kind if kind is None or kind.category >= FLOATING else get_default_dtype()", "kind"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "not supported between" in str(error),
            "Dtypes themselves have no order. Compare their categories: kind.category with FLOATING.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "common_dtype()" in str(error),
            "common_dtype wants three lists, in this order: dtypes of tensors with dimensions, of 0-d tensors, of numbers.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'dtype'" in str(error) and "has no attribute" in str(error)
            ),
            "Not every operand is a tensor with a dtype: a Python number has none, and kind_of_scalar(x) says what it stands for.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'category'" in str(error),
            "The three lists hold dtypes, not operands: x.dtype of a tensor, kind_of_scalar(x) of a number. And common may "
            "give None, which "
            "has no category.",
        ),
        *tells(
            one_dtype="Two float32 tensors give float32.",
            two_sizes="Among tensors with dimensions the larger float wins: both dtypes belong into the first list.",
            two_categories="Among tensors with dimensions a float wins over integers: both dtypes belong into the first list.",
            a_0_d_tensor="The 0-d tensor is no larger category, so it has no say here: it belongs into the second list.",
            a_0_d_tensor_lifts="The 0-d tensor is of a higher category, and lifts the result to its dtype: it belongs into "
            "the second list.",
            two_0_d_tensors="Where no tensor has dimensions, the 0-d tensors decide: both dtypes belong into the second list.",
            a_small_0_d_tensor="The 0-d tensor is of the same category, so it has no say. The other one, of shape (1,), has one "
            "number and a dimension: it belongs into the first list, and only the 0-d tensor into the second.",
            a_0_d_tensor_and_a_number="The number is of no higher category than the 0-d tensor, so the tensor decides: it "
            "belongs into the second list, the number into the third.",
            three_operands="All operands have a say, however many there are.",
            a_number="A Python number among float16 stays within its category: it belongs into the third list.",
            a_number_lifts="A float among integers lifts them to the default float: kind_of_scalar(x) belongs into the third list.",
            a_whole_number="A Python int among uint8 stays within its category: it belongs into the third list.",
            a_truth_value="True is a number, too, and kind_of_scalar calls it bool: a bool is an int for isinstance(x, NUMBER).",
            a_complex_number="A complex number lifts float32 to complex64.",
            a_NumPy_scalar="A NumPy scalar counts as a Python number: x.item() first, then kind_of_scalar.",
            a_NumPy_float="A NumPy scalar counts as a Python number: x.item() first, then kind_of_scalar, and the default "
            "float is float32.",
            no_operand="Nothing has a say here: common_dtype of three empty lists is None, and floating gives None as well.",
            no_say="What is neither a tensor nor a number is left out.",
            floats_of_integers="Below FLOATING, floating gives the default float: half of 1 is no whole number.",
            floats_stay="A float keeps its size: only what is below FLOATING becomes the default.",
            complex_stays="Complex numbers are above FLOATING, and stay.",
            another_default="The default float may be another one now: get_default_dtype().",
        ),
    ],
    forbids={
        "result_type": "result_type calls this very function: sort the operands yourself.",
        "np.result_type": "NumPy's rules are not PyTorch's: they make float64 of int64 and float32.",
    },
    hints=[
        "Three lists, one loop: which list does an operand belong to, if to any?",
        "A tensor: x.dtype goes into the first list if x._array.ndim is not 0, else into the second. A number: its kind goes into the "
        "third. Then floating looks at what common found.",
        "`scalars.append(kind_of_scalar(x.item() if isinstance(x, np.generic) else x))`; `return common_dtype(dimensioned, "
        "zero_dimensional, scalars)`; `return kind if kind is None or kind.category >= FLOATING else get_default_dtype()`.",
    ],
)
