"""Simulate predictions: viewers bet their points on an outcome, and the broadcaster says which one came true."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch import payloads
from standins.twitch.errors import Json, TwitchError
from standins.twitch.lookups import own_channel
from standins.twitch.points import affiliated, refuse_size
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call, page

if TYPE_CHECKING:
    from standins.twitch.channels import Channel
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

MOST_IN_TITLE = 45
MOST_IN_OUTCOME = 25
OUTCOMES = (2, 10)
WINDOW = (30, 1800)
MOST_ASKED = 25
TOP = 10
TO_RESOLVE = 86_400.0
MANAGE = "channel:manage:predictions"
READ = "channel:read:predictions"
OPEN = frozenset({"ACTIVE", "LOCKED"})
NEXT = {"ACTIVE": frozenset({"LOCKED", "RESOLVED", "CANCELED"}), "LOCKED": frozenset({"RESOLVED", "CANCELED"})}
ONE_AT_A_TIME = "prediction event already active, only one allowed at a time"
ENDED = "prediction event has already ended"


@dataclass(eq=False)
class Outcome:
    """An outcome. `bets`: points by the bettor's id."""

    id: str
    title: str
    color: str
    bets: dict[str, int] = field(default_factory=dict)

    @property
    def points(self) -> int:
        return sum(self.bets.values())


@dataclass(eq=False)
class Prediction:
    """A prediction. It locks when its window closes, and is cancelled if nobody resolves it within a day."""

    id: str
    channel: Channel = field(repr=False)
    title: str
    options: list[Outcome] = field(repr=False)
    window: int
    created_at: float
    locked_at: float | None = None
    ended_at: float | None = None
    won_by: Outcome | None = None
    _status: str = "ACTIVE"

    @property
    def outcomes(self) -> list[str]:
        return [option.title for option in self.options]

    @property
    def winner(self) -> str | None:
        return None if self.won_by is None else self.won_by.title

    @property
    def status(self) -> str:
        """Return the current status: ACTIVE, LOCKED, RESOLVED or CANCELED."""
        now = self.channel.world.clock.now()
        if self._status == "ACTIVE" and now >= self.locks_at:
            self._lock(self.locks_at)
        if self._status == "LOCKED" and now >= self.locks_at + TO_RESOLVE:
            self._end("CANCELED", self.locks_at + TO_RESOLVE)
        return self._status

    @property
    def locks_at(self) -> float:
        return self.created_at + self.window

    def option(self, title: str) -> Outcome:
        return next(option for option in self.options if option.title == title)

    def begin(self) -> None:
        """Begin; the window closes by the world's clock, even if nobody looks."""
        clock = self.channel.world.clock
        self._tell("begin", locks_at=clock.rfc3339(self.locks_at), bare=True)
        self.channel.world.eventsub.later(self.window, lambda: self.status)

    def bet(self, person: Person, title: str, points: int) -> None:
        """Bet on an outcome; later one may add points, but not choose another."""
        if self.status != "ACTIVE":
            raise AssertionError(f"the prediction is {self.status}")
        chosen = self.option(title)
        if any(person.id in option.bets for option in self.options if option is not chosen):
            raise AssertionError(f"{person.login} has chosen another outcome")
        self.channel.points.take(person, points)
        chosen.bets[person.id] = chosen.bets.get(person.id, 0) + points
        self._tell("progress", locks_at=self.channel.world.clock.rfc3339(self.locks_at))

    def become(self, status: str, won_by: Outcome | None = None) -> None:
        now = self.channel.world.clock.now()
        if status == "LOCKED":
            self._lock(now)
        else:
            self.won_by = won_by
            self._end(status, now)

    def payload(self) -> Json:
        clock = self.channel.world.clock
        return {
            "id": self.id,
            **payloads.named(self.channel.broadcaster, "broadcaster"),
            "title": self.title,
            "winning_outcome_id": None if self.won_by is None else self.won_by.id,
            "outcomes": [self._option(option) for option in self.options],
            "prediction_window": self.window,
            "status": self.status,
            "created_at": clock.rfc3339(self.created_at),
            "ended_at": None if self.ended_at is None else clock.rfc3339(self.ended_at),
            "locked_at": None if self.locked_at is None else clock.rfc3339(self.locked_at),
        }

    def _option(self, option: Outcome) -> Json:
        top = sorted(option.bets.items(), key=lambda bet: -bet[1])[:TOP]
        world, won = self.channel.world, self.won_by is option
        predictors = [
            {
                **payloads.named(world.people[person_id]),
                "channel_points_used": points,
                "channel_points_won": self._share(points) if won else 0,
            }
            for person_id, points in top
        ]
        return {
            "id": option.id,
            "title": option.title,
            "users": len(option.bets),
            "channel_points": option.points,
            "top_predictors": predictors or None,
            "color": option.color,
        }

    def _share(self, points: int) -> int:
        """Return a bettor's share of all bets, in proportion to their part of the winning bets."""
        won = 0 if self.won_by is None else self.won_by.points
        return sum(option.points for option in self.options) * points // won if won else 0

    def _lock(self, at: float) -> None:
        self._status, self.locked_at = "LOCKED", at
        self._tell("lock", locked_at=self.channel.world.clock.rfc3339(at))

    def _end(self, status: str, at: float) -> None:
        self._status, self.ended_at = status, at
        people, points = self.channel.world.people, self.channel.points
        for option in self.options if status == "CANCELED" else []:
            for person_id, bet in option.bets.items():
                points.give(people[person_id], bet)
        for person_id, bet in self.won_by.bets.items() if self.won_by else []:
            points.give(people[person_id], self._share(bet))
        winning = None if self.won_by is None else self.won_by.id
        ended_at = self.channel.world.clock.rfc3339(at)
        self._tell("end", winning_outcome_id=winning, status=status.lower(), ended_at=ended_at)

    def _tell(self, how: str, *, bare: bool = False, **more: str | None) -> None:
        """Tell of it. EventSub writes colours in lower case, and at the beginning nothing about bets."""
        options = [self._option(option) | {"color": option.color.lower()} for option in self.options]
        if bare:
            options = [{key: option[key] for key in ("id", "title", "color")} for option in options]
        world = self.channel.world
        event = {
            "id": self.id,
            **payloads.named(self.channel.broadcaster, "broadcaster_user"),
            "title": self.title,
            "outcomes": options,
            "started_at": world.clock.rfc3339(self.created_at),
            **more,
        }
        world.events.notify(f"channel.prediction.{how}", {"broadcaster_user_id": self.channel.id}, event)
        world.changed()


@TWITCH_ROUTES.add("POST", "/helix/predictions")
def create_prediction(world: TwitchWorld, call: Call) -> Answer:
    channel = affiliated(world, call, MANAGE)
    title = call.need("title")
    refuse_size("title", 1, len(title), MOST_IN_TITLE)
    wanted = call.body.get("outcomes")
    titles = [str((outcome or {}).get("title") or "") for outcome in wanted] if isinstance(wanted, list) else []
    refuse_size("outcomes", OUTCOMES[0], len(titles), OUTCOMES[1])
    for outcome in titles:
        refuse_size("outcomes.title", 1, len(outcome), MOST_IN_OUTCOME)
    call.need("prediction_window")
    window = call.number("prediction_window", 0)
    refuse_size("prediction_window", WINDOW[0], window, WINDOW[1])
    if not channel.points.enabled:
        raise TwitchError(400, "channel points not enabled")
    if any(prediction.status in OPEN for prediction in channel.predictions):
        raise TwitchError(400, ONE_AT_A_TIME)
    colors = ("BLUE", "PINK") if len(titles) == OUTCOMES[0] else ("BLUE",) * len(titles)
    options = [Outcome(str(uuid.uuid4()), name, color) for name, color in zip(titles, colors, strict=True)]
    new = Prediction(str(uuid.uuid4()), channel, title, options, window, world.clock.now())
    channel.predictions.append(new)
    new.begin()
    return 200, {"data": [new.payload()]}


@TWITCH_ROUTES.add("PATCH", "/helix/predictions")
def end_prediction(world: TwitchWorld, call: Call) -> Answer:
    channel = affiliated(world, call, MANAGE)
    wanted, status = call.need("id"), call.need("status")
    if status not in NEXT["ACTIVE"]:
        raise TwitchError(400, 'The parameter "status" was malformed: must be one of RESOLVED, CANCELED, LOCKED')
    found = next((prediction for prediction in channel.predictions if prediction.id == wanted), None)
    if found is None:
        raise TwitchError(404, "The prediction in the id field was not found.")
    if status not in NEXT.get(found.status, ()):
        raise TwitchError(400, ENDED if found.status not in OPEN else "prediction event is already locked")
    won_by = None
    if status == "RESOLVED":
        winning = call.need("winning_outcome_id")
        won_by = next((option for option in found.options if option.id == winning), None)
        if won_by is None:
            raise TwitchError(400, "The winning_outcome_id is not one of the prediction's outcomes.")
    found.become(status, won_by)
    return 200, {"data": [found.payload()]}


@TWITCH_ROUTES.add("GET", "/helix/predictions")
def get_predictions(world: TwitchWorld, call: Call) -> Answer:
    """Return predictions, newest first."""
    channel = own_channel(world, call, READ, MANAGE)
    ids = call.query.getall("id", [])
    if len(ids) > MOST_ASKED:
        raise TwitchError(400, "The maximum number of id parameters is 25.")
    found = [p for p in reversed(channel.predictions) if not ids or p.id in ids]
    return 200, page([prediction.payload() for prediction in found], call, most=MOST_ASKED)
