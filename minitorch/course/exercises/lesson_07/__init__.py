"""Exercises of lesson 07: a formula for every operation, and measuring whether it is right."""
