"""Bots on the server: their processes, the queue of questions, when they are woken, the first compilation."""
