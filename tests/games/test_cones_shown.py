"""What is shown of Cones, and what house players make of it: the board as picture and rows, odds, bots."""

import re
import time
from collections import Counter
from fractions import Fraction
from importlib import resources

import pytest
from cones_table import Table
from hypothesis import given
from hypothesis import strategies as st
from playing import a_whole_game, openings, positions, thoroughly

from bot.adapters.discord.outbound.pictures import drawn
from games.cones import GAME
from games.cones.board import COLOURS, PIPS, name, spaces
from games.cones.odds import captured_before
from games.cones.picture import CONE, HEIGHT, WIDTH, cells
from games.cones.ways import ways
from games.kit.codec import codec
from games.kit.contract import Scene
from games.kit.dice import every
from games.kit.moves import Move
from games.kit.notation import write
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.telling import Say
from games.proof.seeded_dice import SeededDice


def scene(table: Table, viewer: Viewer = SPECTATOR) -> Scene:
    return GAME.scene(GAME.view(table.state, viewer))


def lines(table: Table, message: str) -> list[Say]:
    return [line for line in scene(table).table if line.id == message]


# The board in rows and as a picture


def test_the_board_is_told_in_short_rows_stacks_bottom_to_top() -> None:
    table = Table(3).stands("1a:Y x1:B 2z:BRY 8y:R").pops(2)
    assert [line.args["row"] for line in lines(table, "scene-section")] == ["X1 B · 1a Y", "2z BRY", "8y R"]


@thoroughly
@given(data=st.data())
def test_there_are_eight_rows_at_most(data: st.DataObject) -> None:
    for position in positions(data.draw(openings(GAME)), 60):
        told = GAME.scene(GAME.view(position.state, SPECTATOR))
        assert len([line for line in told.table if line.id == "scene-section"]) <= 8


def test_the_moves_are_listed_by_their_numbers_with_what_they_capture() -> None:
    table = Table().stands("1a:Y 1b:RR 6a:R").pops(1)
    assert lines(table, "scene-moves")[0].args["moves"] == "1 1a-1b [RR]"


@pytest.mark.parametrize("sections", [8, 4])
def test_no_two_spaces_overlap_and_all_lie_in_the_picture(sections: int) -> None:
    boxes = [cells(sections)[space] for space in spaces(sections)]
    assert not any(one is not box and overlap(one, box) for one in boxes for box in boxes)
    assert all(box.left + box.width <= WIDTH and box.top + box.height <= HEIGHT for box in boxes)


def overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > 0 and down > 0


def test_a_picture_has_no_text_and_no_font_and_changes_with_the_board() -> None:
    table = Table().stands("1a:Y 6a:R").pops(2)
    before = scene(table).picture
    table.say("move 1", "1 0")
    after = scene(table).picture
    assert before is not None
    assert after is not None
    assert before.svg != after.svg
    assert not re.search(r"<text|font|<image|href", after.svg)


def test_every_colour_differs_in_lightness_and_bears_its_letter() -> None:
    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2

    assert set(CONE) == set(COLOURS)
    red_and_green = lightness(CONE["R"]), lightness(CONE["G"])
    assert max(red_and_green) > 2 * min(red_and_green)


def test_the_pictures_of_a_whole_game_are_light() -> None:
    """Discord: under 30 KB; and 50 ms, the fastest of a few, as tests run beside each other."""
    shots = [GAME.scene(GAME.view(one.state, SPECTATOR)).picture for one in a_whole_game(GAME, "light")[::12]]
    heaviest = max((shot.svg for shot in shots if shot), key=lambda svg: len(drawn(svg)))
    assert len(drawn(heaviest)) < 30_000
    seconds = []
    for _ in range(5):
        drawn.cache_clear()
        begun = time.process_time()
        drawn(heaviest)
        seconds.append(time.process_time() - begun)
    assert min(seconds) < 0.05


def test_the_fullest_board_is_light_too() -> None:
    """Sixteen single men, the red dot, and as many ways as there can be."""
    men = " ".join(f"{name(space)}:{COLOURS[space % 4]}" for space in spaces(8)[::3])
    shot = scene(Table(4).stands(men).pops(6, red=True)).picture
    assert shot is not None
    assert len(drawn(shot.svg)) < 30_000


# Odds


def test_odds_are_the_chance_to_be_captured_before_the_next_turn() -> None:
    table = Table().stands("1a:Y 3a:Y 8c:R").pops(1)
    odds = GAME.odds(GAME.view(table.state, Seat(0)), (), lambda dice: dice, SeededDice(b"", "", b""))
    assert odds is not None
    told = [(line.args["space"], line.args["chance"]) for line in odds.lines[:-1]]
    assert told == [("1a", "16.7%"), ("3a", "0.0%")]
    assert odds.lines[-1].id == "odds-assumes"


def test_odds_count_every_other_player_once() -> None:
    """Two others, each with one pop in six that lands there."""
    view = GAME.view(Table(3).stands("1c:Y 1a:B 1b:R").pops(1).state, Seat(0))
    assert captured_before(view, Seat(0), view.ways[0].start) == 1 - Fraction(5, 6) ** 2


def test_odds_agree_with_every_pop_played_by_the_rules() -> None:
    view, mine = GAME.view(Table().stands("1c:RY 8c:R 8z:YR 4a:R 3a:Y").pops(1).state, Seat(0)), Seat(0)
    space = next(way.start for way in view.ways if view.position.board[way.start] == "RY")

    def lands(dice: SeededDice) -> bool:
        pop = dice.draw("pop").die(len(PIPS))
        return any(way.to == space for way in ways(view.position, COLOURS[2], pop, bonus=False))

    exact = sum(chance for chance, hit in every(lands) if hit)
    assert captured_before(view, mine, space) == exact > 0


# House players


def chosen(table: Table, level: int, number: int = 0) -> Move:
    seat = table.awaited[0]
    legal = GAME.legal_moves(table.state, seat)
    dice = SeededDice(number.to_bytes(4, "big"), "bot", b"")
    move = GAME.choose(GAME.view(table.state, seat), (), legal, lambda dice: dice, level, dice)
    assert move is not None
    return move


def test_the_best_bot_captures_the_taller_stack() -> None:
    table = Table().stands("1a:Y 1b:R 3a:Y 3b:RRR 6a:Y").pops(1)
    assert {write(chosen(table, 3, number)) for number in range(8)} == {"move 3a 3b"}


def test_a_wary_bot_does_not_stop_within_reach_of_an_opponent() -> None:
    """A 2 from 1a leads to 1c, one before red's stack and in its reach; from 5a to 5c, far from it."""
    table = Table().stands("1a:Y 2b:RR 5a:Y").pops(2)
    assert {write(chosen(table, 3, number)) for number in range(8)} == {"move 5a 5c"}


def test_bots_pop_their_bonus_unless_a_lift_is_better() -> None:
    table = Table(edition="french").stands("4a:YRRR 1a:Y").pops(1, red=True)
    table.say("move 1a 1b")
    assert write(chosen(table, 3)) == "lift 4a 1"


def test_bots_of_a_higher_level_win_more_often() -> None:
    wins = Counter(winner(number, (3, 0)) for number in range(12))
    assert wins[0] >= 9


def winner(number: int, levels: tuple[int, ...]) -> int:
    dice = SeededDice(number.to_bytes(4, "big"), "game", b"")
    state = GAME.start(GAME.options_from({}), (GAME.stack(GAME.options_from({})),) * len(levels), dice, None).state
    while (ask := GAME.asks(state)) is not None:
        seat = ask.seats[0]
        legal = GAME.legal_moves(state, seat)
        move = GAME.choose(GAME.view(state, seat), (), legal, lambda dice: dice, levels[seat], dice)
        assert move is not None
        state = GAME.play(state, seat, move, dice).state
    result = GAME.result(state)
    assert result is not None
    return result.winners[0]


def test_the_rulebook_for_players_names_every_option() -> None:
    text = (resources.files("games.cones") / "rules.en.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)=", text))
    untold = {"turn_seconds", "pop_seconds", "cap_rule"}
    assert set(GAME.options.model_fields) - untold == told


def test_what_was_stored_by_the_first_version_of_the_rules_can_still_be_told() -> None:
    for stored in (
        b'{"type":"won","winners":[0],"how":"cap","cones":3}',
        b'{"type":"moved","then":[],"seat":0,"how":"moves","start":"X1","to":"1a","captured":"R","stack":"RY"}',
        b'{"type":"lifted","then":[],"seat":0,"space":"X1","stack":"RY"}',
    ):
        assert codec(GAME).event(stored).say().args
    state = Table().state
    text = codec(GAME).encode(state)
    old = text.replace(b',"quiet":0,"stirred":false', b"")
    assert old != text
    assert codec(GAME).state(old) == state


def test_a_house_bot_is_told_no_list_and_a_person_is() -> None:
    table = Table().stands("1a:Y 6a:R").pops(1)
    (moved,) = table.say("move 1a 1b", "1 0")
    assert "6a-6b" in str(moved.say())
    assert moved.say_among(frozenset()) == moved.say() == moved.say_among(frozenset({Seat(0)}))
    assert "6a-6b" not in str(moved.say_among(frozenset({Seat(1)})))
    lifts = Table(edition="french").stands("4a:YRRR 1a:Y").pops(1, red=True)
    (choice,) = lifts.say("move 1a 1b")
    assert "RRRY" in str(choice.say())
    assert "RRRY" not in str(choice.say_among(frozenset({Seat(0)})))
