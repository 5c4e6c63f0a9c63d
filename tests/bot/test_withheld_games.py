"""What a round of a match hid stays hidden to the end of the match: its seed, its record and its replay."""

from collections.abc import AsyncIterator

import pytest
from evening import Evening

from bot.delivery.archive_pages import ArchivePages
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.ports.ids import VenueId
from bot.ports.messages import Rights
from bot.ports.replays import GameWithheld
from games.proof.verifying import verify
from persistence import HandClock, Store

OPEN = ("ann: !open rogues next_seconds=200 rounds=2", "ben: !join", "ann: !start")
HIDDEN = "when the series is over"


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    made.house.links.public = "https://games.test/"
    made.rights["mia"] = Rights.STAFF
    yield made
    await made.end()


async def kept(evening: Evening) -> list[FinishedGame]:
    return await FinishedGames(evening.store).all_of(VenueId(evening.venue), Wanted())


async def flee(evening: Evening) -> None:
    """Let everybody flee in turn, so that the round is over and no hand was shown."""
    for name in ("ann", "ben", "ann", "ben"):
        await evening.say(name, "!flee")


async def refused(evening: Evening, line: str) -> bool:
    answer = await evening.say("ben", line)
    return not answer.ok and HIDDEN in answer.text


async def test_between_rounds_of_a_match_nobody_sees_what_was_hidden_in_the_last_one(evening: Evening) -> None:
    await evening.lines(*OPEN)
    first, _ = (await evening.table()).state.rogues[0].dice.reveal()
    assert (await evening.whisper("ann", f"drop {first}")).ok
    await flee(evening)
    (game,) = await kept(evening)
    assert game.withheld
    assert ([sat.moves for sat in game.seats], game.deeds) == ([{"flee": 1}, {"flee": 1}], 2), "nor what was arranged"
    assert all([await refused(evening, line) for line in ("!verify", "!verify 1", "!replay", "!replay 1")])
    assert "Seed of game 1" not in "\n".join(evening.news)
    assert any("stay closed until its series is over" in line for line in evening.news)
    assert await evening.house.queries.commentary(await evening.table(), "en") == ()
    replays = evening.house.replays
    link = await replays.link(VenueId(evening.venue), game.record)
    for look in (
        lambda: replays.shown(link, "en"),
        lambda: replays.film(link, "all", "en"),
        lambda: replays.odds(link, "all", 1, "en"),
        lambda: replays.record(link),
    ):
        with pytest.raises(GameWithheld):
            await look()


async def test_at_the_end_of_the_match_all_its_rounds_open(evening: Evening) -> None:
    await evening.lines(*OPEN)
    await flee(evening)
    await evening.wait(200)
    assert await refused(evening, "!verify 1")  # the second round is on
    await flee(evening)
    assert any("One earlier game of the series is open now" in line for line in evening.news)
    for number in (1, 2):
        answer = await evening.say("ben", f"!verify {number}")
        (file,) = answer.files
        assert verify(file.content.decode()).game_id.endswith(f"/{number}")
        assert (await evening.say("ben", f"!replay {number}")).ok
    for game in await kept(evening):
        link = await evening.house.replays.link(VenueId(evening.venue), game.record)
        assert await evening.house.replays.shown(link, "en") is not None


@pytest.mark.parametrize("ends", [("ann: !leave", "ben: !leave"), ("mia: !end",), ("mia: !reset",)])
async def test_a_match_that_is_broken_off_opens_its_rounds_too(evening: Evening, ends: tuple[str, ...]) -> None:
    await evening.lines(*OPEN)
    await flee(evening)
    (game,) = await kept(evening)
    await evening.lines(*ends)
    assert not await evening.house.withheld_games.has(VenueId(evening.venue), game)


async def test_a_round_that_is_called_off_opens_at_once(evening: Evening) -> None:
    await evening.lines(*OPEN)
    await evening.sure("mia", "!reset the stakes were wrong")
    (game,) = await kept(evening)
    assert game.void
    assert not game.withheld
    assert (await evening.say("ben", "!verify 1")).files


async def test_a_table_that_is_kept_no_more_hides_nothing(evening: Evening) -> None:
    await evening.lines(*OPEN)
    await flee(evening)
    (game,) = await kept(evening)
    for key in await evening.store.pipe.read("KEYS", "*:session"):
        await evening.store.pipe.write("DEL", key)
    assert not await evening.house.withheld_games.has(VenueId(evening.venue), game)


async def test_a_game_that_hides_nothing_from_the_next_one_opens_at_its_end(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    await evening.wait(300)
    (game,) = await kept(evening)
    assert not game.withheld
    assert isinstance(evening.house.archive_pages, ArchivePages)
    assert (await evening.say("ben", "!replay")).ok


async def test_a_file_for_a_dispute_between_rounds_tells_no_hand_of_the_match(evening: Evening) -> None:
    """What was told one seat alone waits, as the record does, until the match is over."""
    await evening.lines(*OPEN)
    await flee(evening)
    code = (await evening.table()).code

    async def file() -> str:
        (found,) = (await evening.say("mia", f"!mod dispute {code}")).files
        return found.content.decode()

    between = await file()
    assert "alone]" not in between
    assert "stay closed until its series is over" in between
    await evening.lines("mia: !reset it is late")
    assert "alone] " in await file()
