"""Games whose hands stay hidden to the end of their series: their seeds, records and replays open together, then.

Where a round is a game, who left it early may have shown nothing. A seed gives every roll away, so it waits as the
record does. A game that is called off opens at once: that its stakes went back has to be checked by all.
"""

from bot.table.change import Change
from bot.table.commitments import end_of, reveal
from bot.table.document import Session
from bot.table.phases import Playing
from games.kit.contract import Result
from games.proof.fair import binding


def stays_hidden(session: Session, result: Result) -> bool:
    """Tell whether a game that ended so hides something from the games that follow it."""
    return session.rules.keeps_hidden and result.next_after is not None


def reveal_or_withhold(change: Change, playing: Playing, result: Result, record: str) -> None:
    """Reveal the seed of a game that has ended, or say when it will be; the last one of a series opens all before it.

    `record`: the name of its record.
    """
    if stays_hidden(change.session, result):
        seed = change.revealed = change.fairness.seed(playing.pledge)
        change.set(withheld=(*change.session.withheld, record))
        end = end_of(change.session, playing, seed)
        change.say("fair-closed", number=playing.pledge.n, end=binding(end), whole=end)
        return
    reveal(change, playing)
    open_all(change)


def open_all(change: Change) -> None:
    """Open what was withheld: the series is over."""
    count = len(change.session.withheld)
    if count:
        change.set(withheld=())
        change.say("fair-opened", count=count)
