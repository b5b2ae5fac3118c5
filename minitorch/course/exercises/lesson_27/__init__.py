"""Exercises of lesson 27: a CNN."""
