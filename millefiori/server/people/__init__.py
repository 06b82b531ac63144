"""People: who one is, the hall to meet in, results and ratings. A server without a hall uses nothing of it."""
