"""The stepper: its frames are what a backward pass does, and its buttons work."""

import shutil

import numpy as np
import pytest

import minitorch as mt

pytest.importorskip("graphviz", reason="pictures need graphviz: pip install graphviz")
if shutil.which("dot") is None:
    pytest.importorskip("pygraphviz", reason="pictures need pygraphviz or dot: pip install pygraphviz")

viz = mt.viz


def worked_example():
    x = mt.tensor([2.0], requires_grad=True)
    w = mt.tensor([1.0], requires_grad=True)
    a = x + w
    b = w + 1
    return x, w, a, b, a * b


def test_words():
    x, w, a, b, y = worked_example()
    assert repr(viz.step(y)) == (
        "backward pass of y: 3 steps\n"
        "  start: the gradient of y is [1.0]\n"
        "  1. MulBackward0, which made y\n"
        "     g arrives     [1.0]\n"
        "     to input = a  g * other = [1.0] * [2.0] = [2.0]\n"
        "     to other = b  g * input = [1.0] * [3.0] = [3.0]\n"
        "  2. AddBackward0, which made b\n"
        "     g arrives     [3.0]\n"
        "     to input = w  g = [3.0]\n"
        "     w waits       [3.0] so far; more is to come\n"
        "  3. AddBackward0, which made a\n"
        "     g arrives     [2.0]\n"
        "     to input = x  g = [2.0]\n"
        "     to other = w  g = [2.0]\n"
        "     x.grad        [2.0]\n"
        "     w.grad        [3.0] (from b) + [2.0] (from a) = [5.0]"
    )


def test_frames_by_hand():
    x, w, a, b, y = worked_example()
    frames = viz.step(y).frames
    assert [frame.name for frame in frames] == ["MulBackward0", "AddBackward0", "AddBackward0"]
    assert [frame.label for frame in frames] == ["y", "b", "a"]
    assert [flow.fitted.item() for flow in frames[0].flows] == [2.0, 3.0]  # b, a
    old, added, new = frames[2].totals["w"]
    assert old is None and added == 5.0 and new == 5.0  # dy/dw = (w + 1) + (x + w)


def test_nothing_is_disturbed():
    x, w, a, b, y = worked_example()
    y.backward(retain_graph=True)
    held = x.grad
    s = viz.step(y)
    assert x.grad is held and x.grad.item() == 2.0 and w.grad.item() == 5.0
    assert s.frames[-1].totals["x"][0] == 2.0 and s.frames[-1].totals["x"][2] == 4.0
    y.backward()
    assert x.grad.item() == 4.0 and w.grad.item() == 10.0
    assert a.grad_fn.hooks is None and x._hooks is None


def test_accumulate():
    x, w, a, b, y = worked_example()
    viz.step(y, accumulate=True)
    assert (x.grad.item(), w.grad.item()) == (2.0, 5.0)
    assert "[2.0] (before) + [2.0] = [4.0]" in repr(viz.step(y, accumulate=True))
    assert (x.grad.item(), w.grad.item()) == (4.0, 10.0)


def test_a_small_network_against_pytorch(torch):
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(shape).astype("float32") for shape in ((5, 3), (3, 4), (4,))]

    def loss_of(lib, make):
        X, W, b = [make(array) for array in arrays]
        W.requires_grad_()
        b.requires_grad_()
        h = (X @ W + b).tanh()
        h.retain_grad()
        return W, b, h, (h * h).mean()

    W, b, h, loss = loss_of(mt, lambda array: mt.tensor(array))
    tW, tb, th, tloss = loss_of(torch, torch.tensor)
    tloss.backward()
    s = viz.step(loss)
    totals = {name: total for frame in s.frames for name, total in frame.totals.items()}
    np.testing.assert_allclose(totals["W"][2], tW.grad.numpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(totals["b"][2], tb.grad.numpy(), rtol=1e-5, atol=1e-6)
    arrived = next(frame for frame in s.frames if frame.name == "TanhBackward0").arrived
    np.testing.assert_allclose(arrived, th.grad.numpy(), rtol=1e-5, atol=1e-6)
    assert h.grad is None and W.grad is None
    assert "summed to shape (4,)" in repr(s)


def test_hooks_run_and_show():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    q = x * x
    q.register_hook(lambda g: g * 10)
    s = viz.step(q.sum())
    assert "a hook makes it  [10.0, 10.0]" in repr(s)
    np.testing.assert_allclose(s.frames[-1].totals["x"][2], [20.0, 40.0])


def test_gradient_argument_and_errors():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    y = x * 3
    s = viz.step(y, gradient=mt.tensor([1.0, 0.0]))
    np.testing.assert_allclose(s.frames[-1].totals["x"][2], [3.0, 0.0])
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        viz.step(y)
    with pytest.raises(RuntimeError, match="does not require grad"):
        viz.step(mt.ones(1))
    assert y.grad_fn.hooks is None and x._hooks is None  # also after an error
    z = (x * x).sum()
    z.backward()
    with pytest.raises(RuntimeError, match="second time"):
        viz.step(z)


def test_a_leaf_alone():
    x = mt.tensor(1.0, requires_grad=True)
    assert "x.grad: 1.0" in repr(viz.step(x)) and x.grad is None
    assert "<svg" in viz.step(x).svg


def test_a_joint_formula_and_several_results():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    s = viz.step(mt.cat([x, x * 2]).sum())
    np.testing.assert_allclose(s.frames[-1].totals["x"][2], [3.0, 3.0])
    a, b = x.unbind()
    s = viz.step(a * b)
    np.testing.assert_allclose(s.frames[-1].totals["x"][2], [2.0, 1.0])


def test_long_passes_show_their_ends():
    y = mt.tensor([1.0], requires_grad=True)
    for _ in range(500):
        y = y * 1.0
    s = viz.step(y, limit=30)
    assert len(s.frames) == 30 and s.total == 500 and s.frames[-1].number == 500
    assert "... 470 more steps ..." in repr(s)
    assert len(s.html()) < 200_000


def test_html_reads_without_scripts():
    x, w, a, b, y = worked_example()
    html = viz.step(y).html()
    still = html[: html.index("<script>")]
    assert 'class="mt-stepper"' in still and "data:image/svg+xml;base64," in still
    assert still.count('class="mt-frame"') == 4 and "g * other = [1.0] * [2.0] = [2.0]" in still
    assert "http://" not in html.split("<script>")[1] and 'src="http' not in html
    assert viz.step(y).html() == html  # the same content, the same ids


# --- in a browser --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium():
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.mark.browser
def test_buttons_slider_and_keys(chromium, tmp_path):
    x, w, a, b, y = worked_example()
    viz.step(y).save(tmp_path / "step.html")
    page = chromium.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"file://{tmp_path}/step.html")
    status, shown = page.locator(".mt-stepper output"), page.locator(".mt-frame.mt-shown")

    def at(words, heading, now):
        assert status.inner_text() == words
        assert shown.count() == 1 and heading in shown.inner_text()
        assert page.evaluate("document.querySelector('.mt-now').id").endswith(now)

    at("start", "Start: 3 steps to come", "-y1")
    assert page.get_by_role("button", name="First step").is_disabled()
    page.get_by_role("button", name="One step on").click()
    at("step 1 of 3", "1. MulBackward0", "-n3")
    page.keyboard.press("ArrowRight")
    at("step 2 of 3", "2. AddBackward0, which made b", "-n2")
    assert page.locator(".mt-later[id$='x2g'], .mt-later[id$='x1g']").count() == 2  # no gradient has accumulated yet
    page.get_by_role("button", name="Last step").click()
    at("step 3 of 3", "3. AddBackward0, which made a", "-n1")
    assert page.locator("svg .mt-later").count() == 0
    page.keyboard.press("ArrowLeft")
    at("step 2 of 3", "2. AddBackward0", "-n2")
    page.get_by_role("slider").fill("1")
    at("step 1 of 3", "1. MulBackward0", "-n3")
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Play all steps").click()
    page.wait_for_function("document.querySelector('.mt-stepper output').textContent === 'step 1 of 3'", timeout=5000)
    assert errors == []


@pytest.mark.browser
def test_on_a_phone_and_twice_on_a_page(chromium, tmp_path):
    x, w, a, b, y = worked_example()
    (tmp_path / "two.html").write_text('<meta charset="utf-8">' + viz.step(y).html() * 2, encoding="utf-8")
    page = chromium.new_page(viewport={"width": 390, "height": 800})
    page.goto(f"file://{tmp_path}/two.html")
    assert page.locator(".mt-stepper[data-ready] svg").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="One step on").nth(1).click()
    assert page.locator(".mt-stepper output").all_inner_texts() == ["start", "step 1 of 3"]
