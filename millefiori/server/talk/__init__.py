"""Talk at the table: lines, phrases and emotes of players and, apart from them, of spectators."""
