package media

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// large plays seconds of pictures of 25 kB, 6 Mbit/s.
func (e *encoder) large(b *testing.B, seconds int) {
	b.Helper()
	picture := bytes.Repeat([]byte{0x41}, 25_000)
	for i := range seconds * 30 {
		unit := bytes.Clone(picture)
		if i%60 == 0 {
			unit[0] = 0x65
		}
		if err := e.Video(context.Background(), segment.VideoSample{DTS: e.dts, PTS: e.dts, NALUs: [][]byte{unit}}); err != nil {
			b.Fatal(err)
		}
		e.dts += 3000
	}
}

// A minute of 6 Mbit/s over a connection on this machine, to a reader that keeps nothing.
func BenchmarkDownload(b *testing.B) {
	v := newVenue(b, dbtest.SQLite(b))
	s := v.stream()
	e := v.mustPublish(s)
	e.large(b, 60)
	e.close()
	v.finish(b)
	server := httptest.NewServer(v.Handler())
	defer server.Close()
	file, err := v.SignDownload(b.Context(), Grant{ChannelID: s.ChannelID, EventID: s.EventID, SessionID: 6}, Source{StreamID: s.ID}, "x")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(file.Size)
	b.ReportAllocs()
	for b.Loop() {
		request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, server.URL+file.URL, nil)
		if err != nil {
			b.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			b.Fatal(err)
		}
		n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, response.Body, make([]byte, 256<<10))
		if _ = response.Body.Close(); err != nil || n != file.Size {
			b.Fatalf("%d bytes, %v", n, err)
		}
	}
}
