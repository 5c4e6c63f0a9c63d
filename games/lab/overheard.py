"""Compare what others hear of a step in two dealings that they can't tell apart (threats T1 to T3, T31).

Whoever watches a secret move, a silence or a leaving must be told the same, whatever is hidden from them. Where the
rules turn something up, an event says so (`Event.reveals`), and what is told from there on may differ; up to there it
must be equal to the last byte.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from msgspec import Struct, inspect
from msgspec.structs import replace

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Event, PrivateEvent, Step
from games.kit.kinds import keeps_secrets, parts, struct
from games.kit.moves import LegalMove, Move
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.secret import Sealed
from games.kit.telling import field_types
from games.lab.seen import Seen


class Line(NamedTuple):
    """Hold an event as one viewer hears it: its kind, its content, its sentence, and how it is shown."""

    kind: str
    content: bytes
    sentence: bytes
    opens_line: bool
    fades: int | None
    replaces: bool
    reveals: bool


class Heard(NamedTuple):
    """Hold what a viewer is told during a step, and a function for what they see `after` it, by name: that is called
    only if it matters.
    """

    lines: tuple[Line, ...]
    after: Callable[[], dict[str, Any]]


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


def heard(after: Seen, events: Sequence[Event], viewer: Viewer) -> Heard:
    """Return all that this viewer hears of a step. `after`: the state that it led to."""
    own = [event for event in events if not isinstance(event, PrivateEvent) or event.to == viewer]
    return Heard(tuple([line_of(after.game, event) for event in own]), lambda: before(after, viewer, scene=False))


def before(seen: Seen, viewer: Viewer, *, scene: bool = True) -> dict[str, Any]:
    """Return what this viewer sees; nothing in it may depend on what is hidden from them.

    What is the same for everybody is listed for the spectator. A scene follows from its view alone and takes time if it
    has a picture, so it may be left out.
    """
    encode = codec(seen.game).encode
    found = {"view": encode(seen.view(viewer))} | ({"scene": encode(seen.scene(viewer))} if scene else {})
    if viewer is not SPECTATOR:
        return {**found, "list of legal moves": repr(seen.legal(viewer))}
    buttons = [offered_openly(seen, seat) for seat in seen.seats] if keeps_secrets(seen.game) else []
    return {**found, "ask": seen.ask, "result": seen.result, "buttons for all": buttons}


def offered_openly(seen: Seen, seat: Seat) -> list[LegalMove]:
    """Return the buttons of this seat that everybody sees, in a game that keeps secrets."""
    return [legal for legal in seen.legal(seat) if legal.move.offered_openly]


def difference(first: Heard, second: Heard, *, same_question: bool = False) -> str:
    """Say what differs but must not; empty: nothing. What the rules turn up may differ, with all that follows from it.

    The function is not split, because each return is a case of the promise. `same_question`: the table still waits for
    the same answer, and nothing is turned up before it is given.
    """
    differing = ((one, other) for one, other in zip_longest(first.lines, second.lines) if one != other)
    for one, other in differing:
        if one is not None and other is not None and one.reveals and other.reveals and not same_question:
            return ""
        return f"an event: {one and one.content!r}, then {other and other.content!r}"
    if any(line.reveals for line in first.lines) and not same_question:
        return ""  # what is seen now may show more of what was turned up than the line does
    return difference_after(first, second)


def difference_after(first: Heard, second: Heard) -> str:
    """Say what differs in what is seen after the step; empty: nothing."""
    other = second.after()
    for name, shown in first.after().items():
        if shown != other[name]:
            return f"another {name}: {shown!r}, then {other[name]!r}"
    return ""


# Two dealings


class Pair(NamedTuple):
    """Hold a state, and another that agrees with all that `viewer` was told."""

    viewer: Seat
    state: Seen
    other: Seen

    def told_apart(self, play: Callable[[Any], Step[Any]], play_other: Callable[[Any], Step[Any]] | None = None) -> str:
        """Say by what in a step the viewer or the spectator can tell the two states apart; empty: by nothing."""
        first, second = play(self.state.state), (play_other or play)(self.other.state)
        after = self.state.of(first.state), self.state.of(second.state)
        same = question(self.state) == question(after[0]) == question(after[1])
        for viewer in (self.viewer, SPECTATOR):
            one, other = heard(after[0], first.events, viewer), heard(after[1], second.events, viewer)
            found = difference(one, other, same_question=same)
            if found:
                who = f"seat {viewer}" if isinstance(viewer, int) else "the spectator"
                return f"{who} is told {found}"
        return ""


def question(seen: Seen) -> str:
    """Return the id of the question that is asked now; empty: none."""
    return "" if seen.ask is None else seen.ask.id


def counterpart(seen: Seen, seat: Seat, move: Move, which: Callable[[int], int]) -> Move | None:
    """Return the move in the other dealing that must look like this one; None: there is none.

    For a secret move it is any of the same verb: nobody may hear which it was. For an open one it is the same move.
    """
    legal = seen.legal(seat)
    if not any(offer.secret for offer in legal if offer.move is type(move)):
        return move if any(offer.covers(move) for offer in legal) else None
    like = [example for offer in legal if offer.move is type(move) and offer.secret for example in offer.examples()]
    return like[which(len(like))]


# What was chosen in secret


@cache
def may_seal(kind: type[Struct]) -> tuple[str, ...]:
    """Return the fields of this type that can hold something sealed, at any depth, or whose types do not say.

    The other fields, such as piles of cards, need not be searched.
    """
    return tuple(name for name, held in field_types(kind).items() if any(map(seals, parts(held))))


def seals(part: inspect.Type) -> bool:
    found = struct(part)
    return isinstance(part, inspect.AnyType) or (found is not None and issubclass(found, Sealed))


def sealed(value: Any) -> Iterator[Sealed[Any]]:
    """Yield what players chose in secret, wherever in this value it is."""
    match value:
        case Sealed():
            yield value
        case Struct():
            for name in may_seal(type(value)):
                yield from sealed(getattr(value, name))
        case tuple():
            for one in value:
                yield from sealed(one)
        case _:
            pass


def choices(game: AnyGame, state: Any) -> Counter[bytes]:
    """Count how often each sealed choice occurs in a state."""
    return Counter([codec(game).encode(one) for one in sealed(state)])


def with_choices_of(state: Any, other: Any) -> Any:
    """Return the other dealing with the sealed choices of this one: what players chose is not part of a dealing."""
    match state, other:
        case Sealed(), Sealed():
            return state
        case Struct(), Struct() if type(state) is type(other):
            names = may_seal(type(state))
            chosen = {name: with_choices_of(getattr(state, name), getattr(other, name)) for name in names}
            return replace(other, **chosen) if chosen else other
        case tuple(), tuple() if len(state) == len(other):
            return tuple(map(with_choices_of, state, other))
        case _:
            return other
