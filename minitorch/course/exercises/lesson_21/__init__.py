"""Exercises of lesson 21: the size of the numbers in a deep network, and initial values that keep it."""
