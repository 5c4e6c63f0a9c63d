"""Test balances that are brought from another bot's export: read whole, paid in one step, given back for a day."""

import asyncio
import contextlib

import pytest
from evening import Evening, unbalanced
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.people.communities import Communities, Member
from bot.people.own_limits import OwnLimits
from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Message, Person, Rights
from bot.table.audit import read_entry
from bot.table.change import Refused
from bot.wings.setup.balances import MOST_AMOUNT, MOST_LINES, rows_of
from bot.wings.setup.setup_view import SetupTold, SetupView
from persistence import Heard, Short, Store, Transfer

FIRST = 1000
"""What everybody gets who comes for the first time."""


@pytest.fixture
async def here(evening: Evening) -> Evening:
    """Return a place that Oda owns, where Ann and Ben have purses."""
    evening.rights |= {"oda": Rights.OWNER, "mia": Rights.STAFF}
    await evening.lines("ann: !wallet", "ben: !wallet")
    return evening


def on_page(evening: Evening, name: str = "oda") -> Message:
    return replace(evening.message(name, "setup", private=True), page=True)


async def brings(evening: Evening, csv: str, name: str = "oda", reason: str = "from the old bot") -> SetupTold:
    """Look at a file, and bring it if nothing is wrong."""
    view = evening.house.part(SetupView)
    first = await view.bring(on_page(evening, name), csv.encode(), "", "")
    return await view.bring(on_page(evening, name), csv.encode(), first.mark, reason) if first.mark else first


async def gives_back(evening: Evening, name: str = "oda") -> SetupTold:
    view = evening.house.part(SetupView)
    (brought,) = (await view.shown(on_page(evening))).brought
    return await view.give_back(on_page(evening, name), brought.mark)


async def test_what_a_file_brings_is_shown_then_paid_in_one_step(here: Evening) -> None:
    csv = "Name;Amount\nAnn;500\n@ben;70\ntest:123456;20\nnobody;5\n"
    view = here.house.part(SetupView)
    first = await view.bring(on_page(here), csv.encode(), "", "")
    assert first.text == (
        "3 people get 590 suckers in all, besides what everybody gets who comes for the first time.\n"
        "Ann → ann: 500\nben → ben: 70\ntest:123456 → test:123456: 20\n"
        "Nobody here is called like this, so 1 gets nothing: nobody. With an id, such as twitch:12345, they would."
    )
    assert await here.purse("ann") == FIRST, "it was only looked at"
    done = await view.bring(on_page(here), csv.encode(), first.mark, "from the old bot")
    assert done.text == "3 people have got 590 suckers in all."
    assert [await here.purse(name) for name in ("ann", "ben")] == [FIRST + 500, FIRST + 70]
    assert await here.store.balance(here.venue, "purse:test:123456") == FIRST + 20
    assert not await unbalanced(here)
    ledger = (await here.whisper("ann", "!ledger")).text
    assert "+500 · brought from another bot by oda: from the old bot" in ledger
    (entry,) = [one for line in await here.store.audit(here.venue, 9) if (one := read_entry(line)) is not None]
    assert (entry.name, entry.did, entry.reason) == ("oda", "setup balances: 3 people, 590 suckers", "from the old bot")
    assert "setup balances" in (await here.say("ann", "!voids")).text, "everybody may read it"


async def test_the_same_balances_come_once(here: Evening) -> None:
    assert (await brings(here, "ann,5\nben,6")).ok
    for again in ("ann,5\nben,6", "name,amount\r\nben,6\r\nAnn,5\r\n"):
        assert (await brings(here, again)).text == "These balances were brought here before."
    assert await here.purse("ann") == FIRST + 5


async def test_a_changed_file_pays_only_those_who_got_nothing_before(here: Evening) -> None:
    assert (await brings(here, "ann,5\ncid,6")).text == "1 person has got 5 suckers in all."
    await here.say("cid", "!wallet")
    looked = await here.house.part(SetupView).bring(on_page(here), b"Ann,50\ncid,6", "", "")
    assert "cid → cid: 6\n1 of these got theirs before, and gets nothing now: Ann." in looked.text
    assert (await brings(here, "Ann,50\ncid,6")).ok
    assert [await here.purse(name) for name in ("ann", "cid")] == [FIRST + 5, FIRST + 6]


async def test_what_was_given_back_can_be_brought_again_once(here: Evening) -> None:
    for _ in range(3):
        assert (await brings(here, "ann,5")).ok
        assert (await brings(here, "ann,5")).text == "These balances were brought here before."
        assert (await gives_back(here)).ok
    assert await here.purse("ann") == FIRST
    assert not await unbalanced(here)


async def test_of_two_who_bring_it_at_once_one_does_and_the_other_is_told(here: Evening) -> None:
    here.rights["ola"] = Rights.OWNER
    view, csv = here.house.part(SetupView), b"ann,5"
    mark = (await view.bring(on_page(here), csv, "", "")).mark
    both = [view.bring(on_page(here, name), csv, mark, "old bot") for name in ("oda", "ola")]
    told = {one.text for one in await asyncio.gather(*both)}
    assert told == {"1 person has got 5 suckers in all.", "These balances were brought here before."}
    assert await here.purse("ann") == FIRST + 5
    assert len(await here.store.audit(here.venue, 9)) == 1
    (brought,) = (await view.shown(on_page(here))).brought
    back = await asyncio.gather(*(view.give_back(on_page(here, name), brought.mark) for name in ("oda", "ola")))
    assert sorted(one.ok for one in back) == [False, True]
    assert await here.purse("ann") == FIRST
    assert not await unbalanced(here)


async def test_the_owner_of_a_member_brings_nothing_to_the_home(here: Evening) -> None:
    member = VenueId("test:member")
    await here.house.part(Communities).join(VenueId(here.venue), Member(member, "bob"))
    message = replace(on_page(here), venue=member, rights=Rights.OWNER)
    told = await here.house.part(SetupView).bring(message, b"ann,5", "", "")
    assert "where the community has its home" in told.text
    assert "where the community" in (await here.house.part(SetupView).give_back(message, "any")).text


async def test_a_name_that_only_looks_alike_gets_nothing(here: Evening) -> None:
    await here.say("lara", "!wallet")
    assert (await brings(here, "Iara,5")).text.startswith("Nobody of these is known here: Iara.")
    assert (await brings(here, "\uff2cARA,5")).ok, "only the kind of letters differs"
    assert await here.purse("lara") == FIRST + 5


async def test_whoever_was_forgotten_gets_no_second_welcome(here: Evening) -> None:
    someone = PersonId("test:123456")
    await here.hear(replace(here.message("someone", "!wallet"), sender=Person(someone, "someone")))
    await here.house.people.forget(someone)
    assert (await brings(here, f"{someone},5")).ok
    assert await here.store.balance(here.venue, f"purse:{someone}") == 5


async def test_whoever_was_forgotten_is_not_paid_again_by_the_same_file(here: Evening) -> None:
    someone = PersonId("test:123456")
    await here.hear(replace(here.message("someone", "!wallet"), sender=Person(someone, "someone")))
    assert (await brings(here, f"{someone},5")).ok
    await here.house.people.forget(someone)
    assert await here.store.balance(here.venue, f"purse:{someone}") is None
    again = await brings(here, f"{someone},5")
    assert (again.ok, again.text) == (False, "These balances were brought here before.")
    assert not any("123456" in one for one in await here.store.once_of(here.venue, someone))


@pytest.mark.parametrize("parted", [True, False])
async def test_another_self_of_somebody_who_was_paid_is_not_paid_after_they_part_or_are_forgotten(
    here: Evening, parted: bool
) -> None:
    one, other = PersonId("test:1234"), PersonId("test:5678")
    for each in (one, other):
        await here.hear(replace(here.message("someone", "!wallet"), sender=Person(each, "someone")))
    selves, csv = here.house.part(Selves), f"{other},5"
    await selves.link(Person(one, "one"), Person(other, "other"), "link", lambda _: False)
    assert (await brings(here, csv)).ok
    assert await here.store.balance(here.venue, f"purse:{one}") == FIRST + 5
    if parted:
        await here.house.part(OwnLimits).bind_apart(one, other)
        await selves.part(other, one, Heard(here.venue, "parting"))
    else:
        await here.house.people.forget(one)
    again = await brings(here, csv)
    assert (again.ok, again.text) == (False, "These balances were brought here before.")


@pytest.mark.parametrize(
    ("csv", "why"),
    [
        ("ann,5\nann,6", "Line 2: ann stands on line 1 already."),
        ("ann,5\nzoe,1\nZOE,2", "Line 3: ZOE stands on line 2 already."),
        ("ann,-5", 'Line 1: "-5" is no amount.'),
        ("ann,5\nben,lots", 'Line 2: "lots" is no amount.'),
        ("ann,5\nben,1.5", 'Line 2: "1.5" is no amount.'),
        (f"ann,{MOST_AMOUNT + 1}", f"Line 1: one person gets {MOST_AMOUNT:,} at most."),
        ("ann,5\nben", "Line 2: that is not a name or an id, and an amount"),
        ("ann,5,6", "Line 1: that is not a name"),
        ('"ann,5', "Line 1: that is not a name"),
        ("", "There is no line in it."),
        ("zoe,5", "Nobody of these is known here: zoe."),
        ("a,1\n" * (MOST_LINES + 3), "10,000 lines at most"),
        ("x" * 1_050_000, "1,024 KB at most"),
    ],
)
async def test_a_file_that_is_wrong_anywhere_brings_nothing(here: Evening, csv: str, why: str) -> None:
    told = await brings(here, csv)
    assert not told.ok
    assert why in told.text
    assert [await here.purse(name) for name in ("ann", "ben")] == [FIRST, FIRST]
    assert await here.store.audit(here.venue, 9) == []


async def test_only_whoever_owns_the_place_brings_balances_and_says_why(here: Evening) -> None:
    assert "Only whoever owns this place" in (await brings(here, "ann,5", "mia")).text
    assert "for moderators" in (await brings(here, "ann,5", "ben")).text
    assert "Say the reason" in (await brings(here, "ann,5", reason=" ")).text
    assert await here.purse("ann") == FIRST


async def test_what_was_brought_is_given_back_for_a_day(here: Evening) -> None:
    await brings(here, "ann,5\nben,6")
    told = await gives_back(here)
    assert told.text == "2 people have given it back."
    assert told.now is not None
    assert told.now.brought == ()
    assert [await here.purse(name) for name in ("ann", "ben")] == [FIRST, FIRST]
    assert not await unbalanced(here)


async def test_nothing_is_given_back_after_a_day_or_by_a_moderator(here: Evening) -> None:
    await brings(here, "ann,5")
    assert not (await gives_back(here, "mia")).ok
    view = here.house.part(SetupView)
    (brought,) = (await view.shown(on_page(here))).brought
    here.clock.move(24 * 3600)
    assert (await view.shown(on_page(here))).brought == ()
    assert "a day is over" in (await view.give_back(on_page(here), brought.mark)).text
    assert await here.purse("ann") == FIRST + 5


async def test_whoever_has_less_by_now_keeps_it_and_the_others_give_it_back(here: Evening) -> None:
    await brings(here, "ann,5\nben,600")
    spent = Transfer(f"purse:{here.id_of('ben')}", "bank", FIRST + 5, "reward")
    assert not isinstance(await here.store.transfer(here.venue, (spent,)), Short)
    assert (await gives_back(here)).text == "1 person has given it back.\nThese have less by now, and keep it: ben."
    assert await here.purse("ann") == FIRST
    assert (await gives_back(here)).text == "They have less by now, so nothing was taken back: ben."
    assert not await unbalanced(here)


async def test_ten_thousand_people_are_one_step(here: Evening) -> None:
    csv = "\n".join(f"test:{number},{number % 90 + 1}" for number in range(100_000, 100_000 + MOST_LINES))
    told = await brings(here, csv)
    assert told.text.startswith("10,000 people have got"), told.text
    assert len(await here.store.accounts(here.venue)) == MOST_LINES + 3
    assert not await unbalanced(here)
    assert (await gives_back(here)).ok
    assert not await unbalanced(here)


async def test_whoever_is_forgotten_is_in_no_note_of_it(here: Evening, store: Store) -> None:
    await brings(here, "ann,5\nben,6")
    asked = await here.whisper("ann", "!forget me")
    await here.whisper("ann", f"!{asked.confirm}")
    await here.wait(3600)
    note = await store.note("balances", here.venue)
    assert note is not None
    assert here.id_of("ben").encode() in note
    assert here.id_of("ann").encode() not in note


def test_any_bytes_are_rows_or_are_refused() -> None:
    taken = []
    amounts = st.integers(-3, MOST_AMOUNT + 3) | st.text("0-.", max_size=3)
    lines = st.tuples(st.sampled_from(("ann", "ben", "")), amounts)
    listed = st.lists(lines.map(lambda row: f"{row[0]},{row[1]}"), max_size=3).map("\n".join)

    @given(st.binary(max_size=200) | (listed | st.text('ab,;\t"\n-019.', max_size=60)).map(str.encode))
    def tried(content: bytes) -> None:
        with contextlib.suppress(Refused):
            taken.extend(rows_of(content))

    tried()
    assert {row.name for row in taken} >= {"ann", "ben"}
    assert all(0 <= row.amount <= MOST_AMOUNT and row.name for row in taken)
