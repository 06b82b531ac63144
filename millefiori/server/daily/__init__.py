"""The deal of the day: everybody on a server plays the same deal against the same bots, once."""
