"""Texts for the person who sets up the bot, besides the findings: how to begin, to be reached, and to go on."""

from typing import Final

from bot.app.settings import Settings
from bot.app.stream_check.checks import CONSOLE, public_of
from bot.app.stream_check.finding import Finding, Mark
from bot.text import Words
from games.catalogue import AnyGame, catalogue
from games.kit.kinds import keeps_secrets

TEST_LINE: Final = "Potluck is here, and this line is a test. {prefix}help says what I understand."
GREETING: Final = """\
Potluck on Twitch. What is set already is not asked again; Ctrl-C ends, and nothing is lost: `potluck stream` goes on
where you left."""
ADDRESS: Final = """
The address under which phones reach your pages, as https://potluck.example. Hands, votes and the overlay's door stand
there. Without one just press Enter, and put it in later (potluck stream --again): {playable} can be played
in chat until then, all else is for a try on this machine."""
REGISTER: Final = """
The application that the bot is for Twitch: open {console} in a browser where you are
signed in (it wants two-factor authentication), and press Register Your Application:
    Name                  as you like; viewers see it when they sign in
    OAuth Redirect URLs   {back}
    Category              Chat Bot
    Client Type           Confidential
Press Create, then Manage: there stands the Client ID, and New Secret makes the secret."""
CHANNEL: Final = """
The channel to play in, as in its address: of twitch.tv/ann it is ann (several with commas; then no others can be
connected). Just Enter: whoever opens {public}connect/twitch can connect theirs."""


def open_and_hidden() -> tuple[list[AnyGame], list[AnyGame]]:
    """Return the games without hidden hands, and those with them."""
    games = list(catalogue().values())
    hidden = [game for game in games if keeps_secrets(game)]
    return [game for game in games if game not in hidden], hidden


def is_reached(findings: list[Finding]) -> bool:
    """Tell whether phones elsewhere reach the pages, by these findings."""
    return any(one.about == "address" and one.mark is Mark.GOOD for one in findings)


def without_address(settings: Settings) -> str:
    """Return what can be played while viewers can't reach the pages, and how to change that."""
    open_ones, hidden = open_and_hidden()
    port = settings.web_port
    return f"""
Without a public address viewers can play {listed(open_ones)}: nothing is hidden there, the chat is enough,
and {settings.prefix}open alone opens one. {listed(hidden)} need the address: each player's hand
stands on a page. (On this machine yours is at {public_of(settings)}at/twitch/ and your channel's name;
viewers are not sent there.) Ways to an address (docs/stream.md has them whole):
    a server and a name   DOMAIN=potluck.example docker compose -f compose.yaml -f deploy/caddy.yaml up -d
    Tailscale             tailscale funnel --bg {port}
    Cloudflare            cloudflared tunnel --url http://localhost:{port}     (another name each time)
    ngrok                 ngrok http --url=NAME.ngrok-free.app {port}
Then: potluck stream --again, and the new address as redirect URL at {CONSOLE}"""


def next_steps(settings: Settings, findings: list[Finding], *, running: bool = True) -> str:
    """Return what to do next. `running`: the bot runs."""
    begins = "On air. Now:" if running else 'All is set. Start the bot ("potluck stream", or "potluck run"), then:'
    open_ones, hidden = open_and_hidden()
    first = next(iter(hidden if is_reached(findings) else open_ones), (open_ones + hidden)[0])
    public, sign = public_of(settings), settings.prefix
    safe = f"""
    3. {sign}safe on, once, if you play too: your hand then stands on your own page alone."""
    return f"""
{begins}
    1. Type {sign}open {first.name} in your chat, viewers type {sign}join, then {sign}start. {sign}help says more.
    2. The overlay: sign in as yourself at {public}connect/twitch, press Set up the overlay, Make a new address, Copy;
       in OBS: Sources, +, Browser, paste it, width 1920, height 1080.{safe if is_reached(findings) else ""}"""


def listed(games: list[AnyGame]) -> str:
    """Return the titles of games, with commas."""
    words = Words()
    return ", ".join(words.title(game) for game in games)
