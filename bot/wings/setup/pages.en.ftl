# What the setup page says in English. The ids that its script uses stand in page_words.py beside it.

web-setup-title = Setup
web-setup-back = To the tables
web-setup-needs-scripts = The setup needs JavaScript.
web-setup-rules = Rules for tables
web-setup-look = See what changes
web-setup-save = Save
web-setup-bring = Bring them
web-setup-cancel = Back
web-setup-files = The whole as a file
web-setup-about-files = Keep it, or take it to another place. Channels and moderators stay behind. What would change is shown before anything is taken.
web-setup-download = Save a file
web-setup-upload = Take a file
web-setup-sentences = Sentences of your own
web-setup-about-sentences = In the form of Fluent, such as: sat-down = { "{" } $who { "}" } has come. They are said here instead of the bot's own, with the same values.
web-setup-balances = Balances from another bot
web-setup-about-balances = A CSV file: on each line a name or an id, and an amount. What it would bring is shown first. For a day it can be given back.
web-setup-csv = Choose the file
web-setup-reason = Reason (in the log that everybody can read)
web-setup-failed = That did not reach the bot. Try again.
web-setup-too-big = That file is too big.
web-setup-give-back = Give back
web-setup-owner = Whoever owns this place sets this.
web-setup-rule-open = Who opens tables
web-setup-rule-open-how = everybody, moderators, vips, subscribers, me, or usual
web-setup-rule-games = Games
web-setup-rule-games-how = all, or some of them
web-setup-rule-tables = Tables at a time
web-setup-rule-tables-how = a number, one, or usual
web-setup-rule-options = Options of { $game }
web-setup-rule-options-how = off, or such as KEY=VALUE
web-setup-rule-cooldown = Seconds between two tables
web-setup-rule-cooldown-how = a number, or off
web-setup-rule-stakes = Buy-ins from purses
web-setup-rule-stakes-how = the least and the most, such as 50 500, or off
web-setup-rule-purses = Tables for purses
web-setup-rule-purses-how = on or off
web-setup-rule-quiet = Quiet hours
web-setup-rule-quiet-how = such as 01:00 08:00 Europe/Berlin, or off: no new tables, and nobody is called
web-setup-rule-archive = Days that games are kept
web-setup-rule-archive-how = 7 to 3650
web-setup-no-place = This seat belongs to no place, so there is nothing to set up.
web-setup-elsewhere = The setup is for people who moderate this place on its platform. Say something in its chat, then come again.
web-setup-staff-only = The setup is for moderators.
