package kit_test

import (
	"encoding/binary"
	"io/fs"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/demo/kit"
)

// What all videos may weigh together: they live in the repository.
const videoBudget = 15 << 20

// The path from a movie to the table of a track's samples (ISO/IEC 14496-12).
const containers = "moov trak mdia minf stbl"

// boxes calls see for every box in data, with the boxes around it, outermost
// first.
func boxes(data []byte, path string, see func(path string, body []byte)) {
	for len(data) >= 8 {
		size := int(binary.BigEndian.Uint32(data))
		if size < 8 || size > len(data) {
			return
		}
		kind := string(data[4:8])
		see(path+"/"+kind, data[8:size])
		if strings.Contains(containers, kind) {
			boxes(data[8:size], path+"/"+kind, see)
		}
		data = data[size:]
	}
}

func TestVideosCanBeRepackagedAsTheyAre(t *testing.T) {
	names, err := fs.Glob(kit.Files(), "video/*.mp4")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range names {
		data, err := fs.ReadFile(kit.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		total += len(data)
		t.Run(name, func(t *testing.T) { checkVideo(t, data) })
	}
	if total > videoBudget {
		t.Errorf("videos weigh %d bytes, more than %d", total, videoBudget)
	}
}

func checkVideo(t *testing.T, data []byte) {
	var order []string
	var keys []uint32
	boxes(data, "", func(path string, body []byte) {
		if strings.Count(path, "/") == 1 {
			order = append(order, path[1:])
		}
		switch path[strings.LastIndex(path, "/")+1:] {
		case "ctts":
			t.Error("frames are out of order: the stream has B-frames")
		case "stss":
			keys = syncSamples(body)
		}
	})
	if got := strings.Join(order, " "); !strings.HasPrefix(got, "ftyp moov") {
		t.Errorf("boxes are %q; the index must come first", got)
	}
	for i, k := range keys {
		if want := uint32(i*50 + 1); k != want {
			t.Fatalf("key frame %d is frame %d, want %d: one every two seconds", i, k, want)
		}
	}
	if len(keys) < 3 {
		t.Errorf("%d key frames", len(keys))
	}
}

// syncSamples reads an stss box: version and flags, a count, frame numbers from 1.
func syncSamples(body []byte) []uint32 {
	var out []uint32
	for rest := body[8:]; len(rest) >= 4; rest = rest[4:] {
		out = append(out, binary.BigEndian.Uint32(rest))
	}
	return out
}

func TestTimelinesRunForwards(t *testing.T) {
	for _, clip := range load(t).Media.Clips {
		marks, err := kit.LoadTimeline(kit.Files(), clip)
		if err != nil {
			t.Fatal(err)
		}
		moments := 0
		for i, m := range marks {
			if i > 0 && (m.AtS < marks[i-1].AtS || m.Away < marks[i-1].Away || m.Home < marks[i-1].Home) {
				t.Errorf("%s: mark %d goes back: %+v", clip.Key, i, m)
			}
			if m.Period == "" || m.Clock == "" {
				t.Errorf("%s: mark %d has no clock", clip.Key, i)
			}
			if m.Moment != nil {
				moments++
				if m.Moment.TextEN == "" || m.Moment.TextFR == "" {
					t.Errorf("%s: moment %+v lacks a language", clip.Key, m.Moment)
				}
			}
		}
		if len(marks) == 0 || marks[0].AtS != 0 || moments == 0 {
			t.Errorf("%s: %d marks, %d moments", clip.Key, len(marks), moments)
		}
	}
}
