"""Many workers on the same games: what they tell each other, who drives the bots, who replaces a dead worker."""
