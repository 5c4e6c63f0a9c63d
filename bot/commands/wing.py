"""Wings: features that are not part of the table itself, each in a folder of `bot/wings/` that can be taken out."""

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from msgspec import Struct

from bot.commands.command import Parameter
from bot.ports.browser import MenuEntry

WINGS: Final = Path(__file__).parents[1] / "wings"
PAGES: Final = "PAGES"
"""The name of the list of classes in a module of pages. Their `routes` are served; they can take the server's parts."""
SERVING: Final = "SERVING"
"""The name of the list of parts in a module for serving; they are made before the bot starts."""
SETTINGS: Final = "SETTINGS"
"""The name of the list of classes of settings there."""
NAME: Final = "WING"
"""The name of the declaration in a wing's package."""


class StaffOrder(Struct, frozen=True):
    """A word that may follow `mod`, and what may follow it. It is done by the hook `orders`."""

    word: str
    parameters: tuple[Parameter, ...] = ()


class Wing(Struct, frozen=True):
    """What a wing adds.

    `families`: of commands. `parts`: made at the start, because they register with hooks. `pages`: the name of the
    module of its pages, loaded only where pages are served; empty: it has none. `switches`: settings of a venue that
    its owner turns on and off with `server`. `amounts`: those that are a number of suckers a day, and the most that it
    may be. `menu`: its entries in a table's menu. `elsewhere`: its commands without such an entry, because they are no
    use on our pages, or have their own place on a page. `orders`: words that may follow `mod`. `settings`:
    words that may follow `server`, done by the hook `sets`. `notes`: the kinds of
    notes that it stores. `venue_settings`: the fields of a venue's settings that only it changes. `serving`: the name
    of the module of what it needs only where people are served, not in the console: parts, and settings of the
    operator.
    """

    families: tuple[type, ...] = ()
    parts: tuple[type, ...] = ()
    pages: str = ""
    switches: tuple[str, ...] = ()
    amounts: tuple[tuple[str, int], ...] = ()
    menu: tuple[MenuEntry, ...] = ()
    elsewhere: tuple[str, ...] = ()
    orders: tuple[StaffOrder, ...] = ()
    settings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    venue_settings: tuple[str, ...] = ()
    serving: str = ""


@cache
def installed() -> dict[str, Wing]:
    """Return the wings that are installed, by name."""
    names = sorted(found.name for found in iter_modules([str(WINGS)]))
    return {name: getattr(import_module(f"bot.wings.{name}"), NAME) for name in names}


def wings() -> tuple[Wing, ...]:
    """Return the wings that are installed, in the order of their names."""
    return tuple(installed().values())


def switches() -> tuple[str, ...]:
    """Return the settings of wings that an owner can turn on and off."""
    return tuple(one for wing in wings() for one in wing.switches)


def amounts() -> dict[str, int]:
    """Return the settings of wings that are so many suckers a day, each with the most that it may be."""
    return {name: most for wing in wings() for name, most in wing.amounts}


def entries() -> tuple[MenuEntry, ...]:
    """Return the entries that wings add to a table's menu."""
    return tuple(one for wing in wings() for one in wing.menu)


def orders() -> tuple[StaffOrder, ...]:
    """Return the words that wings let follow `mod`."""
    return tuple(one for wing in wings() for one in wing.orders)


def words_set() -> tuple[str, ...]:
    """Return the words that wings let follow `server`."""
    return tuple(word for wing in wings() for word in wing.settings)


def pages() -> tuple[Any, ...]:
    """Return the classes of pages that wings add."""
    return tuple(page for wing in wings() if wing.pages for page in getattr(import_module(wing.pages), PAGES))


def serving() -> tuple[type, ...]:
    """Return the parts that wings add where people are served."""
    return listed(SERVING)


def settings() -> tuple[Any, ...]:
    """Return the classes of settings that wings add to those of the operator."""
    return listed(SETTINGS)


def listed(name: str) -> tuple[Any, ...]:
    return tuple(one for wing in wings() if wing.serving for one in getattr(import_module(wing.serving), name))
