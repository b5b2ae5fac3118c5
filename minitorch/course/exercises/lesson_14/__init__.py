"""Exercises of lesson 14: calling a module, and forward hooks."""

SETUP = """
def scale(factor):
    module = mt.nn.Module()
    module.forward = lambda x: x * factor
    return module

def pair(first, second):
    module = mt.nn.Module()
    module.first, module.second = first, second
    module.forward = lambda x: second(first(x))
    return module
"""
