//go:build e2e && soak

package e2e

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

const outageRounds = 3

// TestSoakTheDiskIsFull fills the disk for longer than segments wait in memory, over and over: the encoder is turned away,
// tries again, and is recorded on as soon as there is room. What was sent meanwhile is lost, and nothing else.
func TestSoakTheDiskIsFull(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) {
		a, disk := openOnDisk(t, dsn, 2*patience)
		for round := range outageRounds {
			a.longOutage(t, func() (end func()) {
				a.fillDisk(t, disk, a.buyer.Product(round))
				return func() {
					if err := disk.Free(); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
		a.worksAgain(t, a.buyer.Product(outageRounds))
		a.nothingTorn(t)
	})
}

// TestSoakTheDatabaseIsLocked does the same with a lock that somebody holds.
func TestSoakTheDatabaseIsLocked(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) {
		data := filepath.Join(t.TempDir(), "data")
		a := openArena(t, till.Options{Data: data, DB: dsn, Env: []string{"GRANDSTAND_RECONNECT=" + (2 * patience).String()}})
		for round := range outageRounds {
			a.longOutage(t, func() (end func()) { return a.triedWhileLocked(t, a.buyer.Product(round)) })
		}
		a.worksAgain(t, a.buyer.Product(outageRounds))
		a.sound(t)
	})
}

// longOutage begins an outage, ends it once the encoder was turned away, and waits until the game goes on.
func (a *arena) longOutage(t *testing.T, begin func() (end func())) {
	t.Helper()
	before := mustPlaylist(t, a.fan, a.media)
	position := a.Server.Log.Len()
	end := begin()
	if _, err := a.Server.Log.WaitLine(within(t, 2*patience), position, "recording not stored"); err != nil {
		t.Fatal(err)
	}
	end()
	after := waitPlaylist(t, a.fan, a.media, "goes on", func(p *stage.Playlist) bool {
		return p.Discontinuities() > before.Discontinuities() && p.Duration() >= before.Duration()+4*time.Second
	})
	if lost(before, after) > 1 { // the last may have been on its way
		t.Errorf("lost what was there before: had\n%s\nhas\n%s", before.Text, after.Text)
	}
}
