package media

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/ingest/health"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// EncoderReport is what the encoder of a stream last was like.
type EncoderReport struct {
	At       time.Time `json:"at"`
	Protocol string    `json:"protocol"`
	Remote   string    `json:"remote"`
	health.Reading
	// Closed is why the connection ended, and Code the word for it; both are empty
	// while it lasts.
	Closed string `json:"closed,omitempty"`
	Code   string `json:"code,omitempty"`
}

// EncoderStatus is a stream that is on, or was until a moment ago.
type EncoderStatus struct {
	Stream
	Publishing bool          // an encoder is connected
	Node       string        // where
	Report     EncoderReport // with zero time where there is none
	// Until is when the event ends unless the encoder comes back; zero while none is
	// waited for.
	Until time.Time
}

// closedShown is for how long a stream whose encoder was sent away is listed.
const closedShown = 10 * time.Minute

// Encoders lists the streams of a channel that are on, wherever their encoders are
// connected, by event.
func (s *Service) Encoders(ctx context.Context, by actor.Actor, channelID int64) ([]EncoderStatus, error) {
	if !by.Operates(channelID) {
		return nil, errForbidden()
	}
	reports, err := s.store.reports(ctx, channelID)
	if err != nil {
		return nil, err
	}
	rows, err := s.store.listOn(ctx, channelID, s.Clock.Now().Add(-closedShown))
	if err != nil {
		return nil, err
	}
	out := make([]EncoderStatus, len(rows))
	for i, row := range rows {
		out[i] = EncoderStatus{Stream: row.stream(), Publishing: row.Publisher != "", Node: row.PublisherNode, Report: reports[row.ID]}
		if row.State == Reconnecting && row.Publisher == "" {
			out[i].Until = out[i].DroppedAt.Add(s.options.Reconnect)
		}
	}
	return out, nil
}

// reading is what the session's meter shows.
func (p *session) reading() health.Reading {
	r := p.meter.Read(p.service.Clock.Now())
	if run := p.desk.index.Load().LastRun(); run != nil && p.hasPicture() {
		r.Width, r.Height = run.Video.Width, run.Video.Height
		r.Depth, r.Chroma = run.Video.Depth, run.Video.Chroma
	}
	return r
}

// report stores what the encoder is like.
func (p *session) report(ctx context.Context, closed error) {
	r := EncoderReport{Protocol: p.from.Protocol, Remote: p.from.Remote, Reading: p.reading()}
	p.service.putReport(ctx, p.desk.channelID, p.streamID, r, closed)
}

// putReport stores the report of an encoder, with the reason if its connection has ended or was
// refused. A failure is only logged: nothing else depends on the report.
func (s *Service) putReport(ctx context.Context, channelID int64, id StreamID, r EncoderReport, closed error) {
	r.At = s.Clock.Now()
	if closed != nil {
		r.Closed, r.Code = ingest.InWords(closed), ingest.CodeOf(closed)
	}
	if err := s.store.putReport(ctx, channelID, id, r); err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "encoder's report not stored", "stream_id", id, "error", err)
	}
}

// Beyond these there is nothing to see or hear: nine tenths of the picture are as dark
// as this (16 is black), and no sample is as loud, in dB below full scale.
const (
	darkest  = 32
	quietest = -60
)

// look measures how bright and loud the newest segment is. A failure says nothing.
func (p *session) look(ctx context.Context) {
	s, snapshot := p.service, p.desk.index.Load()
	if s.FFmpeg == nil || len(snapshot.Recent) == 0 {
		return
	}
	hot := snapshot.Recent[len(snapshot.Recent)-1]
	sound := hot.Whole(segment.Audio)
	if len(sound) == 0 {
		return
	}
	seen, err := s.FFmpeg.Look(ctx,
		append(append([]byte{}, hot.Run.Init(segment.Video)...), hot.Chunk(segment.Video, 0)...),
		append(append([]byte{}, hot.Run.Init(segment.Audio)...), sound...))
	if err != nil {
		if ctx.Err() == nil {
			s.Log.DebugContext(ctx, "stream not looked at", "stream_id", p.streamID, "error", err)
		}
		return
	}
	p.meter.Looked(s.Clock.Now(), health.Look{Black: seen.Bright < darkest, Silent: seen.Peak < quietest})
}

type reportRow struct {
	StreamID int64
	Report   string
}

// reports are the last reports of a channel's streams.
func (s store) reports(ctx context.Context, channelID int64) (map[int64]EncoderReport, error) {
	var rows []reportRow
	err := s.db.Read().NewRaw(`SELECT stream_id, report FROM encoder_reports WHERE channel_id = ?
		ORDER BY at_ms DESC LIMIT ?`, channelID, maxOn).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list encoders' reports: %w", err)
	}
	out := make(map[int64]EncoderReport, len(rows))
	for _, row := range rows {
		var r EncoderReport
		if err := json.Unmarshal([]byte(row.Report), &r); err != nil {
			return nil, fmt.Errorf("read an encoder's report: %w", err)
		}
		out[row.StreamID] = r
	}
	return out, nil
}

// maxOn bounds a list of what is on in one channel.
const maxOn = 1000

// listOn lists a channel's streams that are on, or whose encoder was sent away since.
func (s store) listOn(ctx context.Context, channelID int64, since time.Time) ([]streamRow, error) {
	return s.list(ctx, maxOn, `channel_id = ? AND (state IN ('live', 'reconnecting') OR publisher <> ''
		OR id IN (SELECT r.stream_id FROM encoder_reports r WHERE r.channel_id = ? AND r.at_ms >= ?))`,
		channelID, channelID, clock.Millis(since))
}

func (s store) putReport(ctx context.Context, channelID int64, id StreamID, r EncoderReport) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write an encoder's report: %w", err)
	}
	_, err = s.db.Write().NewRaw(`INSERT INTO encoder_reports (stream_id, channel_id, at_ms, report) VALUES (?, ?, ?, ?)
		ON CONFLICT (stream_id) DO UPDATE SET at_ms = excluded.at_ms, report = excluded.report`,
		int64(id), channelID, clock.Millis(r.At), string(text)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store an encoder's report: %w", err)
	}
	return nil
}
