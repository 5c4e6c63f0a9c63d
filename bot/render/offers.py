"""Legal moves as buttons and forms, and what people call their values."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Final

from msgspec.structs import replace

from bot.ports.messages import Choosable, FormField, Offer, OpenMove
from bot.text import Words
from games.catalogue import AnyGame
from games.kit.board import LETTERS, Piece
from games.kit.cards import Rank
from games.kit.cards import called as called_card
from games.kit.contract import Scene
from games.kit.moves import Choice, LegalMove, Move, OneOf, Order, Range, Some, Value, by_verb, verb
from games.kit.notation import Field, Kind, fields_of, written
from games.kit.seats import Spot
from games.kit.telling import Say, Who, say

FIXED: Final = "fixed"


class Called:
    """The names of seats, things and words at one table, in one language."""

    def __init__(self, names: Sequence[str], rules: AnyGame, words: Words, scene: Scene) -> None:
        self.names, self.rules, self.words = tuple(names), rules, words
        self.move = partial(move_in_words, rules, words)
        """Return the verb of a move, what its button says, and what it is for."""
        pieces = () if scene.board is None or not has_spots(rules) else scene.board.pieces
        spots = [piece.stands_for for piece in pieces]
        self.before = tuple([spot.seat for spot in spots if isinstance(spot, Spot)])
        """The seat of each piece that has a spot: of a scene the only part by which spots are called."""

    def said(self, told: Say) -> str:
        if not told.args:
            return self.words.plain(told.id, self.rules)
        if told.id == LETTERS:
            return str(told.args["text"])
        return self.words.sentence(told, self.names, self.rules)

    def own(self, message: str) -> str:
        """Return the game's own words; empty where it has none."""
        return self.words.own(message, self.rules)

    def spot(self, spot: Spot) -> str:
        """Return `Pete 2`, or what the game calls it (`value-spot` among its words)."""
        return self.said(say("value-spot", seat=Who(spot.seat), index=spot.index, of=self.before.count(spot.seat)))

    def value(self, kind: Kind, value: Value) -> str:
        match kind, value:
            case Kind.SEAT, int(seat):
                return self.names[seat]
            case Kind.SPOT, Spot():
                return self.spot(value)
            case Kind.WORD, _:
                return self.own(f"value-{value}") or str(value)
            case Kind.CARD, str():
                return self.own(f"value-{value}") or called_card(Rank(value))
            case _:
                return written(kind, value)

    def word(self, piece: Piece) -> str:
        """Return what a piece stands for, as the notation of the fields takes it that it fills; empty: nothing."""
        if piece.stands_for is None:
            return ""
        return written(kind_of(self.rules, piece.fills[0]), piece.stands_for)

    def with_values(self, label: str, values: Sequence[str]) -> str:
        """`Vote 0: nothing`."""
        first, *rest = values
        return self.said(say("move-with", move=label, first=first, rest=", ".join(rest), more=len(rest)))


@lru_cache(maxsize=4096)
def move_in_words(rules: AnyGame, words: Words, move: type[Move]) -> tuple[str, str, str]:
    """Return the verb of a move, what its button says, and what it is for."""
    name = verb(move)
    label = words.own(f"move-{name}", rules) or name.capitalize()
    return name, label, words.own(f"help-{name}", rules) or (move.__doc__ or "").splitlines()[0]


@cache
def has_spots(rules: AnyGame) -> bool:
    """Tell whether a move of this game takes a spot."""
    return any(field.kind is Kind.SPOT for move in rules.moves for field in fields_of(move))


@lru_cache(maxsize=4096)
def kind_of(rules: AnyGame, fills: str) -> Kind:
    """Return what the words of `play.cards` stand for."""
    spoken, _, name = fills.partition(".")
    return next(field.kind for field in fields_of(by_verb(rules.moves)[spoken]) if field.name == name)


def offers(legal: Sequence[LegalMove], called: Called) -> tuple[Offer, ...]:
    kinds = [one.move for one in legal]
    return tuple(offer(one, called, several=kinds.count(one.move) > 1) for one in legal)


def offer(legal: LegalMove, called: Called, *, several: bool) -> Offer:
    """Return the offer of a move. `several`: beside others of its verb, it is told apart by what is fixed in it."""
    name, label, explained = called.move(legal.move)
    fields = form_fields(legal, called) if fields_of(legal.move) else []
    fixed = values_told(legal, fields) if several else []
    return Offer(
        verb=name,
        label=called.with_values(label, fixed) if fixed else label,
        help=explained,
        secret=legal.hidden or legal.move.secret,
        fields=without_plain_ends(legal.move, fields) if fields else (),
        grave=legal.move.grave,
    )


def values_told(legal: LegalMove, fields: Sequence[FormField]) -> list[str]:
    """Return what is fixed in a move, field by field."""
    fixed = [field for field in fields if field.kind == FIXED and field.name in legal.fields]
    return [" ".join([choice.label for choice in field.among]) for field in fixed if field.among]


FEW_MOVES: Final = 10
"""So many moves of one verb that leave nothing to choose stand as buttons before all."""
FEW_CHOICES: Final = 4
"""So many values of a move stand as buttons of their own; of more, each player chooses in a form."""


def open_moves(offered: Sequence[Sequence[Offer]]) -> tuple[OpenMove, ...]:
    """Return what each of several seats is offered openly, as the buttons of all of them."""
    found: dict[str, list[tuple[Offer, ...]]] = {}
    for offers_of_one in offered:
        of_each: dict[str, tuple[Offer, ...]] = {}
        for one in offers_of_one:
            of_each[one.verb] = (*of_each.get(one.verb, ()), one)
        for name, moves in of_each.items():
            found.setdefault(name, []).append(moves)
    return tuple(
        button
        for each in found.values()
        for button in (the_same(each[0]) if len(set(each)) == 1 else (of_their_own(each[0][0]),))
    )


def of_their_own(one: Offer) -> OpenMove:
    """Return the move called by its verb alone: what is fixed in it is not the same for all."""
    label = one.label.partition(":")[0]
    fixed = [choice.label for field in one.fields if field.kind == FIXED for choice in field.among]
    return OpenMove(
        one.verb, (label.rpartition(fixed[0])[0].strip() if fixed else "") or label, one.secret, grave=one.grave
    )


def the_same(moves: Sequence[Offer]) -> tuple[OpenMove, ...]:
    """Return the moves of one verb, the same for every seat: with their few values, if they are few."""
    buttons = list(dict.fromkeys(button for one in moves for button in spelled_out(one)))
    most = FEW_CHOICES if any(map(to_choose, moves)) else FEW_MOVES
    if len(buttons) <= most:
        return tuple(buttons)
    ways = len(buttons) if all(one.line for one in buttons) else 0
    return (replace(of_their_own(moves[0]), example=example_of(moves[0]), ways=ways),)


def to_choose(one: Offer) -> list[FormField]:
    """Return what of a move is not settled yet."""
    return [field for field in one.fields if field.kind != FIXED]


def spelled_out(one: Offer) -> tuple[OpenMove, ...]:
    left = [field for field in to_choose(one) if field.kind != "flag"]
    if not left:
        return (OpenMove(one.verb, one.label, one.secret, line_of(one, {}), one.grave),)
    (field, *more) = left
    if one.secret or more or field.kind != "one" or len(field.among) > FEW_CHOICES:
        return (replace(of_their_own(one), example=example_of(one)),)
    return tuple(
        OpenMove(
            one.verb, f"{one.label} {choice.label}", one.secret, line_of(one, {field.name: (choice.word,)}), one.grave
        )
        for choice in field.among
    )


def example_of(one: Offer) -> str:
    """Return a line that makes this move, with what a form would begin with."""
    return line_of(one, {field.name: first_choice(field) for field in one.fields})


def first_choice(field: FormField) -> tuple[str, ...]:
    match field.kind:
        case "number":
            return (str(field.suggest),)
        case "flag":
            return ()
        case kind:
            most = {"one": 1, "some": field.least, "order": len(field.among)}.get(kind, 0)
            return tuple(choice.word for choice in field.among[:most])


def line_of(one: Offer, chosen: Mapping[str, Sequence[str]]) -> str:
    """Return the line that makes this move: the verb, then the words of each field in order, flags by their names."""
    words = [one.verb]
    for field in one.fields:
        words += [choice.word for choice in field.among] if field.kind == FIXED else chosen.get(field.name, ())
    return " ".join(words)


def form_fields(legal: LegalMove, called: Called) -> list[FormField]:
    """Return the fields in the order of the line: flags are named at its end."""
    found = flags_last(legal.move)
    return [form_field(field, choice, called) for field in found if (choice := choice_of(field, legal)) is not None]


@cache
def flags_last(move: type[Move]) -> tuple[Field, ...]:
    return tuple(sorted(fields_of(move), key=lambda field: field.kind is Kind.FLAG))


def choice_of(field: Field, legal: LegalMove) -> Choice | None:
    """Return what a field may be; one not offered holds its default, which a word after it needs in the line."""
    if field.name in legal.fields:
        return legal.fields[field.name]
    return None if field.needed or field.several or field.kind is Kind.FLAG else OneOf((field.default,))


def without_plain_ends(move: type[Move], fields: Sequence[FormField]) -> tuple[FormField, ...]:
    """Return the fields without what the line may leave out: at its end, what can only be the default.

    Several filters over one list: plain fields, flags, and the end that is left out.
    """
    plain = plain_words(move)
    left = [field for field in fields if field.name in plain]
    flags = [field for field in fields if field.name not in plain and (field.kind != FIXED or field.among)]
    while left and left[-1].kind == FIXED and [choice.word for choice in left[-1].among] == plain[left[-1].name]:
        left.pop()
    return (*left, *flags)


@cache
def plain_words(move: type[Move]) -> Mapping[str, list[str] | None]:
    """Return the words of each field's default, flags apart; None where it has none."""
    fields = [field for field in fields_of(move) if field.kind is not Kind.FLAG]
    defaults = {field.name: field.default if field.several else (field.default,) for field in fields}
    return {
        field.name: None if field.needed else [written(field.kind, value) for value in defaults[field.name]]
        for field in fields
    }


def form_field(field: Field, choice: Choice, called: Called) -> FormField:
    label = called.own(f"field-{field.name}") or field.name.replace("_", " ").capitalize()
    if (values := only_values(choice)) is not None:
        return FormField(field.name, label, FIXED, among=fixed_words(field, label, values, called))
    if field.kind is Kind.FLAG:
        return FormField(field.name, label, "flag")
    match choice:
        case Range(low=low, high=high, suggest=suggest):
            suggest = low + (high - low) // 10 if suggest is None else suggest
            return FormField(field.name, label, "number", low=low, high=high, suggest=suggest)
        case OneOf(values=values):
            return FormField(field.name, label, "one", among=among(field, values, called))
        case Some(values=values, least=least, most=most):
            return FormField(field.name, label, "some", least=least, most=most, among=among(field, values, called))
        case Order(values=values):
            any_order = not choice.matters
            return FormField(field.name, label, "order", among=among(field, values, called), any_order=any_order)


def only_values(choice: Choice) -> tuple[Value, ...] | None:
    """Return the values of a field that leaves nothing to choose; None where there is a choice."""
    match choice:
        case Range(low=low, high=high):
            return (low,) if low == high else None
        case Some(values=values, least=least):
            return values if least == len(values) else None
        case OneOf(values=values) | Order(values=values):
            return values if len(values) <= 1 else None


def fixed_words(field: Field, label: str, values: Sequence[Value], called: Called) -> tuple[Choosable, ...]:
    if field.kind is Kind.FLAG:
        return (Choosable(field.name, label),) if values == (True,) else ()
    return among(field, values, called)


def among(field: Field, values: Sequence[Value], called: Called) -> tuple[Choosable, ...]:
    return tuple(Choosable(written(field.kind, one), called.value(field.kind, one)) for one in values)
