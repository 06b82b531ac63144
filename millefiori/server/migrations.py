"""The versions of the database file: what leads from each to the next, and whose file it is."""

import sqlite3

APPLICATION = int.from_bytes(b"MFio")
"""Marks a file as ours, in `PRAGMA application_id`."""

MIGRATIONS = (
    # Version 1: games, the keys to their seats, their commands.
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY, setup BLOB NOT NULL, created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE keys (
        hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, kind TEXT NOT NULL)
        WITHOUT ROWID;
    CREATE TABLE commands (
        game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL,
        value INTEGER NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;
    """,
    # Version 2: keeping a card is a decision like any other.
    """
    UPDATE commands SET kind = 'decide' WHERE kind IN ('choose', 'act');
    UPDATE commands SET kind = 'undo turn' WHERE kind = 'reset';
    """,
    # Version 3: a deal that is played again names the game in which it was played first.
    """
    ALTER TABLE games ADD COLUMN first TEXT REFERENCES games;
    CREATE INDEX games_by_first ON games (first) WHERE first IS NOT NULL;
    """,
    # Version 4: the file says whose it is.
    f"""
    PRAGMA application_id = {APPLICATION};
    """,
    # Version 5: old games can be deleted. `changed` is the time of the last command, to the hour, in seconds since
    # 1970; games of earlier versions count from now. `finished` is NULL until somebody has looked: see `retention`.
    """
    ALTER TABLE games ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN finished INTEGER;
    UPDATE games SET changed = CAST(strftime('%s', 'now') AS INTEGER);
    CREATE INDEX games_by_changed ON games (changed);
    CREATE INDEX keys_by_game ON keys (game);
    """,
    # Version 6: when each command was given, in milliseconds since 1970; 0 for those of earlier versions.
    """
    ALTER TABLE commands ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
    """,
    # Version 7: players, their devices, and where they sit. Secrets are stored as hashes, times in seconds since 1970.
    """
    CREATE TABLE players (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, emblem INTEGER NOT NULL, is_unrated INTEGER NOT NULL,
        mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL, rated INTEGER NOT NULL, created BIGINT NOT NULL);
    CREATE TABLE devices (
        hash TEXT PRIMARY KEY, id TEXT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, created BIGINT NOT NULL,
        seen BIGINT NOT NULL);
    CREATE INDEX devices_by_player ON devices (player);
    CREATE TABLE device_keys (device TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (device, hash));
    CREATE TABLE tickets (hash TEXT PRIMARY KEY, player TEXT NOT NULL, expires BIGINT NOT NULL);
    CREATE TABLE sittings (
        game TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, PRIMARY KEY (game, seat));
    CREATE INDEX sittings_by_player ON sittings (player);
    """,
)
"""What leads from each version of the file to the next; `PRAGMA user_version` counts those that were applied."""
VERSION = len(MIGRATIONS)
MARKED = 4
"""From this version on the file says whose it is."""


class StoreError(RuntimeError):
    """A database that cannot be used."""


def check_owner(database: sqlite3.Connection) -> int:
    """The version of a file; refused if another program made it, or a newer version of this one. Nothing is written."""
    owner, version = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    is_new = not tables and owner == version == 0
    is_early = owner == 0 and 0 < version < MARKED and {"games", "keys", "commands"} <= tables
    if not (owner == APPLICATION or is_new or is_early):
        raise StoreError("this is a database of another program")
    if version > VERSION:
        raise StoreError(f"made by a newer version of this program (file version {version}, this reads {VERSION})")
    return int(version)


def migrate(database: sqlite3.Connection) -> None:
    """Bring a file of an earlier version up to date, each step wholly or not at all."""
    version = check_owner(database)
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        database.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
