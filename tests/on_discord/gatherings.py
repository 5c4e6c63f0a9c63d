"""Let people sit down together: tables at their start, for tests about something else."""

from typing import Any

from night import Night
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.places import Channel

from bot.table.document import Session
from bot.table.phases import Playing
from games.headache import options, state
from games.kit.seats import SPECTATOR
from games.kit.telling import kebab

DUEL = "mode=duel cooldown=0"
LONG = " ".join(f"{name}_seconds=600" for name in ("reroll", "vote", "swap", "bid", "chair", "keep"))
"""Options with which no clock of Headache plays for anybody."""


async def a_duel(
    night: Night, *options: str, channel: Channel | None = None, names: tuple[str, str] = ("ann", "ben")
) -> list[Person]:
    """Open a table of Halflings & Giants for two, where the first stakes next; return both."""
    at, people = channel or night.channel, night.people(*names)
    await opened(night, people, "halflings", " ".join((DUEL, *options)), at)
    await night.card(f"{names[0]}, stake 1 to", channel=at)
    return people


async def at_headache(night: Night, *options: str, seats: int = 5) -> list[Person]:
    """Open a table of Headache, where all may reroll or stay; return its people."""
    people = night.people(*("ann", "ben", "cid", "dan", "eve", "fay")[:seats])
    await opened(night, people, "headache", " ".join(options), night.channel)
    await night.card("pay 1 to reroll, or stay?")
    return people


async def goes_on_to(night: Night, people: list[Person], phase: str, question: str = "") -> Any:
    """Let everybody do as little as possible until a game of Headache is in this phase; return its state."""
    for _ in range(200):
        session = await night.session()
        now = session.state
        asked = getattr(now.phase, "question", "")
        if not isinstance(session.phase, Playing) or (kebab(type(now.phase).__name__) == phase and asked >= question):
            await night.quiet()
            return now
        ask = session.rules.asks(now)
        for seat in ask.seats if ask is not None else ():
            verb, given = least(now)
            await gives(people[seat], verb, channel=night.channel, **given)
    raise AssertionError(f"never in {phase}")


def least(now: state.State) -> tuple[str, dict[str, str]]:
    """Return the least important move of an awaited person."""
    match now.phase:
        case state.Rerolls() | state.PrimeRerolls():
            return "stay", {}
        case state.Drawing(bag=bag):
            return "draw", {"die": f"d{bag.reveal()[0]}"}
        case state.Voting() | state.FistsOut():
            return "vote", {"amount": "0"}
        case state.Casting(tied=tied):
            return "cast", {"option": tied[0]}
        case state.ChoosingLot(table=table):
            at = table.unsold[0].at
            return "lot", {"cup": f"{at.seat + 1}.{at.index}"}
        case state.BlindBids(fists=fists):
            return "bid", {"amount": str(len(fists))}
        case state.OpenBids():
            return "drop", {}
        case state.Keeping(table=table):
            return "keep", {"die": f"d{options.D20}"}
        case _:
            return "pass", {}


async def at_highdie(night: Night, *names: str, dice: tuple[int, ...] = ()) -> list[Person]:
    """Open a table where each has a secret die, and says keep or again; return its people."""
    people = night.people(*names)
    await opened(night, people, "highdie", "", night.channel, dice)
    await night.card("to play")
    return people


async def opened(
    night: Night, people: list[Person], game: str, options: str, at: Channel, dice: tuple[int, ...] = ()
) -> None:
    host, *others = people
    await gives(host, "open", channel=at, game=game, options=options or None)
    for person in others:
        await gives(person, "join", channel=at)
    if dice:
        night.dice.load([str(face) for face in dice])
    await gives(host, "start", channel=at)


def is_current(card: Message, session: Session) -> bool:
    """Tell whether a card shows the stored table: its clock, its question, and each seat's stack."""
    if session.code not in card.text:
        return False
    if not isinstance(session.phase, Playing):
        return all(f"{one.stack:,}" in card.text for one in session.seats)
    clock = session.phase.clock
    asked = {str(one.custom_id).split("|")[3] for one in card.buttons} - {""}
    stacks = session.rules.view(session.state, SPECTATOR).stacks
    shown = all(f" · {stack:,}" in card.text for stack in stacks)
    return f"<t:{clock.ends_at // 1000}:R>" in card.text and asked <= {clock.ask} and shown
