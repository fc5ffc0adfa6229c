package app

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/mail"
)

// A reminder goes from the press to the letter in the queue, in the channel's own words.
func TestAReminderBecomesALetter(t *testing.T) {
	a, err := Open(t.Context(), config.Config{Data: t.TempDir(), Workers: 1, Listen: "127.0.0.1:8080"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	applyExample(t, a, "ironbell")
	c, err := a.Channels.FindByKey(t.Context(), "ironbell")
	if err != nil {
		t.Fatal(err)
	}
	id := int64(c.ID)
	ref, err := a.Catalog.Reference(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	fighters := []catalog.ParticipantID{ref.Participants[0].ID, ref.Participants[1].ID}
	events, err := a.Catalog.CreateEvents(t.Context(), actor.ForSystem(id), id, []catalog.Event{{
		CategoryID: ref.Categories[0].ID, LocationID: ref.Locations[0].ID, Type: catalog.Free, Participants: fighters,
		StartAt: time.Now().Add(50 * time.Minute), TimeZone: "America/Toronto", Currency: "CAD",
	}})
	if err != nil {
		t.Fatal(err)
	}
	// The second has not shown that the mailbox is theirs: nothing is written to it.
	a.remind(t, id, fighters[1], "fan@example.com", true)
	a.remind(t, id, fighters[1], "stranger@example.com", false)
	// It was pressed yesterday.
	yesterday := clock.Millis(time.Now().Add(-24 * time.Hour))
	if _, err := a.DB.Write().NewRaw("UPDATE reminder_teams SET created_ms = ?", yesterday).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := a.Reminders.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	l := a.queuedLetter(t)
	site := a.Config.Site(c.Domains[0])
	if l.To != "fan@example.com" || !strings.HasPrefix(l.OptOut, site+"/reminders/stop?token=") || !strings.Contains(l.Text, fmt.Sprintf("%s/watch/%d", site, events[0])) {
		t.Errorf("%+v", l)
	}
	if found := foreign[l.Language].FindString(l.Subject + " " + l.Text); found != "" {
		t.Errorf("it says %q:\n%s", found, l.Text)
	}
}

// remind makes a user who wants to be reminded of a team.
func (a *App) remind(t *testing.T, channelID int64, team catalog.ParticipantID, email string, verified bool) {
	t.Helper()
	user, err := a.Accounts.CreateUser(t.Context(), actor.ForSystem(channelID), channelID, account.NewUser{
		Email: email, Password: "correct-horse-7", FirstName: "Ada", LastName: "L", Role: actor.User, EmailVerified: verified,
	})
	if err != nil {
		t.Fatal(err)
	}
	fan := actor.Actor{Role: actor.User, ChannelID: channelID, UserID: int64(user.ID)}
	if err := a.Reminders.RemindOfTeam(t.Context(), fan, int64(team)); err != nil {
		t.Fatal(err)
	}
}

// queuedLetter is the one letter that waits to be sent.
func (a *App) queuedLetter(t *testing.T) mail.Letter {
	t.Helper()
	var queued []string
	if err := a.DB.Read().NewRaw("SELECT args FROM river_job WHERE kind = 'mail.send_sealed'").Scan(t.Context(), &queued); err != nil {
		t.Fatal(err)
	}
	if len(queued) != 1 {
		t.Fatalf("%d letters", len(queued))
	}
	return a.readQueued(t, queued[0])
}
