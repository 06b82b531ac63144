"""What must not be lost, in SQLite or PostgreSQL: games, the keys to their seats, every command in order."""
