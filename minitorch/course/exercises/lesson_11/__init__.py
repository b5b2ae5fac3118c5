"""Exercises of lesson 11: what a conversion keeps, what it changes, and what it costs."""
