"""Legal moves as buttons and forms: what is asked, what is not, and what people call the values."""

from pathlib import Path

import highdie
import msgspec
import pytest
from msgspec.structs import replace

from bot.ports.messages import Choosable, FormField, Offer, ShownPiece
from bot.render.offers import Called, offers
from bot.render.panel import pieces_shown
from bot.table.codec import decode_session
from bot.table.document import Session
from bot.table.log import Cast
from bot.table.phases import Between
from bot.text import Words
from games.kit.contract import Piece, Scene
from games.kit.moves import FLAG, LegalMove, Move, OneOf, Order, Range, Some
from games.kit.notation import PLAIN, read
from games.kit.seats import Die, Seat, Spot
from games.kit.telling import say

SPOTS = (Spot(Seat(0), 1), Spot(Seat(0), 2), Spot(Seat(1), 1))
CALLED = Called(("Pete", "Lola"), highdie.GAME, Words(), Scene((), pieces=tuple(Piece(at, say("x")) for at in SPOTS)))


class Put(Move, frozen=True):
    """Put so many on something."""

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
    """As a form sends it: what is fixed stands where it belongs."""
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


THINGS = Scene((), pieces=(Piece(SPOTS[1], say("game-title"), "sold"), Piece(SPOTS[2], say("game-title"))))
LAY = (ShownPiece("1.2", Seat(0), "Pete 2", "High Die", "sold"), ShownPiece("2.1", Seat(1), "Lola 1", "High Die"))


@pytest.fixture
def table() -> Session:
    """Two people in the middle of a game."""
    return decode_session((Path(__file__).parent / "samples" / "session-1.json").read_bytes())


def ended(table: Session) -> Session:
    """The same two after it."""
    cast = tuple(Cast(Seat(seat), one.player, one.name) for seat, one in enumerate(table.seats))
    return replace(table, phase=Between(msgspec.Raw(b"null"), msgspec.Raw(b"null"), "", None, cast))


def test_things_lie_before_their_seats(table: Session) -> None:
    assert pieces_shown(table, THINGS, CALLED) == LAY
    assert pieces_shown(ended(table), THINGS, CALLED) == LAY


def test_after_a_game_things_lie_before_who_had_them(table: Session) -> None:
    """Whoever sits there now has nothing to do with them."""
    between = ended(table)
    without_pete = replace(between, seats=between.seats[1:])
    assert pieces_shown(without_pete, THINGS, CALLED) == (replace(LAY[1], seat=Seat(0)),)
