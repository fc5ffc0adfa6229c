package segment

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Whatever an encoder's clock, groups, audio and connections do, the index stays
// monotone and contiguous, parts add up to segments, and what is stored says by itself what the
// journal says of it.
func TestIndexInvariants(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := newEncoder(t)
		sessions := rapid.IntRange(1, 3).Draw(rt, "sessions")
		for i := range sessions {
			if i > 0 {
				e.connect()
			}
			session(rt, e)
			e.hangUp()
			if err := check(e.index.Load()); err != nil {
				rt.Fatalf("session %d: %v", i, err)
			}
		}
		described, err := e.describeAll()
		if err != nil || !slices.Equal(described, e.store.segments) {
			rt.Fatalf("described: %+v, %v, want %+v", described, err, e.store.segments)
		}
		restored, err := RestoreIndex(DefaultLimits(), e.store.runs, e.store.segments)
		if err != nil {
			rt.Fatal(err)
		}
		if err := check(restored.Load()); err != nil {
			rt.Fatalf("restored: %v", err)
		}
		if got, want := len(restored.Load().Segments), len(e.index.Load().Segments); got != want {
			rt.Fatalf("restored %d segments of %d", got, want)
		}
	})
}

func session(rt *rapid.T, e *encoder) {
	e.dts = rapid.Int64Range(0, 1<<40).Draw(rt, "start")
	e.pts = e.dts + rapid.Int64Range(-2*Ticks, 2*Ticks).Draw(rt, "audio offset")
	if rapid.Bool().Draw(rt, "small") {
		e.sps = unhex(spsSmall)
	}
	if err := e.out.VideoConfig(e.sps, [][]byte{unhex(ppsBoth)}); err != nil {
		rt.Fatal(err)
	}
	asc := rapid.SampledFrom([][]byte{nil, {0x11, 0x90}, {0x12, 0x08}, {0x13, 0x10}}).Draw(rt, "asc")
	if asc != nil {
		if err := e.out.AudioConfig(asc); err != nil {
			rt.Fatal(err)
		}
	}
	frame := rapid.SampledFrom([]int64{1500, 3000, 3600, 9000, 90000}).Draw(rt, "frame")
	for range rapid.IntRange(1, 12).Draw(rt, "bursts") {
		burst(rt, e, frame)
	}
}

// burst is a group of pictures that may jitter, stop or jump, with audio that may
// be missing or late.
func burst(rt *rapid.T, e *encoder, frame int64) {
	jump := rapid.SampledFrom([]int64{0, 0, 0, 0, 40, -40, 2 * Ticks, 3600 * Ticks, -1800 * Ticks}).Draw(rt, "jump")
	e.dts += jump
	if rapid.Bool().Draw(rt, "audio jumps too") {
		e.pts += jump
	}
	withAudio := rapid.IntRange(0, 4).Draw(rt, "audio") > 0
	for i := range rapid.IntRange(1, 60).Draw(rt, "pictures") {
		jitter := rapid.Int64Range(-frame/10, frame/10).Draw(rt, "jitter")
		e.picture(i == 0, frame+jitter)
		if withAudio && e.out.audio != nil && e.dts-e.pts < 10*Ticks {
			e.sound()
		}
	}
	if e.dts-e.pts >= 10*Ticks {
		e.pts = e.dts
	}
}

func TestNamesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := Name{
			Rendition: rapid.SampledFrom([]Rendition{Video, Audio}).Draw(rt, "rendition"),
			Run:       rapid.IntRange(0, 1<<30).Draw(rt, "run"),
			Sequence:  rapid.Int64Range(-1, 1<<30).Draw(rt, "sequence"),
			Part:      -1,
		}
		if n.Sequence >= 0 {
			n.Part = rapid.IntRange(-1, 1000).Draw(rt, "part")
		}
		got, err := ParseName(n.String())
		if err != nil || got != n {
			rt.Fatalf("%s: %+v, %v", n, got, err)
		}
	})
}

func TestForeignNamesAreRefused(t *testing.T) {
	for _, text := range []string{
		"", "v", "v/", "/v/1.mp4", "v/1", "v/1.m4s", "v/1-2.mp4", "v/01-2.m4s", "v/+1-2.m4s", "v/-1-2.m4s",
		"v/1-2-3-4.m4s", "x/1-2.m4s", "v/../a/1-2.m4s", "v/1-2.m4s/", "v/1-2.m4s.mp4", "v//1-2.m4s", "v/1-2.m4s?x",
		"v/99999999999-1.m4s", "v/1-1e3.m4s", "v/1- 2.m4s", "v/1-2.m4s\x00", "V/1-2.m4s",
	} {
		if n, err := ParseName(text); err == nil {
			t.Errorf("%q was read as %+v", text, n)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		if n, err := ParseName(text); err == nil && n.String() != text {
			rt.Fatalf("%q was read as %s", text, n)
		}
	})
}

// Any bytes at all must leave the segmenter without a panic.
func TestGarbageSamples(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := newEncoder(t)
		defer func() { _ = e.out.Close() }()
		e.configure()
		for range rapid.IntRange(1, 50).Draw(rt, "samples") {
			v := VideoSample{
				DTS:   rapid.Int64Range(-1<<40, 1<<40).Draw(rt, "dts"),
				PTS:   rapid.Int64Range(-1<<40, 1<<40).Draw(rt, "pts"),
				NALUs: rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 20), 0, 4).Draw(rt, "units"),
			}
			if e.out.Video(context.Background(), v) != nil {
				return
			}
			if e.out.Audio(AudioSample{PTS: v.PTS, AU: []byte{1}}) != nil {
				return
			}
		}
	})
}
