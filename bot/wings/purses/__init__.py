"""Purses: the ledger, gifts, one's own limit, and corrections by staff."""

from typing import Final

from bot.commands.wing import Wing
from bot.ports.browser import MenuEntry
from bot.wings.purses.correction_commands import ASKED, LOCK, Corrections
from bot.wings.purses.gifts import LOCK as GIVING
from bot.wings.purses.idle_purses import IdlePurses
from bot.wings.purses.purse_commands import PurseCommands

MOST: Final = 100_000
"""How many suckers a day the owner of a place may allow at most."""

WING = Wing(
    (PurseCommands, Corrections),
    (IdlePurses,),
    menu=(MenuEntry("ledger", "", "you"), MenuEntry("limit", "", "you")),
    elsewhere=("correct", "gift"),
    notes=(ASKED, LOCK, GIVING),
    venue_settings=("corrections", "gifts"),
    amounts=(("gifts", MOST), ("corrections", MOST)),
)
