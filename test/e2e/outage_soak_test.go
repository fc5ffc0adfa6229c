//go:build e2e && soak

package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// shortOutages are over before the encoder would be given up. In the longest it is held back.
var shortOutages = []time.Duration{5 * time.Second, 20 * time.Second, 40 * time.Second}

// unheld is for how long the game surely goes on for who watches it live, however long an outage is.
const unheld = 28 * time.Second

// soakDisk has room for the installation and a game with several outages.
const soakDisk = 3 * diskSize

// TestSoakTheDiskIsFull fills the disk for longer and longer during one game. While the encoder stays, the game has no gap;
// once it is given up, all that it sent until then is recorded, and it comes back; and when even that took too long, the
// log says how much was lost, and nothing else was.
func TestSoakTheDiskIsFull(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) {
		a, disk := openOnDisk(t, dsn, soakDisk)
		a.outages(t, func() (end func()) {
			if err := disk.Fill(); err != nil {
				t.Fatal(err)
			}
			return func() {
				if err := disk.Free(); err != nil {
					t.Fatal(err)
				}
			}
		})
		a.nothingTorn(t)
	})
}

// TestSoakTheDatabaseIsLocked does the same with a lock that somebody holds.
func TestSoakTheDatabaseIsLocked(t *testing.T) {
	engines(t, func(t *testing.T, dsn string) {
		data := filepath.Join(t.TempDir(), "data")
		a := openArena(t, till.Options{Data: data, DB: dsn, Env: []string{reconnectWithin(reconnect), patientStore()}})
		a.outages(t, func() (end func()) { return a.lock(t) })
		a.sound(t)
	})
}

// outages has a game go through outages of every length, and looks at its recording in the end.
func (a *arena) outages(t *testing.T, begin func() (end func())) {
	t.Helper()
	var kept []*stage.Playlist
	for _, length := range shortOutages {
		kept = append(kept, a.endures(t, length, begin))
	}
	kept = append(kept, a.isGivenUp(t, begin))
	a.losesSome(t, begin)
	recorded := a.worksAgain(t, a.buyer.Product(1))
	for _, list := range kept {
		if gone := lost(list, recorded); gone > 0 {
			t.Errorf("%d segments are not recorded, of\n%s\nthere is\n%s", gone, list.Text, recorded.Text)
		}
	}
	if breaks := recorded.Discontinuities(); breaks != 2 { // the encoder was given up twice
		t.Errorf("the recording has %d breaks:\n%s", breaks, recorded.Text)
	}
}

// endures has an outage of some length, which leaves no trace.
func (a *arena) endures(t *testing.T, length time.Duration, begin func() (end func())) *stage.Playlist {
	t.Helper()
	before := mustPlaylist(t, a.fan, a.media)
	end := begin()
	over := time.Now().Add(length)
	during := waitPlaylist(t, a.fan, a.media, "goes on during an outage", func(p *stage.Playlist) bool {
		return p.Duration() >= before.Duration()+min(length, unheld)
	})
	a.playable(t)
	pause(t.Context(), time.Until(over)) // the length of the outage is the subject
	end()
	after := waitPlaylist(t, a.fan, a.media, "goes on", func(p *stage.Playlist) bool { return p.Duration() >= during.Duration()+10*time.Second })
	if after.Discontinuities() > 0 || lost(during, after) > 0 {
		t.Errorf("%s left a trace: had\n%s\nhas\n%s", length, during.Text, after.Text)
	}
	return during
}

// isGivenUp ends an outage once the encoder was given up: all of it is kept.
func (a *arena) isGivenUp(t *testing.T, begin func() (end func())) *stage.Playlist {
	t.Helper()
	position := a.Server.Log.Len()
	end := begin()
	if _, err := a.Server.Log.WaitLine(within(t, 2*patience), position, "an encoder was given up"); err != nil {
		t.Fatal(err)
	}
	during := mustPlaylist(t, a.fan, a.media)
	a.playable(t)
	end()
	after := a.goesOn(t, during)
	if lost(during, after) > 0 {
		t.Errorf("lost what the encoder had sent: had\n%s\nhas\n%s", during.Text, after.Text)
	}
	if strings.Contains(a.Server.Log.String()[position:], "recording not stored") {
		t.Error("the log tells of a loss")
	}
	return during
}

// losesSome ends an outage once nobody tries any more to store what was sent during it.
func (a *arena) losesSome(t *testing.T, begin func() (end func())) {
	t.Helper()
	before := mustPlaylist(t, a.fan, a.media)
	position := a.Server.Log.Len()
	end := begin()
	line, err := a.Server.Log.WaitLine(within(t, 3*patience), position, "recording not stored")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(line, "are lost") {
		t.Errorf("how much is lost is not told: %s", line)
	}
	end()
	after := a.goesOn(t, before)
	if lost(before, after) > 1 { // the last may have been on its way
		t.Errorf("lost what was there before: had\n%s\nhas\n%s", before.Text, after.Text)
	}
}

// goesOn waits until the encoder is back.
func (a *arena) goesOn(t *testing.T, before *stage.Playlist) *stage.Playlist {
	t.Helper()
	return waitPlaylist(t, a.fan, a.media, "goes on", func(p *stage.Playlist) bool {
		return p.Discontinuities() > before.Discontinuities() && p.Duration() >= before.Duration()+4*time.Second
	})
}
