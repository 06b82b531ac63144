"""Play in the browser: rooms as the one authority, SQLite for what happened, a page without rules."""
