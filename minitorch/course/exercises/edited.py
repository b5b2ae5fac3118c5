"""Wrong answers that are the right one with a line changed."""


def edited(text, *changes):
    """The text after each (old, new) of the changes; ValueError if the old lines do not stand in it exactly once.

    >>> edited("a = 1", ("1", "2"))
    'a = 2'
    """
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in the text")
        text = text.replace(old, new)
    return text
