"""Nights: evenings of games that are planned, called, seated and told of."""

from bot.commands.wing import Wing
from bot.ports.browser import MenuEntry
from bot.wings.nights.night_clock import NightClock
from bot.wings.nights.night_commands import DRAFT, NightCommands
from bot.wings.nights.night_raids import RAIDED, NightRaids
from bot.wings.nights.nights import NIGHTS
from bot.wings.nights.shown_nights import LINK, LINKED

WING = Wing(
    (NightCommands,),
    parts=(NightClock, NightRaids),
    pages="bot.wings.nights.pages",
    notes=(NIGHTS, DRAFT, LINK, LINKED, RAIDED),
    venue_settings=("zone",),
    menu=(MenuEntry("night", "", "table"),),
)
