"""module_report: how many of PyTorch's samples each layer of nn gets right.

    python -m tests.module_report [names] [-v] [-q]

-v lists what is wrong, -q shows only layers of which something is wrong.
"""

import sys

from .nn.module_harness import CHECKS, check, tables


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    totals, whole, layers = dict.fromkeys(CHECKS, (0, 0)), 0, 0
    print(f"{'':30}" + "".join([f"{what:>12}" for what in CHECKS]))
    for name in sorted(tables()):
        if names and name not in names:
            continue
        cells, listed = [], []
        for what in CHECKS:
            count, wrong = check(what, name)
            done, all_of_it = totals[what]
            totals[what] = done + count - len(wrong), all_of_it + count
            cells.append(f"{count - len(wrong)}/{count}")
            listed += wrong
        layers, whole = layers + 1, whole + (not listed)
        if not listed and "-q" in sys.argv:
            continue
        print(f"{name:30}" + "".join([f"{cell:>12}" for cell in cells]), flush=True)
        if "-v" in sys.argv:
            print("".join([f"    {w[:500]}\n" for w in listed[: 100 if "-vv" in sys.argv else 6]]), end="")
    print(f"{'all':30}" + "".join([f"{done}/{count}".rjust(12) for done, count in totals.values()]))
    right, count = (sum(column) for column in zip(*totals.values(), strict=True))
    print(f"{right} of {count}: {100 * right / max(count, 1):.2f} %; {whole} of {layers} layers whole")


if __name__ == "__main__":
    main()
