"""The rules by which tables are opened in a venue: by whom, which games, when, with what options and what stakes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Self
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from bot.ports.messages import Message, Rights
from bot.ports.platforms import EVERYBODY
from bot.table.change import Refused
from bot.table.document import TableOptions
from games.catalogue import catalogue
from games.kit.telling import Say, say

GROUPS: Final[Mapping[str, str]] = {"moderators": "", "vips": "vip", "subscribers": "subscriber", EVERYBODY: ""}
"""The groups that may open tables besides the venue's owner, and the standing by which one is known."""
MINUTES: Final = 24 * 60
CROWDS_BUYIN: Final = 100
"""A seat in a crowd takes so much out of a purse: below that a purse is nearly empty, and refilled."""


class QuietHours(Struct, frozen=True):
    """Hours in which no table is opened: from a minute of the day to another, maybe the next day's, in `zone`."""

    begins: int
    ends: int
    zone: str

    def hold(self, at: int) -> bool:
        """Tell whether it is quiet at this time, in ms since the epoch."""
        local = datetime.fromtimestamp(at / 1000, ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if self.begins < self.ends:
            return self.begins <= minute < self.ends
        return minute >= self.begins or minute < self.ends


class OpeningRules(Struct, frozen=True, omit_defaults=True):
    """`opens`: the groups that may open tables; none: the owner alone; None: as is usual on the platform.

    `games`: those that may be opened; none: all.

    `tables`: so many may be open at a time; 0: as many as is usual on the platform.

    `options`: what each game is opened with where nobody says otherwise.
    `cooldown`: seconds between two openings, but for moderators. `stakes`: the least and the most that purses buy in
    with; 0: no limit. `generous`: at tables for purses the House may pay more than it wins (`check_purses`).
    """

    opens: tuple[str, ...] | None = None
    games: tuple[str, ...] = ()
    tables: int = 0
    options: dict[str, dict[str, str]] = {}
    cooldown: int = 0
    stakes: tuple[int, int] = (0, 0)
    quiet: QuietHours | None = None
    generous: bool = False

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the groups that may open tables: everybody, where nothing else is set or usual (`with_usual`)."""
        return (EVERYBODY,) if self.opens is None else self.opens

    @property
    def only(self) -> str:
        """Return who alone may open tables: `everybody`, `owner`, `moderators`, or `some` others besides these."""
        if EVERYBODY in self.groups:
            return EVERYBODY
        return "some" if self.others else "moderators" if self.groups else "owner"

    @property
    def others(self) -> str:
        """Return the groups that may open tables besides moderators."""
        return ", ".join(one for one in self.groups if one != "moderators")

    def with_usual(self, groups: tuple[str, ...]) -> Self:
        """Return these rules, where nobody set who opens tables with the groups that usually do on the platform."""
        return replace(self, opens=groups) if self.opens is None else self


def may_open(rules: OpeningRules, message: Message) -> bool:
    """Tell whether the sender may open tables here; whoever may watch over a table may where any others may."""
    if message.rights >= Rights.OWNER or EVERYBODY in rules.groups:
        return True
    if message.rights >= Rights.STAFF and rules.groups:
        return True
    return any(GROUPS[group] in message.standing for group in rules.groups if GROUPS[group])


def check_opener(rules: OpeningRules, message: Message) -> None:
    """Raise Refused for whoever may open no table here."""
    if not may_open(rules, message):
        raise Refused("may-not-open", only=rules.only, who=rules.others)


def no_table(rules: OpeningRules, message: Message) -> Say:
    """Return that no table is open, and to whoever may open one how, else who may."""
    return as_told(rules, message, say("no-table", games=", ".join(catalogue())))


def as_told(rules: OpeningRules, message: Message, reason: Say) -> Say:
    """Return why a line was refused; whoever may open no table is not told to open one."""
    if not message.place or may_open(rules, message):
        return reason
    match reason.id:
        case "no-table":
            return say("no-table-yet", only=rules.only, who=rules.others)
        case "not-seated":
            return say("not-seated-yet")
        case "all-full":
            return say("all-full-now")
        case "crowd-stands-here":
            return say("crowd-has-options", code=reason.args["code"], line=reason.args["line"])
        case _:
            return reason


def check_time(rules: OpeningRules, now: int) -> None:
    """Raise Refused in the quiet hours. `now` in ms."""
    quiet = rules.quiet
    if quiet is not None and quiet.hold(now):
        raise Refused("quiet-hours", until=clock_time(quiet.ends), zone=quiet.zone)


def check_game(rules: OpeningRules, game: str) -> None:
    """Raise Refused for a game that is not opened here."""
    if rules.games and game not in rules.games:
        raise Refused("game-not-here", game=game, games=", ".join(rules.games))


def check_stakes(rules: OpeningRules, options: TableOptions) -> None:
    """Raise Refused where people would buy in with less or more from their purses than the venue wants."""
    least, most = rules.stakes
    if options.money == "purse" and most and not least <= options.buyin <= most:
        raise Refused("stakes-here", least=least, most=most)


def usual_options(rules: OpeningRules, game: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a game is opened with here where nobody says otherwise: what is `given` stands as it is.

    Where purses are played for within limits, people buy in with what is nearest to the usual amount.
    """
    usual = {key: value for key, value in rules.options.get(game, {}).items() if key not in given}
    least, most = rules.stakes
    money = given.get("money", usual.get("money"))
    if money == "purse" and most and "buyin" not in {**usual, **given}:
        nearest = min(max(least, TableOptions().buyin), most)
        return {**usual, "buyin": str(nearest)} if nearest != TableOptions().buyin else usual
    return usual


def money_of_a_crowd(rules: OpeningRules, given: Mapping[str, str]) -> dict[str, str]:
    """Return what a crowd plays for where nobody says: its people's purses, with a buy-in small enough for whoever asks
    for a refill. What is `given` stands as it is.
    """
    least, most = rules.stakes
    buyin = min(max(least, CROWDS_BUYIN), most or CROWDS_BUYIN)
    money = {"money": "purse", "buyin": str(buyin)}
    return {} if "money" in given else {key: value for key, value in money.items() if key not in given}


def clock_time(minute: int) -> str:
    """Return a minute of the day as `07:00`."""
    return f"{minute // 60:02}:{minute % 60:02}"
