package rtmp_test

import (
	"bytes"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/bluenviron/gortmplib"
	"github.com/bluenviron/gortmplib/pkg/codecs"
	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
)

// client publishes access units with any times it likes.
type client struct {
	*gortmplib.Client
	t      *testing.T
	writer *gortmplib.Writer
	track  *gortmplib.Track
}

func dial(t *testing.T, address string) *client {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{Client: &gortmplib.Client{URL: u, Publish: true}, t: t, track: &gortmplib.Track{Codec: &codecs.H264{}}}
	if err := c.Initialize(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.writer = &gortmplib.Writer{Conn: c.Client, Tracks: []*gortmplib.Track{c.track}}
	if err := c.writer.Initialize(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *client) send(at time.Duration, unit [][]byte) {
	c.t.Helper()
	if err := c.writer.WriteH264(c.track, at, at, unit); err != nil {
		c.t.Fatalf("send at %s: %v", at, err)
	}
}

// h264Units are the access units of generated video, 30 a second, a key frame every two seconds.
func h264Units(t *testing.T, seconds int) [][][]byte {
	t.Helper()
	path := file(t, "units.h264", join(picture("320x180", seconds), x264("-tune", "zerolatency", "-x264-params", "sliced-threads=0:aud=1"))...)
	stream, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	delimiter := []byte{0, 0, 0, 1, 9}
	var units [][][]byte
	for _, chunk := range bytes.Split(stream, delimiter)[1:] {
		var unit h264.AnnexB
		if err := unit.Unmarshal(append(bytes.Clone(delimiter), chunk...)); err != nil {
			t.Fatal(err)
		}
		units = append(units, unit[1:])
	}
	return units
}
