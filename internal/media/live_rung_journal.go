package media

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// rungStoreTimeout bounds how long one segment of a rung waits for the store and the journal:
// after that it is late anyway.
const rungStoreTimeout = 8 * time.Second

type liveRungRunRow struct {
	bun.BaseModel `bun:"table:live_rung_runs,alias:r"`

	StreamID  int64 `bun:"stream_id,pk"`
	Name      int   `bun:"name,pk"`
	Run       int   `bun:"run,pk"`
	ChannelID int64
	SPS       string `bun:"sps"`
	PPS       string `bun:"pps"`
}

type liveRungSegmentRow struct {
	bun.BaseModel `bun:"table:live_rung_segments,alias:g"`

	StreamID  int64 `bun:"stream_id,pk"`
	Name      int   `bun:"name,pk"`
	Sequence  int64 `bun:"sequence,pk"`
	ChannelID int64
	Run       int
	Size      int64
}

// rungJournal is the durable memory of one size of a stream.
type rungJournal struct {
	store     store
	channelID int64
	streamID  StreamID
	name      int
}

// beginRun notes how the pictures of a run are to be decoded. What was noted before stays: it
// may have been told to players.
func (j rungJournal) beginRun(ctx context.Context, run *segment.Run) error {
	pps, err := json.Marshal(run.PPS)
	if err != nil {
		return fmt.Errorf("write parameter sets: %w", err)
	}
	row := liveRungRunRow{
		StreamID: int64(j.streamID), Name: j.name, Run: run.Number, ChannelID: j.channelID,
		SPS: base64.StdEncoding.EncodeToString(run.SPS), PPS: string(pps),
	}
	_, err = j.store.db.Write().NewInsert().Model(&row).On("CONFLICT (stream_id, name, run) DO NOTHING").Returning("NULL").Exec(ctx)
	if err != nil {
		return fmt.Errorf("add a run to the journal of a size: %w", err)
	}
	return nil
}

// add notes a segment. Another one of the same number is one of a run that could not be
// stored.
func (j rungJournal) add(ctx context.Context, run int, sequence, size int64) error {
	row := liveRungSegmentRow{StreamID: int64(j.streamID), Name: j.name, Sequence: sequence, ChannelID: j.channelID, Run: run, Size: size}
	_, err := j.store.db.Write().NewInsert().Model(&row).On("CONFLICT (stream_id, name, sequence) DO UPDATE").
		Set("run = EXCLUDED.run, size = EXCLUDED.size").Returning("NULL").Exec(ctx)
	if err != nil {
		return fmt.Errorf("add a segment to the journal of a size: %w", err)
	}
	return nil
}

// loadLiveRungs gives a stream's desk the sizes that were made of it. The stream's own index is
// read before: what is missing here by then comes too late.
func (s *Service) loadLiveRungs(ctx context.Context, d *desk) error {
	var runs []liveRungRunRow
	err := s.DB.Read().NewSelect().Model(&runs).Where("channel_id = ? AND stream_id = ?", d.channelID, int64(d.id)).Order("name DESC", "run").Scan(ctx)
	if err != nil {
		return fmt.Errorf("read the sizes of a stream: %w", err)
	}
	if len(runs) == 0 {
		return nil
	}
	var segments []liveRungSegmentRow
	err = s.DB.Read().NewSelect().Model(&segments).Where("channel_id = ? AND stream_id = ?", d.channelID, int64(d.id)).Order("name DESC", "sequence").Scan(ctx)
	if err != nil {
		return fmt.Errorf("read the segments of a stream's sizes: %w", err)
	}
	source := d.index.Load()
	made := map[int][]segment.Made{}
	for _, row := range segments {
		made[row.Name] = append(made[row.Name], segment.Made{Sequence: row.Sequence, Run: row.Run, Size: row.Size})
	}
	small := map[int][]*segment.Run{}
	for _, row := range runs {
		of := source.Run(row.Run)
		if of == nil {
			continue // begun since the stream's index was read
		}
		run, err := row.run(of)
		if err != nil { // the stream plays without it
			s.Log.WarnContext(ctx, "a size of a stream is not offered", "stream_id", d.id, "size", row.Name, "error", err)
			continue
		}
		small[row.Name] = append(small[row.Name], run)
	}
	for name := range small {
		d.addRung(d.newRung(name, segment.RestoreRung(source, small[name], made[name], rungsUpTo(source))))
	}
	return nil
}

// run is a stream's run in this size.
func (r liveRungRunRow) run(of *segment.Run) (*segment.Run, error) {
	sps, err := base64.StdEncoding.DecodeString(r.SPS)
	if err != nil {
		return nil, fmt.Errorf("read run %d of a size: %w", r.Run, err)
	}
	var pps [][]byte
	if err := json.Unmarshal([]byte(r.PPS), &pps); err != nil {
		return nil, fmt.Errorf("read run %d of a size: %w", r.Run, err)
	}
	return of.InSets(sps, pps)
}
