package media

import (
	"context"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/ingest/srt"
)

// overSRT opens an SRT port to the arena's streams.
func (a *arena) overSRT() (address string) {
	a.t.Helper()
	server := srt.New(srt.Options{Gate: a.Service, Observer: a.Metrics.ForIngest(), Log: a.Log, Clock: clock.System{}})
	l, err := server.Listen("127.0.0.1:0")
	if err != nil {
		a.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx, l) }()
	a.t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			a.t.Error(err)
		}
	})
	return l.Addr().String()
}

// An encoder over SRT is live like any other; that its camera is off and its line is
// muted is noticed.
func TestABroadcastOverSRT(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		a := newArena(t, d)
		cmd := exec.Command("ffmpeg", "-v", "warning", "-nostdin", "-re", "-f", "lavfi", "-i", "color=black:size=640x360:rate=30:duration=60",
			"-f", "lavfi", "-i", "anullsrc=channel_layout=stereo:sample_rate=48000", "-shortest",
			"-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac",
			"-f", "mpegts", "srt://"+a.overSRT()+"?streamid="+a.stream.Key)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		eventually(t, "the event is live", func() bool { return a.state(a.stream) == Live })
		played := a.probe("index.m3u8")
		codecs := map[string]int{}
		for _, s := range played.Streams {
			codecs[s.Codec] = s.Width
		}
		if diff := cmp.Diff(map[string]int{"h264": 640, "aac": 0}, codecs); diff != "" {
			t.Error(diff)
		}

		publisher := a.activeDesks()[0].currentPublisher()
		for range 2 {
			publisher.look(t.Context())
		}
		if r := publisher.reading(); r.Black == 0 || r.Silent == 0 || !r.Sound || r.Bitrate == 0 {
			t.Errorf("%+v", r)
		}
		if got := a.only(); !got.Publishing || got.State != Live {
			t.Errorf("%+v", got)
		}
		if got := a.mustEnd(a.stream, longWait); !got.Ended || a.state(a.stream) != Ended {
			t.Errorf("%s, %+v", a.state(a.stream), got)
		}
		if got := a.only(); got.Report.Code != "event_over" || got.Report.Protocol != "srt" {
			t.Errorf("%+v", got.Report)
		}
	})
}
