"""A venue's rules for opening tables: by whom, which games, when, with what options and what stakes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Self
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PlaceId
from bot.ports.messages import Message, Rights
from bot.ports.platforms import EVERYBODY
from bot.table.change import Refused
from bot.table.document import TableOptions, TournamentRules
from games.catalogue import AnyGame, catalogue
from games.kit.telling import Say, say

GROUPS: Final[Mapping[str, str]] = {"moderators": "", "vips": "vip", "subscribers": "subscriber", EVERYBODY: ""}
"""The groups that may be allowed to open tables besides the owner, and the standing of each."""
MINUTES: Final = 24 * 60
CROWDS_BUYIN: Final = 100
"""The buy-in of a seat in a crowd, which is also the balance below which a purse may be refilled."""


class QuietHours(Struct, frozen=True):
    """Hours in which no table may be opened, and nobody is called in the place: between two minutes of the day, perhaps
    over midnight, in `zone`.
    """

    begins: int
    ends: int
    zone: str

    def hold(self, at: int) -> bool:
        """Tell whether a time (ms since the epoch) is within the quiet hours."""
        local = datetime.fromtimestamp(at / 1000, ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if self.begins < self.ends:
            return self.begins <= minute < self.ends
        return minute >= self.begins or minute < self.ends


class OpeningRules(Struct, frozen=True, omit_defaults=True):
    """Rules. `opens`: the groups that may open tables; empty: only the owner; None: the platform's default.

    `games`: those that may be opened; empty: all.

    `tables`: how many may be open at a time; 0: the platform's default.

    `options`: the default options of each game. `cooldown`: seconds between two openings, not for moderators. `stakes`:
    the least and the most that purses buy in with; 0: no limit. `purses`: tables may be played for purses. `places`:
    where alone tables may be opened; empty: everywhere. `generous`: at tables for purses the House may pay more
    than it wins (`check_purses`).
    """

    opens: tuple[str, ...] | None = None
    games: tuple[str, ...] = ()
    tables: int = 0
    options: dict[str, dict[str, str]] = {}
    cooldown: int = 0
    stakes: tuple[int, int] = (0, 0)
    quiet: QuietHours | None = None
    generous: bool = False
    purses: bool = True
    places: tuple[PlaceId, ...] = ()

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the groups that may open tables; by default everybody (`with_usual`)."""
        return (EVERYBODY,) if self.opens is None else self.opens

    @property
    def only(self) -> str:
        """Return who alone may open tables: `everybody`, `owner`, `moderators`, or `some` others besides these."""
        if EVERYBODY in self.groups:
            return EVERYBODY
        return "some" if self.others else "moderators" if self.groups else "owner"

    @property
    def others(self) -> str:
        """Return the groups besides moderators that may open tables."""
        return ", ".join(one for one in self.groups if one != "moderators")

    def with_usual(self, groups: tuple[str, ...]) -> Self:
        """Return these rules with the platform's default groups, if no groups are set."""
        return replace(self, opens=groups) if self.opens is None else self


def may_open(rules: OpeningRules, message: Message) -> bool:
    """Tell whether the sender may open tables here. Moderators may if any others besides the owner may."""
    if message.rights >= Rights.OWNER or EVERYBODY in rules.groups:
        return True
    if message.rights >= Rights.STAFF and rules.groups:
        return True
    return any(GROUPS[group] in message.standing for group in rules.groups if GROUPS[group])


def check_opener(rules: OpeningRules, message: Message) -> None:
    """Raise Refused if the sender may not open tables here."""
    if not may_open(rules, message):
        raise Refused("may-not-open", only=rules.only, who=rules.others)


def no_table(rules: OpeningRules, message: Message) -> Say:
    """Return the sentence that no table is open here: it says how to open one, or who may."""
    return as_told(rules, message, say("no-table", games=", ".join(catalogue())))


def as_told(rules: OpeningRules, message: Message, reason: Say) -> Say:
    """Return why a line was refused, without advice to open a table for those who may not."""
    if not message.place or may_open(rules, message):
        return reason
    match reason.id:
        case "no-table":
            return say("no-table-yet", only=rules.only, who=rules.others)
        case "not-seated":
            return say("not-seated-yet")
        case "not-seated-now":
            return say("nobody-sits-now")
        case "all-full":
            return say("all-full-now")
        case "crowd-stands-here":
            return say("crowd-has-options", code=reason.args["code"], line=reason.args["line"])
        case _:
            return reason


def check_place(rules: OpeningRules, message: Message) -> None:
    """Raise Refused in a place where no tables may be opened."""
    if rules.places and message.place not in rules.places:
        raise Refused("place-not-here", places=places_told(rules.places))


def places_told(places: tuple[PlaceId, ...]) -> str:
    """Return places as a mention of each, which only a platform with several of them reads."""
    return ", ".join(f"<#{place.rpartition(':')[2]}>" for place in places)


def check_time(rules: OpeningRules, now: int) -> None:
    """Raise Refused in the quiet hours. `now` in ms."""
    quiet = rules.quiet
    if quiet is not None and quiet.hold(now):
        raise Refused("quiet-hours", until=clock_time(quiet.ends), zone=quiet.zone)


def check_game(rules: OpeningRules, game: str) -> None:
    """Raise Refused for a game that may not be opened here."""
    if rules.games and game not in rules.games:
        raise Refused("game-not-here", game=game, games=", ".join(rules.games))


def check_stakes(rules: OpeningRules, options: TableOptions) -> None:
    """Raise Refused for a table for purses where there are none, or a buy-in outside the venue's limits."""
    least, most = rules.stakes
    if options.money == "purse" and not rules.purses:
        raise Refused("purses-not-here")
    if options.money == "purse" and most and not least <= options.buyin <= most:
        raise Refused("stakes-here", least=least, most=most)


def usual_options(rules: OpeningRules, game: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the default options of a game in this venue, and those `given`, which take precedence.

    If buy-ins have limits here, the default is the amount within them nearest to the usual one.
    """
    usual = {key: value for key, value in rules.options.get(game, {}).items() if key not in given}
    least, most = rules.stakes
    money = given.get("money", usual.get("money"))
    if money == "purse" and most and "buyin" not in {**usual, **given}:
        nearest = min(max(least, TableOptions().buyin), most)
        return {**usual, "buyin": str(nearest)} if nearest != TableOptions().buyin else usual
    return usual


def usual_in_tournament(rules: OpeningRules, game: AnyGame, given: Mapping[str, str]) -> dict[str, str]:
    """Return the default options of a game in this venue that count in a tournament, too: those of the game's own."""
    fixed = {*TableOptions.__struct_fields__, *TournamentRules.__struct_fields__, *game.in_tournaments}
    return {key: value for key, value in usual_options(rules, game.name, given).items() if key not in fixed}


def money_of_a_crowd(rules: OpeningRules, given: Mapping[str, str]) -> dict[str, str]:
    """Return what a crowd plays for by default: purses, with a buy-in small enough for people who need a refill.

    What is `given` stays.
    """
    if not rules.purses:
        return {}
    least, most = rules.stakes
    buyin = min(max(least, CROWDS_BUYIN), most or CROWDS_BUYIN)
    money = {"money": "purse", "buyin": str(buyin)}
    return {} if "money" in given else {key: value for key, value in money.items() if key not in given}


def clock_time(minute: int) -> str:
    """Return a minute of the day as `07:00`."""
    return f"{minute // 60:02}:{minute % 60:02}"
