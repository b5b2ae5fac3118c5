"""Exercises of lesson 19: modules that hold modules, and ready-made layers and losses."""
