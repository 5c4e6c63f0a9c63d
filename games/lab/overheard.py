"""Compare what others hear of a step between dealings that they can't tell apart (threats T1 to T3, T31).

A move made in secret, a silence, a leaving: whoever watches it is told the same, however the things lie that are hidden
from them. Where the rules turn something up, an event says so (`Event.reveals`), and from there on what is told may
differ; up to there it is equal to the last byte.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from msgspec import Struct

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Event, PrivateEvent, Step
from games.kit.kinds import keeps_secrets
from games.kit.moves import LegalMove, Move
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.secret import Sealed


class Line(NamedTuple):
    """An event as one viewer hears it: its kind, what it holds, its sentence, and how it is shown."""

    kind: str
    content: bytes
    sentence: bytes
    opens_line: bool
    fades: int | None
    replaces: bool
    reveals: bool


class Heard(NamedTuple):
    """Say what a viewer is told while a step is made, and what lies before them after it, by name."""

    lines: tuple[Line, ...]
    after: dict[str, Any]


def line_of(game: AnyGame, event: Event) -> Line:
    return Line(
        type(event).__name__,
        codec(game).encode(event),
        codec(game).encode(event.say()),
        event.opens_line,
        event.fades,
        event.replaces,
        type(event).reveals,
    )


def heard(game: AnyGame, step: Step[Any], viewer: Viewer, seats: tuple[Seat, ...]) -> Heard:
    """Return all that this viewer hears of a step."""
    own = [event for event in step.events if not isinstance(event, PrivateEvent) or event.to == viewer]
    return Heard(tuple(line_of(game, event) for event in own), before(game, step.state, viewer, seats, scene=False))


def before(game: AnyGame, state: Any, viewer: Viewer, seats: tuple[Seat, ...], *, scene: bool = True) -> dict[str, Any]:
    """Return what lies before this viewer: nothing of it may depend on what is hidden from them.

    What is the same for all stands with the spectator's. A scene is made from its view alone, and takes its time where
    it has a picture: it may be left out.
    """
    view = game.view(state, viewer)
    found = {"view": codec(game).encode(view)} | ({"scene": codec(game).encode(game.scene(view))} if scene else {})
    if viewer is not SPECTATOR:
        return {**found, "list of legal moves": repr(game.legal_moves(state, viewer))}
    buttons = [offered_openly(game, state, seat) for seat in seats] if keeps_secrets(game) else []
    return {**found, "ask": game.asks(state), "result": game.result(state), "buttons for all": buttons}


def offered_openly(game: AnyGame, state: Any, seat: Seat) -> list[LegalMove]:
    """Return what stands before everybody as this seat's buttons, in a game that keeps secrets."""
    return [legal for legal in game.legal_moves(state, seat) if legal.move.offered_openly]


def difference(first: Heard, second: Heard, *, same_question: bool = False) -> str:
    """Say what differs that must not; empty: nothing. What the rules turn up may, and all that follows from it.

    In one piece: each return is a case of the promise.
    `same_question`: the table still waits for the same answer, and before that is given nothing is turned up.
    """
    differing = ((one, other) for one, other in zip_longest(first.lines, second.lines) if one != other)
    for one, other in differing:
        if one is not None and other is not None and one.reveals and other.reveals and not same_question:
            return ""
        return f"an event: {one and one.content!r}, then {other and other.content!r}"
    if any(line.reveals for line in first.lines) and not same_question:
        return ""  # what lies there now may show more of it than its line does
    return difference_after(first, second)


def difference_after(first: Heard, second: Heard) -> str:
    """Say what differs in what is seen after the step; empty: nothing."""
    for name, shown in first.after.items():
        if shown != second.after[name]:
            return f"another {name}: {shown!r}, then {second.after[name]!r}"
    return ""


# Two dealings


class Pair(NamedTuple):
    """A state, and another that agrees with all that `viewer` was told."""

    game: AnyGame
    seats: tuple[Seat, ...]
    viewer: Seat
    state: Any
    other: Any

    def told_apart(self, play: Callable[[Any], Step[Any]], play_other: Callable[[Any], Step[Any]] | None = None) -> str:
        """Say what tells the viewer, or who looks on, the one from the other by a step; empty: nothing does."""
        first, second = play(self.state), (play_other or play)(self.other)
        same = self.question(self.state) == self.question(first.state) == self.question(second.state)
        for viewer in (self.viewer, SPECTATOR):
            one, other = (heard(self.game, step, viewer, self.seats) for step in (first, second))
            found = difference(one, other, same_question=same)
            if found:
                return f"{viewer} is told {found}"
        return ""

    def question(self, state: Any) -> str:
        """Return the question that is asked now; empty: none is."""
        ask = self.game.asks(state)
        return "" if ask is None else ask.id


def counterpart(game: AnyGame, state: Any, seat: Seat, move: Move, which: Callable[[int], int]) -> Move | None:
    """Return the move of another dealing that must look like this one; None: there is none.

    Of a secret move, any move of its verb: nobody may hear which it was. Of an open one, the same.
    """
    legal = game.legal_moves(state, seat)
    if not any(offer.secret for offer in legal if offer.move is type(move)):
        return move if any(offer.covers(move) for offer in legal) else None
    like = [example for offer in legal if offer.move is type(move) and offer.secret for example in offer.examples()]
    return like[which(len(like))]


def sealed(value: Any) -> Iterator[Sealed[Any]]:
    """Yield what players chose in secret, wherever it lies in this value."""
    match value:
        case Sealed():
            yield value
        case Struct():
            for name in value.__struct_fields__:
                yield from sealed(getattr(value, name))
        case tuple():
            for one in value:
                yield from sealed(one)
        case _:
            pass


def choices(game: AnyGame, state: Any) -> Counter[bytes]:
    """Return the sealed choices of a state, each as often as it lies there."""
    return Counter(codec(game).encode(one) for one in sealed(state))


def with_choices_of(state: Any, other: Any) -> Any:
    """Return the other dealing with the sealed choices of this one: what players chose is no dealing's affair."""
    match state, other:
        case Sealed(), Sealed():
            return state
        case Struct(), Struct() if type(state) is type(other):
            names = state.__struct_fields__
            return type(other)(*(with_choices_of(getattr(state, name), getattr(other, name)) for name in names))
        case tuple(), tuple() if len(state) == len(other):
            return tuple(with_choices_of(one, another) for one, another in zip(state, other, strict=True))
        case _:
            return other
