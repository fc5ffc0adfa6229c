package segment

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
)

// Picture is one access unit as it lies in a segment. Times are on the stream's timeline,
// in Ticks.
type Picture struct {
	Run      *Run
	DTS      int64
	PTS      int64
	Duration int64
	Key      bool   // an IDR picture: decoding can start here
	Payload  []byte // its NAL units with their lengths (ISO/IEC 14496-15, 5.3.4.2)
}

// Units are the picture's NAL units.
func (p Picture) Units() ([][]byte, error) {
	var units h264.AVCC
	if err := units.Unmarshal(p.Payload); err != nil {
		return nil, fmt.Errorf("unreadable picture (%w): %w", err, ErrUnsupported)
	}
	return units, nil
}

// Sound is one AAC frame as it lies in a segment, at a moment of the stream's timeline in
// Ticks.
type Sound struct {
	Run *Run
	At  int64
	AU  []byte
}

// ReadPictures takes a segment's video apart, in the order of decoding. What it returns
// refers to the segment's bytes.
func ReadPictures(run *Run, segment []byte) ([]Picture, error) {
	var pictures []Picture
	err := readTrack(segment, func(at int64, s *fmp4.Sample) {
		pictures = append(pictures, Picture{
			Run: run, DTS: at, PTS: at + int64(s.PTSOffset), Duration: int64(s.Duration), Key: !s.IsNonSyncSample, Payload: s.Payload,
		})
	})
	return pictures, err
}

// ReadSounds takes a segment's audio apart. What it returns refers to the segment's bytes.
func ReadSounds(run *Run, segment []byte) ([]Sound, error) {
	var sounds []Sound
	err := readTrack(segment, func(at int64, s *fmp4.Sample) {
		sounds = append(sounds, Sound{Run: run, At: scale(at, Ticks, run.Audio.SampleRate), AU: s.Payload})
	})
	return sounds, err
}

// readTrack calls found for every sample of a segment, with its time in the track's units.
func readTrack(segment []byte, found func(at int64, s *fmp4.Sample)) error {
	var parts fmp4.Parts
	if err := parts.Unmarshal(segment); err != nil {
		return fmt.Errorf("read a segment: %w", err)
	}
	for _, part := range parts {
		for _, track := range part.Tracks {
			at := int64(track.BaseTime)
			for _, s := range track.Samples {
				found(at, s)
				at += int64(s.Duration)
			}
		}
	}
	return nil
}

// Fragment writes pictures of one run, the first of them a key frame, as a file that
// decodes by itself.
func Fragment(pictures []Picture) ([]byte, error) {
	frames := make([]frame, len(pictures))
	for i, p := range pictures {
		frames[i] = frame{dts: p.DTS, pts: p.PTS, duration: p.Duration, key: p.Key, payload: p.Payload}
	}
	part := fmp4.Part{SequenceNumber: 1, Tracks: []*fmp4.PartTrack{{ID: trackID, Samples: videoSamples(frames)}}}
	var buffer seekablebuffer.Buffer
	if err := part.Marshal(&buffer); err != nil {
		return nil, fmt.Errorf("write a fragment: %w", err)
	}
	return slices.Concat(pictures[0].Run.Init(Video), buffer.Bytes()), nil
}

// KeyFrames writes key frames of whatever runs, one a second, as a file that decodes by itself:
// each was recorded with the parameter sets of its run.
func KeyFrames(pictures []Picture) ([]byte, error) {
	alone := make([]Picture, len(pictures))
	for i, p := range pictures {
		at := int64(i) * Ticks
		alone[i] = Picture{Run: p.Run, DTS: at, PTS: at, Duration: Ticks, Key: true, Payload: p.Payload}
	}
	return Fragment(alone)
}

// maxChunk bounds one chunk of a segment, in bytes.
const maxChunk = 32 << 20

// FirstPicture reads as much of a segment's video as its first picture takes, and returns that. What
// is torn or no segment is ErrUnsupported, unlike what could not be read.
func FirstPicture(run *Run, from io.Reader) (Picture, error) {
	chunk, err := firstChunk(io.LimitReader(from, maxChunk))
	if err != nil {
		return Picture{}, err
	}
	pictures, err := ReadPictures(run, chunk)
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if len(pictures) == 0 {
		return Picture{}, fmt.Errorf("a chunk without pictures: %w", ErrUnsupported)
	}
	return pictures[0], nil
}

// firstChunk reads boxes (ISO/IEC 14496-12, 4.2) up to the end of the first media data.
func firstChunk(from io.Reader) ([]byte, error) {
	var chunk bytes.Buffer
	for {
		const header = 8
		begin := chunk.Len()
		if err := copyBytes(&chunk, from, header); err != nil {
			return nil, err
		}
		box := chunk.Bytes()[begin:]
		size, isData := int64(binary.BigEndian.Uint32(box)), string(box[4:]) == "mdat"
		if err := copyBytes(&chunk, from, size-header); err != nil {
			return nil, err
		}
		if isData {
			return chunk.Bytes(), nil
		}
	}
}

func copyBytes(to io.Writer, from io.Reader, n int64) error {
	if n < 0 {
		return fmt.Errorf("a box of no length: %w", ErrUnsupported)
	}
	_, err := io.CopyN(to, from, n)
	if errors.Is(err, io.EOF) {
		err = ErrUnsupported
	}
	if err != nil {
		return fmt.Errorf("read a segment: %w", err)
	}
	return nil
}
