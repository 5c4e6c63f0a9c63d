"""Test how log batches become lines: who is told what, in which order, and which are joined to one line."""

from collections.abc import Sequence
from typing import Any

import pytest
from standing import AT, ONE, OTHERS, TWO, WORDS, ann, ben, cast, duel, happened, line, noted, unseen

from bot.ports.messages import News
from bot.render.telling import MOST_KEPT, Lines, called_then, in_order, lasting, lines_of
from bot.table.document import Session
from bot.table.log import Batch, Cast, Note, Position
from bot.table.seats import Seated
from bot.text import Words
from games.catalogue import AnyGame
from games.cones.board import Colour
from games.cones.events import Passed, Pops
from games.halflings.events import DuelRound, Kneed, Rolled, Staked
from games.headache.auction_events import Going
from games.headache.events import BagSeen, DiceDrawn, DieDrawn
from games.headache.phrases import Drew
from games.kit.board import Glimpse, PieceKind
from games.kit.money import Suckers
from games.kit.seats import Die, Seat
from games.kit.telling import Say, say
from games.rogues.events import YourDice

HEADACHE, ROGUES = duel(game="headache", given={}), duel(game="rogues", given={})
STAKES, KNEE, ROLLS = Staked(ONE, Suckers(20)), Kneed(7, "3:1"), Rolled(TWO, (2, 3), 5)


def told(session: Session, *batches: Batch, first: int = 0, words: Words = WORDS) -> Lines:
    return lines_of(session, first, batches, words)


def texts(lines: Sequence[News]) -> list[str]:
    return [one.text for one in lines]


# Who is told what


def test_what_one_seat_alone_is_told_nobody_else_is() -> None:
    """T1."""
    draws = (
        DieDrawn(TWO, Die(8), 1, 1, 0),
        DieDrawn(ONE, Die(6), 1, 1, 0),
        DiceDrawn((Drew(ONE, 1), Drew(TWO, 1)), ()),
    )
    lines = told(HEADACHE, happened(HEADACHE, *draws), noted("sat-down", to=ONE, who="zoe"))
    assert [one.text.endswith("draw a die each and put it under their cup.") for one in lines.public] == [True]
    assert texts(lines.private[ben()]) == ["You draw the d8 and put it under your cup."]
    assert texts(lines.private[ann()]) == ["You draw the d6 and put it under your cup.", "zoe sits down."]
    assert set(lines.private) == {ann(), ben()}


def test_what_was_told_to_a_seat_is_told_to_whoever_sat_there_then() -> None:
    """T1: and to nobody if that is not known."""
    batch = Batch(
        AT, cast=(Cast(ONE, ben(), "Benny"),), notes=tuple(Note(say("sat-down", who="z"), to) for to in (ONE, TWO))
    )
    assert {person: texts(own) for person, own in told(duel(), batch).private.items()} == {ben(): ["z sits down."]}


def test_lines_say_when_and_in_which_batch_they_were_told() -> None:
    first = Batch(AT + 1, notes=(Note(say("sat-down", who="a")),), cast=cast(duel()), position=Position(5, public=True))
    then = happened(duel(), STAKES, at=AT + 2, position=Position(6, public=True))
    alone = Batch(AT + 3, notes=(Note(say("stood-up", who="b"), ONE),), cast=first.cast, position=unseen(9))
    shared = Batch(AT + 4, notes=(Note(say("stood-up", who="c")),), position=Position(9, public=True))
    lines = told(duel(), first, then, alone, shared, first=5)
    assert [(one.number, one.at, one.order, one.shared) for one in lines.public] == [
        (5, AT + 1, 10, True),
        (6, AT + 2, 12, True),
        (8, AT + 4, 18, True),
    ]
    (own,) = lines.private[ann()]
    assert (own.number, own.at, own.order, own.shared) == (7, AT + 3, 17, False)


# With the names of that time


def test_people_are_called_as_they_were_then() -> None:
    """A person without a known name is called by the seat's number."""
    zoe = Cast(OTHERS, ann(), "Zoe")
    assert called_then(Batch(AT), ("a", "b")) == ("a", "b")
    assert called_then(Batch(AT, cast=(zoe,)), ("a", "b")) == ("a", "b", "Zoe")
    assert called_then(Batch(AT, cast=(Cast(TWO, ann(), "Zoe"),)), ("a", "b", "c")) == ("a", "Zoe", "c")
    assert called_then(Batch(AT, cast=(zoe,)), ("a",)) == ("a", "2", "Zoe")
    assert called_then(Batch(AT, cast=(zoe,)), ()) == ("1", "2", "Zoe")


def test_what_only_people_need_is_left_out_where_the_house_plays_a_seat() -> None:
    cones = duel(game="cones", given={})
    passes = Passed((Pops(TWO, Colour("red"), "no", False, (), 5, False, "1: 3 lifts on 8"),), ONE, bonus=False)
    by_person = happened(cones, passes)
    by_house = Batch(AT, events=by_person.events, cast=(Cast(ONE, ann(), "ann"), Cast(TWO, ben(), "ben", house=True)))
    assert told(cones, by_person).public != told(cones, by_house).public


# One batch, few lines


def test_news_of_one_batch_are_one_line_and_fine_print_stands_below() -> None:
    batch = Batch(
        AT,
        1,
        None,
        happened(duel(), STAKES, KNEE).events,
        (Note(say("fair-unrecorded", number=1, seed="00")), Note(say("stood-up", who="zoe"))),
    )
    news, fine = told(duel(), batch).public
    assert news.text == "ann stakes 20. The Giant rolls 7: that is the Knee, and it pays 3:1. zoe leaves the table."
    assert news.short == "ann stakes 20. Knee: 7, pays 3:1. zoe leaves the table."
    assert (news.fine, fine.fine) == (False, True)
    assert news.cues == ("chips", "roll")


@pytest.mark.parametrize("alone", [{"fades": 5}, {"fades": 0}, {"replaces": True}])
def test_what_is_taken_back_stands_alone_and_first(alone: dict[str, Any]) -> None:
    """HA-14: it could not be removed from a joined line."""
    lines = [line(text="one"), line(text="fine", fine=True), line(text="two"), line(text="alone", **alone)]
    assert texts(in_order(lines)) == ["alone", "one two", "fine"]
    assert texts(in_order(lines[1:2] + lines[3:])) == ["alone", "fine"]


def test_nothing_told_is_no_line() -> None:
    assert in_order([]) == []
    assert told(duel(), Batch(AT)) == Lines([], {})


def joined(*lines: News) -> News:
    (one,) = in_order(lines)
    return one


def test_a_line_that_opens_one_begins_below() -> None:
    one = joined(line(text="one", opens=True, short="1"), line(text="two"), line(text="three", opens=True, short="3"))
    assert (one.text, one.short, one.opens) == ("one two\nthree", "1 two\n3", False)


def test_where_nothing_is_shorter_there_is_no_short_form() -> None:
    assert joined(line(text="one"), line(text="two")).short == ""


def test_one_line_says_whose_turn_it_is_at_its_end() -> None:
    assert joined(line(turn=("a",)), line(turn=("b", "c")), line()).turn == ("b", "c")
    assert joined(line(), line()).turn == ()


def test_a_line_is_a_newcomers_alone_if_it_says_nothing_else() -> None:
    assert joined(line(newcomer="zoe")).newcomer == "zoe"
    assert joined(line(newcomer="zoe"), line()).newcomer == ""


def test_a_line_is_an_aside_if_nothing_in_it_matters() -> None:
    assert joined(line(aside=True), line(aside=True)).aside
    assert not joined(line(aside=True), line()).aside


def test_each_sound_is_heard_once() -> None:
    assert joined(line(cues=("roll", "win")), line(cues=("chips", "roll"))).cues == ("roll", "win", "chips")


# What a line says about itself


def test_a_move_says_what_it_sounds_like_whose_turn_it_is_and_in_short() -> None:
    (one,) = told(duel(), happened(duel(), DuelRound(ONE, TWO, Suckers(9)))).public
    assert (one.turn, one.cues, one.short, one.opens) == (("ben",), (), "", False)
    (one,) = told(duel(), happened(duel(), ROLLS)).public
    assert (one.turn, one.cues, one.short) == ((), ("roll",), "ben: 2-3, 5.")


def test_what_is_told_to_one_seat_says_whether_its_view_shows_it_too() -> None:
    dealt = told(ROGUES, happened(ROGUES, YourDice(ONE, (3, 4), (3, 4)))).private[ann()]
    drawn = told(HEADACHE, happened(HEADACHE, DieDrawn(ONE, Die(6), 1, 1, 9))).private[ann()]
    seen = told(HEADACHE, happened(HEADACHE, BagSeen(ONE, (Die(6),), 0))).private[ann()]
    assert [(one.in_view, one.fades) for one in (*dealt, *drawn, *seen)] == [(True, None), (False, 9), (False, None)]


def test_a_drawn_die_is_glimpsed_by_its_drawer_alone_and_only_where_it_is_told_for_seconds() -> None:
    drawn = (DieDrawn(ONE, Die(6), 1, 1, 20), DieDrawn(TWO, Die(8), 2, 2, 0))
    found = told(HEADACHE, happened(HEADACHE, *drawn))
    glimpses = {who: [one.glimpse for one in lines] for who, lines in found.private.items()}
    assert glimpses == {ann(): [Glimpse(PieceKind.DIE, "d6", "d6", "cup-1.1")], ben(): [None]}
    assert list(found.public) == []


class Terse(Words):
    """Words in which everything has a shorter form."""

    def in_short(self, told: Say, names: Sequence[str], game: AnyGame) -> str:  # noqa: ARG002 - in any case
        return "in short"


def test_only_what_all_are_told_has_a_short_form() -> None:
    """It is for a chat, which has no private lines."""
    terse, events = Terse("en", "!"), (DieDrawn(ONE, Die(6), 1, 1, 0), Going(1, Suckers(0)))
    lines = told(HEADACHE, happened(HEADACHE, *events), words=terse)
    assert [one.short for one in lines.public] == ["in short"]
    assert [one.short for one in lines.private[ann()]] == [""]


def test_a_line_that_stands_for_the_one_before_says_so() -> None:
    (going,) = told(HEADACHE, happened(HEADACHE, Going(1, Suckers(0)))).public
    (drawn,) = told(HEADACHE, happened(HEADACHE, DiceDrawn((Drew(ONE, 1),), ()))).public
    assert (going.replaces, drawn.replaces) == (True, False)


@pytest.mark.parametrize(
    ("message", "args", "about_itself"),
    [
        ("sat-down", {"who": "zoe"}, {"newcomer": "zoe", "aside": True}),
        ("sat-down-with", {"who": "zoe", "stack": 100}, {"newcomer": "zoe", "aside": True, "stack": 100}),
        ("rebought", {"who": "zoe", "stack": 100}, {}),
        ("stood-up", {"who": "zoe"}, {"aside": True}),
        ("fair-unrecorded", {"number": 1, "seed": "00"}, {"fine": True}),
        ("fair-text", {"who": "zoe", "bound": "ABC", "whole": "abc"}, {"fine": True, "soon": True}),
        ("game-void", {"why": "broken", "decided": "no"}, {}),
        ("place-pauses", {}, {"in_between": True}),
    ],
)
def test_what_the_bot_says_is_news_fine_print_or_an_aside(
    message: str, args: dict[str, Any], about_itself: dict[str, Any]
) -> None:
    batch, alone = noted(message, **args), noted(message, to=ONE, **args)
    (one,), (own,) = told(duel(), batch).public, told(duel(), alone).private[ann()]
    for said, at in ((one, batch.position), (own, alone.position)):
        assert said == News(said.text, AT, number=0, order=at.number, shared=at.public, **about_itself)


def test_of_fine_print_a_page_has_the_form_of_a_chat_too() -> None:
    """Receipts and seals are compared with what a chat showed."""
    page, text = Words("en", "!", page=True), {"who": "zoe", "bound": "ABC", "whole": "abc"}
    (fine,) = told(duel(), noted("fair-text", **text), words=page).public
    assert (fine.text, fine.short) == ("The text of zoe for the dice is bound: abc.", "Text of zoe: ABC.")
    (plain,) = told(duel(), noted("stood-up", who="zoe"), words=page).public
    assert plain.short == ""


def test_where_words_are_missing_the_table_goes_on() -> None:
    lines = told(duel(), noted("no-such-words"), noted("stood-up", who="zoe"))
    assert texts(lines.public) == ["no-such-words", "zoe leaves the table."]


# What is read again


def test_nothing_that_fades_is_read_again_and_of_what_replaces_the_last() -> None:
    """HA-14."""
    lines = [line(0, replaces=True), line(1), line(2, fades=0), line(3, replaces=True), line(4, fades=9), line(5)]
    assert [one.number for one in lasting(lines)] == [1, 3, 5]
    assert [one.number for one in lasting(lines[1:3])] == [1]
    assert [one.number for one in lasting(lines[:1])] == [0]
    assert lasting([line(0, fades=1, replaces=True)]) == []


def test_what_is_asked_for_again_is_kept_in_its_words() -> None:
    batch, kept = noted("sat-down", who="zoe"), noted("sat-down", who="zoe")
    once = [lines_of(duel(), 0, [batch], WORDS) for _ in range(2)]
    again = [lines_of(duel(), 0, [kept], WORDS, again=True) for _ in range(2)]
    assert once[0] == once[1] == again[0]
    assert once[0].public[0] is not once[1].public[0]
    assert again[0].public[0] is again[1].public[0]


def test_what_is_kept_in_words_is_bounded_and_the_oldest_goes_first() -> None:
    """Many languages and casts are told right, and only a few are cached."""
    batch = happened(duel(), STAKES)
    plain = Batch(AT, 1, None, batch.events)
    for number in range(MOST_KEPT + 3):
        renamed = duel(seats=(Seated(ann(), f"ann{number}", 200), duel().seats[1]))
        lines = lines_of(renamed, 0, [plain], WORDS, again=True)
        assert texts(lines.public) == [f"ann{number} stakes 20."]
        assert len(plain.in_words) == min(number + 1, MOST_KEPT)
    oldest = next(iter(plain.in_words.values()))
    assert texts(oldest.public) == ["ann3 stakes 20."]


def test_seats_are_told_by_their_numbers_where_a_seat_is_no_more() -> None:
    lines = told(
        duel(),
        Batch(AT, 1, None, happened(duel(), Rolled(Seat(2), (2, 3), 5)).events, cast=(Cast(OTHERS, ann(), "Zoe"),)),
    )
    assert texts(lines.public) == ["Zoe rolls 2-3, 5 in all."]
