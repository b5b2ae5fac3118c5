"""Exercises of lesson 20: losses, an optimizer, and what goes round its step."""
