"""The watch: health, readiness and metrics on a listener of their own, and an alarm for the gravest trouble."""

from bot.commands.wing import Wing

WING = Wing(serving="bot.wings.watch.serving")
