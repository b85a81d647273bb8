#!/usr/bin/env python3
"""A newcomer's first hour: what somebody types who guesses how the command works. Every line does what was meant, or
says what to type.

The transcript below is what must hold; support/transcript.py says how it is written.

Usage: first_hour.py PATH-OF-CHECKIN [--show]      with --show, prints what is said in full
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
import transcript  # noqa: E402

TRANSCRIPT = r"""
$ checkin
> 0 check-ins
> No check-ins yet. Start with: checkin add run Morning 5k
$ checkin help
> Usage: checkin
> add
> checkin help --all
$ checkin -h
> Usage: checkin
$ checkin --help
> Usage: checkin
$ checkin help --all
> Usage: checkin
> exercise rename
> CHECKIN_JOURNAL
$ checkin help run
> USAGE: checkin add
$ checkin help ad
! Did you mean add [64]
$ checkin help add
> checkin add
$ checkin add --help
> --photo
$ checkin add -h
> --photo
$ checkin version
> 0.
$ checkin --version
> 0.
$ checkin -v
! Unknown option '-v' [64]
$ checkin ls
! No check-ins.
$ checkin add
! Please select an exercise type
! Please enter a title
! checkin add run Morning 5k [64]
$ checkin add Morning 5k
! "Morning" is not a type of exercise
! Types: Run, Gym [64]
$ checkin add run
! Please enter a title [64]
$ checkin run Morning 5k
! Created a journal in ~/.local/share/checkin
! "5k" is part of the title. To record it instead: checkin edit 1 --title Morning --distance 5km
> Added 1  Run  Morning 5k  Sat 21 Nov 07:30
> 1 check-in, streak 1 day
$ checkin run 5k yesterday 7am
> Added 2  Run  5k  Fri 20 Nov 07:00
! Read "yesterday 7am" as Fri 20 Nov 2026 07:00; quote the title to keep it.
$ checkin add run "5k"
> Added 3  Run  5k
$ checkin new gym Legs
> Added 4  Gym  Legs
$ checkin yoga
! Please enter a title [64]
$ checkin rnu Lake
! Did you mean run? [64]
$ checkin Run Lake 2h ago
> Added 5  Run  Lake  Sat 21 Nov 05:30
$ checkin strength Push day --at 'monday 18:00' --calories 300
> Added 6  Strength Training  Push day  Mon 16 Nov 18:00, 300 kcal
$ checkin swim 1500m --at tomorrow
! not a time
! Times: now [64]
$ checkin swim 1500m --at 2026-12-24
! Check-in date cannot be in the future [64]
$ checkin swim 1500m --at 05/06/2026
! 05/06/2026 [64]
$ checkin swim 1500m --at 25:00
! Times: now [64]
$ checkin swim 1500m --date yesterday
! Unknown option '--date' [64]
$ checkin swim 1500m --calories many
! Calories must be a whole number [64]
$ checkin swim 1500m --photo p.jpg
! There is no file p.jpg [66]
$ checkin ls
> 6  Mon 16 Nov
$ checkin list -3
> Run
$ checkin list --type gym
> Legs
$ checkin list --type run,gym
> Legs
> Run
$ checkin list --type run,stretching
! "stretching" is not a type of exercise
! Types: Run [64]
$ checkin list --type stretching
! not a type of exercise
! Types: Run [64]
$ checkin list --since monday
> Push day
$ checkin list --from tomorrow
! names no days [64]
$ checkin list yesterday
> 5k
$ checkin search lake
> Lake
$ checkin search
! checkin search lake [64]
$ checkin week
> of 7 days
$ checkin week last
> of 7 days
$ checkin add run Hills '#race' yesterday
> #race
$ checkin tags
> #race
$ checkin list --tag race
> Hills
$ checkin stats --by type
> Run
$ checkin stats --by lake
! 'lake' is invalid for '--by <what>'
! - tag
! Help: [64]
$ checkin diff 0 5
> created
$ checkin diff yesterday
> created
$ checkin list --as-of 2000-01-01
! As of before the first event
! No check-ins.
$ checkin undo
> Undid
$ checkin show 1
> Morning 5k
$ checkin show
! Which check-in? Give its number [64]
$ checkin show 99
! There is no check-in 99 [66]
$ checkin 1
! checkin show 1 [64]
$ checkin rm 3
> Discarded 3  Run  5k
$ checkin rm 3
! Check-in 3 is discarded already [64]
$ checkin delete 99
! There is no check-in 99 [66]
$ checkin undo
> Undid: discarded 3 5k
$ checkin delete 3
> Discarded 3  Run  5k
$ checkin restore 3
> Restored 3  Run  5k
$ checkin edit 1 --title "Morning 6k"
> Changed 1  Morning 5k: title "Morning 5k" → "Morning 6k"
$ checkin edit 1
! Nothing to change was given
! --title [64]
$ checkin edit
! Which check-in? [64]
$ checkin edit 1 Morning 7k
! "Morning" is not a check-in
! --title [64]
$ checkin undo
> Undid: edited 1 Morning 5k
$ checkin redo
> Redid: edited 1 Morning 6k
$ checkin undo 99
! The journal has no event 99 yet [64]
$ checkin today
> 6 check-ins
> November 2026
$ checkin status
> 6 check-ins
$ checkin yesterday
! checkin list yesterday [64]
$ checkin last monday
! checkin list last monday [64]
$ checkin streak
> streak
$ checkin stats
> Check-ins          6
> Current streak
$ checkin cal
> November 2026
$ checkin calendar
> November 2026
$ checkin month last
> October 2026
$ checkin month 13
! not a month [64]
$ checkin year
> 2026
$ checkin log
! bench [64]
$ checkin history
! Which check-in? [64]
$ checkin history 1
> title
$ checkin changes
> created
$ checkin lst
! Did you mean list or ls?
! checkin --help [64]
$ checkin statss
! Did you mean stats or status? [64]
$ checkin xyzzy
! There is no command "xyzzy"
! checkin --help [64]
$ checkin photo
! Commands: photo add [64]
$ checkin photo attahc 1 p.jpg
! Did you mean attach?
! checkin photo --help [64]
$ checkin photo add 1 p.jpg
! There is no file p.jpg [66]
$ checkin photo attach 1 p.jpg
! There is no file p.jpg [66]
$ checkin edit --where gym --tag heavy && checkin tags
> Changed 4  Gym  Legs #heavy
> #heavy
$ checkin import
! checkin import [<options>] <file> [64]
$ checkin import x.csv
! There is no file x.csv [66]
$ checkin export > all.csv && head -n 1 all.csv
> at,type,title
$ checkin import all.csv
> 0
$ checkin export all.csv && wc -l all.csv
> 7 all.csv
$ checkin export all.xls
! csv [64]
$ checkin config
> journal
> default
$ checkin config unit
> kg
$ checkin config units lb
! Did you mean unit? [64]
$ checkin config unit lb && checkin config unit
> lb
$ checkin goal
> checkin goal run 3/week
$ checkin goal run 3/week
> 4 of 3 runs this week
$ checkin remind
> checkin remind 18:30 mon wed fri
$ checkin remind 18:30 mon-fri
> Mon, Tue, Wed, Thu, Fri
$ checkin remind off
> No reminder is set.
$ checkin backup
! checkin backup <dir> [64]
$ checkin verify
> No problems found.
$ checkin quit
! There is no command "quit" [64]
"""


if __name__ == "__main__":
    count = transcript.run(TRANSCRIPT, transcript.arguments(__doc__))
    print(f"First hour: {count} lines do what was meant, or say what to type.")
