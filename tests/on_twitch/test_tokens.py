"""Test tokens: refreshed, kept sealed, told to nobody, and no storm when all are refused (threats T9)."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog
from on_twitch.gatherings import SLOW, a_stake
from on_twitch.night import Night
from on_twitch.stored import everything_in
from standins.twitch.people import Person
from standins.twitch.stand_in import TwitchStandIn

from bot.adapters.twitch import BadSecretError
from bot.adapters.twitch.connection import supervisor
from bot.engine import logs
from persistence import EmbeddedServer, Store

ASKED = "/id/oauth2/token"


@pytest.fixture
async def named(twitch: TwitchStandIn, store: Store) -> AsyncIterator[Night]:
    """Yield a bot that speaks with its own token, without a signed-in streamer."""
    twitch.world.tokens.rotates_refresh = True
    async with Night(twitch, store, unlimited=True, owner_names=["inn"]) as made:
        yield made


async def wins(night: Night, ann: Person) -> None:
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")


# Refreshed


async def test_a_token_that_ended_is_refreshed_and_kept(named: Night) -> None:
    """Twitch answers 401, and nobody in chat notices."""
    ann = await a_stake(named)
    before = await named.accounts.account(named.world.bot.id)
    named.world.tokens.expire(named.world.bot)
    await wins(named, ann)
    await named.quiet()
    after = await named.accounts.account(named.world.bot.id)
    assert before is not None
    assert after is not None
    assert after.token == named.world.tokens.issued[-1].value
    assert after.refresh != before.refresh
    assert after.scopes == before.scopes


async def test_after_a_refresh_a_restart_works_with_the_new_token(named: Night) -> None:
    """The old refresh token is dead, so a bot that kept only that would be locked out."""
    ann = await a_stake(named)
    named.world.tokens.expire(named.world.bot)
    await named.asks(ann, "!help say")
    await named.quiet()
    named.world.tokens.expire(named.world.bot)
    await named.dies()
    await wins(named, ann)
    assert not named.adapter.supervisor.needs_bot.is_set()


async def test_a_token_that_ended_while_we_were_away_is_refreshed_at_the_start(named: Night) -> None:
    ann = await a_stake(named)
    await named.stop()
    named.world.tokens.expire(named.world.bot)
    await named.start()
    await named.goes_on()
    await wins(named, ann)
    await named.restart()


async def test_the_applications_token_is_refreshed_too(night: Night) -> None:
    ann = await a_stake(night)
    night.world.tokens.expire(None)
    await wins(night, ann)


async def test_an_account_whose_tokens_are_dead_has_to_be_connected_again(
    named: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its password was changed while we were away."""
    monkeypatch.setattr(supervisor, "READY_WITHIN", 0.5)
    await named.stop()
    named.world.tokens.revoke(named.world.bot)
    named.begin()
    await named.house.start()
    await asyncio.sleep(2.0)
    assert named.adapter.supervisor.needs_bot.is_set()


# Told to nobody


@pytest.fixture
def printed(capfd: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Yield the printed logs, ours from DEBUG on, the libraries' from WARNING on."""
    handlers, level = logging.root.handlers[:], logging.root.level
    logs.set_up("json", "debug")
    structlog.configure(logger_factory=Stderr)
    yield capfd
    structlog.reset_defaults()
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


def Stderr(*_: object) -> structlog.PrintLogger:  # noqa: N802 - a factory, as structlog calls it
    return structlog.PrintLogger(sys.stderr)


async def test_a_night_full_of_faults_prints_and_stores_no_token(
    night: Night, printed: pytest.CaptureFixture[str], redis: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "GIVE_UP", 0.3)
    ann = await a_stake(night)
    night.twitch.faults.share(0.3, 1, path="/helix/|/id/", kinds=("500", "502", "lost", "401", "403", "400"))
    for _ in range(3):
        night.world.tokens.expire(night.world.bot)
        night.world.tokens.expire(None)
        await ann.says(night.channel, "!stake 5")
        await night.kill_sockets()
        await asyncio.sleep(0.3)
        await night.privately(ann, "wallet")
        await night.signs_in(night.channel.broadcaster, "channel")
    night.twitch.faults.clear()
    night.world.revoke(night.channel.broadcaster)
    night.world.tokens.revoke(night.world.bot)
    await ann.says(night.channel, "!stake 5")
    await night.dies_without_waiting()
    await asyncio.sleep(0.5)
    out, err = printed.readouterr()
    assert err, "or nothing was printed at all"
    assert night.world.leaked(out + err) == []
    assert night.world.leaked(await everything_in(redis)) == []


async def test_a_refresh_that_fails_while_a_socket_comes_back_prints_no_secret(
    named: Night, printed: pytest.CaptureFixture[str]
) -> None:
    """The library logs its own exception, whose text is the whole address."""
    named.world.tokens.expire(named.world.bot)
    fault = named.twitch.faults.next("POST", ASKED, status=500, times=20)
    await named.kill_sockets()
    await named.until(lambda: fault.met)
    await asyncio.sleep(0.2)
    out, err = printed.readouterr()
    assert named.world.leaked(out + err) == []


async def test_an_accounts_tokens_lie_sealed(night: Night, redis: EmbeddedServer) -> None:
    account = await night.accounts.account(night.world.bot.id)
    assert account is not None
    assert night.world.leaked(account.token), "the stand-in knows its own"
    stored = await everything_in(redis)
    assert night.world.bot.id in stored
    assert night.world.leaked(stored) == []
    assert night.world.leaked(repr(account)) == []


# No storm


async def test_a_lasting_401_ends_without_a_storm(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would ask for tokens and call itself until the stack is full."""
    ann = await a_stake(night)
    night.world.tokens.refuses_app = night.world.tokens.refuses_user = True
    before = len(night.twitch.rest.to("POST", ASKED))
    night.dice.load(["3", "5"])
    for number in range(10):
        await ann.says(night.channel, f"!help say{number}")
    await ann.says(night.channel, "!roll")
    await asyncio.sleep(3.0)
    assert len(night.twitch.rest.to("POST", ASKED)) - before <= 12
    night.world.tokens.refuses_app = night.world.tokens.refuses_user = False


async def test_a_lasting_401_from_the_start_asks_a_few_times_a_try(night: Night) -> None:
    """Each try waits twice as long as the one before."""
    await night.stop()
    night.world.tokens.refuses_app = night.world.tokens.refuses_user = True
    before = len(night.twitch.rest.to("POST", ASKED))
    night.begin()
    await asyncio.sleep(3.0)
    assert len(night.twitch.rest.to("POST", ASKED)) - before <= 5 * night.adapter.supervisor.starts
    assert night.adapter.supervisor.starts < 10
    night.world.tokens.refuses_app = night.world.tokens.refuses_user = False


async def test_a_wrong_secret_is_said_in_a_sentence(night: Night) -> None:
    await night.stop()
    night.begin()
    night.accounts.client_secret = "wrong"
    with pytest.raises(BadSecretError, match="TWITCH_CLIENT_SECRET") as raised:
        await asyncio.wait_for(night.running, 10)
    assert night.world.leaked(str(raised.value)) == []


async def test_a_twitch_that_is_away_at_the_start_is_no_wrong_secret(night: Night) -> None:
    await night.stop()
    night.twitch.faults.next("POST", ASKED, status=500, times=2)
    await night.start()
    (ann,) = night.people("ann")
    await ann.says(night.channel, f"!halflings 50 mode=house {SLOW}")
    await night.line("Ann stakes 50")


@pytest.mark.parametrize("status", [401, 403])
async def test_a_call_that_is_refused_once_is_no_wrong_secret(night: Night, status: int) -> None:
    """Helix has such moments: the secret is wrong only if oauth2/token says so."""
    await night.stop()
    night.twitch.faults.next("GET", "/helix/users", status=status)
    night.begin()
    await night.until(lambda: night.running.done() or night.adapter.supervisor.is_up)
    assert not night.running.done()
