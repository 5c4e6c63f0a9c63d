"""Make updates by hand."""

from bot.ports.messages import News, OpenMove, Panel, SeatLine, Update
from games.kit.seats import Seat


def update(news: list[News], awaited: list[str] | None = None, *, channel: str = "1") -> Update:
    seats = tuple(
        SeatLine(Seat(number), name, 10, bot=False, awaited=True, away=False, you=False)
        for number, name in enumerate(awaited or [])
    )
    card = Panel(
        code="K7Q",
        game="halflings",
        title="Halflings & Giants",
        phase="playing",
        lines=(),
        own=(),
        seats=seats,
        pot=None,
        ask="1-1",
        ends_at=None,
        commands=(),
        offers=(),
        open_moves=(OpenMove("roll", "Roll", secret=False), OpenMove("bid", "Bid", secret=True)),
    )
    return Update("t", "K7Q", f"place:twitch:{channel}", tuple(news), card, tuple(awaited or ()))
