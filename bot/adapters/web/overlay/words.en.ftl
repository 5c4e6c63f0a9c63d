# What the overlay and its set-up page say in English. The ids that the scripts use stand in bot/adapters/web/overlay/words.py.

web-overlay-title = Overlay
web-overlay-staff-only = The overlay is set up by the moderators of this room. Say “staff” and the word for moderators first.
web-overlay-staff-elsewhere = The overlay is set up by the moderators of your channel. If you are one, say something in its chat first.
web-overlay-no-place = This seat belongs to no channel, so there is no table to put on air. Come in by your channel's own door.

## On air

web-overlay-several = { $count } players
web-overlay-and-more = and { $count } more
web-overlay-awaited = To move
web-overlay-away = away
web-overlay-bot = bot
web-overlay-commentary = What was hidden
web-overlay-door = Play along: { $address }
web-overlay-phase-between = between games
web-overlay-phase-closed = closed
web-overlay-phase-lobby = seats are free
web-overlay-pot = Pot
web-overlay-seat-number = seat { $number }
web-overlay-sitting = { $count } at the table

## The sample table

web-overlay-sample-title = A sample table
web-overlay-sample-names = Pete, Lola Montez, House 1, Maximiliana von Trockenbrunn, Ben
web-overlay-sample-line = Round 3. The dealer is Pete.
web-overlay-sample-news = Lola Montez stakes 40.
web-overlay-sample-commentary = Pete had the highest dice all along, and folded.
web-overlay-sample-door = your.address.example

## Setting it up

web-overlay-setup-title = Overlay for your broadcast
web-overlay-back = Back to the table
web-overlay-preview = Preview
web-overlay-backdrop = Behind it
web-overlay-backdrop-checks = Checks
web-overlay-backdrop-dark = Dark
web-overlay-backdrop-bright = Bright
web-overlay-source = What is shown
web-overlay-source-live = This room's table
web-overlay-source-sample = A sample table
web-overlay-source-crowd = A sample crowd
web-overlay-source-between = A sample game's end
web-overlay-preview-help = The preview shows at once what you change. On air it changes when you save.
web-overlay-looks = Looks
web-overlay-theme = Theme
web-overlay-theme-felt = Felt
web-overlay-theme-night = Night
web-overlay-theme-paper = Paper
web-overlay-theme-contrast = High contrast
web-overlay-theme-plain = Letters only
web-overlay-at = Where
web-overlay-at-top-left = top left
web-overlay-at-top = top
web-overlay-at-top-right = top right
web-overlay-at-left = left
web-overlay-at-right = right
web-overlay-at-bottom-left = bottom left
web-overlay-at-bottom = bottom
web-overlay-at-bottom-right = bottom right
web-overlay-size = Size
web-overlay-percent = { $size } %
web-overlay-parts = Show
web-overlay-part-table = Game and its lines
web-overlay-part-seats = Seats
web-overlay-part-pot = Pot
web-overlay-part-turn = Whose turn it is
web-overlay-part-clock = Clock
web-overlay-part-line = Last lines
web-overlay-part-code = Room code
web-overlay-part-picture = Picture
web-overlay-part-door = Where to play along
web-overlay-delay = Delay
web-overlay-delay-help = By how many seconds your broadcast lags. The overlay waits as long, its clock too; the preview doesn't.
web-overlay-seconds = { $seconds } s
web-overlay-css = Own CSS
web-overlay-css-help = Applied after the theme. It can fetch nothing from elsewhere.
web-overlay-too-long = That is too long: 8 KB at most.
web-overlay-save = Save and put on air
web-overlay-saved = Saved. It is on air.
web-overlay-unsaved = Not saved yet
web-overlay-failed = That didn't work. Please try again.
web-overlay-address = Address for OBS
web-overlay-address-help = In OBS, add a source of the kind “Browser”, paste this address, and set the width to 1920 and the height to 1080. It shows what everybody may see, and nothing else.
web-overlay-address-none = No address was made yet.
web-overlay-address-made = An address was made. It is shown only when it is made; if you lost it, make a new one.
web-overlay-address-hidden = Hidden: you may be on air
web-overlay-address-new = Make a new address
web-overlay-address-sure = Is your overlay in use? It goes dark until OBS has the new address.
web-overlay-address-yes = Yes, make a new one
web-overlay-address-no = Keep the old one
web-overlay-show = Show
web-overlay-hide = Hide
web-overlay-copy = Copy
web-overlay-copied = Copied
web-overlay-more-scenes = Other looks in another scene
web-overlay-more-scenes-help = What stands in the address goes before what is saved. Put this before the # for these very looks:
web-overlay-commentator = For a commentator: what was hidden, once a game is over
web-overlay-needs-scripts = The overlay needs JavaScript.
