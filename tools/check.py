"""Every check of the repository, one after the other, with one count at the end: `./course test [STEP ...]`."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = "atleast,apend,overrideable,coo,nin"  # PyTorch's spellings
PROSE = ["README.md", "book", "minitorch", "tests", "tools", "lessons", "benchmarks"]
TWO_AT_ONCE = ["-n", "2", "--dist", "loadfile"]
NBVAL = ["--nbval", "--nbval-current-env", "--nbval-sanitize-with", "tools/nbval.cfg"]


def module(name, *words):
    return [sys.executable, "-m", name, *words]


def about(*words):
    """The test files of the library whose path has one of these words in it."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    names = [file.relative_to(ROOT).as_posix() for file in files]
    return [name for name in names if any(word in name for word in words) and "course" not in name]


def library():
    """All test files of the library itself: not those of the course, its lessons and tools, nor of the browser."""
    left = ("course", "exercises", "lessons", "cumulative", "book", "setup", "browser")
    return [name for name in about("") if not any(word in name for word in left)]


# What the lessons build, for the two steps below: a third of the suite.
SPINE = ("autograd", "module", "serialization", "safetensors", "optim", "interop")
ONE_CORE = {"OMP_NUM_THREADS": "1"}  # of two processes at once each has one core: its threads would wait for each other
PLAIN = ONE_CORE | {"MINITORCH_FAST": "0"}  # without the short cuts
SOLVED = ONE_CORE | {
    "MINITORCH_SOLUTIONS": "1"
}  # with the solutions of all exercises in the places of the package's pieces

# step -> its commands; pytest's own counts go into the total, any other command counts as one check.
STEPS = {
    "style": [
        module("ruff", "check", "--quiet", "."),
        module("ruff", "format", "--check", "--quiet", "."),
        module("codespell_lib", "--ignore-words-list", WORDS, "--skip", "*.ipynb,*.json,*.npz,made", *PROSE),
        [sys.executable, "tools/words.py"],
    ],
    "types": [module("mypy")],
    "book": [[sys.executable, "tools/book.py"]],
    "library": [(ONE_CORE, module("pytest", *TWO_AT_ONCE, "--ignore=tests/browser", "--ignore=tests/course", "tests"))],
    # by themselves, as in a reader's kernel: placing an answer looks through all modules that are loaded
    "course": [(ONE_CORE, module("pytest", *TWO_AT_ONCE, "tests/course"))],
    "plain": [(PLAIN, module("pytest", *TWO_AT_ONCE, *about(*SPINE)))],
    "solutions": [(SOLVED, module("pytest", *TWO_AT_ONCE, *about(*SPINE)))],
    "lessons": [(ONE_CORE, module("pytest", *TWO_AT_ONCE, *NBVAL, "lessons"))],
    "browser": [module("pytest", "tests/browser")],
}

# The library's whole suite three times, for `./course test whole`: more than a change needs each time.
WHOLE = {
    "library": STEPS["library"],
    "plain whole": [(PLAIN, module("pytest", *TWO_AT_ONCE, *library()))],
    "solutions whole": [(SOLVED, module("pytest", *TWO_AT_ONCE, *library()))],
}

# How many seconds each step takes on two quiet cores: what a run prints at its end, and what it announces at its start.
SECONDS = {
    "style": 10, "types": 20, "book": 42, "library": 90, "course": 240, "plain": 18, "solutions": 19, "lessons": 66,
    "browser": 70, "plain whole": 200, "solutions whole": 220,
}  # fmt: skip


# Steps that keep one core busy: the two rows run beside each other, each in its order.
BESIDE = (("style", "types"), ("book", "browser"))


def how_long(names):
    """How long these steps take, in words: "about 9 minutes"."""
    rows = [sum(SECONDS[name] for name in row if name in names) for row in BESIDE]
    seconds = max(rows) + sum(SECONDS[name] for name in names if not any(name in row for row in BESIDE))
    return f"about {round(seconds / 60)} minutes" if seconds >= 90 else f"about {seconds} seconds"


def main(names):
    names = [one for name in names for one in (WHOLE if name == "whole" else [name])]
    unknown = [name for name in names if name not in STEPS and name not in WHOLE]
    if unknown:
        print(f"no step called {', '.join(unknown)}; there are: {', '.join(STEPS)}, whole")
        return 2
    names = names or list(STEPS)
    print(f"{', '.join(names)}: {how_long(names)} on two cores that do nothing else", flush=True)
    rows = [[name for name in row if name in names] for row in BESIDE]
    rows = [row for row in rows if row]
    found = {}
    with ThreadPoolExecutor(len(BESIDE)) as pool:  # of one row alone the output is shown as it comes
        list(pool.map(lambda row: found.update({name: step(name, len(rows) > 1) for name in row}), rows))
    for name in names:
        if name not in found:
            found[name] = step(name)
    print("\n== done ==")
    for name in names:
        seconds, counts = found[name]
        said = "failed" if counts["failed"] else "passed"
        print(f"{name:15} {said}  {seconds:5.0f} s, about {SECONDS[name]} expected")
    total = sum([counts for _, counts in found.values()], Counter())
    print(f"\n{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped", flush=True)
    return 1 if total["failed"] else 0


def step(name, at_once=False):
    """Run the commands of one step: its seconds and counts. With `at_once` all that it prints comes at its end."""
    started, counts = time.perf_counter(), Counter()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as paper:
        out = paper if at_once else sys.stdout
        print(f"\n== {name}: {how_long([name])} ==", file=out, flush=True)
        for command in (STEPS | WHOLE)[name]:
            counts += run(out, name, *command) if isinstance(command, tuple) else run(out, name, {}, command)
        if at_once:
            paper.seek(0)
            print(paper.read(), flush=True)
    return time.perf_counter() - started, counts


def run(out, name, settings, command):
    """Run one command, with these settings in its environment; Counter of passed, failed and skipped."""
    words = " ".join(Path(word).name if word == sys.executable else word for word in command)
    said = "".join(f"{key}={value} " for key, value in settings.items())
    print(f"\n== {name}: {said}{words} ==", file=out, flush=True)
    folder = tempfile.mkdtemp(prefix="course-check-")
    try:
        report = Path(folder) / "report.xml"
        is_pytest = "pytest" in command[:3]
        extra = [f"--junitxml={report}", "-ra", "-p", "no:cacheprovider"] if is_pytest else []
        env = {**os.environ, "MINITORCH_PROGRESS": "none", "PYTHONHASHSEED": "0", **settings}
        if "-n" in command:  # two processes with two threads each would wait for each other
            env.setdefault("OPENBLAS_NUM_THREADS", "1")
        to = {"stdout": out, "stderr": subprocess.STDOUT} if out is not sys.stdout else {}
        status = subprocess.run([*command, *extra], cwd=ROOT, env=env, stdin=subprocess.DEVNULL, **to).returncode
        counts = read(report) if is_pytest else Counter()
        if status and not counts["failed"]:
            counts["failed"] += 1  # it stopped before it could count: an error in collection, no test at all, a crash
        elif not status and not is_pytest:
            counts["passed"] += 1
        return counts
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def read(report):
    """The counts in pytest's JUnit report."""
    counts = Counter()
    if report.exists():
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            tests, skipped = int(suite.get("tests")), int(suite.get("skipped"))
            failed = int(suite.get("failures")) + int(suite.get("errors"))
            counts.update(passed=tests - skipped - failed, failed=failed, skipped=skipped)
    return counts


if __name__ == "__main__":
    sys.exit(main([name for name in sys.argv[1:] if name != "all"]))
