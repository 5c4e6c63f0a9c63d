"""Hosting: hand a table over, invite people, keep onlookers out, and keep games with their options by a name."""

from bot.commands.wing import Wing
from bot.ports.browser import MenuEntry
from bot.wings.hosting.admissions import ADMISSION
from bot.wings.hosting.host_commands import HostCommands
from bot.wings.hosting.preset_commands import PresetCommands
from bot.wings.hosting.saved_tables import OF_A_PERSON, OF_A_PLACE

BETWEEN, HOSTS = "between", "host or staff"

WING = Wing(
    (HostCommands, PresetCommands),
    menu=(
        MenuEntry("host", "", "table", who=HOSTS, asks="whom"),
        MenuEntry("private", "", "table", who=HOSTS, when=BETWEEN),
        MenuEntry("public", "", "table", who=HOSTS),
        MenuEntry("invite", "", "table", who=HOSTS, asks="name"),
        MenuEntry("password", "", "table", who=HOSTS, asks="word"),
        MenuEntry("spectators off", "", "table", who=HOSTS),
        MenuEntry("spectators on", "", "table", who=HOSTS),
        MenuEntry("preset save", "", "table", who=HOSTS, asks="name"),
        MenuEntry("preset", "", "you"),
    ),
    notes=(ADMISSION, OF_A_PERSON, OF_A_PLACE),
)
