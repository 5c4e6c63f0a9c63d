"""A table's menu: the commands that stand neither among its buttons nor on the page by themselves."""

from typing import Final

from msgspec.structs import replace

from bot.ports.browser import MenuEntry
from bot.text import Words

ENTRIES: Final = (
    MenuEntry("options", "", "table"),
    MenuEntry("history", "", "table"),
    MenuEntry("enough", "", "table", who="host"),
    MenuEntry("mirror", "", "table", who="host"),
    MenuEntry("remove", "", "table", asks="seat"),
    MenuEntry("admit", "", "table", who="host or staff"),
    MenuEntry("fair", "", "table"),
    MenuEntry("replay", "", "table"),
    MenuEntry("games", "", "table"),
    MenuEntry("evening", "", "table"),
    MenuEntry("season", "", "table"),
    MenuEntry("top", "", "table"),
    MenuEntry("voids", "", "table"),
    MenuEntry("wallet", "", "you"),
    MenuEntry("ledger", "", "you"),
    MenuEntry("limit", "", "you"),
    MenuEntry("stats", "", "you"),
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
"""Without their labels yet."""
ON_THE_PAGE: Final = frozenset({"open", "table", "tables", "hand", "moves", "practice"})
"""What these tell or do stands there by itself."""
OF_A_HAND: Final = frozenset({"hand", "history", "moves", "odds", "rules", "table"})
"""All that may be said on a page that shows a hand at one table alone, besides moves (threats T33)."""
ELSEWHERE: Final = frozenset(
    {
        *("thread", "here", "stream", "want", "control", "community", "overlay", "correct", "gift", "pings", "page"),
        *("show", "safe"),
    }
)
"""These are about places and people of other platforms: who is on a page of ours has nothing to say by them."""


def menu(words: Words) -> tuple[MenuEntry, ...]:
    """Return the entries in words."""
    return tuple(replace(one, label=words.plain(f"menu-{one.line.replace(' ', '-')}")) for one in ENTRIES)
