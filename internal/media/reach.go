package media

import (
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/db"
)

// reach knows whether the database was away of late. Then nobody could say in it that they
// live, nor could an encoder come back, and that nothing was heard of them says nothing.
// The zero value is one that has been there always.
type reach struct {
	mu    sync.Mutex
	away  bool
	since time.Time // when it came back; zero for always
}

// note tells how a question to the database went.
func (r *reach) note(now time.Time, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case db.Unanswered(err):
		r.away = true
	case r.away:
		r.away, r.since = false, now
	}
}

// isNew reports whether the database is away, or came back less than returnWithin ago.
func (r *reach) isNew(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.away || now.Sub(r.since) < returnWithin
}
