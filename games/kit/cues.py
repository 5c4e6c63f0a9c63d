"""Name what an event sounds like, in one word. Pages have a sound for each; nobody needs sound to follow a game."""

from enum import StrEnum


class Cue(StrEnum):
    """Say what is heard. It follows from what the same audience is told, so it gives nothing away."""

    ROLL = "roll"
    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    SLIDE = "slide"
    CHIPS = "chips"
    CAPTURE = "capture"
    BURN = "burn"
    BITE = "bite"
    KICK = "kick"
    WIN = "win"
    LOSE = "lose"
