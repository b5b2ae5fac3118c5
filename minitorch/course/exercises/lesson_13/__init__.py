"""Exercises of lesson 13: hooks for the gradients that enter and leave a module."""
