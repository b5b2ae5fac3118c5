"""Exercises of lesson 30: attention."""
