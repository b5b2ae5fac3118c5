"""Exercises of lesson 14: calling a module, and hooks around forward."""
