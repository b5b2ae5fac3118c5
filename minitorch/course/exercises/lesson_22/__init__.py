"""Exercises of lesson 22: losses."""
