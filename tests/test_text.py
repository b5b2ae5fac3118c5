"""What is committed reads the same everywhere: no machine's paths, no addresses, no times, no hosts of registries."""

import doctest
import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXT = {".py", ".md", ".toml", ".yml", ".yaml", ".cfg", ".css", ".js", ".html", ".json", ".svg", ".ipynb", ".txt", ""}
NOTEBOOKS = sorted((ROOT / "lessons").glob("*.ipynb"))

HOSTS = re.compile(
    r"\b(pypi\.org|files\.pythonhosted|registry\.npmjs|conda\.anaconda|download\.pytorch|jsdelivr|unpkg)"
)
PATHS = re.compile(r"(?<![\w.:/-])/(?:work|root|home|opt|Users|mnt)/[\w.-]+|[A-Z]:\\\\Users")
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b")
TIME = re.compile(r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d|\b\d\d:\d\d:\d\d\b|\bCPU times\b|\bWall time\b|\bper loop\b")


def committed():
    """The repository's text files."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no checkout, so there is no list of its files")
    paths = [ROOT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.suffix in TEXT and path.exists() and path != Path(__file__).resolve()]


def test_no_machine_paths_and_no_registry_hosts():
    found = []
    for path in committed():
        text = path.read_text(encoding="utf-8")
        found += [f"{path.relative_to(ROOT)}: {hit.group()}" for hit in [*PATHS.finditer(text), *HOSTS.finditer(text)]]
    assert found == []


@pytest.mark.parametrize("page", ["README.md", "book/pytorch.md"])
def test_a_page_shows_what_is_so(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    names = {}
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, names, page, None, 0)
        test.globs = names  # from one block to the next
        assert (
            doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed == 0
        )


def test_the_readme_leads_to_every_lesson_and_to_nothing_that_is_not_there():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert [link for link in links if not (ROOT / link).exists()] == []
    assert [link for link in links if link.endswith(".ipynb")] == [f"lessons/{path.name}" for path in NOTEBOOKS]


def outputs(notebook):
    """(cell number, the output's text in every form) of a notebook's outputs."""
    for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"]):
        for output in cell.get("outputs", ()):
            texts = {key: output.get(key, "") for key in ("text", "evalue", "traceback")} | output.get("data", {})
            for kind, text in texts.items():
                if kind != "image/png" and not isinstance(text, dict):
                    yield number, output, "".join(text)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
class TestNotebook:
    def test_every_code_cell_was_run_in_order(self, notebook):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code" and "".join(cell["source"]).strip()]
        assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
        assert any(cell["outputs"] for cell in code)

    def test_outputs_are_the_same_on_every_machine(self, notebook):
        for number, output, text in outputs(notebook):
            for pattern in (PATHS, ADDRESS, TIME):
                assert not (hit := pattern.search(text)), f"cell {number}: {hit.group()}"
            assert output.get("name") != "stderr", f"cell {number} writes to stderr: {text}"

    def test_no_error_but_the_expected_ones(self, notebook):
        for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"]):
            failed = any(output["output_type"] == "error" for output in cell.get("outputs", ()))
            expected = "raises-exception" in cell["metadata"].get("tags", [])
            assert failed == expected, f"cell {number}"

    def test_rich_outputs_have_a_text_beside_them(self, notebook):
        for number, output, _ in outputs(notebook):
            if "data" in output:
                assert "".join(output["data"].get("text/plain", "")).strip(), f"cell {number}"

    def test_metadata_is_what_every_run_writes(self, notebook):
        found = json.loads(notebook.read_text(encoding="utf-8"))
        assert found["metadata"]["kernelspec"]["name"] == "python3"
        assert "version" not in found["metadata"].get("language_info", {})
        assert [cell["id"] for cell in found["cells"]] == [
            f"{notebook.name[:2]}-{number:03d}" for number in range(len(found["cells"]))
        ]
        folded = {"hide-output": {"collapsed", "jupyter"}, "hide-input": {"jupyter"}}  # an answer; code to read on
        for cell in found["cells"]:
            allowed = {"tags"}.union(*[folded.get(tag, ()) for tag in cell["metadata"].get("tags", [])])
            assert set(cell["metadata"]) <= allowed, cell["id"]
