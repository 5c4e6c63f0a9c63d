"""Test legal moves as buttons and forms: what they ask, what they don't, and what people call the values."""

from pathlib import Path

import highdie
import msgspec
import pytest
from msgspec.structs import replace

from bot.ports.messages import Choosable, FormField, Offer, ShownPiece
from bot.render.boards import AS_EVER, MOST_PIECES, MOST_ZONES, SeatsNow, board_shown
from bot.render.offers import MOST_TABLES, Called, kept_offers, offers
from bot.render.panel import seats_now
from bot.table.codec import decode_session
from bot.table.document import Session
from bot.table.log import Cast
from bot.table.phases import Between
from bot.text import Words
from games import cones, headache
from games.kit.board import Board, Look, Piece, PieceKind, letters
from games.kit.contract import Scene
from games.kit.moves import FLAG, LegalMove, Move, OneOf, Order, Range, Some, Value
from games.kit.notation import PLAIN, read
from games.kit.seats import Die, Seat, Spot
from games.kit.telling import All, Listed, Told, Who, say

SPOTS = (Spot(Seat(0), 1), Spot(Seat(0), 2), Spot(Seat(1), 1))


def cup(at: Spot) -> Piece:
    return Piece(PieceKind.CUP, "down", 8, 8, 40, 40, seat=at.seat, stands_for=at)


CUPS = Scene((), board=Board.of(56, tuple(map(cup, SPOTS)), say("game-title")))
CALLED = Called(("Pete", "Lola"), highdie.GAME, Words(), CUPS)


class Put(Move, frozen=True):
    """Put an amount on something."""

    amount: int
    on: str = "none"
    loud: bool = False


class Trade(Move, frozen=True):
    """Trade two things."""

    things: tuple[Spot, ...]


class Give(Move, frozen=True):
    """Give a die to somebody."""

    to: Seat
    die: Die = Die(4)


class Call(Move, frozen=True):
    """Call a price."""

    price: int = -1


def one(legal: LegalMove, *others: LegalMove) -> Offer:
    return offers((legal, *others), CALLED)[0]


def line(offer: Offer, asked: dict[str, str]) -> str:
    """Return a line as a form sends it, with fixed words in their places."""
    words = [offer.verb]
    for field in offer.fields:
        words += [choice.word for choice in field.among] if field.kind == "fixed" else asked[field.name].split()
    return " ".join(words)


def test_a_thing_is_called_by_its_owner_and_its_place() -> None:
    [field] = one(LegalMove(Trade, {"things": Some(SPOTS, 2, 2)})).fields
    assert field.among == (Choosable("1.1", "Pete 1"), Choosable("1.2", "Pete 2"), Choosable("2.1", "Lola 1"))


def test_a_die_is_called_as_it_is_written_and_a_seat_by_its_name() -> None:
    seat, die = one(
        LegalMove(Give, {"to": OneOf((Seat(0), Seat(1))), "die": OneOf((Die(6), Die(12)))}),
    ).fields
    assert [choice.label for choice in seat.among] == ["Pete", "Lola"]
    assert die.among == (Choosable("d6", "d6"), Choosable("d12", "d12"))


def test_a_range_says_what_a_form_begins_with() -> None:
    assert one(LegalMove(Put, {"amount": Range(0, 100)})).fields[0].suggest == 10
    assert one(LegalMove(Put, {"amount": Range(0, 100, 0)})).fields[0].suggest == 0
    assert 3 in Range(0, 100, 0)


def test_what_can_be_one_thing_only_is_not_asked() -> None:
    offer = one(LegalMove(Put, {"amount": Range(0, 9), "on": OneOf(("red",)), "loud": FLAG}))
    assert [field.kind for field in offer.fields] == ["number", "fixed", "flag"]
    assert line(offer, {"amount": "3", "loud": "loud"}) == "put 3 red loud"


def test_a_default_at_the_end_is_left_out() -> None:
    offer = one(LegalMove(Put, {"amount": Range(0, 9), "on": OneOf(("none",)), "loud": FLAG}))
    assert [field.name for field in offer.fields] == ["amount", "loud"]
    assert one(LegalMove(Call, {"price": OneOf((-1,))})) == Offer("call", "Call", "Call a price.", secret=False)


def test_a_default_before_what_is_asked_stands_in_the_line() -> None:
    class Both(Move, frozen=True):
        """Two fields with defaults."""

        first: int = 7
        second: int = 8

    offer = one(LegalMove(Both, {"second": Range(0, 9)}))
    assert line(offer, {"second": "5"}) == "both 7 5"
    assert read("both 7 5", (Both,), PLAIN) == Both(7, 5)


@pytest.mark.parametrize(
    ("choice", "words"),
    [(Some(SPOTS[:2], 2, 2), ["1.1", "1.2"]), (Order(SPOTS[:1]), ["1.1"]), (OneOf(SPOTS[:1]), ["1.1"])],
)
def test_all_of_them_is_no_choice(choice: Some | Order | OneOf, words: list[str]) -> None:
    [field] = one(LegalMove(Trade, {"things": choice})).fields
    assert field.kind == "fixed"
    assert [one.word for one in field.among] == words


def test_a_flag_that_must_stand_or_must_not() -> None:
    def of(choice: OneOf) -> tuple[FormField, ...]:
        return one(LegalMove(Put, {"amount": Range(0, 9), "loud": choice})).fields[1:]

    assert of(OneOf((True,))) == (FormField("loud", "Loud", "fixed", among=(Choosable("loud", "Loud"),)),)
    assert of(OneOf((False,))) == ()


def test_two_offers_of_one_verb_are_told_apart() -> None:
    form = LegalMove(Put, {"amount": Range(0, 9), "on": OneOf(("red", "blue"))})
    nothing = LegalMove(Put, {"amount": Range(0, 0), "on": OneOf(("none",))})
    labels = [offer.label for offer in offers((form, nothing, LegalMove(Call)), CALLED)]
    assert labels == ["Put", "Put 0: none", "Call"]
    assert line(offers((form, nothing), CALLED)[1], {}) == "put 0"
    assert one(nothing).label == "Put"


SEATS = Board.of(
    56,
    (
        Piece(PieceKind.SPACE, "table", 8, 8, 384, 40),
        Piece(PieceKind.DIE, "d6-3", 8, 8, 40, 40, say("game-title"), seat=Seat(0), looks=(Look.LIT,), key="a"),
        Piece(PieceKind.TEXT, "left", 60, 8, 80, 12, label=say("letters", text="3"), seat=Seat(1), fills=("keep",)),
    ),
    say("game-title"),
)
TABLE, DIE, LETTERS = LAY = (
    ShownPiece("space", "table", 8, 8, 384, 40),
    ShownPiece("die", "d6-3", 8, 8, 40, 40, "High Die", seat=Seat(0), looks=("lit",), key="a"),
    ShownPiece("text", "left", 60, 8, 80, 12, label="3", seat=Seat(1), fills=("keep",)),
)


def shown(board: Board, now: SeatsNow = AS_EVER) -> tuple[ShownPiece, ...]:
    return board_shown(board, CALLED, now).pieces


@pytest.fixture
def table() -> Session:
    """Return a table of two people in the middle of a game."""
    return decode_session((Path(__file__).parent / "samples" / "session.json").read_bytes())


def ended(table: Session) -> Session:
    """Return the same table after the game."""
    cast = tuple(Cast(Seat(seat), one.player, one.name) for seat, one in enumerate(table.seats))
    return replace(table, phase=Between(msgspec.Raw(b"null"), msgspec.Raw(b"null"), "", None, cast))


def test_pieces_lie_before_their_seats(table: Session) -> None:
    assert shown(SEATS) == LAY
    assert shown(SEATS, seats_now(table)) == LAY
    assert shown(SEATS, seats_now(ended(table))) == LAY


def test_after_a_game_pieces_lie_before_who_had_them(table: Session) -> None:
    """They have nothing to do with the people who sit there now."""
    between = ended(table)
    without_pete = replace(between, seats=between.seats[1:])
    now = seats_now(without_pete)
    assert shown(SEATS, now) == (TABLE, replace(DIE, seat=None), replace(LETTERS, seat=Seat(0)))


def test_a_board_has_its_height_and_a_sentence() -> None:
    board = board_shown(SEATS, CALLED)
    assert (board.height, board.name) == (56, "High Die")


def test_only_moves_that_name_nobody_are_kept_for_all_tables() -> None:
    words, put = Words(), LegalMove(Put, {"amount": Range(1, 6)})
    ours, theirs = (Called(names, highdie.GAME, words, CUPS) for names in (("Pete", "Lola"), ("Bill", "Jack")))
    assert offers([put], ours)[0] is offers([put], theirs)[0]
    give = LegalMove(Give, {"to": OneOf((Seat(0), Seat(1)))})
    labels = [[one.label for one in offers([give], called)[0].fields[0].among] for called in (ours, theirs)]
    assert labels == [["Pete", "Lola"], ["Bill", "Jack"]]


def test_offers_that_name_nobody_take_no_table_its_own() -> None:
    kept_offers.cache_clear()
    words = [Words() for _ in range(MOST_TABLES - 1)]
    give, put = LegalMove(Give, {"to": OneOf((Seat(0), Seat(1)))}), LegalMove(Put, {"amount": Range(1, 6)})
    named = Called(("Pete", "Lola"), highdie.GAME, words[0], CUPS)
    (before,) = offers([give], named)
    for each in words:
        offers([put], Called(("Pete", "Lola"), highdie.GAME, each, CUPS))
    assert offers([give], named)[0] is before


def named_board(turn: int) -> Board:
    """Return a seat's board, with a piece for its name and one for a number."""
    name = Piece(PieceKind.TEXT, "left", 8, 8, 40, 12, say("piece-seat", seat=Who(Seat(turn % 2))), key=f"seat-{turn}")
    number = Piece(PieceKind.BADGE, "plain", turn, 8, 40, 12, label=letters(str(turn)))
    return Board.of(56, (name, number), say("game-title"))


def test_a_board_is_worded_alike_however_many_others_were_shown_before_it() -> None:
    """More boards than are cached, at two tables of the same game with the same words."""
    words, boards = Words(), [named_board(turn) for turn in range(MOST_PIECES // 2)]
    ours, theirs = (Called(names, cones.GAME, words, Scene(())) for names in (("Pete", "Lola"), ("Bill", "Jack")))
    for _ in range(2):
        for turn, board in enumerate(boards):
            for called in (ours, theirs):
                name, number = board_shown(board, called).pieces
                assert (name.name, number.label) == (called.names[turn % 2], str(turn))


@pytest.mark.parametrize("last", [Who(Seat(1)), All((Seat(1),)), Listed((say("piece-seat", seat=Who(Seat(1))),))])
def test_a_piece_that_names_people_anywhere_is_worded_for_each_table(last: Told) -> None:
    words, said = Words(), say("and-list", rest="nobody", last=last)
    board = Board.of(56, (Piece(PieceKind.TEXT, "left", 8, 8, 40, 12, said),), say("game-title"))
    for names in (("Pete", "Lola"), ("Bill", "Jack")):
        (piece,) = board_shown(board, Called(names, cones.GAME, words, Scene(()))).pieces
        assert piece.name == f"nobody and {names[1]}"


def test_a_zone_that_stays_stays_the_same_thing_in_words_while_others_come_and_go() -> None:
    """By that it is known that pages need not be told of it."""
    called = Called(("Pete", "Lola"), cones.GAME, Words(), Scene(()))
    stays, *others = [named_board(turn).zones[0] for turn in range(2 * MOST_ZONES)]
    shown = [board_shown(Board(56, (stays, one), say("game-title")), called).zones[0].pieces for one in others]
    assert {id(one) for one in shown} == {id(shown[0])}


def test_a_sentence_that_is_kept_names_those_of_its_own_table() -> None:
    words = Words()
    for _ in range(2):
        for names in (("Pete", "Lola"), ("Lola", "Pete"), ("Bill", "Jack")):
            called = Called(names, cones.GAME, words, Scene(()))
            told = [called.said(say("piece-seat", seat=Who(Seat(seat)))) for seat in (0, 1)]
            assert told == list(names)


@pytest.mark.parametrize(
    ("value", "fills", "word"),
    [
        (Spot(Seat(1), 2), "swap.cups", "2.2"),
        (Seat(2), "award.seat", "3"),
        (Die(12), "keep.die", "d12"),
        ("blind", "vote.option", "blind"),
        (None, "roll", ""),
    ],
)
def test_a_piece_stands_for_what_the_notation_takes(value: Value | None, fills: str, word: str) -> None:
    called = Called(("Pete", "Lola"), headache.GAME, Words(), Scene(()))
    assert called.word((fills,), value) == word
