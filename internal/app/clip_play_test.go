package app

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/api"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// playFrom requests a signed address from a client.
func (h *arena) playFrom(client, address string) int {
	h.t.Helper()
	files := h.Media.Handler()
	files.Network = func(*http.Request) string { return netaddr.NetworkName(netip.MustParseAddr(client)) }
	answer := httptest.NewRecorder()
	files.ServeHTTP(answer, httptest.NewRequestWithContext(h.t.Context(), http.MethodGet, address, http.NoBody))
	if answer.Code != http.StatusOK && !strings.Contains(answer.Body.String(), "clip_plays_reached") {
		h.t.Errorf("%s: %d %s", address, answer.Code, answer.Body)
	}
	return answer.Code
}

// longClips are clips that open a minute each. One network may play three of them, as the game is short.
func (h *arena) longClips(by account.Session, n int) []*clip.Clip {
	h.t.Helper()
	var made []*clip.Clip
	for range n {
		one, err := h.clip(clip.Viewer{Actor: by.Actor()}, time.Second)
		if err != nil {
			h.t.Fatal(err)
		}
		made = append(made, one)
	}
	for i, one := range made {
		_, err := h.DB.Write().NewRaw("UPDATE clips SET opens_from_ms = ?, opens_to_ms = ? WHERE id = ?", i*60_000, (i+1)*60_000, int64(one.ID)).Exec(h.t.Context())
		if err != nil {
			h.t.Fatal(err)
		}
	}
	return made
}

// Addresses of clips that were passed on count in the network that plays them. Their receiver plays all of them in their own network.
func TestClipsOfASoldGameAreCountedWhereTheyPlay(t *testing.T) {
	const home, next, away, other = "198.51.100.7", "198.51.100.200", "203.0.113.9", "2001:db8::7"
	eachArena(t, func(t *testing.T, h *arena) {
		fan := h.login(h.channel, "fan@example.com")
		dbtest.Buy(t, h.DB, dbtest.Order{ChannelID: h.channel, UserID: int64(fan.UserID), PackageID: h.everythingPass()})
		clips := h.longClips(fan, 5)
		_, visitor, err := h.Accounts.OpenSession(t.Context(), h.channel)
		if err != nil {
			t.Fatal(err)
		}
		sign := func(who account.Session, client string) (addresses []string) {
			viewer := api.MediaViewer{ChannelID: h.channel, UserID: int64(who.UserID), SessionID: who.ID, Address: netip.MustParseAddr(client)}
			for _, one := range clips {
				addresses = append(addresses, clipMedia{h.Media}.SignCut(one.Cut, viewer))
			}
			return addresses
		}
		plays := func(client string, addresses []string) (played int) {
			for _, address := range addresses {
				for _, file := range []string{"index.m3u8", "now/video.m3u8", "now/v/1-0.m4s"} {
					if h.playFrom(client, strings.TrimSuffix(address, "index.m3u8")+file) != http.StatusOK {
						break
					}
					if file == "now/v/1-0.m4s" {
						played++
					}
				}
			}
			return played
		}
		own, passedOn := sign(fan, home), sign(visitor, away)
		for _, test := range []struct {
			name, client string
			addresses    []string
			want         int
		}{
			{"the buyer's at home", home, own, 5},
			{"the buyer's at home, from another device", next, own, 5},
			{"the buyer's at home, the address written as IPv6", "::ffff:" + home, own, 5},
			{"the buyer's, passed on", away, own, 3},
			{"a visitor's where three were played", away, passedOn, 3},
			{"a visitor's in another network", other, passedOn, 3},
			{"the buyer's, given in a network where three were played", away, sign(fan, away), 5},
		} {
			if got := plays(test.client, test.addresses); got != test.want {
				t.Errorf("%s: %d clips play, want %d", test.name, got, test.want)
			}
		}
	})
}
