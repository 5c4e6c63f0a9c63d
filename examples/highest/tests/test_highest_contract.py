"""Highest Die keeps what every game promises."""

from highest import GAME

from potluck.testing import GameContract


class TestHighest(GameContract):
    game = GAME
