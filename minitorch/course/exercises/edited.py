"""Wrong answers that are the right one with a line changed."""


def edited(text, *changes):
    """The text after each (old, new) of the changes; ValueError if the old words do not stand in it.

    >>> edited("a = 1", ("1", "2"))
    'a = 2'
    """
    for old, new in changes:
        if old not in text:
            raise ValueError(f"{old!r} does not stand in the text")
        text = text.replace(old, new)
    return text
