"""What `./course` does: set up an environment in .venv, then open, test or rebuild the course.

Only the standard library is used here, because it runs before anything is installed.
"""

import argparse
import os
import socket
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from check import STEPS, WHOLE, how_long
from environment import BOOK, COURSE, ROOT, TESTING, Problem, python_of_environment, say, set_up, set_up_oracle

FIRST = "lessons/00-start-here.ipynb"

HELP = """\
commands:
  lab          open the course in JupyterLab, on the first lesson (also what ./course alone does)
  test         run every check: style, types, library, lessons, exercises, book, browser; "test whole" runs the
               library's whole suite three times: as it is, without short cuts, with all solutions in force
  notebooks    run all lessons again and write their outputs into the files
  book         build the book into _build/html
  export       write a copy of the package with your accepted answers in their places: your own minitorch
  grade        check every answer of a class anew: a folder with a folder for each student
  student      write a copy of the course without its solutions, for a class
  benchmarks   print the library's speed as ratios to PyTorch's (--readme: write the README's table from them)
  setup        only prepare the environment in .venv

./course COMMAND --help says more about one of them.
"""


def main(words):
    parser = argparse.ArgumentParser(
        prog="./course",
        description="Open the course in JupyterLab, or test it. The first run prepares .venv, which takes a minute.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, fill in (
        ("lab", lab_options),
        ("test", test_options),
        ("notebooks", notebooks_options),
        ("book", None),
        ("export", export_options),
        ("grade", grade_options),
        ("student", student_options),
    ):
        command = commands.add_parser(name)
        if fill:
            fill(command)
    commands.add_parser("benchmarks").add_argument("--readme", action="store_true")
    commands.add_parser("setup")

    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words = ["lab", *words]  # ./course --port 9000
    if words in (["-h"], ["--help"]):
        lab_options(parser)
    options = parser.parse_args(words)
    try:
        return COMMANDS[options.command](options)
    except Problem as problem:
        print(f"course: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def lab_options(parser):
    parser.add_argument("--no-browser", action="store_true", help="start the server and print its address only")
    parser.add_argument(
        "--port", type=port, help="the port to listen on, 1 to 65535 (default: 8888, or the next free one)"
    )


def port(text):
    number = int(text)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{number} is not a port; ports are 1 to 65535")
    return number


def is_free(number):
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(("127.0.0.1", number))
        except OSError:
            return False
    return True


def test_options(parser):
    parser.add_argument(
        "steps",
        nargs="*",
        metavar="STEP",
        help=f"{', '.join(STEPS)}; all; whole",
    )
    parser.add_argument(
        "--torch", action="store_true", help="install PyTorch to compare with even where it brings gigabytes of CUDA"
    )


def notebooks_options(parser):
    parser.add_argument("files", nargs="*", metavar="FILE", help="only these; all lessons when none is given")
    parser.add_argument(
        "--tidy", action="store_true", help="run nothing: lay the files out, number and fold their cells"
    )


def export_options(parser):
    parser.add_argument("folder", nargs="?", default="my-minitorch", help="where to write it (default: my-minitorch)")


def grade_options(parser):
    parser.add_argument("folder", help="holds a folder for each student, with their progress folder in it")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each answer into this file")


def student_options(parser):
    parser.add_argument("folder", help="where to write it: a new folder")


# --- the commands ---


def lab(options):
    """Open JupyterLab on the first lesson; this process becomes the server."""
    if options.port is not None and not is_free(options.port):
        raise Problem(f"port {options.port} is in use or may not be used; name another, or leave --port out")
    python = set_up(COURSE)
    quiet_lab()
    trust(python)
    command = [python, "-m", "jupyterlab", f"--LabApp.default_url=/lab/tree/{FIRST}", "--log-level=WARN"]
    if options.no_browser:
        command.append("--no-browser")
    if options.port is not None:
        command.append(f"--port={options.port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container; JupyterLab asks for it by name
    os.chdir(ROOT)
    os.environ["PATH"] = f"{Path(python).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    os.execv(command[0], command)


def test(options):
    unknown = [step for step in options.steps if step not in (*STEPS, *WHOLE, "all", "whole")]
    if unknown:
        raise Problem(f"there is no step called {', '.join(unknown)}; there are: {', '.join(STEPS)}, all, whole")
    python = set_up(TESTING)
    set_up_oracle(python, even_if_large=options.torch)
    return run(python, "tools/check.py", *options.steps)


def notebooks(options):
    missing = [name for name in options.files if not Path(name).is_file()]
    if missing:
        raise Problem(f"there is no file {', '.join(missing)}; a lesson is lessons/NN-name.ipynb")
    words = [*["--tidy"] * options.tidy, *[str(Path(name).resolve()) for name in options.files]]
    return run(set_up(TESTING), "tools/notebooks.py", *words)


def book(options):
    python = set_up(BOOK)
    say(f"Building the book, which takes {how_long(['book'])}.")
    return run(python, "tools/book.py")


def export(options):
    """Write the reader's own package; the folder is meant from where the command was typed."""
    if Path(options.folder).is_file():
        raise Problem(f"{options.folder} is a file; name a folder")
    return run(set_up(COURSE), "-m", "minitorch.course.export", str(Path(options.folder).resolve()))


def grade(options):
    words = [str(Path(options.folder).resolve()), *(["--csv", str(Path(options.csv).resolve())] if options.csv else [])]
    return run(set_up(COURSE), str(ROOT / "tools" / "grade.py"), *words)


def student(options):
    return run(set_up(COURSE), str(ROOT / "tools" / "student.py"), str(Path(options.folder).resolve()))


def benchmarks(options):
    python = set_up(TESTING)
    set_up_oracle(python)
    return run(python, "-m", "benchmarks", *["--readme"] * options.readme)


def setup(options):
    set_up(COURSE)
    print(f"Ready: {python_of_environment()}")
    return 0


COMMANDS = {
    "lab": lab, "test": test, "notebooks": notebooks, "book": book, "export": export, "grade": grade,
    "student": student, "benchmarks": benchmarks, "setup": setup,
}  # fmt: skip


def run(python, *words):
    """Run a program of the repository in the environment; its exit status."""
    return subprocess.run([python, *words], cwd=ROOT).returncode


def trust(python):
    """Mark the lessons as trusted, so that JupyterLab shows their pictures with buttons before anything is run."""
    files = [str(path) for path in sorted((ROOT / "lessons").glob("[0-9][0-9]-*.ipynb"))]
    if files:
        subprocess.run([python, "-m", "jupyter", "trust", *files], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def quiet_lab():
    """JupyterLab asks whether it may fetch news from the network; here it does not."""
    folder = ROOT / ".venv" / "etc" / "jupyter" / "labconfig"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "page_config.json").write_text(
        '{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
