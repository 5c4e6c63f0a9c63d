"""Provide a platform on which things are said besides tables."""

from evening import Witness

from bot.ports.ids import PlaceId
from bot.ports.messages import Posting, Unreachable


class Posted(Witness):
    """A platform that keeps what is said there besides tables. `shut`: how many times it can't be reached."""

    def __init__(self) -> None:
        super().__init__()
        self.posts: list[tuple[PlaceId, Posting]] = []
        self.shut = 0

    async def post(self, place: PlaceId, posting: Posting) -> None:
        if self.shut:
            self.shut -= 1
            raise Unreachable("away", after=0.001)
        self.posts.append((place, posting))
