"""Setting up: the two lists of packages agree, a missing piece is said in one line, interruptions do no harm."""

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[1]
LISTED = (
    "course",
    "special",
    "fast",
    "test",
    "book",
)  # what environment.yml mirrors; gpu and oracle are a machine's own choice

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the course script is for a POSIX shell")


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_environment_yml_lists_the_same_packages():
    yaml = pytest.importorskip("yaml")
    listed = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    flat = [item for item in listed if isinstance(item, str)] + listed[-1]["pip"]
    assert f"python{project()['requires-python']}" in flat
    wanted = project()["dependencies"] + [
        item for extra in LISTED for item in project()["optional-dependencies"][extra]
    ]
    ours = [item for item in flat if item not in ("pip", "--editable .") and not item.startswith("python>")]
    assert sorted(ours) == sorted(wanted)


def test_only_the_oracle_needs_pytorch():
    extras = project()["optional-dependencies"]
    with_torch = [name for name, items in extras.items() if any(item.startswith("torch") for item in items)]
    assert with_torch == ["oracle"]
    assert extras["oracle"] == ["torch==2.13.0"]


# --- the script, with Pythons that are pretended ---


@pytest.fixture
def checkout(tmp_path):
    """The script and its tools in a folder of their own, as in a fresh clone."""
    folder = tmp_path / "a course"  # with a space, as people have
    folder.mkdir()
    for name in ("course", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def pretend(folder, name, body):
    """A program `name` in a folder that is then the only one on the PATH, beside the shell's own tools."""
    folder.mkdir(exist_ok=True)
    for tool in ("sh", "dirname"):
        if not (folder / tool).exists():
            (folder / tool).symlink_to(shutil.which(tool))
    path = folder / name
    path.write_text(f"#!{shutil.which('sh')}\n{body}\n")
    path.chmod(0o755)
    return str(folder)


def course(checkout, *words, **variables):
    env = {key: value for key, value in os.environ.items() if key != "COURSE_PYTHON"} | variables
    done = subprocess.run(
        [shutil.which("sh"), str(checkout / "course"), *words], env=env, capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_no_python_is_said_in_one_line(checkout, tmp_path):
    status, _, said = course(checkout, PATH=pretend(tmp_path / "bin", "unrelated", "exit 0"))
    assert status == 1
    assert said.count("\n") == 1
    assert "no Python found" in said and "apt-get install python3 python3-venv" in said


def test_an_old_python_is_said_in_one_line(checkout, tmp_path):
    old = 'case "$2" in *"(3, 11)"*) exit 1;; *print*) echo 3.9;; esac'
    status, _, said = course(checkout, PATH=pretend(tmp_path / "bin", "python3", old))
    assert status == 1
    assert said.count("\n") == 1
    assert "Python 3.9" in said and "3.11 or newer" in said


def test_a_missing_venv_module_is_said_in_one_line(checkout, tmp_path):
    bare = 'case "$2" in *ensurepip*) exit 1;; *print*) echo 3.12;; esac'
    status, _, said = course(checkout, PATH=pretend(tmp_path / "bin", "python3", bare))
    assert status == 1
    assert said.count("\n") == 1
    assert "apt-get install python3.12-venv" in said


def test_the_newest_python_is_taken_and_broken_ones_passed_over(checkout, tmp_path):
    pretend(tmp_path / "bin", "python3.13", "echo 'python3.13: command not found' >&2; exit 127")
    pretend(tmp_path / "bin", "python3.12", f'[ "$1" = -c ] || echo "this is 3.12: $*"; exec {sys.executable} -c ""')
    path = pretend(tmp_path / "bin", "python3", "exit 1")
    status, printed, _ = course(checkout, "setup", PATH=path)
    assert status == 0
    assert "this is 3.12" in printed and printed.rstrip().endswith("setup")


def test_help_needs_nothing_installed(checkout):
    status, printed, _ = course(checkout, "--help", COURSE_PYTHON=sys.executable)
    assert status == 0
    for word in ("--no-browser", "--port", "notebooks", "book"):
        assert word in printed
    assert not (checkout / ".venv").exists()


def test_something_else_called_venv_is_left_alone(checkout):
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "mine.txt").write_text("keep")
    status, _, said = course(checkout, "setup", COURSE_PYTHON=sys.executable)
    assert status == 1
    assert "no virtual environment" in said and said.count("\n") == 1
    assert (checkout / ".venv" / "mine.txt").read_text() == "keep"


# --- environments: pip is pretended, the rest is real ---


@pytest.fixture
def environment(checkout, monkeypatch):
    """tools/environment.py of the checkout, with a pip that only notes what it is asked."""
    monkeypatch.syspath_prepend(str(checkout / "tools"))
    monkeypatch.delitem(sys.modules, "environment", raising=False)
    import environment

    def run(command, **options):  # pip's own installation takes most of the time of a virtual environment
        return subprocess.run([*command, "--without-pip"] if "venv" in command else command, **options)

    environment.asked = []
    monkeypatch.setattr(environment, "subprocess", SimpleNamespace(**{**vars(subprocess), "run": run}))
    monkeypatch.setattr(environment, "pip", lambda *words: environment.asked.append(words) or "{}")
    yield environment
    sys.modules.pop("environment", None)


def test_a_second_run_installs_nothing(environment):
    environment.set_up(["course"])
    assert [words[0] for words in environment.asked] == ["install"]
    environment.set_up(["course"])
    assert len(environment.asked) == 1


def test_more_extras_are_added_to_what_is_there(environment):
    environment.set_up(["course"])
    environment.set_up(["test"])
    assert environment.asked[-1][-1].endswith("[course,test]")
    environment.set_up(["course"])
    assert len(environment.asked) == 2


def test_changed_packages_are_installed_again(environment):
    environment.set_up(["course"])
    file = environment.ROOT / "pyproject.toml"
    file.write_text(file.read_text().replace("numpy>=2.1", "numpy>=2.2"))
    environment.set_up(["course"])
    assert len(environment.asked) == 2


def test_an_interrupted_installation_starts_from_an_empty_environment(environment, monkeypatch):
    def interrupted(*words):
        (environment.FOLDER / "half").write_text("installed")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(environment, "pip", interrupted)
        environment.set_up(["course"])
    environment.set_up(["course"])
    assert not (environment.FOLDER / "half").exists()
    assert environment.answers()


def test_an_environment_whose_python_is_gone_is_made_anew(environment):
    environment.set_up(["course"])
    python = Path(environment.python_of_environment())
    python.unlink()
    environment.set_up(["course"])
    assert environment.answers()
    assert len(environment.asked) == 2


def test_pytorch_with_cuda_is_not_installed_unasked(environment, monkeypatch, capsys):
    environment.set_up(["course"])
    plan = '{"install": [{"metadata": {"name": "torch"}}, {"metadata": {"name": "nvidia-cublas"}}]}'
    monkeypatch.setattr(environment, "pip", lambda *words: environment.asked.append(words) or plan)
    environment.set_up_oracle(environment.python_of_environment())
    assert "./course test --torch" in capsys.readouterr().out
    assert [words for words in environment.asked if "--dry-run" not in words and "torch==2.13.0" in words] == []
    environment.set_up_oracle(environment.python_of_environment(), even_if_large=True)
    assert environment.asked[-1] == ("install", "torch==2.13.0")


def test_the_checks_say_how_long_they_take(capsys, monkeypatch):
    file = Path(__file__).parents[1] / "tools" / "check.py"
    spec = importlib.util.spec_from_file_location("tools_check", file)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.SECONDS.keys() == (tool.STEPS | tool.WHOLE).keys()
    monkeypatch.setattr(tool, "SECONDS", {"style": 20, "types": 10, "book": 100, "browser": 140, "library": 60})
    assert tool.how_long(tool.SECONDS) == "about 5 minutes"  # two steps run beside book and browser
    monkeypatch.setattr(tool, "run", lambda *command: tool.Counter(passed=2))
    monkeypatch.setattr(tool, "SECONDS", {"style": 20, "book": 110})
    assert tool.main(["style", "book"]) == 0
    said = capsys.readouterr().out
    for part in (
        "style, book: about 2 minutes on two cores",
        "== style: about 20 seconds ==",
        "about 110 expected",
        "10 passed",
    ):
        assert part in said


def test_another_python_that_is_named_makes_the_environment_anew(environment, monkeypatch):
    environment.set_up(["course"])
    monkeypatch.setenv("COURSE_PYTHON", sys.executable)
    environment.set_up(["course"])
    assert len(environment.asked) == 1
    monkeypatch.setattr(environment, "maker", lambda: "/usr/bin/another")
    environment.set_up(["course"])
    assert len(environment.asked) == 2


# --- what is wrong is said before anything is installed ---


@pytest.mark.parametrize(
    "words, said",
    [
        ("test nosuch", "there is no step called nosuch; there are: style"),
        ("lab --port 99999", "99999 is not a port"),
        ("--port=-1", "-1 is not a port"),
        ("notebooks nosuch.ipynb", "there is no file nosuch.ipynb"),
        ("export pyproject.toml", "pyproject.toml is a file; name a folder"),
    ],
)
def test_a_wrong_word_is_said_before_anything_is_installed(checkout, words, said, monkeypatch):
    monkeypatch.chdir(checkout)
    status, printed, error = course(checkout, *words.split(), COURSE_PYTHON=sys.executable)
    assert status in (1, 2) and said in error and "Traceback" not in error
    assert not (checkout / ".venv").exists()


def test_a_port_in_use_is_said(checkout):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        status, _, error = course(checkout, "--port", str(number), COURSE_PYTHON=sys.executable)
    assert status == 1 and f"port {number} is in use" in error


def test_the_python_that_is_named_may_have_spaces_in_its_name(checkout, tmp_path):
    named = tmp_path / "my python"
    named.symlink_to(sys.executable)
    status, printed, _ = course(checkout, "--help", COURSE_PYTHON=str(named))
    assert status == 0 and "grade" in printed and "student" in printed


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said_in_one_line(checkout):
    checkout.chmod(0o555)
    try:
        status, _, error = course(checkout, "setup", COURSE_PYTHON=sys.executable)
    finally:
        checkout.chmod(0o755)
    assert status == 1 and "cannot be written (Permission denied)" in error and error.count("\n") == 1


def test_what_pip_said_is_found_in_its_log(tmp_path, environment):
    log = tmp_path / "setup.log"
    log.write_text(
        "$ pip install\n  WARNING: Retrying: NewConnectionError('Name or service not known')\n  ERROR: No matching\n"
    )
    assert environment.reason_in(log) == "the package index cannot be reached; is there a network?"
    log.write_text("$ pip install\n      ERROR: No matching distribution found for numpy\n      [end of output]\n")
    assert environment.reason_in(log) == "No matching distribution found for numpy"
