"""cuda_report: which operations and scenarios are right on a GPU, or on its double where there is none.

    python -m tests.cuda_report [names of rows or scenarios] [--all] [-v] [-q]

--scenarios and --rows leave out the other, --all takes every sample, -v lists what is wrong, -q shows only what is not right.
"""

import sys

import minitorch as mt

from . import fake_cupy
from .cuda_harness import check_row
from .cuda_scenarios import SCENARIOS, check
from .op_harness import database
from .samples_nn import ROWS


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    if not mt.cuda.is_available():
        fake_cupy.install()
    print(f"on {mt.cuda.get_device_name()}")
    if "--rows" not in sys.argv:
        report_scenarios(names)
    if "--scenarios" not in sys.argv:
        report_rows(names)


def report_scenarios(names):
    """One line for each scenario that is not right, and how many are."""
    chosen = [name for name in SCENARIOS if not names or any([name.startswith(n) for n in names])]
    wrong = {name: problem for name in chosen if (problem := check(name))}
    print("".join([f"{name:40}{problem[:600]}\n" for name, problem in wrong.items()]), end="")
    print(f"scenarios: {len(chosen) - len(wrong)} of {len(chosen)} right")


def report_rows(names):
    """One line for each row, and how many are right."""
    limit = None if "--all" in sys.argv else 4
    table, right, part, count = database(), 0, 0, 0
    for row in ROWS:
        if not row.theirs or (names and row.name not in names):
            continue
        results = check_row(row, table[row.name, row.variant], limit=limit)
        cases, wrong = sum([n for _, n, _ in results]), [w for _, _, found in results for w in found]
        count, right, part = count + 1, right + (not wrong), part + (0 < len(wrong) < cases)
        if wrong or "-q" not in sys.argv:
            print(f"{row.id:40}{cases - len(wrong):>6} of {cases}", flush=True)
        if "-v" in sys.argv:
            print(
                "".join(
                    [
                        f"    {w.splitlines()[0][:200]} ... {w.splitlines()[0][-160:]}\n"
                        for w in wrong[: 100 if "-vv" in sys.argv else 6]
                    ]
                ),
                end="",
            )
    print(f"rows: {right} of {count} right, {part} in part")


if __name__ == "__main__":
    main()
