package progressive

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/abema/go-mp4"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// The tables of two sessions whose pictures are shown before and after they are decoded:
// offsets that would be negative are moved, and the sound begins as much later.
func TestTables(t *testing.T) {
	s, w := made(t, 2, 40, -3000, 6000)
	layout, err := Build(t.Context(), s, w, 2)
	if err != nil {
		t.Fatal(err)
	}
	got := list(t, contents(t, layout, w))
	path := filepath.Join("testdata", "tables.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// list writes all boxes with their fields, one to a line.
func list(t *testing.T, file []byte) string {
	t.Helper()
	var b strings.Builder
	_, err := mp4.ReadBoxStructure(bytes.NewReader(file), func(h *mp4.ReadHandle) (any, error) {
		b.WriteString(strings.Repeat("  ", len(h.Path)-1) + h.BoxInfo.Type.String())
		if h.BoxInfo.Type == mp4.BoxTypeMdat() {
			b.WriteString("\n")
			return nil, nil
		}
		box, _, err := h.ReadPayload()
		if err != nil {
			return nil, err
		}
		said, err := mp4.Stringify(box, h.BoxInfo.Context)
		if err != nil {
			return nil, err
		}
		b.WriteString(" " + said + "\n")
		return h.Expand()
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Beyond 4 GiB places need 64 bits, and so does what says how much follows.
func TestFilesBeyondFourGigabytes(t *testing.T) {
	s, w := made(t, 4, 40, 0)
	b := newBuilder(s)
	b.end = 5 << 30
	found, err := scan(t.Context(), w, s.Segments, 1, renditions[:]...)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range s.Segments {
		if err := b.add(g, s.Run(g.Run), found[i]); err != nil {
			t.Fatal(err)
		}
	}
	layout, err := b.finish()
	if err != nil {
		t.Fatal(err)
	}
	boxes, err := mp4.ExtractBoxWithPayload(bytes.NewReader(layout.head), nil,
		mp4.BoxPath{mp4.BoxTypeMoov(), mp4.BoxTypeTrak(), mp4.BoxTypeMdia(), mp4.BoxTypeMinf(), mp4.BoxTypeStbl(), mp4.BoxTypeCo64()})
	if err != nil || len(boxes) != 2 {
		t.Fatalf("%d tables of places, %v", len(boxes), err)
	}
	for i, box := range boxes {
		places, _ := box.Payload.(*mp4.Co64)
		if got := places.ChunkOffset[0]; int64(got) != layout.at[i] || got < 5<<30 {
			t.Errorf("track %d begins at %d, laid out at %d", i+1, got, layout.at[i])
		}
	}
	h, ok := readHeader(layout.head[len(layout.head)-longHeader:])
	if !ok || h.kind != boxMdat || h.size != layout.Size()-int64(len(layout.head))+longHeader {
		t.Errorf("%+v of %d bytes", h, layout.Size())
	}
}
