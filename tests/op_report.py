"""op_report: how many of PyTorch's samples each operation gets right.

    python -m tests.op_report [names] [--all] [-v] [-q]

--all takes every sample, -v lists what is wrong, -q shows only operations of which something is wrong.
"""

import sys

from .op_harness import DTYPES, check_errors, check_gradients, check_values, check_variants, database
from .samples_nn import ROWS


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    limit = None if "--all" in sys.argv else 14
    table = database()
    totals = {}
    print(f"{'':26}{'values':>12}{'gradients':>12}{'variants':>12}{'errors':>12}")
    for row in ROWS:
        if not row.theirs or (names and row.name not in names):
            continue
        info = table[row.name, row.variant]
        cells, listed = [], []
        for what, results in results_of(row, info, limit):
            count, wrong = sum([n for n, _ in results]), [w for _, found in results for w in found]
            cells.append(f"{count - len(wrong)}/{count}")
            listed += wrong
            done, all_of_it = totals.get(what, (0, 0))
            totals[what] = done + count - len(wrong), all_of_it + count
        if not listed and "-q" in sys.argv:
            continue
        print(f"{row.id:26}" + "".join([f"{cell:>12}" for cell in cells]), flush=True)
        if "-v" in sys.argv:
            print("".join([f"    {w[:400]}\n" for w in listed[: 100 if "-vv" in sys.argv else 8]]), end="")
    print(f"{'all':26}" + "".join([f"{done}/{count}".rjust(12) for done, count in totals.values()]))
    right, count = (sum(column) for column in zip(*totals.values(), strict=True))
    print(f"{right} of {count}: {100 * right / max(count, 1):.2f} %")


def results_of(row, info, limit):
    """The four columns of a row: name, [(number of cases, what is wrong), ...]."""
    yield "values", [check(check_values, row, info, dtype, limit) for dtype in DTYPES]
    yield "gradients", [check(check_gradients, row, info, limit, dtype) for dtype in ("float64", "complex128")]
    yield "variants", [check(check_variants, row, info, 5)]
    yield "errors", [check(check_errors, row, info)]


def check(run, *args):
    """One check; an operation that is missing is one case, wrong."""
    try:
        return run(*args)
    except AttributeError as error:
        return 1, [str(error)]


if __name__ == "__main__":
    main()
