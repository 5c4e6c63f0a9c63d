"""Hosting: hand a table over, invite people, keep onlookers out, and keep games with their options by a name."""

from bot.commands.wing import Wing
from bot.ports.browser import MenuEntry
from bot.wings.hosting.admissions import ADMISSION
from bot.wings.hosting.host_commands import HostCommands
from bot.wings.hosting.preset_commands import PresetCommands
from bot.wings.hosting.saved_tables import OF_A_PERSON, OF_A_PLACE

WING = Wing(
    (HostCommands, PresetCommands),
    menu=(
        MenuEntry("host", "", "table", who="host", asks="whom"),
        MenuEntry("private", "", "table", who="host", when="open"),
        MenuEntry("public", "", "table", who="host", when="closed"),
        MenuEntry("invite", "", "table", who="host", asks="name"),
        MenuEntry("password", "", "table", who="host", asks="word"),
        MenuEntry("spectators", "", "table", who="host"),
        MenuEntry("preset save", "", "table", who="host", asks="name"),
    ),
    notes=(ADMISSION, OF_A_PERSON, OF_A_PLACE),
)
