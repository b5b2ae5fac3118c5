"""Exercises of lesson 16: a module's state, out and in."""
