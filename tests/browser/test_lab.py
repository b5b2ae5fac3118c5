"""Lesson 00 in JupyterLab: it opens, every cell runs, and the exercises answer."""

import pytest

pytestmark = pytest.mark.browser

IDLE = """() => {
    const panel = window.jupyterapp && window.jupyterapp.shell.currentWidget;
    const session = panel && panel.sessionContext;
    return Boolean(session && session.session && session.session.kernel && session.session.kernel.status === "idle");
}"""
RUN_ALL = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
LEFT = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .filter(cell => cell.cell_type === "code" && cell.getSource().trim() && cell.execution_count === null).length"""
CLEAR = "() => { window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs'); }"
ERRORS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .filter(cell => cell.cell_type === "code" && !(cell.metadata.tags || []).includes("raises-exception"))
    .flatMap(cell => cell.outputs.filter(output => output.output_type === "error").map(output => output.evalue))"""

TEXTS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .flatMap(cell => cell.outputs || []).map(output => String((output.data || {})["text/plain"] || output.text))"""


def open_lesson(chromium, lab, name):
    """A page with a lesson open and its kernel waiting."""
    address, token = lab
    page = chromium.new_context(viewport={"width": 1280, "height": 1000}).new_page()
    page.goto(f"{address}/lab/tree/lessons/{name}?token={token}")
    page.wait_for_function(IDLE, timeout=90_000)
    return page


def run_all(page):
    page.evaluate(CLEAR)
    page.wait_for_timeout(300)
    page.evaluate(RUN_ALL)
    page.wait_for_function(f"() => ({LEFT})() === 0", timeout=120_000)
    page.wait_for_function(IDLE, timeout=120_000)


def test_lesson_00_runs_from_top_to_bottom(chromium, lab, tmp_path):
    page = open_lesson(chromium, lab, "00-start-here.ipynb")
    run_all(page)
    page.screenshot(path=str(tmp_path / "lesson-00.png"))
    assert page.evaluate(ERRORS) == []
    assert any("Not attempted" in text for text in page.evaluate(TEXTS))
