package analytics

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

const (
	// Present is the time for which a player counts as watching after it was sent media.
	Present = 30 * time.Second
	// playbackEvery is how often a node writes that a playback goes on. A new playback is written within writeEvery.
	playbackEvery = 10 * time.Second
	// playbackLife is how long a playback confirms reports after its last media. Reports come up to maxReportDelay late, and
	// a player plays some minutes from its buffer.
	playbackLife = time.Hour
	// maxPlaybacks bounds the playbacks that a node remembers, some 20 MB. Media of further playbacks are not counted.
	maxPlaybacks = 200_000
)

// playback is one session playing one subject. Renewed addresses and several players of a session are one playback.
type playback struct {
	ChannelID   int64 `bun:"channel_id"` // of the session
	SessionID   int64 `bun:"session_id,pk"`
	SubjectKind Kind  `bun:"subject_kind,pk"`
	SubjectID   int64 `bun:"subject_id,pk"`
}

type playbackRow struct {
	bun.BaseModel `bun:"table:analytics_playbacks,alias:p"`

	playback

	SeenMS int64 `bun:"seen_ms"`
}

// delivery holds two times in milliseconds: when this node last sent media of a playback, and which such time it last wrote to the
// database (0: none yet).
type delivery struct{ seenMS, writtenMS int64 }

// playbacks holds what this node delivered lately, one entry a playback, however many segments.
type playbacks struct {
	mu   sync.Mutex
	open map[playback]delivery
}

// Delivered notes that the player of a session was sent media of a subject. It only writes to memory, and never fails. It ignores
// media that were sent without a session.
func (s *Service) Delivered(channelID, sessionID int64, subject Subject) {
	if sessionID == 0 {
		return
	}
	if !s.played.note(playback{channelID, sessionID, subject.Kind, subject.ID}, clock.Millis(s.clock.Now())) {
		s.counts.full.Inc()
	}
}

// note reports whether there was room for a playback.
func (p *playbacks) note(one playback, seenMS int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	d, ok := p.open[one]
	if !ok && len(p.open) >= maxPlaybacks {
		return false
	}
	p.open[one] = delivery{max(d.seenMS, seenMS), d.writtenMS}
	return true
}

// has reports whether this node delivered media of a playback after a time, as far as the node remembers.
func (p *playbacks) has(one playback, afterMS int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open[one].seenMS > afterMS
}

// takeDue returns what is to be written: playbacks that began, and those that go on and were not written for a while; with all,
// everything that is not written. It forgets playbacks that ended and are written.
func (p *playbacks) takeDue(now time.Time, all bool) (rows []playbackRow) {
	ended, due := clock.Millis(now.Add(-Present)), clock.Millis(now.Add(-playbackEvery))
	p.mu.Lock()
	for one, d := range p.open {
		switch {
		case d.seenMS > d.writtenMS && (all || d.writtenMS <= due):
			rows = append(rows, playbackRow{playback: one, SeenMS: d.seenMS})
			p.open[one] = delivery{d.seenMS, d.seenMS}
		case d.seenMS == d.writtenMS && d.seenMS <= ended:
			delete(p.open, one)
		}
	}
	p.mu.Unlock()
	// All nodes lock rows in one order.
	slices.SortFunc(rows, func(a, b playbackRow) int {
		return cmp.Or(cmp.Compare(a.SessionID, b.SessionID), cmp.Compare(a.SubjectKind, b.SubjectKind), cmp.Compare(a.SubjectID, b.SubjectID))
	})
	return rows
}

// giveBack has rows be written the next time.
func (p *playbacks) giveBack(rows []playbackRow) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range rows {
		p.open[r.playback] = delivery{max(p.open[r.playback].seenMS, r.SeenMS), 0}
	}
}

// writePlaybacks adds what this node delivered to what all nodes did. Without all, a playback is written when it begins, and
// then every playbackEvery at most. What could not be written is written the next time.
func (s *Service) writePlaybacks(ctx context.Context, all bool) error {
	rows := s.played.takeDue(s.clock.Now(), all)
	for part := range slices.Chunk(rows, batchSize) {
		_, err := s.db.Write().NewInsert().Model(&part).On("CONFLICT (session_id, subject_kind, subject_id) DO UPDATE").
			Set("seen_ms = CASE WHEN EXCLUDED.seen_ms > p.seen_ms THEN EXCLUDED.seen_ms ELSE p.seen_ms END").Exec(ctx)
		if err != nil {
			s.played.giveBack(rows)
			return fmt.Errorf("write who is watching: %w", err)
		}
	}
	return nil
}

// delivered returns the playbacks of facts for which this or another node delivered media.
func (s *Service) delivered(ctx context.Context, facts []fact, granted map[Watcher]Grant) (map[playback]bool, error) {
	after, found := clock.Millis(s.clock.Now().Add(-playbackLife)), map[playback]bool{}
	var sessions []int64 // to ask the database about
	for _, f := range facts {
		if f.view == nil || !f.isChecked() {
			continue
		}
		if p := granted[f.watcher].playback(f.watcher); s.played.has(p, after) {
			found[p] = true
		} else {
			sessions = append(sessions, p.SessionID)
		}
	}
	if len(sessions) == 0 {
		return found, nil
	}
	slices.Sort(sessions)
	var rows []playbackRow
	err := s.db.Read().NewSelect().Model(&rows).Where("p.session_id IN (?)", bun.List(slices.Compact(sessions))).
		Where("p.seen_ms > ?", after).Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("ask what was delivered: %w", err)
	}
	for _, r := range rows {
		found[r.playback] = true
	}
	return found, nil
}

// playback returns the playback by which a watcher is given media.
func (g Grant) playback(w Watcher) playback {
	return playback{w.ChannelID, w.SessionID, g.Media.Kind, g.Media.ID}
}

// PrunePlaybacks deletes up to limit playbacks that ended long ago, and returns how many it deleted.
func (s *Service) PrunePlaybacks(ctx context.Context, limit int64) (int64, error) {
	result, err := s.db.Write().NewRaw(`DELETE FROM analytics_playbacks WHERE (session_id, subject_kind, subject_id) IN
		(SELECT session_id, subject_kind, subject_id FROM analytics_playbacks WHERE seen_ms <= ? ORDER BY seen_ms LIMIT ?)`,
		clock.Millis(s.clock.Now().Add(-playbackLife)), limit).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete old playbacks: %w", err)
	}
	return result.RowsAffected()
}
