"""Whatever a game says has English words: events, scenes, odds, and the words of buttons and help (habit 15)."""

from collections.abc import Iterator
from importlib import resources
from itertools import chain

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, ast
from hypothesis import given
from hypothesis import strategies as st
from playing import Position, each_game, openings, positions, thoroughly

from bot import rules
from bot.table.seating import as_typed, values_of
from games.catalogue import AnyGame
from games.dice import Dice
from games.moves import verb
from games.notation import fields_of
from games.seats import Seat
from games.telling import All, Listed, Say, Told, Who

MANY = 10
"""Values of an option that are too many for a sentence each."""


def source(game: AnyGame, name: str = "words.en.ftl") -> str:
    return (resources.files(type(game).__module__) / name).read_text(encoding="utf-8")


def spoken(bundle: FluentBundle, say: Say) -> str:
    """The sentence; an error where a message or one of its values is missing (Fluent itself would be silent)."""
    assert bundle.has_message(say.id), say.id
    pattern = bundle.get_message(say.id).value
    assert pattern is not None, say.id
    sentence, errors = bundle.format_pattern(pattern, {key: value(bundle, one) for key, one in say.args.items()})
    assert errors == [], (say, errors)
    return str(sentence)


def value(bundle: FluentBundle, told: Told) -> str | int:
    match told:
        case int() | str():
            return told
        case Who(seat=seat):
            return f"Seat {seat}"
        case All(seats=seats):
            return ", ".join(f"Seat {seat}" for seat in seats)
        case Listed(says=says):
            return "; ".join(spoken(bundle, say) for say in says)
        case Say():
            return spoken(bundle, told)


def bundle_of(game: AnyGame) -> FluentBundle:
    bundle = FluentBundle(["en"], use_isolating=False)
    bundle.add_resource(FluentResource(source(game)))
    return bundle


def said(position: Position) -> Iterator[Say]:
    """All that any viewer is told at this position."""
    game, state = position.game, position.state
    for event in position.came[1]:
        yield event.say()
    for viewer in position.viewers:
        scene = game.scene(game.view(state, viewer))
        yield from chain(scene.table, scene.own, (scene.picture.alt,) if scene.picture else ())
    for seat in position.seats[:2]:
        yield from chances(position, seat)


def chances(position: Position, seat: Seat) -> tuple[Say, ...]:
    def again(dice: Dice) -> object:
        return position.game.redeal(position.state, seat, dice)

    view = position.game.view(position.state, seat)
    odds = position.game.odds(view, position.told_to(seat), again, position.other_dice())
    return () if odds is None else odds.lines


@each_game
def test_the_words_have_no_slip_and_none_twice(game: AnyGame) -> None:
    entries = FluentParser().parse(source(game)).body
    assert [entry for entry in entries if isinstance(entry, ast.Junk)] == []
    names = [entry.id.name for entry in entries if isinstance(entry, ast.Message)]
    assert sorted(names) == sorted(set(names))


@each_game
def test_title_events_and_moves_have_words(game: AnyGame) -> None:
    bundle = bundle_of(game)
    events = [str(event.__struct_config__.tag) for event in game.events]
    moves = [f"{word}-{verb(move)}" for move in game.moves for word in ("move", "help")]
    for name in ("game-title", "game-about", *events, *moves):
        assert bundle.has_message(name), name


@each_game
def test_the_help_of_a_move_is_its_docstring(game: AnyGame) -> None:
    """Or at least begins with it: one declaration, many faces."""
    bundle = bundle_of(game)
    for move in game.moves:
        assert spoken(bundle, Say(f"help-{verb(move)}"))
        assert all(bundle.has_message(f"field-{field.name}") for field in fields_of(move))


@each_game
@thoroughly
@given(data=st.data())
def test_everything_that_is_said_in_a_game_can_be_said(game: AnyGame, data: st.DataObject) -> None:
    bundle = bundle_of(game)
    for position in positions(data.draw(openings(game)), 8):
        for say in said(position):
            assert spoken(bundle, say).strip()


@each_game
def test_there_is_a_rulebook_for_players(game: AnyGame) -> None:
    assert source(game, "rules.en.md").startswith(f"# {spoken(bundle_of(game), Say('game-title'))}\n\n## In short\n")


@each_game
def test_the_rules_in_short_say_goal_turn_and_end(game: AnyGame) -> None:
    """And leave room for the options of a table in a dozen lines, and in one message of any platform."""
    lines = rules.in_short(source(game, "rules.en.md"))
    assert 3 <= len(lines) <= 5
    assert lines[0].startswith("- **Goal:**")
    assert lines[-1].startswith("- **End:**")
    assert sum(map(len, lines)) <= 750


@each_game
def test_all_that_the_rules_say_stands_in_one_part_or_another(game: AnyGame) -> None:
    rulebook = source(game, "rules.en.md")
    told = "\n".join(part.text for part in rules.parts(rulebook))
    assert told.split() == rulebook.partition("\n")[2].split()
    for part in rules.parts(rulebook):
        for key, value in part.only:
            assert key in game.options.model_fields, part.title
            assert value in values_of(game.options.model_fields[key]), part.title


@each_game
def test_every_option_and_value_has_its_meaning_in_words(game: AnyGame) -> None:
    """Those of a list one by one, numbers by a sentence that takes them, the least and the most among them."""
    bundle = bundle_of(game)
    for key, field in game.options.model_fields.items():
        plain = as_typed(field.default)
        listed = {plain, *values_of(field)}
        for value in listed if len(listed) < MANY else {plain}:
            message = f"option-{key}-{value}"
            if not bundle.has_message(message):
                assert not values_of(field) or len(listed) >= MANY, f"{message} is missing"
            else:
                assert spoken(bundle, Say(message, {"prefix": "!"})).strip()
        if not values_of(field) or len(listed) >= MANY:
            for number in (0, 1, 2, 1000):
                assert spoken(bundle, Say(f"option-{key}", {"value": number})).strip()


def test_a_missing_value_is_found() -> None:
    """Or the tests above would prove nothing."""
    bundle = FluentBundle(["en"])
    bundle.add_resource(FluentResource("rolled = { $seat } rolls { $dice }."))
    with pytest.raises(AssertionError):
        spoken(bundle, Say("rolled", {"seat": 1}))
    with pytest.raises(AssertionError):
        spoken(bundle, Say("rolls"))
