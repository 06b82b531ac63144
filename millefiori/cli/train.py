"""`millefiori train`: train the network of the learned bots."""

import json
import os
import sys
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import click

from millefiori.cli.options import SETTINGS

if TYPE_CHECKING:
    from millefiori.bots.learning.training import Progress, Trainer


@click.command(context_settings=SETTINGS)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same seed gives the same training."
)
@click.option("--generations", "-g", type=click.IntRange(min=1), help="Rounds of self-play and learning.")
@click.option("--games", "-k", type=click.IntRange(min=2), help="Games of self-play per generation.")
@click.option(
    "--begin",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Weights to begin with, and to be tested against; otherwise random ones, tested against greedy.",
)
@click.option("--rate", type=click.FloatRange(min=0, min_open=True), help="Length of the steps of learning at first.")
@click.option("--memory", type=click.IntRange(min=1), help="Positions that are remembered.")
@click.option("--cooling", type=click.FloatRange(min=0), help="How often they are seen again in the end.")
@click.option("--last-rate", type=click.FloatRange(min=0, min_open=True), help="And in the last generation.")
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="Threads for self-play and learning.",
)
def train(
    folder: Path,
    seed: int,
    generations: int | None,
    games: int | None,
    begin: Path | None,
    rate: float | None,
    last_rate: float | None,
    memory: int | None,
    cooling: float | None,
    threads: int,
) -> None:
    """Train the network of the learned bots by self-play, in all editions.

    After each generation, FOLDER gets a checkpoint, the weights and the learning curve. If you stop the training, the
    same command continues it.
    """
    from millefiori.bots.learning.training import Plan, Trainer

    plan = Plan(seed=seed)
    wanted = {
        "generations": generations,
        "games": games,
        "rate": rate,
        "last_rate": last_rate,
        "memory": memory,
        "cooling": cooling,
    }
    for name, value in wanted.items():
        if value is not None:
            setattr(plan, name, value)
    plan.begin = str(begin or "")
    try:
        folder.mkdir(parents=True, exist_ok=True)  # fail now, not after an hour of games
    except OSError as error:
        raise click.UsageError(f"cannot create the folder {folder}: {error.strerror}") from None
    if (folder / "checkpoint.npz").exists():
        try:
            trainer = Trainer.resume(folder, threads)
        except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile) as error:
            raise click.UsageError(f"cannot read the checkpoint {folder / 'checkpoint.npz'}: {error}") from None
        differ = [f.name for f in fields(plan) if getattr(trainer.plan, f.name) != getattr(plan, f.name)]
        if differ:
            raise click.UsageError(
                f"{folder} holds a training with another {' and '.join(differ)}: use the same, or another folder"
            )
        click.echo(f"Continuing after generation {_generations(trainer)}.", err=True)
    else:
        try:
            trainer = Trainer(plan, folder, threads)
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise click.UsageError(f"cannot read the weights {begin}: {error}") from None
    _run(trainer)
    click.echo(f"{folder / 'weights.npz'}: {_generations(trainer)} generations")


def _run(trainer: "Trainer") -> None:
    left = trainer.plan.generations + bool(trainer.plan.cooling) - len(trainer.history)
    with click.progressbar(length=left, label="Generations", file=sys.stderr, show_eta=True) as bar:
        for progress in trainer.run():
            bar.update(1)
            click.echo(_line(progress, trainer))
            _draw(trainer)


def _generations(trainer: "Trainer") -> int:
    """How many have been played: what comes after the last is the cooling."""
    return min(len(trainer.history), trainer.plan.generations)


def _rival(trainer: "Trainer") -> str:
    return Path(trainer.plan.begin).stem if trainer.plan.begin else "greedy"


def _line(progress: "Progress", trainer: "Trainer") -> str:
    is_cooling = progress.generation > trainer.plan.generations
    head = "cooling       " if is_cooling else f"generation {progress.generation:3}"
    return (
        f"{head}  {progress.games:7} games  error {progress.error:5.1f} points  "
        f"against {_rival(trainer)} {progress.wins:6.1%}, margin {progress.margin:+.1f}"
    )


def _draw(trainer: "Trainer") -> None:
    """Write the learning curve, as numbers and as a picture."""
    from millefiori.drawing.chart import line_chart

    history = trainer.history
    text = json.dumps([asdict(progress) for progress in history], indent=1)
    (trainer.folder / "curve.json").write_text(text + "\n", encoding="utf-8")
    points = [(float(progress.games), 100 * progress.wins) for progress in history]
    title = f"Two-player games won against {_rival(trainer)}"
    picture = line_chart(title, {"wins": points}, x_label="games of self-play", y_label="per cent")
    (trainer.folder / "curve.svg").write_text(picture, encoding="utf-8")
