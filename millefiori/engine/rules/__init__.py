"""The rules of the game, a file for each area of the board; the numbers cite docs/rules.md."""
