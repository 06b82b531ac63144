"""Players that decide by themselves, from a seat's view alone: see docs/bots.md."""
