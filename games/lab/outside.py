"""Find moves just outside what is offered: fields one too high, values of the wrong type, verbs of another time."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from games.catalogue import AnyGame
from games.kit.moves import Choice, LegalMove, Move, OneOf, Order, Range, Some
from games.kit.notation import Kind, fields_of
from games.kit.seats import Seat, Spot


def near_misses(game: AnyGame, legal: tuple[LegalMove, ...]) -> tuple[Move, ...]:
    """Return illegal moves close to these: fields just outside, values of the wrong type, and verbs that are not
    offered.
    """
    outside = [move for offer in legal for move in just_outside(offer) if not covered(move, offer, legal)]
    return (*outside, *not_offered(game, legal))


def not_offered(game: AnyGame, legal: tuple[LegalMove, ...]) -> tuple[Move, ...]:
    """Return a move for each verb that is not offered."""
    offered = {offer.move for offer in legal}
    return tuple([plausible(kind) for kind in game.moves if kind not in offered])


def covered(move: Move, missed: LegalMove, legal: tuple[LegalMove, ...]) -> bool:
    """Return whether another offer covers this move: fields that depend on each other take several offers."""
    return any(offer is not missed and offer.covers(move) for offer in legal)


def just_outside(offer: LegalMove) -> Iterator[Move]:
    """Yield moves that differ from this offer in one field."""
    inside = offer.examples(1)[0]
    for name, choice in offer.fields.items():
        yield from (replace(inside, **{name: value}) for value in values_outside(choice))


def values_outside(choice: Choice) -> tuple[Any, ...]:
    """Return values that this choice must not contain, even if they look alike: `True` is not 1, `2.0` is not 2."""
    match choice:
        case Range(low=low, high=high, left_out=left_out):
            below = low - 1 if low - 1 != left_out else low - 2
            return (below, high + 1, float(low), str(high), True, None)
        case OneOf(values=values):
            foreign = [1 if value is True else 0 if value is False else not_quite(value) for value in values[:2]]
            return (*(value for value in foreign if value not in choice), None)
        case Some(values=values, least=least, most=most):
            too_few = (values[: least - 1],) if least else ()
            return (*too_few, values[:1] * (most + 1), (None,) * max(1, least), list(values[:least]), None)
        case Order(values=values):
            return (values[1:], (*values, *values[:1]), list(values), None)


def not_quite(value: Any) -> Any:
    match value:
        case Spot(seat=seat, index=index):
            return Spot(seat, index + 1000)
        case int():
            return float(value)
        case _:
            return f"{value}?"


PLAUSIBLE: dict[Kind, Any] = {
    Kind.SUCKERS: 1,
    Kind.NUMBER: 1,
    Kind.SEAT: Seat(0),
    Kind.SPOT: Spot(Seat(0), 1),
    Kind.DIE: 8,
    Kind.CARD: "7",
    Kind.WORD: "any",
    Kind.FLAG: False,
}


@cache
def plausible(kind: type[Move]) -> Move:
    """Return a move of this verb that would be plausible at another time."""
    values = {field.name: PLAUSIBLE[field.kind] for field in fields_of(kind)}
    return kind(
        **{field.name: (values[field.name],) if field.several else values[field.name] for field in fields_of(kind)}
    )
