"""Features for streamers: the control room, rewards, predictions, polls, raids, and what happens when a stream ends."""

from bot.commands.wing import Wing
from bot.wings.streams.channels import Channels
from bot.wings.streams.control_commands import ControlCommands
from bot.wings.streams.forecasts import FORECAST, Forecasts
from bot.wings.streams.markers import Markers
from bot.wings.streams.polls import POLL, Polls
from bot.wings.streams.stream_commands import StreamCommands
from bot.wings.streams.streams import RAID, STREAM

WING = Wing(
    (StreamCommands, Polls, ControlCommands),
    parts=(Channels, Forecasts, Markers),
    pages="bot.wings.streams.pages",
    elsewhere=("stream", "want", "control", "overlay"),
    notes=(FORECAST, POLL, RAID, STREAM),
    venue_settings=(
        *("announce", "announce_color", "predictions", "foretold", "rewards", "raids", "markers", "deletes_secrets"),
        *("opening", "offline", "offline_hours", "own_words", "others", "freed", "overlay_hidden", "overlay_muted"),
    ),
)
