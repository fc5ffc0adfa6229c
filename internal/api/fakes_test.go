package api

import (
	"context"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// realChannels answers the edge from the channel domain.
type realChannels struct{ sites *channel.Service }

func (c realChannels) ChannelByID(ctx context.Context, id int64) (Channel, error) {
	return described(c.sites.FindByID(ctx, channel.ID(id)))
}

func (c realChannels) ChannelByKey(ctx context.Context, key string) (Channel, error) {
	return described(c.sites.FindByKey(ctx, key))
}

func (c realChannels) ChannelByHost(ctx context.Context, host string) (Channel, error) {
	return described(c.sites.FindByDomain(ctx, host))
}

func described(c *channel.Channel, err error) (Channel, error) {
	if err != nil {
		return Channel{}, err
	}
	return Channel{ID: int64(c.ID), Key: c.Key, Name: c.Name, Site: "https://" + c.Domains[0], Language: c.Language, BlockedCountries: c.Settings.BlockedCountries}, nil
}

// fakeMedia has one recording of every event, for whoever has access.
type fakeMedia struct{}

func (fakeMedia) Media(_ context.Context, _, eventID int64) ([]Medium, error) {
	return []Medium{{ID: eventID, Type: 3, StreamID: eventID}}, nil
}

// Video has every film, and no recording of an event yet.
func (fakeMedia) Video(_ context.Context, _, eventID, filmID int64) (Medium, error) {
	if eventID != 0 {
		return Medium{}, fault.NotFoundf("recording", "There is no recording yet.")
	}
	return Medium{Type: 3, FilmID: filmID, Width: 640, Height: 360, Duration: time.Minute}, nil
}

// Extras are the same of every film.
func (fakeMedia) Extras(_ context.Context, filmID int64, viewer MediaViewer, languages ...string) (FilmExtras, error) {
	return FilmExtras{
		Storyboard: fmt.Sprintf("/media/signed-for-%d-%d-vod-%d/storyboard.vtt", viewer.ChannelID, viewer.SessionID, viewer.VODID),
		Chapters:   []FilmChapter{{0, "Intro"}, {90 * time.Second, fmt.Sprintf("Film %d in %s", filmID, languages[0])}},
	}, nil
}

// Timeline is 50 minutes of the hour before noon, with a pause of ten.
func (fakeMedia) Timeline(context.Context, int64, int64) ([]catalog.Stretch, error) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return []catalog.Stretch{
		{At: noon.Add(-time.Hour), Length: 20 * time.Minute},
		{At: noon.Add(-30 * time.Minute), From: 20 * time.Minute, Length: 30 * time.Minute},
	}, nil
}

// Companions is part of EventMedia.
func (fakeMedia) Companions(context.Context, Medium) ([]Medium, error) { return nil, nil }

// PreviewLengths is part of EventMedia.
func (fakeMedia) PreviewLengths(context.Context, int64, []int64, []int64) (ofEvents, ofFilms map[int64]time.Duration, err error) {
	return nil, nil, nil
}

func (fakeMedia) Sign(m Medium, viewer MediaViewer) (url, liveURL string) {
	file := map[bool]string{false: "index.m3u8", true: "veiled.m3u8"}[m.Veiled]
	if m.File != "" {
		file = m.File
	}
	if viewer.VODID != 0 {
		return fmt.Sprintf("/media/signed-for-%d-%d-vod-%d/%s", viewer.ChannelID, viewer.SessionID, viewer.VODID, file), ""
	}
	if viewer.Player != 0 {
		return fmt.Sprintf("/media/signed-for-%d-%d-%d/%s", viewer.ChannelID, viewer.SessionID, viewer.Player, file), ""
	}
	return fmt.Sprintf("/media/signed-for-%d-%d/%s", viewer.ChannelID, viewer.SessionID, file), ""
}

func (fakeMedia) SignSound(m Medium, viewer MediaViewer) string {
	file := map[bool]string{false: "audio.m3u8", true: "audio-veiled.m3u8"}[m.Veiled]
	return fmt.Sprintf("/media/sound-for-%d-%d-%d/%s", viewer.ChannelID, viewer.SessionID, viewer.Player, file)
}

// fakeDownloads has a recording of every event, for whoever may take it.
type fakeDownloads struct{ commerce *commerce.Service }

// Event is part of Downloads.
func (f fakeDownloads) Event(ctx context.Context, wish commerce.Wish, sessionID int64, name string) (Download, error) {
	if err := f.commerce.May(ctx, wish); err != nil {
		return Download{}, err
	}
	url := fmt.Sprintf("/media/signed-for-%d-%d/event.mp4", wish.ChannelID, sessionID)
	return Download{URL: url, FileName: name + ".mp4", Size: 5 << 30, ExpiresAt: time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)}, nil
}

type fakeEntitlements map[account.UserID]account.Access

func (f fakeEntitlements) Access(_ context.Context, _ int64, user account.UserID) (account.Access, error) {
	return f[user], nil
}

// noPayments is a house in which nobody takes money.
type noPayments struct{}

// Account is part of commerce.Payments.
func (noPayments) Account(context.Context, int64) (commerce.Account, error) {
	return nil, commerce.ErrPaymentsUnavailable()
}

// AccountNamed is part of commerce.Payments.
func (noPayments) AccountNamed(context.Context, int64, string) (commerce.Account, error) {
	return nil, commerce.ErrPaymentsUnavailable()
}

// Accounts is part of commerce.Payments.
func (noPayments) Accounts(context.Context, int64) ([]commerce.Account, error) {
	return nil, commerce.ErrPaymentsUnavailable()
}
