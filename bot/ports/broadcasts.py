"""What platforms with broadcasts can do for a channel: rewards, predictions, polls, markers."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from bot.ports.ids import PlaceId


class Prediction(Struct, frozen=True):
    """A prediction for viewers. `outcomes`: the platform's ids, in the order in which they were given."""

    id: str
    outcomes: tuple[str, ...]


class Broadcast(Protocol):
    """An adapter whose places are channels with broadcasts. All methods raise Unreachable if a channel forbids it."""

    async def watch_stream(self, place: PlaceId) -> None:
        """Report from now on when the stream of this channel begins and ends, and at once whether it is on."""
        ...

    async def make_reward(self, place: PlaceId, title: str, cost: int) -> str:
        """Create a reward for the channel's points (`cost`), and return its id."""
        ...

    async def change_reward(self, place: PlaceId, reward: str, title: str, cost: int, *, on: bool) -> bool:
        """Change title and price of a reward, and show or hide it; return False if it is gone."""
        ...

    async def drop_reward(self, place: PlaceId, reward: str) -> None:
        """Remove a reward from the channel."""
        ...

    async def open_prediction(self, place: PlaceId, title: str, outcomes: Sequence[str], seconds: int) -> Prediction:
        """Open a prediction on these outcomes for `seconds`, and return it."""
        ...

    async def end_prediction(self, place: PlaceId, prediction: str, outcome: str) -> None:
        """Settle a prediction by an outcome; an empty one calls it off, and everybody gets their points back."""
        ...

    async def open_poll(self, place: PlaceId, title: str, choices: Sequence[str], seconds: int) -> str:
        """Open a poll on two to five choices for `seconds`, and return its id."""
        ...

    async def poll_votes(self, place: PlaceId, poll: str) -> tuple[int, ...] | None:
        """Return the votes for each choice, in the order in which they were given; None: the poll is still on."""
        ...

    async def mark(self, place: PlaceId, text: str) -> None:
        """Set a marker with this text at the current moment of the channel's recording."""
        ...

    async def say(self, place: PlaceId, line: str) -> None:
        """Say a public line that belongs to no table."""
        ...
