"""The versions of the database: what leads from each to the next, for SQLite and PostgreSQL.

A new version is one script at the end, `both(...)`, in words that both understand: TEXT, INTEGER (64 bits), BLOB.
"""

import re
from dataclasses import dataclass

APPLICATION = int.from_bytes(b"MFio")
"""Marks a database as ours."""


@dataclass(frozen=True)
class Migration:
    """A step to the next version, in the words of each database."""

    sqlite: str
    postgresql: str


def both(script: str) -> Migration:
    """A step that is the same for both, but for the names of types. Semicolons only end statements."""
    words = {"BLOB": "BYTEA", "INTEGER": "BIGINT"}
    translated = re.sub(r"\b(BLOB|INTEGER)\b", lambda found: words[found[0]], script)
    return Migration(script, re.sub(r"\s+WITHOUT ROWID\b", "", translated))


def sqlite_only(script: str) -> Migration:
    """A step from before there was PostgreSQL."""
    return Migration(script, "")


MIGRATIONS = (
    # Version 1: games, the keys to their seats, their commands.
    sqlite_only(
        """
        CREATE TABLE games (
            id TEXT PRIMARY KEY, setup BLOB NOT NULL, created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
        CREATE TABLE keys (
            hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, kind TEXT NOT NULL)
            WITHOUT ROWID;
        CREATE TABLE commands (
            game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL,
            value INTEGER NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;
        """
    ),
    # Version 2: keeping a card is a decision like any other.
    sqlite_only(
        """
        UPDATE commands SET kind = 'decide' WHERE kind IN ('choose', 'act');
        UPDATE commands SET kind = 'undo turn' WHERE kind = 'reset';
        """
    ),
    # Version 3: a deal that is played again names the game in which it was played first.
    sqlite_only(
        """
        ALTER TABLE games ADD COLUMN first TEXT REFERENCES games;
        CREATE INDEX games_by_first ON games (first) WHERE first IS NOT NULL;
        """
    ),
    # Version 4: the file says whose it is.
    sqlite_only(
        f"""
        PRAGMA application_id = {APPLICATION};
        """
    ),
    # Version 5: old games can be deleted. `changed` is the time of the last command, to the hour, in seconds since
    # 1970; games of earlier versions count from now. `finished` is NULL until somebody has looked: see `retention`.
    sqlite_only(
        """
        ALTER TABLE games ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE games ADD COLUMN finished INTEGER;
        UPDATE games SET changed = CAST(strftime('%s', 'now') AS INTEGER);
        CREATE INDEX games_by_changed ON games (changed);
        CREATE INDEX keys_by_game ON keys (game);
        """
    ),
    # Version 6: commands have a time, in milliseconds since 1970; 0 for earlier ones. PostgreSQL begins here.
    Migration(
        """
        ALTER TABLE commands ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
        """,
        """
        CREATE TABLE games (
            id TEXT PRIMARY KEY, setup BYTEA NOT NULL, created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
            first TEXT, changed BIGINT NOT NULL, finished BIGINT);
        CREATE TABLE keys (
            hash BYTEA PRIMARY KEY, game TEXT NOT NULL REFERENCES games, seat BIGINT NOT NULL, kind TEXT NOT NULL);
        CREATE TABLE commands (
            game TEXT NOT NULL REFERENCES games, n BIGINT NOT NULL, seat BIGINT NOT NULL, kind TEXT NOT NULL,
            value BIGINT NOT NULL, at BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (game, n));
        CREATE INDEX games_by_first ON games (first) WHERE first IS NOT NULL;
        CREATE INDEX games_by_changed ON games (changed);
        CREATE INDEX keys_by_game ON keys (game);
        """,
    ),
    # Version 7: players, their devices, and where they sit. Secrets are stored as hashes, times in seconds since 1970.
    both(
        """
        CREATE TABLE players (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, emblem INTEGER NOT NULL, is_unrated INTEGER NOT NULL,
            mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL, rated INTEGER NOT NULL,
            created BIGINT NOT NULL);
        CREATE TABLE devices (
            hash TEXT PRIMARY KEY, id TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, created BIGINT NOT NULL,
            seen BIGINT NOT NULL);
        CREATE INDEX devices_by_player ON devices (player);
        CREATE TABLE device_keys (device TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (device, hash));
        CREATE TABLE tickets (hash TEXT PRIMARY KEY, player TEXT NOT NULL, expires BIGINT NOT NULL);
        CREATE TABLE sittings (
            game TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, PRIMARY KEY (game, seat));
        CREATE INDEX sittings_by_player ON sittings (player);
        """
    ),
    # Version 8: what games with a clock wait for, and when their time is up, in milliseconds since 1970.
    both(
        """
        CREATE TABLE deadlines (
            game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, since INTEGER NOT NULL, due INTEGER NOT NULL,
            PRIMARY KEY (game, seat)) WITHOUT ROWID;
        CREATE INDEX deadlines_by_due ON deadlines (due);
        """
    ),
    # Version 9: gatherings in the hall, the games that came of them, and the results of players. `hall` has one row:
    # whoever changes a gathering changes it first, so that all workers do so one after the other.
    both(
        """
        CREATE TABLE hall (changes INTEGER NOT NULL);
        INSERT INTO hall (changes) VALUES (0);
        CREATE TABLE gatherings (
            id TEXT PRIMARY KEY, edition TEXT NOT NULL, tactical INTEGER NOT NULL, seats INTEGER NOT NULL,
            kind TEXT NOT NULL, tempo TEXT NOT NULL, is_rated INTEGER NOT NULL, is_listed INTEGER NOT NULL,
            level TEXT NOT NULL, created INTEGER NOT NULL);
        CREATE TABLE sitters (
            gathering TEXT NOT NULL, player TEXT NOT NULL, agrees INTEGER NOT NULL, since INTEGER NOT NULL,
            seen INTEGER NOT NULL, PRIMARY KEY (gathering, player));
        CREATE INDEX sitters_by_player ON sitters (player);
        CREATE TABLE hall_games (
            game TEXT PRIMARY KEY, gathering TEXT NOT NULL, edition TEXT NOT NULL, tactical INTEGER NOT NULL,
            tempo TEXT NOT NULL, levels TEXT NOT NULL, is_rated INTEGER NOT NULL, is_listed INTEGER NOT NULL,
            watch TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER);
        CREATE INDEX hall_games_by_end ON hall_games (is_listed, ended, began);
        CREATE INDEX hall_games_by_gathering ON hall_games (gathering);
        CREATE INDEX hall_games_by_began ON hall_games (began);
        CREATE TABLE results (
            game TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT, level TEXT NOT NULL, edition TEXT NOT NULL,
            seats INTEGER NOT NULL, score INTEGER NOT NULL, place INTEGER NOT NULL, is_rated INTEGER NOT NULL,
            mu_before DOUBLE PRECISION, mu DOUBLE PRECISION, sigma DOUBLE PRECISION, ended INTEGER NOT NULL,
            PRIMARY KEY (game, seat));
        CREATE INDEX results_by_player ON results (player, ended);
        """
    ),
    # Version 10: who wants to be told that it is their turn, and at which seats. Times in milliseconds since 1970.
    both(
        """
        CREATE TABLE subscriptions (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, address TEXT NOT NULL, language TEXT NOT NULL,
            leaving TEXT NOT NULL, confirming TEXT NOT NULL, told INTEGER NOT NULL, secret TEXT NOT NULL,
            created INTEGER NOT NULL);
        CREATE INDEX subscriptions_by_secret ON subscriptions (secret);
        CREATE INDEX subscriptions_by_address ON subscriptions (address);
        CREATE TABLE subscribed_seats (
            subscription TEXT NOT NULL, game TEXT NOT NULL, seat INTEGER NOT NULL,
            PRIMARY KEY (subscription, game, seat));
        CREATE INDEX subscribed_seats_by_game ON subscribed_seats (game, seat);
        """
    ),
    # Version 11: passkeys of players, by their public keys, and challenges that wait for an answer.
    both(
        """
        CREATE TABLE passkeys (
            id TEXT PRIMARY KEY, player TEXT NOT NULL, public_key TEXT NOT NULL, signs INTEGER NOT NULL,
            created INTEGER NOT NULL);
        CREATE INDEX passkeys_by_player ON passkeys (player);
        CREATE TABLE challenges (hash TEXT PRIMARY KEY, player TEXT NOT NULL, expires INTEGER NOT NULL);
        """
    ),
    # Version 12: whom the operator has banned, and what running workers must look at again. Times in seconds.
    both(
        """
        CREATE TABLE bans (
            kind TEXT NOT NULL, what TEXT NOT NULL, reason TEXT NOT NULL, until INTEGER NOT NULL,
            created INTEGER NOT NULL, PRIMARY KEY (kind, what));
        CREATE TABLE orders (
            n INTEGER PRIMARY KEY, kind TEXT NOT NULL, what TEXT NOT NULL, given INTEGER NOT NULL);
        """
    ),
    # Version 13: the last lines of talk at each table, and lines that were reported, with times in milliseconds since
    # 1970; what may be said at a table in the hall.
    both(
        """
        CREATE TABLE lines (
            game TEXT NOT NULL, channel TEXT NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL,
            who TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (game, channel, n));
        CREATE INDEX lines_by_at ON lines (at);
        CREATE TABLE reports (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, at INTEGER NOT NULL, reporter INTEGER NOT NULL,
            about TEXT NOT NULL, said TEXT NOT NULL);
        CREATE INDEX reports_by_at ON reports (at);
        ALTER TABLE gatherings ADD COLUMN talk TEXT NOT NULL DEFAULT 'all';
        """
    ),
    # Version 14: reviews, as zipped notes. `record` is that of a game that is not one of ours; `game` is then its name.
    both(
        """
        CREATE TABLE reviews (game TEXT PRIMARY KEY, record BLOB, notes BLOB, changed INTEGER NOT NULL);
        CREATE INDEX reviews_by_changed ON reviews (changed);
        """
    ),
    # Version 15: seconds after which spectators of a table in the hall see what happens, and whom players have blocked.
    both(
        """
        ALTER TABLE gatherings ADD COLUMN delay INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE hall_games ADD COLUMN delay INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE blocks (
            player TEXT NOT NULL, blocked TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (player, blocked));
        CREATE INDEX blocks_by_blocked ON blocks (blocked);
        """
    ),
    # Version 16: the deal of the day: the secret that all deals follow from, and one try of each device or player.
    both(
        """
        CREATE TABLE daily_secret (id INTEGER PRIMARY KEY, secret TEXT NOT NULL);
        CREATE TABLE daily_tries (
            day TEXT NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL, scores TEXT NOT NULL,
            share TEXT NOT NULL, PRIMARY KEY (day, who));
        CREATE INDEX daily_tries_by_game ON daily_tries (game);
        """
    ),
    # Version 17: what seats of games over days would like to decide next. Secrets of their seats, like hands.
    both(
        """
        CREATE TABLE wishes (
            game TEXT NOT NULL, seat INTEGER NOT NULL, n INTEGER NOT NULL, actions TEXT NOT NULL,
            PRIMARY KEY (game, seat));
        """
    ),
    # Version 18: duplicates: their people, and the tables at which they play the same deals. Times in seconds. Whoever
    # changes one adds to `changes` first, so that all workers do so one after the other.
    both(
        """
        CREATE TABLE duplicates (
            id TEXT PRIMARY KEY, terms TEXT NOT NULL, created INTEGER NOT NULL, begun INTEGER NOT NULL,
            changes INTEGER NOT NULL);
        CREATE INDEX duplicates_by_created ON duplicates (created);
        CREATE TABLE duplicate_people (
            duplicate TEXT NOT NULL, number INTEGER NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (duplicate, number));
        CREATE INDEX duplicate_people_by_who ON duplicate_people (who);
        CREATE TABLE duplicate_tables (
            game TEXT PRIMARY KEY, duplicate TEXT NOT NULL, deal INTEGER NOT NULL, number INTEGER NOT NULL,
            commitment TEXT NOT NULL, result TEXT NOT NULL, is_open INTEGER NOT NULL, share TEXT NOT NULL);
        CREATE INDEX duplicate_tables_by_duplicate ON duplicate_tables (duplicate, deal, number);
        """
    ),
)
"""What leads from each version to the next."""
VERSION = len(MIGRATIONS)
MARKED = 4
"""From this version on a file of SQLite says whose it is."""
