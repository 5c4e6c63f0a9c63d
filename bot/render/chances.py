"""A seat's own chances in words: what it could compute from what it saw and was told."""

import hashlib
from collections.abc import Sequence
from typing import Any

from bot.text import Words
from games.catalogue import AnyGame
from games.kit.contract import PrivateEvent, Resample
from games.proof.seeded_dice import SeededDice


def chances_in_words(
    rules: AnyGame, view: Any, told: tuple[PrivateEvent, ...], resample: Resample, names: Sequence[str], words: Words
) -> list[str]:
    """Return a line for each chance; none if nothing can be computed.

    Sampling draws its randomness from the view (`docs/fairness.md`), so the same view has the same chances.
    """
    dice = SeededDice(hashlib.sha256(repr(view).encode()).digest(), "odds", b"")
    found = rules.odds(view, told, resample, dice)
    return [] if found is None else [words.sentence(line, names, rules) for line in found.lines]
