package media

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// notebook is the journal of a film while it is made: it becomes durable with the film.
type notebook struct {
	runs     []segment.RunConfig
	segments []segment.Segment
	language string // of the sound, by RFC 5646; empty where the file does not say
}

// BeginRun is part of segment.Journal.
func (n *notebook) BeginRun(_ context.Context, run segment.RunConfig) error {
	n.runs = append(n.runs, run)
	return nil
}

// Append is part of segment.Journal.
func (n *notebook) Append(_ context.Context, g segment.Segment) error {
	n.segments = append(n.segments, g)
	return nil
}

// filmJournal is a notebook as it is kept.
type filmJournal struct {
	Runs     []filmRun     `json:"runs"`
	Segments []filmSegment `json:"segments"`
	Language string        `json:"language,omitempty"`
}

type filmRun struct {
	Number int      `json:"number"`
	Base   int64    `json:"base"`
	AtMS   int64    `json:"at_ms"`
	SPS    []byte   `json:"sps"`
	PPS    [][]byte `json:"pps"`
	ASC    []byte   `json:"asc"`
}

type filmSegment struct {
	Run         int      `json:"run"`
	Independent bool     `json:"independent"`
	Frames      int      `json:"frames"`
	Video       [3]int64 `json:"video"` // start, duration, size
	Audio       [3]int64 `json:"audio"`
}

func (n *notebook) encode() (string, error) {
	j := filmJournal{Runs: make([]filmRun, len(n.runs)), Segments: make([]filmSegment, len(n.segments)), Language: n.language}
	for i, r := range n.runs {
		j.Runs[i] = filmRun{Number: r.Number, Base: r.Base, AtMS: clock.Millis(r.At), SPS: r.SPS, PPS: r.PPS, ASC: r.ASC}
	}
	for i, g := range n.segments {
		video, audio := g.Pieces[segment.Video], g.Pieces[segment.Audio]
		j.Segments[i] = filmSegment{
			Run: g.Run, Independent: g.Independent, Frames: g.Frames,
			Video: [3]int64{video.Start, video.Duration, video.Size}, Audio: [3]int64{audio.Start, audio.Duration, audio.Size},
		}
	}
	encoded, err := json.Marshal(j)
	if err != nil {
		return "", fmt.Errorf("write a film's journal: %w", err)
	}
	return string(encoded), nil
}

// restoreFilm returns the index of a film, and the language of its sound where its file said.
func restoreFilm(journal string) (*segment.Index, string, error) {
	var j filmJournal
	if err := json.Unmarshal([]byte(journal), &j); err != nil {
		return nil, "", fmt.Errorf("read a film's journal: %w", err)
	}
	runs, segments := make([]segment.RunConfig, len(j.Runs)), make([]segment.Segment, len(j.Segments))
	for i, r := range j.Runs {
		runs[i] = segment.RunConfig{Number: r.Number, Base: r.Base, At: clock.FromMillis(r.AtMS), SPS: r.SPS, PPS: r.PPS, ASC: r.ASC}
	}
	piece := func(p [3]int64) segment.Piece { return segment.Piece{Start: p[0], Duration: p[1], Size: p[2]} }
	for i, g := range j.Segments {
		segments[i] = segment.Segment{
			Sequence: int64(i), Run: g.Run, Independent: g.Independent, Frames: g.Frames,
			Pieces: [2]segment.Piece{segment.Video: piece(g.Video), segment.Audio: piece(g.Audio)},
		}
	}
	index, err := segment.RestoreIndex(segment.DefaultLimits(), runs, segments)
	if err == nil {
		index.SetState(segment.Ended)
	}
	return index, j.Language, err
}
