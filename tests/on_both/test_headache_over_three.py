"""Test a whole game of Headache: two people from Discord, two from Twitch, one from the web, and an outage of
Discord.
"""

import asyncio
import random

import pytest
from both_night import STAFF_WORD, BothNight, Browser, code_in
from on_discord.offered import NOT_FOR_EVER, chosen, given
from slashes import gives

from bot.adapters.discord import adapter as discord_adapter
from bot.ports.messages import Offer, Update
from bot.table.document import Session
from bot.table.phases import Between, Playing
from games.kit.moves import verb
from games.kit.seats import Seat

OPTIONS = "pace=quick vote_seconds=5 bid_seconds=20 swap_seconds=20 reroll_seconds=20"
AWAY = 6.0
"""Seconds without Discord: longer than the time for a vote."""


class Table:
    """The five people, each with their own way to the table."""

    def __init__(self, night: BothNight) -> None:
        self.night = night
        self.ann, self.ben = night.on_the_server("ann"), night.on_the_server("ben")
        self.tim, self.tess = night.in_chat("tim"), night.in_chat("tess")
        self.pages: dict[str, Browser] = {}
        self.moves = random.Random(11)  # noqa: S311 - a test's own choices

    async def sit_down(self) -> None:
        night, mod = self.night, self.night.inn.broadcaster
        await gives(self.ann, "open", channel=night.channel, game="headache", options=OPTIONS)
        code = code_in((await gives(self.ann, "mirror", channel=night.channel)).shown[0])
        await mod.says(night.inn, f"!mirror {code} yes")
        pia = night.browser()
        await pia.sit("pia")
        await pia.says(f"!staff {STAFF_WORD}")
        code = code_in((await gives(self.ann, "mirror", channel=night.channel)).shown[0])
        assert "stands here too" in (await pia.says(f"!mirror {code} yes"))["text"]
        await gives(self.ben, "join", channel=night.channel)
        for person in (self.tim, self.tess):
            self.pages[f"twitch:{person.id}"] = await night.linked(person)
            await person.says(night.inn, "!join")
        await pia.says("!join")
        session = await night.comes_to(lambda one: len(one.seats) == 5, "five sit")
        (web,) = [seated.player for seated in session.seats if seated.player.startswith("web:")]
        self.pages[web] = pia

    async def act(self, session: Session, seat: int) -> None:
        """Let the person on this seat make a legal move, in their own way."""
        player = session.seats[seat].player
        platform = player.partition(":")[0]
        venue, place = {
            "discord": (session.venue, session.places[0]),
            "twitch": (f"twitch:{self.night.inn.id}",) * 2,
            "web": ("web", "web:main"),
        }[platform]
        update = await self.night.own(player, venue, place)
        offers = [] if update is None else [one for one in update.card.offers if one.verb not in NOT_FOR_EVER]
        if update is not None and offers:
            await self._say(player, self.moves.choice(offers), update)

    async def _say(self, player: str, offer: Offer, update: Update) -> None:
        for person in (self.ann, self.ben):
            if player == f"discord:{person.id}":
                await gives(person, offer.verb, channel=self.night.channel, **given(offer, self.moves))
                return
        line = line_for(offer, self.moves)
        if player == f"twitch:{self.tess.id}" and not offer.secret:
            await self.tess.says(self.night.inn, f"!{line}")
        else:
            await self.pages[player].presses(offer, line, update)

    async def play_until(self, over: asyncio.Event | None = None, *, steps: int = 2_000) -> Session:
        for _ in range(steps):
            session = await self.night.session()
            if not isinstance(session.phase, Playing) or (over is not None and over.is_set()):
                return session
            ask = session.ask
            for seat in ask.seats if ask is not None else ():
                await self.act(session, seat)
            await asyncio.sleep(0.02)
        raise AssertionError("the game does not end")


def line_for(offer: Offer, moves: random.Random) -> str:
    parts = [offer.verb]
    for field in offer.fields:
        value = chosen(field, moves)
        parts.append(field.name if value is True else "" if value is False else str(value))
    return " ".join(part for part in parts if part)


def asks_everybody(session: Session) -> bool:
    """Tell whether it is a vote in which people of all three platforms are awaited."""
    if not isinstance(session.phase, Playing):
        return False
    offers = session.legal_moves(Seat(0))
    return len(asked(session)) == 5 and any(verb(offer.move) == "vote" for offer in offers)


async def test_five_from_three_platforms_play_one_game_and_discord_goes_away_in_the_middle(
    night: BothNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_adapter, "PATIENCE", 0.3)
    monkeypatch.setattr("games.headache.auction.SHOWN_FOR", 0)
    monkeypatch.setattr("games.headache.contest.SHOWN_FOR", 0)
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.2)  # the library would wait longer
    table = Table(night)
    await table.sit_down()
    await gives(table.ann, "start", channel=night.channel)
    session = await night.comes_to(lambda one: isinstance(one.phase, Playing), "it begins")
    for _ in range(100):
        session = await night.session()
        if asks_everybody(session):
            break
        ask = session.ask
        for seat in ask.seats if ask is not None else ():
            await table.act(session, seat)
        await asyncio.sleep(0.02)
    assert asks_everybody(session), "a vote that waits for all five"
    for person in (table.ann, table.ben):
        await night.until(lambda who=person: any("You draw the" in one.text for one in who.dms) or None, "their die")

    await night.discord.stop_gateway()
    cut = await night.comes_to(lambda one: one.cut_off == ("discord",), "the table knows")
    assert cut.paused is not None
    assert cut.paused.why == "platform"
    on_twitch = [seat for seat, one in enumerate(cut.seats) if not one.player.startswith("discord:")]
    for seat in on_twitch:
        await table.act(await night.session(), seat)
    await asyncio.sleep(AWAY)
    waiting = await night.session()
    assert sorted(asked(waiting)) == [seat for seat in range(5) if seat not in on_twitch], (
        "the others have voted, time or not"
    )
    assert [one.missed for one in waiting.seats[:2]] == [one.missed for one in cut.seats[:2]], "nobody's time ran"
    await night.until(lambda: any("Discord can't be reached" in line.text for line in night.inn.lines) or None)

    night.discord.start_gateway()
    await night.discord.gateway.ready(within=20)
    back = await night.comes_to(lambda one: not one.cut_off, "Discord is back")
    assert back.paused is None
    ended = await table.play_until()
    assert isinstance(ended.phase, Between)
    won = lambda: any("wins the pot" in line.text for line in night.inn.lines) or None  # noqa: E731
    await night.until(won, f"the end, after {[line.text for line in night.inn.lines][-6:]}")
    await night.until(lambda: any("wins the pot" in one.text for one in night.channel.from_bot) or None, "on Discord")
    lines = [line.text for line in night.inn.lines] + [one.text for one in night.channel.from_bot]
    assert not any("You draw the" in line for line in lines), "what is drawn is told to who draws it alone"
    assert night.twitch.world.slash_lines == []
    assert night.twitch.world.unknown_routes == []


def asked(session: Session) -> list[int]:
    ask = session.ask
    return [] if ask is None else list(ask.seats)
