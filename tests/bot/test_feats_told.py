"""Test that a feat is told once, the first time somebody does it here, and then stays in the profile."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from evening import Evening
from posted import Posted

from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.ports.audience import is_for_one
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Posting, Rights, Update
from bot.render.archive import REMARKABLE
from bot.render.seat_lines import feat_title
from bot.text import Words
from bot.wings.archive import statistics
from bot.wings.archive.archive import Archive
from bot.wings.archive.archive_views import key_of
from games.halflings.feats import FEATS
from persistence import HandClock, Store

NEW = "New feats. "


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


async def to_its_end(evening: Evening) -> None:
    for name in ("pete", "ann", "pete", "ann"):
        await evening.say(name, "!stake 60")  # the Giant's stake is refused
        await evening.wait(100)
    await evening.wait(300)


async def duels(evening: Evening, count: int) -> list[FinishedGame]:
    await evening.lines("pete: !open halflings mode=duel cooldown=0 stack=5000", "ann: !join")
    for _ in range(count):
        await evening.lines("pete: !start")
        await to_its_end(evening)
    return await FinishedGames(evening.store).all_of(VenueId(evening.venue), Wanted())


def feats_told(witness: Posted) -> list[tuple[str, str]]:
    """Return who was told to have done what: one line a game."""
    lines = [line for _, posting in witness.posts for line in posting.lines if line.startswith(NEW)]
    parts = [part.partition(": ") for line in lines for part in line.removeprefix(NEW).split(" · ")]
    return [(name, feat) for name, _, feats in parts for feat in feats.split(", ")]


async def test_each_feat_of_each_player_is_told_once(evening: Evening, witness: Posted) -> None:
    games = await duels(evening, 12)
    done = {(sat.name, feat) for game in games for sat in game.seats for feat in sat.feats}
    assert done
    told = feats_told(witness)
    assert len(told) == len(done)
    assert len(set(told)) == len(told)


class Slow(Posted):
    """A platform that shows tables slowly. `told`: everything a place hears, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    async def show(self, update: Update) -> str:
        for _ in range(200):
            await asyncio.sleep(0)
        if not is_for_one(update.audience):
            self.told += [line.text for line in update.news]
        return await super().show(update)

    async def post(self, place: PlaceId, posting: Posting) -> None:
        self.told += posting.lines
        await super().post(place, posting)


@pytest.mark.parametrize("witness", [Slow()])
async def test_feats_follow_the_result_of_their_game(evening: Evening, witness: Slow) -> None:
    """They used to be told before the roll that earned them, in four games of five."""
    await duels(evening, 6)
    feats = [place for place, line in enumerate(witness.told) if line.startswith(NEW)]
    assert feats
    for place in feats:
        staked = max(at for at, line in enumerate(witness.told[:place]) if " stakes " in line)
        assert [line for line in witness.told[staked:place] if " wins " in line or " loses " in line]


async def remarks(evening: Evening, witness: Posted) -> list[str]:
    """Return what the card of everybody says beside the names of those who sit there."""
    await evening.settle()
    card = next(one.card for one in reversed(witness.updates) if not is_for_one(one.audience))
    return [one.remark for one in card.seats]


async def test_until_the_next_game_the_table_tells_what_was_remarkable_in_the_last(
    evening: Evening, witness: Posted
) -> None:
    await evening.lines("pete: !open halflings mode=duel cooldown=0 stack=5000", "ann: !join")
    seen = set[str]()
    for _ in range(30):
        await evening.lines("pete: !start")
        assert await remarks(evening, witness) == ["", ""]
        await to_its_end(evening)
        (game, *_) = await FinishedGames(evening.store).find(VenueId(evening.venue), Wanted(), 0, 1)
        for sat, told in zip(game.seats, await remarks(evening, witness), strict=True):
            low = [f"was at {sat.low} %"] if 0 < sat.low < REMARKABLE else []
            done = [feat_title("halflings", feat, Words()) for feat in FEATS if feat in sat.feats]
            assert told == " · ".join([*low, *done[-1:]])
            seen |= {"low"} if low else {"feat"} if done else set()
        if seen == {"low", "feat"}:
            return
    pytest.fail(f"in thirty duels there was nothing but {seen}")


async def test_they_stand_in_the_profile_with_how_often_they_were_done(evening: Evening) -> None:
    games = await duels(evening, 12)
    for name in ("pete", "ann"):
        person = PersonId(f"test:{name}{evening.tag}")
        done = statistics.feats_of(games, person)
        answer = await evening.say(name, "!stats")
        assert (f"Feats ({len(done)}): " in answer.text) == bool(done)
        link = await evening.house.part(Archive).link(VenueId(evening.venue))
        page = await evening.house.part(Archive).person(link, key_of(link, person), "en")
        assert page is not None
        assert [one.times for one in page.feats] == [one.times for one in done]


async def test_of_house_bots_no_feat_is_told(evening: Evening, witness: Posted) -> None:
    await evening.lines("pete: !open poohead", "pete: !bots 2", "pete: !start")
    await evening.wait(3 * 3600)
    (game,) = await FinishedGames(evening.store).all_of(VenueId(evening.venue), Wanted())
    bots = {sat.name for sat in game.seats if sat.house}
    assert len(bots) == 2
    assert not bots & {name for name, _ in feats_told(witness)}
    assert all(not sat.feats for sat in game.seats if sat.house)


async def test_a_place_that_wants_quiet_hears_of_no_feats_but_keeps_them(evening: Evening, witness: Posted) -> None:
    await evening.lines("mia: !server evening off")
    games = await duels(evening, 12)
    assert feats_told(witness) == []
    assert any(sat.feats for game in games for sat in game.seats)
