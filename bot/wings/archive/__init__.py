"""The archive: finished games in lists, people's statistics and ratings, seasons, and the results of evenings."""

from bot.commands.wing import Wing
from bot.ports.browser import MenuEntry
from bot.wings.archive.archive import LINK, LINKED
from bot.wings.archive.archive_commands import ArchiveCommands
from bot.wings.archive.evening_news import AT_WORK, TOLD, EveningNews
from bot.wings.archive.season_commands import SeasonCommands
from bot.wings.archive.season_news import SeasonNews

WING = Wing(
    (ArchiveCommands, SeasonCommands),
    parts=(EveningNews, SeasonNews),
    pages="bot.wings.archive.pages",
    switches=("evening",),
    notes=(LINK, LINKED, TOLD, AT_WORK),
    venue_settings=("evening", "seasons"),
    menu=(
        *(MenuEntry(word, "", "history") for word in ("games", "evening", "season", "top")),
        MenuEntry("stats", "", "you"),
    ),
)
