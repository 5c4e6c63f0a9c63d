"""A table's menu: the commands that are neither among its buttons nor on the page itself."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.ports.browser import MenuEntry
from bot.text import Words

GROUPS: Final = ("table", "history", "you", "staff")
ENTRIES: Final = (
    MenuEntry("options", "", "table"),
    MenuEntry("history", "", "history"),
    MenuEntry("time", "", "table", when="playing"),
    MenuEntry("enough", "", "table", who="host"),
    MenuEntry("mirror", "", "table", who="host"),
    MenuEntry("remove", "", "table", asks="seat"),
    MenuEntry("admit", "", "table", who="host or staff"),
    MenuEntry("fair", "", "history"),
    MenuEntry("replay", "", "history"),
    MenuEntry("voids", "", "history"),
    MenuEntry("wallet", "", "you"),
    MenuEntry("link", "", "you", asks="code"),
    MenuEntry("mydata", "", "you"),
    MenuEntry("forget me", "", "you"),
    MenuEntry("help", "", "you"),
    MenuEntry("lag", "", "you"),
    MenuEntry("pause", "", "staff", when="running", asks="reason"),
    MenuEntry("resume", "", "staff", when="paused"),
    MenuEntry("skip", "", "staff", when="playing", asks="reason"),
    MenuEntry("reset", "", "staff", when="playing", asks="reason"),
    MenuEntry("end", "", "staff", asks="reason"),
    MenuEntry("mod log", "", "staff"),
    MenuEntry("server", "", "staff"),
)
"""The entries, still without labels."""
FIRST: Final = ("stats", "wallet", "block", "notify", "link", "replay", "games")
"""Come first in their group, in this order: they are wanted most."""
LAST: Final = ("remove", "voids", "mydata", "lag", "help", "forget me")
"""Come last in their group, in this order: they are seldom wanted."""
ON_THE_PAGE: Final = frozenset({"open", "table", "tables", "hand", "moves", "face"})
"""The page itself already tells or does these."""
OF_A_HAND: Final = frozenset({"hand", "history", "moves", "odds", "rules", "table"})
"""All commands allowed on a page that shows only a hand at one table, besides moves (threats T33)."""
ELSEWHERE: Final = frozenset(
    {
        *("thread", "here", "pings", "page"),
        *("show", "safe"),
    }
)
"""These are about places and people of other platforms, so they are useless on our pages."""


def menu(words: Words, more: Sequence[MenuEntry] = ()) -> tuple[MenuEntry, ...]:
    """Return the entries, and `more` of them, by their groups and with their labels."""
    listed = sorted((*ENTRIES, *more), key=_rank)
    return tuple(replace(one, label=words.plain(f"menu-{one.line.replace(' ', '-')}")) for one in listed)


def _rank(one: MenuEntry) -> tuple[int, int, int]:
    first = FIRST.index(one.line) if one.line in FIRST else len(FIRST)
    return GROUPS.index(one.group), first, LAST.index(one.line) if one.line in LAST else -1
