"""Reviews of finished games: made in the background by the bots' processes, kept with the game, shown on the page."""
