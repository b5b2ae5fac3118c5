"""What is kept between kernels: accepted answers, last attempts, and how many hints were seen.

One folder, `lessons/.progress`, with one readable Python file per accepted answer (`broadcast_shape.py`), one
per last attempt (`broadcast_shape.attempt.py`) and a small state.json. The answers are the truth: if
state.json is lost or damaged, they still count. MINITORCH_PROGRESS names another folder; "none" keeps
everything in memory only.
"""

import json
import os
from pathlib import Path

HEADER = "# minitorch course, lesson {lesson:02d}, exercise {name}: {what}.\n\n"


class Store:
    def __init__(self, folder):
        self.folder = folder  # None: memory only
        self.notes = []  # sentences for the reader: damaged files, a folder that cannot be written
        self.memory = {}

    # --- state ---

    def state(self, name):
        """What is known about one exercise: {"hints": 1, "tries": 2, "solution": True}."""
        return self._read_state().get(name, {})

    def note(self, name, **changes):
        states = self._read_state()
        states.setdefault(name, {}).update(changes)
        self._write("state.json", json.dumps({"exercises": states}, indent=1, sort_keys=True) + "\n")

    def _read_state(self):
        text = self._read("state.json")
        if text is None:
            return {}
        try:
            states = json.loads(text)["exercises"]
            if isinstance(states, dict) and all(isinstance(state, dict) for state in states.values()):
                return states
            raise ValueError("not a table of exercises")
        except (ValueError, KeyError, TypeError):
            kept = self._put_aside("state.json", "state.damaged.json")
            self._say(
                f"{self.label}/state.json could not be read, so hints are counted from the start again; "
                f"your accepted answers are safe. The old file is kept as {kept}."
            )
            return {}

    # --- answers ---

    def answer(self, name):
        """The text of the accepted answer, or None."""
        return self._read(f"{name}.py")

    def attempt(self, name):
        """The text of the last attempt, accepted or not, or None."""
        return self._read(f"{name}.attempt.py")

    def keep_answer(self, exercise, text):
        header = HEADER.format(lesson=exercise.lesson or 0, name=exercise.name, what="your accepted answer")
        return self._write(f"{exercise.name}.py", header + text)

    def keep_attempt(self, exercise, text):
        header = HEADER.format(lesson=exercise.lesson or 0, name=exercise.name, what="your last attempt")
        return self._write(f"{exercise.name}.attempt.py", header + text)

    def forget(self, name):
        """Keep the accepted answer's text under another name, so that it no longer counts; gives it."""
        kept = None
        if self.answer(name) is not None:
            number = 1
            while self._read(f"{name}.kept{number}.py") is not None:
                number += 1
            kept = self._put_aside(f"{name}.py", f"{name}.kept{number}.py")
        self.note(name, hints=0, solution=False)
        return kept

    def names(self):
        """The exercises with an accepted answer."""
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

    def _read(self, name):
        if self.folder is None:
            return self.memory.get(name)
        try:
            return (self.folder / name).read_text(encoding="utf-8")
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
        part = self.folder / f".{name}.{os.getpid()}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
            part.write_text(text, encoding="utf-8")
            os.replace(part, self.folder / name)
            return True
        except OSError as error:
            self._say(
                f"{self.label}/{name} could not be written ({error.strerror}); your work counts in this kernel only."
            )
            return False

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


_stores: dict = {}


def store():
    """The Store of this kernel: MINITORCH_PROGRESS, else `.progress` in the lessons folder where it started."""
    wanted = os.environ.get("MINITORCH_PROGRESS", "")
    if wanted not in _stores:
        folder = Path(wanted).absolute() if wanted else lessons_folder() / ".progress"
        _stores[wanted] = Store(None if wanted.lower() == "none" else folder)
    return _stores[wanted]


def lessons_folder():
    """The folder of the lessons: the one we stand in or below, else the one beside the package."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if folder.name == "lessons":
            return folder
        if (folder / "lessons" / "00-start-here.ipynb").exists():
            return folder / "lessons"
    beside = Path(__file__).resolve().parents[2] / "lessons"
    return beside if beside.is_dir() else here
