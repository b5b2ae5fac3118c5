"""Exercises of lesson 15: hooks for the gradients that enter and leave a module."""
