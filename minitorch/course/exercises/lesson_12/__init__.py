"""Exercises of lesson 12: calling a module, and hooks around forward."""
