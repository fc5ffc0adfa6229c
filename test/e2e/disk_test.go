//go:build e2e

package e2e

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
	"github.com/grandstand/grandstand/test/till"
)

// diskSize has room for the installation and a minute of the game.
const diskSize = 96 << 20

// The disk that everything is on is full while a game is recorded. Who watches goes on, whoever wants something written
// is told to come again, and once there is room all goes on by itself: the game is recorded without a gap, nothing on the
// disk is torn, and nobody paid for nothing.
func TestFaultDiskFull(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, dsn string) {
		t.Parallel()
		a, disk := openOnDisk(t, dsn, diskSize, reconnect)
		product := a.buyer.Product(1)
		a.fillDisk(t, disk, product)
		if err := disk.Free(); err != nil {
			t.Fatal(err)
		}
		list := a.worksAgain(t, product)
		if list.Discontinuities() != 0 || list.Segments[0].Sequence != 0 {
			t.Errorf("the recording has gaps:\n%s", list.Text)
		}
		a.nothingTorn(t)
	})
}

func openOnDisk(t *testing.T, dsn string, size int64, reconnect time.Duration) (*arena, *stage.Disk) {
	t.Helper()
	disk, err := stage.MountDisk(size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := disk.Close(); err != nil {
			t.Error(err)
		}
	})
	return openArena(t, till.Options{Data: filepath.Join(disk.Dir, "data"), DB: dsn, Env: []string{"GRANDSTAND_RECONNECT=" + reconnect.String()}}), disk
}

// fillDisk fills the disk and tries everything on it.
func (a *arena) fillDisk(t *testing.T, disk *stage.Disk, product int64) {
	t.Helper()
	position := a.Server.Log.Len()
	if err := disk.Fill(); err != nil {
		t.Fatal(err)
	}
	if a.dsn == "" { // what the write-ahead log has room for is written still
		refused := false
		err := stage.Until(within(t, patience), "the database is full", func() (bool, error) {
			refused = later(t, "editing the profile", a.edits(t, strings.Repeat("Robin ", 10)))
			return refused || t.Failed(), nil
		})
		if err != nil || !refused {
			t.Fatal("the profile is edited on a full disk", err)
		}
	}
	_, err := a.buyer.Buy(within(t, patience), product, till.CardGood, "")
	later(t, "buying", err)
	later(t, "coming", stage.NewClient(a.Server.URL, till.Channel).Open(within(t, patience)))
	if _, err := a.Server.Log.WaitLine(within(t, patience), position, "the media store does not take a segment"); err != nil {
		t.Fatal(err)
	}
	a.playable(t)
	body, err := a.fan.Fetch(within(t, patience), "/readyz")
	if err != nil || !strings.Contains(string(body), `"disk":"full"`) {
		t.Errorf("ready: %s, %v", body, err)
	}
}

// nothingTorn looks for what was begun and never finished, and at the database.
func (a *arena) nothingTorn(t *testing.T) {
	t.Helper()
	a.sound(t)
	err := filepath.WalkDir(filepath.Join(a.data, "media"), func(path string, _ fs.DirEntry, err error) error {
		if strings.Contains(path, ".unfinished-") {
			t.Errorf("%s was left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if line := strings.Index(a.Server.Log.String(), "panic"); line >= 0 {
		t.Error("the server panicked")
	}
}
