"""Exercises of lesson 14: calling a module, and hooks around forward."""

SETUP = """
class Double(Call):
    def forward(self, x, plus=0):
        return 2 * x + plus


def note(seen, name):
    def hook(module, *given):
        seen.append(name)
    return hook


def tried(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
"""
