package segment_test

import (
	"bytes"
	"errors"
	"testing"

	amp4 "github.com/abema/go-mp4"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mp4/codecs"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/pmp4"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// equalSamples is a file of sound in frames of four bytes each, with a table of their sizes.
func equalSamples(t *testing.T, frames int) []byte {
	t.Helper()
	track := &pmp4.Track{ID: 1, TimeScale: 48000, Codec: &codecs.MPEG4Audio{Config: mpeg4audio.AudioSpecificConfig{
		Type: mpeg4audio.ObjectTypeAACLC, SampleRate: 48000, ChannelConfig: 2,
	}}}
	for i := range frames {
		frame := []byte{0xde, 0xad, 0xbe, byte(i)}
		track.Samples = append(track.Samples, &pmp4.Sample{Duration: 1024, PayloadSize: 4, GetPayload: func() ([]byte, error) { return frame, nil }})
	}
	var file seekablebuffer.Buffer
	if err := (pmp4.Presentation{Tracks: []*pmp4.Track{track}}).Marshal(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// withoutTable replaces the table of sizes by the one size, as ffmpeg and other muxers write it. The rest of the table becomes
// free space, so that nothing moves.
func withoutTable(t *testing.T, file []byte, size, frames uint32) []byte {
	t.Helper()
	boxes, err := amp4.ExtractBox(bytes.NewReader(file), nil, amp4.BoxPath{
		amp4.BoxTypeMoov(), amp4.BoxTypeTrak(), amp4.BoxTypeMdia(), amp4.BoxTypeMinf(), amp4.BoxTypeStbl(), amp4.BoxTypeStsz(),
	})
	if err != nil || len(boxes) != 1 {
		t.Fatalf("%d tables of sizes, %v", len(boxes), err)
	}
	short := []byte{0, 0, 0, 20, 's', 't', 's', 'z', 0, 0, 0, 0}
	for _, n := range []uint32{size, frames, uint32(boxes[0].Size) - 20} {
		short = append(short, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	out := bytes.Clone(file)
	copy(out[boxes[0].Offset:], append(short, "free"...))
	return out
}

// Frames of silence have one size, and so has a film of one picture.
func TestATrackOfEqualSamplesIsRead(t *testing.T) {
	const frames = 3
	file := withoutTable(t, equalSamples(t, frames), 4, frames)
	var refused pmp4.Presentation
	if err := refused.Unmarshal(bytes.NewReader(file)); err == nil {
		t.Fatal("pmp4 reads such a file: the test proves nothing")
	}
	source := bytes.NewReader(append(file, make([]byte, 100)...))
	p, err := segment.ReadPresentation(source)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Tracks) != 1 || len(p.Tracks[0].Samples) != frames {
		t.Fatalf("read as %+v", p)
	}
	for i, s := range p.Tracks[0].Samples {
		if payload, err := s.GetPayload(); err != nil || !bytes.Equal(payload, []byte{0xde, 0xad, 0xbe, byte(i)}) {
			t.Errorf("sample %d is %x, %v", i, payload, err)
		}
	}
}

func TestATableOfTooManySamplesIsRefused(t *testing.T) {
	file := withoutTable(t, equalSamples(t, 3), 4, 1<<32-1)
	if _, err := segment.ReadPresentation(bytes.NewReader(file)); !errors.Is(err, segment.ErrUnsupported) {
		t.Errorf("4 thousand million samples: %v", err)
	}
}
