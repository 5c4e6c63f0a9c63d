# What the desk says in English.

desk-for-ever = for ever
desk-for-minutes = { $count ->
    [one] for one minute
   *[other] for { $count } minutes
}
desk-for-hours = { $count ->
    [one] for one hour
   *[other] for { $count } hours
}
desk-for-days = { $count ->
    [one] for one day
   *[other] for { $count } days
}
desk-odd-duration = A duration is between a minute and ten years: 30m, 12h, 7d, or "for ever".
    .page = A duration is between a minute and ten years.
desk-banned = You are banned from the tables here, { $span }: { $why }. A moderator can lift that.
desk-muted = You can't speak here, { $span }: { $why }. What you say to the bot still counts.
desk-by-points = so many points
desk-reason = “{ $why }”
desk-unread = Before you sit down here, read what a moderator wrote to you: { $reasons }. Then say "{ $prefix }understood { $number }".
    .page = Before you sit down here, read what a moderator wrote to you: { $reasons }. Then confirm that you have.
desk-understood = Noted, thank you: you may sit down.
desk-nothing-unread = No moderator has written to you here, so there is nothing to confirm.
desk-yourself = Nobody judges themselves: another moderator has to.
desk-moderator = { $who } is a moderator here: only whoever owns this place judges moderators.
desk-owners = Whoever owns this place gave that: only an owner lifts it.
desk-how-warn = Say whom, and why: "{ $prefix }mod warn pete shouting". Points and how long they count may stand before the reason: "{ $prefix }mod warn pete 2 30d shouting".
    .page = Say whom you warn, and why.
desk-how-mute = Say whom, how long, and why: "{ $prefix }mod mute pete 1h spam".
    .page = Say whom you mute, how long, and why.
desk-how-ban = Say whom, how long, and why: "{ $prefix }mod ban pete 7d cheating", or "for ever" in place of 7d.
    .page = Say whom you ban, how long, and why.
desk-how-note = Say about whom, and what: "{ $prefix }mod note pete plays under two names".
    .page = Say about whom you note something, and what.
desk-how-forgive = Say whom, or which number: "{ $prefix }mod forgive pete", "{ $prefix }mod forgive #12".
    .page = Say whom you forgive.
desk-barred = That has a word that this place does not allow. Say it in other words.
desk-done = { $kind ->
    [warn] { $who } is warned (#{ $number }, points: { $points }, { $span }), and reads it before sitting down again.
    [mute] { $who } can't speak in rooms here (#{ $number }), { $span }.
   *[ban] { $who } is banned (#{ $number }), { $span }: no tables, no chat of rooms.
}
desk-follows = { $kind ->
    [mute] So many points: { $who } can't speak in rooms here (#{ $number }), { $span }.
   *[ban] So many points: { $who } is banned (#{ $number }), { $span }.
}
desk-noted = Noted about { $who }, for moderators alone.
desk-still-sits = { $who } sits at table { $code }, and plays on there: "{ $prefix }{ $code } remove { $who }" takes them off it.
    .page = { $who } sits at table { $code }, and plays on there unless you take them off it.
desk-out-of-queue = Their stake for the next round of table { $code } went back to them.
desk-told = { $kind ->
    [warn] Moderator { $by } warns you: { $why }. Before you sit down here again, say "{ $prefix }understood".
    [mute] Moderator { $by } has muted you in the rooms here, { $span }: { $why }.
   *[ban] Moderator { $by } has banned you from the tables here, { $span }: { $why }. A game that you are in goes on.
}
    .page = { $kind ->
    [warn] Moderator { $by } warns you: { $why }. You confirm that you have read it before you sit down here again.
    [mute] Moderator { $by } has muted you in the rooms here, { $span }: { $why }.
   *[ban] Moderator { $by } has banned you from the tables here, { $span }: { $why }. A game that you are in goes on.
}
desk-to = { $who }: { $text }
desk-forgiven = { $count ->
    [one] Lifted for { $who }.
   *[other] Lifted for { $who }: { $count } in all.
}
desk-forgiven-told = Moderator { $by } has lifted what held of you here.
desk-nothing-holds = Nothing holds of { $who } here, so there is nothing to lift.
desk-no-number = Nothing that holds has the number #{ $number }: "{ $prefix }mod list" shows what does.
    .page = Nothing that holds has the number #{ $number }.
desk-clean = Nothing is known of { $who } here: no sanctions, no notes.
desk-about = { $who }, points now: { $points }.
desk-list = What holds here: { $count }.
desk-list-empty = Nothing holds of anybody here.
desk-line = #{ $number } { $kind ->
    [warn] warned ({ $points })
    [mute] muted
    [ban] banned
   *[note] note
}{ $state ->
    [noted] {""}
    [unread] , not read yet
    [holds] , { $span }
    [lifted] , lifted
   *[over] , over
}: { $why } ({ $by })
command-understood = Confirm that you have read what a moderator wrote to you.
slash-understood = The number below what the moderator wrote
slash-duration = How long: 30m, 12h, 7d, for ever
slash-mod-warn = Warn somebody: they read it before they sit down again. For moderators.
slash-mod-mute = Keep somebody from the chat of rooms. For moderators.
slash-mod-ban = Keep somebody from tables and the chat of rooms. For moderators.
slash-mod-note = Note something about somebody, for moderators alone.
slash-mod-forgive = Lift what holds of somebody, or one sanction by its number. For moderators.
slash-mod-list = See all sanctions that hold. For moderators.
slash-mod-person = See somebody's sanctions, and notes on them. For moderators.
server-steps = At so many points of warnings, a mute or a ban follows by itself: { $on ->
    [yes] on (3 points: an hour muted; 5, 8, 12: banned for a day, a week, a month). "{ $prefix }server steps off" turns it off.
   *[no] off. "{ $prefix }server steps on" turns it on.
}
    .page = At so many points of warnings, a mute or a ban follows by itself: { $on ->
    [yes] on (3 points: an hour muted; 5, 8, 12: banned for a day, a week, a month).
   *[no] off.
}
