"""A feat is told once, when somebody does it for the first time here, and stands in their profile from then on."""

from collections.abc import AsyncIterator

import pytest
from evening import Evening
from posted import Posted

from bot.delivery.archive_views import key_of
from bot.people import statistics
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Rights
from persistence import HandClock, Store


@pytest.fixture
def witness() -> Posted:
    return Posted()


@pytest.fixture
async def evening(
    request: pytest.FixtureRequest, store: Store, clock: HandClock, witness: Posted
) -> AsyncIterator[Evening]:
    made = Evening(store, clock, witness=witness, seed=request.node.name.encode().hex()[:16])
    made.rights["mia"] = Rights.OWNER
    await made.lines("mia: !server evening on")
    yield made
    await made.end()


async def duels(evening: Evening, count: int) -> list[FinishedGame]:
    await evening.lines("pete: !open halflings mode=duel cooldown=0 stack=5000", "ann: !join")
    for _ in range(count):
        await evening.lines("pete: !start")
        for name in ("pete", "ann", "pete", "ann"):
            await evening.say(name, "!stake 60")  # whoever is the Giant is refused
            await evening.wait(100)
        await evening.wait(300)
    return await FinishedGames(evening.store).all_of(VenueId(evening.venue), Wanted())


def feats_told(witness: Posted) -> list[str]:
    return [line for _, posting in witness.posts for line in posting.lines if " has a feat: " in line]


async def test_each_feat_of_each_player_is_told_once(evening: Evening, witness: Posted) -> None:
    games = await duels(evening, 12)
    done = {(sat.name, feat) for game in games for sat in game.seats for feat in sat.feats}
    assert done
    told = feats_told(witness)
    assert len(told) == len(done)
    assert len(set(told)) == len(told)


async def test_they_stand_in_the_profile_with_how_often_they_were_done(evening: Evening) -> None:
    games = await duels(evening, 12)
    for name in ("pete", "ann"):
        person = PersonId(f"test:{name}{evening.tag}")
        done = statistics.feats_of(games, person)
        answer = await evening.say(name, "!stats")
        assert (f"Feats ({len(done)}): " in answer.text) == bool(done)
        link = await evening.house.archive_pages.link(VenueId(evening.venue))
        page = await evening.house.archive_pages.person(link, key_of(link, person), "en")
        assert page is not None
        assert [one.times for one in page.feats] == [one.times for one in done]


async def test_of_house_bots_no_feat_is_told(evening: Evening, witness: Posted) -> None:
    await evening.lines("pete: !open poohead", "pete: !bots 2", "pete: !start")
    await evening.wait(3 * 3600)
    (game,) = await FinishedGames(evening.store).all_of(VenueId(evening.venue), Wanted())
    bots = {sat.name for sat in game.seats if sat.house}
    assert len(bots) == 2
    assert not bots & {line.partition(" has a feat")[0] for line in feats_told(witness)}
    assert all(not sat.feats for sat in game.seats if sat.house)


async def test_a_place_that_wants_quiet_hears_of_no_feats_but_keeps_them(evening: Evening, witness: Posted) -> None:
    await evening.lines("mia: !server evening off")
    games = await duels(evening, 12)
    assert feats_told(witness) == []
    assert any(sat.feats for game in games for sat in game.seats)
