"""Test that a move can be written as a line and read back (habit 17)."""

import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st

from games.kit.money import MOST_SUCKERS, Suckers
from games.kit.moves import Move
from games.kit.notation import Unreadable, read, usage, write
from games.kit.seats import Seat, Spot


class Bid(Move, frozen=True):
    amount: Suckers
    blind: bool = False


class Accuse(Move, frozen=True):
    seat: Seat
    word: str


class Peek(Move, frozen=True):
    cups: tuple[Spot, ...]
    slowly: bool = False
    twice: bool = False


class Wait(Move, frozen=True):
    rounds: int = 1


MOVES = (Bid, Accuse, Peek, Wait)

seats = st.integers(0, 499).map(Seat)
spots = st.builds(Spot, seats, st.integers(1, 20))
moves = st.one_of(
    st.builds(Bid, st.integers(-MOST_SUCKERS, MOST_SUCKERS).map(Suckers), st.booleans()),
    st.builds(Accuse, seats, st.from_regex(r"[a-z]{1,8}", fullmatch=True)),
    st.builds(Peek, st.lists(spots, min_size=1, max_size=5).map(tuple), st.booleans(), st.booleans()),
    st.builds(Wait, st.integers(-1000, 1000)),
)


@given(moves)
def test_what_is_written_is_read_as_the_same_move(move: Move) -> None:
    assert read(write(move), MOVES) == move


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("bid 50", Bid(Suckers(50))),
        ("BID  +50   Blind", Bid(Suckers(50), blind=True)),
        ("accuse 1 thief", Accuse(Seat(0), "thief")),
        ("peek 1.2 3.1 slowly", Peek((Spot(Seat(0), 2), Spot(Seat(2), 1)), slowly=True)),
        ("peek 1.2 twice slowly", Peek((Spot(Seat(0), 2),), slowly=True, twice=True)),
        ("wait", Wait()),
        ("wait 3", Wait(3)),
    ],
)
def test_a_line_is_read_as_people_type_it(line: str, move: Move) -> None:
    assert read(line, MOVES) == move


def test_a_line_that_is_no_move_says_why() -> None:
    for line, reason in [
        ("", "unknown-verb"),
        ("   ", "unknown-verb"),
        ("fold", "unknown-verb"),
        ("bid", "missing-argument"),
        ("bid blind", "missing-argument"),
        ("bid 50 60", "too-many-words"),
        ("bid 1e9", "not-a-number"),
        ("bid ½", "not-a-number"),
        ("bid 5.5", "not-a-number"),
        ("bid \u0665", "not-a-number"),
        ("bid 99999999999999999999", "not-a-number"),
        ("bid 9999999999999999", "not-a-number"),
        ("bid 0x10", "not-a-number"),
        ("accuse 0 thief", "no-such-seat"),
        ("accuse -1 thief", "no-such-seat"),
        ("peek 1", "not-a-spot"),
        ("peek 1.x", "not-a-number"),
        ("peek .1", "not-a-number"),
    ]:
        with case(line, reason):
            with pytest.raises(Unreadable) as caught:
                read(line, MOVES)
            assert caught.value.reason.id == reason


@given(st.text(max_size=40))
def test_no_text_raises_anything_but_unreadable(text: str) -> None:
    for line in (text, f"bid {text}", f"peek {text}", f"accuse {text}"):
        try:
            move = read(line, MOVES)
        except Unreadable:
            continue
        assert read(write(move), MOVES) == move


def test_usage_shows_what_may_be_left_out() -> None:
    assert [usage(move) for move in MOVES] == [
        "bid AMOUNT [blind]",
        "accuse SEAT WORD",
        "peek CUPS … [slowly] [twice]",
        "wait [ROUNDS]",
    ]
