package media

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestStorePatienceIsThatOfEncoders(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	for set, want := range map[time.Duration]time.Duration{0: 15 * time.Second, 10 * time.Minute: 10 * time.Minute} {
		s := NewService(v.Deps, Options{StorePatience: set})
		if got := s.storeOptions(&desk{}, "session").Patience; got != want {
			t.Errorf("with %s set, an encoder is held back for %s, want %s", set, got, want)
		}
	}
}
