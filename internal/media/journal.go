package media

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/media/segment"
)

type runRow struct {
	bun.BaseModel `bun:"table:media_runs,alias:r"`

	StreamID  int64 `bun:"stream_id,pk"`
	Number    int   `bun:"number,pk"`
	ChannelID int64
	Base      int64
	AtMS      int64  `bun:"at_ms"`
	SPS       string `bun:"sps"`
	PPS       string `bun:"pps"`
	ASC       string `bun:"asc_config"`
}

type segmentRow struct {
	bun.BaseModel `bun:"table:media_segments,alias:g"`

	StreamID      int64 `bun:"stream_id,pk"`
	Sequence      int64 `bun:"sequence,pk"`
	ChannelID     int64
	Run           int
	Independent   bool
	Frames        int
	VideoStart    int64
	VideoDuration int64
	VideoSize     int64
	AudioStart    int64
	AudioDuration int64
	AudioSize     int64
}

// journal is the durable memory of one stream's index, as long as a session has the stream.
type journal struct {
	store     store
	channelID int64
	streamID  StreamID
	session   string
}

// write changes the journal unless another session has got the stream meanwhile: one that
// was taken for dead, and was only stopped or cut off, must not write over what its
// successor wrote.
func (j journal) write(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	return j.store.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := j.store.lend(ctx, tx, j.streamID, j.session); err != nil {
			return err
		}
		return change(ctx, tx)
	})
}

// BeginRun is part of segment.Journal.
func (j journal) BeginRun(ctx context.Context, run segment.RunConfig) error {
	pps, err := json.Marshal(run.PPS) // byte slices become base64
	if err != nil {
		return fmt.Errorf("write parameter sets: %w", err)
	}
	row := runRow{
		StreamID: int64(j.streamID), Number: run.Number, ChannelID: j.channelID, Base: run.Base, AtMS: clock.Millis(run.At),
		SPS: base64.StdEncoding.EncodeToString(run.SPS), PPS: string(pps), ASC: base64.StdEncoding.EncodeToString(run.ASC),
	}
	err = j.write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("add a run to the journal: %w", err)
	}
	return nil
}

// Append is part of segment.Journal. Writing a segment again replaces it: an
// attempt whose answer was lost may have succeeded.
func (j journal) Append(ctx context.Context, g segment.Segment) error {
	video, audio := g.Pieces[segment.Video], g.Pieces[segment.Audio]
	row := segmentRow{
		StreamID: int64(j.streamID), Sequence: g.Sequence, ChannelID: j.channelID, Run: g.Run,
		Independent: g.Independent, Frames: g.Frames,
		VideoStart: video.Start, VideoDuration: video.Duration, VideoSize: video.Size,
		AudioStart: audio.Start, AudioDuration: audio.Duration, AudioSize: audio.Size,
	}
	err := j.write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).On("CONFLICT (stream_id, sequence) DO UPDATE").
			Set("run = EXCLUDED.run, independent = EXCLUDED.independent, frames = EXCLUDED.frames").
			Set("video_start = EXCLUDED.video_start, video_duration = EXCLUDED.video_duration, video_size = EXCLUDED.video_size").
			Set("audio_start = EXCLUDED.audio_start, audio_duration = EXCLUDED.audio_duration, audio_size = EXCLUDED.audio_size").
			Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("add a segment to the journal: %w", err)
	}
	return nil
}

// restore rebuilds a stream's index from its journal.
func (s store) restore(ctx context.Context, channelID int64, id StreamID) (*segment.Index, error) {
	var runRows []runRow
	err := s.db.Read().NewSelect().Model(&runRows).Where("channel_id = ? AND stream_id = ?", channelID, int64(id)).Order("number").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("read a journal's runs: %w", err)
	}
	runs := make([]segment.RunConfig, len(runRows))
	for i, row := range runRows {
		if runs[i], err = row.run(); err != nil {
			return nil, err
		}
	}
	var segmentRows []segmentRow
	err = s.db.Read().NewSelect().Model(&segmentRows).Where("channel_id = ? AND stream_id = ?", channelID, int64(id)).Order("sequence").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("read a journal's segments: %w", err)
	}
	segments := make([]segment.Segment, len(segmentRows))
	for i, row := range segmentRows {
		segments[i] = row.segment()
	}
	return segment.RestoreIndex(segment.DefaultLimits(), runs, segments)
}

// tail is the last run in the journal of a stream, and its last segment; nil where there is none.
func (s store) tail(ctx context.Context, channelID int64, id StreamID) (*segment.Run, *segment.Segment, error) {
	var last runRow
	err := s.db.Write().NewSelect().Model(&last).Where("channel_id = ? AND stream_id = ?", channelID, int64(id)).Order("number DESC").Limit(1).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return nil, nil, nil
	case err != nil:
		return nil, nil, fmt.Errorf("read a journal's last run: %w", err)
	}
	config, err := last.run()
	if err != nil {
		return nil, nil, err
	}
	run, err := segment.NewRun(config)
	if err != nil {
		return nil, nil, fmt.Errorf("run %d: %w (%w)", config.Number, err, segment.ErrJournal)
	}
	var row segmentRow
	err = s.db.Write().NewSelect().Model(&row).Where("channel_id = ? AND stream_id = ?", channelID, int64(id)).Order("sequence DESC").Limit(1).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return run, nil, nil
	case err != nil:
		return nil, nil, fmt.Errorf("read a journal's last segment: %w", err)
	}
	elder := row.segment()
	return run, &elder, nil
}

func (r runRow) run() (segment.RunConfig, error) {
	run := segment.RunConfig{Number: r.Number, Base: r.Base, At: clock.FromMillis(r.AtMS)}
	var err error
	if run.SPS, err = base64.StdEncoding.DecodeString(r.SPS); err != nil {
		return run, fmt.Errorf("read run %d: %w", r.Number, err)
	}
	if run.ASC, err = base64.StdEncoding.DecodeString(r.ASC); err != nil {
		return run, fmt.Errorf("read run %d: %w", r.Number, err)
	}
	if err := json.Unmarshal([]byte(r.PPS), &run.PPS); err != nil {
		return run, fmt.Errorf("read run %d: %w", r.Number, err)
	}
	return run, nil
}

func (r segmentRow) segment() segment.Segment {
	return segment.Segment{
		Sequence: r.Sequence, Run: r.Run, Independent: r.Independent, Frames: r.Frames,
		Pieces: [2]segment.Piece{
			segment.Video: {Start: r.VideoStart, Duration: r.VideoDuration, Size: r.VideoSize},
			segment.Audio: {Start: r.AudioStart, Duration: r.AudioDuration, Size: r.AudioSize},
		},
	}
}
