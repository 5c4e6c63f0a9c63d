"""High Die keeps what every game promises."""

from highdie import GAME

from potluck.testing import GameContract


class TestHighDie(GameContract):
    game = GAME
