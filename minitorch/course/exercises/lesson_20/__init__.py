"""Exercises of lesson 20: an optimizer, and what goes round its step."""
