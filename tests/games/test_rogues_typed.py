"""Test how people type in Fearless Rogues Hold 'Em, by the reader of chat."""

import pytest
from cases import case
from rogues_table import Table, dealt, last_duel

from bot.commands.moves import most_of
from bot.text.reader import ChatReader
from games.kit.money import Suckers
from games.kit.moves import Move, verb
from games.kit.notation import Unreadable, read, read_arguments, write
from games.kit.seats import Seat
from games.rogues import GAME
from games.rogues.moves import (
    MOVES,
    Bet,
    Call,
    Check,
    Count,
    Draw,
    Drop,
    Flee,
    Keep,
    Pick,
    Raise,
    Roll,
    Snake,
    Split,
    Stake,
    Stand,
    Trip,
    Tumble,
)


def typed(table: Table, line: str) -> Move:
    """Return the move in an awaited person's line, which begins with a verb or with a word that implies one."""
    first, *rest = line.split()
    (seat,) = table.awaited
    kind = next((kind for kind in MOVES if verb(kind) == first.lower()), None) or GAME.implied(first.lower())
    assert kind is not None, line
    words = tuple(rest if first.lower() == verb(kind) else [first.lower(), *rest])
    legal = GAME.legal_moves(table.state, Seat(seat))
    kind, words = GAME.meant(kind, words)
    stack = table.stacks[seat]
    most = most_of([offer for offer in legal if offer.move is kind], stack)
    reader = ChatReader(["ann", "bob", "cyd"][: len(table.stacks)], stack, most)
    return read_arguments(kind, GAME.spelled_out(kind, words, legal), reader)


def thieves(*lines: str) -> Table:
    table = dealt("3 4", "3 4", "3 4", giant=6, betting="thieves").turns("trip", "trip", "trip")
    return table.turns(*lines)


def liars() -> Table:
    return dealt("3 4", "3 4", "3 4", giant=6, betting="liars").turns("trip", "trip", "trip")


def test_a_proposition_is_typed_in_many_ways_fr_51() -> None:
    for line in [
        "count 4 2",
        "count four 2s",
        "count 4 2s",
        "count four twos",
        "count Four Twos",
        "count 4 2's",
        "four 2s",
        "4 2s",
        "four twos",
        "Four 2s",
        "4 2",
        "count 4 x 2",
    ]:
        with case(line):
            move = typed(liars(), line)
            assert move == Count(4, 2)
            assert liars().may(2, write(move))


@pytest.mark.parametrize("line", ["bet four 2s", "raise four 2s", "bet 4 2"])
def test_to_bet_on_dice_is_to_count_them_fr_51(line: str) -> None:
    assert typed(liars(), line) == Count(4, 2)


@pytest.mark.parametrize(("line", "move"), [("call snake", Snake()), ("call a tumble", Tumble()), ("call", Call())])
def test_a_snake_may_be_called_fr_56(line: str, move: Move) -> None:
    assert typed(liars(), line) == move


@pytest.mark.parametrize(("line", "dice", "face"), [("one 6", 1, 6), ("eight sixes", 8, 6), ("two ones", 2, 1)])
def test_all_numbers_have_their_words_fr_51(line: str, dice: int, face: int) -> None:
    assert typed(liars(), line) == Count(dice, face)


@pytest.mark.parametrize("line", ["allin", "all in", "all-in", "All in", "raise all", "bet all", "raise allin"])
def test_all_in_is_typed_in_many_ways_fr_44(line: str) -> None:
    table = thieves("bet 20") if line.startswith("raise") else thieves()
    move = typed(table, line)
    seat = table.awaited[0]
    table.say(seat, write(move))
    assert table.stacks[seat] == 0


@pytest.mark.parametrize(
    ("line", "amount"), [("raise 40", 40), ("raise to 40", 40), ("raise half", 95), ("raise 0.1k", 100)]
)
def test_a_raise_is_typed_as_what_one_has_in_then_fr_42(line: str, amount: int) -> None:
    assert typed(thieves("bet 20"), line) == Raise(Suckers(amount))


@pytest.mark.parametrize("line", ["raise by 20", "raise 20 by", "raise By twenty"])
def test_a_raise_is_not_by_an_amount_fr_42(line: str) -> None:
    with pytest.raises(Unreadable, match="raise-is-to"):
        typed(thieves("bet 20"), line)


@pytest.mark.parametrize(("line", "amount"), [("bet 10", 10), ("bet half", 95), ("bet 0.1k", 100)])
def test_a_bet_is_typed_as_any_amount_fr_42(line: str, amount: int) -> None:
    assert typed(thieves(), line) == Bet(Suckers(amount))


@pytest.mark.parametrize("line", ["flee", "fold", "Fold", "FLEE"])
def test_to_fold_is_to_flee_fr_43(line: str) -> None:
    for table in (thieves("bet 20"), liars(), dealt("3 4", "3 4")):
        assert typed(table, line) == Flee()


def test_plain_words_are_moves() -> None:
    assert typed(thieves(), "check") == Check()
    assert typed(thieves("bet 20"), "call") == Call()
    assert typed(liars(), "snake") == Snake()
    assert typed(liars(), "tumble") == Tumble()
    assert typed(dealt("3 3", "3 4"), "trip") == Trip()
    assert typed(dealt("3 3", "3 4"), "split") == Split()
    assert typed(last_duel(8), "roll") == Roll()


@pytest.mark.parametrize("line", ["keep 3 5", "keep 5 3", "keep 3 and 5", "keep 3, 5", "keep my 3 and 5", "keep 3,5"])
def test_the_hand_is_typed_by_its_numbers_fr_19(line: str) -> None:
    move = typed(dealt("3 4 5", "3 4"), line)
    assert isinstance(move, Keep)
    assert sorted(move.dice) == [3, 5]


def test_what_is_drawn_and_set_aside_is_typed_by_its_number_fr_11() -> None:
    table = dealt("3 5", "3 4", giant=4)
    assert typed(table, "draw 4") == typed(table, "draw the 4") == typed(table, "draw four") == Draw(4)
    assert typed(table, "drop 3") == typed(table, "drop my 3") == Drop(3)
    assert typed(table, "draw") == Draw(4), "there is one to draw"
    with pytest.raises(Unreadable):
        typed(dealt("3 5", "3 4", "3 4", giant=4, party="4 4 | 5 5"), "draw")


def test_the_last_duel_is_typed_fr_36() -> None:
    table = last_duel(carried=0, final="wager")
    assert (typed(table, "stake 50"), typed(table, "stake all"), typed(table, "stake half")) == (
        Stake(Suckers(50)),
        Stake(Suckers(100)),
        Stake(Suckers(50)),
    )
    picking = last_duel(8, cups=(3, 0))
    picking.say(0, "roll", 3, 5, 1)
    assert typed(picking, "pick 3 5") == typed(picking, "pick 3 and 5") == Pick((3, 5))
    split = last_duel(8)
    split.say(0, "roll", 3, 3)
    assert typed(split, "stand") == Stand()


def test_what_is_nothing_of_this_game_implies_nothing() -> None:
    for word in ["hello", "fours", "2s", "x", "", "twenty", "100", "-4", "allright"]:
        with case(word):
            assert GAME.implied(word) is None


@pytest.mark.parametrize("line", ["count four", "count four 7s", "count lots 2s", "four", "four 2s 3s"])
def test_half_a_proposition_is_unreadable_or_refused(line: str) -> None:
    table = liars()
    try:
        move = typed(table, line)
    except Unreadable:
        return
    table.refused(2, write(move))


def test_what_help_shows_is_read_back() -> None:
    for move in [one for kind in MOVES for one in kind.examples if "all" not in one.split()]:
        with case(move):
            assert write(read(move, MOVES)) == move
