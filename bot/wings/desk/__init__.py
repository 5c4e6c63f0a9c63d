"""The desk: what moderators do about people and stuck tables, and where people turn to them."""

from typing import Final

from bot.commands.command import REASON, Parameter
from bot.commands.wing import StaffOrder, Wing
from bot.ports.browser import MenuEntry
from bot.wings.desk.blocks import BLOCKS
from bot.wings.desk.duty import DUTY, OFF, ON
from bot.wings.desk.judging import JudgeCommands
from bot.wings.desk.leavers import Leavers
from bot.wings.desk.record_commands import RecordCommands
from bot.wings.desk.report_commands import BlockCommands, ReportCommands
from bot.wings.desk.reports import REPORTS
from bot.wings.desk.sanctions import SANCTIONS

NAME: Final = Parameter("name", "slash-or-name", needed=True)
SPAN: Final = Parameter("duration", "slash-duration", needed=True)
WHY: Final = Parameter("reason", "slash-reason", needed=True)

WING = Wing(
    (JudgeCommands, RecordCommands, ReportCommands, BlockCommands),
    (Leavers,),
    elsewhere=("understood", "report", "unblock"),
    menu=(MenuEntry("block", "", "you"),),
    pages="bot.wings.desk.pages",
    orders=(
        StaffOrder("desk"),
        StaffOrder("warn", (NAME, WHY)),
        StaffOrder("mute", (NAME, SPAN, WHY)),
        StaffOrder("ban", (NAME, SPAN, WHY)),
        StaffOrder("note", (NAME, WHY)),
        StaffOrder("forgive", (NAME, REASON)),
        StaffOrder("list"),
        StaffOrder("person", (NAME,)),
        StaffOrder("reports", (Parameter("where", "slash-reports"),)),
        StaffOrder(
            "words",
            (Parameter("what", "slash-words", choices=lambda: ("add", "drop")), Parameter("word", "slash-barred")),
        ),
        StaffOrder("duty", (Parameter("what", "slash-duty", choices=lambda: (ON, OFF)),)),
        StaffOrder("steps", (Parameter("steps", "slash-steps"),)),
        StaffOrder("close", (Parameter("number", "slash-report-number", int, needed=True), REASON)),
    ),
    notes=(SANCTIONS, REPORTS, BLOCKS, DUTY),
    switches=("steps", "leavers", "timeouts"),
    venue_settings=("steps", "ladder", "leavers", "reports", "barred", "timeouts"),
)
