"""Test what is shown of Cones, and its house players: the board in pieces and rows, odds, bots."""

import re
from collections import Counter
from fractions import Fraction
from importlib import resources
from itertools import pairwise

import pytest
from cones_table import Table
from hypothesis import given
from hypothesis import strategies as st
from playing import openings, positions, thoroughly

from bot.render.drawing import JOINED
from bot.text import Words
from games.cones import GAME
from games.cones.board import COLOURS, PIPS, by_name, is_crossover, name, spaces
from games.cones.layout import MIDDLE, boxes, corners
from games.cones.moves import Enter, Pass
from games.cones.odds import captured_before
from games.cones.pieces import MOST_LAYERS
from games.cones.ways import ways
from games.kit.board import LETTERS, WIDTH, Board, Look, Piece, PieceKind
from games.kit.codec import codec
from games.kit.contract import Scene
from games.kit.dice import every
from games.kit.lay import Box
from games.kit.moves import LegalMove, Move, OneOf, Some
from games.kit.notation import write
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.telling import All, Say, Who, say
from games.kit.temper import LEVELS, Temper
from games.proof.seeded_dice import SeededDice


def scene(table: Table, viewer: Viewer = SPECTATOR) -> Scene:
    return GAME.scene(GAME.view(table.state, viewer))


def lines(table: Table, message: str) -> list[Say]:
    return [line for line in scene(table).table if line.id == message]


# The board in rows and as a picture


def test_the_board_is_told_in_short_rows_stacks_bottom_to_top() -> None:
    table = Table(3).stands("1a:Y x1:B 2z:BRY 8y:R").pops(2)
    assert [line.args["text"] for line in lines(table, LETTERS)] == ["X1 B · 1a Y", "2z BRY", "8y R"]


def test_a_row_that_did_not_change_stays_the_same_text() -> None:
    """By that it is known that pages need not be told of it."""
    before, after = (Table().stands(f"{at}:Y 2z:RR").pops(1) for at in ("1a", "1b"))
    (one, stays), (other, same) = lines(before, LETTERS), lines(after, LETTERS)
    assert one != other
    assert same is stays


@thoroughly
@given(data=st.data())
def test_there_are_eight_rows_at_most(data: st.DataObject) -> None:
    for position in positions(data.draw(openings(GAME)), 60):
        told = GAME.scene(GAME.view(position.state, SPECTATOR))
        assert len([line for line in told.table if line.id == LETTERS]) <= 8


def test_the_moves_are_listed_by_their_numbers_with_what_they_capture() -> None:
    table = Table().stands("1a:Y 1b:RR 6a:R").pops(1)
    assert lines(table, "scene-moves")[0].args["moves"] == "1 1a-1b [RR]"


# The board in pieces


def board(table: Table, viewer: Viewer = SPECTATOR) -> Board:
    found = scene(table, viewer).board
    assert found is not None
    return found


def space(shown: Board, named: str) -> Piece:
    """Return the whole space."""
    return next(one for one in shown.pieces if one.kind is PieceKind.SPACE and one.stands_for == named)


def within(shown: Board, named: str, kind: PieceKind) -> list[Piece]:
    """Return the pieces on a space, the lowest first; for a corner, in its outer square."""
    sections = 4 if space(shown, "x3").face == "crossing-3" else 8
    box = boxes(sections)[by_name(sections)[named]]
    return [one for one in shown.pieces if one.kind is kind and lies_in(one, box)]


def lies_in(one: Piece, box: Box) -> bool:
    across = box.left <= one.left and one.left + one.width <= box.left + box.width
    return across and box.top <= one.top and one.top + one.height <= box.top + box.height


def looking(shown: Board, look: Look) -> set[object]:
    return {one.stands_for for one in shown.pieces if look in one.looks and one.stands_for is not None}


@pytest.mark.parametrize("sections", [8, 4])
def test_no_two_spaces_overlap_and_all_lie_round_the_middle(sections: int) -> None:
    found = [*boxes(sections), *(corner.inner for corner in corners(sections).values())]
    assert not any(one is not box and overlap(one, box) for one in found for box in found)
    assert not any(overlap(one, MIDDLE) for one in found)
    assert all(one.left >= 8 and one.right <= WIDTH - 8 for one in found)
    assert len(boxes(sections)) == len(spaces(sections))


def overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > 0 and down > 0


@pytest.mark.parametrize("sections", ["8", "4"])
def test_every_space_is_there_with_its_name_and_can_be_pressed_for_it(sections: str) -> None:
    shown = board(Table(sectors=sections).stands("").pops(1))
    for one in spaces(int(sections)):
        piece = space(shown, name(one))
        assert piece.label == say("letters", text=name(one).replace("x", "X"))
        assert {"move.start", "move.to", "lift.space"} <= set(piece.fills)
        assert piece.face.startswith("crossing") if is_crossover(one) else piece.face in {"track", "inner"}


@pytest.mark.parametrize("stack", ["Y", "RY", "GRY", "BGRY"])
def test_every_cone_of_a_stack_lies_on_its_space_with_its_skirt_to_be_seen(stack: str) -> None:
    for named in ("x1", "1b", "1y", "x2", "3c"):
        cones = within(board(Table(4).stands(f"{named}:{stack}").pops(1)), named, PieceKind.CONE)
        assert "".join(cone.face for cone in cones) == stack
        assert all(low.top - high.top >= 7 for low, high in pairwise(cones))


def test_of_a_higher_stack_the_lowest_are_counted() -> None:
    shown = board(Table(4).stands("2z:YYRRGGBY").pops(1))
    assert "".join(cone.face for cone in within(shown, "2z", PieceKind.CONE)) == "GGBY"
    assert [one.label for one in within(shown, "2z", PieceKind.BADGE)] == [say("letters", text="+4")]
    told = space(shown, "2z").says
    assert told is not None
    assert told.args["count"] == 8


@thoroughly
@given(data=st.data())
def test_every_cone_is_on_the_board(data: st.DataObject) -> None:
    for position in positions(data.draw(openings(GAME)), 40):
        view = GAME.view(position.state, SPECTATOR)
        shown = GAME.scene(view).board
        assert shown is not None
        for at in spaces(view.position.options.sections):
            new = view.colour if view.brought_in is not None and view.brought_in.start == at else ""
            seen = view.position.board[at][-MOST_LAYERS:] or new
            assert "".join(cone.face for cone in within(shown, name(at), PieceKind.CONE)) == seen


@thoroughly
@given(data=st.data())
def test_all_that_can_be_chosen_can_be_pressed_and_each_goal_is_lit(data: st.DataObject) -> None:
    for position in positions(data.draw(openings(GAME)), 40):
        for seat in position.seats:
            shown = GAME.scene(GAME.view(position.state, seat)).board
            assert shown is not None
            for offer in GAME.legal_moves(position.state, seat):
                assert unpressable(offer, shown) == []
                assert {value for key, value in choices(offer) if key == "to"} <= looking(shown, Look.LIT)


def choices(offer: LegalMove) -> list[tuple[str, object]]:
    """Return each field with each possible value."""
    return [(key, value) for key, one in offer.fields.items() if isinstance(one, OneOf | Some) for value in one.values]


def unpressable(offer: LegalMove, shown: Board) -> list[object]:
    """Return the field values, or the verb of a move without fields, that nothing on the board can be pressed for."""
    pressed = {(fill, one.stands_for) for one in shown.pieces for fill in one.fills}
    if not offer.fields:
        verbs = {fill for one in shown.pieces if one.says is not None for fill in one.fills}
        return [] if offer.verb == "pass" or offer.verb in verbs else [offer.verb]
    return [one for one in choices(offer) if (f"{offer.verb}.{one[0]}", one[1]) not in pressed]


def test_the_last_move_is_marked_where_it_came_from_and_where_it_went() -> None:
    table = Table().stands("1a:Y 6a:R").pops(2)
    assert looking(board(table), Look.LAST) == set()
    table.say("move 1", "1 0")
    assert looking(board(table), Look.LAST) == {"1a", "1c"}


def test_what_stands_there_is_told_in_words_and_what_one_may_do_with_it() -> None:
    shown = board(Table().stands("1a:RY 1b:R 6a:R").pops(1))
    says = {named: space(shown, named).says for named in ("1a", "1b", "6a")}
    told = {named: one.args for named, one in says.items() if one is not None}
    assert {named: args["may"] for named, args in told.items()} == {"1a": "goes", "1b": "taken", "6a": "no"}
    assert told["1a"]["count"] == 2
    assert space(shown, "2a").says is None


def test_a_place_for_each_team_has_the_name_of_its_player_and_whose_turn_it_is() -> None:
    shown = board(Table(4).stands("1a:Y 6a:R", Y=2, G=3).pops(1))
    named = [one.label for one in shown.pieces if one.label is not None and one.label.id == "piece-seat"]
    assert named == [say("piece-seat", seat=Who(Seat(seat))) for seat in range(4)]
    turn = [one.seat for one in shown.pieces if one.kind is PieceKind.SPACE and Look.TURN in one.looks]
    assert turn == [Seat(0)]
    waiting = Counter(one.face for one in shown.pieces if one.kind is PieceKind.CONE and one.seat is not None)
    assert waiting == {"Y": 1, "G": 3}
    (new,) = [one for one in shown.pieces if one.says is not None and one.says.id == "piece-new"]
    assert new.stands_for == "x1"


def test_a_new_cone_stands_on_its_crossover_which_is_one_space_and_beside_whoever_is_there() -> None:
    for there, outer in (("", "Y"), (" x1:BR", "BR")):
        shown = board(Table(4).stands(f"6a:R{there}", Y=2).pops(1))
        assert [one.stands_for for one in shown.pieces if one.kind is PieceKind.SPACE].count("x1") == 1
        assert "".join(one.face for one in within(shown, "x1", PieceKind.CONE)) == outer
        inner = corners(8)[0].inner
        beside = [one.face for one in shown.pieces if one.kind is PieceKind.CONE and lies_in(one, inner)]
        assert beside == (["Y"] if there else [])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("sectors", ["8", "4"])
def test_no_letters_lie_on_others(seats: int, sectors: str) -> None:
    teams = "".join(team.colour for team in Table(seats).state.position.teams)
    everywhere = " ".join(f"{name(at)}:{(teams * 3)[:5]}" for at in spaces(int(sectors)))
    shown = board(Table(seats, sectors=sectors).stands(everywhere, Y=4, R=4).pops(6, red=True))
    lettered = [letters_of(one) for one in shown.pieces if one.label is not None]
    assert not any(one is not other and overlap(one, other) for one in lettered for other in lettered)
    assert all(left >= 8 and left + width <= WIDTH - 8 for left, _, width, _ in lettered)


def letters_of(one: Piece) -> tuple[int, int, int, int]:
    """Return the largest area of its letters; for a space, in its corner."""
    if one.kind is PieceKind.SPACE:
        x, y = JOINED.get(one.face, (0, 0))
        return one.left + round(one.width * x) + 4, one.top + round(one.height * y) + 2, 12, 9
    return one.left, one.top, one.width, one.height


def test_dice_lie_in_the_middle_the_dome_is_there_to_pop_and_the_winner_is_crowned() -> None:
    table = Table().stands("1a:Y 1b:R").pops(1, red=True)
    assert {"d6-1", "dot"} <= {one.face for one in board(table).pieces}
    table.say("move 1a 1b")
    crowned = [one for one in board(table).pieces if one.face == "crown"]
    assert len(crowned) == 1
    assert say("piece-won", winners=All((Seat(0),)), count=1) in [one.label for one in board(table).pieces]
    (dome,) = [one for one in board(Table(rolls="hand")).pieces if one.face == "dome"]
    assert dome.fills == ("pop",)


def test_a_new_cone_of_the_french_game_is_brought_in_by_a_press_on_it_or_on_its_start() -> None:
    shown = board(Table(edition="french").stands("", Y=4, R=4).pops(3))
    assert {one.kind for one in shown.pieces if "enter" in one.fills} == {PieceKind.CONE, PieceKind.FIGURE}
    assert "x1" in looking(shown, Look.LIT)


# Odds


def test_odds_are_the_chance_to_be_captured_before_the_next_turn() -> None:
    table = Table().stands("1a:Y 3a:Y 8c:R").pops(1)
    odds = GAME.odds(GAME.view(table.state, Seat(0)), (), lambda dice: dice, SeededDice(b"", "", b""))
    assert odds is not None
    told = [(line.args["space"], line.args["chance"]) for line in odds.lines[:-1]]
    assert told == [("1a", "16.7%"), ("3a", "0.0%")]
    assert odds.lines[-1].id == "odds-assumes"


def test_whoever_has_no_cone_on_the_board_has_no_odds() -> None:
    table = Table().stands("1a:R", Y=4).pops(1)
    for viewer in (Seat(0), Seat(1), SPECTATOR):
        view = GAME.view(table.state, viewer)
        assert [GAME.has_odds(view, seat) for seat in (Seat(0), Seat(1))] == [False, True]
    assert GAME.odds(view, (), lambda dice: dice, SeededDice(b"", "", b"")) is None, "who looks on has no stacks"


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
    move = GAME.choose(GAME.view(table.state, seat), (), legal, lambda dice: dice, Temper(level), dice)
    assert move is not None
    return move


def test_the_best_bot_captures_the_taller_stack() -> None:
    table = Table().stands("1a:Y 1b:R 3a:Y 3b:RRR 6a:Y").pops(1)
    assert {write(chosen(table, 3, number)) for number in range(8)} == {"move 3a 3b"}


def test_a_wary_bot_does_not_stop_within_reach_of_an_opponent() -> None:
    """A 2 from 1a leads to 1c, one before red's stack and within its reach; from 5a to 5c, far from it."""
    table = Table().stands("1a:Y 2b:RR 5a:Y").pops(2)
    assert {write(chosen(table, 3, number)) for number in range(8)} == {"move 5a 5c"}


def test_bots_pop_their_bonus_unless_a_lift_is_better() -> None:
    table = Table(edition="french").stands("4a:YRRR 1a:Y").pops(1, red=True)
    table.say("move 1a 1b")
    assert write(chosen(table, 3)) == "lift 4a 1"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_with_nothing_on_the_track_enters_where_it_might_wait(level: int) -> None:
    table = Table(edition="french").pops(4)
    assert Pass() in [move for offer in GAME.legal_moves(table.state, table.awaited[0]) for move in offer.examples()]
    assert {chosen(table, level, number) for number in range(20)} == {Enter()}


def test_of_a_house_bot_that_may_lift_a_cone_it_is_said_so_without_the_list() -> None:
    table = Table(edition="french").stands("4a:YRRR 1a:Y").pops(1, red=True)
    table.say("move 1a 1b")
    told = table.events[-1].say_among(frozenset(table.awaited))
    assert Words().sentence(told, ("ann", "ben"), GAME).endswith("may pop again for the red dot, or lift a cone.")


def test_bots_of_a_higher_level_win_more_often() -> None:
    wins = Counter(winner(number, (3, 0)) for number in range(12))
    assert wins[0] >= 9


def winner(number: int, levels: tuple[int, ...]) -> int:
    dice = SeededDice(number.to_bytes(4, "big"), "game", b"")
    state = GAME.start(GAME.options_from({}), (GAME.stack(GAME.options_from({})),) * len(levels), dice, None).state
    while (ask := GAME.asks(state)) is not None:
        seat = ask.seats[0]
        legal = GAME.legal_moves(state, seat)
        move = GAME.choose(GAME.view(state, seat), (), legal, lambda dice: dice, Temper(levels[seat]), dice)
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
