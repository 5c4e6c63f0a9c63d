"""Test what is posted of a game, and one's own receipts: in the first private answer, on request, and on repetition."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from evening import Evening
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.ports.messages import Answer, Person
from bot.table.phases import Between, Playing
from games.proof import fair
from games.proof.posted import Posted, check_posted
from games.proof.record import Mismatch
from games.proof.verifying import replayed
from persistence import HandClock, Store

PLAYERS = ("ben", "cid", "dee", "eve")
DIGITS = re.compile("[a-z2-7]{26}|[0-9a-f]{12,64}")
DOCS = Path(__file__).parents[2] / "docs"
NOBODY_ELSE = Person(PersonId(""), "")
LINK = "https://discord.com/channels/1/2/1234567890"


@pytest.fixture
async def headache(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield an evening of five people who each vote in secret."""
    made = Evening.of(request.node.nodeid, store, clock)
    await made.lines("ann: !open headache max_swap_rounds=1", *(f"{name}: !join" for name in PLAYERS), "ann: !start")
    yield made
    await made.end()


async def game_on(evening: Evening) -> Playing:
    phase = (await evening.table()).phase
    assert isinstance(phase, Playing)
    return phase


async def voted(evening: Evening) -> Answer:
    """Return the answer to Ann's vote, after everybody has left the cups alone."""
    for _ in range(5):
        for name in ("ann", *PLAYERS):
            await evening.say(name, "!pass")
    return await evening.whisper("ann", "vote 0")


async def test_the_first_private_answer_of_a_game_has_its_seal_and_what_is_mixed_in(headache: Evening) -> None:
    """Nobody can edit them there, so each player can compare them with the record."""
    game = await game_on(headache)
    seal, mixed = fair.binding(game.pledge.commitment), game.entropy[:12]
    for name in ("ann", "ben"):
        first = await headache.whisper(name, "stay")
        assert DIGITS.findall(first.text) == [first.receipt, seal, mixed]
    for name in ("cid", "dee", "eve"):
        await headache.whisper(name, "stay")
    again = await voted(headache)
    assert DIGITS.findall(again.text) == [again.receipt]


async def test_whoever_asks_is_told_their_own_receipts_and_nobody_elses(headache: Evening) -> None:
    given = {name: (await headache.whisper(name, "stay")).receipt for name in ("ann", *PLAYERS[:3])}
    game = await game_on(headache)
    asked = {name: await headache.say(name, "!fair") for name in (*given, "zoe")}
    for name, answer in asked.items():
        found = DIGITS.findall(answer.text)
        assert found[:3] == [fair.binding(game.pledge.commitment), game.entropy[:12], game.seen_head[:12]], name
        assert [digits for digits in found if digits in given.values()] == ([given[name]] if name in given else [])
        assert answer.is_private == (name in given)
    code = (await headache.table()).code
    await headache.lines("ann: !close")
    (file,) = (await headache.say("ann", f"!verify {code}")).files
    posted = Posted(game.pledge.commitment, game.entropy, receipts=tuple(given.values()))
    check_posted(replayed(file.content.decode()), posted)


async def test_a_secret_move_that_is_repeated_is_told_its_first_receipt_again(headache: Evening) -> None:
    """By the house that took it, by a restarted one, and after others have moved; no one else is told."""
    first = await headache.say("ann", "stay", private=True, message_id="twice")
    await headache.whisper("ben", "stay")
    other = await headache.again()
    for house in (headache, other):
        repeat = await house.say("ann", "stay", private=True, message_id="twice")
        assert repeat.repeated
        assert repeat.is_private
        assert repeat.receipt == first.receipt
        assert first.receipt in repeat.text
        elses = await house.say("cid", "stay", private=True, message_id="twice")
        assert first.receipt not in elses.text
        public = await house.say("ann", "stay", message_id="twice")
        assert first.receipt not in public.text
    await other.end()
    assert (await game_on(headache)).deeds == 2


async def test_the_stamp_leads_to_the_message_that_all_can_see(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join")
    start = evening.message("ann", "!start", stamp=True, message_id="discord:1234567890")
    await evening.hear(replace(start, link=LINK))
    told = (await evening.say("zoe", "!fair")).text
    assert "if 1234567890 is" in told
    assert told.count(LINK) == 1
    (page,) = await evening.house.look(NOBODY_ELSE, evening.venue, evening.place, "en", page=True)
    assert "mixed in, of it the message 1234567890. Game" in "\n".join(one.text for one in page.news)
    code = (await evening.table()).code
    await evening.lines("ann: !close")
    verified = await evening.say("zoe", f"!verify {code}")
    assert verified.text.endswith(f"That message: {LINK}")
    await evening.lines("wait: 60", "ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    (page,) = await evening.house.look(NOBODY_ELSE, evening.venue, evening.place, "en", page=True)
    assert "mixed in. Game" in "\n".join(one.text for one in page.news)
    assert "Level 1" in (await evening.say("zoe", "!fair")).text


async def stamped(evening: Evening, line: str, name: str) -> None:
    """Let Ann say a public line that the platform numbers."""
    heard = evening.message("ann", line, stamp=True, message_id=f"discord:{name}")
    assert (await evening.hear(replace(heard, link=LINK))).ok


async def test_the_message_that_ended_a_game_is_kept_for_the_next_as_its_stamp(evening: Evening) -> None:
    """A game that begins by itself has it, with a link to it."""
    evening.roll(7, 4, 5)
    await evening.lines("ann: !open halflings cooldown=0", "ann: !stake 10")
    await stamped(evening, "!roll", "1234567890")
    between = (await evening.table()).phase
    assert isinstance(between, Between)
    assert (between.stamp, between.stamp_link) == ("1234567890", LINK)


async def test_a_stamp_counts_only_where_the_seal_was_told_before_its_message(evening: Evening) -> None:
    """T23: a person who knows the mixed-in text before telling the seal could choose a seal that makes a player
    lose.
    """
    await stamped(evening, "!halflings 10 auto", "777")
    (file,) = (await evening.say("ann", "!verify")).files
    assert replayed(file.content.decode()).stamp == ""
    assert isinstance(between := (await evening.table()).phase, Between)
    assert (between.stamp, between.stamp_link) == ("", ""), "nor for the next, whose seal was told by the same line"
    await evening.wait(60)
    await stamped(evening, "!stake 10 auto", "778")
    (file,) = (await evening.say("ann", "!verify")).files
    assert replayed(file.content.decode()).stamp == "778"


@pytest.mark.parametrize(("lines", "level"), [(("!halflings 10",), 0), (("!open halflings", "!stake 10"), 1)])
async def test_a_seal_that_came_with_the_start_makes_it_level_0(
    evening: Evening, lines: tuple[str, ...], level: int
) -> None:
    """If nobody had the seal before, the seed could have been chosen. This holds during the game and afterwards."""
    evening.roll(7, 4, 5)
    evening.dice.loaded = False
    for line in lines:
        assert (await evening.say("ann", line)).ok
    assert f"Level {level}: " in (await evening.say("zoe", "!fair")).text
    await evening.lines("ann: !roll")
    await evening.wait(60)
    for asked in ("!fair", "!verify"):
        assert f"Level {level}: " in (await evening.say("zoe", asked)).text


async def test_between_games_it_tells_of_the_one_that_ended(evening: Evening) -> None:
    await evening.lines("ann: !halflings 10 auto")
    told = (await evening.say("ann", "!fair")).text
    (file,) = (await evening.say("ann", "!verify")).files
    found = replayed(file.content.decode())
    seal, mixed, end, *rest = DIGITS.findall(told)
    check_posted(found, Posted(seal, mixed, end))
    with pytest.raises(Mismatch):
        check_posted(found, Posted(end, mixed, seal))
    assert rest[0] == fair.binding((await evening.table()).pledge.commitment)


async def test_a_table_without_a_game_tells_the_seal_of_its_first(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel")
    told = (await evening.say("ann", "!fair")).text
    assert DIGITS.findall(told) == [fair.binding((await evening.table()).pledge.commitment)]


async def test_where_no_move_is_secret_the_head_is_that_after_the_last_deed_of_all(evening: Evening) -> None:
    """Each deed changes it, also each silence."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start")
    heads = set[str]()
    for _ in range(4):
        game = await game_on(evening)
        _, _, head, *_ = DIGITS.findall((await evening.say("zoe", "!fair")).text)
        assert head == game.head[:12]
        heads.add(head)
        await evening.wait(20)
    assert len(heads) > 1
