"""Pack the prose of the lessons for lesson 31, which trains a model of language on it: python tools/prose.py

The file is a snapshot. It is made once and committed, so that training gives the same numbers after a lesson has changed.
"""

import json
import lzma
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKED = ROOT / "minitorch" / "data" / "prose.xz"
# code, formulas, tags, tables
LEFT_OUT = re.compile(r"(?s:```.*?(?:```|\Z)|\$\$.*?\$\$)|<[^>\n]*>|^\|.*$", re.MULTILINE)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


def paragraphs(markdown):
    """The paragraphs of a cell, each on one line: no code, formulas and tables, and of a link its text."""
    for block in re.split(r"\n\s*\n|\n(?=#|- |\d\. )", LINK.sub(r"\1", LEFT_OUT.sub("", markdown))):
        words = " ".join(block.split())
        if len(words) >= 40 and words.isascii():
            yield words


def main():
    found = []
    for path in sorted((ROOT / "lessons").rglob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                found += paragraphs("".join(cell["source"]))
    text = "\n".join(dict.fromkeys(found)) + "\n"
    PACKED.write_bytes(lzma.compress(text.encode("ascii"), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(text):,} characters, {len(set(text))} different ones, {PACKED.stat().st_size:,} bytes packed")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(
            "tools/prose.py takes no arguments. Without one, it packs the prose anew, and lessons 31 and 32 change."
        )
    main()
