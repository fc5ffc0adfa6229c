package media

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// storedKey is what the database has of a stream's key.
func (v *venue) storedKey(s Stream) (hash, sealed string) {
	v.t.Helper()
	row, err := v.store.findByID(v.t.Context(), s.ID)
	if err != nil {
		v.t.Fatal(err)
	}
	return row.StreamKey, row.SealedKey
}

// keepPlain makes a stream's row one of an older version.
func (v *venue) keepPlain(s Stream) {
	v.t.Helper()
	_, err := v.db.Write().NewRaw(`UPDATE streams SET stream_key = ?, sealed_key = '' WHERE id = ?`, s.Key, int64(s.ID)).Exec(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
}

// withSecret is the same installation after a change of its secret.
func (v *venue) withSecret(secret string) {
	v.t.Helper()
	keys, err := NewStreamKeys([]byte(secret))
	if err != nil {
		v.t.Fatal(err)
	}
	v.StreamKeys = keys
	v.restart()
}

func (v *venue) mustAccept(key string) {
	v.t.Helper()
	e, err := v.publish(key)
	if err != nil {
		v.t.Fatalf("the key is refused: %v", err)
	}
	e.close()
}

func (v *venue) mustRefuse(key string) {
	v.t.Helper()
	if _, err := v.publish(key); !errors.Is(err, refuseKey) {
		v.t.Errorf("publishing: %v", err)
	}
}

func TestTheDatabaseHoldsNoStreamKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		hash, sealed := v.storedKey(s)
		if hash == "" || sealed == "" || strings.Contains(hash+sealed, s.Key) {
			t.Errorf("stored %q and %q", hash, sealed)
		}
		v.mustAccept(s.Key)
		v.mustRefuse(hash) // a stolen database admits no encoder
		v.mustRefuse(sealed)
		rotated, err := v.RotateKey(t.Context(), v.by, s.ChannelID, s.EventID)
		if err != nil {
			t.Fatal(err)
		}
		v.mustRefuse(s.Key)
		v.mustAccept(rotated.Key)
	})
}

// An operator whose stream key leaked gives the event another one: the encoder with the old key is disconnected, and the encoder
// with the new key continues the event. Encoders of other events stay.
func TestARotatedKeyDisconnectsItsEncoder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		a := newVenue(t, d)
		b := a.node("b") // the command runs in a process without encoders
		s, other, old := a.stream(), a.stream(), a.stream()
		a.keepPlain(old)
		e, others := a.mustGoLive(s, 5), []*encoder{a.mustGoLive(other, 5), a.mustGoLive(old, 5)}
		left := e.leaveBecause(errKeyReplaced)
		rotated, err := b.RotateKey(t.Context(), b.by, s.ChannelID, s.EventID)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.disconnectRefused(t.Context()); err != nil {
			t.Fatal(err)
		}
		left()
		for _, stays := range others {
			if len(stays.gone) > 0 {
				t.Errorf("an encoder of another event: %v", <-stays.gone)
			}
		}
		eventually(t, "the stream waits for its encoder", func() bool { return a.state(s) == Reconnecting })
		if _, err := a.publish(s.Key); !errors.Is(err, refuseKey) {
			t.Errorf("the old key: %v", err)
		}
		a.mustGoLive(rotated, 5).close()
	})
}

func TestStreamKeysOfAnOlderVersionAreEncrypted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		var streams []Stream
		for range sealBatch + 3 {
			s := v.stream()
			v.keepPlain(s)
			streams = append(streams, s)
		}
		first := streams[0]
		v.mustAccept(first.Key) // until the next start
		if again, err := v.EnsureStream(t.Context(), v.by, first.ChannelID, first.EventID); err != nil || again.Key != first.Key {
			t.Errorf("before the start the key is %q, %v", again.Key, err)
		}
		for range 2 { // the second start finds nothing to do
			if err := v.SealStreamKeys(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range streams {
			if hash, sealed := v.storedKey(s); hash == s.Key || sealed == "" {
				t.Fatalf("stream %d has %q and %q", s.ID, hash, sealed)
			}
		}
		last := streams[len(streams)-1]
		for _, s := range []Stream{first, last} {
			if again, err := v.EnsureStream(t.Context(), v.by, s.ChannelID, s.EventID); err != nil || again.Key != s.Key {
				t.Errorf("read again %q, %v", again.Key, err)
			}
			v.mustAccept(s.Key)
		}
	})
}

// What was replaced may stay in the files of a database.
func TestNoFileHoldsAnOldStreamKey(t *testing.T) {
	dsn := dbtest.SQLiteDSN(t)
	d, err := db.Open(t.Context(), dsn, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	v := newVenue(t, d)
	s := v.stream()
	v.keepPlain(s)
	if !fileHolds(t, dsn, s.Key) {
		t.Fatal("the test does not find a key that is there")
	}
	if err := v.SealStreamKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if fileHolds(t, dsn, s.Key) {
		t.Error("the key is still in a file")
	}
}

func fileHolds(t *testing.T, dsn, text string) bool {
	t.Helper()
	path, _ := db.SQLitePath(dsn)
	files, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if content, err := os.ReadFile(file); err == nil && bytes.Contains(content, []byte(text)) {
			return true
		}
	}
	return false
}

func TestACopiedStreamKeyOpensNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		one, two := v.stream(), v.stream()
		_, sealed := v.storedKey(one)
		if _, err := d.Write().NewRaw(`UPDATE streams SET sealed_key = ? WHERE id = ?`, sealed, int64(two.ID)).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, err := v.EnsureStream(t.Context(), v.by, two.ChannelID, two.EventID); fault.KindOf(err) != fault.Conflict || got.Key != "" {
			t.Errorf("read %q, %v", got.Key, err)
		}
	})
}

func TestStreamKeysAfterAChangeOfTheSecret(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		v.withSecret(strings.Repeat("x", 32))
		if _, err := v.EnsureStream(t.Context(), v.by, s.ChannelID, s.EventID); fault.KindOf(err) != fault.Conflict {
			t.Errorf("the key is read: %v", err)
		}
		v.mustRefuse(s.Key)
		rotated, err := v.RotateKey(t.Context(), v.by, s.ChannelID, s.EventID)
		if err != nil {
			t.Fatal(err)
		}
		v.mustAccept(rotated.Key)
	})
}

func TestACopyOfTheDatabaseAcceptsItsStreamKeys(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	s := v.stream()
	path := filepath.Join(t.TempDir(), "restored.db")
	if err := v.db.CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if fileHolds(t, path, s.Key) {
		t.Error("the copy holds the key")
	}
	d, err := db.Open(t.Context(), path, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	v.DB, v.db = d, d
	v.restart()
	v.mustAccept(s.Key)
	if again, err := v.EnsureStream(t.Context(), v.by, s.ChannelID, s.EventID); err != nil || again.Key != s.Key {
		t.Errorf("read %q, %v", again.Key, err)
	}
}
