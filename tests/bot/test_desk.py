"""Test what moderators do about people: who may, what it keeps people from, what survives a kill or a forgetting."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from evening import Evening, person, unbalanced
from msgspec.structs import replace
from test_communities import one_community
from test_selves import linked
from two_places import TwoPlaces

from bot.delivery.owed_postings import GRACE, OwedPostings
from bot.ports.ids import PersonId, alone_at
from bot.ports.messages import Person, Posting, Rights
from bot.table.audit import AuditEntry, read_entry
from bot.table.change import Refused
from bot.wings.desk.durations import as_typed, duration_of
from bot.wings.desk.sanctions import Sanction, Sanctions
from persistence import EmbeddedServer, HandClock, Store

DAY = 24 * 3600
LINES = ("mod warn ben shouting", "mod mute ben 1h spam", "mod ban ben 7d cheating", "mod note ben two names")
BANNED = "You are banned from the tables here"
UNREAD = "Before you sit down here, read what a moderator wrote to you"


async def table(evening: Evening, options: str = "mode=crowd cooldown=0") -> str:
    """Open a table: Ann hosts, Ben sits there, Mia moderates and Oda owns the place. Return its code."""
    evening.rights |= {"mia": Rights.STAFF, "oda": Rights.OWNER}
    await evening.lines(f"ann: !open halflings {options}", "ben: !join")
    return (await evening.table()).code


async def sanctions(evening: Evening) -> tuple[Sanction, ...]:
    return (await evening.house.part(Sanctions).stored(evening.venue)).sanctions


async def log(evening: Evening) -> list[AuditEntry]:
    found = [read_entry(line) for line in await evening.store.audit(evening.venue, 100)]
    return [one for one in found if one is not None]


async def names(evening: Evening) -> list[str]:
    return [seated.name for seated in (await evening.table()).seats]


class Posts:
    """A witness that keeps what is posted in places, and what is told to people in private."""

    def __init__(self, evening: Evening, *, reaches: bool = False) -> None:
        self.posted: list[str] = []
        self.alone: list[tuple[str, str]] = []
        self.reaches = reaches
        evening.witness.post = self.post  # type: ignore[attr-defined]
        evening.witness.tell_alone = self.tell_alone  # type: ignore[attr-defined]

    async def post(self, place: str, posting: Posting) -> None:  # noqa: ARG002 - there is one place
        self.posted += posting.lines

    async def tell_alone(self, person: str, text: str, mark: str) -> bool:  # noqa: ARG002 - each comes once
        if self.reaches:
            self.alone.append((person, text))
        return self.reaches


# Who may


@pytest.mark.parametrize("line", [*LINES, "mod forgive ben", "mod list", "mod ben"])
async def test_a_word_about_people_is_for_moderators_alone(evening: Evening, line: str) -> None:
    """Neither for somebody who plays there, nor for the host, a spectator, or whom it is about."""
    await table(evening)
    for name in ("ann", "ben", "zoe"):
        answer = await evening.say(name, f"!{line}")
        assert not answer.ok
        assert answer.text.endswith("is for moderators: ask one of them.")
    assert await sanctions(evening) == ()
    assert await log(evening) == []


@pytest.mark.parametrize("line", LINES)
async def test_a_moderator_of_another_venue_is_nobody_here(evening: Evening, line: str) -> None:
    await table(evening)
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    other.rights = {"mia": Rights.OWNER}
    answer = await other.say("mia", f"!{line}")
    assert not answer.ok
    assert "is called" in answer.text
    assert await sanctions(evening) == ()
    await other.end()


@pytest.mark.parametrize("line", LINES)
async def test_nobody_judges_themselves(evening: Evening, line: str) -> None:
    await table(evening)
    await evening.lines("mia: !join", "oda: !join")
    for name in ("mia", "oda"):
        answer = await evening.say(name, f"!{line.replace('ben', name)}")
        assert answer.text == "Nobody judges themselves: another moderator has to."
    assert await sanctions(evening) == ()


@pytest.mark.parametrize("line", LINES)
async def test_a_moderator_is_judged_only_by_whoever_owns_the_place(evening: Evening, line: str) -> None:
    await table(evening)
    evening.rights["max"] = Rights.STAFF
    await evening.lines("max: !join", "oda: !join")
    for name in ("max", "oda"):
        answer = await evening.say("mia", f"!{line.replace('ben', name)}")
        assert "only whoever owns this place judges moderators" in answer.text
    assert await sanctions(evening) == ()
    assert (await evening.say("oda", f"!{line.replace('ben', 'max')}")).ok
    assert len(await sanctions(evening)) == 1


async def test_what_an_owner_gave_holds_of_a_moderator_and_only_an_owner_lifts_it(evening: Evening) -> None:
    await table(evening)
    evening.rights["max"] = Rights.STAFF
    lines = ("max: !join", "max: !leave", "oda: !mod ban max 7d cheating", "oda: !mod ban ben 7d cheating")
    await evening.lines(*lines, "ben: !leave")
    for name in ("max", "ben"):
        assert BANNED in (await evening.say(name, "!join")).text
    for line in ("!mod forgive #2", "!mod forgive ben"):
        assert "only an owner lifts it" in (await evening.say("mia", line)).text
    await evening.lines("oda: !mod forgive max", "oda: !mod forgive #2", "max: !join", "ben: !join")


async def test_what_a_moderator_gave_does_not_hold_of_one_who_was_not_known_to_moderate(evening: Evening) -> None:
    """After a quarter of an hour without a line from Max, nobody here knows what he may."""
    await table(evening)
    await evening.lines("max: !join", "max: !leave", "mia: !mod ban max 7d cheating")
    evening.rights["max"] = Rights.STAFF
    assert (await evening.say("max", "!join")).ok


async def test_a_moderator_can_not_lift_what_holds_of_themselves(evening: Evening) -> None:
    await table(evening)
    await evening.lines("max: !join", "max: !leave", "mia: !mod ban max 7d cheating")
    evening.rights["max"] = Rights.STAFF
    for line in ("!mod forgive max", "!mod forgive #1"):
        assert (await evening.say("max", line)).text.startswith("Nobody judges themselves")


async def test_of_two_with_one_name_a_moderator_names_one_by_id(evening: Evening) -> None:
    """A namesake makes nobody untouchable: the refusal lists both ids, and each can be typed."""
    await table(evening)
    evil = Person(PersonId(f"test:evil{evening.tag}"), "ben")
    assert (await evening.hear(replace(evening.message("x", "!join"), sender=evil))).ok
    ben = person("ben", evening.tag)
    for line in ("mod ban ben 7d cheating", "mod ben"):
        answer = await evening.say("mia", f"!{line}")
        assert (answer.ok, answer.text) == (
            False,
            f"Several people here are called ben: say {', '.join(sorted((ben.id, evil.id)))} instead.",
        )
    for line in ("report ben cheats", "block ben"):
        assert (await evening.say("ann", f"!{line}")).text == "Several people here are called ben."
    answer = await evening.say("mia", f"!mod ban {evil.id} 7d cheating")
    assert [evening.house.part(Sanctions).is_of(one, evil.id) for one in await sanctions(evening)] == [True]
    await evening.lines(f"mia: !{answer.confirm}")
    assert [one.player for one in (await evening.table()).seats if not one.gone] == [evening.id_of("ann"), ben.id]
    assert (await evening.say("mia", f"!mod {ben.id}")).text == "Nothing is known of ben here: no sanctions, no notes."


# What is typed


@pytest.mark.parametrize(
    ("typed", "seconds", "taken"),
    [
        *(("30m spam", 1800, 1), ("12h x", 43200, 1), ("7d x", 7 * DAY, 1), ("1d12h x", 36 * 3600, 1)),
        *(("2 weeks x", 14 * DAY, 2), ("for 3 days x", 3 * DAY, 3), ("1 hour x", 3600, 2)),
        *(("for ever x", 0, 2), ("forever x", 0, 1), ("permanently x", 0, 1)),
    ],
)
def test_a_duration_is_read_as_people_type_it(typed: str, seconds: int, taken: int) -> None:
    assert duration_of(typed.split()) == (seconds * 1000, taken)


@pytest.mark.parametrize("typed", ["", "spam", "7 spam", "7", "d7", "7dd", "for spam", "-7d", "7.5d"])
def test_what_is_no_duration_is_none(typed: str) -> None:
    assert duration_of(typed.split()) is None


def test_a_duration_is_logged_as_it_could_be_typed() -> None:
    assert [as_typed(one * 1000) for one in (0, 1800, 43200, 7 * DAY)] == ["for ever", "30m", "12h", "7d"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("mod ban", "Say whom, how long, and why"),
        ("mod ban ben", "Say whom, how long, and why"),
        ("mod ban ben cheating", "Say whom, how long, and why"),
        ("mod ban ben 7d", "Say whom, how long, and why"),
        ("mod mute ben spam", "Say whom, how long, and why"),
        ("mod warn ben", "Say whom, and why"),
        ("mod note ben", "Say about whom, and what"),
        ("mod ban ben 99999d x", "A duration is between a minute and ten years"),
        ("mod ban nobody 7d x", "is called"),
        ("mod forgive", "Say whom, or which number"),
        ("mod forgive ben", "Nothing holds of ben here"),
        ("mod forgive #7", "Nothing that holds has the number #7"),
        (f"mod ban ben 7d {'x' * 201}", "200"),
    ],
)
async def test_a_line_that_can_not_be_done_says_why_and_does_nothing(evening: Evening, line: str, says: str) -> None:
    await table(evening)
    answer = await evening.say("mia", f"!{line}")
    assert not answer.ok
    assert says in answer.text
    assert await sanctions(evening) == ()
    assert await log(evening) == []


async def test_the_same_line_twice_is_done_and_logged_once(evening: Evening) -> None:
    """F7."""
    await table(evening)
    message = evening.message("mia", "!mod ban ben 7d cheating")
    answers = [await evening.hear(message) for _ in range(3)]
    assert answers[0].ok
    assert [one.repeated for one in answers] == [False, True, True]
    assert len(await sanctions(evening)) == 1
    assert [one.did for one in await log(evening)] == ["ban ben 7d"]


async def test_two_moderators_at_once_lose_neither_deed(evening: Evening) -> None:
    await table(evening)
    evening.rights["max"] = Rights.STAFF
    lines = [(name, f"!mod warn ben reason {number}") for number in range(5) for name in ("mia", "max")]
    answers = await asyncio.gather(*(evening.say(*line) for line in lines))
    assert all(answer.ok for answer in answers)
    assert [one.number for one in await sanctions(evening)] == list(range(1, 11))


# Warnings

WAYS = ("!join", "!halflings", "!halflings 50", "!stake 50", "!open halflings mode=duel")
"""All ways to sit down that people type; buttons and pages send the same lines."""


@pytest.mark.parametrize("line", WAYS)
async def test_a_warning_is_read_before_its_person_sits_down(evening: Evening, line: str) -> None:
    await table(evening)
    await evening.lines("cid: !join", "cid: !leave", "mia: !mod warn cid shouting")
    before = await names(evening)
    answer = await evening.say("cid", line)
    assert not answer.ok
    assert answer.text == f'{UNREAD}: “shouting”. Then say "!understood 1".'
    assert answer.confirm == "understood 1"
    assert await names(evening) == before
    assert (await evening.say("cid", answer.confirm, private=True)).ok
    assert (await evening.say("cid", line)).ok


async def test_a_tournament_is_not_joined_with_an_unread_warning(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !tournament rogues", "cid: !join", "cid: !leave", "mia: !mod warn cid shouting")
    assert UNREAD in (await evening.say("cid", "!join")).text
    await evening.lines("cid: !understood 1", "cid: !join")


async def test_whom_a_moderator_admits_again_still_has_to_read(evening: Evening) -> None:
    code = await table(evening)
    await evening.lines(f"mia: !{code} remove ben shouting", "mia: !mod warn ben shouting", f"mia: !{code} admit ben")
    assert UNREAD in (await evening.say("ben", "!join")).text


async def test_somebody_invited_still_has_to_read(evening: Evening) -> None:
    """As with a seat that viewers pay for by points."""
    await table(evening)
    await evening.lines("cid: !join", "cid: !leave", "mia: !mod warn cid shouting")
    answer = await evening.hear(replace(evening.message("cid", "!join"), invited=True))
    assert UNREAD in answer.text


async def test_a_warning_that_comes_alone_says_where_it_is_confirmed(evening: Evening) -> None:
    posts = Posts(evening, reaches=True)
    await table(evening)
    await evening.lines("mia: !mod warn ben shouting")
    await evening.house.part(OwedPostings).all_paid()
    ((_, told),) = posts.alone
    assert told.endswith('Before you sit down again in the place where you were warned, say "!understood" there.')
    alone = evening.message("ben", "!understood", private=True)
    answer = await evening.hear(replace(alone, venue=alone_at(evening.id_of("ben")), place=""))
    assert answer.text == 'A warning is confirmed in the place where it was given: say "!understood" there.'
    await evening.lines("ben: !understood 1")


async def test_a_warning_counts_as_read_only_once_it_was_shown(evening: Evening) -> None:
    await table(evening)
    await evening.lines("ben: !leave", "mia: !mod warn ben one", "mia: !mod warn ben two")
    shown = await evening.say("ben", "!understood")
    assert (shown.ok, shown.confirm) == (False, "understood 2")
    assert "“one” and “two”" in shown.text
    await evening.lines("mia: !mod warn ben three")
    late = await evening.say("ben", shown.confirm, private=True)
    assert "“three”" in late.text
    assert late.confirm == "understood 3"
    assert UNREAD in (await evening.say("ben", "!join")).text
    await evening.lines("ben: !understood 3", "ben: !join")
    assert "nothing to confirm" in (await evening.say("ben", "!understood")).text


async def test_an_unread_warning_keeps_nobody_from_playing_on(evening: Evening) -> None:
    await table(evening)
    await evening.lines("mia: !mod warn ben shouting", "ben: !stake 20", "ben: !leave")


async def test_points_expire_each_at_its_time(evening: Evening, clock: HandClock) -> None:
    await table(evening)
    await evening.lines("mia: !mod warn ben 2 1d one", "mia: !mod warn ben 3 two")
    assert (await evening.say("mia", "!mod ben")).text.startswith("ben, points now: 5.")
    clock.move(DAY + 1)
    assert (await evening.say("mia", "!mod ben")).text.startswith("ben, points now: 3.")
    clock.move(30 * DAY)
    answer = await evening.say("mia", "!mod ben")
    assert answer.text.startswith("ben, points now: 0.")
    assert answer.is_private


# Bans


async def test_a_ban_unseats_nobody_and_counts_at_the_next_sitting_down(evening: Evening) -> None:
    code = await table(evening)
    answer = await evening.say("mia", "!mod ban ben 7d cheating")
    assert answer.ok
    assert answer.confirm == f"{code} remove ben cheating"
    await evening.lines("ben: !stake 20")
    assert await names(evening) == ["ann", "ben"]
    await evening.lines("ben: !leave")
    for line in WAYS:
        assert f"{BANNED}, for 7 days: cheating" in (await evening.say("ben", line)).text


async def test_a_ban_takes_its_person_out_of_the_queue_for_the_next_round(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    cid = person("cid", evening.tag).id
    await evening.lines("ann: !open halflings mode=crowd money=purse cooldown=0", "cid: !wallet", "ann: !stake 20")
    evening.roll(7, 3, 3)
    await evening.wait(20)
    before = await evening.store.balance(evening.venue, f"purse:{cid}")
    await evening.lines("cid: !stake 20")
    assert (await evening.table()).newcomer(cid) is not None
    answer = await evening.say("mia", "!mod ban cid 7d cheating")
    assert "went back to them" in answer.text
    assert (await evening.table()).newcomer(cid) is None
    assert await evening.store.balance(evening.venue, f"purse:{cid}") == before
    assert await unbalanced(evening) == []


async def test_a_ban_ends_by_itself_at_its_time(evening: Evening, clock: HandClock) -> None:
    await table(evening)
    await evening.lines("ben: !leave", "mia: !mod ban ben 1h shouting")
    clock.move(3599)
    assert BANNED in (await evening.say("ben", "!join")).text
    clock.move(2)
    await evening.lines("ben: !join")


async def test_a_ban_holds_under_all_selves_of_a_person(both: TwoPlaces) -> None:
    """On Twitch: also when the self that was banned is linked later, and when it leaves the others."""
    both.rights["mia@twitch"] = Rights.STAFF
    opened = ("mia@twitch: !open halflings mode=crowd cooldown=0", "annie@twitch: !join", "annie@twitch: !leave")
    await both.lines(*opened, "mia@twitch: !mod ban annie 1d cheating")
    await linked(both)
    assert BANNED in (await both.say("annie@twitch", "!join")).text
    both.clock.move(DAY + 1)
    await both.lines("annie@twitch: !join", "annie@twitch: !leave", "mia@twitch: !mod ban annie 1d cheating")
    assert (await both.say("annie@twitch", "!link apart", private=True)).ok
    assert BANNED in (await both.say("annie@twitch", "!join")).text


@pytest.fixture
async def beside(evening: Evening) -> AsyncIterator[Evening]:
    """Yield a second process at the same venue and place."""
    other = Evening(evening.store, evening.clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    other.rights = evening.rights
    yield other
    await other.end()


async def test_a_ban_given_in_one_process_holds_in_the_other_at_once(evening: Evening, beside: Evening) -> None:
    await table(evening)
    await beside.lines("ben: !leave")
    await evening.lines("mia: !mod ban ben 7d cheating")
    assert BANNED in (await beside.say("ben", "!join")).text
    await beside.lines("mia: !mod forgive ben")
    await evening.lines("ben: !join")


async def test_a_ban_of_a_channel_holds_after_it_joins_a_community(both: TwoPlaces) -> None:
    """Once, under a number of the home, so moderators can list and lift it; in whatever place it is asked first."""
    both.rights |= {"olga": Rights.OWNER, "tess@twitch": Rights.OWNER, "mo@twitch": Rights.STAFF, "mia": Rights.STAFF}
    await both.lines("ann: !open halflings mode=duel", "cid: !join", "cid: !leave", "mia: !mod mute cid 7d spam")
    await both.lines("ann@twitch: !open halflings mode=duel", "bob@twitch: !join", "bob@twitch: !leave")
    await both.lines("mo@twitch: !mod ban bob 7d cheating", "ann@twitch: !leave", "ann: !leave")
    await one_community(both)
    both.clock.move(61)
    await both.lines("ann@twitch: !open halflings mode=duel")
    for _ in range(2):
        assert BANNED in (await both.say("bob@twitch", "!join")).text
    listed = (await both.say("mo@twitch", "!mod list")).text
    assert listed.splitlines()[0] == "What holds here: 2."
    assert "bob · #2 banned" in listed
    await both.lines("mo@twitch: !mod forgive #2", "bob@twitch: !join")


async def test_a_ban_lasts_over_a_restart(evening: Evening, beside: Evening) -> None:
    await table(evening)
    await evening.lines("ben: !leave", "mia: !mod ban ben for ever cheating")
    assert f"{BANNED}, for ever: cheating" in (await beside.say("ben", "!join")).text


# Telling


async def test_whoever_is_judged_is_told_in_private_and_else_where_they_are(evening: Evening) -> None:
    posts = Posts(evening)
    await table(evening)
    await evening.lines("mia: !mod ban ben 7d cheating")
    await evening.house.part(OwedPostings).all_paid()
    assert posts.posted == [
        "ben: Moderator mia has banned you from the tables here, for 7 days: cheating. A game that you are in goes on."
    ]
    posts.reaches = True
    await evening.lines("mia: !mod forgive ben")
    await evening.house.part(OwedPostings).all_paid()
    assert len(posts.posted) == 1
    assert posts.alone == [(person("ben", evening.tag).id, "ben: Moderator mia has lifted what held of you here.")]
    assert [key async for keys in evening.store.keys_like("pl:note:owed-posting:*") for key in keys] == []


async def test_a_note_is_told_to_nobody_but_moderators(evening: Evening) -> None:
    posts = Posts(evening)
    await table(evening)
    answer = await evening.say("mia", "!mod note ben plays under two names")
    assert answer.is_private
    await evening.house.part(OwedPostings).all_paid()
    assert (posts.posted, posts.alone) == ([], [])
    assert "plays under two names" in (await evening.say("mia", "!mod ben")).text


async def test_a_house_that_is_killed_between_storing_and_telling_tells_after_its_start(
    evening: Evening, beside: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F6."""
    await table(evening)
    killed = Posts(evening)
    monkeypatch.setattr(OwedPostings, "pay", lambda *_: None)  # the kill: what follows the storing is not done
    await evening.say("mia", "!mod ban ben 7d cheating")
    assert killed.posted == []
    monkeypatch.undo()
    posts = Posts(beside)
    evening.clock.move(GRACE + 1)
    owed = beside.house.part(OwedPostings)
    owed.start()
    await owed.settle()
    assert len(posts.posted) == 1
    assert "banned you from the tables here" in posts.posted[0]


async def test_what_was_never_stored_is_never_told(
    evening: Evening, beside: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table(evening)

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(Sanctions, "change", killed)
    with pytest.raises(asyncio.CancelledError):
        await evening.house.hear(evening.message("mia", "!mod ban ben 7d cheating"))
    monkeypatch.undo()
    posts = Posts(beside)
    evening.clock.move(GRACE + 1)
    owed = beside.house.part(OwedPostings)
    owed.start()
    await owed.settle()
    assert posts.posted == []
    assert await sanctions(evening) == ()


# Two processes, each with its own connection


async def test_a_mute_given_in_one_process_is_heard_in_the_other(
    evening: Evening, empty_server: EmbeddedServer, clock: HandClock
) -> None:
    """What may be said in rooms is asked for each line, so it is cached; the others are told when it changes."""
    store = await Store.connect(empty_server.url, clock=clock, timeout=60.0)
    other = Evening(store, clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    other.rights = evening.rights
    for house in (evening.house, other.house):
        house.store.news.start()
    await table(evening)
    ben = person("ben", evening.tag)

    async def speaks() -> bool:
        try:
            await other.house.hooks.check_speaking(ben, evening.venue, Rights.PLAYER)
        except Refused:
            return False
        return True

    async with asyncio.timeout(60):
        assert await speaks()
        await evening.lines("mia: !mod mute ben 1h spam")
        while await speaks():  # noqa: ASYNC110 - what another process tells sets no event here
            await asyncio.sleep(0.02)
        await evening.lines("mia: !mod forgive ben")
        while not await speaks():  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.02)
    await other.end()
    await store.close()


async def test_of_two_processes_that_change_sanctions_at_once_neither_loses_one(
    evening: Evening, empty_server: EmbeddedServer, clock: HandClock
) -> None:
    store = await Store.connect(empty_server.url, clock=clock, timeout=60.0)
    other = Evening(store, clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    other.rights = evening.rights
    await table(evening)
    said = [one.say("mia", f"!mod warn ben reason {number}") for number in range(6) for one in (evening, other)]
    answers = await asyncio.gather(*said)
    assert all(answer.ok for answer in answers)
    assert [one.number for one in await sanctions(evening)] == list(range(1, 13))
    await other.end()
    await store.close()
