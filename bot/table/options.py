"""The options of a table: the host's own, those of its game, and those of a tournament."""

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from msgspec.structs import asdict, replace
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from bot.table.change import Change, Refused
from bot.table.document import INVITED, Session, TableOptions, TournamentRules
from bot.table.hosting import recount, refuse_in_practice, refuse_in_tournament
from bot.table.phases import Closed, Lobby, Playing
from bot.text.safe_text import safe_text
from games.catalogue import AnyGame, with_tournaments
from games.kit.contract import Abilities, Options
from games.kit.kept import once
from games.kit.seats import all_seats
from games.kit.telling import Told
from games.tournament import FEWEST_SEATS

MOST_BUYIN: Final = 1_000_000
LEVEL_SECONDS: Final = 600
LEVEL_LASTS: Final = 30, 7200
"""Seconds: the least and the most that a level of a tournament may last."""
WORD_OPTIONS: Final = {
    "money": ("chips", "purse"),
    "admits": ("all", "subscribers", "followers", "vips", INVITED),
    "spectators": ("on", "off"),
    "chatter": ("on", "off"),
    "solo": ("on", "off"),
}
"""The table's options that are words, with their choices."""


def table_options(game: AnyGame, given: Mapping[str, str], before: TableOptions) -> tuple[TableOptions, dict[str, str]]:
    """Split the host's own options from the game's. If both have a key, a number is for the host's.

    Raises Refused. It reads two kinds of options in one pass: words of a list, and numbers of a range.
    """
    shared = {key for key in game.options.model_fields if not given.get(key, "").isdecimal()}
    own = {key: value for key, value in given.items() if key not in TableOptions.__struct_fields__ or key in shared}
    given = {key: value for key, value in given.items() if key not in own}
    table = before
    for key, values in WORD_OPTIONS.items():
        if (word := given.get(key)) is not None:
            if word not in values:
                raise Refused("not-among", field=key, values=", ".join(values))
            table = replace(table, **{key: word})
    for key, low, high in (("buyin", 1, MOST_BUYIN), ("level", 0, 3), ("pace", 0, 60)):
        if (word := given.get(key)) is not None:
            table = replace(table, **{key: whole_number(key, word, low, high)})
    return table, own


def gathering_options(
    game: AnyGame, given: Mapping[str, str], before: TournamentRules | None = None
) -> tuple[TournamentRules, dict[str, str]]:
    """Split a tournament's own options from all others; at first its tables are as large as can be. Raises Refused."""
    if not game.tournaments:
        able = ", ".join(one.name for one in with_tournaments())
        raise Refused("no-tournament-of", game=game.name, games=able)
    if given.get("money") == "purse" or "buyin" in given:
        raise Refused("tournament-for-chips")
    most = game.seats(game.options_from({}))[-1]
    rules = before or TournamentRules(most, LEVEL_SECONDS)
    for key, low, high in (("seats", FEWEST_SEATS, most), ("level_seconds", *LEVEL_LASTS)):
        if (word := given.get(key)) is not None:
            rules = replace(rules, **{key: whole_number(key, word, low, high)})
    others = {key: word for key, word in given.items() if key not in TournamentRules.__struct_fields__}
    check_names(game, others, (*TableOptions.__struct_fields__, *TournamentRules.__struct_fields__))
    for key, value in game.in_tournaments.items():
        if others.get(key, value) != value:
            raise Refused("tournament-fixes", field=key, value=value)
    return rules, others


def whole_number(key: str, word: str, low: int, high: int) -> int:
    """Return an option that is a number, as typed. Raises Refused."""
    if not re.fullmatch(r"[0-9]{1,9}", word) or not low <= int(word) <= high:
        raise Refused("out-of-range", field=key, low=low, high=high)
    return int(word)


def check_names(game: AnyGame, given: Mapping[str, str], others: tuple[str, ...]) -> None:
    """Check options' names. `others`: those that are not the game's. Raises Refused with a list of all names."""
    known = [*game.options.model_fields, *others]
    for key in given:
        if key not in known:
            raise Refused("no-such-option", key=safe_text(key, 30), options=", ".join(known))


def check_options(game: AnyGame, given: Mapping[str, str], abilities: Abilities, from_purses: int = 0) -> None:
    """Check the game's options. `from_purses`: what a seat costs from a purse. Raises Refused."""
    check_names(game, given, TableOptions.__struct_fields__)
    try:
        options = game.options_from(given, abilities, from_purses)
    except ValidationError as error:
        raise refused_option(game, given, error) from None
    stack, least = from_purses or int(game.stack(options)), game.least(options)
    if least is not None and stack < least:
        raise Refused("stack-too-small", stack=stack, least=least, how="purse" if from_purses else "chips")


def check_purses(game: AnyGame, given: Mapping[str, str], table: TableOptions, *, generous: bool) -> None:
    """Check the options of a table for purses: all are allowed there, and no play wins from the House in the long run.

    `generous`: its venue lets the House lose. Raises Refused with the options that are not allowed, and those allowed
    instead.
    """
    if not table.from_purses:
        return
    chosen = game.options_from(given, buyin=table.from_purses)
    if wrong := unfit(chosen, game.chips_alone):
        raise Refused("for-chips-alone", **told(wrong))
    if not generous and (wrong := unfit(chosen, game.for_purses(given, table.buyin))):
        raise Refused("house-would-lose", **told(wrong))


def told(wrong: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return the options that are not allowed, and those allowed `instead`, all as typed."""
    said, instead = (in_a_line({key: both[at] for key, both in wrong.items()}) for at in (0, 1))
    return {"options": said, "instead": instead}


def unfit(chosen: Options, kept: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    """Return the options that differ from what a table for purses requires: each as it is, and as required."""
    both = {key: (as_typed(getattr(chosen, key)), as_typed(value)) for key, value in kept.items()}
    return {key: (now, instead) for key, (now, instead) in both.items() if now != instead}


def unfit_here(session: Session) -> dict[str, tuple[str, str]]:
    """Return the options with which the House of a table for purses may pay more than it wins."""
    if not session.takes_from_purses:
        return {}
    return unfit(session.game_options, session.rules.for_purses(session.given, session.options.buyin))


def ungenerous(session: Session) -> Refused | None:
    """Return why the next game can begin only if the House may lose; None: there is no such reason."""
    if not session.takes_from_purses:
        return None
    if wrong := unfit_here(session):
        line = " ".join(f"{key}={instead}" for key, (_, instead) in wrong.items())
        return Refused("house-pays-no-more", code=session.code, options=line)
    bots = [one.name for one in session.seats if one.is_bot]
    if bots:
        return Refused("bots-play-no-more", code=session.code, name=bots[0])
    return None


def refused_option(game: AnyGame, given: Mapping[str, str], error: ValidationError) -> Refused:
    """Return the choices for the first wrong option: a list of words, or a range of numbers."""
    first = error.errors()[0]
    key = str(first["loc"][0]) if first["loc"] else ", ".join(given)
    field = game.options.schema_of_all()["properties"].get(key, {})
    number = next((one for one in (field, *field.get("anyOf", ())) if "minimum" in one and "maximum" in one), None)
    if first["type"] == "enum":
        return Refused("not-among", field=key, values=", ".join(re.findall(r"'([^']*)'", first["ctx"]["expected"])))
    if first["type"].startswith("bool"):
        return Refused("not-among", field=key, values="on, off")
    if number is not None and first["type"] != "value_error":
        return Refused("out-of-range", field=key, low=number["minimum"], high=number["maximum"])
    reason = str(first["msg"]).removeprefix("Value error, ")
    return Refused("bad-option", reason=f"{key}: {reason}" if first["loc"] else reason[0].lower() + reason[1:])


def set_options(change: Change, who: Told, given: Mapping[str, str], *, generous: bool) -> None:
    """Set options, between games only. Money and buy-in are fixed once somebody has bought in.

    `generous`: the venue lets the House pay (`check_purses`).
    """
    session = change.session
    if isinstance(session.phase, Playing | Closed):
        raise Refused("options-fixed")
    refuse_in_tournament(session)
    refuse_in_practice(session)
    admits = given.get("admits", session.options.admits)
    if admits != session.options.admits and INVITED in (admits, session.options.admits):
        raise Refused("admits-otherwise", code=session.code, now="public" if admits == INVITED else "private")
    must_fit = {} if generous else unfit_here(session)
    settled = session.rules.settled.difference(must_fit) if session.series_is_on else frozenset()
    if key := next((key for key in given if key in settled), None):
        raise Refused("option-is-settled", field=key)
    tournament, left = session.tournament, given
    if isinstance(tournament, TournamentRules):
        tournament, left = gathering_options(session.rules, given, tournament)
    table, own = table_options(session.rules, left, session.options)
    if session.seats and (table.money, table.buyin) != (session.options.money, session.options.buyin):
        raise Refused("money-fixed", game=session.game)
    merged = {**session.given, **own}
    check_options(session.rules, merged, session.abilities, table.from_purses)
    check_purses(session.rules, merged, table, generous=generous)
    after = replace(session, given=merged, tournament=tournament, options=table)
    refuse_fewer_seats(after)
    if any(seated.is_bot for seated in session.seats) and levels_differ(session, after):
        refuse_level(after, len(session.seats))
    change.set(options=table, given=merged, tournament=tournament, ready=())
    set_stacks_anew(change, session)
    drop_openings(change)
    game, host = change.session.game_options.model_dump(mode="json"), hosts_options(change.session)
    chosen = {key: as_typed(game[key] if key in own else host[key]) for key in given}
    change.say("options-changed", who=who, options=" ".join(f"{key}={value}" for key, value in chosen.items()))
    recount(change)
    change.touched()


def levels_differ(before: Session, after: Session) -> bool:
    """Return whether the level of house bots was changed, or which of them are offered."""
    seats = len(before.seats)
    offered = [one.rules.levels(one.game_options, seats) for one in (before, after)]
    return before.options.level != after.options.level or offered[0] != offered[1]


def refuse_level(session: Session, seats: int) -> None:
    """Raise Refused if house bots of this level are not offered at a table of so many."""
    offered = session.rules.levels(session.game_options, seats)
    if session.options.level not in offered:
        values = ", ".join(map(str, offered))
        raise Refused("level-not-offered", level=session.options.level, seats=seats, values=values)


def refuse_fewer_seats(session: Session) -> None:
    """Raise Refused if more people sit here than the options allow."""
    tournament, sitting, most = session.tournament, len(session.seats), session.seats_allowed[-1]
    if sitting > most and isinstance(tournament, TournamentRules):
        raise Refused("tournament-holds-no-more", sitting=sitting, seats=tournament.seats, most=most)
    if sitting > most:
        raise Refused("table-full", code=session.code, seats=most)


def set_stacks_anew(change: Change, before: Session) -> None:
    """In a lobby, change each stack that is still as given out at first to what is given out now."""
    old, new = (int(one.rules.stack(one.game_options)) for one in (before, change.session))
    fresh = isinstance(before.phase, Lobby) and before.carry is None
    if fresh and before.options.money == "chips" and old != new:
        seats = tuple(replace(one, stack=new) if one.stack == old else one for one in before.seats)
        change.set(seats=seats)


def for_purses(session: Session) -> dict[str, str]:
    """Return the options that a table for purses sets by itself."""
    kept = session.rules.for_purses(session.given, session.options.buyin) if session.options.from_purses else {}
    return {key: as_typed(value) for key, value in kept.items() if key not in session.given}


def in_a_line(given: Mapping[str, str]) -> str:
    """Return options as people type them, with commas: `memory=off, pay=even`."""
    return ", ".join(f"{key}={value}" for key, value in given.items())


@once
def all_typed(options: Options) -> Mapping[str, str]:
    """Return all options of a game, as typed."""
    return {key: as_typed(value) for key, value in options.model_dump(mode="json").items()}


def options_now(session: Session) -> Mapping[str, str]:
    """Return all options of the game at this table."""
    return all_typed(session.game_options)


def special(session: Session) -> dict[str, str]:
    """Return the options of the game that the host, or the venue, has chosen for this table."""
    now = options_now(session)
    return {key: now[key] for key in session.given}


def option_example(game: AnyGame) -> str:
    """Return an example of how an option of this game is typed."""
    key, field = next(iter(game.options.model_fields.items()), ("level", FieldInfo(default=2)))
    return f"{key}={as_typed(field.default)}"


def opening_example(game: AnyGame) -> str:
    """Return an example of the words for the opening move: `50`."""
    if game.opening is None or not game.opening.examples:
        return ""
    return game.opening.examples[0].partition(" ")[2]


def hosts_options(session: Session) -> dict[str, object]:
    """Return the options that are not the game's: the table's own, and those of a tournament that gathers there."""
    if isinstance(session.tournament, TournamentRules):
        return asdict(session.options) | asdict(session.tournament)
    return asdict(session.options)


def as_typed(value: object) -> str:
    """Return an option's value as a host would type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def values_of(field: FieldInfo) -> tuple[str, ...]:
    """Return the choices for an option, if that is a short list; empty for a number."""
    kind: Any = field.annotation
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(value) for value in kind)
    if kind is bool:
        return ("on", "off")
    extra = field.json_schema_extra
    listed = extra.get("enum") if isinstance(extra, dict) else None
    return tuple(str(value) for value in listed) if isinstance(listed, list) else ()


def drop_openings(change: Change) -> None:
    """Drop the opening moves that were kept under the old options: nobody is bound to them under new ones."""
    kept = [seat for seat in all_seats(len(change.session.seats)) if change.session.seats[seat].opening]
    for seat in kept:
        change.session = change.session.with_seat(seat, replace(change.session.seats[seat], opening=""))
    if kept:
        change.say("openings-dropped")
        change.stop_countdown()
