"""Make buttons and lists that are recognized by their `custom_id` alone, also after a restart.

A press is written into the `custom_id`: the table, its Ask, and what the press does. Never a seat or a secret: the
engine checks who presses, and whether it is legal (threats T14). It holds everything, so a button on an old message
means the same after a restart.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple

import discord
from msgspec import Struct

from bot.adapters.discord.outbound.components import (
    Below,
    Button,
    Emoji,
    Item,
    Option,
    Select,
    Style,
    rows,
)
from bot.adapters.discord.outbound.markup import cut
from bot.adapters.discord.outbound.named_moves import named, piece_named, piece_of, settled
from bot.adapters.discord.outbound.piece_emojis import NONE_KNOWN, Known
from bot.ports.messages import Choosable, FormField, Offer, OpenMove, Reply, ShownBoard
from bot.render.offers import line_of, to_choose

# What a press says

LONGEST: Final = 100
NUMBERED: Final = "#"
"""Stands between a verb and the number of its move; without it, any move of the verb may be meant."""
TEMPLATE: Final = re.compile(
    r"pl\|(?P<does>do|form|pick|weigh|own|say|yes|sure|meant|choose|set|setup|kind|seat)\|(?P<rest>.*)", re.DOTALL
)
FILLED: Final = re.compile(r"pl\|(?P<does>fill|enter)\|(?P<rest>.*)", re.DOTALL)


class Does(StrEnum):
    """Tell what a press does.

    DO: make this move. FORM: open the form of a move. KIND: show all moves of one kind. PICK: a value was chosen from a
    list. WEIGH: the same, for moves that need confirmation. FILL: a form was sent.

    SURE: ask before making this move. MEANT: make the move that was asked about, if it is too long for the press.

    OWN: show my hand or my moves. SAY: say this line. YES: confirm what the bot asked.

    CHOOSE: show the table's options, or the values of one. SET: set one. ENTER: a form with its value was sent. SEAT:
    seat this many house bots. SETUP: set something of a server.
    """

    DO = "do"
    FORM = "form"
    PICK = "pick"
    FILL = "fill"
    OWN = "own"
    SAY = "say"
    YES = "yes"
    CHOOSE = "choose"
    SET = "set"
    ENTER = "enter"
    SETUP = "setup"
    SEAT = "seat"
    KIND = "kind"
    SURE = "sure"
    WEIGH = "weigh"
    MEANT = "meant"


class Press(Struct, frozen=True):
    """A press on a button or list, packed into its `custom_id`. `code`: of the table. `ask`: the id of its Ask.

    `line`: what the press says; for a form the verb, and which of several moves of that verb (`bid#1`).
    """

    does: Does
    code: str
    ask: str = ""
    line: str = ""

    @property
    def custom_id(self) -> str:
        """Return the press as a `custom_id`."""
        return f"pl|{self.does}|{self.code}|{self.ask}|{self.line}"

    @property
    def fits(self) -> bool:
        """Return whether the `custom_id` is short enough for Discord."""
        return len(self.custom_id) <= LONGEST


def read(custom_id: str) -> Press | None:
    """Return the press that a `custom_id` stands for; None: it is not ours, or is malformed."""
    found = TEMPLATE.fullmatch(custom_id) or FILLED.fullmatch(custom_id)
    parts = found["rest"].split("|", 2) if found else []
    if found is None or len(parts) != 3:
        return None
    return Press(Does(found["does"]), *parts)


def of_form(does: Does, code: str, ask: str, verb: str, number: int) -> Press:
    """Return the press for the form of a move, given by its number among the moves of its verb."""
    return Press(does, code, ask, f"{verb}{NUMBERED}{number}")


def form_named(line: str) -> tuple[str, int]:
    """Return a form's verb, and the number of its move among the moves of that verb."""
    verb, _, number = line.partition(NUMBERED)
    return verb, int(number) if number.isdecimal() and len(number) < 4 else 0


def press_of(interaction: discord.Interaction[Any]) -> Press | None:
    """Return what was pressed; None: it is not ours."""
    content: Any = interaction.data or {}
    press = read(str(content.get("custom_id", "")))
    return None if press is None else with_value(press, interaction)


def with_value(press: Press, interaction: discord.Interaction[Any]) -> Press:
    """Return a press completed with the values that were chosen from its list."""
    content: Any = interaction.data or {}
    values = content.get("values", [])
    if press.does is Does.SEAT:
        count = values[0] if isinstance(values, list) and values else ""
        return Press(press.does, press.code, "", f"bots {count}".strip())
    if press.does is Does.SETUP:
        set_to = values if isinstance(values, list) else []
        return Press(press.does, press.code, "", " ".join([press.line, *map(str, set_to)]))
    if press.does in {Does.CHOOSE, Does.SET}:
        return Press(press.does, press.code, "", value_of_option(press, values))
    if press.does not in {Does.PICK, Does.WEIGH}:
        return press
    chosen = " ".join(map(as_chosen, values)) if isinstance(values, list) else ""
    made = Does.SURE if press.does is Does.WEIGH else Does.DO
    return Press(made, press.code, press.ask, f"{press.line.partition(NUMBERED)[0]} {chosen}".strip())


def value_of_option(press: Press, values: Any) -> str:
    """Return the chosen option; or what is set, `key=one+two`, or a preset as its list has it."""
    chosen = "+".join(map(str, values)) if isinstance(values, list) else ""
    return f"{press.line}={chosen}" if press.does is Does.SET and press.line else chosen


# Buttons and lists

LONGEST_LABEL: Final = 80
LONGEST_OPTION: Final = 100
MOST_OPTIONS: Final = 25
ALIKE: Final = "~"
MOST_OF_A_VERB: Final = 10
"""How many moves of one verb are buttons; more of them go into lists, so that other moves keep their place."""
MOST_LISTS: Final = 4
MORE_OF_IT: Final = " …"
"""Ends the label of a button that names only the first of several."""


class Choice(NamedTuple):
    """A move that a player may make. `label`: the move with its values; `number`: among all moves of its verb.

    `emoji`: of the first piece that it plays, if there is one.
    """

    offer: Offer
    label: str
    number: int
    emoji: Emoji | None = None


class ValueEmojis(NamedTuple):
    """The emojis for the values of a move, by the pieces on its player's board."""

    offer: Offer
    board: ShownBoard | None
    known: Known

    def of(self, field: FormField, choice: Choosable, number: int) -> Emoji | None:
        """Return the emoji of a value; `number`: which one of several that are alike."""
        return self.known.get(piece_of(self.offer, field, choice, self.board, number))


@lru_cache(maxsize=2048)
def button(
    label: str,
    press: Press,
    style: Style = Style.SECONDARY,
    emoji: Emoji | None = None,
) -> Button:
    """Return a button that carries this press."""
    return Button(style, cut(label, LONGEST_LABEL), press.custom_id, emoji=emoji)


def fitting(label: str, press: Press, style: Style = Style.SECONDARY, emoji: Emoji | None = None) -> Button | None:
    """Return a button that carries this press; None: it is too long."""
    made = button(label, press, style, emoji)
    return made if len(made.custom_id) <= LONGEST else None


def leading_to(label: str, address: str) -> Button:
    """Return a button that opens an address."""
    return Button(Style.LINK, cut(label, LONGEST_LABEL), url=address)


def leading_on(answer: Reply) -> list[Button]:
    """Return a button for each line that an answer suggests next."""
    return for_lines(answer.ways)


def for_lines(ways: Sequence[Choosable]) -> list[Button]:
    """Return a button for each of these lines."""
    found = [fitting(one.label, Press(Does.SAY, "", "", one.word)) for one in ways[:MOST_OPTIONS]]
    return [one for one in found if one is not None]


def below(ways: Sequence[Choosable]) -> Below:
    """Return the buttons below a message that is no card; `MISSING` if there are none."""
    found = for_lines(ways)
    nothing: Below = discord.utils.MISSING
    return Below(rows(found)) if found else nothing


def for_open_moves(code: str, ask: str, moves: Sequence[OpenMove]) -> list[Button]:
    """Return buttons for the moves of those awaited, as far as everybody may know them."""
    found = list[Button | None]()
    for one in moves:
        press = Press(made_by(one), code, ask, one.line) if one.line else Press(Does.FORM, code, ask, one.verb)
        found.append(fitting(one.label, press, Style.PRIMARY))
    return [one for one in found if one is not None]


def list_of_open_moves(code: str, ask: str, moves: Sequence[OpenMove], label: str) -> Select | None:
    """Return open moves of one verb as a list; None: they do not fit, or players have choices of their own.

    Either all moves of a verb need confirmation, or none.
    """
    press = Press(chosen_by(moves[0]), code, ask, moves[0].verb)
    values = [one.line.partition(" ")[2] for one in moves]
    fit = len(set(values)) == len(moves) <= MOST_OPTIONS and all(0 < len(one) <= LONGEST_OPTION for one in values)
    if not fit or not press.fits:
        return None
    listed = [Option(cut(one.label, LONGEST_OPTION), value) for one, value in zip(moves, values, strict=True)]
    return Select(press.custom_id, cut(label, 150), tuple(listed))


def made_by(one: Offer | OpenMove) -> Does:
    """Return what a press on a move does: make it, or ask first if the move needs confirmation."""
    return Does.SURE if one.grave else Does.DO


def chosen_by(one: Offer | OpenMove) -> Does:
    """Return what choosing a value does: make the move, or ask first if the move needs confirmation."""
    return Does.WEIGH if one.grave else Does.PICK


def for_offers(
    code: str, ask: str, offers: Sequence[Offer], board: ShownBoard | None = None, emojis: Known = NONE_KNOWN
) -> list[Item]:
    """Return what one player may do now: buttons, lists of values, and buttons that open forms.

    `board`: as that player sees it; labels and emojis are taken from it.
    """
    found: list[Item | None] = []
    for verb, of_a_verb in groupby(offers, key=lambda one: one.verb):
        alike = [choice_of(settled(one), at, board, emojis) for at, one in enumerate(of_a_verb)]
        plain = [one for one in alike if not to_choose(one.offer)]
        if len(plain) > MOST_OF_A_VERB:
            found += lists_of(code, ask, verb, plain) if len(plain) <= MOST_OPTIONS else kinds_of(code, ask, plain)
            alike = [one for one in alike if to_choose(one.offer)]
        found += [for_offer(code, ask, one, board, emojis) for one in alike]
    return [item for item in found if item is not None]


def kind_of(one: Offer) -> str:
    """Return what moves of one kind have in common: the first thing that they play."""
    fields = [field for field in one.fields if field.among]
    return fields[0].among[0].word if fields else ""


def kinds_of(code: str, ask: str, plain: Sequence[Choice]) -> list[Item | None]:
    """Return a button for each kind of many moves of one verb; one for several moves opens their list."""
    kinds = dict[str, list[Choice]]()
    for one in plain:
        kinds.setdefault(kind_of(one.offer), []).append(one)
    return [of_a_kind(code, ask, found) for found in kinds.values()]


def of_a_kind(code: str, ask: str, found: Sequence[Choice]) -> Item | None:
    first = found[0]
    if len(found) == 1:
        return for_offer(code, ask, first)
    press = of_form(Does.KIND, code, ask, first.offer.verb, first.number)
    return fitting(f"{first.label}{MORE_OF_IT}", press, Style.PRIMARY, first.emoji)


def choice_of(one: Offer, at: int, board: ShownBoard | None, emojis: Known) -> Choice:
    return Choice(one, named(one, board), at, emojis.get(piece_named(one, board)) if emojis else None)


def lists_of(code: str, ask: str, verb: str, plain: Sequence[Choice]) -> list[Select]:
    """Return many moves of one verb without choices as lists; a value is the words after the verb.

    Either all moves of a verb need confirmation, or none.
    """
    chunks = [plain[at : at + MOST_OPTIONS] for at in range(0, len(plain), MOST_OPTIONS)][:MOST_LISTS]
    return [
        Select(
            of_form(chosen_by(chunk[0].offer), code, ask, verb, number).custom_id,
            cut(f"{chunk[0].label} … {chunk[-1].label}", 150),
            tuple(
                [
                    Option(
                        cut(one.label, LONGEST_OPTION),
                        cut(line_of(one.offer, {}).partition(" ")[2], LONGEST_OPTION),
                        emoji=one.emoji,
                    )
                    for one in chunk
                ]
            ),
        )
        for number, chunk in enumerate(chunks)
    ]


def for_offer(
    code: str, ask: str, one: Choice, board: ShownBoard | None = None, emojis: Known = NONE_KNOWN
) -> Item | None:
    offer, left, line = one.offer, to_choose(one.offer), line_of(one.offer, {})
    if not left:
        style = Style.DANGER if offer.grave else Style.PRIMARY
        return fitting(one.label, Press(made_by(offer), code, ask, line), style, one.emoji)
    picked = Press(chosen_by(offer), code, ask, line)
    if len(left) == 1 and fits_a_list(offer, left[0]) and picked.fits:
        return a_list(offer, left[0], picked, ValueEmojis(offer, board, emojis))
    press = of_form(Does.FORM, code, ask, offer.verb, one.number)
    return fitting(one.label, press, Style.PRIMARY, one.emoji)


def fits_a_list(one: Offer, field: FormField) -> bool:
    """Return whether the only choice is one value of a few, which comes last in the line."""
    words = all(len(choice.word) <= LONGEST_OPTION for choice in field.among)
    return field.kind == "one" and one.fields[-1] is field and len(field.among) <= MOST_OPTIONS and words


def a_list(one: Offer, field: FormField, press: Press, emojis: ValueEmojis) -> Select:
    return Select(press.custom_id, cut(one.label, 150), options(field, chosen=(), emojis=emojis))


def options(
    field: FormField, chosen: Sequence[str], emojis: ValueEmojis | None = None, start: int = 0
) -> tuple[Option, ...]:
    """Return the values of a field for a list, of many those from `start` on."""
    words = [choice.word for choice in field.among]
    return tuple(
        [
            Option(
                cut(choice.label, LONGEST_OPTION),
                told_from_others(choice.word, words[:at].count(choice.word)),
                "" if choice.label == choice.word else cut(choice.word, LONGEST_OPTION),
                None if emojis is None else emojis.of(field, choice, words[:at].count(choice.word)),
                choice.word in chosen,
            )
            for at, choice in enumerate(field.among[start : start + MOST_OPTIONS], start)
        ]
    )


def told_from_others(word: str, before: int) -> str:
    """Return a value for a list. Values must differ, so a second die of the same number gets a suffix."""
    return f"{word}{ALIKE}{before + 1}" if before else word


def as_chosen(value: object) -> str:
    """Return the word of a chosen value, without that suffix."""
    return str(value).partition(ALIKE)[0]


def allowed(users: Iterable[int] = (), role: str = "") -> discord.AllowedMentions:
    """Return the mentions that a message may make: only these people, and this role if there is one (threats T10)."""
    roles = [discord.Object(int(role))] if role else False
    return discord.AllowedMentions(everyone=False, roles=roles, users=[discord.Object(one) for one in users])
