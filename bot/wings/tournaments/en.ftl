# What the tournaments says in English.

tournament-comes-and-goes = People come and go so fast that no seats can be drawn. Say "{ $prefix }start" again.
    .page = People come and go so fast that no seats can be drawn. Start it again.
not-the-tournaments-host = That is for the tournament's host, and for moderators.
would-end-tournament = The tournament would be over, with no winner, and all its tables closed.
tournament-pauses = The tournament pauses: its clocks stand still until "{ $prefix }tournament resume", for an hour at most.
    .page = The tournament pauses: its clocks stand still until its host lets it go on, for an hour at most.
tournament-resumes = The tournament goes on: everybody has the time that was left.
command-tournament = A tournament over several tables: "{ $prefix }tournament GAME" opens one, alone it says how it stands; "{ $prefix }tournament level", "pause", "resume" and "end" are for its host.
    .page = A tournament over several tables: how it stands, and for its host to raise the stakes, to pause it and to end it.
    .slash = A tournament over several tables: open one, see how it stands, lead it.
no-tournament = No tournament is on here. "{ $prefix }tournament GAME" opens one.
    .page = No tournament is on here. You can open one.

# Said in place of the bot's own

host-resumes = its host says "{ $prefix }tournament resume"
tournament-how = Say "{ $prefix }tournament" and a game to open one, with options if you like: "{ $prefix }tournament GAME seats=5 level_seconds=300"; alone, how it stands; for its host "{ $prefix }tournament level", "pause", "resume" or "end".
tournament-is-on = The tournament { $code } has begun: nobody enters it any more. "{ $prefix }tournament" says how it stands.
    .page = The tournament { $code } has begun: nobody enters it any more.
tournament-ends-so = A tournament ends with all its tables: "{ $prefix }{ $code } tournament end".
    .page = A tournament ends with all its tables: end the tournament itself.
