"""Set who opens tables in a channel, as its streamer did earlier."""

import msgspec
from standins.twitch.channels import Channel

from bot.adapters.twitch.names import venue_named
from bot.people.opening_rules import OpeningRules
from bot.people.venues import VENUE, VenueSettings
from bot.ports.platforms import EVERYBODY
from persistence import Store

VIEWERS = (EVERYBODY,)


async def lets_open(store: Store, channel: Channel, groups: tuple[str, ...] | None = VIEWERS) -> None:
    """Do what `!control open` does; None means the usual rule on Twitch."""
    rules = VenueSettings(opening=OpeningRules(opens=groups))
    await store.put_note(VENUE, venue_named(channel.id), msgspec.json.encode(rules))
