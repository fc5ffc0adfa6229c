package segment

import (
	"errors"
	"fmt"

	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
)

// ErrTorn is wrapped when bytes are not those of a whole segment, or not of the one that they
// are taken for.
var ErrTorn = errors.New("torn segment")

// Describe is what a journal has to say of a segment, read from its bytes: those of one whose
// recorder died before the journal was told. Elder is the last segment that is known of the
// stream, nil where there is none.
func Describe(run *Run, elder *Segment, video, audio []byte) (Segment, error) {
	g := Segment{Run: run.Number}
	begins := [renditions]int64{Video: run.Base, Audio: -1}
	if elder != nil {
		g.Sequence = elder.Sequence + 1
		begins[Video] = elder.Pieces[Video].End()
		if elder.Run == run.Number {
			begins[Audio] = elder.Pieces[Audio].End()
		}
	}
	g.At = run.at(begins[Video])
	var parts [renditions]int
	for r, whole := range [renditions][]byte{Video: video, Audio: audio} {
		track, err := readWhole(whole)
		if err == nil && begins[r] >= 0 && track.Start != begins[r] {
			err = fmt.Errorf("it begins at %d instead of %d", track.Start, begins[r])
		}
		if err != nil {
			return Segment{}, fmt.Errorf("segment %d, %s: %w (%w)", g.Sequence, Rendition(r), err, ErrTorn)
		}
		g.Pieces[r], parts[r] = track.Piece, track.parts
		if Rendition(r) == Video {
			g.Frames, g.Independent = track.samples, track.independent
		}
	}
	if parts[Video] != parts[Audio] {
		return Segment{}, fmt.Errorf("segment %d: %d parts of video, %d of audio: %w", g.Sequence, parts[Video], parts[Audio], ErrTorn)
	}
	return g, nil
}

// wholeTrack is what the bytes of one rendition of a segment tell of it.
type wholeTrack struct {
	Piece
	parts, samples int
	independent    bool // the first sample is a key frame
}

// readWhole adds the parts of one rendition up, which have to follow each other.
func readWhole(whole []byte) (wholeTrack, error) {
	t := wholeTrack{Piece: Piece{Size: int64(len(whole))}}
	var parts fmp4.Parts
	if err := parts.Unmarshal(whole); err != nil {
		return t, err
	}
	for i, part := range parts {
		if len(part.Tracks) != 1 || len(part.Tracks[0].Samples) == 0 {
			return t, fmt.Errorf("part %d is not one track", i)
		}
		track := part.Tracks[0]
		if i == 0 {
			t.Start, t.independent = int64(track.BaseTime), !track.Samples[0].IsNonSyncSample
		}
		if int64(track.BaseTime) != t.End() {
			return t, fmt.Errorf("part %d begins at %d instead of %d", i, track.BaseTime, t.End())
		}
		for _, s := range track.Samples {
			t.Duration += int64(s.Duration)
		}
		t.samples += len(track.Samples)
	}
	if t.parts = len(parts); t.parts == 0 {
		return t, errors.New("it has no parts")
	}
	return t, nil
}
