//go:build e2e

package e2e

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
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
		a, disk := openOnDisk(t, dsn, diskSize)
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

// databaseDiskSize has room for PostgreSQL's own tables and log, and for those of a shop.
const databaseDiskSize = 192 << 20

// The disk of PostgreSQL is full: first its tables cannot grow, then its log cannot, whereupon it ends. Who watches goes on,
// what has to be written is turned away, and with room again everything goes on.
func TestFaultDatabaseDiskFull(t *testing.T) {
	t.Parallel()
	disk := mountDisk(t, databaseDiskSize)
	cluster := dbtest.NewClusterIn(t, disk.Dir)
	a := openArena(t, till.Options{DB: cluster.Database(t, "till"), Env: []string{reconnectWithin(reconnect), patientStore()}})
	product := a.buyer.Product(1)
	if err := disk.Fill(); err != nil {
		t.Fatal(err)
	}
	a.turnsAway(t, "coming", func(ctx context.Context) error { return stage.NewClient(a.Server.URL, till.Channel).TryOpen(ctx) })
	a.playable(t)
	var end error
	for end == nil {
		end = cluster.Try(t, `SELECT pg_logical_emit_message(FALSE, 'ballast', repeat('x', 1 << 20))`)
	}
	t.Logf("PostgreSQL writes no more: %v", end)
	a.turnsAway(t, "buying", func(ctx context.Context) error {
		_, err := a.buyer.Buy(ctx, product, till.CardGood, "")
		return err
	})
	a.watchable(t)
	if err := disk.Free(); err != nil {
		t.Fatal(err)
	}
	cluster.Revive(t)
	a.worksAgain(t, product)
}

// turnsAway asks until it is told to come again.
func (a *arena) turnsAway(t *testing.T, what string, ask func(ctx context.Context) error) {
	t.Helper()
	refused := false
	err := stage.Until(within(t, patience), what+" is turned away", func() (bool, error) {
		refused = later(t, what, ask(within(t, patience)))
		return refused || t.Failed(), nil
	})
	if err != nil || !refused {
		t.Fatal(what, "goes on:", err)
	}
}

func mountDisk(t *testing.T, size int64) *stage.Disk {
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
	return disk
}

func openOnDisk(t *testing.T, dsn string, size int64) (*arena, *stage.Disk) {
	t.Helper()
	disk := mountDisk(t, size)
	return openArena(t, till.Options{Data: filepath.Join(disk.Dir, "data"), DB: dsn, Env: []string{reconnectWithin(reconnect), patientStore()}}), disk
}

// fillDisk fills the disk and tries everything on it.
func (a *arena) fillDisk(t *testing.T, disk *stage.Disk, product int64) {
	t.Helper()
	position := a.Server.Log.Len()
	if err := disk.Fill(); err != nil {
		t.Fatal(err)
	}
	if a.dsn == "" {
		// What the write-ahead log has room for is written still. Edits alone write the same pages again, so SQLite can empty
		// the log between them for ever; visitors are new rows, for which the database would have to grow.
		a.turnsAway(t, "editing the profile", func(ctx context.Context) error {
			later(t, "coming", stage.NewClient(a.Server.URL, till.Channel).TryOpen(ctx))
			return a.edits(t, strings.Repeat("Robin ", 10))
		})
	}
	_, err := a.buyer.Buy(within(t, patience), product, till.CardGood, "")
	later(t, "buying", err)
	later(t, "coming", stage.NewClient(a.Server.URL, till.Channel).TryOpen(within(t, patience)))
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
