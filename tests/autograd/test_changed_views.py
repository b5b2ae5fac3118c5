"""Views of which the base, or they themselves, are changed in place: allowed, or refused, where PyTorch allows or refuses it."""

import pytest

import minitorch as mt

MADE = {
    "unbind": lambda h: h.unbind(),
    "split": lambda h: h.split(1),
    "chunk": lambda h: h.chunk(2),
    "unbind of a view": lambda h: h.view(4).unbind(),
    "a view of unbind": lambda h: [part.view(2, 1) for part in h.unbind()],
    "a part of unbind": lambda h: [part[0:1] for part in h.unbind()],
    "split of a part": lambda h: h[0:2].split(1),
    "index": lambda h: (h[0], h[1]),
}
CHANGED = {
    "base, view": lambda m, h, v: (h.mul_(2), v[0].mul_(2)),
    "base": lambda m, h, v: h.mul_(2),
    "base, then used": lambda m, h, v: (h.mul_(2), v[0] * 1),
    "base, then grad_fn": lambda m, h, v: (h.mul_(2), v[0].grad_fn),
    "view": lambda m, h, v: v[0].mul_(2),
    "view under no_grad": lambda m, h, v: quietly(m, lambda: v[0].mul_(2)),
    "base under no_grad, view": lambda m, h, v: (quietly(m, lambda: h.mul_(2)), v[0].mul_(2)),
    "base under no_grad, then used": lambda m, h, v: (quietly(m, lambda: h.mul_(2)), v[0] * 1),
    "base, view of the view": lambda m, h, v: (h.mul_(2), v[0][...].mul_(2)),
    "view of the view": lambda m, h, v: v[0][...].mul_(2),
    "base, fill": lambda m, h, v: (h.mul_(2), v[0].fill_(2.0)),
    "base, copy": lambda m, h, v: (h.mul_(2), v[0].copy_(v[1])),
}


def quietly(m, function):
    with m.no_grad():
        return function()


def answer(m, make, change, where):
    """The gradient of the sum of squares afterwards, or the error."""
    x = m.ones(2, 2, requires_grad=True)
    h = x if where == "leaf" else x * 1
    try:
        views = quietly(m, lambda: make(h)) if where == "no_grad" else make(h)
        change(m, h, views)
        (h * h).sum().backward()
    except RuntimeError as error:
        return str(error)[:70]
    return x.grad.tolist()


@pytest.mark.parametrize("where", ["grad", "no_grad", "leaf"])
@pytest.mark.parametrize("made", MADE)
def test_a_change_is_refused_where_pytorch_refuses_it(torch, made, where):
    for name, change in CHANGED.items():
        ours, theirs = [answer(m, MADE[made], change, where) for m in (mt, torch)]
        if isinstance(theirs, str):  # the words of the error differ
            assert isinstance(ours, str), name
        else:
            assert ours == theirs, name


def test_a_view_that_requires_a_gradient_itself_is_a_leaf(torch):
    for change in (lambda v: v.add_(1), lambda v: v[:1].mul_(2), lambda v: v.zero_()):
        said = []
        for m in (mt, torch):
            view = m.ones(4)[1:].requires_grad_()
            with pytest.raises(RuntimeError) as caught:
                change(view)
            said.append(str(caught.value))
            with m.no_grad():  # as an update of a weight is written
                change(view)
        assert said[0] == said[1]


def test_a_view_made_before_its_base_required_a_gradient():
    base, weight = mt.zeros(3), mt.ones(3, requires_grad=True)
    view = base[:2]
    base.copy_(weight * 3)
    view.mul_(5)
    (view.sum() + base.sum()).backward()
    assert weight.grad.tolist() == [30.0, 30.0, 3.0]


def test_a_retained_gradient_is_that_of_the_changed_values():
    for index in (slice(None), slice(1, None)):
        h = mt.tensor([1.0, 2.0, 3.0], requires_grad=True) * 2
        kept = h if index == slice(None) else h[index]
        kept.retain_grad()
        kept.mul_(5)
        (kept * 3).sum().backward()
        assert set(kept.grad.tolist()) == {3.0}


def test_a_changed_view_retains_no_gradient_of_its_old_values():
    h = mt.tensor([1.0, 2.0, 3.0], requires_grad=True) * 1
    part = h[1:]
    part.retain_grad()
    part.mul_(5)
    h.sum().backward()  # PyTorch: the new edge of the view is in no graph of h
    assert part.grad is None


def test_a_view_that_is_up_to_date_keeps_its_node():
    h = mt.ones(3, requires_grad=True) * 1
    part = h[1:]
    assert part.grad_fn is part.grad_fn and part.grad_fn.name() == "SliceBackward0"
    h.mul_(2)
    assert part.grad_fn is part.grad_fn and part.grad_fn.name() == "AsStridedBackward0"
