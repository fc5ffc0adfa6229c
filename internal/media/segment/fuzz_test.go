package segment

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/mpeg4audio"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mp4/codecs"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/pmp4"
)

// A parameter set is refused as such, or describes a picture that is written and read back.
func FuzzVideoConfig(f *testing.F) {
	f.Add(unhex(spsLarge), unhex(ppsBoth))
	f.Add(unhex(spsSmall), []byte{})
	f.Add([]byte{0x67, 0x42, 0xc0, 0x0a}, []byte{0x68})
	f.Fuzz(func(t *testing.T, sps, pps []byte) {
		c, err := NewVideoConfig(sps, [][]byte{pps})
		if err != nil {
			if !errors.Is(err, ErrUnsupported) {
				t.Fatalf("%x: %v", sps, err)
			}
			return
		}
		if c.Width < 16 || c.Width > maxSide || c.Height < 16 || c.Height > maxSide || c.FrameRate < 0 || c.FrameRate > 240 || len(c.Codec()) != len("avc1.640d1e") {
			t.Fatalf("%x is %dx%d at %f, %s", sps, c.Width, c.Height, c.FrameRate, c.Codec())
		}
		if _, err := NewRun(RunConfig{Number: 1, At: time.Unix(0, 0), SPS: sps, PPS: c.PPS, ASC: SilentAudio().ASC}); err != nil {
			t.Fatalf("no run is made of %x and %x: %v", sps, pps, err)
		}
	})
}

// An AAC configuration is refused as such, or has silence and an initialisation section.
func FuzzAudioConfig(f *testing.F) {
	for _, seed := range []string{"1190", "1210", "2b920800", "139056e5a5", "f8e8", ""} {
		f.Add(unhex(seed))
	}
	f.Fuzz(func(t *testing.T, asc []byte) {
		c, err := NewAudioConfig(asc)
		if err != nil {
			if !errors.Is(err, ErrUnsupported) {
				t.Fatalf("%x: %v", asc, err)
			}
			return
		}
		if c.SampleRate < 7350 || c.SampleRate > 96000 || c.Channels < 1 || c.Channels > 8 || c.FrameSize != 1024 && c.FrameSize != 960 || len(c.silence()) == 0 {
			t.Fatalf("%x is %+v", asc, c)
		}
		run, err := NewRun(RunConfig{Number: 1, At: time.Unix(0, 0), SPS: unhex(spsSmall), PPS: [][]byte{unhex(ppsBoth)}, ASC: asc})
		if err != nil || len(run.Init(Audio)) == 0 {
			t.Fatalf("no run is made of %x: %v", asc, err)
		}
	})
}

// An address has one spelling, and its key stays below the stream's folder.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"v/1.mp4", "a/1-2.m4s", "v/1-2-3.m4s", "v/01.mp4", "v/../1.mp4", "v/-1.mp4", "v/1-99999999999.m4s", "", "v/1-2-3-4.m4s", "v/1-2.mp4", "v/+1.mp4"} {
		f.Add(seed)
	}
	for _, n := range []Name{InitName(Video, 1), SegmentName(Audio, 2, 3), PartName(Video, 4, 5, 6)} {
		f.Add(n.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseName(text)
		if err != nil {
			return
		}
		if n.String() != text || n.Run < 0 || n.Sequence < -1 || n.Part < -1 || n.Part >= 0 && n.Sequence < 0 {
			t.Fatalf("%q is %+v", text, n)
		}
		if key := n.Key("s"); !bytes.HasPrefix([]byte(key), []byte("s/")) || bytes.Count([]byte(key), []byte("/")) != 1 || bytes.Contains([]byte(key), []byte("..")) {
			t.Fatalf("%q lies at %q", text, key)
		}
	})
}

// recordedSegment is the stored video of a second.
func recordedSegment(f *testing.F) (*Run, []byte) {
	f.Helper()
	e := newEncoder(f)
	e.configure()
	e.play(1, 15)
	s := e.finish()
	run := s.Run(s.Segments[0].Run)
	return run, e.store.files[SegmentName(Video, run.Number, 0).Key("s")]
}

// What lies on a disk and is torn is refused, and holds no more pictures than bytes; what can be
// read is written again as pictures with the same times.
func FuzzStoredSegment(f *testing.F) {
	run, stored := recordedSegment(f)
	f.Add(stored)
	f.Add(stored[:len(stored)/2])
	f.Add([]byte("\x00\x00\x00\x08moof\x00\x00\x00\x08mdat"))
	f.Fuzz(func(t *testing.T, stored []byte) {
		first, err := FirstPicture(run, bytes.NewReader(stored))
		if err != nil && !errors.Is(err, ErrUnsupported) {
			t.Fatalf("a torn file is not named as one: %v", err)
		}
		pictures, errAll := ReadPictures(run, stored)
		if errAll != nil || len(pictures) == 0 {
			return
		}
		if err == nil && (first.DTS != pictures[0].DTS || !bytes.Equal(first.Payload, pictures[0].Payload)) {
			t.Fatalf("the first picture is at %d, the first of all at %d", first.DTS, pictures[0].DTS)
		}
		size := 0
		for _, p := range pictures {
			size += len(p.Payload)
			_, _ = p.Units()
		}
		if size > len(stored) {
			t.Fatalf("%d bytes of pictures in a file of %d", size, len(stored))
		}
		if _, err := ReadSounds(run, stored); err != nil {
			t.Fatalf("sound: %v", err)
		}
	})
}

// smallFilm is a file of half a second with pictures and sound.
func smallFilm(t testing.TB) []byte {
	t.Helper()
	sample := func(duration uint32, content ...byte) *pmp4.Sample {
		return &pmp4.Sample{Duration: duration, PayloadSize: uint32(len(content)), GetPayload: func() ([]byte, error) { return content, nil }}
	}
	pictures := &pmp4.Track{ID: 1, TimeScale: 90_000, Codec: &codecs.H264{SPS: unhex(spsSmall), PPS: unhex(ppsBoth)}}
	sound := &pmp4.Track{ID: 2, TimeScale: 48_000, TimeOffset: -1024, Codec: &codecs.MPEG4Audio{Config: mpeg4audio.AudioSpecificConfig{
		Type: mpeg4audio.ObjectTypeAACLC, SampleRate: 48_000, ChannelConfig: 2,
	}}}
	for i := range 6 {
		picture := sample(7_500, 0, 0, 0, 3, 0x65, 0x88, byte(i))
		if i > 0 {
			picture = sample(7_500, 0, 0, 0, 2, 0x41, byte(i))
			picture.IsNonSyncSample, picture.PTSOffset = true, 7_500
		}
		pictures.Samples = append(pictures.Samples, picture)
		for range 4 {
			sound.Samples = append(sound.Samples, sample(1024, 0x21, byte(i)))
		}
	}
	var out bytes.Buffer
	if err := (pmp4.Presentation{Tracks: []*pmp4.Track{pictures, sound}}).Marshal(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A file of a stranger is refused, or plays to its end or to a named error, and makes a recording
// that keeps every promise.
func FuzzMP4(f *testing.F) {
	run, stored := recordedSegment(f)
	f.Add(append(bytes.Clone(run.Init(Video)), stored...))
	f.Add(run.Init(Audio))
	film := smallFilm(f)
	if m, err := OpenMP4(bytes.NewReader(film)); err != nil || m.Check() != nil {
		f.Fatalf("a good file: %v, %v", err, m.Check())
	}
	f.Add(film)
	f.Add([]byte("\x00\x00\x00\x18ftypisom0000"))
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := OpenMP4(bytes.NewReader(content))
		if err != nil {
			return
		}
		if m.Check() != nil {
			return // it is not imported
		}
		e := newEncoder(t)
		_ = m.Play(context.Background(), e.out, 1)
		_ = e.out.Close()
		if err := check(e.index.Load()); err != nil {
			t.Fatal(err)
		}
	})
}
