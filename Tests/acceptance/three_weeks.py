#!/usr/bin/env python3
"""Three weeks of a life, in English and in German: each command is typed as somebody would who has read nothing. No
command needs --help, and every answer states what was stored.

The transcripts are what must hold; support/transcript.py says how they are written.

Usage: three_weeks.py PATH-OF-CHECKIN [--show]      with --show, prints what is said in full
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
import transcript  # noqa: E402

ENGLISH = r"""
@ 2026-11-02 07:30
$ checkin
> No check-ins yet. Start with: checkin add run Morning 5k
$ checkin run River loop 13.1 km 1:05:00 640 kcal
! Read "13.1 km 1:05:00 640 kcal" as 13.1 km, 1:05:00, 640 kcal
! Created a journal in ~/.local/share/checkin
> Added 1  Run  River loop  Mon 2 Nov 07:30, 13.1 km, 1:05:00, 640 kcal
> 1 check-in, streak 1 day
@ 2026-11-03 20:00
$ checkin swim Pool 1500m 28:30
> Added 2  Swim  Pool  Tue 3 Nov 20:00, 1.5 km, 28:30
> 2 check-ins, streak 2 days
@ 2026-11-04 18:00
$ printf 'Bench Press 3x8@80kg\nSquat 5x5@100kg\n' > push.txt && checkin plan new "Push A" push.txt
> Push A
$ checkin plan use "Push A"
> Push A
$ checkin session start
> Started session 1  Push A
$ checkin log
> Bench Press
> 80 kg × 8
$ checkin log next
> Logged Bench Press  80 kg × 8
$ checkin log bench 3x8@80kg
> Logged Bench Press
$ checkin undo
> Undid: 
> Bench Press
$ checkin log bench 80x8x2
> Logged Bench Press
$ checkin log squat 100 x 5
> Logged Squat  100 kg × 5
@ 2026-11-04 19:10
$ checkin session finish
> Finished session 1  Push A
> Added 3  Strength Training  Push A  Wed 4 Nov 18:00
$ checkin
> 3 check-ins, streak 3 days
@ 2026-11-05 21:00
$ checkin add yoga Evening flow yesterday
! Read "yesterday" as Wed 4 Nov 2026
! The time of day is unknown. To add it: checkin edit 4 --at 07:00
> Added 4  Yoga  Evening flow  Wed 4 Nov
$ checkin run Lake 5 km 25:30
> Added 5  Run  Lake  Thu 5 Nov 21:00, 5 km, 25:30
@ 2026-11-08 09:00
$ checkin rest sick fri..sat
> Marked 2 days as sick: Fri 6 Nov 2026 – Sat 7 Nov 2026
$ checkin run Slow restart 4.2 km
> Added 6  Run  Slow restart  Sun 8 Nov 09:00, 4.2 km
> streak 5 days, with 2 rest days between
$ checkin goal run 40 km/week
> 22.3 of 28.571 km
$ checkin goal 3/week
> 5 of 2 days this week
$ checkin week
> Fri 6 Nov  sick
> Distance  23.8 km (4 of 6)
@ 2026-11-10 18:30
$ checkin bike To work 12 km
> Added 7  Bike  To work  Tue 10 Nov 18:30, 12 km
$ checkin edit last --distance 12.4
> Changed 7  To work: distance 12 → 12.4 km
$ checkin undo
> Undid: edited 7 To work: distance 12.4 → 12 km
$ checkin again
> Added 8  Bike  To work  Tue 10 Nov 18:30, 12 km
$ checkin again swim yesterday 7am
> Added 9  Swim  Pool  Mon 9 Nov 07:00, 1.5 km, 28:30
$ checkin undo
> Undid
$ checkin again run 5.2 km --at 7am
> Added 10  Run  Slow restart  Tue 10 Nov 07:00, 5.2 km
@ 2026-11-14 11:00
$ checkin run Parkrun 5k '#rce'
> Added 11  Run  Parkrun 5k #rce  Sat 14 Nov 11:00
$ checkin run Cross country 8 km 41:00 '#rce'
> Added 12  Run  Cross country #rce  Sat 14 Nov 11:00, 8 km, 41:00
$ checkin edit --where '#rce' --tag race
> #race
> #race
$ checkin undo
> #rce
$ checkin redo
> #race
$ checkin list '#race'
> Cross country
> Parkrun
@ 2026-11-15 10:00
$ printf 'date,type,title,distance (km),duration\n2026-10-30,Run,Before I had this,10,0:52:00\n' > old.csv && checkin import old.csv
> added 1
$ checkin list oct
> Before I had this
> 52:00
> 10 km
@ 2026-11-21 20:00
$ checkin month
> November 2026
> s sick
$ checkin year
> 2026
$ checkin stats
> Distance
> Current streak
> Run
> min/km
$ checkin stats oct
> within October
$ checkin history 7
> To work
> distance 12 → 12.4 km
$ checkin records
> Bench Press
> 80 kg × 8
$ checkin remind 18:30 mon-fri
> Mon, Tue, Wed, Thu, Fri
$ checkin lint
> odd
$ checkin verify
> No problems found.
"""

GERMAN = r"""
@ 2026-11-02 07:30
$ checkin
> Noch keine Check-ins. Beginne mit: checkin add run Morning 5k
$ checkin laufen Flussrunde 13,1 km 1:05:00 640 kcal
! "13,1 km 1:05:00 640 kcal" wurde als 13,1 km, 1:05:00, 640 kcal gelesen
! Journal in ~/.local/share/checkin angelegt
> Hinzugefügt 1  Laufen  Flussrunde  Mo., 2. Nov. 07:30, 13,1 km, 1:05:00, 640 kcal
@ 2026-11-03 20:00
$ checkin schwimmen Hallenbad 1500 m 28:30
> Hinzugefügt 2  Schwimmen  Hallenbad  Di., 3. Nov. 20:00, 1,5 km, 28:30
$ checkin yoga Dehnen gestern
! "gestern" wurde als Mo., 2. Nov. 2026 gelesen
! Die Uhrzeit ist unbekannt
> Hinzugefügt 3  Yoga  Dehnen  Mo., 2. Nov.
@ 2026-11-04 18:00
$ checkin log bench 3x8@80kg
> Training begonnen: 1
> Notiert: Bench Press
$ checkin log bench 82,5x6
> 82,5 kg × 6
$ checkin undo
> Rückgängig gemacht
$ checkin session finish
> Training beendet: 1
> Hinzugefügt 4  Krafttraining
@ 2026-11-07 09:00
$ checkin rest krank vorgestern..gestern
> 2 Tage als krank markiert: Do., 5. Nov. 2026 – Fr., 6. Nov. 2026
$ checkin remind 18:30 mo-fr
> 18:30
$ checkin rest ferien nächste Woche "Alpen"
> 7 Tage als Urlaub (Alpen) markiert
$ checkin rest remove 9. Nov..15. Nov
> Urlaub
$ checkin laufen Langsam 4,2 km
> Hinzugefügt 5  Laufen  Langsam  Sa., 7. Nov. 09:00, 4,2 km
$ checkin goal laufen 40 km/Woche
> km
$ checkin goal 3 mal pro Woche
> von 2
$ checkin week
> krank
> Strecke
$ checkin list lauf
> Langsam
> Flussrunde
$ checkin edit letzter --distance 4,5
> 4,2 → 4,5 km
$ checkin undo
> 4,5 → 4,2 km
$ checkin edit --where lauf --tag locker
> Geändert 1  Laufen  Flussrunde #locker
> Geändert 5  Laufen  Langsam #locker
$ checkin stats november
> Strecke
$ checkin month
> k krank
$ checkin verify
> Keine Probleme gefunden.
"""


def check(arguments):
    english = transcript.run(ENGLISH, arguments)
    german = transcript.run(GERMAN, arguments, LC_ALL="de_DE.UTF-8")
    print(f"Three weeks: {english} lines in English and {german} in German do what was meant, and say what was stored.")


if __name__ == "__main__":
    check(transcript.arguments(__doc__))
