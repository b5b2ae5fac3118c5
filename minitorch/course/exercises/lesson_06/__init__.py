"""Exercises of lesson 06: a formula for every operation, and measuring whether it is right."""
