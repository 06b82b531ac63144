"""One game, one room: commands in, events out; opening, seats, positions, replays."""
