"""Name what a move plays on its button: `Play 7♥ 7♠` instead of `Play` nine times."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.ports.messages import Choosable, FormField, Offer, ShownBoard, ShownPiece
from bot.render.offers import FIXED
from games.kit.board import PieceKind

SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
MOST_NAMED: Final = 8
"""Up to this many things are named one by one; if there are more, their number is given."""


def settled(one: Offer) -> Offer:
    """Return a move without any order that makes no difference, so that nothing is left to choose in it."""
    orders = [field for field in one.fields if field.kind == "order" and is_one_order(field)]
    if not orders:
        return one
    fields = [replace(field, kind=FIXED) if field in orders else field for field in one.fields]
    return replace(one, fields=tuple(fields))


def is_one_order(field: FormField) -> bool:
    """Return whether a field asks for an order of things that are all alike, or whose order does not matter."""
    return field.any_order or len({choice.word for choice in field.among}) == 1


def named(one: Offer, board: ShownBoard | None) -> str:
    """Return the label of a move with what it plays; cards get their suits if only these cards can be meant."""
    fields, kinds = one.fields, {field.kind for field in one.fields}
    stem = without_values(one.label, fields) if fields and kinds <= {FIXED, "order"} else None
    if stem is None:
        return one.label
    told = " ".join([things(one, field, board) for field in fields])
    return f"{stem} {told} …" if "order" in kinds else f"{stem} {told}"


def without_values(label: str, fields: Sequence[FormField]) -> str | None:
    """Return the label before the values that it already names; None: it names them in its own way."""
    first = fields[0].among[0].label if fields[0].among else ""
    head, sep, _ = label.partition(f" {first}")
    if sep and ":" not in label:
        return head
    named_already = [choice for field in fields for choice in field.among if choice.label in label]
    return None if named_already else label


def things(one: Offer, field: FormField, board: ShownBoard | None) -> str:
    """Return the values of a field; a card gets its suit if all cards like it are played."""
    cards = [piece for piece in pieces_for(one, field, board) if piece.kind == PieceKind.CARD and piece.face != "back"]
    words, found = [choice.word for choice in field.among], list[str]()
    named = field.among if len(words) <= MOST_NAMED else field.among[:1]
    for at, choice in enumerate(named):
        alike = [piece.face for piece in cards if piece.word == choice.word]
        face = alike[words[:at].count(choice.word)] if len(alike) == words.count(choice.word) else ""
        found.append(choice.label + (SUITS.get(face[-1], "") if face[:-1] else ""))
    return " ".join(found) if len(found) == len(words) else f"{found[0]} × {len(words)}"  # noqa: RUF001 - times


def pieces_for(one: Offer, field: FormField, board: ShownBoard | None) -> list[ShownPiece]:
    """Return the pieces on the viewer's board that can be values of this field."""
    fills = f"{one.verb}.{field.name}"
    zones = () if board is None else board.zones
    return [piece for zone in zones for piece in zone.pieces if fills in piece.fills]


def piece_named(one: Offer, board: ShownBoard | None) -> str:
    """Return the first piece that a move plays, by kind and face; empty: there is none, or it is still to be chosen."""
    for field in one.fields:
        if field.kind in {FIXED, "order"} and field.among and (found := piece_of(one, field, field.among[0], board)):
            return found
    return ""


def piece_of(one: Offer, field: FormField, choice: Choosable, board: ShownBoard | None, number: int = 0) -> str:
    """Return the piece of a value, by kind and face; `number`: which one of those alike. Empty: none."""
    found = [piece for piece in pieces_for(one, field, board) if piece.word == choice.word]
    return f"{found[number].kind}-{found[number].face}" if number < len(found) else ""
