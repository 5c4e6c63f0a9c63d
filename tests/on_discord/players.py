"""People who play on Discord without thinking: each makes a legal move by slash command, as their client offers it."""

import random
from typing import Any

from night import Night
from servers.interactions import Interaction
from servers.people import Person
from servers.places import Channel

from bot.messages import Card, FormField, Offer, Update
from bot.messages import Person as Player
from bot.offers import FIXED

PERSON = "person:"


async def looked(night: Night, person: Person, channel: Channel) -> Update | None:
    """The one table of this channel where this person sits, as they may see it."""
    player = Player(f"discord:{person.id}", person.name)
    seen = await night.house.look(
        player, f"discord:{channel.guild.id if channel.guild else 0}", f"discord:{channel.id}", "en"
    )
    return next((one for one in seen if one.audience.startswith(PERSON)), None)


async def move_of_anybody(
    night: Night, people: list[Person], channel: Channel, dice: random.Random
) -> tuple[Interaction, Card] | None:
    """One of those who may move does; None: nobody may, the clock goes on alone."""
    for person in dice.sample(people, len(people)):
        update = await looked(night, person, channel)
        offers = [] if update is None else [one for one in update.card.offers if one.verb not in NOT_FOR_EVER]
        if update is not None and offers:
            offer = dice.choice(offers)
            return await person.slash(offer.verb, channel=channel, **given(offer, dice)), update.card
    return None


NOT_FOR_EVER = frozenset({"reroll"})
"""What could go on as long as there is money."""


def given(offer: Offer, dice: random.Random) -> dict[str, Any]:
    """The options of the slash command for a move, chosen at random."""
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
