"""Test what an audience is shown of a table, and the note of it: nothing twice, missing, or for somebody else."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from cases import case
from evening import Witness
from msgspec.structs import asdict, replace
from standing import (
    AT,
    ONE,
    SEALS,
    TWO,
    WORDS,
    ann,
    ben,
    between,
    closed,
    duel,
    lacking,
    line,
    news,
    noted,
    place,
    playing,
    seated_for,
    to_ann,
)

from bot.delivery.shown import (
    LEFT,
    MOST_RECENT,
    NOTHING,
    PARTED,
    TABLE,
    Shown,
    TableCalls,
    after,
    commentary,
    digest_of,
    hands_undelivered,
    is_up_to_date,
    leavers,
    lines_for,
    proofs_in,
    read_by_a_press,
    read_meanwhile,
    recent_for,
    seating_of,
    told_entry,
    told_upto,
    unreached,
    untold_entry,
    update_for,
    with_fading,
    with_hands_told,
)
from bot.ports.audience import Audience, of_person
from bot.ports.ids import NOBODY, AudienceKey, PersonId
from bot.ports.messages import NO_GAME, News, Panel, Reach
from bot.render.panel import TableView, panel_for
from bot.render.telling import Lines
from bot.table.document import Session
from bot.table.log import Cast
from bot.table.phases import Between, Lobby
from bot.table.seats import Seated
from persistence import Seals

ZOE = PersonId("test:zoe")
HOUSE = Seated(PersonId("bot:1"), "Bot", 200)
STANDS, PASSES = Witness(), Witness()
STANDS.stands = True


def numbers(found: Sequence[News]) -> list[int]:
    return [one.number for one in found]


def panel(session: Session, **fields: Any) -> Panel:
    return replace(panel_for(TableView(session, WORDS), NOBODY), **fields)


# Notes


def test_a_note_says_no_more_than_was_stored() -> None:
    """F22: an older bot stored fewer fields. The missing ones have empty values."""
    note = msgspec.json.decode(b'{"upto":5}', type=Shown)
    assert asdict(note) == {
        "upto": 5,
        "digest": "",
        "handle": "",
        "ask": "",
        "behind": False,
        "late": False,
        "waits": False,
        "shut": False,
        "fades_at": None,
        "fading": 0,
        "owed": False,
        "version": 0,
    }
    assert asdict(NOTHING) == asdict(note) | {"upto": 0}
    assert msgspec.json.encode(note) == b'{"upto":5}', "there is one for each audience of each table"


@pytest.mark.parametrize(("fields", "own"), [({}, False), ({"behind": True}, True), ({"waits": True}, True)])
def test_news_begin_at_its_own_start_for_whoever_is_behind_or_waits(fields: dict[str, bool], own: bool) -> None:
    assert Shown(3, **fields).has_own_start is own  # type: ignore[arg-type]  # the two are flags


def test_what_is_lacked_is_for_the_page_or_for_all_only_where_it_says_so() -> None:
    one = lacking(duel(), place())
    assert (one.on_page_alone, one.public) == (False, False)


# People who left


def test_whoever_left_is_shown_so_once() -> None:
    """Not a place, a seated person, a person who was shown it, or the entry for all."""
    last = Shown(3, handle="m")
    zoe = of_person(ZOE)
    shown = {TABLE: last, place().key: last, to_ann().key: last, zoe.key: last, of_person(PersonId("x")).key: LEFT}
    assert leavers(duel(), shown) == [zoe]
    assert leavers(duel(), shown | {zoe.key: LEFT}) == []


def test_whoever_left_is_an_audience_of_the_table_no_more() -> None:
    zoe = of_person(ZOE)
    assert after(duel(), STANDS, lacking(duel(), zoe, news(4, fades=9)), Shown(3, handle="m"), "n") == LEFT


@pytest.mark.parametrize("audience", [place(), to_ann()])
def test_whoever_is_shown_it_has_read_the_log_up_to_there(audience: Audience) -> None:
    now = after(duel(), STANDS, lacking(duel(), audience), Shown(3, "d", "m", behind=True, owed=True), "n")
    assert now == Shown(5, "digest", "n", "1-now")


# Lines of one audience


LINES = Lines([line(1), line(2)], {ann(): [line(3)]})


def test_a_place_is_told_what_all_are_told_and_a_person_what_they_alone_are() -> None:
    """T1."""
    assert lines_for(place(), LINES) == LINES.public
    assert numbers(lines_for(to_ann(), LINES)) == [3]
    assert lines_for(of_person(ben()), LINES) == []


# The last lines


def recent(session: Session, audience: Audience, *lines: News, fading: int | None = None) -> list[int]:
    found = Lines(list(lines), {ann(): list(lines)})
    return numbers(recent_for(session, audience, found, fading))


THREE = (line(0), line(1), line(2))


def test_a_player_is_shown_lines_of_the_running_game_alone() -> None:
    """T1: older hands are not hands any more. The game begins with the second line."""
    assert recent(playing(log_start=1), to_ann(), *THREE) == [1, 2]
    assert recent(playing(log_start=1), place(), *THREE) == [0, 1, 2]
    assert recent(between(), to_ann(), *THREE) == [0, 1, 2]
    assert recent(between(), place(), *THREE) == [0, 1, 2]


@pytest.mark.parametrize(("fading", "seen"), [(None, [3]), (0, [1, 2, 3]), (1, [1, 2, 3]), (2, [2, 3]), (3, [3])])
def test_what_fades_is_read_from_the_batch_on_of_which_it_is_not_taken_back_yet(
    fading: int | None, seen: list[int]
) -> None:
    """HA-14: a line replaced by another is never read again."""
    lines = (line(1, fades=5), line(2, fades=5), line(3))
    assert recent(duel(), place(), *lines, fading=fading) == seen
    replaced = (line(0, replaces=True), *lines, line(4, replaces=True))
    assert recent(duel(), place(), *replaced, fading=fading) == [*seen, 4]


def test_few_lines_stand_under_a_panel() -> None:
    many = [line(number) for number in range(MOST_RECENT + 3)]
    assert recent(duel(), place(), *many) == list(range(3, MOST_RECENT + 3))


def test_the_last_fine_print_is_at_hand() -> None:
    public = [line(number, fine=number % 2 == 1) for number in range(2 * MOST_RECENT + 2)]
    private = {ann(): [line(99, fine=True)]}
    assert numbers(proofs_in(Lines(public, private))) == list(range(1, 2 * MOST_RECENT + 2, 2))


# Calls


def test_people_are_called_for_an_ask_or_a_seat_in_a_tournament() -> None:
    assert TableCalls(duel()).call.startswith("1-")
    assert TableCalls(seated_for(3, {})).call == "seating-3"
    assert TableCalls(duel(phase=Lobby())).call == TableCalls(between()).call == NO_GAME


def test_whoever_is_asked_is_called_once() -> None:
    call = TableCalls(duel()).call
    assert TableCalls(duel()).awaited == (ben(),)
    assert TableCalls(duel()).notified(Shown(3, ask="1-before")) == (ben(),)
    assert TableCalls(duel()).notified(Shown(3, ask=call)) == ()


def test_nobody_is_awaited_where_nobody_is_asked() -> None:
    """Also if a house bot plays the seat."""
    session = duel()
    away = session.with_seat(TWO, replace(session.seats[1], away=True))
    for none in (away, between(), duel(phase=Lobby()), closed(), clock_alone()):
        assert TableCalls(none).awaited == ()
        assert TableCalls(none).notified(Shown(0, ask="another")) == ()


def clock_alone() -> Session:
    """Return a game in which nobody is asked."""
    session = duel()
    session.__dict__["ask"] = None
    return session


def test_whoever_is_seated_anew_is_called_and_nobody_who_was_called_before() -> None:
    session = seated_for(3, {ann(): 3, ben(): 2})
    call = TableCalls(session).call
    assert TableCalls(session).awaited == (ann(), ben())
    assert TableCalls(session).notified(Shown(0, ask="seating-1")) == (ann(), ben())
    assert TableCalls(session).notified(Shown(0, ask="seating-2")) == (ann(),)
    assert TableCalls(session).notified(Shown(0, ask="1-roll")) == (ann(), ben())
    assert TableCalls(session).notified(Shown(0, ask=call)) == ()


def test_the_first_seating_calls_everybody() -> None:
    session = seated_for(1, {ann(): 1})
    assert TableCalls(session).notified(NOTHING) == (ann(),)


@pytest.mark.parametrize(
    ("call", "number"),
    [("seating-3", 3), ("seating-12", 12), ("seating-", 0), ("seating-x", 0), ("1-roll", 0), ("1-2", 0), ("", 0)],
)
def test_a_call_to_a_seat_says_of_which_seating(call: str, number: int) -> None:
    assert seating_of(call) == number


# Undelivered hands


def test_a_hand_is_undelivered_while_it_is_owed_to_somebody_who_is_behind() -> None:
    """F15: people who read theirs do not count, nor do house bots."""
    people = [Seated(PersonId(f"test:{name}"), name, 200) for name in "abcde"]
    session = duel(seats=(*people, HOUSE))
    shown = {
        of_person(people[0].player).key: Shown(1, behind=True, owed=True),
        of_person(people[1].player).key: Shown(1, waits=True, owed=True),
        of_person(people[2].player).key: Shown(1, behind=True),
        of_person(people[3].player).key: Shown(1, owed=True),
        of_person(HOUSE.player).key: Shown(1, behind=True, owed=True),
        place().key: Shown(1, behind=True, owed=True),
    }
    assert hands_undelivered(session, shown) == 2
    assert hands_undelivered(session, {}) == 0


def test_a_host_is_told_how_many_hands_were_delivered() -> None:
    """F15: but never whose."""
    now = panel(duel(), hands=True, lines=("one",), is_host=True)
    told = '1 of 2 hands delivered. Whoever has none says "!hand".'
    assert with_hands_told(now, duel(), 1, WORDS) == replace(now, lines=("one", told), undelivered=told)
    others = replace(now, is_host=False)
    assert with_hands_told(others, duel(), 1, WORDS) is others


@pytest.mark.parametrize(
    ("session", "hands", "waiting"), [(duel(), True, 0), (duel(), False, 1), (between(), True, 1), (duel(), False, 0)]
)
def test_where_no_hand_is_missing_nothing_is_said_of_hands(session: Session, hands: bool, waiting: int) -> None:
    now = panel(session, hands=hands, is_host=True)
    assert with_hands_told(now, session, waiting, WORDS) is now


# Is there anything to show?


def test_panels_are_told_apart_by_a_digest_that_nobody_can_try_without_the_key() -> None:
    """T32."""
    now, other = panel(duel()), panel(duel(), pot=7)
    assert digest_of(now, SEALS) == digest_of(panel(duel()), SEALS)
    assert digest_of(now, SEALS) != digest_of(other, SEALS)
    assert digest_of(now, SEALS) != digest_of(now, Seals({1: b"\1" * 32}))


@pytest.mark.parametrize("fades_at", [None, AT + 1])
def test_whoever_was_shown_this_very_panel_lacks_nothing(fades_at: int | None) -> None:
    assert is_up_to_date(lacking(duel(), place()), Shown(5, "digest", waits=True, fades_at=fades_at))


@pytest.mark.parametrize(
    ("told", "last"),
    [
        ((news(4),), Shown(5, "digest")),
        ((), Shown(5, "other")),
        ((), Shown(5, "digest", behind=True)),
        ((), Shown(5, "digest", fades_at=AT)),
        ((), Shown(5, "digest", fades_at=AT - 1)),
    ],
)
def test_whoever_lacks_news_or_a_panel_or_must_lose_a_line_is_shown_it(told: tuple[News, ...], last: Shown) -> None:
    assert not is_up_to_date(lacking(duel(), place(), *told), last)


# What fades


def test_what_fades_goes_so_long_after_it_was_shown() -> None:
    """HA-14: however late that was. Several go with the last of them, and are known by the first."""
    told = lacking(duel(), place(), news(4), news(6, fades=3), news(5, fades=7))
    assert after(duel(), STANDS, told, NOTHING, "n") == Shown(5, "digest", "n", "1-now", fades_at=AT + 7_000, fading=5)
    assert after(duel(), PASSES, told, NOTHING, "n") == Shown(5, "digest", "n", "1-now"), "a page looks after itself"


def test_what_stands_still_to_be_taken_back_is_not_forgotten() -> None:
    now, fresh = Shown(5), lacking(duel(), place(), news(5, fades=3))
    assert with_fading(now, fresh, Shown(4, fades_at=AT + 9_000, fading=2)) == Shown(5, fades_at=AT + 9_000, fading=2)
    assert with_fading(now, fresh, Shown(4, fades_at=AT + 1, fading=2)) == Shown(5, fades_at=AT + 3_000, fading=2)
    nothing = lacking(duel(), place(), news(5))
    assert with_fading(now, nothing, Shown(4, fades_at=AT + 1, fading=2)) == Shown(5, fades_at=AT + 1, fading=2)


@pytest.mark.parametrize("last", [NOTHING, Shown(4, fades_at=AT, fading=2), Shown(4, fades_at=AT - 1, fading=2)])
def test_what_was_taken_back_is_done_with(last: Shown) -> None:
    assert with_fading(Shown(5), lacking(duel(), place(), news(4)), last) == Shown(5)
    fresh = lacking(duel(), place(), news(4, fades=3))
    assert with_fading(Shown(5), fresh, last) == Shown(5, fades_at=AT + 3_000, fading=4)


# Unreachable people


LAST = Shown(2, "before", "m", "1-before", fades_at=AT + 5, fading=1)


def test_whoever_can_never_be_reached_is_not_tried_again_for_this() -> None:
    """T7."""
    told = lacking(duel(), to_ann(), news(4))
    assert unreached(told, replace(LAST, behind=True, owed=True), Reach.NEVER) == Shown(5, "digest", "m", "1-now")


def test_whoever_could_not_be_reached_keeps_what_stands_there_and_their_own_start() -> None:
    for reach, fields in [
        (Reach.WAITS, {"waits": True}),
        (Reach.AGAIN, {"behind": True}),
        (Reach.SHUT, {"behind": True, "shut": True}),
    ]:
        for before in [{}, {"behind": True}, {"waits": True}]:
            with case(reach, fields, before):
                told = lacking(duel(), to_ann(), news(4), public=True)
                last = replace(LAST, **before)
                assert unreached(told, last, reach) == replace(LAST, upto=4, owed=True, **fields)


def test_a_shut_door_stays_shut_until_somebody_is_reached_there() -> None:
    told, shut = lacking(duel(), to_ann()), replace(LAST, behind=True, shut=True)
    assert unreached(told, shut, Reach.AGAIN).shut
    assert not unreached(told, shut, Reach.WAITS).shut, "it is not tried any more"


OWED = {"behind": True, "owed": True}
READ = {"behind": True}


def test_the_answer_to_what_somebody_did_in_private_is_owed_to_nobody() -> None:
    """T3: otherwise others could learn that they did something."""
    for told, public, before, owed in [
        ((), False, {}, True),  # only its panel differs
        ((), False, OWED, True),
        ((), False, READ, False),
        ((), False, {"waits": True}, False),
        ((), False, {"owed": True}, True),
        ((), True, READ, True),
        ((news(4, shared=True),), False, READ, True),
        ((news(4, shared=False), news(5, shared=True)), False, READ, True),
        ((news(4, shared=False),), False, {}, False),
        ((news(4, shared=False),), False, READ, False),
        ((news(4, shared=False),), False, OWED, False),
        ((news(4, shared=False),), True, {}, True),
    ]:
        with case(told, public, before, owed):
            for reach in (Reach.WAITS, Reach.AGAIN, Reach.SHUT):
                last = replace(LAST, **before)
                assert unreached(lacking(duel(), to_ann(), *told, public=public), last, reach).owed is owed


# People who read their own by a press


@pytest.mark.parametrize("way", [{"behind": True}, {"waits": True}])
def test_whoever_reads_their_own_by_a_press_is_owed_nothing_and_brought_it_all_the_same(way: dict[str, bool]) -> None:
    last = replace(LAST, owed=True, **way)
    assert read_by_a_press(last, 4) == replace(last, upto=4, owed=False)
    assert read_by_a_press(last, 1) == replace(last, owed=False), "nobody unreads a line"


def test_whoever_lacks_nothing_reads_nothing_by_a_press() -> None:
    assert read_by_a_press(replace(LAST, owed=True), 4) == replace(LAST, owed=True)


def test_whoever_reads_their_own_while_it_is_brought_has_read_it() -> None:
    became = Shown(4, behind=True, owed=True)
    for by_then in (Shown(5, behind=True), Shown(5, waits=True)):
        assert read_meanwhile(became, by_then) == Shown(5, behind=True)


@pytest.mark.parametrize("by_then", [Shown(5, behind=True, owed=True), Shown(5), Shown(4, behind=True), Shown(9)])
def test_whoever_read_nothing_meanwhile_is_as_they_became(by_then: Shown) -> None:
    became = Shown(4, behind=True, owed=True)
    assert read_meanwhile(became, by_then) == became


# The update


def test_an_update_says_who_is_called_for_what_and_what_stands_there() -> None:
    session, last = duel(), Shown(2, handle="m", ask="1-before")
    update = update_for(TableView(session, WORDS), to_ann(), last, (news(3),))
    assert (update.table, update.code, update.audience) == (session.table, session.code, to_ann().key)
    assert (update.notify, update.awaited, update.called_for) == ((ben(),), (ben(),), TableCalls(session).call)
    assert (update.handle, update.place, update.news) == ("m", session.places[0], (news(3),))
    assert update.card == panel_for(TableView(session, WORDS), ann())


def test_whoever_sees_no_board_is_told_in_words_alone() -> None:
    view = TableView(duel(), WORDS)
    assert update_for(view, place(), NOTHING, ()).card.board is not None
    assert update_for(view, place(), NOTHING, (), drawn=False).card.board is None


# The last finished game


def told_of(session: Session) -> tuple[str, ...]:
    """Return the commentary of a log with the end of one game and the whole next game, with public and private
    lines.
    """
    batches = [
        noted("stood-up", who="before", game=1),
        noted("stood-up", who="early", game=2),
        noted("sat-down", who="zoe", to=TWO, game=2),
        noted("fair-unrecorded", number=2, seed="00", game=2),
        noted("stood-up", who="abe", game=2),
        noted("sat-down", who="cid", to=ONE, game=2),
        noted("stood-up", who="after", game=0),
    ]
    return commentary(session, 7, batches, WORDS)


def test_a_commentary_tells_the_last_game_in_its_order_with_what_each_seat_alone_was_told() -> None:
    session = between()
    session = session.changed(record="here-2.potluck.jsonl")
    assert told_of(session) == (
        "early leaves the table.",
        "ben: zoe sits down.",
        "abe leaves the table.",
        "ann: cid sits down.",
    )


def test_a_commentary_names_nobody_by_a_seat_that_is_no_more() -> None:
    """A person who was not in the game has no name there."""
    session = between()
    session = session.changed(record="here-2.potluck.jsonl")
    assert isinstance(session.phase, Between)
    no_more = session.changed(phase=replace(session.phase, cast=(Cast(ONE, ann(), "Annie"),)))
    assert told_of(no_more)[1::2] == ("?: zoe sits down.", "Annie: cid sits down.")
    assert told_of(session.changed(phase=Lobby()))[1::2] == ("?: zoe sits down.", "?: cid sits down.")


@pytest.mark.parametrize(
    ("shown", "upto"),
    [
        ({}, 0),
        ({TABLE: Shown(5)}, 5),
        ({TABLE: Shown(9), told_entry("x"): Shown(7)}, 9),
        ({TABLE: Shown(9, PARTED), told_entry("x"): Shown(7)}, 7),
        ({TABLE: Shown(9, PARTED), untold_entry("x"): Shown(3)}, 3),
        ({TABLE: Shown(9, PARTED), untold_entry("x"): Shown(3), told_entry("x"): Shown(6)}, 6),
        ({TABLE: Shown(9, PARTED), told_entry("y"): Shown(2)}, 9),
    ],
    ids=["never", "by an older bot", "by both", "told", "left to others", "told since", "a new mirror"],
)
def test_how_far_those_of_a_venue_were_told(shown: dict[AudienceKey, Shown], upto: int) -> None:
    """F22: an older bot knows one entry for all, and may run beside a newer one."""
    assert told_upto(shown, "x") == upto
