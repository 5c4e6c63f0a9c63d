"""The panel: a table as one viewer sees it, made from that view and nothing else."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.ports.ids import NOBODY, PersonId, is_alone
from bot.ports.messages import NO_GAME, Choosable, Offer, OpenMove, Panel, SeatLine
from bot.render.boards import AS_EVER, SeatsNow, board_shown
from bot.render.host_lines import entered_in, host_lines, lines_of_entered, phase_name
from bot.render.offers import Called, has_spots, offers, open_moves
from bot.render.posted import game_begun
from bot.render.rules import in_words, set_otherwise
from bot.render.seat_lines import MOST_SEATS_SHOWN, seat_lines
from bot.table import crowd, hosting, motions, opening
from bot.table.document import Motion, OfTournament, Session, TournamentRules
from bot.table.opening import fewest_seats, openings
from bot.table.pausing import STAFF
from bot.table.phases import Between, Closed, Hosting, Lobby, Playing
from bot.table.queueing import may_queue, seats_left, way_in
from bot.table.stacks import buys_in
from bot.table.tournament import stakes_told
from bot.text import Words
from bot.text.safe_text import told_apart
from games.kit.contract import Scene, View
from games.kit.kept import known_once
from games.kit.kinds import keeps_secrets
from games.kit.money import Stacks
from games.kit.moves import LegalMove
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.kit.telling import say

MOST_LISTED: Final = 10
"""The most seats listed in words; of a larger number only the count is given."""
AGREE: Final = "agree"
SAYS_WHO: Final = frozenset({"bots", "start", "rematch"})
"""Commands whose labels may say who gives them, or how a vote for them stands."""
QUEUE: Final = "queue"
"""A command that may be missing; it is offered only if its button has a label."""
COMMANDS: Final = (
    AGREE,
    "join",
    QUEUE,
    "start",
    "rematch",
    "rebuy",
    "choose",
    "bots",
    "odds",
    "verify",
    "tournament",
    "rules",
    "leave",
    "close",
)
"""In their order on a panel."""
NAME: Final = attrgetter("name")
ID: Final = attrgetter("id")
NO_GAME_IS_ON: Final = None, Scene(())
"""The view and the scene of a table without a game."""


def names(session: Session, words: Words) -> tuple[str, ...]:
    """Return the name of each seat, numbered where two look alike (threats T13)."""
    return told_apart(tuple(map(NAME, session.seats)), reserved=(words.plain("the-house"), "House"))


def names_in_view(session: Session, words: Words) -> tuple[str, ...]:
    """Return the name of each seat in the game on the table; an ended game keeps the names of its players."""
    if isinstance(session.phase, Between) and session.phase.cast:
        return tuple(map(NAME, session.phase.cast))
    return names(session, words)


def viewer_of(session: Session, person: PersonId) -> Viewer:
    """Return who a person is in the game on the table: a newcomer to a seat took no part in a game that ended there."""
    if isinstance(session.phase, Between) and session.phase.cast:
        return next((one.seat for one in session.phase.cast if one.player == person), SPECTATOR)
    seat = session.seat_of(person)
    return SPECTATOR if seat is None else seat


class Scenes:
    """What each viewer of a table may know now, without words: computed once for each viewer, for all languages."""

    def __init__(self, session: Session) -> None:
        self._session, self._rules = session, session.rules
        self._on = not isinstance(session.phase, Lobby | Hosting | Closed)
        self._kept: dict[Viewer, tuple[View | None, Scene]] = {}

    def of(self, viewer: Viewer) -> tuple[View | None, Scene]:
        """Return a view and its scene; None and an empty scene if there is no game on the table."""
        if not self._on:
            return NO_GAME_IS_ON
        rules = self._rules
        looks = SPECTATOR if rules.one_scene else viewer
        found = self._kept.get(looks)
        if found is None:
            view = rules.view(self._session.state, looks)
            if isinstance(looks, int):
                scene = rules.scene_beside(view, looks, (self._kept.get(SPECTATOR) or self.of(SPECTATOR))[1])
            else:
                scene = rules.scene(view)
            found = self._kept[looks] = view, scene
        return found


class Told(NamedTuple):
    """The lines of a scene for everybody, alone and among all lines, and what is asked.

    `asks`: empty if the first of `table` says it. `to_you`: the same for whom it is asked of; empty: not told apart.
    """

    table: tuple[str, ...]
    lines: tuple[str, ...]
    asks: str
    to_you: str


class Sight(NamedTuple):
    """A scene in words: the labels in it, its lines for everybody, and those for its viewer."""

    scene: Scene
    called: Called
    told: Told
    own: tuple[str, ...]


class TableView:
    """A table at one moment, in one language: what all viewers share is put into words only once.

    It is made for a step and passed down. `scenes`: those of this step, shared with other languages.
    """

    def __init__(self, session: Session, words: Words, scenes: Scenes | None = None) -> None:
        between = isinstance(session.phase, Between)
        self.session, self.words = session, words
        self.names = names(session, words)
        """The current name of each seat."""
        self.names_in_game = names_in_view(session, words) if between else self.names
        self.seats_now = seats_now(session) if between else AS_EVER
        """The present seats of those who had one in the game on the table."""
        self.waits = isinstance(session.phase, Lobby | Between) and not isinstance(session.tournament, OfTournament)
        """Tells whether the next game begins as soon as people here want it."""
        self.stakes_waiting = crowd.waiting(session)
        """How many have staked for the round after the current one."""
        self.to_agree = () if session.motion is None else (vote_for(session, session.motion, words),)
        """The button to agree to a motion; empty if there is none."""
        self._scenes = scenes or Scenes(session)
        self._sights: dict[int, Sight] = {}
        self._told: dict[int, Told] = {}
        """The lines that several viewers share, by the id of what their scenes share."""
        self._seats: dict[Stacks | None, tuple[SeatLine, ...]] = {}
        self._called: dict[int, Called] = {}
        """The labels of a scene, by the id of its board where they depend on that; 0: those of all."""

    @property
    def title(self) -> str:
        game = self.words.title(self.session.rules)
        if self.session.practice is not None:
            return self.words.text("practice-title", game=game)
        gathers = isinstance(self.session.tournament, TournamentRules)
        return self.words.text("tournament-title", game=game) if gathers else game

    @known_once
    def queues(self) -> bool:
        """Tell whether people without a seat may queue for one."""
        there = self.words.own_is_there(f"button-{QUEUE}", None)
        return there and not is_alone(self.session.venue) and may_queue(self.session)

    @known_once
    def of_all(self) -> Panel:
        """Return the panel with what is the same for all viewers."""
        session, words, rules, phase = self.session, self.words, self.session.rules, self.session.phase
        admits, given = session.options.admits, set_otherwise(session) if self.waits else {}
        return Panel(
            code=session.code,
            game=rules.name,
            title=self.title,
            phase=phase_name(session),
            lines=(),
            own=(),
            seats=(),
            pot=None,
            ask=phase.clock.ask if isinstance(phase, Playing) else NO_GAME,
            ends_at=deadline(session),
            commands=(),
            offers=(),
            sitting=len(session.seats),
            entered=entered_in(phase) if isinstance(phase, Hosting) else (),
            hands=keeps_secrets(rules),
            short=short_title(session.tournament, words) if isinstance(session.tournament, OfTournament) else "",
            start=start_for_all(session, words) if self.waits else "",
            fewest=fewest_seats(session),
            most=session.seats_allowed[-1],
            paused=session.paused is not None,
            given=tuple(given.items()),
            chosen=tuple(in_words(rules, key, value, words) for key, value in given.items()) if given else (),
            room=seats_left(session),
            admits="" if admits == "all" else words.plain(f"option-admits-{admits}"),
            unwatched="" if session.options.spectators == "on" else words.text("not-to-be-watched"),
            way_in=way_in(session),
            choosing=words_to_choose(session, words) if opening.choices_now(session) else "",
        )

    def seen(self, viewer: Viewer) -> tuple[View | None, Sight]:
        """Return the view of a viewer, and the same in words."""
        view, scene = self._scenes.of(viewer)
        sight = self._sights.get(id(scene))
        if sight is None:
            labels = id(scene.board) if has_spots(self.session.rules) else 0
            called = self._called.get(labels)
            if called is None:
                called = self._called[labels] = Called(self.names_in_game, self.session.rules, self.words, scene)
            own, told = tuple(map(called.said, scene.own)), self._told.get(id(scene.table))
            if told is None:
                told = self._told[id(scene.table)] = self._told_by(scene, called, "" if view is None else view.phase)
            sight = self._sights[id(scene)] = Sight(scene, called, told, own)
        return view, sight

    def _told_by(self, scene: Scene, called: Called, phase: str) -> Told:
        """Return the scene's lines for everybody. Scenes are kept, so the id of a part of one is unique."""
        session, words, table = self.session, self.words, tuple(map(called.said, scene.table))
        ids, asks = list(map(ID, scene.table)), f"scene-{phase}"
        at = ids.index(asks) if asks in ids else 0
        of, above = session.tournament, host_lines(session, words, self.stakes_waiting)
        below = (stakes_of_its_table(session, of, words),) if isinstance(of, OfTournament) else ()
        return Told(
            table=table,
            lines=(*above, *table, *below),
            asks=table[at] if at else "",
            to_you=words.to_you(scene.table[at], called.names, called.rules) if table else "",
        )

    def seats(self, own: Seat | None, view: View | None) -> tuple[SeatLine, ...]:
        """Return the seats as seen from this seat (None: by somebody without one)."""
        stacks = None if view is None else view.stacks
        if stacks not in self._seats:
            self._seats[stacks] = seat_lines(self.session, None, self.names, view, self.words)
        lines = self._seats[stacks]
        if own is None:
            return lines
        if own < len(lines) and lines[own].seat == own:
            return (*lines[:own], replace(lines[own], you=True), *lines[own + 1 :])
        return seat_lines(self.session, own, self.names, view, self.words)

    def offers(self, seat: Seat, called: Called) -> tuple[Offer, ...]:
        """Return all that this seat may do: for its owner, and for public buttons if the game keeps no secrets."""
        session = self.session
        legal = session.legal_moves(seat) if isinstance(session.phase, Playing) else openings(session, seat)
        return offers(legal, called) if legal else ()


def short_title(of: OfTournament, words: Words) -> str:
    """Return what tells the tables of one tournament apart."""
    return words.text("tournament-table-short", number=of.number, final="yes" if of.final else "no")


def stakes_of_its_table(session: Session, of: OfTournament, words: Words) -> str:
    """Return the line below the game's own at a tournament's table: its number, and its stakes."""
    stakes, last = stakes_told(session, 0), "yes" if of.final else "no"
    return words.sentence(say("tournament-table-is", number=of.number, final=last, stakes=stakes), (), session.rules)


def told_by_entered(session: Session, words: Words) -> tuple[str, ...]:
    """Return the lines that say what the list of a tournament's players shows."""
    phase = session.phase
    return tuple(lines_of_entered(phase, words)) if isinstance(phase, Hosting) else ()


def panel_for(
    table: TableView, person: PersonId, *, here: bool = True, drawn: bool = True, page: bool = False
) -> Panel:
    """Return the panel for one person (empty: for everybody).

    `here`: people may sit down there. `drawn`: with the board. `page`: without what only messages show, as on pages.
    """
    session, words, seat = table.session, table.words, table.session.seat_of(person)
    view, sight = table.seen(viewer_of(session, person))
    laid = sight.scene.board if drawn else None
    board = None if laid is None else board_shown(laid, sight.called, table.seats_now)
    seats = table.seats(seat, view)
    offered = () if seat is None else table.offers(seat, sight.called)
    of_all, told = table.of_all, sight.told
    to_you = told.to_you if seat is not None and isinstance(session.phase, Playing) else ""
    return replace(
        of_all,
        lines=told.lines,
        own=(*sight.own, *kept_for_next(session, person, words)) if table.stakes_waiting else sight.own,
        seats=seats,
        pot=None if view is None or not view.stacks else view.pot,
        commands=commands(table, person, seat, view) if here else (),
        offers=offered,
        board=board,
        open_moves=() if person or page else offered_openly(table, sight.called),
        is_host=person == session.host,
        counts=person == session.host == session.opened_by,
        by_board=told.table if board is not None else told_by_entered(session, words),
        own_by_board=() if board is None or page else tuple(map(sight.called.said, sight.scene.own_drawn)),
        way_in=of_all.way_in if here else "",
        begun="" if page else fixed_by(session, seat, words),
        asks=to_you if to_you and asked_of(seats, offered) else told.asks,
        stage="" if view is None else view.phase,
        choosing=of_all.choosing if seat is not None else "",
    )


def asked_of(seats: Sequence[SeatLine], offered: Sequence[Offer]) -> bool:
    """Tell whether the viewer of these seats is awaited or, where nobody is awaited by name, may move.

    Where a house bot plays for them, nothing is asked of them.
    """
    by_name = False
    for one in seats:
        if one.you and (one.away or one.awaited):
            return not one.away
        by_name = by_name or one.awaited
    return bool(offered) and not by_name


def fixed_by(session: Session, seat: Seat | None, words: Words) -> str:
    """Return what fixed the dice of the current game, for a seat that holds secrets; else nothing.

    Its view may be the first private answer that a person gets in a game (`docs/fairness.md`).
    """
    phase = session.phase
    if seat is None or not (isinstance(phase, Playing) and phase.head and keeps_secrets(session.rules)):
        return ""
    return game_begun(phase, words)


def kept_for_next(session: Session, person: PersonId, words: Words) -> tuple[str, ...]:
    """Return what this person has staked for the round after the current one."""
    stake = crowd.kept_by(session, person) if person else None
    return () if stake is None else (words.text("your-next", stake=stake.opening),)


def offered_openly(table: TableView, called: Called) -> tuple[OpenMove, ...]:
    """Return what the awaited may do, if everybody may know of it (threats T1): see `Move.offered_openly`."""
    seats = awaited(table.session)
    if not table.of_all.hands:
        return open_moves([table.offers(seat, called) for seat in seats])
    legal = [legal_moves(table.session, seat) for seat in seats]
    return open_moves([offers([move for move in moves if move.move.offered_openly], called) for moves in legal])


def awaited(session: Session) -> tuple[Seat, ...]:
    """Return the seats that may move now: those asked, or all if only the clock is awaited or no game is on."""
    ask = session.ask if isinstance(session.phase, Playing) else None
    seats = ask.seats if ask is not None and ask.seats else all_seats(len(session.seats))
    people = [seat for seat in seats if not session.seats[seat].is_bot and not session.seats[seat].gone]
    return tuple(people[:MOST_SEATS_SHOWN])


def legal_moves(session: Session, seat: Seat) -> tuple[LegalMove, ...]:
    """Return the legal moves of this seat, or the opening moves that may begin the next game."""
    if isinstance(session.phase, Playing):
        return session.legal_moves(seat)
    return openings(session, seat)


def deadline(session: Session) -> int | None:
    """Return when the time is up; None if no clock runs, as in a pause."""
    if session.paused is not None:
        return None
    match session.phase:
        case Playing(clock=clock):
            return clock.ends_at
        case Lobby(starts_at=starts_at) | Between(starts_at=starts_at):
            return starts_at
        case Hosting(rises_at=rises_at, over=over):
            return None if over else rises_at
        case Closed():
            return None


def commands(table: TableView, person: PersonId, seat: Seat | None, view: View | None) -> tuple[Choosable, ...]:
    """Return the commands that make sense now for this person on this seat; for an empty person, the public buttons."""
    session, words, rules = table.session, table.words, table.session.rules
    if not isinstance(session.phase, Playing):
        return between_games(table, person, seat)
    odds = seat is not None and view is not None and rules.has_odds(view, seat)
    on = while_it_is_played(words, sits=seat is not None, odds=odds)
    if seat is None and table.queues:
        on = (Choosable(QUEUE, words.plain("button-queue-next")), *on)
    return (*table.to_agree, *on) if table.to_agree else on


def between_games(table: TableView, person: PersonId, seat: Seat | None) -> tuple[Choosable, ...]:
    """Return the commands while no game is on."""
    session, words, phase = table.session, table.words, table.session.phase
    offered = ["rules"] if seat is None else ["rules", "leave"]
    if table.waits:
        offered += to_begin(session, person, seat)
    if isinstance(phase, Between) and session.practice is None:
        offered.append("verify")
    if isinstance(phase, Hosting):
        offered.append("tournament")
    if seat is None and table.queues:
        offered.append(QUEUE)
    buttons = []
    for word in sorted(offered, key=COMMANDS.index):
        label = label_of(session, word, person, words) if word in SAYS_WHO else words.plain(f"button-{word}")
        buttons.append(Choosable(word, label, session.host if word == "bots" and not person else ""))
    choices = to_choose(session, seat, words) if seat is not None and table.of_all.choosing else ()
    of_host = of_its_host(session, words) if isinstance(phase, Hosting) and not phase.over else ()
    return (*table.to_agree, *buttons, *choices, *of_host)


def of_its_host(session: Session, words: Words) -> Iterator[Choosable]:
    """Yield the commands of the host while a tournament is on."""
    stands = session.paused is not None and session.paused.why == STAFF
    for word in ("resume",) if stands else ("level", "pause"):
        yield Choosable(f"tournament {word}", words.plain(f"button-tournament-{word}"), session.host)


def vote_for(session: Session, motion: Motion, words: Words) -> Choosable:
    """Return the button to agree to a moderator's motion, with the count of votes."""
    count, needed = len(motions.votes_given(session, motion)), motions.votes_needed(session, motion)
    label = words.text("begins-by-vote", button=words.plain("button-agree"), count=count, needed=needed)
    return Choosable(f"{AGREE} {motion.number}", label)


def words_to_choose(session: Session, words: Words) -> str:
    """Return what a seat chooses for itself in this game, as a heading."""
    return words.own("named-choice", session.rules) or words.plain("a-choice")


def to_choose(session: Session, seat: Seat, words: Words) -> Iterator[Choosable]:
    """Yield what this seat may still choose for itself."""
    for word in opening.free_choices(session, seat):
        if session.seats[seat].choice != word:
            yield Choosable(f"choose {word}", words.text("button-choose", choice=word))


def to_begin(session: Session, person: PersonId, seat: Seat | None) -> Iterator[str]:
    """Yield the commands while the next game waits for people here."""
    is_host, full = person in {"", session.host}, len(session.seats) >= session.seats_allowed[-1]
    if seat is None and not full and not is_alone(session.venue):
        yield "join"
    if seat is not None:
        yield from of_a_seat(session, seat, is_host=is_host)
    if is_host and not full:
        yield "bots"
    if is_host and person:
        yield "close"


def of_a_seat(session: Session, seat: Seat, *, is_host: bool) -> Iterator[str]:
    """Yield the commands between games for a person who sits here."""
    follows = hosting.follows_by_itself(session)
    if may_begin(session, is_host=is_host) or ((follows or not is_host) and may_be_ready(session, seat)):
        yield "start" if isinstance(session.phase, Lobby) else "rematch"
    if session.options.money == "chips" and buys_in(session, seat):
        yield "rebuy"


def may_be_ready(session: Session, seat: Seat) -> bool:
    """Tell whether a player may still say that they are ready for the next game."""
    return hosting.says_ready(session) and session.seats[seat].player not in session.ready


def may_begin(session: Session, *, is_host: bool) -> bool:
    """Tell whether a person who sits here may begin the next game, or vote for it."""
    enough = len(session.seats) >= fewest_seats(session)
    return enough and (is_host or session.votes is not None) and not hosting.follows_by_itself(session)


@lru_cache(maxsize=64)
def while_it_is_played(words: Words, *, sits: bool, odds: bool) -> tuple[Choosable, ...]:
    """Return the commands while a game is on: those of spectators, or of people who sit here. `odds`: they have any."""
    offered = (*(("odds",) if odds else ()), "rules", *(("leave",) if sits else ()))
    return tuple(Choosable(word, words.plain(f"button-{word}")) for word in offered)


def label_of(session: Session, word: str, person: PersonId, words: Words) -> str:
    """Return the label of a button; for starting by vote with the count, in public with the host whose it is."""
    if word == "bots" and not person:
        return words.text("begins-of-host", button=words.plain("button-bots"), host=hosting.host_name(session))
    if word not in {"start", "rematch"}:
        return words.plain(f"button-{word}")
    button = words.plain(button_id(session, word))
    if person and hosting.follows_by_itself(session):
        return words.plain("say-ready")
    if person == session.host:
        return button
    if session.votes is None:
        return words.plain("say-ready") if person else button
    count, needed = len(hosting.votes_given(session)), hosting.votes_needed(session)
    return words.text("begins-by-vote", button=button, count=count, needed=needed)


def button_id(session: Session, word: str) -> str:
    """Return the message id of a command's label; the next game may be called a round of a match."""
    return f"button-rematch-{session.rules.one_is}" if word == "rematch" and session.series_is_on else f"button-{word}"


def start_for_all(session: Session, words: Words) -> str:
    """Return the label of the public button for the next game, with its owner or the vote; empty: no button."""
    if hosting.follows_by_itself(session):
        return ""
    word = "start" if isinstance(session.phase, Lobby) else "rematch"
    if session.votes is not None:
        return label_of(session, word, NOBODY, words)
    return words.text("begins-of-host", button=words.plain(button_id(session, word)), host=hosting.host_name(session))


def seats_now(session: Session) -> SeatsNow:
    """Return the present seats of those who had one in the game on the table; mostly they are the same."""
    cast = session.phase.cast if isinstance(session.phase, Between) else ()
    now = {one.seat: session.seat_of(one.player) for one in cast}
    if all(now[seat] == seat for seat in now):
        return AS_EVER
    return tuple([now.get(seat) for seat in all_seats(max(now) + 1)])


# In words


def panel_in_words(panel: Panel, words: Words, own: SeatLine | None = None) -> str:
    """Return the panel as lines of text: it can be used without colours, pictures or buttons.

    Of a crowd it tells how many sit there, and the reader's own seat (`own`).
    """
    lines, sitting = [f"{panel.code} · {panel.title}", *panel.lines], max(panel.sitting, len(panel.seats))
    if sitting > MOST_LISTED:
        lines.append(words.text("so-many-sit-here", count=sitting))
    listed = panel.seats if sitting <= MOST_LISTED else filter(None, (own,))
    lines += [seat_in_words(seat, words) for seat in listed]
    if panel.pot:
        lines.append(words.text("pot-is", pot=panel.pot))
    return "\n".join([*lines, *panel.own])


def seat_in_words(seat: SeatLine, words: Words) -> str:
    told = [*marks(seat, words), *([words.plain("mark-awaited")] if seat.awaited else ())]
    stack = "" if seat.stack is None else f" {words.text('amount', amount=seat.stack)}"
    return f"{seat.seat + 1}. {seat.name}{stack}" + (f" ({', '.join(told)})" if told else "")


def marks(seat: SeatLine, words: Words) -> list[str]:
    """Return what a seat is besides its name: a house bot, away, or ready."""
    return [words.plain(f"mark-{mark}") for mark in ("bot", "away", "ready") if getattr(seat, mark)]
