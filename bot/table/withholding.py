"""Games whose hands stay hidden to the end of their series: their rounds are proved as one, and open together, then.

Where a round is a game, who left it early may have shown nothing. A seed gives every roll away, so a match has one
seal, one text a seat and one end for all its rounds (`docs/fairness.md`), told at its start and its end. Where others
sit down to the next round, or its terms are others, a new game begins: what is over till then waits as a record that
nobody may open. A game that is called off opens at once: that its stakes went back has to be checked by all.
"""

import msgspec
from msgspec.structs import replace

from bot.table.change import Change
from bot.table.commitments import end_of, reveal
from bot.table.document import Session
from bot.table.phases import Between, EndedGame, Playing
from bot.table.seats import Seated
from games.kit.codec import codec
from games.kit.contract import Result
from games.kit.money import Suckers
from games.proof import chain
from games.proof.fair import binding

NO_CARRY = msgspec.Raw(b"null")


def stays_hidden(session: Session, result: Result) -> bool:
    """Tell whether a game that ended so hides something from the games that follow it."""
    return session.rules.keeps_hidden and result.next_after is not None


def keep_hidden(change: Change, playing: Playing, result: Result, seats: tuple[Seated, ...]) -> None:
    """Keep a round that is over for the next one of its match. `seats`: who sat at it, with what they have now."""
    so_far = replace(playing, results=(*playing.results, result))
    change.set(match=EndedGame(so_far, seats, change.called))


def open_match(change: Change, playing: Playing) -> None:
    """Reveal the seed of a game that has ended, and open all that waited for it."""
    reveal(change, playing)
    open_all(change)


def open_all(change: Change) -> None:
    """Open what was withheld: the series is over."""
    match = change.session.match
    if match is not None:
        over(change, match)
        reveal(change, match.playing)
    count = len(change.session.withheld)
    if count:
        change.set(withheld=())
        change.say("fair-opened", count=count)


def part(change: Change) -> None:
    """End the game of a match that goes on with others, or on other terms: its record waits, its end is told."""
    match = change.session.match
    if match is None:
        return
    over(change, match)
    playing = match.playing
    end = end_of(change.session, playing, change.fairness.seed(playing.pledge))
    change.set(withheld=(*change.session.withheld, playing.record))
    change.say("fair-closed", number=playing.pledge.n, end=binding(end), whole=end)


def over(change: Change, match: EndedGame) -> None:
    """Note that a match has ended between two of its rounds: its record is to be archived."""
    change.ended = (*change.ended, match)
    change.set(match=None, record=match.playing.record)


def goes_on(session: Session) -> bool:
    """Tell whether the next round is proved with those before it: the same people, on the same terms, hold what the
    last one left them, or a new stack that its rules allow.
    """
    match = session.match
    if match is None or not isinstance(session.phase, Between) or session.practice is not None:
        return False
    rules, carry, left = session.rules, session.rules.carried(session.state), tuple(one.stack for one in match.seats)
    same = [one.player for one in match.seats] == [one.player for one in session.seats]
    return (
        same
        and match.playing.terms == terms_of(session)
        and bytes(session.phase.carry) == codec(rules).encode(carry)
        and chain.brought_on(rules, session.game_options, carry, tuple(map(Suckers, left)), session.stacks)
    )


def terms_of(session: Session) -> str:
    """Return the digest (hex) of the options by which a table plays."""
    options = chain.options_written(session.game_options)
    return chain.terms_of(session.rules.version, options, (), NO_CARRY).hex()
