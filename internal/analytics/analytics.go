// Package analytics keeps what people do on a channel, as its pages and players tell: sessions,
// events, views, and their sums by minutes. To tell costs whoever tells nothing but memory: facts
// wait in a bounded queue and are written together. What does not fit is dropped and counted, so
// that nothing here is able to hold up what people came for.
package analytics

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/seal"
)

// Kind is a sort of things that are watched.
type Kind string

// Kinds, in the words of the calls.
const (
	Event  Kind = "event"
	Medium Kind = "vod" // one part of a video of the library
	Clip   Kind = "clip"
	// Cut is the kind under which media of clips are delivered. Reports name the clip.
	Cut Kind = "cut"
)

// Subject is something that is watched; the zero value is nothing that the channel has.
type Subject struct {
	Kind Kind
	ID   int64
}

// Reporter identifies the client of a report. The server determines every field; only Device may follow what the client
// says of itself.
type Reporter struct {
	ChannelID int64
	UserID    int64  // 0 for a visitor
	Device    string // computer, phone, tablet, tv or unknown
	Country   string // ISO 3166-1 alpha-2, empty while it is not known
	SessionID int64  // of the API key; 0 where views need not be granted
	Place     string // of the address, as access to media has it
	// Key names the API key whose reports share a limit, and Network the network of the client. Reports without a Key
	// have no limit.
	Key, Network string
	Since        time.Time // creation of the API key, which is needed to watch anything
}

// Deps is what analytics need from the rest of the house.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Metrics  *metrics.Set
	Subjects Subjects
	Secret   []byte // of the installation
	Queue    int    // how many facts may wait; 0 for the default
}

// Service is the analytics of an installation. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	log      *slog.Logger
	subjects Subjects
	counts   counts
	names    namer
	people   []byte // the key of the codes that exports name people by
	visitors []byte // the key of the codes of visitors' api keys
	sealer   *seal.Sealer
	queue    *queue
	writer   writer
	bounds   *bounds
	played   playbacks
}

// defaultQueue is how many facts may wait to be written, a few megabytes of them.
const defaultQueue = 8192

// New returns the analytics kept in d.DB. Until Start they only wait.
func New(d Deps) (*Service, error) {
	if d.Log == nil || d.Clock == nil || d.Metrics == nil {
		return nil, errors.New("analytics need a log, a clock and metrics")
	}
	sealer, err := seal.New(d.Secret, "grandstand analytics hashes")
	if err != nil {
		return nil, err
	}
	keys := map[string][]byte{"sessions": nil, "exports": nil, "visitors": nil}
	for use := range keys {
		if keys[use], err = hkdf.Key(sha256.New, d.Secret, nil, "grandstand analytics "+use, sha256.Size); err != nil {
			return nil, fmt.Errorf("derive the key for %s of analytics: %w", use, err)
		}
	}
	if d.Queue == 0 {
		d.Queue = defaultQueue
	}
	s := &Service{
		db: d.DB, clock: d.Clock, log: d.Log, subjects: d.Subjects, counts: newCounts(d.Metrics),
		names: namer{keys["sessions"]}, people: keys["exports"], visitors: keys["visitors"], sealer: sealer, queue: newQueue(d.Queue), bounds: newBounds(d.Clock),
		played: playbacks{deliveries: map[playback]delivery{}},
	}
	s.writer = newWriter(s.write)
	return s, nil
}

// Life is for how long a session is good, and the hash that opens it.
const Life = 24 * time.Hour

// tell has a fact wait to be written. One that there is no room for is dropped.
func (s *Service) tell(f fact) {
	if s.queue.add(f) {
		s.counts.recorded.Inc()
	} else {
		s.counts.full.Inc()
	}
}

// Write writes everything that waits now, for tests and for a shutdown.
func (s *Service) Write(ctx context.Context) error {
	return errors.Join(s.drain(ctx), s.writePlaybacks(ctx, true))
}
