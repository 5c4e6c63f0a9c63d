"""Coins keeps what every game promises."""

from coins import GAME

from potluck.testing import GameContract


class TestCoins(GameContract):
    game = GAME
