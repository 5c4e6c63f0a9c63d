"""Provide every phase of every game as a stored table, from random games, and the phases of a table itself."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.ports.audience import of_key
from bot.ports.ids import AudienceKey, PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Update
from bot.render.panel import Scenes, TableView, panel_for
from bot.render.telling import lines_of
from bot.table.codec import decode_session
from bot.table.document import SCHEMA, OfTournament, Paused, Session, TableOptions, TournamentRules
from bot.table.log import Batch, Cast, Note
from bot.table.phases import AskClock, Between, Closed, Lobby, Phase, Playing, Pledge
from bot.table.seats import Seated
from bot.text import Words
from bot.text.safe_text import safe_name
from games.catalogue import AnyGame, catalogue
from games.kit.codec import codec
from games.kit.contract import Abilities
from games.kit.dice import Draw
from games.kit.moves import LegalMove, verb
from games.kit.seats import SPECTATOR, Seat
from games.kit.telling import say
from games.proof import fair
from games.proof.record import Deed, TimedOut, moved_by
from potluck.testing.positions import Opening, Position, positions, texts_of

VIEWER: Final = PersonId("web:viewer")
"""The person who looks at the page, in a session. The page's own guest takes this place."""
PLACE: Final = PlaceId("web:main")
NAMES: Final = ("andy", "Bill the Bold of Bree", "Pete Best", "jack ♠", "Colin", "Dora", "Emil", "Fay", "Gus", "Hal")
LONGEST: Final = "Wilhelmina-Theodora van der Berg"
SAMPLES: Final = Path(__file__).parents[1] / "bot" / "samples"
LUCK: Final = "e"
"""With this luck every phase occurs in the first games."""
GAMES: Final = 3
IN_SHORT: Final = 2
"""So many of them suffice for every phase with the plain options."""
MOST_DEEDS: Final = 400
FEW: Final = 4
"""The number of examples of a move from which a careful player chooses at random."""
LAST: Final = 8
"""The number of deeds that the news show."""
CROWDED: Final = 8
WHEN: Final = "early", "full"
RARE: Final[dict[str, Sequence[dict[str, str]]]] = {
    "cones": ({"edition": "french"}, {"rolls": "hand"}),
    "halflings": ({"mode": "duel"}, {"mode": "crowd"}, {"sixes": "split"}),
    "headache": (
        {"pace": "quick"},
        {"pace": "full"},
        {"rolls": "hand"},
        {"draw": "choose"},
        {"auction_types": "blind"},
        {"auction_types": "dutch"},
        {"blind_tie": "chairman"},
        {"alliances": "true"},
    ),
    "poohead": ({"jokers_per_deck": "2"},),
    "rogues": ({"betting": "thieves"}, {"betting": "liars"}),
}
"""Options that lead a game into phases it does not reach otherwise. A long test checks that they suffice."""
SECONDS: Final = 25_000
ENTROPY: Final = "5f" * 32


class Sight(NamedTuple):
    """A table that somebody looks at.

    `seat`: their seat; None for a spectator. `cover`: the state of their covered hand, `on` or `lifted`. `mark`: what
    the page says when it shows it. `before`: the same table as the page showed it before.
    """

    name: str
    session: Session
    batches: tuple[Batch, ...] = ()
    seat: Seat | None = Seat(0)
    cover: str = ""
    mark: str = ""
    before: "Sight | None" = None

    @property
    def game(self) -> str:
        return self.session.game

    @property
    def has_moves(self) -> bool:
        """Tell whether the viewer has a choice in the game and may see it."""
        if self.seat is None or self.cover == "on" or not isinstance(self.session.phase, Playing):
            return False
        return bool(self.session.legal_moves(self.seat))

    @property
    def phase(self) -> str:
        """Return the game's own phase, or an empty string if no game is on the table."""
        view, _ = Scenes(self.session).of(SPECTATOR)
        return "" if view is None else view.phase


# The sessions


def now() -> int:
    return int(time.time() * 1000)


def seated(count: int, viewer: Seat | None, stacks: Sequence[int] = ()) -> tuple[Seated, ...]:
    """Return the people who sit there: the viewer and others. If more than three sit, the last two are house bots."""
    found, others = [], iter(NAMES[1:])
    for seat in range(count):
        name = NAMES[0] if seat == (viewer or 0) else LONGEST if seat == 2 else next(others)
        player = f"bot:{name}" if count > 3 and seat >= count - 2 else f"web:guest{seat}"
        player = VIEWER if seat == viewer else PersonId(player)
        found.append(Seated(player, safe_name(name), stacks[seat] if stacks else 100))
    return tuple(found)


class Tables:
    """Makes sessions, each with its own code."""

    def __init__(self) -> None:
        self._made = 0

    def session(self, game: AnyGame, seats: tuple[Seated, ...], phase: Phase, **more: Any) -> Session:
        self._made += 1
        pledge = Pledge(2, "web:main/1", "00" * 16, 1, ENTROPY)
        people = [one.player for one in seats if not one.player.startswith("bot:")]
        host = VIEWER if VIEWER in people or not people else people[0]
        plain = Session(
            schema=SCHEMA,
            table=f"t{self._made}",
            code=TableCode(f"Q{self._made:03}"),
            venue=VenueId("web"),
            places=(PLACE,),
            game=game.name,
            given={},
            abilities=Abilities(takes_back=True, equal_delay=True),
            options=TableOptions(),
            host=host,
            seats=seats,
            pledge=pledge,
            log_length=0,
            idle_at=now() + 3_600_000,
            enough=False,
            record="",
            loaded=False,
            phase=phase,
            hosted_at=now(),
        )
        return replace(plain, **more)


def playing(position: Position, viewer: Seat | None, tables: Tables, given: Mapping[str, str]) -> Session:
    """Return a table with the game in this position, or between two games if the game is over."""
    game, state = position.game, position.state
    raw, nothing = msgspec.Raw(codec(game).encode(state)), msgspec.Raw(b"null")
    ask, before = game.asks(state), tuple(int(one) for one in position.opening.stacks)
    result = game.result(state)
    after = before if result is None else tuple(map(int, result.stacks))
    seats = seated(len(position.seats), viewer, after)
    pledge = Pledge(1, "web:main/1", "00" * 16, 1, ENTROPY)
    phase: Phase
    if ask is None:
        phase = Between(raw, nothing, "1", None, cast(seats), before=before or (0,) * len(seats))
    else:
        clock = AskClock(f"1-{ask.id}", now() + SECONDS, None)
        phase = Playing(pledge, (), "1", raw, {}, before, nothing, 0, (), clock)
    return tables.session(game, seats, phase, given=dict(given))


def cast(seats: Sequence[Seated]) -> tuple[Cast, ...]:
    return tuple(Cast(Seat(at), one.player, one.name, one.is_bot) for at, one in enumerate(seats))


def told(history: Sequence[Position], seats: Sequence[Seated], *, over: bool) -> tuple[Batch, ...]:
    """Return the log of the last events, as everybody and each seat was told them."""
    game, at = history[-1].game, now()
    found = [
        Batch(at, 1, None, tuple(msgspec.Raw(codec(game).encode(event)) for event in one.came[1]), (), cast(seats))
        for one in history[-LAST:]
    ]
    if over:
        found.append(Batch(at, 1, notes=(Note(say("fair-unrecorded", number=1, seed=ENTROPY)),), cast=cast(seats)))
    return tuple(found)


# Out of random games


def careful(position: Position, chance: Draw) -> Deed:
    """Return a small move of somebody who is asked. A player who spends everything at once sees little of a game."""
    game, state = position.game, position.state
    ask = game.asks(state)
    asked = () if ask is None else ask.seats
    able = [one for one in asked if game.legal_moves(state, one)] or list(movers(position))
    if not able:
        return TimedOut(asked)
    seat = chance.pick(able)
    return moved_by(seat, chance.pick(chance.pick(game.legal_moves(state, seat)).examples()[:FEW]))


def movers(position: Position) -> Iterator[Seat]:
    return (seat for seat in position.seats if position.game.legal_moves(position.state, seat))


def awaited(position: Position) -> Seat:
    """Return the seat the game waits for, or the first seat if it waits for nobody."""
    ask = position.game.asks(position.state)
    seats = [] if ask is None else [seat for seat in ask.seats if position.game.legal_moves(position.state, seat)]
    return seats[0] if seats else next(movers(position), Seat(0))


def kind(position: Position) -> tuple[Any, ...]:
    """Return what makes two positions alike: the phase, and the kinds of moves offered to the awaited seat."""
    game, state = position.game, position.state
    offered = game.legal_moves(state, awaited(position))
    return (game.view(state, SPECTATOR).phase, *sorted({kind_of(move) for move in offered}))


def kind_of(move: LegalMove) -> str:
    choices = [type(choice).__name__ for choice in move.fields.values() if len(list(some_of(choice))) > 1]
    return " ".join((verb(move.move), *choices))


def some_of(choice: Any) -> Iterator[Any]:
    found = iter(choice.some())
    for _ in range(2):
        if (one := next(found, None)) is not None:
            yield one


def much(position: Position) -> int:
    """Return the number of choices."""
    offered = position.game.legal_moves(position.state, awaited(position))
    return sum(1 + sum(len(getattr(one, "values", ())) for one in move.fields.values()) for move in offered)


class Found(NamedTuple):
    """A position that is shown, and the events that led to it."""

    position: Position
    history: tuple[Position, ...]
    given: Mapping[str, str]


def found_in(
    game: AnyGame, count: int, given: Mapping[str, str], games: int = GAMES
) -> dict[tuple[Any, ...], list[Found]]:
    """Return the first position of each kind, and the one with the most to choose, from several games in a row."""
    options = game.options_from(dict(given))
    opening = Opening(game, options, (game.stack(options),) * count, b"")
    kinds: dict[tuple[Any, ...], list[Found]] = {}
    for number in range(games):
        begun = opening._replace(seed=fair.lp(f"{LUCK} {game.name} {count} {number}"))
        whole = list(positions(begun, MOST_DEEDS, careful))
        for at, position in enumerate(whole):
            one = Found(position, tuple(whole[max(0, at - LAST) : at + 1]), given)
            met = kinds.setdefault(kind(position), [one])
            if position is not met[0].position and (len(met) < 2 or much(position) >= much(met[1].position)):
                met[1:] = [one]
        result = game.result(whole[-1].state)
        if (
            result is None
            or len(result.stacks) != count
            or any(stack <= 0 for stack in result.stacks if game.stack(options))
        ):
            continue
        opening = opening._replace(stacks=result.stacks, carry=game.carried(whole[-1].state))
    return kinds


def counts(game: AnyGame, given: Mapping[str, str]) -> list[int]:
    """Return the numbers of seats to try: the fewest, four, and the most up to eight, if the game allows them."""
    allowed = game.seats(game.options_from(dict(given)))
    return sorted({count for count in (allowed[0], 4, min(allowed[-1], CROWDED)) if count in allowed})


def variants(game: AnyGame) -> Iterator[dict[str, str]]:
    """Yield each value of each option alone, if it differs from the plain options."""
    for key, values in texts_of(game).items():
        for value in values if not key.endswith("_seconds") else ():
            try:
                options = game.options_from({key: value})
            except ValueError:
                continue
            if options != game.options_from({}):
                yield {key: value}


def of_game(game: AnyGame, tables: Tables) -> Iterator[Sight]:
    """Yield each kind of position of a game: plain with each number of seats, and with options that add a kind."""
    met = set[tuple[Any, ...]]()
    for given in ({}, *variants(game)):
        is_plain = not given or "mode" in given
        for count in counts(game, given) if is_plain else counts(game, given)[-1:]:
            for known, found in found_in(game, count, given, GAMES if is_plain else 1).items():
                if is_plain or known not in met:
                    met.add(known)
                    yield from (seen(one, f"{count}-{when}", tables) for when, one in zip(WHEN, found, strict=False))


def of_game_in_short(game: AnyGame, tables: Tables) -> Iterator[Sight]:
    """Yield the position with the most to choose for each phase and set of verbs, at the largest table alone."""
    met = set[tuple[str, ...]]()
    for given in ({}, *RARE.get(game.name, ())):
        count = counts(game, given)[-1]
        for (phase, *moves), found in found_in(game, count, given, 1 if given else IN_SHORT).items():
            known = (phase, *dict.fromkeys(move.split()[0] for move in moves))
            if known not in met and not (given and phase in {one[0] for one in met}):
                met.add(known)
                yield seen(found[-1], f"{count}", tables)


def seen(found: Found, name: str, tables: Tables, viewer: Seat | None = None) -> Sight:
    """Return a position as the awaited seat sees it."""
    position = found.position
    seat = awaited(position) if viewer is None else viewer
    session = playing(position, seat, tables, found.given)
    over = position.game.asks(position.state) is None
    phase, *moves = kind(position)
    option = "".join(f"-{key}={value}" for key, value in found.given.items())
    verbs = "+".join(dict.fromkeys(move.split()[0] for move in moves))
    label = "-".join(part for part in (position.game.name, phase, verbs, name + option) if part)
    return Sight(label, session, told(found.history, session.seats, over=over), seat, mark=session.code)


# Other states of a table


def of_tables(tables: Tables, *, short: bool = False) -> Iterator[Sight]:
    """Yield tables before, between and after games, and other ways to look at one.

    `short`: an empty or half-full lobby of one game only.
    """
    games = catalogue()
    for game in games.values():
        most = game.seats(game.options_from({}))[-1]
        few = set() if short and game.name != "rogues" else {1, 3} & set(range(most))
        for count in sorted({*few, most}):
            session = tables.session(game, seated(count, Seat(0)), Lobby())
            yield Sight(f"{game.name}-lobby-{count}", session, mark=session.code)
    headache, rogues, poohead = games["headache"], games["rogues"], games["poohead"]
    lobby = tables.session(headache, seated(3, None), Lobby())
    yield Sight("headache-lobby-looking-on", lobby, seat=None, mark=lobby.code)
    guests = tables.session(headache, seated(5, Seat(1)), Lobby(), host=PersonId("web:guest0"), votes=())
    yield Sight("headache-lobby-vote", guests, seat=Seat(1), mark=guests.code)
    yield from in_play(headache, 5, tables, short=short)
    if not short:
        yield from in_play(poohead, 4, tables)
        yield from in_play(rogues, 4, tables)
    gathering = tables.session(rogues, seated(6, Seat(0)), Lobby(), tournament=TournamentRules(4, 300))
    yield Sight("rogues-gathering", gathering, mark=gathering.code)
    yield hosting(tables)
    last = tables.session(headache, seated(5, Seat(0)), Lobby())
    open_still = Sight("headache-closing", last, mark=last.code)
    words = Note(say("table-closed", code=last.code))
    gone = replace(last, seats=(), phase=Closed())
    yield Sight("headache-closed", gone, (Batch(now(), notes=(words,)),), None, "", "The table is closed.", open_still)


def in_play(game: AnyGame, count: int, tables: Tables, *, short: bool = False) -> Iterator[Sight]:
    """Yield a running game in other states: watched, waiting, covered, paused, at a tournament's table.

    `short`: without the states that only add a line.
    """
    kinds = found_in(game, count, {}, 1)
    one = max(
        (found for kind in kinds.values() for found in kind if game.asks(found.position.state)),
        key=lambda one: much(one.position),
    )
    plain = seen(one, str(count), tables)
    paused: dict[str, dict[str, Any]] = {"paused": {"paused": Paused(now(), "Mo the Moderator", "staff")}}
    besides: dict[str, dict[str, Any]] = {
        "purse": {"options": TableOptions(money="purse")},
        "of-a-tournament": {"tournament": OfTournament("t0", 1, 1, final=False)},
    }
    for what, more in {**paused, **({} if short else besides)}.items():
        again = seen(one, f"{count}-{what}", tables)
        yield again._replace(session=replace(again.session, **more))
    for cover in ("on", "lifted"):
        yield seen(one, f"{count}-cover-{cover}", tables)._replace(cover=cover)
    looks_on = seen(one, f"{count}-looking-on", tables)
    seats = seated(count, None)
    yield looks_on._replace(session=replace(looks_on.session, seats=seats, host=seats[0].player), seat=None)
    others = [seat for seat in range(count) if seat != plain.seat and not plain.session.seats[seat].is_bot]
    yield seen(one, f"{count}-waiting", tables, Seat(others[0]))


def hosting(tables: Tables) -> Sight:
    """Return a running tournament as the store keeps it."""
    stored = decode_session((SAMPLES / "tournament.json").read_bytes())
    plain = tables.session(stored.rules, (), stored.phase, tournament=stored.tournament)
    return Sight("rogues-hosting", plain, seat=None, mark=plain.code)


# As the page is told


def updates(sight: Sight, viewer: PersonId, words: Words) -> tuple[Update, ...]:
    """Return the updates for this person's page: their own first, if they sit there, then the place's."""
    session = replace(
        sight.session,
        host=viewer if sight.session.host == VIEWER else sight.session.host,
        seats=tuple(replace(one, player=viewer) if one.player == VIEWER else one for one in sight.session.seats),
        phase=with_viewer(sight.session.phase, viewer),
    )
    table, lines = TableView(session, words), lines_of(session, 0, sight.batches, words)
    found = []
    for key in (f"person:{viewer}", f"place:{PLACE}"):
        audience = of_key(AudienceKey(key))
        if audience.person and sight.seat is None:
            continue
        news = tuple(lines.private.get(VIEWER, []) if audience.person else lines.public)
        found.append(Update(session.table, session.code, audience.key, news, panel_for(table, audience.person)))
    return tuple(found)


def with_viewer(phase: Phase, viewer: PersonId) -> Phase:
    """Return the phase with this person as one of those who played the game that is over."""
    if not isinstance(phase, Between):
        return phase
    return replace(
        phase, cast=tuple(replace(one, player=viewer) if one.player == VIEWER else one for one in phase.cast)
    )


def sights(only: str = "", *, short: bool = False) -> Iterator[Sight]:
    """Yield every way a table can look. `only`: of this game."""
    tables = Tables()
    yield from (sight for sight in of_tables(tables, short=short) if only in {"", sight.game})
    for game in catalogue().values():
        if only in {"", game.name}:
            yield from of_game_in_short(game, tables) if short else of_game(game, tables)
