"""Test the edges of people's own limits: the day, the suckers, and the table they are sitting down at."""

import msgspec
import pytest
from evening import START
from one_change import DUEL, VENUE, someone, table

from bot.people.own_limit import OwnLimit, decoded
from bot.people.own_limits import FIRST_ENTRIES, KIND, SITTING, SITTING_DOWN, TRIES, OwnLimits, lost_by, visits
from bot.people.selves import SELVES, Self, Selves
from bot.people.tombstones import Tombstones
from bot.ports.ids import PersonId, TableCode, VenueId
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.fairness import Keys
from bot.table.stacks import DAY
from persistence import Entry, HandClock, Heard, Store, StoreTrouble, Transfer

ANN, OTHER = someone("ann").id, PersonId("elsewhere:ann")
PURSE = f"purse:{ANN}"
MIDNIGHT = START // DAY * DAY
HERE = table(given=DUEL, purse=True)
THERE = HERE.changed(table="T-ABC", code=TableCode("ABC"))
BY = Heard(VENUE, "message")


def limits_of(store: Store, *sits: Session, stones: Tombstones | None = None) -> OwnLimits:
    """Return the limits of people who sit at these tables."""

    async def sits_at(_person: PersonId) -> tuple[Session, ...]:
        return sits

    return OwnLimits(store, Selves(store), stones or Tombstones(store, Keys({1: bytes(32)})), sits_at)


@pytest.fixture
def limits(store: Store) -> OwnLimits:
    return limits_of(store)


async def allow(store: Store, limit: OwnLimit, person: PersonId = ANN) -> None:
    await store.put_note(KIND, person, msgspec.json.encode(limit))


async def kept(store: Store, person: PersonId = ANN) -> OwnLimit:
    return decoded(await store.note(KIND, person))


async def link(store: Store) -> None:
    """Link another account to ann."""
    await store.put_note(SELVES, ANN, msgspec.json.encode((Self(OTHER, "ann", "link", START),)))


async def refusal(limits: OwnLimits, session: Session = HERE) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as caught:
        await limits.check(session, ANN)
    return caught.value.reason.id, dict(caught.value.reason.args)


async def brings(store: Store, *amounts: int, to: Session = HERE, venue: VenueId = VENUE, of: PersonId = ANN) -> None:
    """Move these amounts from a purse to a table, one by one; negative ones go back."""
    purse, stake = f"purse:{of}", f"stake:{to.table}"
    moves = [
        Transfer(purse, stake, amount, "buy-in") if amount > 0 else Transfer(stake, purse, -amount, "paid-back")
        for amount in amounts
    ]
    await store.transfer(venue, (Transfer("bank", purse, 5000, "welcome"), *moves))


# A pause


@pytest.mark.parametrize(("left", "days"), [(1, 1), (DAY, 1), (DAY + 1, 2), (7 * DAY, 7)])
async def test_a_pause_holds_to_its_last_moment(limits: OwnLimits, store: Store, left: int, days: int) -> None:
    await allow(store, OwnLimit(paused_until=START + left))
    assert await refusal(limits) == ("own-pause", {"days": days})


async def test_a_pause_is_over_when_its_time_has_come_and_holds_nobody_from_chips(
    limits: OwnLimits, store: Store
) -> None:
    await allow(store, OwnLimit(paused_until=START))
    await limits.check(HERE, ANN)
    await allow(store, OwnLimit(paused_until=START + DAY))
    await limits.check(table(given=DUEL), ANN)


# A daily loss


@pytest.mark.parametrize(
    ("brought", "limit", "fits"), [(0, 100, True), (0, 99, False), (50, 150, True), (51, 150, False)]
)
async def test_a_table_is_taken_that_costs_just_what_one_allowed_oneself(
    limits: OwnLimits, store: Store, brought: int, limit: int, fits: bool
) -> None:
    await limits.check(HERE, ANN)
    if brought:
        await brings(store, brought)
    await allow(store, OwnLimit(loss=limit))
    if fits:
        await limits.check(HERE, ANN)
    else:
        assert await refusal(limits) == ("own-limit", {"stack": 100, "lost": brought, "limit": limit})
        assert await store.note(SITTING, ANN) is None, "they sit down nowhere"


async def test_whoever_has_won_today_is_told_no_loss(limits: OwnLimits, store: Store) -> None:
    await limits.check(HERE, ANN)
    await brings(store, 10, -10)
    await store.transfer(VENUE, (Transfer("bank", f"stake:{HERE.table}", 30, "house-paid"),))
    await brings(store, -30)
    await allow(store, OwnLimit(loss=50))
    assert await limits.lost_in_a_day(ANN) == -30
    assert (await refusal(limits))[1] == {"stack": 100, "lost": 0, "limit": 50}


async def test_whoever_has_no_limit_is_held_from_no_second_table(limits: OwnLimits, store: Store) -> None:
    await limits.check(HERE, ANN)
    await limits.check(THERE, ANN)
    assert await store.note(SITTING, ANN) is None
    assert await store.purse_venues(ANN) == [VENUE]


# Two tables at once


async def test_whoever_is_sitting_down_at_one_table_waits_with_another(limits: OwnLimits, store: Store) -> None:
    await allow(store, OwnLimit(loss=1000))
    await limits.check(HERE, ANN)
    await limits.check(HERE, ANN)
    assert await refusal(limits, THERE) == ("own-limit-busy", {"seconds": SITTING_DOWN})
    elsewhere = HERE.changed(venue=VenueId("test:elsewhere"))
    assert await refusal(limits, elsewhere) == ("own-limit-busy", {"seconds": SITTING_DOWN})


async def test_what_is_in_the_ledger_is_counted_and_the_next_table_is_open(limits: OwnLimits, store: Store) -> None:
    await allow(store, OwnLimit(loss=1000))
    await limits.check(HERE, ANN)
    await brings(store, 100)
    await limits.check(THERE, ANN)
    assert (await refusal(limits))[0] == "own-limit-busy", "they are sitting down at the other table by now"


@pytest.mark.parametrize("who", [OTHER, ANN])
async def test_what_others_bring_or_oneself_brought_before_says_nothing_of_now(
    limits: OwnLimits, store: Store, clock: HandClock, who: PersonId
) -> None:
    await brings(store, 100, of=who)
    if who == ANN:
        clock.move(0.001)
    await allow(store, OwnLimit(loss=1000))
    await limits.check(HERE, ANN)
    assert (await refusal(limits, THERE))[0] == "own-limit-busy"


async def test_a_mark_that_ran_out_this_very_moment_holds_nobody(
    limits: OwnLimits, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def there_is_one(*_: object) -> bool:
        return False

    monkeypatch.setattr(store, "claim_note", there_is_one)
    await allow(store, OwnLimit(loss=1000))
    await limits.check(HERE, ANN)
    assert (await refusal(limits, THERE))[0] == "own-limit-busy", "it is theirs by now"


# What was lost in 24 hours


async def test_all_of_a_busy_day_is_counted_for_24_hours(limits: OwnLimits, store: Store, clock: HandClock) -> None:
    """However many entries it has, before midnight and after it."""
    await limits.check(HERE, ANN)
    clock.now_ms = MIDNIGHT - 1
    await brings(store, *[3] * 30)
    clock.now_ms = MIDNIGHT
    await brings(store, *[1] * 450)
    for when, lost in ((0, 540), (DAY - 2, 540), (DAY - 1, 450), (DAY, 0)):
        clock.now_ms = MIDNIGHT + when
        assert await limits.lost_in_a_day(ANN) == lost


async def test_what_comes_back_is_set_against_what_was_brought_however_long_ago(
    limits: OwnLimits, store: Store, clock: HandClock
) -> None:
    """Many entries are between the two."""
    await limits.check(HERE, ANN)
    await brings(store, 300)
    clock.now_ms += 5 * DAY
    await brings(store, *[2, -2] * 150, to=THERE)
    await brings(store, -100)
    assert await limits.lost_in_a_day(ANN) == 200
    clock.now_ms += DAY
    assert await limits.lost_in_a_day(ANN) == 0


@pytest.mark.parametrize(("back", "lost"), [(0, 300), (100, 200)])
async def test_what_lies_at_a_table_counts_however_many_entries_of_other_days_follow(
    store: Store, clock: HandClock, back: int, lost: int
) -> None:
    """Those of others are all older than a day, so nothing but this visit makes the ledger be read further back."""
    limits = limits_of(store, *[HERE] * (not back))
    await limits.check(HERE, ANN)
    await brings(store, 300)
    clock.now_ms += 5 * DAY
    await brings(store, *[2, -2] * 150, to=THERE)
    clock.now_ms += 2 * DAY
    if back:
        await brings(store, -back)
    assert await limits.lost_in_a_day(ANN) == lost


async def test_a_ledger_is_read_no_further_back_than_what_counts(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest entry that is read is of a visit that ended a day ago, so its beginning does not matter."""
    limits = limits_of(store, HERE, THERE)
    await limits.check(HERE, ANN)
    await brings(store, 1, to=THERE)
    await brings(store, -1, to=THERE)
    clock.now_ms += DAY - 1
    await brings(store, *[1] * (FIRST_ENTRIES - 2))
    clock.now_ms += 1
    read: list[int] = []
    ledger = store.ledger

    async def noted(venue: str, account: str, count: int) -> list[Entry]:
        read.append(count)
        return await ledger(venue, account, count)

    monkeypatch.setattr(store, "ledger", noted)
    assert await limits.lost_in_a_day(ANN) == FIRST_ENTRIES - 2
    assert read == [FIRST_ENTRIES]


async def test_a_day_with_which_a_purse_began_is_counted_to_its_first_entry(limits: OwnLimits, store: Store) -> None:
    await limits.check(HERE, ANN)
    await brings(store, *[1] * 450)
    assert await limits.lost_in_a_day(ANN) == 450


async def test_where_somebody_plays_is_noted_once_a_day(
    limits: OwnLimits, store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[str, str]] = []

    async def note(person: str, venue: str) -> None:
        noted.append((person, venue))

    monkeypatch.setattr(store, "note_purse_venue", note)
    for when, times in ((MIDNIGHT, 1), (MIDNIGHT + DAY - 1, 1), (MIDNIGHT + DAY, 2), (MIDNIGHT + DAY + 5, 2)):
        clock.now_ms = when
        await limits.check(HERE, ANN)
        assert noted == [(ANN, VENUE)] * times


async def test_what_all_selves_lose_in_all_venues_is_one_sum(limits: OwnLimits, store: Store) -> None:
    await link(store)
    venue = VenueId("test:elsewhere")
    await limits.check(HERE, ANN)
    await limits.check(HERE.changed(venue=venue), ANN)
    await limits.check(HERE, OTHER)
    await brings(store, 10)
    await brings(store, 200, venue=venue)
    await brings(store, 3000, of=OTHER)
    assert await limits.lost_in_a_day(ANN) == 3210


def test_only_what_goes_to_tables_and_comes_from_there_is_a_loss_or_none() -> None:
    entries = [
        Entry(12, PURSE, "bank", 500, "gift"),
        Entry(11, "stake:T", PURSE, 30, "paid-back"),
        Entry(10, PURSE, "stake:T", 100, "buy-in"),
        Entry(9, PURSE, "stake:T", 1000, "buy-in"),
    ]
    found = visits(entries, PURSE)
    assert [lost_by(found, since, ()) for since in (8, 9, 10, 11)] == [1070, 70, 70, 0]
    assert lost_by(found, 11, {"T"}) == 0, "the visit is over"
    assert lost_by(visits(entries[2:], PURSE), 11, {"T", "U"}) == 100


# Which limit holds, and how it is changed


async def test_the_strictest_of_all_selves_and_of_who_somebody_was_holds(store: Store) -> None:
    await link(store)
    await allow(store, OwnLimit(loss=900))
    await allow(store, OwnLimit(loss=500), OTHER)
    tombstones = Tombstones(store, Keys({1: bytes(32)}))
    found = limits_of(store, stones=tombstones)
    assert (await found.of(ANN)).loss == 500
    await tombstones.put(ANN, OwnLimit(loss=300))
    assert (await found.of(ANN)).loss == 300


async def test_whoever_changes_their_limit_has_one_from_then_on(limits: OwnLimits, store: Store) -> None:
    """It applies to all their selves and replaces the selves' own limits."""
    await link(store)
    await allow(store, OwnLimit(loss=500), OTHER)
    tombstones = Tombstones(store, Keys({1: bytes(32)}))
    await tombstones.put(ANN, OwnLimit(paused_until=START + DAY))
    after = await limits.change(ANN, BY, lambda own: own.lowered_to(200, START))
    assert after == OwnLimit(loss=200, paused_until=START + DAY) == await kept(store)
    assert await store.note(KIND, OTHER) is None
    stone = await Tombstones(store, Keys({1: bytes(32)})).of(ANN)
    assert stone is not None
    assert stone.limit == OwnLimit()
    assert await store.taken(BY)


@pytest.mark.parametrize(("lost_races", "done"), [(0, True), (1, True), (TRIES - 1, True), (TRIES, False)])
async def test_a_limit_that_changes_meanwhile_is_read_again_and_at_last_is_trouble(
    limits: OwnLimits, store: Store, monkeypatch: pytest.MonkeyPatch, lost_races: int, done: bool
) -> None:
    left, replace = iter(range(lost_races)), store.replace_note

    async def changed_meanwhile(*how: object) -> bool:
        return next(left, None) is None and await replace(*how)  # type: ignore[arg-type]  # as it is called

    monkeypatch.setattr(store, "replace_note", changed_meanwhile)
    if done:
        assert (await limits.change(ANN, BY, lambda own: own.lowered_to(200, START))).loss == 200
        return
    with pytest.raises(StoreTrouble) as caught:
        await limits.change(ANN, BY, lambda own: own.lowered_to(200, START))
    assert caught.value.kind == "busy"
    assert await kept(store) == OwnLimit()


async def test_a_self_that_parts_takes_the_limit_along_and_leaves_it_there(limits: OwnLimits, store: Store) -> None:
    await allow(store, OwnLimit(loss=400))
    await limits.bind_apart(ANN, OTHER)
    stones = Tombstones(store, Keys({1: bytes(32)}))
    parted, stays = await stones.of(OTHER), await stones.of(ANN)
    assert parted is not None
    assert stays is not None
    assert (parted.limit.loss, parted.had) == (400, True), "no second welcome, wherever it goes"
    assert (stays.limit.loss, stays.had) == (400, False)
