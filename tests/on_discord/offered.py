"""Choose a random move among a person's offers, in the form their client or page would send."""

import random
from typing import Any

from bot.ports.messages import FormField, Offer
from bot.render.offers import FIXED

NOT_FOR_EVER = frozenset({"reroll"})
"""Moves that could be repeated while there is money."""


def given(offer: Offer, dice: random.Random) -> dict[str, Any]:
    """Return random options of the slash command for a move."""
    return {field.name: value for field in offer.fields if (value := chosen(field, dice)) is not None}


def chosen(field: FormField, dice: random.Random) -> Any:
    match field.kind:
        case "number":
            return str(dice.randint(field.low, min(field.high, field.low + 9)))
        case "flag":
            return dice.random() < 0.5
        case "one":
            return dice.choice(field.among).word
        case "some":
            count = dice.randint(field.least, field.most)
            return " ".join(one.word for one in dice.sample(field.among, count))
        case kind:
            words = [one.word for one in field.among]
            return " ".join(words if kind == FIXED else dice.sample(words, len(words)))
