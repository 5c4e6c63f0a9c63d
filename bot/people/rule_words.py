"""A venue's rules for opening tables in words: read from a line or a field, and written as people type them."""

import re
import zoneinfo
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from bot.people.opening_rules import GROUPS, MINUTES, OpeningRules, QuietHours, check_stakes, clock_time
from bot.people.venues import LONGEST_PREFIX, OFF, VenueSettings, prefix_of
from bot.ports.platforms import EVERYBODY
from bot.table.change import Refused
from bot.table.document import TableOptions
from bot.table.new_table import check_given
from bot.table.options import check_purses, table_options
from bot.text.reader import nearest, split_options, whole_from
from bot.text.safe_text import safe_text
from games.catalogue import AnyGame, by_word, catalogue
from games.kit.contract import Abilities

Alter = Callable[[VenueSettings], VenueSettings]
"""Returns changed settings; raises Refused if they can't be so."""
Read = Callable[[tuple[str, ...], Abilities], Alter]

ME: Final = "me"
ALL: Final = "all"
ONE: Final = "one"
ON: Final = "on"
USUAL: Final = "usual"
UTC: Final = "UTC"
LONGEST_COOLDOWN: Final = 24 * 3600
MOST_STAKES: Final = 1_000_000
MOST_TABLES: Final = 50
MOST_OPTIONS: Final = 40
FEWEST_DAYS: Final = 7
MOST_DAYS: Final = 3650
CLOCK: Final = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")


def of_opening(**fields: object) -> Alter:
    """Return a change of these rules for opening tables, and of nothing else."""
    return lambda now: replace(now, opening=replace(now.opening, **fields))


def of_opening_that_fits(**fields: object) -> Alter:
    """Return the same, refused where the default options of a game don't fit it."""

    def alter(now: VenueSettings) -> VenueSettings:
        rules = replace(now.opening, **fields)
        check_options_fit(rules)
        return replace(now, opening=rules)

    return alter


def opens(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read who may open tables: `me`, `everybody`, some of the groups, or `usual`: those who may on this platform."""
    chosen = {word.lower().strip(",") for word in words}
    if chosen == {USUAL}:
        return of_opening(opens=None)
    if chosen == {ME}:
        return of_opening(opens=())
    chosen.discard(ME)
    if not chosen <= set(GROUPS):
        raise Refused("not-among", field="open", values=", ".join((ME, *GROUPS, USUAL)))
    return of_opening(opens=(EVERYBODY,) if EVERYBODY in chosen else tuple(one for one in GROUPS if one in chosen))


def games(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read which games may be opened: `all`, or some names."""
    if [word.lower() for word in words] == [ALL]:
        return of_opening(games=())
    chosen = {game_called(word.strip(",")).name for word in words}
    return of_opening(games=() if chosen == set(catalogue()) else tuple(name for name in catalogue() if name in chosen))


def tables(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read how many tables may be open at a time: `one`, a number, or `usual`: as many as on this platform."""
    word = words[0].lower() if len(words) == 1 else ""
    given = 0 if word == USUAL else 1 if word == ONE else number("tables", words, 1, MOST_TABLES)
    return of_opening(tables=given)


def defaults(words: tuple[str, ...], abilities: Abilities) -> Alter:
    """Read the default options of a game: `GAME memory=off`; `GAME off`: the usual ones."""
    game = game_called(words[0])
    given, rest = split_options(words[1:])
    if rest and [word.lower() for word in rest] != [OFF]:
        raise Refused("defaults-how", game=game.name)
    if not rest and not given:
        raise Refused("defaults-how", game=game.name)
    if len(given) > MOST_OPTIONS:
        raise Refused("defaults-how", game=game.name)
    check_given(game, given, abilities, generous=True)

    def alter(now: VenueSettings) -> VenueSettings:
        others = {name: options for name, options in now.opening.options.items() if name != game.name}
        rules = replace(now.opening, options={**others, game.name: given} if given else others)
        check_options_fit(rules)
        return replace(now, opening=rules)

    return alter


def cooldown(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read the least number of seconds between two openings; `off`: none."""
    return of_opening(cooldown=0 if is_off(words) else number("cooldown", words, 0, LONGEST_COOLDOWN))


def stakes(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read the lowest and the highest buy-in from purses; `off`: no limits."""
    limits = (0, 0)
    if not is_off(words):
        if len(words) != 2:
            raise Refused("stakes-how")
        low, high = (number("stakes", (word,), 1, MOST_STAKES) for word in words)
        if low > high:
            raise Refused("stakes-how")
        limits = (low, high)
    return of_opening_that_fits(stakes=limits)


def purses(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read whether tables may be played for purses."""
    return of_opening_that_fits(purses=one_of("purses", words, (ON, OFF)) == ON)


def generous(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read whether the House may pay more than it wins at tables for purses."""
    return of_opening_that_fits(generous=one_of("generous", words, (OFF, ON)) == ON)


def quiet(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read the quiet hours: `23:00 07:00 Europe/Berlin`; `off`: none. Without a zone they are in that of the venue."""
    if is_off(words):
        return of_opening(quiet=None)
    if len(words) not in {2, 3}:
        raise Refused("quiet-how")
    begins, ends = (minute_of(word) for word in words[:2])
    if begins == ends:
        raise Refused("quiet-how")
    zone = zone_called(words[2]) if len(words) == 3 else ""

    def alter(now: VenueSettings) -> VenueSettings:
        before = now.opening.quiet
        here = zone or now.zone or (UTC if before is None else before.zone)
        return replace(now, opening=replace(now.opening, quiet=QuietHours(begins, ends, here)))

    return alter


def prefix(words: tuple[str, ...], _: Abilities) -> Alter:
    """Read the sign that commands begin with."""
    if len(words) != 1:
        raise Refused("odd-prefix", most=LONGEST_PREFIX)
    sign = prefix_of(words[0])
    return lambda now: replace(now, prefix=sign)


RULES: Final[Mapping[str, Read]] = {
    "open": opens,
    "games": games,
    "tables": tables,
    "defaults": defaults,
    "cooldown": cooldown,
    "stakes": stakes,
    "purses": purses,
    "generous": generous,
    "quiet": quiet,
}
"""The readers of rules, in the order in which they are listed."""


def rules_typed(settings: VenueSettings) -> dict[str, str]:
    """Return the rules for opening tables as people type them, by their words; those of games as `defaults GAME`."""
    rules, quiet = settings.opening, settings.opening.quiet
    usual = {f"defaults {game}": as_options(rules.options.get(game, {})) or OFF for game in catalogue()}
    return {
        "open": USUAL if rules.opens is None else " ".join(rules.opens) or ME,
        "games": " ".join(rules.games) or ALL,
        "tables": str(rules.tables or USUAL),
        **usual,
        "cooldown": str(rules.cooldown or OFF),
        "stakes": " ".join(map(str, rules.stakes)) if rules.stakes[1] else OFF,
        "purses": ON if rules.purses else OFF,
        "generous": ON if rules.generous else OFF,
        "quiet": OFF if quiet is None else f"{clock_time(quiet.begins)} {clock_time(quiet.ends)} {quiet.zone}",
    }


def as_options(given: Mapping[str, str]) -> str:
    """Return options as they are typed, separated by spaces: `memory=off pay=even`."""
    return " ".join(f"{key}={value}" for key, value in given.items())


# Words of several settings


def check_options_fit(rules: OpeningRules) -> None:
    """Raise Refused if the default options of a game don't fit the limits of stakes, or what the House may pay."""
    for name, given in rules.options.items():
        game = catalogue().get(name)
        if game is None:
            continue
        table, own = table_options(game, given, TableOptions())
        check_purses(game, own, table, generous=rules.generous)
        if "buyin" in given or not rules.purses:
            check_stakes(rules, table)


def game_called(word: str) -> AnyGame:
    """Return the game with this name. Raises Refused if there is none."""
    game = by_word(word.lower())
    if game is None:
        close = nearest(word, list(catalogue()))
        raise Refused("no-such-game", word=safe_text(word, 30), games=", ".join(close or catalogue()))
    return game


def is_off(words: tuple[str, ...]) -> bool:
    return len(words) == 1 and words[0].lower() == OFF


def one_of(field: str, words: tuple[str, ...], values: tuple[str, ...]) -> str:
    word = words[0].lower() if len(words) == 1 else ""
    if word not in values:
        raise Refused("not-among", field=field, values=", ".join(values))
    return word


def number(field: str, words: tuple[str, ...], low: int, high: int) -> int:
    word = words[0] if len(words) == 1 else ""
    found = whole_from(word, low, high)
    if found is None:
        raise Refused("out-of-range", field=field, low=low, high=high)
    return found


def days_of(word: str) -> int:
    """Read the number of days for which finished games are kept. Raises Refused."""
    days = int(word) if word.isascii() and word.isdigit() and len(word) < 5 else 0
    if not FEWEST_DAYS <= days <= MOST_DAYS:
        raise Refused("out-of-range", field="archive", low=FEWEST_DAYS, high=MOST_DAYS)
    return days


def minute_of(word: str) -> int:
    """Return a time of day, as `23:00`, in minutes after midnight. Raises Refused."""
    found = CLOCK.fullmatch(word)
    if found is None:
        raise Refused("quiet-how")
    return (int(found[1]) * 60 + int(found[2])) % MINUTES


def zone_called(word: str) -> str:
    """Return the name of a time zone in its proper spelling. Raises Refused if there is none of this name."""
    if not (found := zone_named(word)):
        raise Refused("no-such-zone", word=safe_text(word, 40))
    return found


def zone_named(word: str) -> str:
    """Return the name of a time zone in its proper spelling; empty: there is none of this name."""
    return zones().get(word.lower(), "")


@cache
def zones() -> Mapping[str, str]:
    """Return all time zones, by their names in small letters."""
    return {one.lower(): one for one in zoneinfo.available_timezones() - {"localtime", "Factory"}}
