package app

import (
	"log/slog"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// cinema is a whole house with one film in the library of one channel.
type cinema struct {
	*App
	t       *testing.T
	channel int64
	film    int64
}

func openCinema(t *testing.T) *cinema {
	t.Helper()
	a, err := Open(t.Context(), config.Config{Data: t.TempDir()}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	id, err := a.Channels.Create(t.Context(), actor.ForSystem(0), channel.Channel{
		Key: "north", Name: text.Text{"en": "North"}, Language: "en", Languages: []string{"en"}, Currency: "CAD", TimeZone: "UTC", Domains: []string{"north.example"},
		Colors: channel.Colors{FooterBackground: "#050d20", BodyBackground: "#0b1530", BodyText: "#f2f5fc", HeaderText: "#ffffff", Accent: "#ffb020"},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := &cinema{App: a, t: t, channel: int64(id)}
	err = a.DB.Write().NewRaw(`INSERT INTO films (channel_id, source, folder, journal, width, height, duration_ms, created_ms)
		VALUES (?, 's', 'f', '{}', 640, 360, 60000, 0) RETURNING id`, c.channel).Scan(t.Context(), &c.film)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// show puts the film into the library for whoever has an access, and returns its medium.
func (c *cinema) show(access vod.Access) vod.MediumID {
	c.t.Helper()
	_, err := c.VOD.Replace(c.t.Context(), actor.ForSystem(c.channel), c.channel, vod.Library{
		Categories: []vod.Category{{Alias: "all", Title: text.Text{"en": "All"}}},
		Items: []vod.Item{{
			Alias: "film", Category: "all", Access: access, Title: text.Text{"en": "Film"}, Date: time.Now(),
			Media: []vod.Medium{{Alias: "whole", FilmID: c.film}},
		}},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	library, err := c.VOD.Library(c.t.Context(), c.channel)
	if err != nil {
		c.t.Fatal(err)
	}
	return library.Items[0].Media[0].ID
}

func (c *cinema) allows(medium vod.MediumID, session account.Session) bool {
	c.t.Helper()
	allowed, err := c.access().Allowed(c.t.Context(), media.Viewer{
		ChannelID: c.channel, VODID: int64(medium), UserID: int64(session.UserID), SessionID: session.ID,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return allowed
}

// An address that was signed for a video opens it for as long as the video is for its
// holder, and no longer.
func TestSignedVideosFollowTheLibrary(t *testing.T) {
	c := openCinema(t)
	_, visitor, err := c.Accounts.OpenSession(t.Context(), c.channel)
	if err != nil {
		t.Fatal(err)
	}
	medium := c.show(vod.Free)
	if !c.allows(medium, visitor) {
		t.Error("a free video is refused")
	}
	for _, access := range []vod.Access{vod.Register, vod.Paid} {
		if now := c.show(access); now != medium {
			t.Errorf("another access made it medium %d, not %d", now, medium)
		}
		if c.allows(medium, visitor) {
			t.Errorf("a visitor watches a %s video", access)
		}
	}
	if c.allows(medium+99, visitor) {
		t.Error("a medium that is in no library is shown")
	}
	if _, err := c.VOD.Replace(t.Context(), actor.ForSystem(c.channel), c.channel, vod.Library{}); err != nil {
		t.Fatal(err)
	}
	if c.allows(medium, visitor) {
		t.Error("a video is shown that is no longer in the library")
	}
	stranger := visitor
	stranger.UserID = 5
	if c.allows(medium, stranger) {
		t.Error("a session is believed to be somebody else's")
	}
}
