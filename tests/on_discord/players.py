"""Provide people who play on Discord without thinking: each makes a legal move by slash command, as their client
offers.
"""

import asyncio
import random

from night import Night
from on_discord.offered import NOT_FOR_EVER, given
from slashes import gives
from standins.discord.interactions import Interaction
from standins.discord.people import Person
from standins.discord.places import Channel

from bot.ports.messages import Panel, Update
from bot.ports.messages import Person as Player

PERSON = "person:"
A_WHILE = 0.1
"""Seconds until somebody looks again: if nobody waits, no time passes."""


async def looked(night: Night, person: Person, channel: Channel) -> Update | None:
    """Return the only table of this channel where this person sits, as they may see it."""
    player = Player(f"discord:{person.id}", person.name)
    seen = await night.house.look(
        player, f"discord:{channel.guild.id if channel.guild else 0}", f"discord:{channel.id}", "en"
    )
    return next((one for one in seen if one.audience.startswith(PERSON)), None)


async def move_of_anybody(
    night: Night, people: list[Person], channel: Channel, dice: random.Random
) -> tuple[Interaction, Panel] | None:
    """Let one of those who may move do so; return None after a short wait if only the clock can act."""
    for person in dice.sample(people, len(people)):
        update = await looked(night, person, channel)
        offers = [] if update is None else [one for one in update.card.offers if one.verb not in NOT_FOR_EVER]
        if update is not None and offers:
            offer = dice.choice(offers)
            return await gives(person, offer.verb, channel=channel, **given(offer, dice)), update.card
    await asyncio.sleep(A_WHILE)
    return None
