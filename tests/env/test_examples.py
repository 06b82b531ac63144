"""The examples run, in little; those that need PyTorch where it is there (`make examples`)."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from millefiori.engine.compiled import IS_COMPILED
from millefiori.env.observation import HIGH, SIZE

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = [
    pytest.mark.skipif(not IS_COMPILED, reason="long games"),
    pytest.mark.filterwarnings("ignore"),  # those of the frameworks are theirs
]


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("more", [[], ["--mixed"]])
def test_the_dataset(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for file in ("one", "two"):
        few = ["--positions", "3000", "--games-at-once", "26", "--bot", "random"]
        example("dataset").main([*few, *more, "--out", str(tmp_path / file)])
    assert "positions in" in capsys.readouterr().out
    table = parquet.read_table(tmp_path / "one")
    assert table.num_rows >= 3000 and table.equals(parquet.read_table(tmp_path / "two")), "a seed repeats it"
    observations = np.frombuffer(b"".join(table["observation"].to_pylist()), np.uint8).reshape(-1, SIZE)
    assert (observations <= HIGH).all()
    masks = np.unpackbits(np.frombuffer(b"".join(table["mask"].to_pylist()), np.uint8).reshape(-1, 25), axis=1)
    assert masks[np.arange(table.num_rows), table["action"].to_numpy()].all(), "what was done was legal"
    won = table["margin"].to_numpy() > 0
    assert 0.2 < won.mean() < 0.8


def test_the_policy_gradient(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    example("policy_gradient").main(["--steps", "4", "--plot", str(tmp_path / "curve.svg")])
    assert "wins against random" in capsys.readouterr().out
    assert "<svg" in (tmp_path / "curve.svg").read_text()


def test_maskable_ppo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sb3_contrib")
    example("maskable_ppo").main(["--steps", "2048", "--games", "2", "--plot", str(tmp_path / "curve.svg")])
    assert "wins against random" in capsys.readouterr().out
    assert "<svg" in (tmp_path / "curve.svg").read_text()
