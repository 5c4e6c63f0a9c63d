"""Test secret votes, blind bids and drawn dice through the whole house, with the dice auction (HA-8, HA-14, HA-19)."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from evening import START, Evening, Witness

from bot.ports.messages import News, Panel
from bot.render.panel import TableView, panel_for
from bot.table.document import Session
from bot.table.phases import Lobby, Playing
from bot.text import Words
from games.kit.contract import Abilities
from games.kit.seats import Seat, all_seats
from persistence import EmbeddedServer, HandClock, Store

FIVE = ("ann", "ben", "cid", "dan", "eve")
FIRST_ROLLS = (7, 16, 18, 5, 14)
"""Cid is the prime, and Dan the chairman."""
DRAWN = (20, 8, 12, 10, 4, 6)
"""By cid, dan, eve, ann, ben and cid."""
SHORT = "max_swap_rounds=1 auction_types=blind"


async def open_headache(evening: Evening, options: str = SHORT) -> None:
    """Let five sit down, and the first rolls fall."""
    await evening.lines(f"ann: !open headache {options}", *(f"{name}: !join" for name in FIVE[1:]))
    evening.roll(*FIRST_ROLLS)
    await evening.lines("ann: !start")


async def draw_dice(evening: Evening) -> None:
    await evening.lines(*(f"{name}: !stay" for name in FIVE[:4]))
    evening.roll(*DRAWN)
    await evening.lines("eve: !stay")


async def nobody_swaps(evening: Evening) -> None:
    await evening.lines(*(f"{name}: !pass" for name in ("cid", "dan", "eve", "ann", "ben")))


async def all_whisper(evening: Evening, text: str, *, but: str = "") -> None:
    for name in FIVE:
        if name != but:
            assert (await evening.whisper(name, text)).ok


async def in_the_auction(evening: Evening, options: str = SHORT) -> None:
    """Cast all votes with nothing, until the chairman is asked which cup is sold first."""
    await open_headache(evening, options)
    await draw_dice(evening)
    await nobody_swaps(evening)
    await all_whisper(evening, "vote 0")
    await all_whisper(evening, "vote 0")


# A blind bid is secret, an open one is not


async def test_a_blind_bid_before_everybody_is_refused_and_explained_in_private(evening: Evening) -> None:
    await in_the_auction(evening)
    await evening.lines("dan: !lot ann")
    before = await evening.document()
    answer = await evening.say("ann", "!bid 5")
    assert not answer.ok
    assert answer.is_private
    assert "in private" in answer.text
    assert await evening.document() == before


async def test_an_open_bid_is_made_before_everybody(evening: Evening) -> None:
    await in_the_auction(evening, "max_swap_rounds=1 auction_types=standard")
    await evening.lines("dan: !lot ann", "ann: !bid 5")
    assert evening.news[-1] == "ann bids 5."


async def test_a_secret_vote_is_confirmed_to_the_voter_and_shown_to_nobody(evening: Evening) -> None:
    await in_the_auction(evening)
    await evening.lines("dan: !lot ann")
    evening.witness.clear()
    answer = await evening.whisper("ben", "bid 37")
    assert answer.is_private
    others = [one for one in evening.witness.updates if one.audience != f"person:{evening.id_of('ben')}"]
    assert others, "the cards of the others say who is still awaited"
    assert not any(b"37" in msgspec.json.encode(one.card.lines + one.card.own) or one.news for one in others)
    assert "You bid 37." in (await evening.whisper("ben", "hand")).text


# Two bids at the same instant (HA-19)


async def test_of_two_bids_at_once_the_second_hears_that_it_was_too_low_ha_19(evening: Evening) -> None:
    """Even by a button pressed before the first was known, since the cup on sale is still the same."""
    await in_the_auction(evening, "max_swap_rounds=1 auction_types=standard")
    await evening.lines("dan: !lot ann")
    table = await evening.table()
    assert isinstance(table.phase, Playing)
    pressed = [evening.message(name, "bid 9", table=table.code, ask=table.phase.clock.ask) for name in ("ben", "cid")]
    answers = await asyncio.gather(*(evening.house.hear(message) for message in pressed))
    await evening.settle()
    late = [answer.text for answer in answers if not answer.ok]
    assert len(late) == 1
    assert "has bid 9 already: bid at least 10" in late[0]
    assert len([line for line in evening.news if line.endswith("bids 9.")]) == 1


async def test_a_button_of_the_cup_before_answers_that_the_table_moved_on(evening: Evening) -> None:
    await in_the_auction(evening, "max_swap_rounds=1 auction_types=standard")
    await evening.lines("dan: !lot ann")
    table = await evening.table()
    assert isinstance(table.phase, Playing)
    await evening.lines("ben: !bid 9")
    await evening.wait(21)
    await evening.lines("dan: !lot ben")
    answer = await evening.hear(evening.message("cid", "bid 10", table=table.code, ask=table.phase.clock.ask))
    assert not answer.ok
    assert "moved on" in answer.text


async def test_five_votes_at_once_disturb_each_other_not_at_all(evening: Evening) -> None:
    await open_headache(evening)
    await draw_dice(evening)
    await nobody_swaps(evening)
    table = await evening.table()
    assert isinstance(table.phase, Playing)
    ask = table.phase.clock.ask
    votes = [evening.message(name, "vote 1 full", private=True, table=table.code, ask=ask) for name in FIVE]
    answers = await asyncio.gather(*(evening.house.hear(message) for message in votes))
    await evening.settle()
    assert all(answer.ok for answer in answers)
    assert any("Decided: full" in line for line in evening.news)


async def test_a_bid_restarts_the_count_and_a_drop_does_not(evening: Evening) -> None:
    await in_the_auction(evening, "max_swap_rounds=1 auction_types=standard")
    await evening.lines("dan: !lot ann", "ben: !bid 9")
    await evening.wait(10)
    await evening.lines("cid: !drop")
    await evening.wait(1)
    assert not evening.news[-1].endswith("once…")
    await evening.wait(1)
    assert evening.news[-1] == "ann's cup: ben bids 9, going once…"
    await evening.lines("eve: !bid 10")
    await evening.wait(11)
    assert evening.news[-1] == "eve bids 10."


# Memory: the drawn die goes, and is not told again (HA-14)


def fading(evening: Evening, name: str) -> list[News]:
    person = f"person:{evening.id_of(name)}"
    return [one for update in evening.witness.updates if update.audience == person for one in update.news if one.fades]


async def test_what_was_drawn_goes_after_twenty_seconds_and_is_told_by_nothing_again_ha_14(evening: Evening) -> None:
    await open_headache(evening)
    await draw_dice(evening)
    assert [(one.text, one.fades) for one in fading(evening, "dan")] == [
        ("In the bag: d4, d6, d8, d10, d12.", 20),
        ("You draw the d8 and put it under your cup. Remember it: this goes in 20 seconds.", 20),
    ]
    asked = [(await evening.whisper("dan", word)).text for word in ("hand", "table", "history", "odds", "moves")]
    looked = await evening.house.look(evening.message("dan", "").sender, evening.venue, evening.place, "en")
    assert not [text for text in asked if "d8" in text]
    assert b" d8" not in msgspec.json.encode(looked)


async def test_of_the_swaps_only_the_last_line_stands_ha_14(evening: Evening) -> None:
    await open_headache(evening)
    await draw_dice(evening)
    await evening.lines("cid: !swap dan eve")
    assert "A moment" in (await evening.say("dan", "!swap ann ben")).text
    await evening.wait(4)
    await evening.lines("dan: !swap ann ben")
    await evening.wait(4)
    await evening.lines("eve: !pass", "ann: !pass", "ben: !pass")
    looked = await evening.house.look(evening.message("zoe", "").sender, evening.venue, evening.place, "en")
    texts = [news.text for update in looked for news in update.news]
    assert not [text for text in texts if " swaps " in text]
    assert "The cups stand still." in texts
    assert "swaps" not in (await evening.say("ann", "!history")).text


class Chat(Witness):
    """A place that can't delete its messages."""

    abilities = Abilities(takes_back=False)
    prefix = ""
    stands = False


async def test_where_nothing_can_be_taken_back_the_table_says_so_and_hands_can_be_asked_for(
    store: Store, clock: HandClock
) -> None:
    evening = Evening(store, clock, witness=Chat(), seed="chat")
    await open_headache(evening)
    assert any(line.endswith("so you are told again what you saw.") for line in evening.news)
    await draw_dice(evening)
    assert "You drew the d8" in (await evening.whisper("dan", "hand")).text
    await evening.end()


@pytest.mark.parametrize(("given", "told"), [("on", True), ("true", True), ("off", False), ("false", False)])
async def test_a_host_who_wants_memory_where_it_cannot_be_had_is_told_so(
    store: Store, clock: HandClock, given: str, told: bool
) -> None:
    evening = Evening(store, clock, witness=Chat(), seed="wish")
    await evening.lines(f"ann: !open headache memory={given}")
    assert any("whatever memory=on says" in line for line in evening.news) is told
    await evening.end()


# Leak pairs: with other dice for the others, everything else is equal to the last byte


async def seen_with(drawn: tuple[int, ...], name: str) -> list[bytes]:
    """Return everything that one person and the place are shown and answered until the first sale, with these dice."""
    async with an_evening_of_its_own() as evening:
        await open_headache(evening)
        await evening.lines(*(f"{who}: !stay" for who in FIVE[:4]))
        evening.roll(*drawn)
        await evening.lines("eve: !stay")
        await nobody_swaps(evening)
        await all_whisper(evening, "vote 0")
        await all_whisper(evening, "vote 0")
        await evening.lines("dan: !lot ann")
        await all_whisper(evening, "bid 0", but="ben")
        await evening.whisper("ben", "bid 4")
        asked = [await evening.whisper(name, word) for word in ("hand", "table", "history", "odds", "moves", "bid 999")]
        mine = {f"person:{evening.id_of(name)}", f"place:{evening.place}"}
        shown = [msgspec.json.encode(update) for update in evening.witness.updates if update.audience in mine]
        return [*shown, *(msgspec.json.encode(answer) for answer in asked)]


@asynccontextmanager
async def an_evening_of_its_own() -> AsyncIterator[Evening]:
    """Yield an evening on its own server, the same in every run."""
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with await EmbeddedServer.start(Path(folder)) as server:
            clock = HandClock(START)
            store = await Store.connect(server.url, clock=clock, timeout=60)
            evening = Evening(store, clock, venue="test:leak", place="test:here", tag="-leak", seed="leak")
            yield evening
            await evening.end()
            await store.close()


async def test_nobody_sees_anything_of_the_dice_of_others() -> None:
    """Eve draws third. She knows which two dice went before hers and which three are left, but not their order."""
    one, other = await seen_with((20, 8, 12, 10, 4, 6), "eve"), await seen_with((8, 20, 12, 6, 10, 4), "eve")
    assert one == other


async def test_a_pair_that_must_differ_does() -> None:
    assert await seen_with((20, 8, 12, 10, 4, 6), "eve") != await seen_with((20, 12, 8, 10, 4, 6), "eve")


# The clock, and waiting house bots


async def test_only_a_reroll_moves_the_end_of_the_rerolls_away_ha_4(evening: Evening) -> None:
    await open_headache(evening)
    await evening.wait(19)
    await evening.lines("ann: !stay")
    evening.roll(*DRAWN)
    await evening.wait(1)
    assert any("prime" in line for line in evening.news[-3:])


async def test_a_house_bot_that_waited_thinks_again_when_something_was_told(evening: Evening) -> None:
    """HA-32: it has passed, and answers a later offer."""
    await evening.lines("ann: !open headache min_players=3 alliances=on pace=quick memory=off", "ann: !bots 3")
    table = await evening.table()
    assert isinstance(table.phase, Lobby)
    await evening.lines("ann: !start")
    for _ in range(60):
        table = await evening.table()
        if not isinstance(table.phase, Playing):
            break
        assert not (table.phase.clock.resting and len(table.phase.clock.resting) == len(table.seats))
        await evening.wait(5)
    assert not isinstance((await evening.table()).phase, Playing)


# The end of a match


async def test_the_host_ends_the_match_and_hears_who_is_the_richest_ha_35(evening: Evening) -> None:
    await evening.lines("ann: !open headache pace=quick", "ann: !bots 4", "ann: !start", "ann: !enough")
    for _ in range(200):
        if not isinstance((await evening.table()).phase, Playing):
            break
        await evening.wait(10)
    assert any("The match is over." in line for line in evening.news)
    await evening.wait(60)
    assert not isinstance((await evening.table()).phase, Playing)


async def test_what_shall_be_remembered_is_not_to_be_kept_where_it_was_typed_ha_14(evening: Evening) -> None:
    await open_headache(evening)
    await draw_dice(evening)
    assert (await evening.say("cid", "!swap dan eve")).passing
    await evening.wait(4)
    assert (await evening.say("dan", "!pass")).passing
    assert not (await evening.say("eve", "!table")).passing


# The length of a game


async def test_a_quick_game_takes_few_words_and_few_lines(evening: Evening) -> None:
    """About 13 decisions a person and 15 lines for all: swaps share one line, and lots come by themselves."""
    await evening.lines("ann: !open headache pace=quick", *(f"{name}: !join" for name in FIVE[1:]), "ann: !start")
    said: Counter[str] = Counter()
    words = Words()
    for _ in range(200):
        table = await evening.table()
        if not isinstance(table.phase, Playing):
            break
        name, line = next_word(table, words) or ("", "")
        if not name:
            await evening.wait(4)
            continue
        said[name] += 1
        assert (await evening.whisper(name, line)).ok, (name, line)
    assert not isinstance((await evening.table()).phase, Playing)
    assert max(said.values()) <= 13, said
    assert len(standing(evening)) <= 15


def next_word(table: Session, words: Words) -> tuple[str, str] | None:
    """Return the awaited person and the shortest word that is enough."""
    ask = table.ask
    for seat in () if ask is None else ask.seats:
        offered: Panel = panel_for(TableView(table, words), table.seats[seat].player)
        return FIVE[seat], shortest(offered, seat)
    return None


def shortest(offered: Panel, seat: Seat) -> str:
    verbs = [offer.verb for offer in offered.offers]
    plain = {"stay": "stay", "pass": "pass", "vote": "vote 0", "bid": f"bid {5 - seat}"}
    return next((plain[verb] for verb in verbs if verb in plain), verbs[0])


def standing(evening: Evening) -> list[str]:
    """Return the game's lines that stay for everybody, without fine print."""
    news = [
        one
        for update in evening.witness.updates
        if update.audience == f"place:{evening.place}"
        for one in update.news
        if not one.fine
    ]
    begun = next(place for place, one in enumerate(news) if one.text.startswith("The game begins"))
    lines: list[News] = []
    for one in news[begun:]:
        if one.replaces and any(before.replaces for before in lines):
            lines = [before for before in lines if not before.replaces]
        lines.append(one)
    return [one.text for one in lines]


@pytest.mark.parametrize("seats", [5, 10])
async def test_house_bots_play_a_whole_game_among_themselves_and_a_person_who_is_silent(
    evening: Evening, seats: int
) -> None:
    await evening.lines("ann: !open headache pace=quick next_seconds=600", f"ann: !bots {seats - 1}", "ann: !start")
    for _ in range(400):
        if not isinstance((await evening.table()).phase, Playing):
            break
        await evening.wait(10)
    table = await evening.table()
    assert not isinstance(table.phase, Playing)
    handed_on = table.carry
    assert handed_on is not None
    assert sum(table.seats[seat].stack for seat in all_seats(seats)) + handed_on.pot == 100 * seats
