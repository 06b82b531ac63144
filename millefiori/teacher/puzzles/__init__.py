"""Puzzles: positions with one best answer that easy bots miss; mined, graded and explained by play-outs."""
