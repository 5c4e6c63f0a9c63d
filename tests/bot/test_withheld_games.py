"""Test that a round's secrets stay hidden to the end of the match, whose rounds have one common proof."""

from collections.abc import AsyncIterator

import pytest
from evening import Evening, person

from bot.delivery.replays import Replays, WithheldGames
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Rights
from bot.ports.replays import GameWithheld
from bot.render.seat_lines import outcomes
from bot.table.phases import Playing
from bot.wings.archive.archive import Archive
from games.proof.posted import Posted, check_posted
from games.proof.verifying import replayed, verify
from persistence import HandClock, Store

OPEN = ("ann: !open rogues next_seconds=200 rounds=2", "ben: !join", "ann: !start")
HIDDEN = "when the series is over"


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    made.house.doors.public = "https://games.test/"
    made.rights["mia"] = Rights.STAFF
    yield made
    await made.end()


async def kept(evening: Evening) -> list[FinishedGame]:
    return await FinishedGames(evening.store).all_of(VenueId(evening.venue), Wanted())


async def flee(evening: Evening) -> None:
    """Let everybody flee in turn, so that the round ends without a shown hand."""
    for name in ("ann", "ben", "ann", "ben"):
        await evening.say(name, "!flee")


async def drop(evening: Evening) -> None:
    """Let somebody whose dice differ say in secret which one they would keep."""
    hands = [rogue.dice.reveal() for rogue in (await evening.table()).state.rogues]
    name, first = next((name, one[0]) for name, one in zip(("ann", "ben"), hands, strict=True) if len(set(one)) > 1)
    assert (await evening.whisper(name, f"drop {first}")).ok


async def refused(evening: Evening, line: str) -> bool:
    answer = await evening.say("ben", line)
    return not answer.ok and HIDDEN in answer.text


async def test_between_rounds_of_a_match_nobody_sees_what_was_hidden_in_the_last_one(evening: Evening) -> None:
    await evening.lines(*OPEN)
    await drop(evening)
    await flee(evening)
    assert await kept(evening) == []
    assert await refused(evening, "!verify")
    assert not (await evening.say("ben", "!replay")).ok
    assert not [line for line in evening.news if "Game 1: end" in line]
    assert "Game 1 is on: " in (await evening.say("ben", "!fair")).text
    assert await evening.house.queries.commentary(await evening.table(), "en") == ()


async def test_at_a_matchs_end_is_told_what_the_whole_match_brought(evening: Evening) -> None:
    await evening.lines(*OPEN)
    await flee(evening)
    brought = [one.gain for one in outcomes(await evening.table()).values()]
    assert brought == [-10, -10], "of a round, what it brought"
    await evening.wait(200)
    await flee(evening)
    session = await evening.table()
    assert session.result is not None
    assert session.result.next_after is None
    assert [one.gain for one in outcomes(session).values()] == [0, 0], "not the 10 that came back in the last round"


async def test_how_a_round_ended_is_what_the_game_told_last(evening: Evening) -> None:
    """By it pages and the overlay know the result. It has no fine print."""
    await evening.lines(*OPEN)
    await flee(evening)
    (seen,) = await evening.house.look(person("zoe", ""), VenueId(evening.venue), PlaceId(evening.place), "en")
    told = [line.text for line in seen.news if line.of_game]
    assert told[-1].startswith("ben flees")
    assert seen.news[-1].text == "The next round begins in 200 seconds."


async def test_what_is_over_of_a_match_that_goes_on_with_others_waits_for_its_end(evening: Evening) -> None:
    await evening.lines(*OPEN)
    await drop(evening)
    await flee(evening)
    await evening.lines("cid: !join")
    await evening.wait(200)
    (game,) = await kept(evening)
    assert game.withheld
    assert ([sat.moves for sat in game.seats], game.deeds) == ([{"flee": 1}, {"flee": 1}], 2), "nor what was arranged"
    assert all([await refused(evening, line) for line in ("!verify", "!verify 1", "!replay", "!replay 1")])
    assert any("stay closed until its series is over" in line for line in evening.news)
    replays = evening.house.part(Replays)
    link = await replays.link(VenueId(evening.venue), game.record)
    for look in (
        lambda: replays.shown(link, "en"),
        lambda: replays.film(link, "all", "en"),
        lambda: replays.odds(link, "all", 1, "en"),
        lambda: replays.record(link),
    ):
        with pytest.raises(GameWithheld):
            await look()


async def test_luck_in_a_game_that_stays_closed_is_told_once_it_opens(evening: Evening) -> None:
    await evening.lines(*OPEN)
    for name in ("ann", "ben"):
        await evening.say(name, "!trip")
    await evening.lines("cid: !join")
    await evening.wait(200)
    await evening.house.afterwards.settle()
    (game,) = await kept(evening)
    assert (game.withheld, game.pot, {sat.luck for sat in game.seats}) == (True, 0, {None})
    await evening.lines("mia: !reset it is late")
    await evening.house.afterwards.settle()
    looked_at = next(one for one in await kept(evening) if one.number == 1)
    assert looked_at.pot


async def test_a_match_has_one_seal_one_text_a_seat_and_one_end_for_all_its_rounds(evening: Evening) -> None:
    """They are told only at its start and its end. Its rounds are one record, and one game in the lists."""
    await evening.lines("ann: !open rogues next_seconds=200 rounds=3", "ben: !join cut deep", "ann: !start")
    pledge = (await evening.table()).pledge
    for _ in range(2):
        await flee(evening)
        await evening.lines("ben: !join for the next match")
        await evening.wait(200)
        table = await evening.table()
        assert isinstance(table.phase, Playing)
        assert table.pledge == pledge
        assert table.phase.pairs == (("0", ""), ("1", "cut deep"))
    await flee(evening)
    news = "\n".join(evening.news)
    assert [news.count(told) for told in ("Game 1: seal", "Game 1: mixed", "Game 1: end", "The game begins")] == [
        1,
        1,
        1,
        1,
    ]
    (file,) = (await evening.say("ben", "!verify")).files
    found = replayed(file.content.decode())
    assert file.content.count(b'{"type":"round",') == 2
    assert found.committed.game_id.endswith("/1")
    (game,) = await kept(evening)
    assert [sat.moves for sat in game.seats] == [{"flee": 3}, {"flee": 3}]
    assert [sat.before for sat in game.seats] == [200, 200]
    assert (await evening.say("ben", "!replay")).ok
    link = await evening.house.part(Replays).link(VenueId(evening.venue), game.record)
    assert await evening.house.part(Replays).film(link, "all", "en") is not None


async def test_a_match_goes_on_at_another_house(evening: Evening) -> None:
    """The proof of its rounds is in the store, and a move of each round has a receipt in the one record."""
    await evening.lines(*OPEN)
    await flee(evening)
    await evening.wait(200)
    other = await evening.again()
    first, _ = (await other.table()).state.rogues[1].dice.reveal()
    dropped = await other.whisper("ben", f"drop {first}")
    assert dropped.receipt, dropped.text
    receipt = dropped.receipt
    assert receipt in (await other.whisper("ben", "fair")).text
    await flee(other)
    (file,) = (await other.say("ben", "!verify")).files
    check_posted(replayed(file.content.decode()), Posted(receipts=(receipt,)))
    await other.end()


@pytest.mark.parametrize("line", ["ann: !options turn_seconds=90", "cid: !join"])
async def test_on_other_terms_or_with_others_another_game_begins(evening: Evening, line: str) -> None:
    await evening.lines(*OPEN)
    await flee(evening)
    await evening.lines(line)
    await evening.wait(200)
    table = await evening.table()
    assert isinstance(table.phase, Playing)
    assert (table.phase.pledge.n, table.phase.round) == (2, 1)
    for name in ("ann", "ben", "cid", "ann", "ben"):
        await evening.say(name, "!flee")
    assert any("One earlier game of the series is open now" in line for line in evening.news)
    for number in (1, 2):
        (file,) = (await evening.say("ben", f"!verify {number}")).files
        assert verify(file.content.decode()).game_id.endswith(f"/{number}")


async def test_a_game_that_ends_as_options_change_is_listed_with_its_own(evening: Evening) -> None:
    await evening.lines(*OPEN)
    await flee(evening)
    await evening.lines("ann: !options turn_seconds=90")
    await evening.wait(200)
    (game,) = await kept(evening)
    assert game.options == {"next_seconds": "200", "rounds": "2"}
    assert "turn_seconds" in (await evening.table()).given


async def test_a_round_that_is_called_off_ends_the_record_of_its_match(evening: Evening) -> None:
    await evening.lines(*OPEN)
    await flee(evening)
    await evening.wait(200)
    await evening.sure("mia", "!reset the stakes were wrong")
    (file,) = (await evening.say("ben", "!verify 1")).files
    found = replayed(file.content.decode())
    assert found.void == "the stakes were wrong"
    assert file.content.count(b'{"type":"round",') == 1


@pytest.mark.parametrize("ends", [("ann: !leave", "ben: !leave"), ("mia: !end",), ("mia: !reset",), ("ann: !enough",)])
async def test_a_match_that_is_broken_off_opens_its_rounds_too(evening: Evening, ends: tuple[str, ...]) -> None:
    await evening.lines(*OPEN)
    await flee(evening)
    await evening.lines(*ends)
    (game,) = await kept(evening)
    assert not await evening.house.part(WithheldGames).has(VenueId(evening.venue), game)
    assert any("Game 1: end" in line for line in evening.news)


async def test_a_match_that_its_host_ends_in_a_round_opens_after_it(evening: Evening) -> None:
    await evening.lines(*OPEN, "ann: !enough")
    await flee(evening)
    (game,) = await kept(evening)
    assert not game.withheld
    assert (await evening.say("ben", "!verify")).files


async def test_what_the_pot_paid_when_a_match_was_broken_off_is_listed(evening: Evening) -> None:
    await evening.lines(f"{OPEN[0]} stack=240", *OPEN[1:])
    for name in ("ann", "ben"):
        await evening.say(name, "!trip")
    await evening.lines("ann: !enough")
    (game,) = await kept(evening)
    table = await evening.table()
    assert [sat.after for sat in game.seats] == [seated.stack for seated in table.seats]
    assert game.bank == -sum(sat.gain for sat in game.seats) < 0
    assert [sat.won for sat in game.seats] == [sat.gain > 0 for sat in game.seats]
    assert [sat.place for sat in game.seats] == [1, 2]


async def test_what_the_house_gave_to_each_round_counts_for_the_match(evening: Evening) -> None:
    await evening.lines(*OPEN)
    for name in ("ann", "ben"):
        await evening.say(name, "!trip")
    await evening.wait(200)
    await flee(evening)
    (game,) = await kept(evening)
    assert game.bank == -sum(sat.gain for sat in game.seats)
    assert game.bank < 0


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
    await evening.lines("cid: !join")
    await evening.wait(200)
    (game,) = await kept(evening)
    for key in await evening.store.pipe.read("KEYS", "*:session"):
        await evening.store.pipe.write("DEL", key)
    assert not await evening.house.part(WithheldGames).has(VenueId(evening.venue), game)


async def test_a_game_that_hides_nothing_from_the_next_one_opens_at_its_end(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    await evening.wait(300)
    (game,) = await kept(evening)
    assert not game.withheld
    assert isinstance(evening.house.part(Archive), Archive)
    assert (await evening.say("ben", "!replay")).ok


async def test_a_file_for_a_dispute_between_rounds_tells_no_hand_of_the_match(evening: Evening) -> None:
    """What one seat alone was told waits, like the record, until the match is over."""
    await evening.lines(*OPEN)
    await flee(evening)
    code = (await evening.table()).code

    async def file() -> str:
        (found,) = (await evening.say("mia", f"!mod dispute {code}")).files
        return found.content.decode()

    between = await file()
    assert "alone]" not in between
    assert "stays closed until its series is over" in between
    await evening.lines("mia: !reset it is late")
    assert "alone] " in await file()
