"""The engine: the printed facts, the state of a game, the rules, and what a seat may know."""
