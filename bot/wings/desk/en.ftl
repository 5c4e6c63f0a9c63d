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
desk-unreadable = What is stored for that can't be read, so nothing was changed and nothing of it is lost. Ask whoever runs this bot to bring it back from a copy.
desk-understood-where = A warning is confirmed in the place where it was given: say "{ $prefix }understood" there.
    .page = A warning is confirmed in the place where it was given.
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
desk-most-unread = { $who } has { $most } warnings to read already, and more are not kept: "{ $prefix }mod forgive { $who }" lifts them.
    .page = { $who } has { $most } warnings to read already, and more are not kept: lift them first.
desk-noted = Noted about { $who }, for moderators alone.
desk-still-sits = { $who } sits at table { $code }, and plays on there: "{ $prefix }{ $code } remove { $seat }" takes them off it.
    .page = { $who } sits at table { $code }, and plays on there unless you take them off it.
desk-out-of-queue = Their stake for the next round of table { $code } went back to them.
desk-told = { $kind ->
    [warn] Moderator { $by } warns you: { $why }. Before you sit down again in the place where you were warned, say "{ $prefix }understood" there.
    [mute] Moderator { $by } has muted you in the rooms here, { $span }: { $why }.
   *[ban] Moderator { $by } has banned you from the tables here, { $span }: { $why }. A game that you are in goes on.
}
    .page = { $kind ->
    [warn] Moderator { $by } warns you: { $why }. You confirm that you have read it before you sit down here again.
    [mute] Moderator { $by } has muted you in the rooms here, { $span }: { $why }.
   *[ban] Moderator { $by } has banned you from the tables here, { $span }: { $why }. A game that you are in goes on.
}
desk-told-follows = { $kind ->
    [mute] So many points: you are muted in the rooms here, { $span }.
   *[ban] So many points: you are banned from the tables here, { $span }. A game that you are in goes on.
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
    [left] left a game
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
desk-went-on = others went on with it
desk-leaves = You have left { $count } games here within a day that others went on with, so you sit down at no table here { $span }.
server-leavers = Whoever leaves 2 running games here within a day waits 5 minutes before sitting down again, after 3 half an hour: { $on ->
    [yes] on. "{ $prefix }server leavers off" turns it off.
   *[no] off. "{ $prefix }server leavers on" turns it on.
}
    .page = Whoever leaves 3 running games here within a day pauses for half an hour: { $on ->
    [yes] on.
   *[no] off.
}
server-steps = At so many points of warnings, a mute or a ban follows by itself: { $on ->
    [yes] on ("{ $prefix }mod steps" shows them). "{ $prefix }server steps off" turns it off.
   *[no] off. "{ $prefix }server steps on" turns it on.
}
    .page = At so many points of warnings, a mute or a ban follows by itself: { $on ->
    [yes] on.
   *[no] off.
}
desk-steps = At so many points of warnings, this follows by itself ({ $on ->
    [yes] on
   *[no] off
}): { $steps }.
desk-how-steps = Say the points, and a mute or a ban with its duration, up to { $most } of them, each at more points than the one before: "{ $prefix }mod steps 3 mute 1h, 5 ban 7d". "{ $prefix }mod steps usual" takes the usual ones, "{ $prefix }mod steps off" turns them off.
    .page = Say the points, and a mute or a ban with its duration, up to { $most } of them, each at more points than the one before: 3 mute 1h, 5 ban 7d.
slash-steps = Such as: 3 mute 1h, 5 ban 7d; usual; off. Nothing: what follows now
slash-mod-steps = See or change what follows by itself at so many points. For moderators.
server-timeouts = Where this place has time-outs of its own, a mute or a ban sets one, too: { $on ->
    [yes] on. "{ $prefix }server timeouts off" turns it off.
   *[no] off. "{ $prefix }server timeouts on" turns it on.
}
    .page = Where this place has time-outs of its own, a mute or a ban sets one, too: { $on ->
    [yes] on.
   *[no] off.
}
desk-time-out = { $how ->
    [set] Discord's own time-out is set as well, { $span }.
    [longer] Discord keeps them silent for longer already, so its time-out stays as it is.
    [no-right] Discord's own time-out is not set: I may not moderate members on this server. Give my role "Moderate Members", or say "{ $prefix }server timeouts off".
    [not-yours] Discord's own time-out is not set: it does not let you moderate members on this server.
    [above-bot] Discord's own time-out is not set: they administer this server, or their highest role does not stand below mine.
    [above-you] Discord's own time-out is not set: their highest role does not stand below yours.
    [no-member] Discord's own time-out is not set: they are no member of this server.
   *[away] Discord's own time-out is not set: Discord does not answer.
}
    .page = { $how ->
    [set] Discord's own time-out is set as well, { $span }.
    [longer] Discord keeps them silent for longer already, so its time-out stays as it is.
    [no-right] Discord's own time-out is not set: I may not moderate members on this server.
    [not-yours] Discord's own time-out is not set: it does not let you moderate members on this server.
    [above-bot] Discord's own time-out is not set: they administer this server, or their highest role does not stand below mine.
    [above-you] Discord's own time-out is not set: their highest role does not stand below yours.
    [no-member] Discord's own time-out is not set: they are no member of this server.
   *[away] Discord's own time-out is not set: Discord does not answer.
}
desk-time-out-stays = Discord's own time-out stays: I know of no member here to lift it from. Lift it there.
desk-time-out-back = { $how ->
    [lifted] Discord's own time-out is lifted as well.
    [set] Discord's own time-out is shortened to what else holds.
    [changed] Somebody has changed Discord's own time-out since, so it stays as it is.
    [no-right] Discord's own time-out stays: I may not moderate members there any more.
    [not-yours] Discord's own time-out stays: it does not let you moderate members there.
    [above-bot] Discord's own time-out stays: they administer the server, or their highest role does not stand below mine.
    [above-you] Discord's own time-out stays: their highest role does not stand below yours.
    [no-member] Discord's own time-out stays: they are no member of the server now.
   *[away] Discord's own time-out stays: Discord does not answer. Lift it there.
}

desk-how-report = Say whom, and why: "{ $prefix }report pete shouting". Moderators see it with the last public lines.
    .page = Say whom you report, and why. Moderators see it with the last public lines.
desk-report-self = That is you: nobody reports themselves.
desk-reports-too-many = So many reports came that some have to wait: try again in { $minutes } minutes.
desk-reports-full = { $most } reports are open here, and no more can be kept: moderators have to close some first. Ask one of them.
desk-reported = Your report about { $who } is kept for the moderators here, with the last lines that you could see. { $who } is not told.
desk-report-told = { $by } reports { $who }: { $why }
desk-report-posted = { $who } is reported: { $why }
desk-report-line = #{ $number } ({ $when }) { $by } reports { $who }: { $why }
desk-no-reports = No report is open.
desk-reports-at = { $on ->
    [yes] From now on reports are told here, without who made them. All who read this place see them.
   *[no] From now on reports are told to the moderators who acted last.
}
desk-reports-public = Everybody reads this place, so no reports are told here: moderators are told in private.
desk-how-close = Say which report, and what came of it: "{ $prefix }mod close 4 talked to both". "{ $prefix }mod reports" shows them.
    .page = Say which report, and what came of it.
desk-no-report = No report with the number #{ $number } is open: "{ $prefix }mod reports" shows those that are.
    .page = No report with the number #{ $number } is open.
desk-report-closed = Report #{ $number } is closed.
desk-block-self = That is you: nobody blocks themselves.
desk-blocked = { $who } is blocked: neither of you sits down with the other from now on. Nobody is told.
desk-blocked-sits = { $together ->
    [yes] You both sit at table { $code } now, and nobody has to leave it.
   *[no] { $who } sits at table { $code } now, so you can't sit down there.
}
desk-most-blocks = You have blocked { $most } people, and more is not possible: "{ $prefix }unblock NAME" lets one go.
    .page = You have blocked { $most } people, and more is not possible.
desk-unblock = Unblock { $who }
desk-unblocked = { $who } is no longer blocked.
desk-not-blocked = You have blocked nobody of that name: "{ $prefix }block" lists whom you have.
    .page = You have blocked nobody of that name.
desk-several-blocked = You have blocked several of that name: { $who }. Say which: "{ $prefix }unblock { $example }".
    .page = You have blocked several of that name: { $who }. Press which.
desk-unblock-more = "{ $prefix }unblock NAME" lets the others go.
    .page = The others have a button here once some of these are unblocked.
desk-no-blocks = You have blocked nobody.
desk-blocks = Blocked ({ $count } of { $most }): { $who }.
desk-not-together = You can't sit down at that table now, because of who sits there. Another table works, or one of your own.
command-report = Tell moderators about somebody, with the last public lines: "{ $prefix }report pete shouting".
    .page = Tell moderators about somebody.
    .slash = Tell moderators about somebody, with the last public lines.
command-block = Never sit at a table with somebody: "{ $prefix }block pete". Nobody is told. Alone, it lists whom you have blocked.
    .page = Never sit at a table with somebody. Nobody is told.
    .slash = Never sit at a table with somebody. Nobody is told.
command-unblock = Let a block go: "{ $prefix }unblock pete".
    .page = Let a block go.
    .slash = Let a block go.
menu-block = Blocked people
desk-how-duty = Say "{ $prefix }mod duty on" to be told of reports yourself, in private, and "{ $prefix }mod duty off" when you are done; "{ $prefix }mod duty" shows who is on duty.
    .page = Whoever is on duty is told of reports in private.
desk-duty-begins = You are on duty { $span }, or until you say "{ $prefix }mod duty off" there: reports are told to you here.
    .page = You are on duty { $span }: reports are told to you here.
desk-duty-unreached = I can't tell you anything in private, so no report would reach you: allow me to write to you, and say "{ $prefix }mod duty on" again.
    .page = I can't tell you anything in private, so no report would reach you.
desk-duty-many = { $most } people are on duty here, and no more are told: one of them has to go off it first.
desk-nobody-on-duty = Nobody is on duty here.
desk-on-duty = { $who } is on duty, { $span } at most.
slash-duty = On: reports are told to you; off: not any more; nothing: who is on duty
slash-mod-duty = Be told of reports yourself, in private. For moderators.
slash-reports = Where moderators are told of reports: here or off; nothing lists the open ones
slash-report-number = The number of the report
slash-mod-reports = See the open reports. For moderators.
slash-mod-close = Close a report, with what came of it. For moderators.
desk-awaited = Waits for { $who }{ $more ->
    [0] .
   *[other] {" "}and { $more } more.
}
desk-acted = Last move: { $ago }.
desk-paused = Paused { $ago }, { $why ->
    [staff] by a moderator.
    [motion] until it is decided what a moderator asks for.
    [lost] because its last moves were lost.
    [stream] because the stream is off.
    [platform] because a platform can't be reached.
   *[place] because nobody at its place can be told anything.
}
desk-late = Something could not be shown to somebody { $ago }.
desk-card = Tables: { $tables }, to look at: { $stuck }. Open reports: { $reports }. Sanctions that hold: { $held }.
desk-link = Your desk, for ten minutes and once: { $address }
desk-on-page = The desk is linked at the top of your page.
desk-no-link = The desk is a page, and here are none.
slash-mod-desk = Get a link to the desk: stuck tables, reports, sanctions. For moderators.
desk-barred-name = Your name has a word that this place does not allow: change it on your platform, or sit down with another.
desk-words = Words that are not allowed here ({ $count }): { $words }.
desk-no-words = All words are allowed here.
desk-words-set = { $on ->
    [yes] That word is not allowed here from now on.
   *[no] That word is allowed here.
}
desk-how-words = Say "{ $prefix }mod words add WORD" or "{ $prefix }mod words drop WORD"; a word has { $most } letters at most.
    .page = Say which word; it has { $most } letters at most.
desk-most-words = The list holds { $most } words, and they are all there: drop one first.
slash-mod-words = See or change the words that are not allowed here. For moderators.
slash-words = Add or drop; nothing: the list
slash-barred = The word
