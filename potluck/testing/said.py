"""Whatever a game says has English words: events, scenes, refusals, odds, buttons and help (habit 15)."""

import re
from collections.abc import Collection, Iterator
from importlib import resources
from itertools import chain
from typing import ClassVar

import pytest
from fluent.syntax import FluentParser, ast
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.lines import known_words
from bot.render import rules
from bot.table.change import Refused
from bot.table.options import as_typed, check_options, values_of
from bot.text import Words, lacking
from games.catalogue import AnyGame
from games.kit.contract import Abilities
from games.kit.dice import Dice
from games.kit.moves import by_verb, verb
from games.kit.notation import fields_of
from games.kit.seats import Seat
from games.kit.telling import Say
from games.lab.invariants import told_by
from games.lab.outside import near_misses
from potluck.testing.positions import Position, openings, positions, texts_of, thoroughly

MANY = 10
"""Values of an option that are too many for a sentence each."""
NO_VALUE = "\u00bf"
"""What no option can be."""
ASKED = 2
"""At so many positions of a game chances and refusals are looked at, which take their time."""
SEATED = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")
SIGN = "\u00a4"
"""A sign of commands that stands in no words otherwise."""
TO_TYPE = re.compile(
    rf"""{SIGN}|(?<!\w)![a-z]  # a command
    |\b[a-z]\w*=\w            # an option
    |\b[0-9a-f]{{24,}}\b       # a seal
    """,
    re.VERBOSE,
)
QUOTED = re.compile(r"(?<!\w)[\"\u201c'\u2018`]([a-z][a-z-]*)\b")


def source(game: AnyGame, name: str = "words.en.ftl") -> str:
    return (resources.files(type(game).__module__) / name).read_text(encoding="utf-8")


def said(position: Position) -> Iterator[Say]:
    """All that any viewer is told at this position."""
    yield from told(position)
    yield from asked(position)


def told(position: Position) -> Iterator[Say]:
    """All that is told without being asked for."""
    for event in position.came[1]:
        yield event.say()
    for viewer in position.viewers:
        yield from told_by(position.game.scene(position.game.view(position.state, viewer)))


def asked(position: Position) -> Iterator[Say]:
    """Chances, and why what is wrong is refused."""
    for seat in position.seats[:2]:
        yield from chain(chances(position, seat), refusals(position, seat))


def chances(position: Position, seat: Seat) -> tuple[Say, ...]:
    def again(dice: Dice) -> object:
        return position.game.resample(position.state, seat, dice)

    view = position.game.view(position.state, seat)
    odds = position.game.odds(view, position.told_to(seat), again, position.other_dice())
    assert odds is None or position.game.has_odds(view, seat), "odds that nobody is offered to ask for"
    return () if odds is None else odds.lines


def refusals(position: Position, seat: Seat) -> Iterator[Say]:
    """Tell why each near miss is refused."""
    game, state = position.game, position.state
    legal = game.legal_moves(state, seat)
    for move in near_misses(game, legal):
        yield game.refusal(state, seat, move, legal).reason


def to_type(sentence: str, verbs: Collection[str]) -> str:
    """Return what this sentence gives to be typed, which a page never does; empty: nothing."""
    found = TO_TYPE.search(sentence)
    quoted = next((one for one in QUOTED.findall(sentence) if one in verbs), "")
    return found[0] if found else quoted


class WordsContract:
    game: ClassVar[AnyGame]

    def test_the_words_have_no_slip_and_none_twice(self) -> None:
        entries = FluentParser().parse(source(self.game)).body
        assert [entry for entry in entries if isinstance(entry, ast.Junk)] == []
        names = [entry.id.name for entry in entries if isinstance(entry, ast.Message)]
        assert sorted(names) == sorted(set(names))

    def test_title_events_and_moves_have_words_of_the_games_own(self) -> None:
        entries = FluentParser().parse(source(self.game)).body
        names = {entry.id.name for entry in entries if isinstance(entry, ast.Message)}
        events = [str(event.__struct_config__.tag) for event in self.game.events]
        moves = [f"{word}-{verb(move)}" for move in self.game.moves for word in ("move", "help")]
        fields = [f"field-{field.name}" for move in self.game.moves for field in fields_of(move)]
        assert [one for one in ("game-title", "game-about", *events, *moves, *fields) if one not in names] == []

    def test_what_a_move_lacks_can_be_said(self) -> None:
        for move in self.game.moves:
            for field in filter(lambda one: one.needed, fields_of(move)):
                assert lacking(self.game, Say(f"lacks-{field.name}", {"verb": verb(move)})) == ""

    def test_the_help_of_a_move_can_be_said(self) -> None:
        for move in self.game.moves:
            assert lacking(self.game, Say(f"help-{verb(move)}")) == ""

    @thoroughly
    @given(data=st.data())
    def test_everything_that_is_said_in_a_game_can_be_said(self, data: st.DataObject) -> None:
        for position in positions(data.draw(openings(self.game)), 8):
            for one in said(position):
                assert lacking(self.game, one) == "", one

    @thoroughly
    @given(data=st.data())
    def test_nothing_on_a_page_is_to_be_typed(self, data: st.DataObject) -> None:
        """Not in its sentences as a page says them (`.page` in the words file): people press there."""
        words, moves = Words(prefix=SIGN, page=True), by_verb(self.game.moves)
        verbs = {*known_words(), *moves}
        for move in moves:
            assert to_type(words.own(f"help-{move}", self.game), verbs) == ""
        for number, position in enumerate(positions(data.draw(openings(self.game)), 8)):
            for one in chain(told(position), asked(position) if number < ASKED else ()):
                sentence = words.sentence(one, SEATED, self.game)
                assert to_type(sentence, verbs) == "", sentence

    def test_a_wrong_option_is_refused_in_words(self) -> None:
        for key in texts_of(self.game):
            with pytest.raises(Refused) as refused:
                check_options(self.game, {key: NO_VALUE}, Abilities())
            assert key in Words().sentence(refused.value.reason, (), self.game)

    def test_there_is_a_rulebook_for_players(self) -> None:
        title = Words().sentence(Say("game-title"), (), self.game)
        assert source(self.game, "rules.en.md").startswith(f"# {title}\n\n## In short\n")

    def test_the_rules_in_short_say_goal_turn_and_end(self) -> None:
        """And leave room for the options of a table in a dozen lines, and in one message of any platform."""
        lines = rules.in_short(source(self.game, "rules.en.md"))
        assert 3 <= len(lines) <= 5
        assert lines[0].startswith("- **Goal:**")
        assert lines[-1].startswith("- **End:**")
        assert sum(map(len, lines)) <= 750

    def test_all_that_the_rules_say_stands_in_one_part_or_another(self) -> None:
        rulebook, options = source(self.game, "rules.en.md"), self.game.options.model_fields
        told = "\n".join(part.text for part in rules.parts(rulebook))
        assert told.split() == rulebook.partition("\n")[2].split()
        marks = [(part.title, key, value) for part in rules.parts(rulebook) for key, value in part.only]
        assert [mark for mark in marks if mark[1] not in options or mark[2] not in values_of(options[mark[1]])] == []

    def test_every_option_and_value_has_its_meaning_in_words(self) -> None:
        """Those of a list one by one, numbers by a sentence that takes them, the least and the most among them."""
        for key, field in self.game.options.model_fields.items():
            plain, values = as_typed(field.default), values_of(field)
            listed = {plain, *values}
            for value in listed if len(listed) < MANY else {plain}:
                missing = lacking(self.game, Say(f"option-{key}-{value}", {"prefix": "!"}))
                assert missing == "" or not values or len(listed) >= MANY, missing
            if not values or len(listed) >= MANY:
                for number in (0, 1, 2, 1000):
                    assert lacking(self.game, Say(f"option-{key}", {"value": number})) == ""
