package playlist

import (
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// recorded is a recording of so many segments of two seconds, with a break in the middle.
func recorded(t *testing.T, segments int) *segment.Snapshot {
	y := newStory(t)
	y.run(spsLarge, kickOff)
	y.segments(segments / 2)
	y.run(spsLarge, kickOff.Add(time.Hour))
	y.segments(segments - segments/2)
	y.s.State = segment.Ended
	return &y.s
}

func TestVeiledGoldens(t *testing.T) {
	s := match(t).s
	s.State, s.Open = segment.Ended, nil
	at := Watched{From: 10 * time.Second}
	for _, k := range []Veiled{VeiledWhole, VeiledVideo, VeiledAudio} {
		golden(t, k.FileName(), Veil(&s, k, at, kickOff.Add(3*time.Hour), Beside{}))
		if kind, ok := ParseVeiled(k.FileName()); !ok || kind != k {
			t.Errorf("%s is read as %v, %t", k.FileName(), kind, ok)
		}
	}
	if _, ok := ParseVeiled("video.m3u8"); ok {
		t.Error("another playlist is taken for a veiled one")
	}
}

// What is listed depends on what was watched alone: two recordings of different lengths
// are told alike until the end of the shorter is near.
func TestAVeiledPlaylistDoesNotTellTheLength(t *testing.T) {
	short, long := recorded(t, 1_800), recorded(t, 1_800)
	extra := recorded(t, 2_700)
	long.Segments = append(long.Segments[:1_800:1_800], extra.Segments[1_800:]...)
	now := kickOff.Add(24 * time.Hour)
	for _, r := range []Veiled{VeiledVideo, VeiledAudio} {
		for _, watched := range []Watched{
			{},
			{From: 30 * time.Minute},
			{From: 49 * time.Minute},
			{Since: now.Add(-10 * time.Minute)},
			{From: 20 * time.Minute, Since: now.Add(-time.Minute)},
		} {
			a, b := string(Veil(short, r, watched, now, Beside{})), string(Veil(long, r, watched, now, Beside{}))
			if a != b || strings.Contains(a, "ENDLIST") || !strings.Contains(a, "#EXT-X-PLAYLIST-TYPE:EVENT\n") {
				t.Errorf("%s, %+v: told apart", r.FileName(), watched)
			}
		}
		for name, watched := range map[string]Watched{
			"watched to near the end": {From: 51 * time.Minute}, "a player that says nothing, after an hour": {Since: now.Add(-time.Hour)},
			"further than there is": {From: 10 * time.Hour},
		} {
			if body := string(Veil(short, r, watched, now, Beside{})); !strings.HasSuffix(body, "#EXT-X-ENDLIST\n") || strings.Count(body, "#EXTINF") != 1_800 {
				t.Errorf("%s: %s does not end", name, r.FileName())
			}
		}
	}
}

func TestAVeiledPlaylistReachesBeyondWhatWasWatched(t *testing.T) {
	s := recorded(t, 3_600)
	now := kickOff.Add(24 * time.Hour)
	for _, test := range []struct {
		watched Watched
		want    time.Duration
	}{
		{Watched{}, veilReach},
		{Watched{From: time.Hour}, time.Hour + veilReach},
		{Watched{Since: now.Add(-10 * time.Minute)}, 20*time.Minute + veilReach},
		{Watched{Since: now.Add(time.Hour)}, veilReach},
	} {
		listed := time.Duration(strings.Count(string(Veil(s, VeiledVideo, test.watched, now, Beside{})), "#EXTINF")) * 2 * time.Second
		if listed < test.want || listed > test.want+2*time.Second {
			t.Errorf("%+v: %v are listed, want %v", test.watched, listed, test.want)
		}
	}
	// A stream that was taken up again goes on under the veil as it would have.
	s.State = segment.Live
	if body := string(Veil(s, VeiledVideo, Watched{From: 3 * time.Hour}, now, Beside{})); strings.Contains(body, "ENDLIST") {
		t.Error("what goes on has an end")
	}
	if body := Veil(&segment.Snapshot{}, VeiledWhole, Watched{}, now, Beside{}); len(body) != 0 {
		t.Errorf("of nothing there is %q", body)
	}
}

// Every list of lists says in which language the sound is, where that is known.
func TestTheLanguageOfTheSound(t *testing.T) {
	s := &match(t).s
	french := Beside{Language: "fr"}
	for name, list := range map[string][]byte{
		"whole": Multivariant(s, Rewind, french), "newest": Multivariant(s, Window, french), "stretch": StretchWhole(s, french),
		"veiled": Veil(s, VeiledWhole, Watched{}, kickOff, french), "film": Ladder([]Rung{{Snapshot: s}}, french),
	} {
		if !strings.Contains(string(list), `NAME="Main",LANGUAGE="fr",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=`) {
			t.Errorf("%s:\n%s", name, list)
		}
	}
}
