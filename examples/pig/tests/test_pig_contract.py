"""Pig keeps what every game promises."""

from pig import GAME

from potluck.testing import GameContract


class TestPig(GameContract):
    game = GAME
