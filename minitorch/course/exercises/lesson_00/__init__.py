"""Exercises of lesson 00: a gradient by trying, and the pieces of a library for single numbers."""
