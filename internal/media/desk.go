package media

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// desk is what this process holds of one stream, film or cut: its index, its written playlists
// and, while an encoder is connected here, the session.
type desk struct {
	id        StreamID // 0 for a film or cut
	filmID    FilmID   // 0 for a stream or cut
	cut       *cutRow  // without its journal; nil for a stream or film
	channelID int64
	eventID   int64  // 0 for a film or cut
	folder    string // of its segments in the media store
	language  string // of its sound, by RFC 5646; empty where it is not known
	index     *segment.Index
	pages     playlist.Cache
	rungs     []rung         // of a film, those below the largest
	ladder    *playlist.Page // of a film that has more than its pictures and sound: all of it
	// pageWithIFrames is the multivariant playlist of a finished recording with its I-frame playlists; nil until the key frames are read.
	pageWithIFrames atomic.Pointer[playlist.Page]
	board           *playlist.Board
	captions        []captionRow
	live            atomic.Pointer[[]rung] // of a stream, the sizes below its own that there are, the largest first
	climbing        sync.Mutex             // held by who makes them

	mu        sync.Mutex
	publisher *session
	// until is when the reconnect window closes; zero while there is none.
	until time.Time
}

func streamFolder(channelID int64, id StreamID) string {
	return fmt.Sprintf("streams/%d-%d", channelID, id)
}

func (d *desk) source() Source {
	source := Source{StreamID: d.id, FilmID: d.filmID}
	if d.cut != nil {
		source.CutID = d.cut.ID
	}
	return source
}

// vacate takes a session off the desk.
func (d *desk) vacate() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.publisher = nil
}

// end tells players that nothing more comes, unless an encoder has just come back.
func (d *desk) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.until = time.Time{}
	if d.publisher == nil {
		d.setState(segment.Ended)
	}
}

func (d *desk) currentPublisher() *session {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.publisher
}

func (d *desk) setUntil(t time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.until = t
}

// outlived reports whether a reconnect window closes after the one that this process knows.
func (d *desk) outlived(until time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.until.IsZero() && until.After(d.until)
}

func (d *desk) due(now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.publisher == nil && !d.until.IsZero() && !now.Before(d.until)
}

// How long what was read from a journal is believed. A stream that another node
// writes grows all the time.
const (
	recordedKept = 10 * time.Minute
	growingKept  = time.Second
	// deskSpared is how much longer it is believed while the database is away: as much as answers
	// about access are, so that whatever may be watched then is there.
	deskSpared = accessSpared
	// maxRecordedSegments bounds the memory of indexes, at about 200 bytes a segment.
	maxRecordedSegments = 1_000_000
)

func sparedDesk() *cache.StaleIfError[*desk] {
	return &cache.StaleIfError[*desk]{If: db.Unanswered, Extra: cache.FixedTTL[*desk](deskSpared)}
}

func (s *Service) newDeskCache() *cache.TTL[StreamID, *desk] {
	return cache.NewTTL(cache.TTLOptions[StreamID, *desk]{
		Load: s.loadDesk,
		TTL: func(d *desk) time.Duration {
			if d.index.Load().State == segment.Ended {
				return recordedKept
			}
			return growingKept
		},
		StaleIfError: sparedDesk(),
		MaxWeight:    maxRecordedSegments,
		Weigh: func(d *desk) int {
			segments := len(d.index.Load().Segments) + 1
			return segments * (len(d.smaller()) + 1)
		},
		Clock: s.Clock,
	})
}

// desk returns the desk of a stream that exists.
func (s *Service) desk(ctx context.Context, id StreamID) (*desk, error) {
	s.mu.RLock()
	d := s.active[id]
	s.mu.RUnlock()
	if d != nil {
		return d, nil
	}
	return s.recorded.Get(ctx, id)
}

func (s *Service) loadDesk(ctx context.Context, id StreamID) (*desk, error) {
	row, err := s.store.findByID(ctx, id)
	if err != nil {
		return nil, err
	}
	index, err := s.store.restore(ctx, row.ChannelID, id)
	if err != nil {
		return nil, fmt.Errorf("stream %d: %w", id, err)
	}
	if row.State == Ended {
		index.SetState(segment.Ended)
	}
	language, err := s.channelLanguage(ctx, row.ChannelID)
	if err != nil {
		return nil, err
	}
	d := &desk{
		id: id, channelID: row.ChannelID, eventID: row.EventID, folder: streamFolder(row.ChannelID, id), index: index, language: language,
	}
	return d, s.loadLiveRungs(ctx, d)
}

// activate makes this process the one that looks after a stream and, when p is not
// nil, seats it as the publisher unless another is seated, which is returned.
func (s *Service) activate(ctx context.Context, id StreamID, p *session) (*desk, *session, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	s.mu.RLock()
	d := s.active[id]
	s.mu.RUnlock()
	if d == nil {
		var err error
		if d, err = s.loadDesk(ctx, id); err != nil {
			return nil, nil, err
		}
		s.mu.Lock()
		s.active[id] = d
		s.mu.Unlock()
		s.recorded.Invalidate(id)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.publisher == nil {
		d.publisher = p
	}
	return d, d.publisher, nil
}

// renewDesk gives a session that has just got its stream a desk with all of the journal:
// what this process held may lack what another node wrote before.
func (s *Service) renewDesk(ctx context.Context, p *session) error {
	runs, segments, err := s.store.extent(ctx, p.desk.channelID, p.desk.id)
	if err != nil {
		return err
	}
	if held := p.desk.index.Load(); len(held.Runs) == runs && len(held.Segments) == segments {
		return nil
	}
	s.opening.Lock()
	defer s.opening.Unlock()
	d, err := s.loadDesk(ctx, p.streamID)
	if err != nil {
		return err
	}
	d.publisher, p.desk = p, d
	s.mu.Lock()
	s.active[d.id] = d
	s.mu.Unlock()
	return nil
}

// yield lets go of streams whose encoders are waited for here when they have connected to
// another node, be it that they are lost again, or their events have ended there: the
// journal tells what this process does not know.
func (s *Service) yield(ctx context.Context) error {
	waiting := map[StreamID]*desk{}
	for _, d := range s.activeDesks() {
		if d.currentPublisher() == nil {
			waiting[d.id] = d
		}
	}
	if len(waiting) == 0 {
		return nil
	}
	rows, err := s.store.listOf(ctx, slices.Collect(maps.Keys(waiting)))
	for _, row := range rows {
		d := waiting[StreamID(row.ID)]
		if row.State == Reconnecting && row.Publisher == "" && !d.outlived(instant(row.DroppedMS).Add(s.options.Reconnect)) {
			continue
		}
		if row.State == Ended {
			d.end()
		}
		s.deactivate(d)
	}
	return err
}

// deactivate forgets a stream unless an encoder has it; its journal tells the rest.
func (s *Service) deactivate(d *desk) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if d.currentPublisher() != nil {
		return
	}
	s.mu.Lock()
	delete(s.active, d.id)
	s.mu.Unlock()
	s.recorded.Invalidate(d.id)
}

func (s *Service) activeDesks() []*desk {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := make([]*desk, 0, len(s.active))
	for _, d := range s.active {
		all = append(all, d)
	}
	return all
}
