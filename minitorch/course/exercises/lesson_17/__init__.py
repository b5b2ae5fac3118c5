"""Exercises of lesson 17: what a pickle asks for, the machine that runs it, and who owns a tensor's memory."""
