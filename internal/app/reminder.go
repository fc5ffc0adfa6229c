package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/reminder"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// sendRemindersArgs writes the reminders that are due.
type sendRemindersArgs struct{}

// Kind names the job in the queue.
func (sendRemindersArgs) Kind() string { return "reminder.send" }

// games answers reminders from the catalogue.
type games struct{ app *App }

// Find is part of reminder.Games.
func (g games) Find(ctx context.Context, channelID int64, ids []int64) (map[int64]reminder.Game, error) {
	found := make(map[int64]reminder.Game, len(ids))
	for chunk := range slices.Chunk(ids, catalog.MaxLimit) {
		named := make([]catalog.EventID, len(chunk))
		for i, id := range chunk {
			named[i] = catalog.EventID(id)
		}
		list, err := g.list(ctx, channelID, catalog.Filter{IDs: named})
		if err != nil {
			return nil, err
		}
		for _, game := range list {
			found[game.ID] = game
		}
	}
	return found, nil
}

// maxOfTeams bounds of how many coming events of teams people are reminded at once.
const maxOfTeams = 2_000

// Of is part of reminder.Games.
func (g games) Of(ctx context.Context, channelID int64, teams []int64, from, before time.Time) ([]reminder.Game, error) {
	named := make([]catalog.ParticipantID, len(teams))
	for i, id := range teams {
		named[i] = catalog.ParticipantID(id)
	}
	return g.list(ctx, channelID, catalog.Filter{Participants: named, Statuses: []catalog.Status{catalog.Upcoming}, From: from, Before: before})
}

func (g games) list(ctx context.Context, channelID int64, f catalog.Filter) ([]reminder.Game, error) {
	page := catalog.Page{Sort: catalog.ByDate, Limit: catalog.MaxLimit}
	var out []reminder.Game
	for len(out) < maxOfTeams {
		events, next, err := g.app.Catalog.List(ctx, channelID, f, page)
		if err != nil {
			return nil, err
		}
		list, err := g.describe(ctx, channelID, events)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
		if next.IsZero() {
			break
		}
		page.After = next
	}
	return out, nil
}

// Gone is part of reminder.Games.
func (g games) Gone(ctx context.Context, channelID int64) (map[int64]reminder.Game, error) {
	events, err := g.app.Catalog.ListRemoved(ctx, channelID)
	if err != nil {
		return nil, err
	}
	list, err := g.describe(ctx, channelID, events)
	gone := make(map[int64]reminder.Game, len(list))
	for _, game := range list {
		gone[game.ID] = game
	}
	return gone, err
}

func (g games) describe(ctx context.Context, channelID int64, events []*catalog.Event) ([]reminder.Game, error) {
	ref, err := g.app.Catalog.Reference(ctx, channelID)
	if err != nil {
		return nil, err
	}
	c, err := g.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return nil, err
	}
	out := make([]reminder.Game, len(events))
	for i, e := range events {
		game := reminder.Game{ID: int64(e.ID), Name: text.Text{}, Place: text.Text{}, Start: e.StartAt, TimeTBA: e.TimeTBA, Zone: eventZone(e, c), Upcoming: e.Status == catalog.Upcoming, Schedule: reminder.ScheduleStatus(e.ScheduleStatus)}
		for _, id := range e.Participants {
			game.Teams = append(game.Teams, int64(id))
		}
		for _, lang := range []string{"en", "fr"} {
			game.Name[lang] = ref.EventName(e, c.Settings.Words.Versus(lang), lang, c.Language)
			if at := ref.Location(e.LocationID); at != nil {
				game.Place[lang] = joined(at.Name.In(lang, c.Language), at.City, at.State)
			}
		}
		out[i] = game
	}
	return out, nil
}

func joined(values ...string) string {
	return strings.Join(slices.DeleteFunc(values, func(v string) bool { return v == "" }), ", ")
}

// HasTeam is part of reminder.Games.
func (g games) HasTeam(ctx context.Context, channelID, team int64) (bool, error) {
	ref, err := g.app.Catalog.Reference(ctx, channelID)
	return err == nil && ref.Participant(catalog.ParticipantID(team)) != nil, err
}

// Words is part of reminder.Games.
func (g games) Words(ctx context.Context, channelID int64) (word.Kinds, error) {
	c, err := g.app.Channels.FindByID(ctx, channel.ID(channelID))
	if err != nil {
		return word.Kinds{}, err
	}
	return c.Settings.Words, nil
}

// people answers reminders from the accounts.
type people struct{ app *App }

// Reach is part of reminder.People. Who deletes their account is reminded of nothing more.
func (p people) Reach(ctx context.Context, channelID, userID int64) (reminder.Person, bool, error) {
	user, err := p.app.Accounts.Profile(ctx, actor.Actor{Role: actor.User, ChannelID: channelID, UserID: userID})
	if fault.KindOf(err) == fault.NotFound {
		return reminder.Person{}, false, nil
	}
	if err != nil {
		return reminder.Person{}, false, err
	}
	if !user.DeletingSince.IsZero() {
		return reminder.Person{}, false, nil
	}
	language, err := p.language(ctx, user)
	person := reminder.Person{AccountEmail: user.Email, Language: language}
	if user.EmailVerified {
		person.Email = user.Email
	}
	return person, true, err
}

// language is the user's own, else the channel's.
func (p people) language(ctx context.Context, user account.User) (string, error) {
	if user.Language != "" {
		return user.Language, nil
	}
	c, err := p.app.Channels.FindByID(ctx, channel.ID(user.ChannelID))
	if err != nil {
		return "", err
	}
	return c.Language, nil
}
