package reminder

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/fault/faulttest"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

func TestLettersComeADayAnHourAndFiveMinutesBefore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		start := noon.Add(48 * time.Hour)
		s.plan(1, start, 7, 8)
		s.remind(s.ada, 1)
		s.remind(s.ada, 1)
		for _, step := range []struct {
			before time.Duration
			want   string
		}{
			{47 * time.Hour, ""},
			{24*time.Hour + time.Minute, ""},
			{24 * time.Hour, "ada: Tomorrow: Lynx @ Tide"},
			{23 * time.Hour, ""},
			{2 * time.Hour, ""},
			{time.Hour, "ada: In one hour: Lynx @ Tide"},
			{59 * time.Minute, ""},
			{10 * time.Minute, ""},
			{4 * time.Minute, "ada: In 5 minutes: Lynx @ Tide"},
			{time.Minute, ""},
			{-time.Minute, ""},
		} {
			if got := s.sweepAt(start.Add(-step.before)); got != step.want {
				t.Errorf("%v before: %q, want %q", step.before, got, step.want)
			}
		}
	})
}

func TestNobodyIsToldWhatIsNotTrueAnyMore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		start := noon.Add(30 * time.Hour)
		s.plan(1, start, 7)
		s.plan(2, start.Add(time.Hour), 7)
		s.remind(s.ada, 1)
		// The process was down: two hours before, "tomorrow" would be wrong.
		if got := s.sweepAt(start.Add(-2 * time.Hour)); got != "" {
			t.Errorf("%q", got)
		}
		// Who asks then is not told of tomorrow either, but of the last hour.
		s.remind(s.bob, 2)
		if got := s.sweepAt(start.Add(-2*time.Hour + time.Minute)); got != "" {
			t.Errorf("%q", got)
		}
		if got := s.sweepAt(start); got != "bob: Dans une heure\u00a0: Lynx @ Marées" {
			t.Errorf("%q", got)
		}
		// It began early.
		game := s.games[2]
		game.Upcoming = false
		s.games[2] = game
		if got := s.sweepAt(start.Add(56 * time.Minute)); got != "" {
			t.Errorf("%q", got)
		}
	})
}

func TestMovedAndCancelledEventsAreAnnounced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		first, second := noon.Add(24*time.Hour), noon.Add(72*time.Hour)
		s.plan(1, first, 7)
		s.remind(s.ada, 1)
		if got := s.sweepAt(noon.Add(time.Minute)); got != "ada: Tomorrow: Lynx @ Tide" {
			t.Errorf("%q", got)
		}
		s.plan(1, second, 7)
		if got := s.sweepAt(noon.Add(2 * time.Minute)); got != "ada: New time: Lynx @ Tide" {
			t.Errorf("%q", got)
		}
		facts := s.posted[0].Facts
		if note := s.told[len(s.told)-1]; note.Title != s.posted[0].Subject || note.Path != s.posted[0].Button.Path || note.Until.Before(s.clock.Now()) {
			t.Errorf("told on devices: %+v", note)
		}
		if facts[0].Value != "Wednesday, March 4, 2026, 12:00 PM (UTC)" || facts[1].Value != "Monday, March 2, 2026, 12:00 PM (UTC)" || facts[2].Value != "Arena" {
			t.Errorf("%+v", facts)
		}
		// Back, and there again: each is news.
		s.plan(1, first, 7)
		if got := s.sweepAt(noon.Add(3 * time.Minute)); got != "ada: New time: Lynx @ Tide" {
			t.Errorf("%q", got)
		}
		s.plan(1, second, 7)
		if got := s.sweepAt(noon.Add(4 * time.Minute)); got != "ada: New time: Lynx @ Tide" {
			t.Errorf("%q", got)
		}
		if got := s.sweepAt(second.Add(-23 * time.Hour)); got != "ada: Tomorrow: Lynx @ Tide" {
			t.Errorf("%q", got)
		}
		s.gone[1] = s.games[1]
		delete(s.games, 1)
		if got := s.sweepAt(second.Add(-22 * time.Hour)); got != "ada: Cancelled: Lynx @ Tide" {
			t.Errorf("%q", got)
		}
		if got := s.sweepAt(second.Add(-21 * time.Hour)); got != "" {
			t.Errorf("%q", got)
		}
		if got := s.of(s.ada); len(got.Events) != 0 {
			t.Errorf("%v", got)
		}
	})
}

func TestEveryEventOfATeam(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newSeason(t, d), t.Context()
		start := noon.Add(3 * 24 * time.Hour)
		s.plan(1, start, 7, 8)
		s.plan(2, start.Add(time.Minute), 8, 9)
		s.plan(3, start.Add(2*time.Minute), 9, 10)
		for _, team := range []int64{7, 8, 8} {
			if err := s.RemindOfTeam(ctx, s.ada, team); err != nil {
				t.Fatal(err)
			}
		}
		s.sweepAt(noon.Add(time.Minute))
		if got := s.of(s.ada); !slices.Equal(got.Events, []int64{1, 2}) || len(got.Teams) != 2 {
			t.Errorf("%+v", got)
		}
		// Not of this one, and it stays so.
		if err := s.Forget(ctx, s.ada, 1); err != nil {
			t.Fatal(err)
		}
		if got := s.sweepAt(start.Add(-24 * time.Hour).Add(2 * time.Minute)); got != "ada: Tomorrow: Lynx @ Tide" {
			t.Errorf("%q", got)
		}
		// One's own choice outlives that of the team.
		s.remind(s.ada, 3)
		if err := s.ForgetTeam(ctx, s.ada, 8); err != nil {
			t.Fatal(err)
		}
		s.sweepAt(start.Add(-23 * time.Hour))
		if got := s.of(s.ada); !slices.Equal(got.Events, []int64{3}) || !slices.Equal(got.Teams, []int64{7}) {
			t.Errorf("%+v", got)
		}
	})
}

func TestRefusals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newSeason(t, d), t.Context()
		s.plan(1, noon.Add(time.Hour), 7)
		s.plan(2, noon.Add(-time.Minute), 7)
		visitor := actor.Actor{ChannelID: s.channel}
		_, err := s.List(ctx, visitor)
		faulttest.WantCode(t, err, "unauthenticated")
		for _, call := range []func(context.Context, actor.Actor, int64) error{s.Remind, s.Forget, s.RemindOfTeam, s.ForgetTeam} {
			faulttest.WantCode(t, call(ctx, visitor, 1), "unauthenticated")
		}
		faulttest.WantCode(t, s.Remind(ctx, s.ada, 99), "event_not_found")
		faulttest.WantCode(t, s.Remind(ctx, s.foreign, 1), "event_not_found")
		faulttest.WantCode(t, s.Remind(ctx, s.ada, 2), "event_begun")
		faulttest.WantCode(t, s.RemindOfTeam(ctx, s.ada, 100), "participant_not_found")
		faulttest.WantCode(t, s.RemindOfTeam(ctx, s.foreign, 7), "participant_not_found")
		for id := range int64(maxPerUser) {
			s.plan(1000+id, noon.Add(time.Hour), 7)
			s.remind(s.ada, 1000+id)
		}
		faulttest.WantCode(t, s.Remind(ctx, s.ada, 1), "too_many_reminders")
		if err := s.Forget(ctx, s.ada, 12345); err != nil {
			t.Error(err)
		}
	})
}

func TestTheWayOutInALetter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, ctx := newSeason(t, d), t.Context()
		s.plan(1, noon.Add(time.Hour), 7)
		for _, who := range []actor.Actor{s.ada, s.bob} {
			s.remind(who, 1)
			if err := s.RemindOfTeam(ctx, who, 7); err != nil {
				t.Fatal(err)
			}
		}
		s.sweepAt(noon)
		_, token, ok := strings.Cut(s.posted[0].OptOut.Path, "/reminders/stop?token=")
		if !ok || s.posted[0].to != "ada@example.com" {
			t.Fatalf("%+v", s.posted[0])
		}
		other := s.token(s.channel, s.bob.UserID)
		for name, bad := range map[string]string{
			"nothing": "", "not one": "x", "cut": token[:len(token)-1], "longer": token + "A", "somebody else's id": other[:11] + token[11:],
			"altered": strings.Map(func(r rune) rune { return map[bool]rune{true: 'B', false: r}[r == rune(token[20])] }, token),
		} {
			if err := s.Stop(ctx, s.channel, bad); fault.CodeOf(err) != "reminder_not_found" {
				t.Errorf("%s: %v", name, err)
			}
		}
		faulttest.WantCode(t, s.Stop(ctx, s.foreign.ChannelID, token), "reminder_not_found")
		for range 2 {
			if err := s.Stop(ctx, s.channel, token); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.of(s.ada); len(got.Events)+len(got.Teams) != 0 {
			t.Errorf("%+v", got)
		}
		if got := s.of(s.bob); len(got.Events) != 1 || len(got.Teams) != 1 {
			t.Errorf("somebody else's: %+v", got)
		}
		if got := s.sweepAt(noon.Add(56 * time.Minute)); got != "bob: Dans 5 minutes\u00a0: Lynx @ Marées" {
			t.Errorf("%q", got)
		}
	})
}

const sweepers = 8

// sweepAtOnce sweeps on many nodes and counts the letters.
func sweepAtOnce(s *season) int {
	s.t.Helper()
	s.posted = nil
	dbtest.AtOnce(sweepers, func(int) {
		defer s.beforeLetter.Leave()
		if _, err := s.Sweep(s.t.Context()); err != nil {
			s.t.Error(err)
		}
	})
	return len(s.posted)
}

func TestSweepsAtOnceWriteOneLetter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		s.plan(1, noon.Add(time.Hour), 7)
		s.remind(s.ada, 1)
		if n := sweepAtOnce(s); n != 1 {
			t.Errorf("%d letters", n)
		}
		s.plan(1, noon.Add(2*time.Hour), 7)
		if n := sweepAtOnce(s); n != 1 {
			t.Errorf("%d letters of one move", n)
		}
		// Control: without the key that lets one of two be first.
		for _, sql := range []string{
			"DROP TABLE reminder_letters",
			"CREATE TABLE reminder_letters (channel_id BIGINT, user_id BIGINT, event_id BIGINT, occasion TEXT, start_ms BIGINT, sent_ms BIGINT)",
		} {
			if _, err := d.Write().NewRaw(sql).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		s.plan(1, noon.Add(time.Hour), 7)
		sweepAtOnce(s) // the move
		if _, err := d.Write().NewRaw("DELETE FROM reminder_letters").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.beforeLetter = dbtest.NewMeeting(sweepers)
		if sweepAtOnce(s) < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

func TestLettersUseTheChannelsWords(t *testing.T) {
	game := Game{ID: 1, Name: text.Text{"en": "{odd} vs <b>", "fr": "Bleu contre Rouge"}, Start: noon, Zone: time.UTC}
	fights := word.Kinds{Event: "fight"}
	for _, occasion := range []Occasion{Day, Hour, Minutes, Moved, Cancelled, Postponed, TimeTBA, TimeSet, Resumed, Corrected} {
		for _, language := range []string{"en", "fr"} {
			l := letterData{occasion: occasion, game: game, previousStart: noon.Add(-time.Hour)}.buildLetter(language, fights, "/out")
			all := strings.Join(append([]string{l.Subject, l.Heading, l.Button.Label}, l.Lines...), " ")
			if l.Subject == "" || l.Lines[0] == "" || strings.Contains(all, "select") || strings.Contains(all, "game") || strings.Contains(all, "match") {
				t.Errorf("%s in %s: %s", occasion, language, all)
			}
			if language == "en" && !strings.Contains(l.Subject, "{odd} vs <b>") {
				t.Errorf("the name became %q", l.Subject)
			}
			if occasion != Cancelled && l.Button.Path != "/watch/1" {
				t.Errorf("leads to %s", l.Button.Path)
			}
		}
	}
}

func TestWhatIsLongOverIsForgotten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSeason(t, d)
		s.plan(1, noon.Add(time.Hour), 7)
		s.remind(s.ada, 1)
		s.sweepAt(noon)
		s.sweepAt(noon.Add(historyRetention + 2*time.Hour))
		for _, table := range []string{"reminders", "reminder_letters"} {
			var n int
			if err := d.Read().NewRaw("SELECT count(*) FROM "+table).Scan(t.Context(), &n); err != nil || n != 0 {
				t.Errorf("%s has %d rows, %v", table, n, err)
			}
		}
	})
}
