"""Test that of several processes that tell the same table one says each line (F14): Twitch drops no repeat here."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace
from on_twitch.gatherings import a_duel
from on_twitch.night import Night

from bot.adapters.twitch import RateLimits, TwitchAdapter
from bot.adapters.twitch.outbound import claims
from bot.app.on_twitch import OnTwitch, TwitchNotes
from bot.ports.messages import Unreachable, Update
from persistence import StoreTrouble

STAKES = "Ann stakes 20."
Show = Callable[[Update], Awaitable[str]]


class OnTwitchElsewhere(OnTwitch):
    """Another process, which lives or does not."""

    process = "elsewhere"


class Elsewhere:
    """The adapter of another process, which speaks over the same connection. `lives`: the first one knows it."""

    def __init__(self, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
        bot, notes = OnTwitchElsewhere(night.house), TwitchNotes(night.store)
        self.adapter = TwitchAdapter(bot, notes, night.accounts, limits=RateLimits(limited=False))
        self.adapter.supervisor = night.adapter.supervisor
        self.lives, self._holds, self.is_held = False, asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(OnTwitch, "lives", lambda _, process: self.lives or process != "elsewhere")

    def freeze(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Come to a stand between a claim and the line."""

        async def stands(_: str) -> None:
            self.is_held.set()
            await self._holds.wait()

        monkeypatch.setattr(self.adapter.sender, "_find_room", stands)

    def wake(self) -> None:
        self._holds.set()

    async def show(self, update: Update) -> None:
        with contextlib.suppress(Unreachable):
            await self.adapter.show(update)


@pytest.fixture
async def elsewhere(night: Night, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    night.world.chat.same_text_after = 0.0
    return Elsewhere(night, monkeypatch)


def shown_by(night: Night, monkeypatch: pytest.MonkeyPatch, how: Callable[[Show, Update], Awaitable[str]]) -> None:
    """Let what is shown from now on be shown so."""
    show = night.adapter.show
    monkeypatch.setattr(night.adapter, "show", lambda update: how(show, update))


def times(night: Night, part: str) -> int:
    return sum(part in text for text in night.said)


async def test_of_two_that_tell_the_same_at_once_one_says_it(
    night: Night, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.lives = True

    async def both(show: Show, update: Update) -> str:
        told, _ = await asyncio.gather(show(update), elsewhere.show(update), return_exceptions=True)
        if isinstance(told, BaseException):
            raise told
        return told

    ann, ben = await a_duel(night)
    shown_by(night, monkeypatch, both)
    await ann.says(night.channel, "!stake 20")
    await night.line(STAKES)
    await night.quiet()
    night.dice.load(["7"])
    await ben.says(night.channel, "!roll")
    await night.line("that is the Knee")
    await night.quiet()
    assert [times(night, part) for part in (STAKES, "that is the Knee")] == [1, 1]
    assert len(night.said) == len({one.rstrip(" ²³") for one in night.said}), "nor is it told again whose turn it is"


async def test_one_that_was_frozen_after_its_claim_says_nothing_any_more(
    night: Night, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.freeze(monkeypatch)
    woken: list[asyncio.Task[None]] = []

    async def after_a_frozen_one(show: Show, update: Update) -> str:
        if not elsewhere.is_held.is_set():
            with monkeypatch.context() as brief:
                brief.setattr(claims, "TO_BEGIN", 0.0)
                woken.append(asyncio.create_task(elsewhere.show(update)))
                await elsewhere.is_held.wait()
        return await show(update)

    ann, _ = await a_duel(night)
    shown_by(night, monkeypatch, after_a_frozen_one)
    await ann.says(night.channel, "!stake 20")
    await night.line(STAKES)
    await night.quiet()
    elsewhere.wake()
    await woken[0]
    await night.quiet()
    assert times(night, STAKES) == 1


async def test_a_line_is_left_to_the_living_process_that_claimed_it(
    night: Night, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere.lives = True
    elsewhere.freeze(monkeypatch)
    refused: list[str] = []

    async def second(show: Show, update: Update) -> str:
        if not elsewhere.is_held.is_set():
            saying = asyncio.create_task(elsewhere.show(update))
            await elsewhere.is_held.wait()
            try:
                return await show(update)
            except Unreachable as gone:
                refused.append(str(gone))
                elsewhere.wake()
                await saying
                raise
        return await show(update)

    ann, _ = await a_duel(night)
    shown_by(night, monkeypatch, second)
    await ann.says(night.channel, "!stake 20")
    await night.line(STAKES)
    await night.quiet()
    assert refused == ["another of ours says it"]
    assert times(night, STAKES) == 1


async def test_what_was_said_as_the_store_failed_is_not_said_again(
    night: Night, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced = TwitchNotes.replace

    async def fails(
        self: TwitchNotes, name: str, before: bytes | None, content: bytes, seconds: int | None = None
    ) -> bool:
        if not claims.decoded(content).line:
            raise StoreTrouble("away", "")
        return await replaced(self, name, before, content, seconds)

    async def twice(show: Show, update: Update) -> str:
        await show(update)
        return await show(update)

    ann, _ = await a_duel(night)
    monkeypatch.setattr(TwitchNotes, "replace", fails)
    shown_by(night, monkeypatch, twice)
    await ann.says(night.channel, "!stake 20")
    await night.line(STAKES)
    await night.quiet()
    assert times(night, STAKES) == 1


@pytest.mark.parametrize("later", [0, 5000])
async def test_a_step_with_the_number_of_a_lost_one_is_told(
    night: Night, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    """The store lost what it had not yet given to its replica. What is as old as what was told is told no more."""
    updates: list[Update] = []

    async def noted(show: Show, update: Update) -> str:
        updates.append(update)
        return await show(update)

    ann, _ = await a_duel(night)
    shown_by(night, monkeypatch, noted)
    await ann.says(night.channel, "!stake 20")
    await night.line(STAKES)
    await night.quiet()
    told = next(one for one in updates if any(STAKES in news.text for news in one.news))
    anew = [replace(one, text="Ann stakes 30.", at=one.at + later) for one in told.news if STAKES in one.text]
    await elsewhere.adapter.show(replace(told, news=tuple(anew)))
    await night.quiet()
    assert times(night, "Ann stakes 30.") == (1 if later else 0)


async def test_a_line_that_is_claimed_once_more_is_left_to_its_process_anew(night: Night, elsewhere: Elsewhere) -> None:
    """Slow mode may let it try again just as another one has waited long enough."""
    notes, key = TwitchNotes(night.store), "inn/K7Q"
    here = claims.Claims(OnTwitchElsewhere(night.house), notes)
    assert await here.left(key, []) == claims.NOTHING_LEFT
    found = []
    for _ in range(2):
        await here.claim(key, claims.Left("A line."))
        found.append(await notes.load(f"saying:{key}"))
    assert None not in found
    assert found[0] != found[1]


@pytest.mark.parametrize("seconds", [-1.0, 60.0])
async def test_nothing_is_announced_that_was_claimed_long_ago(
    night: Night, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    announced: list[str] = []

    async def announce(_channel: str, text: str, _color: str) -> bool:
        announced.append(text)
        return True

    async def purple(*_: object) -> str:
        return "purple"

    async def elsewhere_first(show: Show, update: Update) -> str:
        with monkeypatch.context() as brief:
            brief.setattr(claims, "TO_BEGIN", seconds)
            await elsewhere.show(replace(update, handle=""))
        return await show(update)

    monkeypatch.setattr(OnTwitchElsewhere, "announces", purple)
    monkeypatch.setattr(elsewhere.adapter.channel_features, "announce", announce)
    ann, _ = await a_duel(night)
    shown_by(night, monkeypatch, elsewhere_first)
    await ann.says(night.channel, "!stake 20")
    await night.quiet()
    assert any(STAKES in text for text in announced) == (seconds > 0)
    assert times(night, STAKES) == (0 if seconds > 0 else 1)
