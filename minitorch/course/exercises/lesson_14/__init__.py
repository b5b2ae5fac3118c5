"""Exercises of lesson 14: calling a module, and forward hooks."""
