# What the control room says in English. The ids that its scripts use stand in page_words.py beside it.

web-control-no-place = This seat belongs to no channel, so there is nothing to control. Come in by your channel's own door.
web-control-staff-only = The control room is for the moderators of this room. Say “staff” and the word for moderators first.
web-control-staff-elsewhere = The control room is for the broadcaster and the moderators of the channel. If you are one of them, say something in its chat, and come back within a quarter of an hour.
web-control-back = Back to the tables
web-control-needs-scripts = This page works with JavaScript. In the chat, a moderator can set everything as well.

## Tables

web-control-tables = Tables
web-control-no-tables = No table is open.
web-control-game = Game
web-control-open-now = Open now
web-control-open-with = Options of this table
web-control-open-with-help = What you leave as it is here is as this place opens the game.
web-control-poll = Ask which game is next
web-control-poll-help = A poll of a minute; then a table of the game that won is opened in your name.
web-control-seats = { $sitting } of { $most } seats taken
web-control-to-move = To move: { $names }
web-control-none = Nobody sits here yet.
web-control-paused = paused
web-control-start = Start
web-control-next = Next game
web-control-pause = Pause …
web-control-pause-title = Pause table { $code }?
web-control-pause-sure = The clock stands still until you let it go on, for an hour at most. The reason is told to the table.
web-control-pause-yes = Pause it
web-control-pause-no = Let it play
web-control-resume = Let it go on
web-control-call-off = Call off …
web-control-call-off-title = Call off the game at table { $code }?
web-control-call-off-sure = All stakes go back, and it counts as called off by a moderator. The reason is told to the table.
web-control-close = Close …
web-control-close-title = Close table { $code }?
web-control-close-sure = Whoever sits there stands up, and everybody has what is theirs. The reason is told to the table.
web-control-close-yes = Close it
web-control-close-no = Leave it open
web-control-reason = Reason
web-control-call-off-yes = Call it off
web-control-call-off-no = Let it play

## Rewards

web-control-rewards = Rewards for channel points
web-control-rewards-help = For affiliates and partners who gave their leave. What can't be given gives the points back.
web-control-reward-chips = Suckers for the purse
web-control-reward-seat = A seat at the open table
web-control-reward-stake = A stake with the crowd that plays
web-control-reward-cost = Points
web-control-reward-amount = Suckers
web-control-reward-offer = Offer it
web-control-reward-change = Change it
web-control-reward-off = Hide it from viewers
web-control-reward-on = Show it again

## The overlay

web-control-overlay = The overlay
web-control-hide = Hide the overlay
web-control-show = Show the overlay again
web-control-is-hidden = The overlay is hidden: viewers see nothing of it.
web-control-is-shown = The overlay is shown.
web-control-is-muted = The overlay is shown, without lines.

## The dock

web-control-dock = Dock
web-control-open-dock = Dock for OBS
web-control-dock-help = In OBS: Docks → Custom Browser Docks. Sign in there once.
web-control-all-settings = All settings
web-control-on-air = What is on air
web-control-last-lines = The last lines
web-control-quick = At once
web-control-panic = Panic: all of it off
web-control-all-off = The overlay is hidden, its lines are off, and the games stand still.
web-control-hide-short = Hide
web-control-show-short = Show
web-control-mute = Mute lines
web-control-unmute = Lines on
web-control-pause-all = Pause
web-control-resume-all = Go on
web-control-pause-reason = the stream needs a moment
web-control-preset-crowd = Crowd night
web-control-preset-calm = Calm evening
web-control-undo = Undo ({ $count })
web-control-remove = Remove { $name }
web-control-remove-title = Remove somebody from table { $code }?
web-control-remove-sure = They stand up, and sit down again only when a moderator lets them in. The reason is told.
web-control-remove-yes = Remove them
web-control-remove-no = Let them play

## Settings

web-control-settings = Rules for tables
web-control-save = Save
web-control-failed = That could not be sent. Is the connection there? Nothing was saved.
web-control-unsaved = { $count } not saved yet
web-control-nothing-to-save = All is saved.
web-control-changed = { $what }: was { $before }, is now { $now }
web-control-changed-by-both = You had changed that too: yours still stands in the form. Save again if it is to count.
web-control-who = Who may open tables, besides the broadcaster
web-control-who-everybody = Everybody
web-control-who-subscribers = Subscribers
web-control-who-vips = VIPs
web-control-who-moderators = Moderators
web-control-who-help = Nobody ticked: the broadcaster alone. Where anybody else may, moderators may as well; in a stream's chat they do from the start. Where everybody may, a viewer's stake opens one table for all.
web-control-which = Games
web-control-which-help = All ticked: every game, those of later versions too.
web-control-at-once = How many tables at a time
web-control-at-once-help = Empty: as usual, which is one in the chat of a stream, and eight elsewhere. Nobody opens more than one a minute and three at a time.
web-control-cooldown = Seconds between two tables
web-control-cooldown-help = 0: no pause. Moderators need not wait.
web-control-stakes = What purses buy in with
web-control-stakes-help = Both empty: as the host likes. It counts at tables that are played for purses.
web-control-generous = The House at tables for purses
web-control-generous-off = Pays what it wins
web-control-generous-on = May pay more
web-control-generous-help = By more than the banker's table, by adding to antes, and by house bots that lose, suckers come out of nothing.
web-control-least = Least
web-control-most = Most
web-control-quiet = Quiet hours, in which nobody opens a table
web-control-quiet-from = From
web-control-quiet-to = To
web-control-quiet-zone = Time zone
web-control-quiet-help = Both times empty: there are none. A time zone is called Europe/Berlin or America/New_York.
web-control-offline = When the stream goes offline
web-control-offline-nothing = Tables play on
web-control-offline-pause = Tables wait until it is back
web-control-offline-last-round = The round that is on is the last one
web-control-hours = Hours to wait
web-control-hours-help = After that a game is void: every stake goes back, and it counts as called off, with the broadcaster's name.
web-control-off = Off
web-control-announce = Announce a table that opens
web-control-announce-primary = The channel's colour
web-control-announce-blue = Blue
web-control-announce-green = Green
web-control-announce-orange = Orange
web-control-announce-purple = Purple
web-control-announce-help = The bot must be a moderator for it.
web-control-predictions = Predictions with channel points
web-control-predictions-winner = Who wins
web-control-predictions-loser = Who loses most
web-control-predictions-house = Whether the House wins
web-control-predictions-alone = Whether one wins alone
web-control-predictions-broke = Whether anybody loses all
web-control-predictions-feat = Whether anybody does a feat
web-control-predictions-help = For affiliates and partners who gave their leave. Settled from the game's checked record; a void gives all points back.
web-control-raids = Raiders
web-control-raids-on = Are asked to sit down
web-control-raids-off = Are not
web-control-secrets = A secret move that somebody types in chat
web-control-secrets-delete = Is deleted
web-control-secrets-keep = Stays
web-control-secrets-help = It is never taken, and its writer is told. Deleted it can be only where the bot is a moderator.
web-control-words = Commands that other bots have too
web-control-words-usual = As is usual here
web-control-words-own = Left to the other bots
web-control-words-all = Heard by this bot
web-control-words-help = Behind the bot's own name every command is heard.
web-control-others = More words of your other bots
web-control-others-help = Such as so, raffle, hug: left to the other bots, besides the common ones. People at a table are still heard.
web-control-freed = Common words that no other bot here has
web-control-freed-help = Such as drop or play: heard by this bot again.
web-control-prefix = What begins a command
web-control-prefix-help = One to three marks; empty: the usual one.
web-control-usual = What games are opened with
web-control-usual-help = Whoever opens a table can still choose otherwise.
web-control-options-usual = as usual everywhere
web-control-options-set = { $count } chosen

# Said in place of the bot's own

web-comforts-connected = { $name }: predictions and rewards may be switched on now, with “!stream” in your chat.
