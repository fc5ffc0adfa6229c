package reminder

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/zone"
)

// recordChange replaces the pending changes by one of this game, now. known has the announced start.
func (s *season) recordChange(known Game) {
	s.changes = []Change{{
		ChannelID: s.channel, EventID: known.ID, KnownStart: known.Start, KnownSchedule: ScheduleOn, At: s.clock.Now(),
	}}
}

func TestBuyersAndPeopleWithRemindersAreToldOnce(t *testing.T) {
	for _, step := range []struct {
		name    string
		change  func(*Game)
		bought  string // what the buyer reads
		remind  string // what a person with a reminder reads
		subject string
	}{
		{"moved", func(g *Game) { g.Start = g.Start.Add(time.Hour) }, "has been rescheduled", "changé d’horaire", "ada: New time: Lynx @ Tide; bob: Nouvelle heure\u00a0: Lynx @ Marées"},
		{"postponed", func(g *Game) { g.Schedule = SchedulePostponed }, "still valid", "reporté", "ada: Postponed: Lynx @ Tide; bob: Report\u00a0: Lynx @ Marées"},
		{"cancelled", func(g *Game) { g.Schedule = ScheduleCancelled }, "Contact us", "annulé", "ada: Cancelled: Lynx @ Tide; bob: Annulation\u00a0: Lynx @ Marées"},
		{"tba", func(g *Game) { g.Schedule = ScheduleTBA }, "to be announced", "Seul le jour", "ada: Time to be announced: Lynx @ Tide; bob: Heure à confirmer\u00a0: Lynx @ Marées"},
	} {
		t.Run(step.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := newSeason(t, d)
				start := noon.Add(48 * time.Hour)
				s.plan(1, start, 7)
				s.remind(s.bob, 1)
				s.recipients = []Recipient{{UserID: s.ada.UserID, Bought: true}}
				known := s.games[1]
				game := known
				step.change(&game)
				s.games[1] = game
				s.recordChange(known)
				if got := s.sweepAt(noon.Add(time.Minute)); got != "" {
					t.Errorf("before the change settled: %q", got)
				}
				if got := s.sweepAt(noon.Add(3 * time.Minute)); got != step.subject {
					t.Errorf("%q, want %q", got, step.subject)
				}
				if !strings.Contains(s.posted[0].Lines[0], step.bought) || !strings.Contains(s.posted[1].Lines[0], step.remind) {
					t.Errorf("%q, %q", s.posted[0].Lines, s.posted[1].Lines)
				}
				if s.posted[0].OptOut.Path != "" || s.posted[1].OptOut.Path == "" {
					t.Error("want a link to stop reminders only in the letter to bob, who has a reminder")
				}
				if got := s.sweepAt(noon.Add(5 * time.Minute)); got != "" || len(s.changes) != 0 {
					t.Errorf("again: %q, %v", got, s.changes)
				}
			})
		})
	}
}

// If one change cannot be announced, other changes and reminders are still sent. The next sweep announces the failed change.
func TestAFailedAnnouncementDoesNotBlockOthers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		start := noon.Add(48 * time.Hour)
		for id := int64(1); id <= 2; id++ {
			s.plan(id, start, 7)
			s.remind(s.ada, id)
		}
		s.plan(3, noon.Add(24*time.Hour), 8)
		s.remind(s.bob, 3)
		var changes []Change
		for id := int64(1); id <= 2; id++ {
			s.recordChange(s.games[id])
			changes = append(changes, s.changes...)
			game := s.games[id]
			game.Schedule = SchedulePostponed
			s.games[id] = game
		}
		s.changes, s.broken = changes, 1
		s.clock.Advance(3 * time.Minute)
		if written, err := s.Sweep(t.Context()); written != 2 || err == nil {
			t.Errorf("%d letters, %v", written, err)
		}
		s.broken = 0
		if got := s.sweepAt(noon.Add(6 * time.Minute)); got != "ada: Postponed: Lynx @ Tide" {
			t.Errorf("later %q", got)
		}
	})
}

// A change of a game that begins, or was to begin, within an hour is announced at once.
func TestChangesCloseToTheStartAreAnnouncedImmediately(t *testing.T) {
	for name, starts := range map[string][2]time.Duration{"later": {50 * time.Minute, 48 * time.Hour}, "sooner": {48 * time.Hour, 50 * time.Minute}} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := newSeason(t, d)
				s.plan(1, noon.Add(starts[0]), 7)
				s.remind(s.ada, 1)
				known := s.games[1]
				s.plan(1, noon.Add(starts[1]), 7)
				s.recordChange(known)
				if got := s.sweepAt(noon.Add(time.Second)); !strings.HasPrefix(got, "ada: New time") {
					t.Errorf("%q", got)
				}
			})
		})
	}
}

func TestSmallAndUndoneMovesAreNotAnnounced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		start := noon.Add(48 * time.Hour)
		s.plan(1, start, 7)
		s.remind(s.ada, 1)
		known := s.games[1]
		s.plan(1, start.Add(10*time.Minute), 7)
		s.recordChange(known)
		if got := s.sweepAt(noon.Add(10 * time.Minute)); got != "" || len(s.changes) != 1 {
			t.Errorf("ten minutes: %q", got)
		}
		s.plan(1, start.Add(20*time.Minute), 7)
		if got := s.sweepAt(noon.Add(20 * time.Minute)); got != "ada: New time: Lynx @ Tide" {
			t.Errorf("ten more: %q", got)
		}
		s.recordChange(s.games[1])
		if got := s.sweepAt(noon.Add(30 * time.Minute)); got != "" || len(s.changes) != 0 {
			t.Errorf("taken back: %q, %v", got, s.changes)
		}
		s.recordChange(s.games[1])
		s.changes[0].Insist = true
		s.plan(1, start.Add(25*time.Minute), 7)
		if got := s.sweepAt(noon.Add(40 * time.Minute)); got != "ada: New time: Lynx @ Tide" {
			t.Errorf("a move of five minutes with Insist: %q", got)
		}
	})
}

func TestTheLetterMentionsTheRefund(t *testing.T) {
	s := newSeason(t, dbtest.SQLite(t))
	s.plan(1, noon.Add(48*time.Hour), 7)
	s.recipients = []Recipient{{UserID: s.ada.UserID, Bought: true, Refunded: true}}
	known := s.games[1]
	game := known
	game.Schedule = ScheduleCancelled
	s.games[1] = game
	s.recordChange(known)
	if got := s.sweepAt(noon.Add(3 * time.Minute)); got != "ada: Cancelled: Lynx @ Tide" || !strings.Contains(s.posted[0].Lines[0], "We are refunding you") {
		t.Errorf("%q, %+v", got, s.posted)
	}
}

// A game that began is cancelled, and then it is not: people are told at once, also on their devices, and are not promised that
// it will take place.
func TestCancellationAndCorrectionAfterTheStartAreAnnouncedImmediately(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		s.plan(1, noon.Add(time.Hour), 7)
		s.remind(s.bob, 1)
		s.recipients = []Recipient{{UserID: s.ada.UserID, Bought: true}}
		now := noon.Add(3 * time.Hour)
		for _, step := range []struct {
			known, is       ScheduleStatus
			letters         string
			bought, toldBob string
		}{
			{ScheduleOn, ScheduleCancelled, "ada: Cancelled: Lynx @ Tide; bob: Annulation\u00a0: Lynx @ Marées", "Contact us to request a refund", "a été annulé"},
			{ScheduleCancelled, ScheduleOn, "ada: Correction: Lynx @ Tide; bob: Correction\u00a0: Lynx @ Marées", "no longer cancelled. Your purchase is still valid", "n’est plus annulé"},
		} {
			game := s.games[1]
			game.Upcoming, game.Schedule = false, step.is
			s.games[1] = game
			s.recordChange(game)
			s.changes[0].KnownSchedule, s.changes[0].At = step.known, now
			if got := s.sweepAt(now.Add(time.Second)); got != step.letters {
				t.Errorf("%s: %q", step.is, got)
				continue
			}
			if ada, bob := s.posted[0].Lines[0], s.posted[1].Lines[0]; !strings.Contains(ada, step.bought) || !strings.Contains(bob, step.toldBob) {
				t.Errorf("%s: %q, %q", step.is, ada, bob)
			}
			if note := s.told[len(s.told)-1]; !note.Until.After(now) {
				t.Errorf("%s: devices are told until %s", step.is, note.Until)
			}
			now = now.Add(time.Hour)
		}
	})
}

func TestConcurrentSweepsSendOneLetter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		s.plan(1, noon.Add(48*time.Hour), 7)
		s.recipients = []Recipient{{UserID: s.ada.UserID, Bought: true}}
		round := func() int {
			known := s.games[1]
			s.plan(1, known.Start.Add(time.Hour), 7)
			s.recordChange(known)
			s.clock.Advance(3 * time.Minute)
			return sweepAtOnce(s)
		}
		if n := round(); n != 1 {
			t.Errorf("%d letters", n)
		}
		// Negative control: without the primary key both sweeps write the letter.
		for _, sql := range []string{
			"DROP TABLE event_change_letters",
			"CREATE TABLE event_change_letters (channel_id BIGINT, user_id BIGINT, event_id BIGINT, changed_ms BIGINT)",
		} {
			if _, err := d.Write().NewRaw(sql).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		s.beforeLetter = dbtest.NewMeeting(sweepers)
		if round() < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// A letter about a game of which only the day was announced tells no time.
func TestLettersTellNoTimeThatWasNotAnnounced(t *testing.T) {
	for name, tt := range map[string]struct {
		known, now Game // what was announced, and what is
		gone       bool
		subject    string
	}{
		"cancelled":       {Game{Schedule: ScheduleTBA, TimeTBA: true}, Game{Schedule: ScheduleCancelled, TimeTBA: true}, false, "Cancelled"},
		"postponed":       {Game{Schedule: ScheduleTBA, TimeTBA: true}, Game{Schedule: SchedulePostponed, TimeTBA: true}, false, "Postponed"},
		"removed":         {Game{Schedule: ScheduleTBA, TimeTBA: true}, Game{TimeTBA: true}, true, "Cancelled"},
		"on again":        {Game{Schedule: ScheduleCancelled, TimeTBA: true}, Game{Schedule: ScheduleTBA, TimeTBA: true}, false, "Back on"},
		"not postponed":   {Game{Schedule: SchedulePostponed, TimeTBA: true}, Game{Schedule: ScheduleTBA, TimeTBA: true}, false, "Back on"},
		"time taken back": {Game{Schedule: ScheduleOn}, Game{Schedule: ScheduleTBA, TimeTBA: true}, false, "Time to be announced"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := newSeason(t, d)
				s.plan(1, noon.Add(48*time.Hour), 7)
				s.remind(s.ada, 1)
				s.remind(s.bob, 1)
				known := s.games[1]
				known.Schedule, known.TimeTBA = tt.known.Schedule, tt.known.TimeTBA
				game := known
				game.Schedule, game.TimeTBA = tt.now.Schedule, tt.now.TimeTBA
				s.games[1] = game
				if tt.gone {
					delete(s.games, 1)
					s.gone[1] = game
				}
				s.recordChange(known)
				s.changes[0].KnownSchedule, s.changes[0].KnownTimeTBA = known.Schedule, known.TimeTBA
				if got := s.sweepAt(noon.Add(3 * time.Minute)); !strings.HasPrefix(got, "ada: "+tt.subject+": ") {
					t.Errorf("%q", got)
				}
				for _, l := range s.posted {
					if when := l.Facts[0].Value; strings.Contains(when, "12:00") || strings.Contains(when, "12 h") || !strings.Contains(when, "2026") {
						t.Errorf("the letter says %q", when)
					}
				}
				for _, n := range s.told {
					if strings.Contains(n.Body, "12:00") || strings.Contains(n.Body, "12 h") {
						t.Errorf("the note says %q", n.Body)
					}
				}
			})
		})
	}
}

// Of a game whose time was to be announced, the time is confirmed, also if it is noon. A game that also has another
// day is rescheduled.
func TestATimeThatWasToBeAnnouncedIsConfirmed(t *testing.T) {
	for name, tt := range map[string]struct {
		move            time.Duration
		english, french string // subjects
		lines           [3]string
	}{
		"noon": {0, "Time confirmed", "Heure confirmée", [3]string{
			"The start time of the game you bought is confirmed. Your purchase is still valid. If the time does not work for you, contact us.",
			"L’heure du match pour lequel vous avez demandé un rappel est confirmée.",
			"L’heure du match que comprend votre forfait ou votre abonnement est confirmée. Votre forfait ou votre abonnement reste valide.",
		}},
		"evening":     {7 * time.Hour, "Time confirmed", "Heure confirmée", [3]string{"is confirmed", "est confirmée", "est confirmée"}},
		"another day": {24 * time.Hour, "New time", "Nouvelle heure", [3]string{"rescheduled", "changé d’horaire", "changé d’horaire"}},
	} {
		for _, pass := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, pass %t", name, pass), func(t *testing.T) {
				dbtest.Each(t, func(t *testing.T, d *db.DB) {
					s := newSeason(t, d)
					s.plan(1, noon.Add(48*time.Hour), 7)
					s.recipients = []Recipient{{UserID: s.ada.UserID, Bought: true}}
					french := tt.lines[1]
					if pass {
						s.recipients, french = append(s.recipients, Recipient{UserID: s.bob.UserID, Pass: true}), tt.lines[2]
					} else {
						s.remind(s.bob, 1)
					}
					s.recordChange(s.games[1])
					s.changes[0].KnownSchedule, s.changes[0].KnownTimeTBA = ScheduleTBA, true
					s.plan(1, noon.Add(48*time.Hour+tt.move), 7)
					want := "ada: " + tt.english + ": Lynx @ Tide; bob: " + tt.french + "\u00a0: Lynx @ Marées"
					if got := s.sweepAt(noon.Add(3 * time.Minute)); got != want {
						t.Fatalf("%q, want %q", got, want)
					}
					if ada, bob := s.posted[0].Lines[0], s.posted[1].Lines[0]; !strings.Contains(ada, tt.lines[0]) || !strings.Contains(bob, french) {
						t.Errorf("%q, %q", ada, bob)
					}
					for i, note := range s.told {
						if note.Title != s.posted[i].Subject || note.Body != s.posted[i].Facts[0].Value || len(s.posted[i].Facts) != 2 {
							t.Errorf("note %+v of letter %+v", note, s.posted[i])
						}
					}
				})
			})
		}
	}
}

// The letter to a holder of a pass says that the pass stays valid, also to a holder with a reminder, who can turn reminders off.
func TestPassHoldersReadThatThePassStaysValid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		s.plan(1, noon.Add(48*time.Hour), 7)
		s.remind(s.bob, 1)
		s.recipients = []Recipient{{UserID: s.ada.UserID, Pass: true}, {UserID: s.bob.UserID, Pass: true}}
		known := s.games[1]
		game := known
		game.Schedule = ScheduleCancelled
		s.games[1] = game
		s.recordChange(known)
		if got := s.sweepAt(noon.Add(3 * time.Minute)); got != "ada: Cancelled: Lynx @ Tide; bob: Annulation\u00a0: Lynx @ Marées" {
			t.Fatalf("%q", got)
		}
		for i, want := range []string{
			"The game that your pass or subscription includes has been cancelled. Your pass or subscription stays valid.",
			"Le match que comprend votre forfait ou votre abonnement a été annulé. Votre forfait ou votre abonnement reste valide.",
		} {
			if letter := s.posted[i]; letter.Lines[0] != want || letter.Button.Path != "/schedule" {
				t.Errorf("%q, %+v", letter.Lines[0], letter.Button)
			}
		}
		if s.posted[0].OptOut.Path != "" || s.posted[1].OptOut.Path == "" {
			t.Error("want a link to stop reminders only in the letter to bob, who has a reminder")
		}
	})
}

// The letter to the holder of a pass that ends compares the end with the new start. It says that the pass stays valid only if the pass opens
// the game at the new start.
func TestTheLetterSaysWhetherThePassCoversTheNewStart(t *testing.T) {
	start := noon.Add(48 * time.Hour) // noon of March 3
	const (
		valid, validFR       = "Your pass or subscription stays valid.", "Votre forfait ou votre abonnement reste valide."
		until, untilFR       = "Your pass or subscription is valid until March 6, 2026.", "Votre forfait ou votre abonnement est valide jusqu’au 6 mars 2026."
		tooShort, tooShortFR = "Your pass or subscription is valid only until March 6, 2026, before the game starts. To watch the game, choose an offer on its page, or contact us.",
			"Votre forfait ou votre abonnement n’est valide que jusqu’au 6 mars 2026, avant le début du match. Pour regarder ce match, choisissez une offre sur sa page, ou écrivez-nous."
	)
	midnight := time.Date(2026, 3, 7, 0, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		known           ScheduleStatus
		start           time.Time
		schedule        ScheduleStatus
		ends            time.Time
		occasion        string
		english, french string
	}{
		"moved after the end":                {ScheduleOn, midnight.Add(time.Hour), ScheduleOn, midnight, "New time", tooShort, tooShortFR},
		"moved to the end":                   {ScheduleOn, midnight, ScheduleOn, midnight, "New time", tooShort, tooShortFR},
		"moved before the end":               {ScheduleOn, midnight.Add(-time.Minute), ScheduleOn, midnight, "New time", valid, validFR},
		"moved, and the pass has no end":     {ScheduleOn, midnight.Add(time.Hour), ScheduleOn, time.Time{}, "New time", valid, validFR},
		"postponed":                          {ScheduleOn, start, SchedulePostponed, midnight, "Postponed", until, untilFR},
		"postponed, and the pass has no end": {ScheduleOn, start, SchedulePostponed, time.Time{}, "Postponed", valid, validFR},
		"dated after it was postponed":       {SchedulePostponed, midnight.Add(time.Hour), ScheduleOn, midnight, "New time", tooShort, tooShortFR},
		"back on, as scheduled":              {SchedulePostponed, start, ScheduleOn, midnight, "Back on", valid, validFR},
		"a day after the end":                {ScheduleOn, midnight.Add(12 * time.Hour), ScheduleTBA, midnight, "Time to be announced", tooShort, tooShortFR},
		"the day of the end": {
			ScheduleOn, midnight.Add(12 * time.Hour), ScheduleTBA, midnight.Add(15 * time.Hour), "Time to be announced",
			"Your pass or subscription is valid until Saturday, March 7, 2026, 3:00 PM (UTC).",
			"Votre forfait ou votre abonnement est valide jusqu’au samedi 7 mars 2026, 15\u00a0h\u00a000 (UTC).",
		},
		"a day before the end":             {ScheduleOn, midnight.Add(-12 * time.Hour), ScheduleTBA, midnight, "Time to be announced", valid, validFR},
		"dated after the time was unknown": {ScheduleTBA, midnight.Add(time.Hour), ScheduleOn, midnight, "New time", tooShort, tooShortFR},
		"a time of the day, after the end": {
			ScheduleTBA, start.Add(7 * time.Hour), ScheduleOn, start.Add(time.Hour), "Time confirmed",
			"Your pass or subscription is valid only until Tuesday, March 3, 2026, 1:00 PM (UTC), before the game starts.",
			"Votre forfait ou votre abonnement n’est valide que jusqu’au mardi 3 mars 2026, 13\u00a0h\u00a000 (UTC), avant le début du match.",
		},
		"a time of the day, before the end":    {ScheduleTBA, start.Add(7 * time.Hour), ScheduleOn, midnight, "Time confirmed", valid, validFR},
		"cancelled, and the pass ends later":   {ScheduleOn, start, ScheduleCancelled, midnight, "Cancelled", valid, validFR},
		"from a day before to a day after it":  {ScheduleTBA, midnight.Add(time.Hour), ScheduleTBA, midnight, "Time to be announced", tooShort, tooShortFR},
		"cancelled, then dated after the end":  {ScheduleCancelled, midnight.Add(time.Hour), ScheduleOn, midnight, "New time", tooShort, tooShortFR},
		"cancelled, then dated before the end": {ScheduleCancelled, midnight.Add(-time.Hour), ScheduleOn, midnight, "New time", valid, validFR},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				s := newSeason(t, d)
				s.plan(1, start, 7)
				s.recipients = []Recipient{{UserID: s.ada.UserID, Pass: true, PassEnds: tt.ends}, {UserID: s.bob.UserID, Pass: true, PassEnds: tt.ends}}
				s.recordChange(s.games[1])
				s.changes[0].KnownSchedule, s.changes[0].KnownTimeTBA = tt.known, tt.known == ScheduleTBA
				s.plan(1, tt.start, 7)
				game := s.games[1]
				game.Schedule, game.TimeTBA = tt.schedule, tt.schedule == ScheduleTBA
				s.games[1] = game
				if got := s.sweepAt(noon.Add(3 * time.Minute)); !strings.HasPrefix(got, "ada: "+tt.occasion+": ") || len(s.posted) != 2 {
					t.Fatalf("%q", got)
				}
				for i, want := range []string{tt.english, tt.french} {
					line := s.posted[i].Lines[0]
					if !strings.Contains(line, ". "+want) || strings.Contains(line, "{") {
						t.Errorf("%q, want %q", line, want)
					}
					if says := strings.Contains(line, valid) || strings.Contains(line, validFR); says != (tt.english == valid) {
						t.Errorf("%q says that the pass stays valid: %t", line, says)
					}
				}
			})
		})
	}
}

// Only the day of the game is known. Clocks go forward at midnight, so the day starts at 01:00.
func TestPassEndIsComparedWithADayThatStartsAfterTheClockChange(t *testing.T) {
	const (
		valid    = "Your pass or subscription stays valid."
		until    = "Your pass or subscription is valid until "
		tooShort = "Your pass or subscription is valid only until "
	)
	for name, tt := range map[string]struct{ zone, day, ends, want string }{
		"ends before the day":               {"America/Santiago", "2026-09-06", "2026-09-05T23:30:00-04:00", tooShort},
		"ends when the day begins":          {"America/Santiago", "2026-09-06", "2026-09-06T01:00:00-03:00", tooShort},
		"ends in the first hour of the day": {"America/Santiago", "2026-09-06", "2026-09-06T01:30:00-03:00", until},
		"ends in the last hour before it":   {"America/Santiago", "2026-09-05", "2026-09-05T23:30:00-04:00", until},
		"ends after the day before":         {"America/Santiago", "2026-09-05", "2026-09-06T01:00:00-03:00", valid},
		"ends before the day in Cairo":      {"Africa/Cairo", "2026-04-24", "2026-04-23T23:30:00+02:00", tooShort},
		"ends before the day in Beirut":     {"Asia/Beirut", "2026-03-29", "2026-03-28T23:30:00+02:00", tooShort},
		"ends during the day in Beirut":     {"Asia/Beirut", "2026-03-29", "2026-03-29T01:30:00+03:00", until},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				loc, err := zone.Load(tt.zone)
				if err != nil {
					t.Fatal(err)
				}
				ends, err := time.Parse(time.RFC3339, tt.ends)
				if err != nil {
					t.Fatal(err)
				}
				day, err := time.ParseInLocation(time.DateTime, tt.day+" 12:00:00", loc)
				if err != nil {
					t.Fatal(err)
				}
				s := newSeason(t, d)
				s.plan(1, noon.Add(48*time.Hour), 7)
				s.recipients = []Recipient{{UserID: s.ada.UserID, Pass: true, PassEnds: ends.In(loc)}}
				s.recordChange(s.games[1])
				game := s.games[1]
				game.Start, game.Zone, game.Schedule, game.TimeTBA = day, loc, ScheduleTBA, true
				s.games[1] = game
				s.sweepAt(noon.Add(3 * time.Minute))
				if len(s.posted) != 1 {
					t.Fatalf("%d letters", len(s.posted))
				}
				if line := s.posted[0].Lines[0]; !strings.Contains(line, ". "+tt.want) {
					t.Errorf("%q, want %q", line, tt.want)
				}
			})
		})
	}
}

// A game that moved before it was postponed: the letter has the start that was announced, not a later one.
func TestTheLetterOfAPostponedGameHasTheAnnouncedStart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		s.plan(1, noon.Add(48*time.Hour), 7)
		s.remind(s.ada, 1)
		s.recordChange(s.games[1])
		s.plan(1, noon.Add(96*time.Hour), 7)
		game := s.games[1]
		game.Schedule = SchedulePostponed
		s.games[1] = game
		s.sweepAt(noon.Add(3 * time.Minute))
		if len(s.posted) != 1 || !strings.Contains(s.posted[0].Facts[0].Value, "March 3, 2026, 12:00") {
			t.Errorf("%+v", s.posted)
		}
	})
}

// The letter to the buyer of a postponed game leads to the contact page, and the push note to the page of the game.
func TestTheBuyerOfAPostponedGameCanContactTheChannel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		s.plan(1, noon.Add(48*time.Hour), 7)
		s.recipients = []Recipient{{UserID: s.ada.UserID, Bought: true}, {UserID: s.bob.UserID, Bought: true}}
		s.recordChange(s.games[1])
		game := s.games[1]
		game.Schedule = SchedulePostponed
		s.games[1] = game
		s.sweepAt(noon.Add(3 * time.Minute))
		if len(s.posted) != 2 {
			t.Fatalf("%d letters", len(s.posted))
		}
		for i, want := range []struct{ line, label, previous, note string }{
			{"we will email you as soon as the new date is set. If you cannot wait, contact us.", "Contact us", "Previous time", "The new date is not set yet."},
			{"nous vous écrirons dès que la nouvelle date sera fixée. Si vous ne pouvez pas attendre, écrivez-nous.", "Nous joindre", "Heure précédente", "La nouvelle date n’est pas encore fixée."},
		} {
			if l := s.posted[i]; !strings.HasSuffix(l.Lines[0], want.line) || l.Button.Label != want.label || l.Button.Path != "/contacts" {
				t.Errorf("%q, %+v", l.Lines[0], l.Button)
			}
			if s.told[i].Path != "/watch/1" {
				t.Errorf("the note opens %s", s.told[i].Path)
			}
			if label := s.posted[i].Facts[0].Label; label != want.previous || s.told[i].Body != want.note {
				t.Errorf("%q, and the note says %q", label, s.told[i].Body)
			}
		}
	})
}
