"""Linked communities: places of one community share purses, games and staff."""

from bot.commands.wing import Wing
from bot.wings.communities.community_commands import ASKED, CODE, CommunityCommands

WING = Wing((CommunityCommands,), elsewhere=("community",), notes=(CODE, ASKED))
