"""Test corrections of purses by staff: never their own, in public, large ones by two; and their look-ups (T34)."""

import asyncio
from collections.abc import AsyncIterator
from typing import cast

import pytest
from evening import Evening, Witness, unbalanced
from msgspec.structs import replace
from test_selves import linked
from two_places import TwoPlaces

from bot.delivery.owed_postings import OwedPosting, OwedPostings
from bot.people.forgetting import People
from bot.ports.messages import Answer, Posting, Rights, Unreachable
from bot.wings.purses.correction_commands import ASKED
from persistence import EmbeddedServer, HandClock, Store

OTHERS = "purses that they corrected: 0; looks at others' purses and tables: "


class Board(Witness):
    """Keeps what is posted in places. `shut`: how often it can't be reached first; `ends`: whether the process ends."""

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[tuple[str, str]] = []
        self.shut = 0
        self.ends = False

    async def post(self, place: str, posting: Posting) -> None:
        if self.ends:
            raise asyncio.CancelledError
        if self.shut:
            self.shut -= 1
            raise Unreachable("shut", after=0)
        self.posted += [(place, line) for line in posting.lines]


@pytest.fixture
async def here(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield an evening: Mia and Max moderate, Oda owns the place."""
    made = Evening(store, clock, witness=Board(), seed=request.node.nodeid)
    made.rights |= {"mia": Rights.STAFF, "max": Rights.STAFF, "oda": Rights.OWNER}
    yield made
    await made.end()


@pytest.fixture
async def other(here: Evening, server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield the same evening in another process."""
    store = await Store.connect(server.url, clock=clock)
    made = Evening(store, clock, venue=here.venue, place=here.place, tag=here.tag, witness=Board())
    made.rights = here.rights
    yield made
    await made.end()
    await store.close()


def posted(evening: Evening) -> list[tuple[str, str]]:
    return cast("Board", evening.witness).posted


async def wallets(evening: Evening, *names: str) -> None:
    await evening.lines(*(f"{name}: !wallet" for name in names))


async def asked(evening: Evening, line: str) -> str:
    """Say Mia's request; return the line that agrees to it."""
    assert (await evening.say("mia", line)).ok
    return posted(evening)[-1][1].partition('say "')[2].partition('"')[0]


async def corrected(evening: Evening) -> int:
    return await evening.store.counter(evening.venue, "corrected")


async def test_nobody_corrects_their_own_purse_under_whichever_account(both: TwoPlaces) -> None:
    """Typed by either self, and agreed to by either."""
    await linked(both, "mia", "mimi@twitch")
    both.rights |= dict.fromkeys(("mia", "mimi@twitch", "max"), Rights.OWNER)
    await both.lines("mia: !wallet", "max: !wallet", "mimi@twitch: !wallet")
    for name in ("mia", "mimi@twitch"):
        for who in ("mia", "mimi", both.id_of("mia")):
            answer = await both.say(name, f"!correct {who} +5 I deserve it")
            assert not answer.ok, (name, who)
    asked = await both.say("max", "!correct mia +5000 she deserves it", private=True)
    code = asked.text.partition("correct yes ")[2][:4]
    for name in ("mia", "max"):
        assert not (await both.say(name, f"!correct yes {code}")).ok
    assert await both.store.balance(both.server, f"purse:{both.id_of('mia')}") == 1000


async def test_it_is_posted_where_it_was_said_and_where_fair_play_is_told(here: Evening) -> None:
    await wallets(here, "ann")
    await here.lines("mia: !correct ann +5 a bug")
    line = "mia corrects the purse of ann by +5 (a bug). It holds 1,005 now."
    assert posted(here) == [(here.place, line)]
    assert await corrected(here) == 1
    assert "purses that they corrected: 1;" in (await here.say("zoe", "!voids")).text
    assert "mia · correct ann +5 · a bug" in (await here.say("zoe", "!voids")).text


async def test_where_nobody_can_be_told_now_it_is_told_later(here: Evening) -> None:
    await wallets(here, "ann")
    cast("Board", here.witness).shut = 1
    await here.lines("mia: !correct ann +5 a bug")
    while not posted(here):  # noqa: ASYNC110 - the other try is its own task
        await asyncio.sleep(0)
    assert "mia corrects the purse of ann" in posted(here)[0][1]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("!correct ann +5 a bug", "mia corrects the purse of ann by +5 (a bug). It holds 1,005 now."),
        ("!control generous on", "mia lets the House pay more"),
    ],
)
async def test_what_a_killed_process_has_done_and_not_told_is_told_by_the_next(
    here: Evening, other: Evening, line: str, told: str
) -> None:
    here.rights["mia"] = Rights.OWNER
    await wallets(here, "ann")
    cast("Board", here.witness).ends = True
    with pytest.raises(asyncio.CancelledError):
        await here.say("mia", line)
    await here.wait(61)
    for _ in range(2):
        other.house.part(OwedPostings).start()
        await other.house.part(OwedPostings).settle()
    assert [place for place, _ in posted(other)] == [here.place], "once"
    assert told in posted(other)[0][1]


async def test_what_was_told_or_never_done_is_told_no_more(here: Evening, other: Evening) -> None:
    await wallets(here, "ann")
    await here.lines("mia: !correct ann +5 a bug")
    assert not (await here.say("mia", "!correct ann -5000 a bug")).ok
    owed = OwedPosting("deed", here.venue, "never taken", (here.place,), "It is done.", here.store.clock.now())
    generous = replace(owed, message="never taken either", generous=True)
    for one in (owed, generous):
        await here.house.part(OwedPostings).owe(one)
    await here.wait(61)
    other.house.part(OwedPostings).start()
    await other.house.part(OwedPostings).settle()
    assert posted(other) == []
    assert [name async for names in here.store.keys_like("pl:note:owed-posting:*") for name in names] == []


@pytest.mark.parametrize("signs", ["++++++", "+-+-+-", "------"])
async def test_many_small_ones_are_as_much_as_a_large_one(here: Evening, signs: str) -> None:
    await wallets(here, "ann", "ben")
    for number, sign in enumerate(signs):
        await here.lines(f"mia: !correct {('ann', 'ben')[number % 2]} {sign}100 a bug")
    assert await corrected(here) == 5, "the sixth is asked for only"
    assert "mia asks to correct the purse of ben" in posted(here)[-1][1]
    await here.lines("max: !correct ann +100 a bug")
    assert await corrected(here) == 6, "another moderator has a day of their own"
    await here.wait(24 * 3600)
    await here.lines("mia: !correct ben +100 a bug")
    assert await corrected(here) == 7


async def test_two_at_once_are_no_more_than_one_alone(here: Evening, other: Evening) -> None:
    """In two processes, in the same millisecond."""
    await wallets(here, "ann", "ben")
    answers: list[Answer] = await asyncio.gather(
        here.say("mia", "!correct ann +400 a bug"), other.say("mia", "!correct ben +400 a bug")
    )
    assert any(answer.ok for answer in answers)
    purses = [await here.purse(name) for name in ("ann", "ben")]
    assert sorted(purses) == [1000, 1400]
    assert await corrected(here) == 1


async def test_a_yes_is_taken_once_whoever_says_it_however_often(here: Evening, other: Evening) -> None:
    here.rights["meg"] = Rights.STAFF
    await wallets(here, "ann")
    yes = await asked(here, "!correct ann +5000 a bug")
    message = here.message("max", yes)
    answers = await asyncio.gather(here.hear(message), other.hear(message), other.say("meg", yes))
    assert sum(answer.ok and not answer.repeated for answer in answers) == 1
    assert (await here.purse("ann"), await corrected(here)) == (6000, 1)
    assert not (await here.say("meg", yes)).ok
    assert await unbalanced(here) == []


async def test_a_correction_that_was_made_is_not_made_again_by_whom_nobody_told(here: Evening) -> None:
    """The process that made it died before it deleted the request."""
    here.rights["meg"] = Rights.STAFF
    await wallets(here, "ann")
    yes = await asked(here, "!correct ann +5000 a bug")
    code = yes.rpartition(" ")[2]
    note = await here.store.note(ASKED, code)
    assert note is not None
    await here.lines(f"max: {yes}")
    await here.store.put_note(ASKED, code, note)
    assert not (await here.say("meg", yes)).ok
    assert (await here.purse("ann"), await corrected(here)) == (6000, 1)


async def test_a_yes_that_comes_late_or_from_the_wrong_person_moves_nothing(here: Evening) -> None:
    await wallets(here, "ann", "max")
    yes = await asked(here, "!correct ann +5000 a bug")
    for name in ("ann", "zoe", "mia"):
        assert not (await here.say(name, yes)).ok
    for_max = await asked(here, "!correct max +5000 a bug")
    assert "your own purse" in (await here.say("max", for_max)).text
    elsewhere = Evening(here.store, here.clock, tag=here.tag)
    elsewhere.rights = {"max": Rights.OWNER}
    assert not (await elsewhere.say("max", yes)).ok
    await elsewhere.end()
    await here.wait(600)
    assert not (await here.say("max", yes)).ok
    assert not (await here.say("oda", for_max)).ok
    assert await corrected(here) == 0


async def test_where_the_owner_says_so_every_one_takes_two_and_no_moderator_changes_that(here: Evening) -> None:
    await wallets(here, "ann")
    assert not (await here.say("mia", "!server corrections 10k")).ok
    await here.lines("oda: !server corrections off", "oda: !correct ann +1 a bug")
    assert "That takes two moderators here" in posted(here)[-1][1]
    for wrong in ("-1", "1e9", "lots", "100001"):
        assert not (await here.say("oda", f"!server corrections {wrong}")).ok


# Known people


async def test_who_sits_or_has_a_purse_is_known_and_who_only_talks_is_not(here: Evening) -> None:
    await here.lines("ann: !open halflings mode=crowd money=chips", "ben: !join", "ben: !leave", "cid: !wallet")
    await here.say("dan", "!tables")
    for name, known in (("ann", True), ("ben", True), ("cid", True), ("dan", False)):
        assert (await here.say("mia", f"!correct {name} +5 a bug")).ok is known, name
        assert ("is called" in (await here.say("mia", f"!ledger {name}")).text) is not known, name
        assert ("is called" in (await here.say("eve", f"!gift {name} 5")).text) is not known, name


async def test_of_two_with_one_name_staff_are_told_the_ids_and_name_one(here: Evening) -> None:
    """Anybody may take a name that somebody else has (T13)."""
    await wallets(here, "ann", "Ann")
    answer = await here.say("mia", "!correct ann +5 a bug")
    ids = sorted(here.id_of(name) for name in ("ann", "Ann"))
    assert answer.text == f"Several people here are called ann: say {', '.join(ids)} instead."
    assert here.id_of("ann") not in (await here.say("zoe", "!gift ann 5")).text
    await here.lines(f"mia: !correct {here.id_of('Ann')} +5 a bug")
    assert (await here.purse("ann"), await here.purse("Ann")) == (1000, 1005)


async def test_a_name_is_told_to_whose_it_is_and_forgotten_with_them(here: Evening) -> None:
    await wallets(here, "ann")
    (file,) = (await here.whisper("ann", "mydata")).files
    assert f'"{here.venue}": "ann"'.encode() in file.content
    await here.house.part(People).forget(here.message("ann", "").sender.id)
    assert await here.store.called(here.venue) == {}


# Look-ups


async def test_a_look_is_for_everybody_to_read_and_stands_there_once_an_hour(here: Evening) -> None:
    await here.lines("ann: !open halflings mode=crowd money=purse", "ben: !join")
    code = (await here.table()).code
    for _ in range(3):
        await here.lines("mia: !ledger ann", "mia: !ledger all", f"mia: !mod dispute {code}", "ann: !ledger")
        await here.say("mia", "!mod flows")
    told = (await here.say("ben", "!voids")).text
    assert f"{OTHERS}4." in told
    for deed in ("ledger ann", "ledger all", f"dispute · {code}", "flows"):
        assert told.count(f"mia · {deed}") == 1
        assert f"mia · {deed}" in (await here.say("mia", "!mod log")).text
    assert not (await here.say("ben", "!ledger ann")).ok


async def test_who_looks_at_much_pushes_no_void_out_of_sight(here: Evening) -> None:
    await here.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start", "mia: !end bedtime")
    names = [f"p{number}" for number in range(25)]
    await wallets(here, *names)
    await here.lines(*(f"mia: !ledger {name}" for name in names))
    assert "mia · end, game 1 void" in (await here.say("ben", "!voids 1")).text
