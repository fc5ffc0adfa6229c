package main

import (
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

func TestStallsAreCounted(t *testing.T) {
	begin := time.Now()
	for name, c := range map[string]struct {
		had  []float64 // seconds at which parts of one second arrive
		want int
	}{
		"nothing came": {nil, 1}, "in step": {[]float64{0, 1, 2, 3}, 0}, "late within the reserve": {[]float64{0, 1, 4.9, 5, 6}, 0},
		"later than the reserve": {[]float64{0, 1, 5.1, 5.2, 6.2}, 1}, "and once more": {[]float64{0, 5, 6, 7, 13}, 2},
	} {
		r := rendition{holds: 3 * time.Second}
		for _, at := range c.had {
			r.parts = append(r.parts, delivered{length: time.Second, had: begin.Add(time.Duration(at * float64(time.Second)))})
		}
		if got := r.stalls(); got != c.want {
			t.Errorf("%s: %d stalls, want %d", name, got, c.want)
		}
	}
}

func TestPartsAfterOne(t *testing.T) {
	list, err := stage.ParsePlaylist("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\n7.m4s\n#EXT-X-PART:DURATION=1,URI=\"8.0\"\n#EXT-X-PART:DURATION=1,URI=\"8.1\"\n" +
		"#EXTINF:2,\n8.m4s\n#EXT-X-PART:DURATION=1,URI=\"9.0\"\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		sequence, index int
		want            string
	}{{7, 1, "8.08.19.0"}, {8, 0, "8.19.0"}, {8, 1, "9.0"}, {9, 0, ""}} {
		got := ""
		for _, part := range partsAfter(list, c.sequence, c.index) {
			got += part.URI
		}
		if got != c.want {
			t.Errorf("after %d.%d: %s, want %s", c.sequence, c.index, got, c.want)
		}
	}
}
