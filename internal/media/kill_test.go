package media

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"

	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// What the recording process is told by its parent.
const (
	envDSN  = "GRANDSTAND_TEST_RECORD_DSN"
	envBlob = "GRANDSTAND_TEST_RECORD_BLOB"
	envKey  = "GRANDSTAND_TEST_RECORD_KEY"
)

// record is a process of its own that records until it is killed.
func record() error {
	ctx := context.Background()
	d, err := db.Open(ctx, os.Getenv(envDSN), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	files, err := blob.Open(ctx, os.Getenv(envBlob))
	if err != nil {
		return err
	}
	v := &venue{Service: NewService(Deps{
		DB: d, Blob: files, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler), Metrics: NewMetrics(metrics.NewSet()),
		Events: &fakeEvents{}, Access: &fakeAccess{},
	}, Options{})}
	if err := v.Recover(ctx); err != nil {
		return err
	}
	sink, err := v.Publish(ctx, os.Getenv(envKey), ingest.Origin{Protocol: "test"}, func(error) {})
	if err != nil {
		return err
	}
	e := &encoder{Sink: sink, v: v}
	if err := sink.VideoConfig(unhex(spsHex), [][]byte{unhex(ppsHex)}); err != nil {
		return err
	}
	if err := sink.AudioConfig(segment.SilentAudio().ASC); err != nil {
		return err
	}
	for {
		if err := e.play(2); err != nil {
			return err
		}
	}
}

// However often and whenever the process is killed, what its journal lists is
// there whole, and each life goes on where the one before it was cut off.
func TestKilledWhileRecording(t *testing.T) {
	for engine, dsnOf := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteDSN, "postgres": dbtest.PostgresDSN} {
		t.Run(engine, func(t *testing.T) {
			dsn, dir := dsnOf(t), t.TempDir()
			d, err := db.Open(t.Context(), dsn, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = d.Close() })
			files, err := blob.Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = files.Close() })
			v := newVenueWith(t, d, files)
			s := v.stream()
			const lives = 6
			for life := range lives {
				recordAndKill(t, v, s, dsn, dir, life)
			}
			v.Deps.Clock = clock.System{}
			v.restart()
			checkStored(t, v, s, lives)
		})
	}
}

// recordAndKill lets a process record some segments and kills it at a moment that
// nothing in it knows of.
func recordAndKill(t *testing.T, v *venue, s Stream, dsn, dir string, life int) {
	t.Helper()
	before := v.journalled(s)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envDSN+"="+dsn, envBlob+"="+dir, envKey+"="+s.Key)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = cmd.Wait() }()
	eventually(t, fmt.Sprintf("life %d records", life), func() bool {
		select {
		case <-ended:
			t.Fatalf("the recorder ended by itself: %s", complaints.String())
		default:
		}
		return v.journalled(s) >= before+2+life
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
}

func checkStored(t *testing.T, v *venue, s Stream, lives int) {
	t.Helper()
	desk, err := v.desk(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	snapshot := desk.index.Load()
	last := snapshot.Segments[len(snapshot.Segments)-1]
	if last.Breaks != lives-1 {
		t.Errorf("%d breaks in %d lives", last.Breaks, lives)
	}
	end := int64(0)
	for _, g := range snapshot.Segments {
		if g.Pieces[segment.Video].Start != end {
			t.Fatalf("segment %d starts at %d, its elder ended at %d", g.Sequence, g.Pieces[segment.Video].Start, end)
		}
		end = g.Pieces[segment.Video].End()
		for _, r := range []segment.Rendition{segment.Video, segment.Audio} {
			media, err := v.Blob.ReadAll(t.Context(), segment.SegmentName(r, g.Run, g.Sequence).Key(desk.folder))
			if err != nil || int64(len(media)) != g.Pieces[r].Size {
				t.Fatalf("segment %d: %d bytes of %d, %v", g.Sequence, len(media), g.Pieces[r].Size, err)
			}
			var parts fmp4.Parts
			if err := parts.Unmarshal(media); err != nil || int64(parts[0].Tracks[0].BaseTime) != g.Pieces[r].Start {
				t.Fatalf("segment %d does not parse: %v", g.Sequence, err)
			}
		}
	}
	if v.state(s) != Reconnecting {
		t.Errorf("%s after the last kill", v.state(s))
	}
	v.Deps.Clock = clock.NewManual(time.Now().Add(time.Hour))
	v.Service = NewService(v.Deps, Options{})
	if n, err := v.FinishExpired(t.Context()); n != 1 || err != nil {
		t.Errorf("ended %d, %v", n, err)
	}
}
