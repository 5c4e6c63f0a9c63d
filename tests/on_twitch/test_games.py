"""Test whole games in chat, and search the stand-in's journal for leaked secrets (threats T1, T2)."""

import asyncio
import random
import re
from typing import Any

import pytest
from on_twitch.gatherings import LONG, SLOW, a_duel, at_headache, awaited, does, goes_on_to, least, opened
from on_twitch.night import Night

from bot.adapters.twitch import adapter
from bot.table.phases import Between, Playing
from games.headache import auction, contest, swaps
from games.headache.moves import Bid, Keep, Vote
from games.headache.resample import known_to
from games.headache.state import WithTable
from games.kit.moves import verb
from games.kit.seats import Seat

DIE = re.compile(r"(?<![\w|])d(4|6|8|10|12|20)\b")
SECRET = {verb(move) for move in (Bid, Keep, Vote)}
CROWD = 500


@pytest.fixture(autouse=True)
def nobody_is_slow_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auction, "SHOWN_FOR", 0)
    monkeypatch.setattr(swaps, "SHOWN_FOR", 0)
    monkeypatch.setattr(contest, "SHOWN_FOR", 0)


# Halflings & Giants


async def test_a_stake_against_the_house_is_three_words_of_one_chatter(night: Night) -> None:
    (ann,) = night.people("ann")
    night.dice.load(["4", "2", "2", "2", "5"])
    await ann.says(night.channel, f"!halflings 50 mode=house {SLOW}")
    said = await night.line("The Giant rolls 4", "Ann to play.", "!roll")
    assert said.badges == ("bot-badge",), "it is said by the application, so it wears the badge of a bot"
    await ann.says(night.channel, "!roll")
    await night.line("Ann rolls 2-2, 4 in all", "topples", "Ann wins 100")
    session = await night.session()
    assert isinstance(session.phase, Between)
    assert session.seats[0].stack == 1100


async def test_two_chatters_play_a_duel_to_its_end(night: Night) -> None:
    ann, ben = await a_duel(night)
    night.dice.load(["7", "2", "6", "3", "4", "4"])
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.", "!roll")
    await ben.says(night.channel, "!roll")
    await night.line("that is the Knee", "Ann to play.")
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins 20.", "Ben, stake 1 to")
    await ben.says(night.channel, "!stake 10")
    await night.line("Ben stakes 10.")
    await ann.says(night.channel, "!roll")
    await night.line("that is the Knee", "Ben to play.")
    await ben.says(night.channel, "!roll")
    await night.line("Ben wins 10.")
    session = await night.session()
    assert isinstance(session.phase, Between)
    assert [seat.stack for seat in session.seats] == [1010, 990]


async def test_somebody_else_may_not_roll_for_who_is_to_play(night: Night) -> None:
    ann, ben = await a_duel(night)
    (zoe,) = night.people("zoe")
    before = await night.state()
    said = await zoe.says(night.channel, "!stake 20")  # perhaps for another bot: she sits at no table
    await night.asks(ben, "!stake 20")
    assert await night.state() == before
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
    assert not [line for line in night.channel.from_bot if line.parent is said]


async def test_cards_lead_by_the_lowest_where_some_see_the_chat_later(night: Night) -> None:
    """PH-4: no race on Twitch. A card is played by its name alone, and no hand is in the chat."""
    people = night.people("ann", "ben")
    await opened(night, people, "poohead", "")
    await night.line("deals three down")
    for person in people:
        await person.says(night.channel, "!ready")
    await night.line("leads the lowest card")
    now = await night.state()
    rank = now.layouts[now.phase.seat].hand[0][:-1]
    await people[now.phase.seat].says(night.channel, f"!{rank.lower()}")
    await night.quiet()
    assert not any("Your hand" in line.text for line in night.channel.lines)


async def test_rogues_bet_in_the_chat_and_their_dice_are_on_their_pages_alone(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    for person in (ann, ben):
        night.page.opens(f"twitch:{person.id}")
    night.dice.load(["5", "3", "4", "4", "3", "2", "4"])
    await opened(night, [ann, ben], "rogues", "betting=liars turn_seconds=600 bet_seconds=600")
    await night.line("The Party shows 4", "Ann to play")
    await night.hand(ann, "You roll 4-3, 7 in all")
    await night.hand(ben, "You roll 2-4, 6 in all")
    await ann.says(night.channel, "!trip")
    await night.line("Ann trips")
    await ben.says(night.channel, "!trip")
    await night.line("Ben opens the Liars' Den")
    await ben.says(night.channel, "!three 4s")
    await night.line("Ben says three 4s")
    await night.asks(ann, "!2 5s")
    assert len((await night.state()).propositions) == 1, "two are fewer"
    await ann.says(night.channel, "!call tumble")
    await night.line(
        "The Giant is a 5.", "The highest true count: Ben three 4s. Ben takes 10 from the Den.", "Ben wins 40"
    )
    assert not any("You roll" in line.text or "Your hand" in line.text for line in night.channel.lines)


async def test_five_hundred_chatters_stake_within_seconds_and_all_are_in(night: Night) -> None:
    """HG-16 in chat: lines are merged, everybody takes part, and each roll is on a page or told on request."""
    (ann,) = night.people("ann")
    night.page.opens(f"twitch:{ann.id}")
    await ann.says(night.channel, f"!halflings 10 mode=crowd crowd_seconds=300 {SLOW}")
    await night.line("The game begins in 300 seconds")
    crowd = night.channel.crowd(CROWD - 1)
    await night.channel.flood([(one, "!halflings 10") for one in crowd])
    session = await night.gathered(CROWD)
    assert len({seat.player for seat in session.seats}) == CROWD
    night.dice.load(["7", "3", "3", *["3", "5"] * (CROWD - 1), "2", "2"])
    await ann.says(night.channel, "!start")
    await night.line("Toppled the Giant: 499.", "Ann may split: !split or !stand?")
    await night.hand(ann, "You roll 3-3")
    await ann.says(night.channel, "!split")
    await night.line("The round is over")
    await night.hand(ann, "You roll 2-2, 7 in all")
    assert not [text for text in night.said if "You roll" in text]
    asked = await crowd[7].says(night.channel, "!hand")
    await night.reply(asked, "You rolled 3-5: +15.")
    assert len([text for text in night.said if "sits down" in text]) < CROWD / 5, "they are told together"


# Headache


class Judge:
    """Compares what was newly said in public with what is no secret by then."""

    def __init__(self, night: Night) -> None:
        self.night, self._seen = night, 0

    async def no_die_under_a_cup(self) -> None:
        entries = self.night.twitch.journal.entries
        fresh, self._seen = entries[self._seen :], len(entries)
        session = await self.night.session()
        now = session.state
        if not isinstance(session.phase, Playing) or not isinstance(now.phase, WithTable) or now.phase.table.sides:
            return  # the cups are lifted
        table = now.phase.table
        open_dice = {int(table.drawn[number].die.reveal()) for number in table.shown}
        for entry in fresh:
            assert {int(die) for die in DIE.findall(entry.text)} <= open_dice, entry

    def nothing_whispered(self) -> None:
        assert not [entry for entry in self.night.twitch.journal.entries if entry.way != "chat"]


async def test_a_whole_game_of_headache_tells_nobody_anothers_dice(night: Night) -> None:
    """Public moves are said in chat, secret ones on people's own pages, and their content is said nowhere else."""
    chance = random.Random(7)  # noqa: S311 - not the dice of a game
    people = night.people("ann", "ben", "cid", "dan", "eve")
    night.page.opens(*(f"twitch:{one.id}" for one in people))
    await at_headache(night, "auction_types=blind max_swap_rounds=1")
    judge = Judge(night)
    drawn: dict[str, set[int]] = {}
    for _ in range(300):
        session = await night.session()
        if not isinstance(session.phase, Playing):
            break
        now = session.state
        if isinstance(now.phase, WithTable):
            drawn = {one.id: known(now, seat) for seat, one in enumerate(people)}
        seats = awaited(session, now)
        if not seats:
            await asyncio.sleep(0.05)  # going once, going twice: only the clock acts
            continue
        seat = chance.choice(seats)
        line = least(session, now, seat)
        if line.partition(" ")[0] in SECRET:
            await does(night, people[seat], line)
        else:
            await people[seat].says(night.channel, f"!{line}")
            await night.until(lambda: night.adapter.listener.waiting == 0)
        await night.quiet(0.01)
        await judge.no_die_under_a_cup()
    session = await night.session()
    assert isinstance(session.phase, Between)
    judge.nothing_whispered()
    for person in people:
        shown = {int(die) for text in night.page.told[f"twitch:{person.id}"] for die in DRAWN.findall(text)}
        assert shown, "everybody was told on their page what they drew"
        assert shown <= drawn[person.id], "and nothing that another drew"


DRAWN = re.compile(r"You draw the d(4|6|8|10|12|20)")


def known(now: Any, seat: int) -> set[int]:
    """Return the dice that this seat may know."""
    table = now.phase.table
    return {int(table.drawn[number].die.reveal()) for number in known_to(table, Seat(seat))}


async def test_a_sealed_vote_is_read_by_nobody_until_all_are_in(night: Night) -> None:
    """T1: with amounts that occur nowhere else."""
    people = await at_headache(night, "stack=900000")
    await goes_on_to(night, people, "voting")
    sealed = {person: 71_000 + 7 * number for number, person in enumerate(people)}
    for person in people[:-1]:
        await does(night, person, f"vote {sealed[person]} 2")
        await night.asks(person, "!table")
        await night.quiet()
    everything = "\n".join(entry.text for entry in night.twitch.journal.entries)
    for amount in sealed.values():
        assert str(amount) not in everything
        assert f"{amount:,}" not in everything
    await does(night, people[-1], f"vote {sealed[people[-1]]} 2")
    await night.line(" for 2 rounds (", "71,028")


async def test_hands_are_told_of_once_with_the_address_of_the_page(night: Night) -> None:
    night.public = "https://potluck.test/"
    await night.restart()
    people = await at_headache(night, LONG)
    await night.line("Your hand, for you alone: https://potluck.test/at/twitch/inn")
    await goes_on_to(night, people, "voting")
    await night.quiet()
    assert len([text for text in night.said if "Your hand, for you alone" in text]) == 1


async def test_the_address_of_pages_stands_in_few_lines_and_comes_again_in_a_long_game(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other bots time us out for links in every line. For a move that can be typed, the line says that instead."""
    night.public = "https://potluck.test/"
    await night.restart()
    people = await at_headache(night, LONG)
    hands = "Your hand, for you alone: https://potluck.test/at/twitch/inn"
    await night.line(hands)
    await goes_on_to(night, people, "voting")
    await night.line("Play on your page.")
    assert sum("potluck.test" in text for text in night.said) == 1
    monkeypatch.setattr(adapter, "HANDS_AGAIN", 0.0)
    votes = len(night.said)
    for person in people:
        await does(night, person, "vote 0")
    await goes_on_to(night, people, "voting")
    await night.quiet()
    told = [text for text in night.said[votes:] if hands in text]
    assert told
    assert not [text for text in told if "!pass" in text or "!stay" in text or "!raise" in text]


async def test_where_nobody_finds_a_page_no_turn_speaks_of_one(night: Night) -> None:
    people = await at_headache(night, LONG)
    await goes_on_to(night, people, "voting")
    await night.quiet()
    assert any("to play" in text for text in night.said)
    assert not [text for text in night.said if "Play on your page" in text]


async def test_a_turn_that_can_be_typed_does_not_send_to_pages(night: Night) -> None:
    night.public = "https://potluck.test/"
    await night.restart()
    ann, ben = await a_duel(night)
    await ann.says(night.channel, "!stake 5")
    await night.line("Ann stakes 5.")
    await ben.says(night.channel, "!roll")
    await night.quiet()
    assert not [text for text in night.said if "n your page" in text or "Your hand" in text]


async def test_who_looks_on_later_sees_only_their_own(night: Night) -> None:
    """A page asks the house what its person may see."""
    people = night.people("ann", "ben", "cid", "dan", "eve")
    await opened(night, people, "headache", LONG)
    await night.line("reroll, or stay?")
    now = await goes_on_to(night, people, "voting")
    for seat, person in enumerate(people):
        answer = await night.privately(person, "hand")
        assert answer.is_private
        assert {int(die) for die in DRAWN.findall(answer.text)} <= known(now, seat)
        assert DIE.search(answer.text)
