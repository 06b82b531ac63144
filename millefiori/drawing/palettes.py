"""Other colours for the diamonds of all seats: for eyes that cannot tell ruby from aquamarine, or want contrast."""

from millefiori.drawing.colours import GLASSES, Glass

PALETTES = {
    "classic": GLASSES,
    "safe": (
        Glass("#ffb38a", "#d55e00", "#6b2c00", "#ffffff"),  # vermilion
        Glass("#5f9fd0", "#00548f", "#002746", "#ffffff"),  # deep blue
        Glass("#fffbc2", "#f0e442", "#6f6900", "#3a3600"),  # yellow
        Glass("#d3efff", "#7cc8f2", "#14597f", "#04283d"),  # sky
        GLASSES[4],
    ),
    "contrast": (
        Glass("#e0566a", "#b00020", "#3d000b", "#ffffff"),  # red
        Glass("#4a4a4a", "#161616", "#000000", "#ffffff"),  # black
        Glass("#fff79a", "#ffd500", "#4d3f00", "#000000"),  # yellow
        Glass("#ffffff", "#f4f7ff", "#0b1e6b", "#0a1c64"),  # white
        Glass("#c9c9c9", "#8f8f8f", "#3a3a3a", "#1d1d1d"),  # neutral
    ),
}
"""By the name of the setting. `classic` is what the drawings have; the page exchanges it for another, colour by
colour, so the four of a glass differ."""
