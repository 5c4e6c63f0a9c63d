"""Say how a duel stands: two stakes, each player as Giant once, and who has won more of the other (HG-18)."""

from games.halflings.state import Net
from games.kit.money import Suckers
from games.kit.seats import Seat, after


def lead(nets: tuple[Net, ...], seats: int) -> tuple[Seat, Suckers]:
    """Return who has won more than they lost, and by how much; by 0: nobody."""
    up = sum(net.net if net.seat == Seat(0) else -net.net for net in nets)
    return (Seat(0) if up >= 0 else after(Seat(0), seats)), Suckers(abs(up))
