"""Exercises of lesson 05: recording a graph and reading it."""
