"""The colours of the seats: can they be told apart, also by colour-blind eyes?"""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from millefiori.drawing.palettes import PALETTES

Colour = NDArray[np.float64]

# How eyes without one kind of cone see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "all cones": np.eye(3),
    "no red cones": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green cones": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no blue cones": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def linear(colour: str) -> Colour:
    values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb: Colour) -> Colour:
    """CIE L*a*b*, in which distances are about as large as they look."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    scaled = to_xyz @ np.clip(rgb, 0, 1) / np.array([0.9505, 1.0, 1.089])
    x, y, z = np.where(scaled > 0.008856, np.cbrt(scaled), 7.787 * scaled + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def nearest(palette: str, eyes: str) -> float:
    """How different the two colours are that are most alike, neutral diamonds included."""
    seen = [lab(EYES[eyes] @ linear(glass.plain)) for glass in PALETTES[palette]]
    return min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2))


@pytest.mark.parametrize("palette", ["safe", "contrast"])
@pytest.mark.parametrize("eyes", EYES)
def test_no_two_seats_look_alike(palette: str, eyes: str) -> None:
    assert nearest(palette, eyes) > 25


def contrast(one: str, other: str) -> float:
    light, dark = sorted((float(np.array([0.2126, 0.7152, 0.0722]) @ linear(c)) for c in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", PALETTES)
def test_marks_and_numbers_can_be_read_on_their_glass(palette: str) -> None:
    needed = 7 if palette == "contrast" else 3
    assert all(contrast(glass.mark, glass.plain) >= needed for glass in PALETTES[palette][:4])


@pytest.mark.parametrize("palette", PALETTES)
def test_the_page_can_exchange_one_colour_for_another(palette: str) -> None:
    assert [next(iter(PALETTES)), *(len(set(glass)) for glass in PALETTES[palette])] == ["classic", 4, 4, 4, 4, 4]
