"""A game in the terminal: play it, read its story and score sheet, replay a record."""
