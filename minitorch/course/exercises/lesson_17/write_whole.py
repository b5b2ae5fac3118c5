"""A file is replaced whole, or not at all."""

import os
import tempfile

from ...define import Case, Exercise, Law, Mistake, Wrong
from ..edited import edited

GIVEN = """
    import os
    import tempfile
    from pathlib import Path
    from minitorch.serialization.archive import new_name, same_rights

    def trial(write_whole, write, old=b"old"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.pt"
            if old is not None:
                path.write_bytes(old)
            stopped = []

            def noted(f):
                try:
                    write(f)
                except BaseException as error:
                    stopped.append(error)
                    raise

            try:
                write_whole(str(path), noted)
                came = None
            except (Exception, KeyboardInterrupt) as error:
                if not stopped:
                    raise
                came = type(error).__name__
            return {one.name[:6]: one.read_bytes() for one in sorted(Path(folder).iterdir())}, came

    def stop(error):
        raise error
"""

SOLUTION = '''
def write_whole(path, write):
    """Call write(f) with a new file beside `path`, which then takes its place. After an error, nothing has changed."""
    temporary = new_name(path)
    try:
        with open(temporary, "xb") as f:
            write(f)
            f.flush()
            os.fsync(f.fileno())
        same_rights(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
'''

exercise = Exercise(
    "write_whole",
    title="Whole or not at all",
    difficulty=3,
    minutes=7,
    target="minitorch.serialization.archive:write_whole",
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def write_whole(path, write):
            """Call write(f) with a new file beside `path`, which then takes its place. After an error, nothing has changed."""
            temporary = new_name(path)
            ...
            same_rights(path, temporary)
            os.replace(temporary, path)
    ''',
    solution=SOLUTION,
    why="Nobody ever sees half a file: under the name stands the old one until the new one is complete and on the disk, "
    "and os.replace changes the name in one step.",
    facts=[
        Case("trial(write_whole, lambda f: f.write(b'new'))", ({"a.pt": b"new"}, None)),
        Case("trial(write_whole, lambda f: f.write(b'new'), old=None)", ({"a.pt": b"new"}, None)),
        Case("trial(write_whole, lambda f: [f.write(b'one, '), f.write(b'two')])", ({"a.pt": b"one, two"}, None)),
        Case("trial(write_whole, lambda f: [f.write(b'new'), stop(ValueError())])", ({"a.pt": b"old"}, "ValueError")),
        Case("trial(write_whole, lambda f: [f.write(b'new'), stop(ValueError())], old=None)", ({}, "ValueError")),
        Case(
            "trial(write_whole, lambda f: [f.write(b'new'), stop(KeyboardInterrupt())])",
            ({"a.pt": b"old"}, "KeyboardInterrupt"),
        ),
        Case(
            """
            seen = []
            trial(write_whole, lambda f: [f.write(b"new"), f.flush(), seen.append(Path(f.name).with_name("a.pt").read_bytes())])
            seen
            """,
            [b"old"],
        ),
        Case(
            """
            same = []
            trial(write_whole, lambda f: same.append(str(Path(f.name).parent) != tempfile.gettempdir() and f.name.endswith(".tmp")))
            same
            """,
            [True],
        ),
        Case(
            """
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "a.pt"
                path.write_bytes(b"old")
                path.chmod(0o640)
                write_whole(str(path), lambda f: f.write(b"new"))
                mode = oct(path.stat().st_mode & 0o777)
            mode
            """,
            "0o640",
        ),
        Case(
            """
            with tempfile.TemporaryDirectory() as folder:
                for name in ("a.pt", "a.pt.tmp", "a.tmp"):
                    (Path(folder) / name).write_bytes(b"old")
                try:
                    write_whole(str(Path(folder) / "a.pt"), lambda f: f.write(b"new"))
                except Exception:
                    pass
                found = {one.name[:8]: one.read_bytes() for one in sorted(Path(folder).iterdir())}
            found
            """,
            {"a.pt": b"new", "a.pt.tmp": b"old", "a.tmp": b"old"},
        ),
        Case("trial(write_whole, lambda f: None)", ({"a.pt": b""}, None)),
        Law("the bytes are on the disk before the name is", lambda piece, rng: on_the_disk(piece, rng), times=2),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    "    temporary = new_name(path)\n"
                    "    try:\n"
                    '        with open(temporary, "xb") as f:\n'
                    "            write(f)\n"
                    "            f.flush()\n"
                    "            os.fsync(f.fileno())\n"
                    "        same_rights(path, temporary)\n"
                    "        os.replace(temporary, path)\n"
                    "    except BaseException:\n"
                    "        Path(temporary).unlink(missing_ok=True)\n"
                    "        raise",
                    '    with open(path, "wb") as f:\n'
                    "        write(f)\n"
                    "        f.flush()\n"
                    "        os.fsync(f.fileno())",
                ),
            ),
            "You write into the file itself, so after an error the old one is gone and half of the new one is there. Write "
            "into a new file, and rename it at the end.",
        ),
        Wrong(
            edited(SOLUTION, ("    except BaseException:", "    except Exception:")),
            "KeyboardInterrupt is no Exception, and somebody who presses Ctrl-C leaves a half-written file behind. `except "
            "BaseException` catches it, too.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        Path(temporary).unlink(missing_ok=True)\n        raise",
                    "        Path(temporary).unlink(missing_ok=True)",
                ),
            ),
            "The error is swallowed: whoever called believes that the file was saved. After tidying up, `raise` it "
            "again.",
        ),
        Wrong(
            edited(SOLUTION, ("        Path(temporary).unlink(missing_ok=True)\n        raise", "        raise")),
            "After an error the new file, half written, is left in the folder. Remove it: "
            "Path(temporary).unlink(missing_ok=True).",
        ),
        Wrong(
            edited(SOLUTION, ("            f.flush()\n            os.fsync(f.fileno())", "")),
            "The new name may reach the disk before the bytes do; after a power cut there is an empty file. Before the "
            "renaming: f.flush(), then os.fsync(f.fileno()).",
        ),
        Wrong(
            edited(SOLUTION, ("            f.flush()", "")),
            "What you wrote may still be in Python's own buffer when the disk is told to keep it. f.flush() comes before "
            "os.fsync.",
        ),
        Wrong(
            edited(SOLUTION, ("        same_rights(path, temporary)", "")),
            "The new file has other permissions than the old one had: same_rights(path, temporary) copies them.",
        ),
        Wrong(
            edited(SOLUTION, ("        os.replace(temporary, path)", "")),
            "The new file is complete, and nobody knows its name. os.replace(temporary, path) lets it take the old one's "
            "place.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        os.replace(temporary, path)",
                    "        Path(path).write_bytes(Path(temporary).read_bytes())\n        os.remove(temporary)",
                ),
            ),
            "Copying takes time, and half of it can be done when the power goes. os.replace only changes a name, and that "
            "happens in one step.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        same_rights(path, temporary)\n"
                    "        os.replace(temporary, path)\n"
                    "    except BaseException:\n"
                    "        Path(temporary).unlink(missing_ok=True)\n"
                    "        raise",
                    "        same_rights(path, temporary)\n"
                    "        os.replace(temporary, path)\n"
                    "    finally:\n"
                    "        if Path(temporary).exists():\n"
                    "            os.replace(temporary, path)",
                ),
            ),
            "In `finally` the half-written file takes the old one's place as well. Rename only if all went well.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("            write(f)\n            f.flush()", "            f.write(write)\n            f.flush()"),
            ),
            "`write` is a function that writes into the file that it is given: call it, write(f).",
        ),
        Wrong(
            edited(SOLUTION, ('"xb"', '"x"')),
            'The file takes bytes: open it with "xb" (or "wb"), not as text.',
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, FileNotFoundError) and ".minitorch-" in str(error),
            'There is no file `temporary`. open(temporary, "xb") makes one, and with os.replace it gets its new name: nothing can be '
            "done with it afterwards, so same_rights comes before, and removing is for an error.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "closed file" in str(error),
            "The file is closed already. What is done with f, f.flush() and os.fsync(f.fileno()), stands in the `with` block.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, FileNotFoundError) and "a.pt" in str(error),
            "Where there was no file before, there is none to remove. os.replace alone does it, in one step: between removing the "
            "old one and renaming there would be nothing under the name.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, FileExistsError)
                or expected == {"a.pt": b"new", "a.pt.tmp": b"old", "a.tmp": b"old"} != got
            ),
            "The name of the new file belongs to a file that is there already. new_name(path) gives one that nobody has.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "bytes-like object is required" in str(error),
            "`write` is a function that writes into the file that it is given: call it, write(f).",
        ),
        Mistake(
            lambda expected, got, error: got[1] == "TypeError" and expected[1] is None,
            'Writing stops with a TypeError. The file takes bytes, so it is opened with "xb" or "wb"; and '
            "`write` is a function to be called with it, write(f).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and expected[1] is not None and got[1] is None,
            "The error is swallowed: whoever called believes that the file was saved. After tidying up, `raise` it "
            "again.",
        ),
        Mistake(
            lambda expected, got, error: (
                None not in (expected[1], got[1]) and expected[1][-5:] in ("Error", "rrupt") and expected[1] != got[1]
            ),
            "Another error comes out than the one that was raised. `raise` alone, in the `except` block, passes on "
            "what came.",
        ),
        Mistake(
            lambda expected, got, error: "a.pt" in expected[0] and "a.pt" not in got[0] and ".minit" in got[0],
            "Under the name that was asked for there is nothing. os.replace(temporary, path): first the name that "
            "the file has, then the one that it gets.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and ".minit" in got[0],
            "Besides the file that was asked for, the temporary one is left in the folder. After an error, "
            "whichever it is (KeyboardInterrupt, too), it is removed; and if all went well, it is renamed.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and expected[1] is not None and got[0] != expected[0]
            ),
            "After an error there is not what was there before. `path` itself may only change at the very end, by "
            "os.replace, when all is written.",
        ),
        Mistake(
            lambda expected, got, error: expected == ({"a.pt": b"new"}, None) and got[0].get("a.pt") == b"old",
            "The old file is still there. os.replace(temporary, path) lets the new one take its place.",
        ),
        Mistake(
            lambda expected, got, error: expected == ({"a.pt": b"new"}, None) and (error or got[1]) is not None,
            "It stops with an error although nothing is wrong. Fill the new file, which is called `temporary`, by "
            "write(f), and close it; then come same_rights(path, temporary) and os.replace(temporary, path).",
        ),
        Mistake(
            lambda expected, got, error: expected == [b"old"] and got == [],
            "What write(f) was given is no file in the folder of `path`. Open the name that new_name(path) gave, and hand that "
            "file to write.",
        ),
        Mistake(
            lambda expected, got, error: expected == [b"old"] != got,
            "While the new file is written, the old one must still stand under its name.",
        ),
        Mistake(
            lambda expected, got, error: expected == [True] != got,
            "The new file belongs in the folder of `path`, under the name that new_name gives: only there is "
            "renaming one step.",
        ),
        Mistake(
            lambda expected, got, error: expected == "0o640" != got,
            "The new file has other permissions than the old one had: call same_rights(path, temporary).",
        ),
        Mistake(
            lambda expected, got, error: expected[1] == "renamed" and (got[0] is None or got[0][0] != "fsync"),
            "Nobody waits until the bytes are on the disk before the file gets its name: f.flush(), then "
            "os.fsync(f.fileno()), while it is open.",
        ),
        Mistake(
            lambda expected, got, error: expected[1] == "renamed" and got[0] != expected[0],
            "When os.fsync is called, a part of the bytes is still in Python's own buffer. f.flush() comes first, "
            "after all is written.",
        ),
    ],
    hints=[
        "Three parts: fill the new file, rename it, and tidy up if anything went wrong. The first two stand in a "
        "`try`.",
        '`with open(temporary, "xb") as f:` and in it write(f), f.flush(), os.fsync(f.fileno()). After the block, the '
        "two lines that are given.",
        "`except BaseException:`, then `Path(temporary).unlink(missing_ok=True)` and `raise`.",
    ],
)


def on_the_disk(piece, rng):
    """What is done to the file, in order, and how much of it the disk has when it is told to keep it."""
    calls, size = [], int(rng.integers(1, 2000))
    own = {name: getattr(os, name) for name in ("fsync", "replace", "rename")}

    def fsync(fd):
        number = fd if isinstance(fd, int) else fd.fileno()
        calls.append(("fsync", os.fstat(number).st_size))
        own["fsync"](fd)

    def renamed(name):
        return lambda *args, **options: (calls.append((name,)), own[name](*args, **options))[1]

    with tempfile.TemporaryDirectory() as folder:
        os.fsync, os.replace, os.rename = fsync, renamed("replace"), renamed("rename")
        try:
            piece(os.path.join(folder, "a.pt"), lambda f: f.write(bytes(size)))
        finally:
            os.fsync, os.replace, os.rename = own.values()
    first = calls[0] if calls else None
    return (
        {"bytes to write": size},
        (("fsync", size), "renamed"),
        (first, "renamed" if len(calls) > 1 else "not renamed"),
    )
