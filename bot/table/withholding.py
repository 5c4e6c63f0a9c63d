"""Games whose hands stay hidden until their series ends: their rounds are proved as one game, and opened together.

Where each round is a game of its own, people who left early may have shown nothing, and a seed reveals every roll. So
all rounds of a match have one seal, one text for each seat and one end (`docs/fairness.md`), told at the start and the
end of the match. If other people sit down to the next round, or its terms change, a new game begins, and the record of
the old one waits, closed. A game that is called off is opened at once, so that all can check that its stakes went back.
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
    """Tell whether a game with this result hides something from the games that follow it."""
    return session.rules.keeps_hidden and result.next_after is not None


def keep_hidden(change: Change, playing: Playing, result: Result, seats: tuple[Seated, ...]) -> None:
    """Keep a finished round for the next one of its match. `seats`: who sat there, with what they have now."""
    so_far = replace(playing, results=(*playing.results, result))
    change.set(match=EndedGame(so_far, seats, change.called))


def open_match(change: Change, playing: Playing) -> None:
    """Reveal the seed of a game that has ended, and open all that waited for it."""
    reveal(change, playing)
    open_all(change)


def open_all(change: Change) -> None:
    """Open what was withheld, since the series is over."""
    match = change.session.match
    if match is not None:
        over(change, match)
        reveal(change, match.playing)
    count = len(change.session.withheld)
    if count:
        change.set(withheld=())
        change.say("fair-opened", count=count)


def part(change: Change) -> None:
    """End the game that a match plays on with other people or terms: its record is withheld, its final hash is told."""
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
    """Tell whether the next round is proved with the earlier ones: by the same people on the same terms.

    They must have what the last round left them, or a new stack that its rules allow.
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
    """Return the digest (hex) of a table's options."""
    options = chain.options_written(session.game_options)
    return chain.terms_of(session.rules.version, options, (), NO_CARRY).hex()
