"""Load: how many people a server can serve at once, and what bounds it."""
