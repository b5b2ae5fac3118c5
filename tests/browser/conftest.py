"""A browser, the built book behind a local server, and a running JupyterLab."""

import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "_build" / "html"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def chromium():
    """A headless Chromium, driven by playwright."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def book():
    """The built book's folder."""
    if not (BOOK / "index.html").exists():
        pytest.skip("the book is not built: ./course book")
    return BOOK


@pytest.fixture(scope="session")
def site(book):
    """The address at which the built book is served."""

    class Silent(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(book)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def visit(chromium, site):
    """visit(page, width, dark) -> an open page that notes in `.outside` what it asks of other hosts."""
    contexts = []

    def open_page(address, width=1280, height=900, dark=False):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.outside, page.trouble = [], []
        page.on("request", lambda request: note_outside(page, request.url, site))
        page.on("pageerror", lambda error: page.trouble.append(str(error)))
        page.on("response", lambda response: response.status >= 400 and page.trouble.append(response.url))
        page.goto(site + address, wait_until="load")
        return page

    yield open_page
    for context in contexts:
        context.close()


def note_outside(page, url, site):
    if not url.startswith((site, "data:", "blob:", "about:")):
        page.outside.append(url)


@pytest.fixture
def lab(tmp_path):
    """The address of a JupyterLab on a copy of the lessons, with no answers accepted."""
    pytest.importorskip("jupyterlab", reason="needs JupyterLab")
    folder = tmp_path / "course"
    shutil.copytree(ROOT / "lessons", folder / "lessons", ignore=shutil.ignore_patterns(".*"))
    env = {
        **os.environ,
        "MINITORCH_PROGRESS": str(tmp_path / "progress"),
        "PYTHONPATH": str(ROOT),
        "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
        "JUPYTER_DATA_DIR": str(tmp_path / "data"),
        "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces"),
    }
    settings = tmp_path / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    log = tmp_path / "lab.log"
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"]
    command += ["--ServerApp.port=0", "--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={folder}"]
    with log.open("w") as output:
        server = subprocess.Popen(command, cwd=folder, env=env, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield address_of(log, server)
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def address_of(log, server):
    """(address, token) from the server's log, once it listens."""
    for _ in range(120):
        found = re.search(r"(http://127\.0\.0\.1:\d+)/lab\?token=(\w+)", log.read_text())
        if found:
            return found.groups()
        if server.poll() is not None:
            break
        time.sleep(0.5)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")
