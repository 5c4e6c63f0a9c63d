"""The commitments to the seeds of games, told before anybody can use them, and the seeds, told afterwards."""

from bot.table.change import Change
from bot.table.phases import Hosting, Pledge


def tell_next(change: Change) -> None:
    """Tell the commitment to the next game, before anybody can start it (`docs/fairness.md`)."""
    pledge, rules = change.next_pledge, change.session.rules
    change.say("fair-next", number=pledge.n, commitment=pledge.commitment, rules=rules.version, key=pledge.key)


def reveal(change: Change, pledge: Pledge) -> None:
    """The seed of a game that is over; its record says it, too."""
    change.revealed = change.fairness.seed(pledge)
    change.say("fair-revealed", number=pledge.n, seed=change.revealed.hex())


def tell_commitment(change: Change) -> None:
    """Tell the commitment to a new table's first game, before anybody sits down (`docs/fairness.md`)."""
    pledge, rules = change.session.pledge, change.session.rules.version
    change.say("fair-commitment", number=pledge.n, commitment=pledge.commitment, rules=rules, key=pledge.key)


def reveal_seats(change: Change, hosting: Hosting) -> None:
    """Reveal the seed by which the seats of a tournament were drawn (`docs/fairness.md`)."""
    seed = change.fairness.seed(hosting.pledge).hex()
    change.say("seats-revealed", number=hosting.pledge.n, seed=seed)
