"""Sitting down and standing up, house bots, options, new chips, closing."""

import re
from collections.abc import Mapping
from enum import Enum
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec.structs import asdict, replace
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from bot.ports.messages import Person
from bot.table.change import Change, Refused, people
from bot.table.document import IDLE, SCHEMA, OfTournament, Session, TableOptions, TournamentRules
from bot.table.phases import Between, Closed, Hosting, Lobby, Playing, Pledge
from bot.table.seats import BOT, Seated
from bot.text.safe_text import safe_name, safe_text
from games.catalogue import AnyGame
from games.kit.contract import Abilities
from games.kit.money import Suckers
from games.kit.seats import Seat, all_seats
from games.kit.telling import Told
from games.proof.fair import LONGEST_TEXT
from games.tournament import FEWEST_SEATS
from persistence import Transfer

START_OF_PURSE: Final = 1000
NEARLY_EMPTY: Final = 100
REFILL: Final = 200
DAY: Final = 24 * 3600 * 1000
MOST_BOTS: Final = 20
LEVEL_SECONDS: Final = 600
LEVEL_LASTS: Final = 30, 7200
"""Seconds: the least and the most that a level of a tournament may last."""
WORD_OPTIONS: Final = {"money": ("chips", "purse"), "admits": ("all", "subscribers", "followers", "vips")}
"""The table's options that are words, with all that they may be."""


def new_session(
    game: AnyGame,
    given: Mapping[str, str],
    opened: "Opening",
    pledge: Pledge,
    abilities: Abilities,
    plain: TableOptions,
) -> Session:
    """A table in its lobby, nobody seated yet. Raises Refused for options that are not."""
    table, own = table_options(game, given, plain)
    check_options(game, own, abilities)
    if table.money == "purse" and game.stack(game.options_from(own, abilities)) == 0:
        raise Refused("not-for-money", game=game.name)
    return Session(
        schema=SCHEMA,
        table=opened.table,
        code=opened.code,
        venue=opened.venue,
        places=(opened.place,),
        game=game.name,
        given=own,
        abilities=abilities,
        options=table,
        host=opened.host.id,
        seats=(),
        pledge=pledge,
        log_length=0,
        idle_at=opened.at + IDLE * 1000,
        enough=False,
        record="",
        loaded=False,
        phase=Lobby(),
        hosted_at=opened.at,
    )


class Opening(msgspec.Struct, frozen=True):
    """Where, by whom, when (ms) and under what code a table is opened."""

    table: str
    code: str
    venue: str
    place: str
    host: Person
    at: int


def table_options(game: AnyGame, given: Mapping[str, str], before: TableOptions) -> tuple[TableOptions, dict[str, str]]:
    """The host's own options apart from the game's. Of a key that both have, a number is the host's. Raises Refused."""
    shared = {key for key in game.options.model_fields if not given.get(key, "").isdecimal()}
    own = {key: value for key, value in given.items() if key not in TableOptions.__struct_fields__ or key in shared}
    given = {key: value for key, value in given.items() if key not in own}
    table = before
    for key, values in WORD_OPTIONS.items():
        if (word := given.get(key)) is not None:
            if word not in values:
                raise Refused("not-among", field=key, values=", ".join(values))
            table = replace(table, **{key: word})
    for key, low, high in (("buyin", 1, 1_000_000), ("level", 0, 3), ("pace", 0, 60)):
        if (word := given.get(key)) is not None:
            table = replace(table, **{key: whole_number(key, word, low, high)})
    return table, own


def gathering_options(
    game: AnyGame, given: Mapping[str, str], before: TournamentRules | None = None
) -> tuple[TournamentRules, dict[str, str]]:
    """A tournament's own options apart from all others; at first the largest tables there are. Raises Refused."""
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
    """An option that is a number, as typed. Raises Refused."""
    if not re.fullmatch(r"[0-9]{1,9}", word) or not low <= int(word) <= high:
        raise Refused("out-of-range", field=key, low=low, high=high)
    return int(word)


def check_names(game: AnyGame, given: Mapping[str, str], others: tuple[str, ...]) -> None:
    """`others`: options that are no option of the game. Raises Refused, and says which there are."""
    known = [*game.options.model_fields, *others]
    for key in given:
        if key not in known:
            raise Refused("no-such-option", key=safe_text(key, 30), options=", ".join(known))


def check_options(game: AnyGame, given: Mapping[str, str], abilities: Abilities) -> None:
    """Of those that are no host's. Raises Refused."""
    check_names(game, given, TableOptions.__struct_fields__)
    try:
        options = game.options_from(given, abilities)
    except ValidationError as error:
        raise refused_option(game, given, error) from None
    stack, least = game.stack(options), game.least(options)
    if least is not None and stack < least:
        raise Refused("stack-too-small", stack=stack, least=least)


def refused_option(game: AnyGame, given: Mapping[str, str], error: ValidationError) -> Refused:
    """What the first wrong option may be instead: a word of a list, or a number of a range."""
    first = error.errors()[0]
    key = str(first["loc"][0]) if first["loc"] else ", ".join(given)
    field = game.options.model_json_schema()["properties"].get(key, {})
    number = next((one for one in (field, *field.get("anyOf", ())) if "minimum" in one and "maximum" in one), None)
    if first["type"] == "enum":
        return Refused("not-among", field=key, values=", ".join(re.findall(r"'([^']*)'", first["ctx"]["expected"])))
    if first["type"].startswith("bool"):
        return Refused("not-among", field=key, values="on, off")
    if number is not None and first["type"] != "value_error":
        return Refused("out-of-range", field=key, low=number["minimum"], high=number["maximum"])
    reason = str(first["msg"]).removeprefix("Value error, ")
    return Refused("bad-option", reason=f"{key}: {reason}" if first["loc"] else reason[0].lower() + reason[1:])


def sit(change: Change, person: Person, text: str = "") -> Seat:
    """Sit down between games, and tell the table of it. Raises Refused."""
    seat = take_seat(change, person, text)
    if change.purse_table:
        change.say("sat-down-with", who=change.called[seat], stack=change.session.seats[seat].stack)
    else:
        change.say("sat-down", who=change.called[seat])
    return seat


def take_seat(change: Change, person: Person, text: str = "") -> Seat:
    """Buy in and take the next seat, without a word of it. Raises Refused where nobody may sit down now."""
    session = change.session
    if session.seat_of(person.id) is not None:
        raise Refused("you-sit-already", code=session.code)
    if isinstance(session.phase, Closed):
        raise Refused("no-such-table", code=session.code)
    if session.newcomer(person.id) is not None:
        raise Refused("you-wait", code=session.code)
    if isinstance(session.phase, Playing) and session.gathers is not None:
        line = f"{session.rules.name} {opening_example(session.rules)}"
        raise Refused("round-is-on", code=session.code, line=line)
    if isinstance(session.phase, Playing):
        raise Refused("game-is-on", code=session.code)
    refuse_in_tournament(session)
    most = session.seats_allowed[-1]
    if len(session.seats) >= most:
        raise Refused("table-full", code=session.code, seats=most)
    stack = buy_in(change, f"purse:{person.id}", person.id)
    change.set(seats=(*session.seats, Seated(person.id, safe_name(person.name), stack, dice_text(text))))
    change.touched()
    return Seat(len(session.seats))


def refuse_in_tournament(session: Session) -> None:
    """Raises Refused: who sits at a tournament's table, and what is played there, is the tournament's matter."""
    if isinstance(session.phase, Hosting):
        raise Refused("tournament-is-on", code=session.code)
    if isinstance(session.tournament, OfTournament):
        raise Refused("tournament-table", code=session.code)


def set_text(change: Change, seat: Seat, text: str) -> None:
    """Another text for the dice of the next game, from somebody who sits here: a text counts for one."""
    if isinstance(change.session.phase, Playing | Closed):
        raise Refused("game-is-on", code=change.session.code)
    change.session = change.session.with_seat(seat, replace(change.session.seats[seat], text=dice_text(text)))
    change.touched()


def dice_text(text: str) -> str:
    """A player's text for the dice, as it will be shown; raises Refused where it is too long (`docs/fairness.md`)."""
    shown = safe_text(text, LONGEST_TEXT + 1)
    if len(shown) > LONGEST_TEXT:
        raise Refused("text-too-long", most=LONGEST_TEXT)
    return shown


def buy_in(change: Change, account: str, person: str) -> int:
    """The stack of a new seat; from the purse where the table plays for purses."""
    stack = stack_of_a_seat(change.session)
    if change.purse_table:
        if account != "bank":
            change.transfers.append(welcome_gift(person))
        change.move_money(account, change.stake_account, stack, "buy-in")
    return stack


def stack_of_a_seat(session: Session) -> int:
    """What a new seat begins with."""
    if session.options.money == "purse":
        return session.options.buyin
    return int(session.rules.stack(session.game_options))


def welcome_gift(person: str) -> Transfer:
    return Transfer("bank", f"purse:{person}", START_OF_PURSE, "welcome", once=f"welcome:{person}")


def pay_back(change: Change, seated: Seated) -> None:
    """What is left before a seat goes back to its purse, a house bot's to the bank."""
    pay_out(change, "" if seated.is_bot else seated.player, seated.stack)


def pay_out(change: Change, person: str, stack: int) -> None:
    """To a purse, of nobody to the bank."""
    if change.purse_table:
        change.move_money(change.stake_account, f"purse:{person}" if person else "bank", stack, "paid-back")


def stand_up(change: Change, seat: Seat) -> None:
    """Leave between games; in a game, `playing.leave` plays the leaver's part first. A series ends with its last."""
    if change.session.people == (change.session.seats[seat],) and change.session.tournament is None:
        break_up(change)
    session, seated = change.session, change.session.seats[seat]
    pay_back(change, seated)
    change.say("stood-up", who=change.called[seat])
    change.reseat(tuple(other for other in all_seats(len(session.seats)) if other != seat))
    hand(change, seated.player)


def hand(change: Change, leaver: str) -> None:
    """The host's job goes to the next person; a table without people closes, but for those of a tournament."""
    if isinstance(change.session.tournament, OfTournament):
        return
    if not change.session.people:
        close(change)
    elif change.session.host == leaver:
        heir = change.session.people[0]
        change.set(host=heir.player, hosted_at=change.now, votes=None)
        change.say("host-is-now", who=change.called[change.session.seats.index(heir)])


def add_bots(change: Change, count: int, names: tuple[str, ...], *, allowed: bool) -> None:
    session = change.session
    if isinstance(session.phase, Playing | Closed):
        raise Refused("game-is-on", code=session.code)
    refuse_in_tournament(session)
    if change.purse_table and not allowed:
        raise Refused("no-bots-here")
    most = session.seats_allowed[-1]
    count = min(count, most - len(session.seats), MOST_BOTS)
    if count < 1:
        raise Refused("table-full", code=session.code, seats=most)
    fresh = free_names(frozenset(seated.name for seated in session.seats), names, count)
    seats = [Seated(f"{BOT}{name}", name, buy_in(change, "bank", "")) for name in fresh]
    change.set(seats=(*session.seats, *seats))
    change.say("bots-sat-down", who=people(fresh), count=len(fresh))
    change.touched()


def free_names(taken: frozenset[str], names: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Names that nobody at the table has; numbered where there are more bots than names."""
    numbered = (f"{name} {turn}" if turn > 1 else name for turn in range(1, len(taken) + 3) for name in names)
    return tuple(islice((name for name in numbered if name not in taken), count))


def set_options(change: Change, who: Told, given: Mapping[str, str]) -> None:
    """Between games only. Money and buy-in stand once somebody has sat down with it."""
    session = change.session
    if isinstance(session.phase, Playing | Closed):
        raise Refused("options-fixed")
    refuse_in_tournament(session)
    if session.series_is_on and (key := next((key for key in given if key in session.rules.settled), None)):
        raise Refused("option-is-settled", field=key)
    tournament, left = session.tournament, given
    if isinstance(tournament, TournamentRules):
        tournament, left = gathering_options(session.rules, given, tournament)
    table, own = table_options(session.rules, left, session.options)
    if session.seats and (table.money, table.buyin) != (session.options.money, session.options.buyin):
        raise Refused("money-fixed", game=session.game)
    merged = {**session.given, **own}
    check_options(session.rules, merged, session.abilities)
    most = replace(session, given=merged, tournament=tournament).seats_allowed[-1]
    if len(session.seats) > most and isinstance(tournament, TournamentRules):
        raise Refused("tournament-holds-no-more", sitting=len(session.seats), seats=tournament.seats, most=most)
    if len(session.seats) > most:
        raise Refused("table-full", code=session.code, seats=most)
    change.set(options=table, given=merged, tournament=tournament)
    set_stacks_anew(change, session)
    drop_openings(change)
    game, host = change.session.game_options.model_dump(mode="json"), hosts_options(change.session)
    chosen = {key: as_typed(game[key] if key in own else host[key]) for key in given}
    change.say("options-changed", who=who, options=" ".join(f"{key}={value}" for key, value in chosen.items()))
    change.touched()


def set_stacks_anew(change: Change, before: Session) -> None:
    """Who sits in a lobby with the chips that everybody began with begins with as many as are given out now."""
    old, new = (int(one.rules.stack(one.game_options)) for one in (before, change.session))
    fresh = isinstance(before.phase, Lobby) and before.carry is None
    if fresh and before.options.money == "chips" and old != new:
        seats = tuple(replace(one, stack=new) if one.stack == old else one for one in before.seats)
        change.set(seats=seats)


def option_example(game: AnyGame) -> str:
    """How an option of this game is typed."""
    key, field = next(iter(game.options.model_fields.items()), ("level", FieldInfo(default=2)))
    return f"{key}={as_typed(field.default)}"


def opening_example(game: AnyGame) -> str:
    """The words behind the opening move, as an example: `50`."""
    if game.opening is None or not game.opening.examples:
        return ""
    return game.opening.examples[0].partition(" ")[2]


def hosts_options(session: Session) -> dict[str, object]:
    """What is no option of the game: the table's own, and those of a tournament that gathers there."""
    if isinstance(session.tournament, TournamentRules):
        return asdict(session.options) | asdict(session.tournament)
    return asdict(session.options)


def as_typed(value: object) -> str:
    """An option's value as a host would type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def values_of(field: FieldInfo) -> tuple[str, ...]:
    """What an option may be, where that is a short list; empty where it is a number."""
    kind: Any = field.annotation
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(value) for value in kind)
    if kind is bool:
        return ("on", "off")
    extra = field.json_schema_extra
    listed = extra.get("enum") if isinstance(extra, dict) else None
    return tuple(str(value) for value in listed) if isinstance(listed, list) else ()


def drop_openings(change: Change) -> None:
    """Opening moves were kept under the old options: nobody is held to them under new ones."""
    phase = change.session.phase
    kept = [seat for seat in all_seats(len(change.session.seats)) if change.session.seats[seat].opening]
    for seat in kept:
        change.session = change.session.with_seat(seat, replace(change.session.seats[seat], opening=""))
    if kept:
        change.say("openings-dropped")
    if kept and isinstance(phase, Lobby | Between):
        change.set(phase=replace(phase, starts_at=None))


def rebuy(change: Change, seat: Seat) -> None:
    session, seated = change.session, change.session.seats[seat]
    refuse_in_tournament(session)
    if isinstance(session.phase, Playing):
        raise Refused("game-is-on", code=session.code)
    if change.purse_table:
        raise Refused("no-rebuy")
    if session.rules.least(session.game_options) is None:
        raise Refused("no-rebuy-here")
    if not buys_in(session, seat):
        raise Refused("stack-not-empty", stack=seated.stack)
    stack = session.rules.stack(session.game_options)
    change.session = session.with_seat(seat, replace(seated, stack=stack))
    change.say("rebought", who=change.called[seat], stack=stack)
    change.touched()


def must_buy_in(session: Session) -> tuple[Seat, ...]:
    """Return who sits here with too little for the next game of the series, and may have new chips."""
    if session.options.money == "purse" or session.tournament is not None:
        return ()
    stacks = tuple(Suckers(seated.stack) for seated in session.seats)
    short = session.rules.must_buy_in(session.game_options, session.carry, stacks)
    return tuple(seat for seat in short if not session.seats[seat].gone)


def house_bots_buy_in(change: Change) -> None:
    """Give new chips at once to house bots that must buy in again."""
    for seat in must_buy_in(change.session):
        if change.session.seats[seat].is_bot:
            rebuy(change, seat)


def buys_in(session: Session, seat: Seat) -> bool:
    """Whether the game lets this seat have new chips now."""
    stacks = tuple(Suckers(seated.stack) for seated in session.seats)
    return session.rules.buys_in(session.game_options, session.carry, stacks, seat)


def break_up(change: Change) -> None:
    """A pot that the series carried on goes back to those who sit, before they are paid, and nothing is carried on."""
    session, carry, phase = change.session, change.session.carry, change.session.phase
    if carry is None or not isinstance(phase, Lobby | Between):
        return
    stacks = tuple(Suckers(seated.stack) for seated in session.seats)
    back = session.rules.break_up(carry, stacks)
    seats = tuple(replace(one, stack=int(stack)) for one, stack in zip(session.seats, back, strict=True))
    change.set(seats=seats, phase=replace(phase, carry=msgspec.Raw(b"null")))


def reveal_seats(change: Change, hosting: Hosting) -> None:
    """The seed by which the seats of a tournament were drawn (`docs/fairness.md`)."""
    seed = change.fairness.seed(hosting.pledge).hex()
    change.say("seats-revealed", number=hosting.pledge.n, seed=seed)


def close(change: Change) -> None:
    """Pay everybody back and end the session; the seed of the game that was never played is revealed too."""
    session = change.session
    break_up(change)
    for seated in change.session.seats:
        pay_back(change, seated)
    for newcomer in change.session.newcomers:
        pay_out(change, newcomer.player, newcomer.stack)
    if isinstance(session.phase, Hosting) and not session.phase.over:
        reveal_seats(change, session.phase)
    seed = change.fairness.seed(session.pledge).hex()
    change.set(phase=Closed(), seats=(), newcomers=(), untold=None, idle_at=change.now, paused=None)
    change.say("table-closed", code=session.code)
    change.say("fair-unused", number=session.pledge.n, seed=seed)
