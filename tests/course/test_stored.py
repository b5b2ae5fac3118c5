"""The pictures of lesson 00 are those that the package draws, and their numbers are PyTorch's."""

import json

import pytest

from minitorch.course import exercise, stored
from minitorch.course.notebooks import lessons_in


def test_stored_pictures_say_what_the_package_draws_now():
    drawn = stored.drawings()
    assert {name: stored.picture(name).text for name in drawn} == {name: one.text for name, one in drawn.items()}


def test_stored_pictures_stand_on_their_own():
    for name in stored.drawings():
        html = stored.picture(name).html
        assert 'src="http' not in html and "/home/" not in html and "file:" not in html


def test_an_unknown_picture_names_the_known_ones():
    with pytest.raises(KeyError, match="first graph, first pass"):
        stored.picture("last graph")


def test_the_gradients_in_the_text_are_pytorchs(torch):
    x, w = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
    y = (x + w) * (w + 1)
    y.backward()
    assert (y.item(), x.grad.item(), w.grad.item()) == (20.0, 4.0, 9.0)
    assert "x.grad     4.0" in stored.picture("first pass").text
    assert "= 9.0" in stored.picture("first pass").text


def test_the_card_printed_in_lesson_00_is_the_card_that_comes(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("MINITORCH_PROGRESS", str(tmp_path))
    exercise("double")(lambda x: x * x)
    card = capsys.readouterr().out.strip()
    cells = json.loads(lessons_in()[0].read_text(encoding="utf-8"))["cells"]
    assert any(card in "".join(cell["source"]) for cell in cells), card
