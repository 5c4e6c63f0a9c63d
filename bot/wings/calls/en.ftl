# What calls say in English.

# The queue

queue-place = You are { $place ->
    [1] first
    [2] second
    [3] third
   *[other] number { $place }
} in the queue at table { $code }. You are told when a seat is held for you; "{ $prefix }{ $code } queue off" leaves the queue.
    .page = You are { $place ->
    [1] first
    [2] second
    [3] third
   *[other] number { $place }
} in the queue at table { $code }. You are told when a seat is held for you.
queue-leave = Leave the queue
queue-leave-it = Do you want to leave it again?
queue-left = You have left the queue at table { $code }.
queue-your-turn = It is your turn at table { $code }: "{ $prefix }{ $code } join" takes the seat that is held for you.
    .page = It is your turn at table { $code }: sit down while the seat is held for you.
queue-turn = A seat at table { $code }{ $place ->
    [none] {""}
   *[other] {" "}in { $place }
} is free, and held for you for { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}: say "{ $prefix }{ $code } join" there.
    .page = A seat at table { $code } is free, and held for you for { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}: sit down there.
queue-closed = Table { $code }, where you queued for a seat, is closed.
queue-seat-free = A seat is free at table { $code }: "{ $prefix }{ $line }" takes it.
    .page = A seat is free at table { $code }: sit down there.
queue-is-long = { $most } people queue at table { $code } already, which is the most there can be. Another table may have a free seat: "{ $prefix }tables" lists them.
    .page = { $most } people queue at table { $code } already, which is the most there can be.
queue-not-there = Nobody queues at table { $code }: who sits there is decided otherwise.
queue-which = All seats are taken at several tables here: { $codes }. Say which one: "{ $prefix }{ $code } queue".
    .page = All seats are taken at several tables here: { $codes }. Queue at one of them.
queue-in-none = You are in no queue. "{ $prefix }queue" puts you into that of a full table.
    .page = You are in no queue.
button-queue = Queue
button-queue-next = Join the next game
all-seats-taken = Table { $code } is full: { $seats } { $seats ->
    [one] seat
   *[other] seats
}. "{ $prefix }{ $code } queue" keeps you a place for the next free one.
    .page = Table { $code } is full: { $seats } { $seats ->
    [one] seat
   *[other] seats
}.
seat-is-held = The free seat at table { $code } is held for { $name }, for { $seconds } { $seconds ->
    [one] second
   *[other] seconds
} yet. "{ $prefix }{ $code } queue" keeps you a place for the next one.
    .page = The free seat at table { $code } is held for { $name }, for { $seconds } { $seconds ->
    [one] second
   *[other] seconds
} yet.

# Somebody is on the way

wait-how = Say who is on the way: "{ $prefix }wait pete". "{ $prefix }wait off" ends the wait.
    .page = Say who is on the way.
wait-by-name = Say by which name they play: "{ $prefix }wait pete".
    .page = Say by which name they play.
wait-for-oneself = You are here already. Name somebody who is on the way: "{ $prefix }wait pete".
    .page = You are here already. Name somebody who is on the way.
wait-queues = { $name } is in the queue of table { $code } already.
wait-sits-already = { $name } sits at table { $code } already.
wait-once = The start of this game at table { $code } was put off once already: that is the most.
wait-not-there = Table { $code } belongs to a tournament, which waits for nobody.
wait-for-nobody = Table { $code } waits for nobody.
wait-not-yours = The host ends the wait, a moderator, or whoever asked for it.

# Being called

notify-is = You are called when tables of { $games } gather here, once an hour at most.
notify-none = You are called to no tables here. "{ $prefix }notify GAME on" changes that.
    .page = You are called to no tables here.
notify-quiet-is = Not between { $begins } and { $ends } ({ $zone }).
notify-roles = A role is mentioned here for { $games }.
notify-quiet-how = Say from when to when you are not to be called: "{ $prefix }notify quiet 23-8". A time zone may follow: Europe/Berlin. "{ $prefix }notify quiet off" ends that.
    .page = Say from when to when you are not to be called: 23-8. A time zone may follow.
notify-no-zone = "{ $word }" is no time zone. They have names as Europe/Berlin, America/New_York or UTC.
notify-no-game = "{ $word }" is no game. Do you mean { $games }? Say "{ $prefix }notify GAME on", "{ $prefix }notify quiet 23-8" or "{ $prefix }notify off".
    .page = "{ $word }" is no game. Do you mean { $games }?
notify-too-many = { $most } people are called here already, which is the most there can be.
notify-unreadable = What is stored for that can't be read, so nothing was changed and nothing of it is lost. Ask whoever runs this bot to bring it back from a copy.
notify-role-how = Say for which game, and the role: "{ $prefix }notify role GAME @role"; "off" in place of the role ends that.
    .page = Say for which game, and the role.
notify-no-roles = Roles can't be mentioned here: that works on a Discord server.
notify-role-is = { $state ->
    [on] Saved: that role is mentioned when tables of { $game } gather here, once an hour at most.
   *[off] Saved: no role is mentioned for { $game }.
}
call-alone = A table of { $game } gathers{ $place ->
    [none] {""}
   *[other] {" "}in { $place }
}: say "{ $prefix }{ $line }" there.{ $address ->
    [none] {""}
   *[other] {" "}{ $address }
}
    .page = A table of { $game } gathers: { $code }.
call-line = A table of { $game } gathers: "{ $prefix }{ $line }" takes a seat.
    .page = A table of { $game } gathers: { $code }.
call-to = { $who }: { $told }
wanted-line = { $who } looks for one more at table { $code }, { $game }: "{ $prefix }{ $line }" takes a seat.
    .page = { $who } looks for one more at table { $code }, { $game }.
wanted-no-room = Nobody can sit down at table { $code } now: no seat is free.
wanted-by-invitation = Table { $code } is by invitation: nobody is called to it. Its host invites people, or lets everybody sit down.
wanted-lately = That was said a moment ago: it can be said again in { $minutes } { $minutes ->
    [one] minute
   *[other] minutes
}.
wanted-said = It is said where table { $code } stands.

# About the words

command-queue = Keep a place for the next free seat at a full table; "{ $prefix }queue off" gives it up.
    .page = Keep a place for the next free seat at a full table.
    .slash = Keep a place for the next free seat at a full table.
command-wait = Hold a seat for somebody who is on the way: "{ $prefix }wait pete". The start waits two minutes, once a game.
    .page = Hold a seat for somebody who is on the way.
    .slash = Hold a seat for somebody who is on the way; the start waits two minutes, once a game.
command-notify = Be called when tables of a game gather here: "{ $prefix }notify GAME on" or "off". "{ $prefix }notify quiet 23-8" sets hours in which you are not.
    .page = See to which games you are called here.
    .slash = Be called when tables of a game gather here; when not; and which role is mentioned.
command-wanted = Say that one more is wanted at your table, and call those who want to be called.
menu-wanted = Ask for one more player
menu-notify = Calls to a table
slash-queue-off = Leave the queue where you are
slash-about-notify = Being called when tables gather here: to which games, and when not
slash-notify-game = Be called to tables of a game, or no more
slash-notify-list = To which games you are called here
slash-notify-quiet = Hours in which you are not called
slash-notify-role = The role that is mentioned when tables of a game gather, for moderators
slash-notify-state = On or off
slash-notify-hours = From and to, as 23-8, with a time zone after it if it is another than here; or "off"
slash-notify-a-role = The role, or "off"
