"""Finished games that nobody may look into yet: their series is on, and they hide something from its next games."""

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.finished_games import FinishedGame
from bot.ports.ids import VenueId
from persistence import TableRef


class WithheldGames:
    """Ask the table of a game whether its series is over; a table that is gone has none."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    async def has(self, venue: VenueId, game: FinishedGame) -> bool:
        """Tell whether a game's record, replay and seed are still kept back. Raises StoreTrouble."""
        if not game.withheld:
            return False
        try:
            session = await self._repository.get(TableRef(venue, game.table), fresh=True)
        except GoneError:
            return False
        return game.record in session.withheld
