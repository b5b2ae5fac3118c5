"""Exercises of lesson 13: what a conversion keeps, what it changes, and what it costs."""
