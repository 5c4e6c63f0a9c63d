"""Name what a move plays on its button: `Play 7♥ 7♠` instead of `Play` nine times."""

from typing import Final

from msgspec.structs import replace

from bot.ports.messages import Choosable, FormField, Offer, ShownBoard, ShownPiece
from bot.render.offers import FIXED, to_choose
from games.kit.board import PieceKind

SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
MOST_NAMED: Final = 8
"""Up to this many things are named one by one; if there are more, their number is given."""


def settled(one: Offer) -> Offer:
    """Return a move without any order that makes no difference, so that nothing is left to choose in it."""
    fields = tuple(replace(field, kind=FIXED) if is_one_move(field) else field for field in one.fields)
    return one if fields == one.fields else replace(one, fields=fields)


def is_one_move(field: FormField) -> bool:
    """Return whether a field asks for an order of things that are all alike, or whose order does not matter."""
    return field.kind == "order" and (field.any_order or len({choice.word for choice in field.among}) == 1)


def named(one: Offer, board: ShownBoard | None) -> str:
    """Return the label of a move with what it plays; cards get their suits if only these cards can be meant."""
    left = to_choose(one)
    fields = [field for field in one.fields if field.kind in {FIXED, "order"}]
    if not fields or any(field.kind != "order" for field in left):
        return one.label
    told = " ".join(things(one, field, board) for field in fields)
    stem = without_values(one.label, fields)
    if stem is None:
        return one.label
    return f"{stem} {told} …" if left else f"{stem} {told}"


def without_values(label: str, fields: list[FormField]) -> str | None:
    """Return the label before the values that it already names; None: it names them in its own way."""
    first = fields[0].among[0].label if fields[0].among else ""
    head, sep, _ = label.partition(f" {first}")
    if sep and ":" not in label:
        return head
    named_already = any(choice.label in label for field in fields for choice in field.among)
    return None if named_already else label


def things(one: Offer, field: FormField, board: ShownBoard | None) -> str:
    if len(field.among) > MOST_NAMED:
        return f"{thing(one, field, field.among[0], board)} × {len(field.among)}"  # noqa: RUF001 - times
    seen = dict[str, int]()
    found: list[str] = []
    for choice in field.among:
        number = seen[choice.word] = seen.get(choice.word, -1) + 1
        found.append(thing(one, field, choice, board, number))
    return " ".join(found)


def thing(one: Offer, field: FormField, choice: Choosable, board: ShownBoard | None, number: int = 0) -> str:
    """Return the name of one value; a card gets its suit if all cards like it are played."""
    alike = cards_for(board, f"{one.verb}.{field.name}", choice.word)
    played = sum(other.word == choice.word for other in field.among)
    if len(alike) != played or not alike[number].face[:-1]:
        return choice.label
    suit = SUITS.get(alike[number].face[-1])
    return choice.label if suit is None else f"{choice.label}{suit}"


def cards_for(board: ShownBoard | None, fills: str, word: str) -> list[ShownPiece]:
    """Return the cards on the viewer's board that can have this value."""
    return [one for one in pieces_for(board, fills, word) if one.kind == PieceKind.CARD and one.face != "back"]


def pieces_for(board: ShownBoard | None, fills: str, word: str) -> list[ShownPiece]:
    """Return the pieces on the viewer's board that can have this value."""
    pieces = () if board is None else board.pieces
    return [one for one in pieces if fills in one.fills and one.word == word]


def piece_named(one: Offer, board: ShownBoard | None) -> str:
    """Return the first piece that a move plays, by kind and face; empty: there is none, or it is still to be chosen."""
    fields = [field for field in one.fields if field.kind in {FIXED, "order"} and field.among]
    return next((found for field in fields if (found := piece_of(one, field, field.among[0], board))), "")


def piece_of(one: Offer, field: FormField, choice: Choosable, board: ShownBoard | None, number: int = 0) -> str:
    """Return the piece of a value, by kind and face; `number`: which one of those alike. Empty: none."""
    found = pieces_for(board, f"{one.verb}.{field.name}", choice.word)
    return f"{found[number].kind}-{found[number].face}" if number < len(found) else ""
