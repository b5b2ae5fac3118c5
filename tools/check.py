"""Every check of the repository, one after the other, with one count at the end: `./course test [STEP ...]`."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROSE = ["README.md", "book", "minitorch", "tests", "tools", "lessons", "benchmarks"]
TWO_AT_ONCE = ["-n", "2", "--dist", "loadfile"]
NBVAL = ["--nbval", "--nbval-current-env", "--nbval-sanitize-with", "tools/nbval.cfg"]


def module(name, *words):
    return [sys.executable, "-m", name, *words]


# step -> its commands; pytest's own counts go into the total, any other command counts as one check.
STEPS = {
    "style": [
        module("ruff", "check", "--quiet", "."),
        module("ruff", "format", "--check", "--quiet", "."),
        module("codespell_lib", "--skip", "*.ipynb,*.json,*.npz,made", *PROSE),
    ],
    "types": [module("mypy")],
    "book": [[sys.executable, "tools/book.py"]],
    "library": [module("pytest", *TWO_AT_ONCE, "--ignore=tests/browser", "tests")],
    "lessons": [module("pytest", *TWO_AT_ONCE, *NBVAL, "lessons")],
    "browser": [module("pytest", "tests/browser")],
}


def main(names):
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        print(f"no step called {', '.join(unknown)}; there are: {', '.join(STEPS)}")
        return 2
    total, times, failed = Counter(), {}, []
    for name in names or STEPS:
        started = time.perf_counter()
        counts = Counter()
        for command in STEPS[name]:
            counts += run(name, command)
        times[name] = time.perf_counter() - started
        total += counts
        if counts["failed"]:
            failed.append(name)
    print("\n== done ==")
    for name, seconds in times.items():
        print(f"{name:10} {'failed' if name in failed else 'passed'}  {seconds:5.0f} s")
    print(f"\n{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped", flush=True)
    return 1 if total["failed"] else 0


def run(name, command):
    """Run one command; Counter of passed, failed and skipped."""
    words = " ".join(Path(word).name if word == sys.executable else word for word in command)
    print(f"\n== {name}: {words} ==", flush=True)
    folder = tempfile.mkdtemp(prefix="course-check-")
    try:
        report = Path(folder) / "report.xml"
        is_pytest = "pytest" in command[:3]
        extra = [f"--junitxml={report}", "-ra", "-p", "no:cacheprovider"] if is_pytest else []
        env = {**os.environ, "MINITORCH_PROGRESS": "none", "PYTHONHASHSEED": "0"}
        status = subprocess.run([*command, *extra], cwd=ROOT, env=env, stdin=subprocess.DEVNULL).returncode
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
