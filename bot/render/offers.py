"""Legal moves as buttons and forms, and the labels of their values."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from bot.ports.messages import Choosable, FormField, Offer, OpenMove
from bot.text import Words
from bot.text.reader import ChatReader, Meant
from games.catalogue import AnyGame
from games.kit.cards import Rank
from games.kit.cards import called as called_card
from games.kit.contract import Scene
from games.kit.kept import known_once
from games.kit.moves import Choice, LegalMove, Move, OneOf, Order, Range, Some, Value, by_verb, verb
from games.kit.notation import Field, Kind, fields_of, written
from games.kit.seats import Seat, Spot
from games.kit.telling import Say, Who, say

FIXED: Final = "fixed"
MOVE: Final = attrgetter("move")
FEW_WORDS: Final = 6
"""The most values of a choice that are all written where a move is to be typed."""
MOST_TABLES: Final = 96
"""For how many tables offers are cached."""
MOST_OFFERS: Final = 128
"""How many are cached for a table."""
MOST_GAMES: Final = 16
"""For how many games, times languages, voices and venues' own words, offers that name nobody are cached."""
MOST_NAMELESS: Final = 2048
"""How many are cached for each of these: of a kilobyte or so, two megabytes; all together 32."""


class Called:
    """The labels of seats, things and words at one table, in one language."""

    def __init__(self, names: Sequence[str], rules: AnyGame, words: Words, scene: Scene) -> None:
        self.names, self.rules, self.words, self._scene = tuple(names), rules, words, scene
        self.move = partial(move_in_words, rules, words)
        """Return the verb of a move, its button's label, and its help."""
        self.said: Callable[[Say], str] = partial(words.sentence, names=self.names, game=rules)
        """Return a sentence."""
        self.own: Callable[[str], str] = partial(words.own, game=rules)
        """Return the game's own words for this message; empty if there are none."""
        self.word = partial(word_of, rules)
        """Return what a piece stands for, in the notation of the first field that it fills; empty if it is nothing."""

    @known_once
    def before(self) -> tuple[Seat, ...]:
        """Return the seat of each piece that has a spot: all of a scene that the labels of spots depend on."""
        board = self._scene.board
        if board is None or not has_spots(self.rules):
            return ()
        spots = [piece.stands_for for zone in board.zones for piece in zone.pieces]
        return tuple([spot.seat for spot in spots if type(spot) is Spot])

    def spot(self, spot: Spot) -> str:
        """Return the label of a spot: `Pete 2`, or the game's own (`value-spot` in its words)."""
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

    def with_values(self, label: str, values: Sequence[str]) -> str:
        """Return a label with its values: `Vote 0: nothing`."""
        first, *rest = values
        return self.said(say("move-with", move=label, first=first, rest=", ".join(rest), more=len(rest)))


@lru_cache(maxsize=4096)
def move_in_words(rules: AnyGame, words: Words, move: type[Move]) -> tuple[str, str, str]:
    """Return the verb of a move, its button's label, and its help."""
    name = verb(move)
    label = words.own(f"move-{name}", rules) or name.capitalize()
    return name, label, words.own(f"help-{name}", rules) or (move.__doc__ or "").splitlines()[0]


@cache
def has_spots(rules: AnyGame) -> bool:
    """Tell whether a move of this game has a spot as a value."""
    return any(field.kind is Kind.SPOT for move in rules.moves for field in fields_of(move))


@lru_cache(maxsize=4096)
def word_of(rules: AnyGame, fills: tuple[str, ...], value: Value | None) -> str:
    """Return a value in the notation of the first of these fields, as `play.cards`; empty if there is none."""
    if value is None:
        return ""
    spoken, _, name = fills[0].partition(".")
    kind = next(field.kind for field in fields_of(by_verb(rules.moves)[spoken]) if field.name == name)
    return written(kind, value)


def offers(legal: Sequence[LegalMove], called: Called) -> tuple[Offer, ...]:
    """Return the offers of these moves; most were made before, in another turn of the same table, or at any other if
    they name nobody.
    """
    kinds, found = list(map(MOVE, legal)), list[Offer]()
    for one in legal:
        if may_name(one.move):
            kept, most = kept_offers(called.rules, called.words, called.names, called.before), MOST_OFFERS
        else:
            kept, most = kept_nameless(called.rules, called.words), MOST_NAMELESS
        several = kinds.count(one.move) > 1
        key = one.move, one.hidden, several, *one.fields.items()
        made = kept.get(key)
        if made is None:
            if len(kept) > most:
                kept.clear()
            made = kept[key] = offer(one, called, several=several)
        found.append(made)
    return tuple(found)


@lru_cache(maxsize=MOST_TABLES)
def kept_offers(
    _rules: AnyGame, _words: Words, _names: tuple[str, ...], _before: tuple[Seat, ...]
) -> dict[tuple[object, ...], Offer]:
    """Return the offers that were made with these labels, by all that else they are made of."""
    return {}


@lru_cache(maxsize=MOST_GAMES)
def kept_nameless(_rules: AnyGame, _words: Words) -> dict[tuple[object, ...], Offer]:
    """Return the offers that were made and name nobody: they are the same at every table."""
    return {}


@cache
def may_name(move: type[Move]) -> bool:
    """Tell whether the values of a move may be somebody, or something of theirs."""
    return any(field.kind in {Kind.SEAT, Kind.SPOT} for field in fields_of(move))


def offer(legal: LegalMove, called: Called, *, several: bool) -> Offer:
    """Return the offer of a move. `several`: other moves have the same verb, so its label includes its fixed values."""
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
        reversible=legal.move.reversible,
    )


def values_told(legal: LegalMove, fields: Sequence[FormField]) -> list[str]:
    """Return the fixed values of a move, field by field."""
    fixed = [field for field in fields if field.kind == FIXED and field.name in legal.fields]
    return [" ".join([choice.label for choice in field.among]) for field in fixed if field.among]


FEW_MOVES: Final = 10
"""Up to so many moves of one verb without a choice are shown as public buttons."""
FEW_CHOICES: Final = 4
"""Up to so many values of a move are shown as separate buttons; if there are more, each player chooses in a form."""


def open_moves(offered: Sequence[Sequence[Offer]]) -> tuple[OpenMove, ...]:
    """Return the buttons for all moves that several seats are openly offered."""
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
    """Return the move labelled by its verb alone, since its fixed values differ by seat."""
    label = one.label.partition(":")[0]
    fixed = [choice.label for field in one.fields if field.kind == FIXED for choice in field.among]
    return OpenMove(
        one.verb, (label.rpartition(fixed[0])[0].strip() if fixed else "") or label, one.secret, grave=one.grave
    )


def the_same(moves: Sequence[Offer]) -> tuple[OpenMove, ...]:
    """Return the moves of one verb that are the same for every seat; if they are few, each value has a button."""
    buttons = list(dict.fromkeys(button for one in moves for button in spelled_out(one)))
    most = FEW_CHOICES if any(map(to_choose, moves)) else FEW_MOVES
    if len(buttons) <= most:
        return tuple(buttons)
    ways = len(buttons) if all(one.line for one in buttons) else 0
    return (replace(of_their_own(moves[0]), example=example_of(moves[0]), ways=ways),)


def to_choose(one: Offer) -> list[FormField]:
    """Return the fields of a move that leave a choice."""
    return [field for field in one.fields if field.kind != FIXED]


def spelled_out(one: Offer) -> tuple[OpenMove, ...]:
    left = [field for field in one.fields if field.kind not in {FIXED, "flag"}]
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
    """Return a line that makes this move, with the values that a form would start with."""
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
    """Return the line that makes this move: the verb, then the words of each field in order; a flag is its name."""
    words = [one.verb]
    for field in one.fields:
        words += [choice.word for choice in field.among] if field.kind == FIXED else chosen.get(field.name, ())
    return " ".join(words)


def form_fields(legal: LegalMove, called: Called) -> list[FormField]:
    """Return the fields in the order of the line, flags last."""
    found = flags_last(legal.move)
    return [form_field(field, choice, called) for field in found if (choice := choice_of(field, legal)) is not None]


@cache
def flags_last(move: type[Move]) -> tuple[Field, ...]:
    return tuple(sorted(fields_of(move), key=lambda field: field.kind is Kind.FLAG))


def choice_of(field: Field, legal: LegalMove) -> Choice | None:
    """Return the choices for a field. One that is not offered has its default, which later words in the line need."""
    if field.name in legal.fields:
        return legal.fields[field.name]
    return None if field.needed or field.several or field.kind is Kind.FLAG else OneOf((field.default,))


def without_plain_ends(move: type[Move], fields: Sequence[FormField]) -> tuple[FormField, ...]:
    """Return the fields without those at the end of the line that may be left out: they can only be the default.

    Plain fields, flags, and that end are found by filtering one list.
    """
    plain = plain_words(move)
    left = [field for field in fields if field.name in plain]
    flags = [field for field in fields if field.name not in plain and (field.kind != FIXED or field.among)]
    while left and left[-1].kind == FIXED and [choice.word for choice in left[-1].among] == plain[left[-1].name]:
        left.pop()
    return (*left, *flags)


@cache
def plain_words(move: type[Move]) -> Mapping[str, list[str] | None]:
    """Return the words of each field's default, without flags; None if it has none."""
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
    """Return the values of a field that leaves no choice; None if there is a choice."""
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
    return tuple([Choosable(written(field.kind, one), called.value(field.kind, one)) for one in values])


# Typed


def offers_in_words(legal: Sequence[LegalMove], game: AnyGame, words: Words, called: Sequence[str]) -> str:
    """Return the possible moves as they are typed: `stake 1-100, roll`. `called`: the labels."""
    spots = [value for move in legal for choice in move.fields.values() for value in values_in(choice)]
    reader = ChatReader(called, 0, meant=Meant(spots=[spot for spot in spots if isinstance(spot, Spot)]))
    return ", ".join(dict.fromkeys(typed(move, game, words, reader) for move in legal))


def values_in(choice: Choice) -> tuple[Value, ...]:
    return () if isinstance(choice, Range) else choice.values


def typed(legal: LegalMove, game: AnyGame, words: Words, reader: ChatReader) -> str:
    """Write a legal move as it is typed; where it has too many values to list, with one of them as an example.

    It is one long `match`, since each kind of choice is typed in its own way.
    """
    parts, example = [verb(legal.move)], False
    for field in fields_of(legal.move):
        if field.kind is Kind.FLAG:
            parts.append(f"[{field.name}]")
            continue
        match legal.fields.get(field.name):
            case OneOf(values=(only,)) if only == field.default:
                pass
            case Range(low=only, high=high) if only == high == field.default:
                pass
            case Range(low=low, high=high) as numbers:
                span = f"{low}-{high}" if low < high else str(low)
                parts.append(f"[{span}]" if field.default in numbers else span)
            case OneOf(values=values) if len(values) <= FEW_WORDS:
                parts.append("/".join(reader.typed(field.kind, value) for value in values))
            case OneOf(values=(first, *_)):
                parts.append(reader.typed(field.kind, first))
                example = True
            case Order(values=values) if len(set(values)) == 1 or field.kind is Kind.CARD:
                parts += [reader.typed(field.kind, value) for value in values]
            case Order() | Some() as several:
                chosen = next(filter(None, several.some()), ())
                parts += [reader.typed(field.kind, value) for value in chosen]
                example = True
            case _:
                parts.append((words.own(f"field-{field.name}", game) or field.name).upper())
    line = " ".join(parts)
    return words.text("for-example", line=line) if example else line
