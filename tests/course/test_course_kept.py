"""What is kept outlives the kernel and survives damage: begin(N), the progress folder, pieces in and out."""

import json
import os
import subprocess
import sys

import pytest

from minitorch.course import accepted, install, store
from minitorch.course.syllabus import PACKAGE, exercises_of

from ..course_pretend import classroom

RIGHT = "return (1,) * (n - len(shape)) + tuple(shape)"


@pytest.fixture
def room(tmp_path, monkeypatch):
    with classroom(tmp_path / ".progress", monkeypatch) as room:
        yield room


def new_kernel():
    install.take_out_all()
    store._stores.clear()


def test_a_table_of_the_package_is_kept_as_its_import():
    from minitorch import dtypes, printing
    from minitorch.course import source

    scope = {"options": printing.options, "bool_": dtypes.bool, "__name__": "__main__"}
    kept = source.complete("def piece():\n    return options, bool_\n", scope)
    assert "from minitorch.printing import options" in kept and "import bool_" in kept
    found = source.run(kept, "<kept>", {})["piece"]()
    assert found[0] is printing.options and found[1] is dtypes.bool


def test_begin_shows_the_lesson(room):
    text = room.run("begin(0)")
    for part in ("Lesson 00", "about 36 minutes", "0 of 2 exercises accepted"):
        assert part in text
    assert str(PACKAGE) not in text


def test_begin_puts_accepted_answers_in_force(room):
    package = room.package.widen
    room.widen(RIGHT)
    new_kernel()
    assert room.package.widen is package
    text = room.run("begin(0)")
    assert "Your own code is in force for: `widen`" in text
    assert "1 of 2 exercises accepted" in text
    assert room.package.widen is not package
    assert room.package.users((7,)) == (1, 1, 7)


def test_fresh_goes_back_to_the_package_and_forgets_nothing(room):
    package = room.package.widen
    room.widen(RIGHT)
    assert "The package's own code is in force" in room.run("begin(0, fresh=True)")
    assert room.package.widen is package
    room.run("begin(0)")
    assert room.package.widen is not package


def test_an_error_in_kept_code_shows_its_line(room):
    room.widen(RIGHT)
    new_kernel()
    room.run("begin(0)")
    with pytest.raises(TypeError) as caught:
        room.package.users(5)
    import traceback

    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].filename == "<memory widen>".replace("memory", store.store().label)
    assert frames[-1].line == RIGHT


@pytest.mark.parametrize(
    "damage, said",
    [
        ("def widen(shape, n)\n    return 3", "does not load: SyntaxError (line 1)"),
        ("def other():\n    return 3", "does not load: KeyError"),
        ("raise SystemError('no')", "does not load: SystemError"),
        ("def widen(shape, n):\n    return 3", "was changed and no longer passes"),
        ("while True: pass", "does not load: TimeLimit"),
        ("exit()", "does not load: SystemExit"),
        ("", "does not load: KeyError"),
    ],
)
def test_damaged_answers_are_said_and_left_as_they_are(room, damage, said):
    package = room.package.widen
    room.widen(RIGHT)
    path = store.store().folder / "widen.py"
    path.write_text(damage)
    new_kernel()
    text = room.run("begin(0)")
    assert said in text
    assert room.package.widen is package
    assert path.read_text() == damage


def test_an_answer_changed_by_hand_counts_when_it_passes(room):
    room.widen(RIGHT)
    (store.store().folder / "widen.py").write_text(
        "def widen(shape, n):\n    return tuple([1] * (n - len(shape)) + list(shape))\n"
    )
    new_kernel()
    assert "Your own code is in force for: `widen`" in room.run("begin(0)")


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "does not load: KeyError"),
        ("def widen(shape, n):\n    return 3\n", "no longer passes"),
        ("def widen(shape, n):\n    ...\n", "no longer passes"),
        ("def widen(shape, n):\n    return np.broadcast_to(np.empty(shape), (1,) * n).shape\n", "no longer passes"),
        ("def widen(shape, n)\n", "does not load: SyntaxError"),
        (b"\xff\xfe\x00", "could not be read"),
        (None, "could not be read"),  # a folder of this name
    ],
)
def test_what_does_not_pass_is_counted_nowhere(room, text, said):
    path = store.store().folder / "widen.py"
    if text is None:
        path.mkdir(parents=True)
    else:
        path.parent.mkdir()
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    (path.parent / "notes.py").write_text("my_own = 3\n")
    for call in ("begin(0)", "begin(0, fresh=True)", "progress()", "progress(0)"):
        shown = room.run(call)
        assert "0 of 2 exercises accepted" in shown
        assert "fresh" in call or said in shown
    assert "stays in force" not in room.widen("...")
    path.rmdir() if text is None else path.unlink()
    room.widen(RIGHT)
    assert "1 of 2 exercises accepted" in room.run("progress()")


def test_an_answer_is_checked_once_and_again_when_it_or_its_facts_change(room, monkeypatch):
    checked = []
    right = accepted.check
    monkeypatch.setattr(
        accepted, "check", lambda what, *rest, **more: checked.append(what.name) or right(what, *rest, **more)
    )
    room.widen(RIGHT)
    for call in ("progress()", "begin(0)", "progress(0)"):
        assert "1 of 2 exercises accepted" in room.run(call)
    assert checked == []  # the cell did that
    path = store.store().folder / "widen.py"
    path.write_text(path.read_text() + "# looked at\n")
    for call in ("progress()", "progress()"):
        assert "1 of 2 exercises accepted" in room.run(call)
    assert checked == ["widen"]
    exercises_of(0)[0].facts[0].gives = (1, 2, 3)
    for call in ("progress()", "begin(0)", "progress()"):
        assert "0 of 2 exercises accepted" in room.run(call)
    assert checked == ["widen"] * 2
    (store.store().folder / "scale.py").write_text(path.read_text())  # one answer under another's name
    assert "0 of 2 exercises accepted" in room.run("progress()")


def test_several_kernels_lose_no_note(tmp_path):
    code = """
import sys
from pathlib import Path
from minitorch.course.store import Store
kept = Store(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for number in range(60):
    kept.change("both", lambda state: state.update(tries=state.get("tries", 0) + 1))
    kept.note(f"{sys.argv[2]}{number}", hints=number)
"""
    command = [sys.executable, "-c", code, str(tmp_path / "kept")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": PACKAGE.parent}
    kernels = [subprocess.Popen([*command, name], **pipes) for name in "ab"]
    for kernel in kernels:
        assert kernel.stdout.readline() == "ready\n"
    for kernel in kernels:
        kernel.stdin.write("go\n")
        kernel.stdin.flush()
    assert [kernel.communicate(timeout=60)[0] for kernel in kernels] == ["", ""]
    states = json.loads((tmp_path / "kept" / "state.json").read_text())["exercises"]
    assert states["both"] == {"tries": 120}
    assert len(states) == 121


def test_a_lock_that_is_not_given_back_stops_nobody(room, monkeypatch):
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    room.run('hint("widen")')
    with open(store.store().folder / ".lock", "a+b") as file, store.locked(file):
        assert "hint 2 of 3" in room.run('hint("widen")')
    assert "hint 3 of 3" in room.run('hint("widen")')


@pytest.mark.parametrize("text", ["", "{", "[]", '{"exercises": 3}', '{"exercises": {"widen": 3}}', "\x00\x01", "null"])
def test_a_damaged_state_file_loses_no_answer(room, text):
    room.widen(RIGHT)
    (store.store().folder / "state.json").write_text(text)
    new_kernel()
    shown = room.run("begin(0)")
    assert "state.json could not be read" in shown
    assert "Your own code is in force for: `widen`" in shown
    assert (store.store().folder / "state.damaged.json").read_text() == text
    assert "could not be read" not in room.run("begin(0)")


def test_bytes_that_are_no_text(room):
    room.widen(RIGHT)
    (store.store().folder / "widen.py").write_bytes(b"\xff\xfe\x00")
    (store.store().folder / "state.json").write_bytes(b"\xff\xfe\x00")
    new_kernel()
    text = room.run("begin(0)")
    assert "could not be read" in text
    assert "[Passed]" in room.widen(RIGHT)


def test_a_folder_that_cannot_be_written(room, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MINITORCH_PROGRESS", str(tmp_path / "file" / "below"))
    text = room.widen(RIGHT)
    assert "[Passed]" in text
    assert "counts in this kernel only" in text
    assert room.package.users((7,)) == (1, 1, 7)


def test_nothing_is_written_with_progress_none(room, tmp_path, monkeypatch):
    monkeypatch.setenv("MINITORCH_PROGRESS", "none")
    monkeypatch.chdir(tmp_path)
    assert "[Passed]" in room.widen(RIGHT)
    assert list(tmp_path.rglob("*")) == []
    assert "1 of 2" in room.run("begin(0)")


def test_the_folder_ignores_itself_in_git(room):
    room.widen("return 1")
    assert (store.store().folder / ".gitignore").read_text() == "*\n"
    assert not list(store.store().folder.glob(".widen*"))


def test_the_folder_is_found_from_anywhere_in_the_course(tmp_path, monkeypatch):
    lessons = tmp_path / "course" / "lessons"
    (lessons / "deep").mkdir(parents=True)
    (lessons / "00-start-here.ipynb").write_text("{}")
    for place in (lessons, lessons / "deep", lessons.parent):
        monkeypatch.chdir(place)
        assert store.lessons_folder() == lessons


def test_another_folder_called_lessons_is_none_of_ours(tmp_path, monkeypatch):
    place = tmp_path / "lessons" / "piano"
    place.mkdir(parents=True)
    monkeypatch.chdir(place)
    assert store.lessons_folder() == PACKAGE.parent / "lessons"
    monkeypatch.setattr(store, "__file__", str(tmp_path / "site-packages" / "minitorch" / "course" / "store.py"))
    assert store.lessons_folder() == place
    monkeypatch.setenv("MINITORCH_PROGRESS", "")
    store._stores.clear()
    assert store.store().folder == place / ".progress"
    store._stores.clear()


@pytest.mark.skipif(os.name != "posix", reason="a folder in use can be deleted on POSIX systems only")
@pytest.mark.parametrize("wanted", ["", "kept"])
def test_a_working_folder_that_is_gone(room, tmp_path, monkeypatch, wanted):
    """Without a checkout there is no place left to keep anything."""
    monkeypatch.setattr(store, "__file__", str(tmp_path / "site-packages" / "minitorch" / "course" / "store.py"))
    monkeypatch.setenv("MINITORCH_PROGRESS", wanted)
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    os.rmdir(tmp_path / "gone")
    assert "is gone; your work counts in this kernel only" in room.run("begin(0)")
    assert "[Passed]" in room.widen(RIGHT)
    assert "1 of 2 exercises accepted" in room.run("progress()")
    monkeypatch.undo()


# --- putting pieces in and out ---


def test_a_piece_is_replaced_wherever_it_stands(room):
    from types import ModuleType

    other = ModuleType("minitorch.pretended_user")
    other.known_as = original = room.package.widen
    sys.modules[other.__name__] = other
    try:
        room.widen(RIGHT)
        assert other.known_as is room.package.widen is not original
        install.take_out("widen")
        assert other.known_as is room.package.widen is original
    finally:
        del sys.modules[other.__name__]


def test_methods_and_properties_keep_their_kind(room):
    widen = exercises_of(0)[0]
    box = room.package.Box((2, 3))
    widen.target = "minitorch.pretended:Box.corners"
    undo = install.place(widen, lambda self: 100)
    assert box.corners == 100
    undo()
    assert box.corners == 4
    widen.target = "minitorch.pretended:Box.volume"
    undo = install.place(widen, lambda self: -1)
    assert box.volume() == -1
    undo()
    assert box.volume() == 6
    assert install.package_piece(widen)(box) == 6


def test_formulas_and_forwards_of_ops():
    import minitorch as mt
    from minitorch.ops.pointwise import arithmetic

    class Exercise:
        target, install = "minitorch.ops.pointwise.arithmetic:mul.grad[input]", None

    def gradient():
        x = mt.tensor([2.0, 3.0], requires_grad=True)
        (x * 5.0).sum().backward()
        return x.grad.tolist()

    undo = install.place(Exercise, lambda g, other: g * other * 10)
    assert gradient() == [50.0, 50.0]
    undo()
    assert gradient() == [5.0, 5.0]

    Exercise.target = "minitorch.ops.pointwise.arithmetic:mul"

    def mul(input, other):
        return input * other + 1

    undo = install.place(Exercise, mul)
    x = mt.tensor([2.0, 3.0], requires_grad=True)
    assert [arithmetic.mul(x, x).tolist(), (x * x).tolist(), x.mul(x).tolist()] == [[5.0, 10.0]] * 3
    assert gradient() == [6.0, 6.0]  # a formula is a function of tensors: its g * other is this mul, too
    undo()
    assert [arithmetic.mul(x, x).tolist(), (x * x).tolist(), x.mul(x).tolist()] == [[4.0, 9.0]] * 3


# --- a real restart ---


def test_a_second_process_finds_the_answers(tmp_path):
    code = """
import linecache, sys
from tests.course_pretend import Patch, classroom
with classroom(None, Patch()) as room:
    print(room.run("begin(0)"))
    if sys.argv[1] == "write":
        print(room.widen("return (1,) * (n - len(shape)) + tuple(shape)"))
    else:
        print(room.package.users((7,)), room.package.widen.__code__.co_filename)
"""
    env = dict(
        os.environ,
        MINITORCH_PROGRESS=str(tmp_path / "kept"),
        PYTHONPATH=str(PACKAGE.parent),
    )

    def process(word):
        done = subprocess.run([sys.executable, "-c", code, word], env=env, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "[Passed]" in process("write")
    text = process("read")
    assert "Your own code is in force for: `widen`" in text
    assert "(1, 1, 7)" in text
