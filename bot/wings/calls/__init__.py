"""Calls: people are called to a table, and keep their place for one."""

from bot.commands.wing import Wing
from bot.ports.browser import MenuEntry
from bot.wings.calls.calling_subscribers import GATHERED, CallingSubscribers
from bot.wings.calls.notify_commands import NotifyCommands
from bot.wings.calls.queue_commands import QUEUED, QueueCommands
from bot.wings.calls.queue_turns import TOLD, QueueTurns
from bot.wings.calls.subscribers import SUBSCRIBERS

WING = Wing(
    (QueueCommands, NotifyCommands),
    parts=(CallingSubscribers, QueueTurns),
    notes=(SUBSCRIBERS, QUEUED, TOLD, GATHERED),
    menu=(
        MenuEntry("wanted", "", "table"),
        MenuEntry("notify", "", "you"),
    ),
    elsewhere=("wait",),
)
