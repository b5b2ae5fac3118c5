"""What is kept between kernels: accepted answers, last attempts, and how many hints were seen.

One folder, `lessons/.progress`, with one readable Python file per accepted answer (`broadcast_shape.py`), one
per last attempt (`broadcast_shape.attempt.py`) and a small state.json. The answers are the truth: if
state.json is lost or damaged, they are checked again and count. MINITORCH_PROGRESS names another folder; "none"
keeps everything in memory only.

Several kernels may use one folder at the same time: each file is replaced whole, and state.json is read, changed and
written while its lock is held.
"""

import contextlib
import json
import os
import threading
import time
from pathlib import Path

HEADER = "# minitorch course, lesson {lesson:02d}, exercise {name}: {what}.\n\n"
PATIENCE = 5  # seconds to wait for a kernel that holds the lock; then work goes on without it


class Store:
    def __init__(self, folder):
        self.folder = folder  # None: memory only
        self.notes = []  # sentences for the reader: damaged files, a folder that cannot be written
        self.memory = {}
        self.mutex = threading.RLock()  # among the threads of this kernel; a file is locked among kernels

    # --- state ---

    def state(self, name):
        """What is known about one exercise: {"hints": 1, "tries": 2, "solution": True}."""
        states = self._parsed()
        if states is None:
            with self._alone():
                states = self._states()
        return states.get(name, {})

    def note(self, name, **changes):
        """Write down facts about an exercise; the others, and those of other kernels, stay as they are."""
        self.change(name, lambda state: state.update(changes))

    def change(self, name, function):
        """Let function(state) change what is known about an exercise, while no other kernel does; gives the state."""
        with self._alone():
            states = self._states()
            state = states.setdefault(name, {})
            before = dict(state)
            function(state)
            if state != before:
                self._write("state.json", json.dumps({"exercises": states}, indent=1, sort_keys=True) + "\n")
        return state

    def _parsed(self):
        """{exercise: state} as the file has it; None when the file is damaged."""
        text = self._read("state.json", errors="replace")
        if text is None:
            return {}
        try:
            states = json.loads(text)["exercises"]
        except (ValueError, KeyError, TypeError):
            return None
        whole = isinstance(states, dict) and all(isinstance(state, dict) for state in states.values())
        return states if whole else None

    def _states(self):
        """The same under the lock: a damaged file is put aside."""
        states = self._parsed()
        if states is None:
            kept = self._put_aside("state.json", "state.damaged.json")
            self._say(
                f"{self.label}/state.json could not be read, so hints are counted from the start again; "
                f"your accepted answers are safe. The old file is kept as {kept}."
            )
            return {}
        return states

    @contextlib.contextmanager
    def _alone(self):
        """No other kernel or thread changes the state meanwhile. A folder where no file can be locked does without."""
        with self.mutex, contextlib.ExitStack() as stack:
            if self.folder is not None:
                with contextlib.suppress(OSError):
                    self._make_folder()
                    file = stack.enter_context(open(self.folder / ".lock", "a+b"))
                    stack.enter_context(locked(file))
            yield

    # --- answers ---

    def answer(self, name):
        """The text of the accepted answer, or None."""
        return self._read(f"{name}.py")

    def attempt(self, name):
        """The text of the last attempt, accepted or not, or None."""
        return self._read(f"{name}.attempt.py")

    def keep_answer(self, exercise, text):
        """Keep an accepted answer; gives the text of the file, None when it could not be written."""
        text = HEADER.format(lesson=exercise.lesson or 0, name=exercise.name, what="your accepted answer") + text
        return text if self._write(f"{exercise.name}.py", text) else None

    def keep_attempt(self, exercise, text):
        header = HEADER.format(lesson=exercise.lesson or 0, name=exercise.name, what="your last attempt")
        return self._write(f"{exercise.name}.attempt.py", header + text)

    def forget(self, name):
        """Keep the accepted answer's text under another name, so that it no longer counts; gives it."""
        kept = None
        with self._alone():
            if self.answer(name) is not None:
                number = 1
                while self._read(f"{name}.kept{number}.py") is not None:
                    number += 1
                kept = self._put_aside(f"{name}.py", f"{name}.kept{number}.py")
        self.note(name, hints=0, solution=False)
        return kept

    def names(self):
        """The names under which an answer is kept, right or not: `accepted.names()` has those that count."""
        if self.folder is None:
            files = list(self.memory)
        else:
            files = [path.name for path in self.folder.glob("*.py")] if self.folder.is_dir() else []
        return sorted(name[:-3] for name in files if name.endswith(".py") and name.count(".") == 1)

    # --- files ---

    @property
    def label(self):
        """The folder as the reader knows it, without the way to it."""
        return "memory" if self.folder is None else f"{self.folder.parent.name}/{self.folder.name}"

    def _say(self, sentence):
        if sentence not in self.notes:
            self.notes.append(sentence)

    def _read(self, name, errors="strict"):
        if self.folder is None:
            return self.memory.get(name)
        try:
            return (self.folder / name).read_text(encoding="utf-8", errors=errors)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, UnicodeDecodeError) as error:
            self._say(f"{self.label}/{name} could not be read ({type(error).__name__}); it was left as it is.")
            return None

    def _write(self, name, text):
        """Write a whole file or nothing. True when it is on the disk (or in memory)."""
        if self.folder is None:
            self.memory[name] = text
            return True
        part = self.folder / f".{name}.{os.getpid()}.{threading.get_ident()}"
        try:
            self._make_folder()
            part.write_text(text, encoding="utf-8")
            os.replace(part, self.folder / name)
            return True
        except OSError as error:
            self._say(
                f"{self.label}/{name} could not be written ({error.strerror}); your work counts in this kernel only."
            )
            return False

    def _make_folder(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        ignore = self.folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")

    def _put_aside(self, name, new_name):
        if self.folder is None:
            self.memory[new_name] = self.memory.pop(name, "")
        else:
            try:
                os.replace(self.folder / name, self.folder / new_name)
            except OSError:
                return name
        return f"{self.label}/{new_name}"

    def take_notes(self):
        """The sentences gathered since the last call."""
        notes, self.notes = self.notes, []
        return notes


@contextlib.contextmanager
def locked(file):
    """Hold the lock of an open file. It ends with the process that holds it, however that ends."""
    try:
        import fcntl
    except ImportError:  # Windows without WSL
        yield
        return
    held, end = False, time.monotonic() + PATIENCE
    while not held:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            held = True
        except BlockingIOError:  # another kernel has it
            if time.monotonic() > end:
                break
            time.sleep(0.005)
        except OSError:  # this disk has no locks
            break
    try:
        yield
    finally:
        if held:
            fcntl.flock(file, fcntl.LOCK_UN)


_stores: dict = {}


def store():
    """The Store of this kernel: MINITORCH_PROGRESS, else `.progress` in the lessons folder where it started."""
    wanted = os.environ.get("MINITORCH_PROGRESS", "")
    if wanted not in _stores:
        _stores[wanted] = Store(None if wanted.lower() == "none" else folder_for(wanted))
        if _stores[wanted].folder is None and wanted.lower() != "none":
            _stores[wanted]._say(
                "The folder in which this kernel started is gone; your work counts in this kernel only."
            )
    return _stores[wanted]


def folder_for(wanted):
    """The progress folder; None when it would be in a working folder that has been deleted."""
    if os.path.isabs(wanted):
        return Path(wanted)
    here = lessons_folder() if not wanted else working_folder()
    return here and here / (wanted or ".progress")


def working_folder():
    """The folder we are in; None when it has been deleted."""
    try:
        return Path.cwd()
    except OSError:
        return None


def lessons_folder():
    """The folder of the course's lessons: the one we are in or above, the one beside the package, or else where we are.

    Not every folder called `lessons` is this course's: its first notebook tells. None where there is neither a checkout
    nor a working folder that still exists.
    """
    here = working_folder()
    for folder in () if here is None else (here, *here.parents):
        for place in (folder, folder / "lessons"):
            if holds_lessons(place):
                return place
    beside = Path(__file__).resolve().parents[2] / "lessons"
    return beside if holds_lessons(beside) else here


def holds_lessons(folder):
    """Are the notebooks of this course in a folder?"""
    return (folder / "00-start-here.ipynb").is_file()
