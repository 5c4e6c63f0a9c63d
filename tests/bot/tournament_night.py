"""Provide tournaments for tests: gathered, read, and played to their end by house bots."""

from evening import Evening

from bot.table.document import OfTournament, Session, TournamentRules
from bot.table.phases import Hosting, Ranked

GAME = "rogues"


async def hosting_session(evening: Evening) -> Session:
    (found,) = [one for one in await evening.sessions() if isinstance(one.tournament, TournamentRules)]
    return found


async def hosting(evening: Evening) -> Hosting:
    phase = (await hosting_session(evening)).phase
    assert isinstance(phase, Hosting)
    return phase


async def tables(evening: Evening) -> list[Session]:
    return [one for one in await evening.sessions() if isinstance(one.tournament, OfTournament)]


async def gathered(evening: Evening, people: int, options: str = "") -> None:
    """Let Ann open a tournament, and house bots enter until there are enough."""
    await evening.lines(f"ann: !tournament {GAME} {options}".strip())
    left = people - 1
    while left:
        await evening.lines(f"ann: !bots {min(left, 20)}")
        left -= min(left, 20)


async def played_out(evening: Evening, most: int = 40_000) -> list[Ranked]:
    """Play until everybody has a rank. Ann says nothing, so a house bot soon plays for her."""
    spent = 0
    while not (phase := await hosting(evening)).over:
        await evening.wait(60)
        spent += 60
        assert spent < most, "the tournament never ends"
    return list(phase.ranked)
