"""The environment in .venv: made once, brought up to date when pyproject.toml changes, made anew when damaged."""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv"
STAMP = FOLDER / "course-stamp.json"  # written last: without it the environment counts as unfinished
LOG = ROOT / ".cache" / "setup.log"
NO_NETWORK = ("NewConnectionError", "Name or service not known", "Temporary failure in name resolution", "ProxyError")

COURSE = ("course", "special")
BOOK = ("book", "course", "special")
TESTING = ("book", "course", "fast", "special", "test")
LARGE = ("nvidia-", "cuda-", "triton")  # what PyTorch's CUDA builds bring with them


class Problem(Exception):
    """Something that the reader can put right, said in one line."""


def maker():
    """The Python that runs this, with which an environment is made."""
    return os.path.realpath(sys.executable)


def python_of_environment():
    return str(FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def set_up(extras):
    """Have .venv hold the package and these extras of pyproject.toml; the path of its Python."""
    with one_at_a_time():
        wanted = fingerprint()
        found = read_stamp()
        asked_for_another = os.environ.get("COURSE_PYTHON") and found.get("python", maker()) != maker()
        if (
            found.get("fingerprint") == wanted
            and not asked_for_another
            and set(extras) <= set(found["extras"])
            and answers()
        ):
            compile_package()
            return python_of_environment()
        if not found or found.get("place") != wanted["place"] or asked_for_another or not answers():
            make()
            found = {}
        extras = sorted({*extras, *found.get("extras", ())})
        say(f"Installing the course's packages into .venv ({', '.join(extras)}); the first time takes a minute or two.")
        STAMP.unlink(missing_ok=True)  # a run that is interrupted from here on starts again from an empty folder
        pip("install", "--editable", f"{ROOT}[{','.join(extras)}]")
        write_stamp({"fingerprint": wanted, "place": wanted["place"], "extras": extras, "python": maker()})
    compile_package()
    return python_of_environment()


def set_up_oracle(python, even_if_large=False):
    """Install PyTorch, which some tests compare with. They are skipped where it cannot be had, or is too large."""
    (wanted,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["oracle"]
    name, _, version = wanted.partition("==")
    check = f"import importlib.metadata as m; assert m.version({name!r}).split('+')[0] == {version!r}"
    if subprocess.run([python, "-c", check], stderr=subprocess.DEVNULL).returncode == 0:
        return
    with one_at_a_time():
        stamp = read_stamp()
        if stamp.get("oracle") and not even_if_large:
            say(stamp["oracle"])
            return
        try:
            plan = json.loads(pip("install", "--dry-run", "--quiet", "--report", "-", wanted))
            names = [package["metadata"]["name"] for package in plan["install"]]
            if any(name.startswith(LARGE) for name in names) and not even_if_large:
                trouble = (
                    "PyTorch's build for this machine brings gigabytes of CUDA, so it is not installed and what "
                    "compares with it is skipped; ./course test --torch installs it."
                )
            else:
                say("Installing PyTorch, to compare with.")
                pip("install", wanted)
                return
        except (Problem, ValueError):
            trouble = f"PyTorch {version} cannot be installed here, so what compares with it is skipped."
        write_stamp({**stamp, "oracle": trouble})
        say(trouble)


# --- pieces ---


def compile_package():
    """Keep the package's byte code beside it, as pip does for installed ones: it imports four times as fast."""
    command = [python_of_environment(), "-m", "compileall", "-q", str(ROOT / "minitorch")]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def say(sentence):
    print(sentence, flush=True)


def fingerprint():
    """What an environment depends on: the packages asked for, the Python, and the place of the checkout."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [project["project"][key] for key in ("name", "dependencies", "optional-dependencies")]
    return {
        "packages": hashlib.sha256(json.dumps(asked).encode()).hexdigest(),
        "place": str(ROOT),
    }


def read_stamp():
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return stamp if isinstance(stamp, dict) and "extras" in stamp else {}
    except (OSError, ValueError):
        return {}


def write_stamp(stamp):
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
    draft.replace(STAMP)


def answers():
    """Whether the environment's Python still runs (it does not after the system's Python was replaced)."""
    try:
        return subprocess.run([python_of_environment(), "-c", ""], stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def make():
    """An empty environment, in place of whatever is there."""
    if foreign(FOLDER):
        raise Problem(f"{FOLDER} is there and is no virtual environment; move it away and try again.")
    say(f"Making a virtual environment in .venv with Python {sys.version.split()[0]}.")
    shutil.rmtree(FOLDER, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "venv", str(FOLDER)], capture_output=True, text=True)
    if done.returncode or not answers():
        shutil.rmtree(FOLDER, ignore_errors=True)
        version = "{}.{}".format(*sys.version_info)
        said = (done.stderr or done.stdout).strip().splitlines()
        raise Problem(
            f"Python {version} could not make a virtual environment ({said[-1] if said else 'no reason given'}); "
            f"on Debian or Ubuntu: apt-get install python{version}-venv"
        )


def foreign(folder):
    """Whether something else than an environment, finished or not, stands there."""
    if folder.is_symlink() or folder.is_file():
        return True
    parts = {path.name for path in folder.iterdir()} if folder.exists() else set()
    return "pyvenv.cfg" not in parts and not parts <= {"bin", "include", "lib", "lib64"}


def pip(*words):
    """Run pip in the environment; what it printed. Everything it says is kept in a log."""
    LOG.parent.mkdir(exist_ok=True)
    env = {key: value for key, value in os.environ.items() if key not in ("PIP_USER", "PIP_TARGET", "PIP_PREFIX")}
    env.update(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1", PYTHONNOUSERSITE="1")
    command = [python_of_environment(), "-m", "pip", *words]
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"\n$ pip {' '.join(words)}\n")
        log.flush()
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, env=env, text=True)
        log.write(done.stdout[:100_000])
    if done.returncode:
        raise Problem(f"pip could not install the packages: {reason_in(LOG)} (more in {LOG.relative_to(ROOT)})")
    return done.stdout


def reason_in(log):
    """What pip said last of the errors in its log; what it runs itself is indented there."""
    said = log.read_text(encoding="utf-8").rpartition("$ pip ")[2]
    lines = [line.strip() for line in said.splitlines()]
    if any(words in said for words in NO_NETWORK):
        return "the package index cannot be reached; is there a network?"
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return errors[-1] if errors else "no reason given"


@contextlib.contextmanager
def one_at_a_time():
    """Two runs at once take turns."""
    try:
        import fcntl
    except ImportError:  # not a POSIX system
        yield
        return
    try:
        (ROOT / ".cache").mkdir(exist_ok=True)
        lock = (ROOT / ".cache" / "setup.lock").open("w")
    except OSError as error:
        raise Problem(
            f"{error.filename} cannot be written ({error.strerror}); the course prepares its environment in its own folder, so "
            "copy it to a place where you may write."
        ) from None
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
