"""A sum of powers that does not overflow."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
    "log_sum_exp",
    title="A sum of powers that does not overflow",
    difficulty=3,
    minutes=8,
    stub='''
        def log_sum_exp(x):
            """log(sum(exp(x))) of a vector, right also when exp(x) is too large for a float."""
            ...
    ''',
    solution='''
        def log_sum_exp(x):
            """log(sum(exp(x))) of a vector, right also when exp(x) is too large for a float."""
            largest = x.max()
            return (x - largest).exp().sum().log() + largest
    ''',
    why="exp(x) = exp(x - m) * exp(m). With m the largest, no power is above 1 and at least one is 1, so the logarithm is safe; "
    "the factor exp(m) comes out of it as m.",
    facts=[
        Case("log_sum_exp(mt.tensor([0.0, 0.0]))", T(0.6931472)),
        Case("log_sum_exp(mt.tensor([1000.0, 1000.0]))", T(1000.6931)),
        Case("log_sum_exp(mt.tensor([-1000.0, -1000.0]))", T(-999.30685)),
        Case("log_sum_exp(mt.tensor([1.0, 2.0, 3.0]))", T(3.4076059)),
        Case("log_sum_exp(mt.tensor([88.0, 200.0, -5.0]))", T(200.0)),
        Case("log_sum_exp(mt.tensor([5.0]))", T(5.0)),
    ],
    forbids={"logsumexp": "x.logsumexp is the whole exercise.", "logaddexp": "logaddexp does the trick for you."},
    wrong=[
        Wrong(
            """
            def log_sum_exp(x):
                return x.exp().sum().log()
            """,
            "exp(1000) is larger than any float, so the sum is inf. Take the largest number off first.",
        ),
        Wrong(
            """
            def log_sum_exp(x):
                return (x - x.max()).exp().sum().log()
            """,
            "You took the largest number off and forgot to put it back: add it to the logarithm.",
        ),
        Wrong(
            """
            def log_sum_exp(x):
                largest = x.max()
                return (x / largest).exp().sum().log() * largest
            """,
            "Powers turn differences into factors: subtract the largest number, do not divide by it.",
        ),
        Wrong(
            """
            def log_sum_exp(x):
                return x.max()
            """,
            "Close when one number is much larger than the others. For [0, 0] the answer is log 2.",
        ),
    ],
    hints=[
        "exp overflows above 88. What can you take off every x so that no power is larger than 1?",
        "exp(x) = exp(x - m) exp(m). What does the factor exp(m) become under the logarithm?",
        "(x - m).exp().sum().log() + m, with m = x.max()",
    ],
)
