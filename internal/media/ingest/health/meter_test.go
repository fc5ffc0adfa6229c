package health

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// feed is an encoder in miniature.
type feed struct {
	frames   int           // pictures a second
	bytes    int           // of each
	keyEvery int           // pictures
	sound    time.Duration // by which sound is ahead; no sound at all for silentTrack
	pace     float64       // seconds of stream in a second
	lasts    int           // seconds
	stops    int           // seconds at the end in which nothing comes
	depth    int           // bits
	chroma   string        // "4:2:0" where empty
}

const silentTrack = time.Hour

func (f feed) read(look Look, looks int) Reading {
	start := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	m := NewMeter(start)
	for i := range f.frames * f.lasts {
		stream := time.Duration(i) * time.Second / time.Duration(f.frames)
		now := start.Add(time.Duration(float64(stream) / f.pace))
		if now.Sub(start) > time.Duration(f.lasts-f.stops)*time.Second {
			break
		}
		dts := int64(stream.Seconds() * segment.Ticks)
		m.Video(now, dts, f.bytes, i%f.keyEvery == 0)
		if f.sound != silentTrack {
			m.Audio(now, dts+int64(f.sound.Seconds()*segment.Ticks), 100)
		}
	}
	now := start.Add(time.Duration(f.lasts) * time.Second)
	for i := range looks {
		m.Looked(now.Add(-time.Duration(looks-1-i)*15*time.Second), look)
	}
	r := m.Read(now)
	r.Width, r.Height, r.Depth, r.Chroma = 1280, 720, f.depth, cmp.Or(f.chroma, "4:2:0")
	return r
}

func usual() feed {
	return feed{frames: 30, bytes: 12_400, keyEvery: 60, pace: 1, lasts: 20}
}

func TestAHealthyEncoder(t *testing.T) {
	r := usual().read(Look{}, 2)
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > want*0.02+0.01 {
			t.Errorf("%s is %g, want %g", name, got, want)
		}
	}
	near("bitrate", r.Bitrate, 3e6)
	near("fps", r.FPS, 30)
	near("pace", r.Pace, 1)
	near("key frames", r.KeyEvery, 2)
	near("drift", r.Drift, 0)
	if found := r.Findings(); len(found) != 0 || !r.Settled {
		t.Errorf("%+v finds %v", r, found)
	}
}

// What is wrong is found, and nothing else with it.
func TestFindings(t *testing.T) {
	change := func(f func(*feed)) feed { u := usual(); f(&u); return u }
	for code, tt := range map[string]struct {
		feed  feed
		look  Look
		looks int
		says  string
	}{
		"no_picture":   {feed: change(func(f *feed) { f.stops = 6 })},
		"black":        {feed: usual(), look: Look{Black: true}, looks: 2},
		"silent":       {feed: usual(), look: Look{Silent: true}, looks: 2},
		"no_sound":     {feed: change(func(f *feed) { f.sound = silentTrack })},
		"slow":         {feed: change(func(f *feed) { f.pace = 0.8 })},
		"few_pictures": {feed: change(func(f *feed) { f.frames, f.keyEvery = 10, 20 })},
		"rare_keys":    {feed: change(func(f *feed) { f.keyEvery = 240 }), says: "Set the keyframe interval to 2 s with closed GOPs (IDR frames), without open GOP and intra refresh"},
		"apart":        {feed: change(func(f *feed) { f.sound = -3 * time.Second })},
		"profile":      {feed: change(func(f *feed) { f.depth, f.chroma = 8, "4:2:2" })},
		"heavy":        {feed: change(func(f *feed) { f.bytes = 80_000 })},
		"poor":         {feed: change(func(f *feed) { f.bytes = 1000 })},
	} {
		var codes []string
		for _, found := range tt.feed.read(tt.look, tt.looks).Findings() {
			codes = append(codes, found.Code)
			if !strings.Contains(found.Text, tt.says) {
				t.Errorf("%s: %q does not say %q", code, found.Text, tt.says)
			}
		}
		if !slices.Equal(codes, []string{code}) {
			t.Errorf("%s: found %v", code, codes)
		}
	}
}

// One dark moment is none, and a picture that comes back ends it.
func TestOneLookIsNoFinding(t *testing.T) {
	if found := usual().read(Look{Black: true, Silent: true}, 1).Findings(); len(found) != 0 {
		t.Error(found)
	}
	m := NewMeter(time.Unix(0, 0))
	m.Looked(time.Unix(10, 0), Look{Black: true})
	m.Looked(time.Unix(40, 0), Look{Black: true})
	m.Looked(time.Unix(55, 0), Look{})
	if r := m.Read(time.Unix(60, 0)); r.Black != 0 {
		t.Errorf("black for %g s", r.Black)
	}
}

// A clock that jumps, or tables of an encoder that begins, make no nonsense.
func TestNothingYet(t *testing.T) {
	m := NewMeter(time.Unix(100, 0))
	r := m.Read(time.Unix(100, 0))
	if r.Bitrate != 0 || r.FPS != 0 || math.IsNaN(r.Pace) || len(r.Findings()) != 0 {
		t.Errorf("%+v", r)
	}
	m.Video(time.Unix(101, 0), 0, 10, true)
	m.Video(time.Unix(102, 0), 1<<40, 10, true)
	if r := m.Read(time.Unix(104, 0)); r.FPS < 0 || r.KeyEvery != 0 || math.IsInf(r.FPS, 0) {
		t.Errorf("%+v", r)
	}
}
