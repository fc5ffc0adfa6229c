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
	// A player counts as watching for watchingTimeout after its last media.
	watchingTimeout = 30 * time.Second
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

type delivery struct {
	seenMS    int64 // when this node last sent media
	writtenMS int64 // the seenMS in the database; 0: none
}

// playbacks holds the latest delivery of each playback that this node serves.
type playbacks struct {
	mu         sync.Mutex
	deliveries map[playback]delivery
}

// RecordDelivery records in memory that the player of a session was sent media of a subject. It never fails. Media sent without a
// session are ignored.
func (s *Service) RecordDelivery(channelID, sessionID int64, subject Subject) {
	if sessionID == 0 {
		return
	}
	if !s.played.record(playback{channelID, sessionID, subject.Kind, subject.ID}, clock.Millis(s.clock.Now())) {
		s.counts.full.Inc()
	}
}

// record stores a delivery, or returns false if maxPlaybacks is reached.
func (p *playbacks) record(key playback, seenMS int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	d, ok := p.deliveries[key]
	if !ok && len(p.deliveries) >= maxPlaybacks {
		return false
	}
	p.deliveries[key] = delivery{max(d.seenMS, seenMS), d.writtenMS}
	return true
}

// has reports whether this node delivered media of a playback after a time. The node forgets a playback watchingTimeout after its
// last media; after that only the database has it.
func (p *playbacks) has(key playback, afterMS int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.deliveries[key].seenMS > afterMS
}

// takeDue returns the playbacks to write, and marks them as written. These are new playbacks, and playbacks with media since their
// last write, if that was playbackEvery ago or more. If all is true, the time of the last write does not matter. takeDue removes
// playbacks that have ended and are written.
func (p *playbacks) takeDue(now time.Time, all bool) (rows []playbackRow) {
	ended, due := clock.Millis(now.Add(-watchingTimeout)), clock.Millis(now.Add(-playbackEvery))
	p.mu.Lock()
	for key, d := range p.deliveries {
		switch {
		case d.seenMS > d.writtenMS && (all || d.writtenMS <= due):
			rows = append(rows, playbackRow{playback: key, SeenMS: d.seenMS})
			p.deliveries[key] = delivery{d.seenMS, d.seenMS}
		case d.seenMS == d.writtenMS && d.seenMS <= ended:
			delete(p.deliveries, key)
		}
	}
	p.mu.Unlock()
	// All nodes lock rows in one order.
	slices.SortFunc(rows, func(a, b playbackRow) int {
		return cmp.Or(cmp.Compare(a.SessionID, b.SessionID), cmp.Compare(a.SubjectKind, b.SubjectKind), cmp.Compare(a.SubjectID, b.SubjectID))
	})
	return rows
}

// markUnwritten undoes takeDue, so that the next call returns the rows again.
func (p *playbacks) markUnwritten(rows []playbackRow) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range rows {
		p.deliveries[r.playback] = delivery{max(p.deliveries[r.playback].seenMS, r.SeenMS), 0}
	}
}

// writePlaybacks writes the due playbacks of this node to the table that all nodes share (see takeDue). If it fails, the next call
// writes the rows again.
func (s *Service) writePlaybacks(ctx context.Context, all bool) error {
	rows := s.played.takeDue(s.clock.Now(), all)
	for part := range slices.Chunk(rows, batchSize) {
		_, err := s.db.Write().NewInsert().Model(&part).On("CONFLICT (session_id, subject_kind, subject_id) DO UPDATE").
			Set("seen_ms = CASE WHEN EXCLUDED.seen_ms > p.seen_ms THEN EXCLUDED.seen_ms ELSE p.seen_ms END").Exec(ctx)
		if err != nil {
			s.played.markUnwritten(rows)
			return fmt.Errorf("write playbacks: %w", err)
		}
	}
	return nil
}

// findDelivered returns the playbacks of the facts for which this node or another node sent media within playbackLife. It asks the
// database only about playbacks that this node does not remember.
func (s *Service) findDelivered(ctx context.Context, facts []fact, granted map[Watcher]Grant) (map[playback]bool, error) {
	after, found := clock.Millis(s.clock.Now().Add(-playbackLife)), map[playback]bool{}
	var sessions []int64 // to ask the database about
	for _, f := range facts {
		if f.view == nil || !f.isChecked() {
			continue
		}
		if p := granted[f.watcher].playbackOf(f.watcher); s.played.has(p, after) {
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
		return nil, fmt.Errorf("find delivered playbacks: %w", err)
	}
	for _, r := range rows {
		found[r.playback] = true
	}
	return found, nil
}

// playbackOf returns the playback that the media of a grant count for: a clip counts for its cut.
func (g Grant) playbackOf(w Watcher) playback {
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
