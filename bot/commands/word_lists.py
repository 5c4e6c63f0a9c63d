"""Lists of words that a place leaves to its other bots: the usual ones, those added, and those taken back.

The usual ones are facts from the documentation of bots, and from channels that use them: StreamElements
(docs.streamelements.com/chatbot/commands/default), Nightbot (docs.nightbot.tv/commands) and Streamlabs' Cloudbot
(streamlabs.com/cloudbot) as listed in autumn 2026; Fossabot, Mix It Up (its game commands), and words that nearly every
channel has defined for itself, as far as we know them. A word too many costs little: people who sit at no table have to
type "potluck" before it.
"""

from functools import lru_cache
from typing import Final

from bot.people.venues import VenueSettings

STREAM_ELEMENTS: Final = """
    8ball accept accountage addpoints bet bot cancelduel cancelraffle chatstats cmd command commands contest deny duel
    editcounter emotes enablesfx disablesfx filesay followage followers gamble game giveaway givepoints items join
    kappagen leaderboard level love module next nowplaying nuke pause permit ping play playlist points quote raffle
    rank redeem reset roulette setgame settitle shoutout skip slots song songqueue songrequest sr sounds sraffle stack
    store subs time timer tip title top unpermit uptime vanish volume voteskip watchtime winner wrongsong
"""
NIGHTBOT: Final = """
    commands filters game marathon nightbot poll regulars songs title winner followage uptime
"""
STREAMLABS: Final = """
    accept addcommand addquote arena bankheist bet boss cancel cancelraffle close closequeue closeraffle command
    commands deny duel editcommand enable enter freeforall gamble game heist hours join joinarena joinheist kill leave
    loyalty openqueue openraffle permit points queue quote quoteedit quoteremove raffle rank redeem removecommand
    removesong request resume roulette skip slots songrequest spin sr ticket title top tophours uptime veto video volume
    vote wrongvideo
"""
FOSSABOT: Final = """
    chatters clip commands followage game lastseen nuke permit quote shoutout so song spotify subcount title unnuke
    uptime viewers watchtime winner
"""
MIX_IT_UP: Final = """
    addquote beachball bid bidwar coinpusher duel end give giveaway hangman heist hitman hotpotato hours inventory join
    leave lockbox next points quote queue race rank remove roulette shop slots spin start stop top treasure trivia
    uptime volcano wordscramble
"""
CHANNELS: Final = """
    blackjack attack balance bank buy call catch chest claim coinflip coins crosshair daily deal deaths dice discord
    donate draw drop fight fish flip fold guess hello help hug info instagram joke lb link links list lurk merch mod
    mods money mute pay poker prime raise roll rob rules schedule sell sens server setup socials specs spend steal sub
    take team throw tournament tts twitter unlurk weather work youtube
"""
COMMON: Final = frozenset(
    word
    for bot in (STREAM_ELEMENTS, NIGHTBOT, STREAMLABS, FOSSABOT, MIX_IT_UP, CHANNELS)
    for word in bot.split()
    if word not in {"start", "tournament", "bid"}
)
"""All of them, except words that are always for us: `start` starts a table, no other bot holds tournaments, and a
player who says a secret bid in public must be told so.
"""
BY_NAME: Final = "potluck"
"""The bot's name: what follows it is for us, whatever words other bots have."""
LISTS: Final = 256
"""How many places' lists are cached."""


@lru_cache(LISTS)
def left_to_others(others: tuple[str, ...], freed: tuple[str, ...]) -> frozenset[str]:
    """Return the words that other bots of a place have, according to its lists."""
    return COMMON.union(others).difference(freed)


def common_at(settings: VenueSettings) -> frozenset[str]:
    """Return the words that other bots of a place have."""
    return left_to_others(settings.others, settings.freed)
