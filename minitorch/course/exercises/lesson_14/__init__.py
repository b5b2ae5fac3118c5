"""Exercises of lesson 14: a module's state, out and in."""
