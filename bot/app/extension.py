"""The zip of the Twitch Extension, written for its owner to upload."""

from pathlib import Path
from urllib.parse import urlsplit

import click

from bot.adapters.web import bundle, zipped
from bot.app.settings import Settings
from bot.text import Words


class PageSentences:
    """Knows the sentences of pages, as nobody's in particular."""

    def text(self, sentence: str, locale: str, /, **args: str) -> str:
        """Return a sentence by its id, with its values filled in."""
        return Words(locale, page=True).text(sentence, **args)


def written(settings: Settings, file: Path) -> int:
    """Write the zip to this file; return how many files are in it. Raises ClickException without a public address."""
    server = urlsplit(settings.public_url)
    secure = server.scheme == "https" or (server.scheme == "http" and bool(settings.twitch_extension_origin))
    if not (secure and server.netloc):
        raise click.ClickException(
            "POTLUCK_PUBLIC_URL must be the bot's address by https: it stands in the zip. See docs/extension.md."
        )
    files = bundle(PageSentences(), settings.public_url)
    file.write_bytes(zipped(files))
    return len(files)
