package media

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// only is the one encoder that a channel has.
func (v *venue) only() EncoderStatus {
	v.t.Helper()
	list, err := v.Encoders(v.t.Context(), v.by, v.channel)
	if err != nil || len(list) != 1 {
		v.t.Fatalf("%d encoders, %v", len(list), err)
	}
	return list[0]
}

func TestEncodersTellWhatTheyAreLike(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		s := v.stream()
		if list, err := v.Encoders(t.Context(), v.by, v.channel); len(list) != 0 || err != nil {
			t.Fatalf("before the start: %+v, %v", list, err)
		}
		e := v.mustPublish(s)
		for range 14 {
			e.mustPlay(1)
			v.now.Advance(time.Second)
		}
		p, ok := e.Sink.(*session)
		if !ok {
			t.Fatal("no session")
		}
		p.report(t.Context(), nil)
		got := v.only()
		if r := got.Report; !got.Publishing || r.FPS < 29 || r.FPS > 31 || r.KeyEvery != 2 || r.Width != 320 || r.Protocol != "test" || r.Closed != "" {
			t.Errorf("while it sends: %+v", got)
		}
		if got.Key != "" {
			t.Error("the stream key is told")
		}
		var shown bytes.Buffer
		v.Metrics.set.WritePrometheus(&shown)
		if want := fmt.Sprintf("grandstand_media_encoder_key_frame_seconds{event=\"%d\"} 2\n", s.EventID); !strings.Contains(shown.String(), want) {
			t.Errorf("the metrics lack %s:\n%s", want, shown.String())
		}

		e.closed = true
		e.Close(fmt.Errorf("video is HEVC: %w", ingest.ErrCodec))
		got = v.only()
		if got.Publishing || got.Report.Code != "codec" || !strings.Contains(got.Report.Closed, "HEVC") || !got.Until.Equal(v.now.Now().Add(90*time.Second)) {
			t.Errorf("afterwards: %+v", got)
		}
		shown.Reset()
		v.Metrics.set.WritePrometheus(&shown)
		if strings.Contains(shown.String(), "event=") {
			t.Errorf("the metrics go on:\n%s", shown.String())
		}

		other := v.addChannel("south")
		if list, err := v.Encoders(t.Context(), actor.ForSystem(other), other); len(list) != 0 || err != nil {
			t.Errorf("another channel is told %+v, %v", list, err)
		}
		if _, err := v.Encoders(t.Context(), actor.Actor{Role: actor.Operator, ChannelID: other}, v.channel); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("another channel's operator: %v", err)
		}
	})
}

// Two encoders of one event, one after the other, are shown once.
func TestWatchedOnceAtATime(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	v.Metrics = NewMetrics(metrics.NewSet())
	s := v.stream()
	for range 2 {
		e := v.mustPublish(s)
		e.mustPlay(1)
		e.close()
	}
	e := v.mustPublish(s)
	var shown bytes.Buffer
	v.Metrics.set.WritePrometheus(&shown)
	if n := strings.Count(shown.String(), "encoder_pace{"); n != 1 {
		t.Errorf("shown %d times", n)
	}
	e.close()
}

// A session whose stills and looks hang is heard of all the same: nobody takes its node for dead.
func TestHeardOfWhileFFmpegHangs(t *testing.T) {
	t.Parallel()
	v := newVenue(t, dbtest.SQLite(t))
	hangs := filepath.Join(t.TempDir(), "hangs")
	if err := os.WriteFile(hangs, []byte("#!/usr/bin/perl\nsleep 600;\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	limits := transcode.DefaultLimits()
	limits.Time = time.Hour
	var err error
	if v.FFmpeg, err = transcode.NewTool(hangs, limits, 1); err != nil {
		t.Fatal(err)
	}
	e := v.mustPublish(v.stream())
	e.mustPlay(3)
	eventually(t, "ffmpeg begins", func() bool { return runsOf(t, "/usr/bin/perl\x00"+hangs) > 0 })
	eventually(t, "it is heard of", func() bool { return !v.only().Report.At.IsZero() })
	e.close()
}

// runsOf counts the processes whose command line begins like this.
func runsOf(t *testing.T, command string) (n int) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if text, err := os.ReadFile(line); err == nil && strings.HasPrefix(string(text), command) {
			n++
		}
	}
	return n
}
