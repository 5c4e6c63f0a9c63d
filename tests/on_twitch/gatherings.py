"""Let people sit down together in chat: tables at their start, for tests about something else."""

from typing import Any

from on_twitch.night import Night
from standins.twitch.people import Person

from bot.table.document import Session
from bot.table.phases import Playing
from games.headache import state
from games.kit.notation import write
from games.kit.seats import Seat
from games.kit.telling import kebab

SLOW = "cooldown=0 stake_seconds=600 roll_seconds=600 split_seconds=600"
"""Options with which no clock of Halflings & Giants plays for anybody."""
LONG = " ".join(f"{name}_seconds=600" for name in ("reroll", "vote", "swap", "bid", "chair", "keep"))
"""Options with which no clock of Headache does."""


async def a_duel(night: Night, *given: str, names: tuple[str, str] = ("ann", "ben")) -> list[Person]:
    """Open a table of Halflings & Giants for two, where the first stakes next; return both."""
    people = night.people(*names)
    await opened(night, people, "halflings", " ".join(("mode=duel", SLOW, *given)))
    await night.line(f"{people[0].display_name}, stake 1 to")
    await night.quiet()
    return people


async def a_stake(night: Night, *given: str) -> Person:
    """Let Ann stake 50 against the House, so that she may roll; return her."""
    (ann,) = night.people("ann")
    night.dice.load(["5"])
    await ann.says(night.channel, " ".join(("!halflings 50 mode=house", SLOW, *given)))
    await night.line("Ann stakes 50", "!roll")
    await night.quiet()
    return ann


async def at_headache(night: Night, *given: str, seats: int = 5) -> list[Person]:
    """Open a table of Headache, where all may reroll or stay; return its people."""
    people = night.people(*("ann", "ben", "cid", "dan", "eve", "fay")[:seats])
    await opened(night, people, "headache", " ".join((LONG, *given)))
    await night.line("reroll, or stay?")
    return people


async def opened(night: Night, people: list[Person], game: str, given: str) -> None:
    host, *others = people
    await host.says(night.channel, f"!open {game} {given}")
    await night.line("is open", "is the host")
    for person in others:
        await person.says(night.channel, "!join")
        await night.line(f"{person.display_name} sits down")
    await host.says(night.channel, "!start")


async def goes_on_to(night: Night, people: list[Person], phase: str) -> Any:
    """Let everybody do as little as possible until a game of Headache is in this phase or over; return its state."""
    for _ in range(200):
        session = await night.session()
        now = session.state
        if not isinstance(session.phase, Playing) or kebab(type(now.phase).__name__) == phase:
            return now
        for seat in awaited(session, now):
            await does(night, people[seat], least(session, now, seat))
    raise AssertionError(f"never in {phase}")


def awaited(session: Session, now: Any) -> tuple[int, ...]:
    ask = session.rules.asks(now)
    return () if ask is None else ask.seats


async def does(night: Night, person: Person, line: str) -> None:
    """Say it on the person's own page, where all moves may be said, secret ones too."""
    answer = await night.privately(person, line)
    assert answer.ok, answer.text


def least(session: Session, now: state.State, seat: int) -> str:
    """Return the least important line of an asked person."""
    match now.phase:
        case state.Rerolls() | state.PrimeRerolls():
            return "stay"
        case state.Voting() | state.FistsOut():
            return "vote 0"
        case state.Casting(tied=tied):
            return f"cast {tied[0]}"
        case state.ChoosingLot(table=table):
            at = table.unsold[0].at
            return f"lot {at.seat + 1}.{at.index}"
        case state.BlindBids(fists=fists):
            return f"bid {len(fists)}"
        case state.OpenBids():
            return "drop"
        case state.Keeping():
            return write(next(iter(session.rules.legal_moves(now, Seat(seat))[0].examples())))
        case _:
            return "pass"
