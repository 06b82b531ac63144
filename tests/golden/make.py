"""Writes the golden games anew: `python -m tests.golden.make`.

They guard the rules: a change of these files means that a rule has changed, and needs a line in the CHANGELOG that
names the rule. Never run this to make a test pass.
"""

from pathlib import Path

from millefiori.record import dump
from tests.golden.playthrough import golden_record, play

FOLDER = Path(__file__).parent

GAMES: dict[str, list[tuple[int, bool, str, int]]] = {  # edition: players, tactical, style, seed
    "international": [(4, False, "eager", 48), (3, True, "random", 118)],
    "english": [(3, False, "hungry", 67), (4, True, "eager", 241)],
    "german": [(2, True, "random", 70), (4, False, "random", 71)],
    "french": [(4, False, "random", 12), (2, False, "eager", 47)],
    "caipirinha": [(2, False, "eager", 47), (2, True, "random", 59)],
}


def main() -> None:
    """One file for each edition, one game a line."""
    for edition, games in GAMES.items():
        lines = [
            dump(golden_record(play(edition, players, tactical=tactical, style=style, seed=seed)))
            for players, tactical, style, seed in games
        ]
        (FOLDER / f"{edition}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
