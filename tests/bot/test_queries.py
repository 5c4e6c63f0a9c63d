"""Test views for a person who asks: what each may see, and what is noted when they read their own."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from standing import ONE, TWO, WORDS, ann, ben, between, duel, news, noted, playing, to_ann

from bot.delivery.one_pass import RECENT_NEWS
from bot.delivery.queries import COMMENTED, Queries
from bot.delivery.shown import NOTHING, TABLE, Shown, update_for
from bot.ports.audience import at_place
from bot.ports.ids import NOBODY, AudienceKey, PersonId, PlaceId, VenueId
from bot.ports.messages import Person, Update
from bot.render.panel import TableView
from bot.render.telling import Lines, lines_of
from bot.table.document import Mirror, Session
from bot.table.log import Batch
from bot.table.seats import Seated
from bot.text import Words
from games.catalogue import catalogue
from games.kit.codec import codec
from games.kit.money import Suckers
from games.proof.seeded_dice import SeededDice
from persistence import StoreTrouble, TableRef

BEN = Person(ben(), "ben")
ANN, ZOE, STRANGER = Person(ann(), "ann"), Person(PersonId("test:zoe"), "zoe"), Person(NOBODY, "")
HERE, VENUE = duel().places[0], duel().venue
ELSEWHERE, ANOTHER = PlaceId("test:elsewhere"), VenueId("test:another")
ALONE = VenueId("test:alone:ann")


class Known:
    """Everything a view needs: the places of tables, their people, their log, and what was shown."""

    def __init__(self, *here: Session) -> None:
        self.here, self.remembered, self.sits_at = (
            list(here),
            [duel(table="long gone")],
            dict[PersonId, list[Session]](),
        )
        self.log: list[Batch] = []
        self.shown: dict[AudienceKey, Shown] = {}
        self.woken: list[TableRef] = []
        self.seated: list[tuple[PersonId, TableRef]] = []
        self.asked_for: list[tuple[str, str, str, bool]] = []
        self.broken = False
        self.repository = self.languages = self.directory = self
        self.queries = Queries(self, self, self, self)  # type: ignore[arg-type]  # it stands for all

    def begin_here(self, ref: TableRef, upto: int, people: Iterable[AudienceKey] = ()) -> None:
        pass

    def wake(self, ref: TableRef) -> None:
        self.woken.append(ref)

    # The places of tables

    async def at(self, _venue: str, _place: str, *, fresh: bool = False) -> list[Session]:
        if self.broken:
            raise StoreTrouble("unreachable", "The store is away.")
        return self.here if fresh else self.remembered

    async def of(self, asked: Any) -> Any:
        """Return the tables of a person, or the notes of a table."""
        if self.broken:
            raise StoreTrouble("unreachable", "The store is away.")
        return self.shown if isinstance(asked, TableRef) else self.sits_at.get(asked, [])

    async def sits(self, person: PersonId, ref: TableRef) -> None:
        self.seated.append((person, ref))

    async def note(self, _ref: TableRef, fresh: dict[AudienceKey, Shown]) -> None:
        self.shown.update(fresh)

    # The log in words

    def words(self, locale: str, platform: str = "", venue: str = "", *, page: bool = False) -> Words:
        self.asked_for.append((locale, platform, venue, page))
        return Words("en", "!", page=page)

    async def lines(self, session: Session, start: int, words: Words) -> Lines:
        return lines_of(session, start, self.log[start:], words)

    async def recent(self, session: Session, words: Words) -> Lines:
        return lines_of(session, 0, self.log, words)

    async def last_told(self, _session: Session, count: int) -> tuple[int, list[Batch]]:
        assert count in {COMMENTED, RECENT_NEWS}
        return 0, self.log


LOG = [
    noted("stood-up", who="early"),
    noted("sat-down", who="one", to=ONE, game=1),
    noted("sat-down", who="two", to=TWO, game=1),
    noted("fair-unrecorded", number=1, seed="00"),
    noted("stood-up", who="late", game=1),
    noted("sat-down", who="three", to=ONE, game=1),
]


def numbers(lines: Any) -> list[int]:
    return [one.number for one in lines]


def a_game(**fields: Any) -> tuple[Known, Session]:
    """Return a game whose log begins with the table, and which has been fully told."""
    session = playing(log_start=0).changed(log_length=len(LOG), **fields)
    known = Known(session)
    known.log = list(LOG)
    return known, session


# A hand


@pytest.mark.parametrize("way", [{"behind": True}, {"waits": True}])
async def test_a_hand_comes_with_the_news_that_wait_for_it(way: dict[str, bool]) -> None:
    known, session = a_game()
    known.shown = {to_ann().key: Shown(2, handle="m", **way), TABLE: Shown(6)}  # type: ignore[arg-type]  # a flag
    update = await known.queries.hand(ANN, session, "en")
    assert numbers(update.news) == [5]
    assert update.handle == "m"


@pytest.mark.parametrize("shown", [{}, {to_ann().key: Shown(2)}, {TABLE: Shown(2)}, {TABLE: Shown(99)}])
async def test_what_was_brought_or_is_about_to_be_is_no_news_of_a_hand(shown: dict[AudienceKey, Shown]) -> None:
    known, session = a_game()
    known.shown = dict(shown)
    assert (await known.queries.hand(ANN, session, "en")).news == ()


async def test_with_a_hand_stand_the_last_lines_of_its_own_those_of_all_and_proofs() -> None:
    """T1: no other person's lines are there. It is drawn, and in the language of the asker."""
    known, session = a_game()
    update = await known.queries.hand(ANN, session, "de")
    assert (numbers(update.recent), numbers(update.shared), numbers(update.proofs)) == ([1, 5], [0, 3, 4], [3])
    assert update.card.board is not None
    assert [seat.you for seat in update.card.seats] == [True, False]
    assert known.asked_for == [("de", "test", VENUE, False)]


def read(*lines: int) -> Update:
    """Return what somebody was shown, with these lines of the log."""
    return replace(update_for(TableView(duel(), WORDS), to_ann(), NOTHING, ()), news=tuple(map(news, lines)))


WAITS = Shown(2, "d", "m", waits=True, owed=True)


async def noted_of(last: Shown, update: Update) -> tuple[Shown, list[TableRef]]:
    """Return the note about Ann after she read this, and what is delivered again."""
    known = Known()
    known.shown = {to_ann().key: last}
    await known.queries.hand_was_shown(ANN, duel().ref, update)
    return known.shown[to_ann().key], known.woken


async def test_whoever_reads_what_waited_for_them_is_owed_nothing_and_the_table_says_so() -> None:
    """F15."""
    assert await noted_of(WAITS, read(2, 4)) == (replace(WAITS, upto=5, owed=False), [duel().ref])
    for more in ({"recent": (news(4),)}, {"shared": (news(4),)}):
        found = replace(read(2), **more)
        assert (await noted_of(WAITS, found))[0].upto == 5


async def test_whoever_was_owed_nothing_reads_on_unseen() -> None:
    """T3: others see nothing of it."""
    last = replace(WAITS, owed=False)
    assert await noted_of(last, read(2)) == (replace(last, upto=3), [])


@pytest.mark.parametrize(
    ("last", "update"),
    [
        (WAITS, read(0, 1)),
        (WAITS, read()),
        (replace(WAITS, upto=0), read()),
        (Shown(2, owed=True), read(2, 4)),
    ],
)
async def test_whoever_read_nothing_new_or_lacked_nothing_is_noted_as_they_were(last: Shown, update: Update) -> None:
    assert await noted_of(last, update) == (last, [])


async def test_of_whom_nothing_is_known_nothing_is_noted() -> None:
    known = Known()
    await known.queries.hand_was_shown(ZOE, duel().ref, read(2, 4))
    assert (known.shown, known.woken) == ({}, [])


# Everything a person may see


def seen(updates: tuple[Update, ...]) -> list[tuple[str, str]]:
    return [(one.table, one.audience) for one in updates]


def table(name: str, **fields: Any) -> Session:
    return duel(table=name, **fields)


OPEN, OTHER = (
    table("open", seats=tuple(Seated(PersonId(f"test:{name}"), name, 200) for name in ("cid", "dan"))),
    table("other", venue=ANOTHER, places=(ELSEWHERE,)),
)
AT_OPEN, AT_OTHER = ("open", f"place:{HERE}"), ("other", f"person:{ann()}")


async def test_whoever_looks_sees_the_tables_of_the_place_as_they_are_now() -> None:
    known = Known(OPEN)
    for one in (STRANGER, ZOE):
        assert seen(await known.queries.look(one, VENUE, HERE, "en")) == [AT_OPEN]


async def test_whoever_is_nobody_sits_nowhere() -> None:
    known = Known(OPEN)
    known.sits_at[NOBODY] = [table("nobody's")]
    assert seen(await known.queries.look(STRANGER, VENUE, HERE, "en")) == [AT_OPEN]


@pytest.mark.parametrize(
    ("venue", "place", "here"),
    [
        (VENUE, HERE, False),
        (ANOTHER, ELSEWHERE, True),
        (VENUE, PlaceId(""), True),
        (ALONE, PlaceId("test:ann"), True),
        (ALONE, PlaceId(""), True),
        (ANOTHER, PlaceId(""), True),
    ],
)
async def test_somebody_sees_their_seats_of_the_venue_and_alone_with_the_bot_all_of_them(
    venue: VenueId,
    place: PlaceId,
    here: bool,
) -> None:
    known = Known()
    known.sits_at[ann()] = [OTHER]
    assert seen(await known.queries.look(ANN, venue, place, "en")) == ([AT_OTHER] if here else [])


async def test_somebody_sees_their_seat_where_the_table_has_a_mirror() -> None:
    known, mirrored = Known(), table("other", venue=ANOTHER, mirrors=(Mirror(VENUE, HERE),))
    known.sits_at[ann()] = [mirrored]
    assert seen(await known.queries.look(ANN, VENUE, HERE, "en")) == [AT_OTHER]


async def test_a_seat_whose_note_was_lost_is_seen_and_noted_again() -> None:
    known, mine, lost = Known(table("mine"), table("lost"), OPEN), table("mine"), table("lost")
    known.sits_at[ann()] = [mine]
    found = await known.queries.look(ANN, VENUE, HERE, "en")
    places = [(name, f"place:{HERE}") for name in ("mine", "lost", "open")]
    assert seen(found) == [*places, ("mine", f"person:{ann()}"), ("lost", f"person:{ann()}")]
    assert known.seated == [(ann(), lost.ref)]


async def test_a_look_comes_with_the_last_lines_unless_they_are_not_wanted() -> None:
    """T1: at a place the public lines, at a seat its own."""
    known, session = a_game()
    known.sits_at[ann()] = [session]
    here, own = await known.queries.look(ANN, VENUE, HERE, "en")
    assert (numbers(here.news), numbers(own.news)) == ([0, 3, 4], [1, 5])
    for one in await known.queries.look(ANN, VENUE, HERE, "en", told=False):
        assert one.news == ()


async def test_who_looks_after_another_is_given_what_was_put_into_words_once_and_no_older_state() -> None:
    """T1: each sees their own alone."""
    known, session = a_game()
    known.sits_at[ann()], known.sits_at[ben()] = [session], [session]
    first = [await known.queries.look(one, VENUE, HERE, "en") for one in (ANN, BEN, STRANGER)]
    fresh = [await a_game_of(known, session).look(one, VENUE, HERE, "en") for one in (ANN, BEN, STRANGER)]
    assert first == fresh
    assert first[0] != first[1]
    later = session.changed(code="B2B")
    known.here = [later]
    assert [one.code for one in await known.queries.look(STRANGER, VENUE, HERE, "en")] == ["B2B"]


def a_game_of(known: Known, session: Session) -> Queries:
    """Return what answers questions about this game, and has answered none."""
    other = Known(session)
    other.log, other.sits_at = known.log, known.sits_at
    return other.queries


async def test_a_look_on_a_page_is_in_the_words_of_a_page() -> None:
    known = Known(OPEN)
    await known.queries.look(ZOE, VENUE, HERE, "de", page=True)
    await known.queries.look(ZOE, VENUE, HERE, "de")
    assert known.asked_for == [("de", "test", VENUE, True), ("de", "test", VENUE, False)]


def hands() -> Session:
    """Return a game with hidden hands."""
    game = catalogue()["rogues"]
    state = game.start(game.options(), (Suckers(200), Suckers(200)), SeededDice(bytes(32), "", b""), None).state
    session = playing(state=msgspec.Raw(codec(game).encode(state)))
    return session.changed(game="rogues", given={})


async def test_the_host_alone_is_told_how_many_hands_were_delivered() -> None:
    """F15."""
    known = Known(hands())
    known.shown = {to_ann().key: replace(WAITS, owed=True)}
    here, own = await known.queries.look(ANN, VENUE, HERE, "en")
    told = "1 of 2 hands delivered."
    assert any(told in line for line in own.card.lines)
    assert not any(told in line for line in here.card.lines)
    asked = await known.queries.hand(ANN, known.here[0], "en")
    assert told in asked.card.undelivered


# Where somebody sits


async def test_seats_of_somebody_are_found_by_venue_and_platform_with_what_stands_there() -> None:
    known = Known()
    both = table(
        "both", places=(HERE, PlaceId("twitch:x")), mirrors=(Mirror(VenueId("twitch:c"), PlaceId("twitch:x")),)
    )
    known.sits_at[ann()] = [both, OTHER]
    known.shown = {at_place(HERE).key: Shown(1, handle="m")}
    assert await known.queries.tables_of(ann(), VENUE, "test") == [(both, HERE, "m")]
    assert await known.queries.tables_of(ann(), VenueId("twitch:c"), "twitch") == [(both, "twitch:x", "")]
    assert await known.queries.tables_of(ann(), VENUE, "twitch") == []
    assert await known.queries.tables_of(ben(), VENUE, "test") == []


# The last finished game


def ended(**fields: Any) -> Known:
    """Return a table after its first game, and another table."""
    known = Known()
    known.remembered = [table("other"), between(table="mine", **fields)]
    known.log = [*LOG, noted("receipt-of", to=ONE, verb="stake", receipt="abc", game=1)]
    return known


async def test_the_game_that_ended_last_is_told_with_what_each_seat_alone_was_told() -> None:
    """As a page says it."""
    told = await ended().queries.commentary_at(VENUE, HERE, "mine", "en")
    assert told == (
        "ann: one sits down.",
        "ben: two sits down.",
        "late leaves the table.",
        "ann: three sits down.",
        "ann: Receipt: abc.",
    )


async def test_of_a_game_that_is_on_nothing_is_told() -> None:
    """T1."""
    known = ended()
    known.remembered = [playing().changed(table="mine"), table("other", phase=between().phase)]
    assert await known.queries.commentary_at(VENUE, HERE, "mine", "en") == ()
    assert await known.queries.commentary_at(VENUE, HERE, "elsewhere", "en") == ()


async def test_of_a_game_whose_record_waits_for_the_end_of_its_series_nothing_is_told() -> None:
    """T1: its hands are those of the games that follow."""
    _, over = ended().remembered
    assert over.record
    assert await ended(withheld=("earlier",)).queries.commentary_at(VENUE, HERE, "mine", "en")
    assert await ended(withheld=("earlier", over.record)).queries.commentary_at(VENUE, HERE, "mine", "en") == ()


async def test_where_the_store_is_away_no_game_is_told() -> None:
    known = ended()
    known.broken = True
    assert await known.queries.commentary_at(VENUE, HERE, "mine", "en") == ()


# A page that was opened


@pytest.mark.parametrize("way", [{"behind": True}, {"waits": True}])
async def test_what_waited_for_somebody_is_read_when_their_page_opens(way: dict[str, bool]) -> None:
    known, session = a_game()
    known.sits_at[ann()] = [session]
    last = Shown(2, "d", "m", "1-ask", owed=True, **way)
    known.shown = {to_ann().key: last}
    await known.queries.page_was_opened(ANN)
    assert known.shown == {to_ann().key: Shown(len(LOG), handle="m", ask="1-ask")}
    assert known.woken == [session.ref]


async def test_an_open_page_changes_nothing_where_nothing_waited() -> None:
    known, session = a_game()
    known.sits_at[ann()] = [session]
    for shown in ({}, {to_ann().key: Shown(2, "d", "m")}):
        known.shown = dict(shown)
        await known.queries.page_was_opened(ANN)
        assert (known.shown, known.woken) == (shown, [])


async def test_a_page_of_one_table_leaves_what_waits_at_others() -> None:
    known, session = a_game(table="mine")
    known.sits_at[ann()] = [session.changed(table="first"), session, session.changed(table="last")]
    known.shown = {to_ann().key: Shown(2, handle="m", waits=True)}
    await known.queries.page_was_opened(ANN, "mine")
    assert known.woken == [session.ref]


async def test_a_page_opens_while_the_store_is_away() -> None:
    known = Known()
    known.broken = True
    await known.queries.page_was_opened(ANN)
    assert known.woken == []
