package media

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/ingest/whip"
	"github.com/grandstand/grandstand/internal/media/ingest/whip/whiptest"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// overWHIP opens a WHIP port to the arena's streams, and returns where encoders ask.
func (a *arena) overWHIP() (address string) {
	a.t.Helper()
	tool, err := transcode.NewTool("ffmpeg", transcode.DefaultLimits(), 1)
	if err != nil {
		a.t.Fatal(err)
	}
	server := whip.New(whip.Options{
		Gate: a.Service, Observer: a.Metrics.ForIngest(), Log: a.Log, Clock: clock.System{},
		Encode: func(ctx context.Context) (whip.Encoder, error) { return tool.LiveSound(ctx) },
	})
	l, err := server.Listen(a.t.Context(), "127.0.0.1:0")
	if err != nil {
		a.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx, l) }()
	site := httptest.NewServer(server)
	a.t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			a.t.Error(err)
		}
		site.Close()
	})
	return site.URL + whip.Path
}

// An encoder over WHIP is live like any other, in the codecs that recordings hold, keeps a
// second one out and is asked to go when its event ends.
func TestABroadcastOverWHIP(t *testing.T) {
	f, err := whiptest.Render(t.Context(), 30, true, "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=4",
		"-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=4", "-preset", "ultrafast", "-g", "60")
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		a := newArena(t, d)
		address := a.overWHIP()
		e, err := whiptest.Dial(t.Context(), address, a.stream.Key, true)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		sent := make(chan error, 1)
		go func() { sent <- e.Send(t.Context(), f, whiptest.Sending{Reports: true, Loop: true}) }()
		eventually(t, "the event is live", func() bool { return a.state(a.stream) == Live })
		codecs := map[string]int{}
		for _, s := range a.probe("index.m3u8").Streams {
			codecs[s.Codec] = s.Width
		}
		if diff := cmp.Diff(map[string]int{"h264": 640, "aac": 0}, codecs); diff != "" {
			t.Error(diff)
		}
		a.refusedOverWHIP(address, a.stream.Key, 409)
		a.refusedOverWHIP(address, "abcdefghijklmnopqrstuvwxyz234567", 401)
		if got := a.only(); !got.Publishing || got.State != Live {
			t.Errorf("%+v", got)
		}
		if got := a.mustEnd(a.stream, longWait); !got.Ended || a.state(a.stream) != Ended {
			t.Errorf("%s, %+v", a.state(a.stream), got)
		}
		if err := <-sent; err == nil {
			t.Error("the encoder was not sent away")
		}
		if got := a.only(); got.Report.Code != "event_over" || got.Report.Protocol != "whip" || !got.Report.Sound {
			t.Errorf("%+v", got.Report)
		}
	})
}

func (a *arena) refusedOverWHIP(address, key string, status int) {
	a.t.Helper()
	offer, err := whiptest.Offer(true)
	if err != nil {
		a.t.Fatal(err)
	}
	_, _, err = whiptest.Post(a.t.Context(), address, key, "application/sdp", offer)
	if refused, ok := errors.AsType[*whiptest.Refused](err); !ok || refused.Status != status {
		a.t.Errorf("%v instead of %d", err, status)
	}
}
