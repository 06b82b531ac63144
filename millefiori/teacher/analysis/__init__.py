"""The analysis board: where actions lead from any position, and what bots think of it."""
