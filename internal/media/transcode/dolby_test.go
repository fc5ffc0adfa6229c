package transcode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"testing"
)

// dolbyVision marks the pictures of an MP4 as Dolby Vision (Dolby Vision Streams Within the ISO Base Media File
// Format 2.1.2, 3.2): it puts a configuration into their sample entry. The file's index is its last box, so that
// nothing that the index points to moves.
func dolbyVision(t *testing.T, path string, profile, seenAs byte) string {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	record := append([]byte{0, 0, 0, 32, 'd', 'v', 'c', 'C', 1, 0, profile << 1, 1<<3 | 0b101, seenAs << 4}, make([]byte, 19)...)
	at := bytes.Index(file, []byte("avcC")) - 4
	for _, name := range []string{"moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"} {
		box := bytes.LastIndex(file[:at], []byte(name)) - 4
		if box < 0 {
			t.Fatalf("%s has no %s", path, name)
		}
		size := file[box : box+4]
		binary.BigEndian.PutUint32(size, binary.BigEndian.Uint32(size)+uint32(len(record)))
	}
	file = append(file[:at:at], append(record, file[at:]...)...)
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDolbyVisionWithoutABaseLayerIsRefused(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	for _, c := range []struct {
		profile, seenAs byte
		refused         bool
	}{{5, 0, true}, {8, 1, false}, {8, 4, false}, {7, 6, false}} {
		path := dolbyVision(t, film(t, "phone.mp4", with(pattern("64x48", "10", "1"), "-c:v libx264 -preset ultrafast -pix_fmt yuv420p")...), c.profile, c.seenAs)
		_, err := s.Survey(t.Context(), path)
		var why Refusal
		if refused := errors.As(err, &why) && why == DolbyVision; refused != c.refused || !refused && err != nil {
			t.Errorf("profile %d, compatible with %d: %v", c.profile, c.seenAs, err)
		}
	}
}
