"""A finished game as a film: one frame for each action, as seen by one seat, or by all together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.people.finished_games import FinishedGame
from bot.ports.replays import Film, FilmFrame, FilmOdds, FilmSeat
from bot.render.boards import board_shown
from bot.render.chances import chances_in_words
from bot.render.offers import Called
from bot.render.seat_lines import feat_title
from bot.text import MissingWordsError, Words
from bot.text.safe_text import told_apart
from games.catalogue import AnyGame
from games.kit.contract import Event, PrivateEvent, Scene, View
from games.kit.notation import fields_of, read
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.proof.record import CalledOff, Left, Moment, Moved, Returned, TakenOver, TimedOut
from games.proof.verifying import Replayed

ALL: Final = "all"
"""The view of all seats together: what each saw in secret is added to the public board."""
MOST_FRAMES: Final = 1_000
"""How many frames a film has at most. The rest of a longer game is only in its record."""


class Projector:
    """Make the frames of a game in one language. `eyes`: a seat, the spectator, or ALL."""

    def __init__(self, game: FinishedGame, rules: AnyGame, eyes: str, words: Words) -> None:
        self._rules, self._words, self._eyes = rules, words, eyes
        self._void = game.void
        went = any(sat.before != sat.after for sat in game.seats)
        self._decided = "yes" if went else "no" if any(sat.before for sat in game.seats) else "none"
        self.names = told_apart(tuple(sat.name for sat in game.seats))
        self._seats = all_seats(len(game.seats))
        self._viewer: Viewer = Seat(int(eyes)) if eyes.isdigit() else SPECTATOR

    def frame(self, moment: Moment) -> FilmFrame:
        """Return the moment as seen by these eyes."""
        view = self._rules.view(moment.state, self._viewer)
        scene = self._rules.scene(view)
        called = self._called(scene)
        board = None if scene.board is None else board_shown(scene.board, called)
        own = self._own(moment, scene, called)
        return FilmFrame(
            who=who_did(moment),
            says=tuple(self._told(moment.events, own)) or self._done(moment, called),
            lines=tuple(map(called.said, scene.table)),
            own=tuple(self._of_each(own)) if self._eyes == ALL else own.get(self._viewer, ()),
            board=board,
            stacks=tuple(map(int, view.stacks)),
        )

    def _called(self, scene: Scene) -> Called:
        return Called(self.names, self._rules, self._words, scene)

    def _told(self, events: Sequence[Event], own: Mapping[Viewer, Sequence[str]]) -> Iterator[str]:
        """Yield what these eyes were told, one line each; for ALL, private lines name the seat that was told.

        What stands in `own` is not told twice.
        """
        for event in events:
            to = event.to if isinstance(event, PrivateEvent) else None
            if to is None:
                yield self._sentence(event)
            elif self._eyes in {ALL, str(int(to))} and (told := self._sentence(event)) not in " ".join(own[to]):
                yield told if to == self._viewer else self._words.text("film-to", who=self.names[to], told=told)

    def _done(self, moment: Moment, called: Called) -> tuple[str, ...]:
        """Return the action as a line if these eyes were told nothing of it; to others a secret move is only that."""
        text = self._words.text
        match moment.deed:
            case Moved(seat=seat, move=line) if self._eyes == ALL or seat == self._viewer:
                return (text("film-did", who=self.names[seat], deed=self._in_words(line, called)),)
            case Moved(seat=seat):
                return (text("film-secret", who=self.names[seat]),)
            case TakenOver(seat=seat):
                return (text("taken-over", who=self.names[seat]),)
            case Returned(seat=seat):
                return (text("returned", who=self.names[seat]),)
            case Left(seat=seat):
                return (text("film-left", who=self.names[seat]),)
            case TimedOut(seats=()):  # no particular seat was awaited
                return (text("film-time-up"),)
            case TimedOut(seats=seats):
                return (text("film-silent", who=self._words.listed([self.names[seat] for seat in seats])),)
            case CalledOff(why=why):
                void = self._void or why  # the listing names nobody who is forgotten
                return (text("game-void", why=void, decided=self._decided),)
            case _:
                return ()

    def deed_in_words(self, moment: Moment) -> str:
        """Return the move of a moment as buttons name it, with its values."""
        scene = self._rules.scene(self._rules.view(moment.state, SPECTATOR))
        return self._in_words(moment.deed.move, self._called(scene)) if isinstance(moment.deed, Moved) else ""

    def _in_words(self, line: str, called: Called) -> str:
        """Return a move as buttons name it, with its values."""
        move = read(line, self._rules.moves)
        _, label, _ = called.move(type(move))
        chosen = [(field.kind, getattr(move, field.name)) for field in fields_of(type(move))]
        values = [called.value(kind, one) for kind, value in chosen for one in in_parts(value)]
        return called.with_values(label, values) if values else label

    def _sentence(self, event: Event) -> str:
        told = event.say()
        try:
            return self._words.sentence(told, self.names, self._rules)
        except MissingWordsError:
            return told.id

    def _own(self, moment: Moment, scene: Scene, called: Called) -> dict[Viewer, tuple[str, ...]]:
        """Return what only these eyes saw on the table, for ALL by seat."""
        if self._eyes != ALL:
            return {self._viewer: tuple(map(called.said, scene.own))}
        scenes = {seat: self._rules.scene(self._rules.view(moment.state, seat)) for seat in self._seats}
        return {seat: tuple(map(self._called(own).said, own.own)) for seat, own in scenes.items()}

    def _of_each(self, own: Mapping[Viewer, Sequence[str]]) -> Iterator[str]:
        """Yield a line for each seat that has something of its own."""
        for seat in self._seats:
            if own[seat]:
                yield self._words.text("film-own", who=self.names[seat], told=" ".join(own[seat]))


def in_parts(value: Any) -> tuple[Any, ...]:
    """Return the values of a move's field; empty for a flag that is not set."""
    if isinstance(value, bool) or value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def film_of(game: FinishedGame, rules: AnyGame, replayed: Replayed, eyes: str, words: Words) -> Film:
    """Return a checked record as a film. It takes too long for the event loop if the game is long."""
    projector = Projector(game, rules, eyes, words)
    frames = [projector.frame(moment) for moment in replayed.moments[:MOST_FRAMES]]
    return Film(eyes, tuple(frames), len(replayed.moments))


def last_frame(game: FinishedGame, rules: AnyGame, replayed: Replayed, words: Words) -> FilmFrame:
    """Return the end as everybody saw it."""
    return Projector(game, rules, "", words).frame(replayed.moments[-1])


def odds_of(game: FinishedGame, rules: AnyGame, replayed: Replayed, step: int, words: Words) -> FilmOdds | None:
    """Return what the seat that moved at this step (from 0) could have computed before; None if nothing."""
    moments = replayed.moments
    deed = moments[step].deed if 0 < step < len(moments) else None
    if not isinstance(deed, Moved):
        return None
    seat, before = deed.seat, moments[step - 1].state
    told = tuple(
        event
        for moment in moments[:step]
        for event in moment.events
        if isinstance(event, PrivateEvent) and event.to == seat
    )
    names = told_apart(tuple(sat.name for sat in game.seats))
    view = rules.view(before, seat)
    lines = chances_in_words(rules, view, told, lambda dice: rules.resample(before, seat, dice), names, words)
    had = had_in_words(game, rules, moments[step], view, words)
    return FilmOdds(int(seat), tuple(lines), had) if lines or had else None


def had_in_words(game: FinishedGame, rules: AnyGame, moment: Moment, view: View, words: Words) -> str:
    """Return "Pete had 41 %, and split": the chance with the move made; empty if it can't be computed."""
    if not isinstance(moment.deed, Moved):
        return ""
    chance = rules.chance(view, read(moment.deed.move, rules.moves))
    if chance is None:
        return ""
    projector = Projector(game, rules, ALL, words)
    return words.text(
        "film-had",
        who=projector.names[moment.deed.seat],
        chance=f"{100 * chance:.0f}",
        deed=projector.deed_in_words(moment),
    )


def film_seats(game: FinishedGame, faces: Sequence[str], words: Words) -> tuple[FilmSeat, ...]:
    """Return those who sat at a game, with their results. `faces`: by seat."""
    names = told_apart(tuple(sat.name for sat in game.seats))
    return tuple(
        FilmSeat(
            name,
            sat.before,
            sat.after,
            sat.won,
            sat.house,
            sat.left,
            sat.luck,
            tuple(feat for one in sat.feats if (feat := feat_title(game.game, one, words))),
            face,
            sat.place,
        )
        for name, sat, face in zip(names, game.seats, faces, strict=True)
    )


def who_did(moment: Moment) -> int | None:
    """Return the seat that acted; None if several ran out of time, or the game began."""
    match moment.deed:
        case Moved(seat=seat) | Left(seat=seat) | TakenOver(seat=seat) | Returned(seat=seat):
            return int(seat)
        case TimedOut(seats=(seat,)):
            return int(seat)
        case _:
            return None
