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
	"github.com/grandstand/grandstand/internal/blob/blobtest"
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

// victim is what a process works with that is killed.
func victim(ctx context.Context) (*venue, error) {
	d, err := db.Open(ctx, os.Getenv(envDSN), slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	files, err := blob.Open(ctx, os.Getenv(envBlob))
	if err != nil {
		return nil, err
	}
	streamKeys, err := NewStreamKeys([]byte(secret))
	if err != nil {
		return nil, err
	}
	return &venue{db: d, Service: NewService(Deps{
		DB: d, Blob: files, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler), Metrics: NewMetrics(metrics.NewSet()),
		Events: &fakeEvents{}, Access: &fakeAccess{}, StreamKeys: streamKeys,
	}, Options{})}, nil
}

// record is a process of its own that records until it is killed.
func record() error {
	ctx := context.Background()
	v, err := victim(ctx)
	if err != nil {
		return err
	}
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
	eachSite(t, func(t *testing.T, v *venue, at site) {
		s := v.stream()
		const lives = 6
		for life := range lives {
			recordAndKill(t, v, s, at, life)
		}
		v.Deps.Clock = clock.System{}
		v.restart()
		checkStored(t, v, s, lives)
	})
}

// site is where several processes find the same database and media.
type site struct{ dsn, blob string }

// eachSite runs a test at two sites: SQLite with a folder, and PostgreSQL with S3.
func eachSite(t *testing.T, run func(t *testing.T, v *venue, at site)) {
	for name, open := range map[string]func(testing.TB) site{
		"sqlite and a folder": func(t testing.TB) site { return site{dbtest.SQLiteDSN(t), t.TempDir()} },
		"postgres and S3":     func(t testing.TB) site { return site{dbtest.PostgresDSN(t), blobtest.S3(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			at := open(t)
			d, err := db.Open(t.Context(), at.dsn, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = d.Close() })
			files, err := blob.Open(t.Context(), at.blob)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = files.Close() })
			run(t, newVenueWith(t, d, files), at)
		})
	}
}

// process is a life of a victim.
type process struct {
	cmd        *exec.Cmd
	ended      chan struct{}
	complaints bytes.Buffer
}

// start begins a life at a site, with what else it is told.
func (at site) start(t *testing.T, told string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0]), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), envDSN+"="+at.dsn, envBlob+"="+at.blob, told)
	p.cmd.Stderr = &p.complaints
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { defer close(p.ended); _ = p.cmd.Wait() }()
	return p
}

// mustLive ends the test when the process has ended by itself.
func (p *process) mustLive(t *testing.T) {
	t.Helper()
	select {
	case <-p.ended:
		t.Fatalf("the process ended by itself: %s", p.complaints.String())
	default:
	}
}

// kill ends it as a power cut would.
func (p *process) kill(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.ended
}

// recordAndKill lets a process record some segments of its own and kills it at a moment that
// nothing in it knows of. What it takes up of the life before it is not its own.
func recordAndKill(t *testing.T, v *venue, s Stream, at site, life int) {
	t.Helper()
	before := v.newestRun(s)
	p := at.start(t, envKey+"="+s.Key)
	eventually(t, fmt.Sprintf("life %d records", life), func() bool {
		p.mustLive(t)
		// The first may be killed before it has told the database that the stream is live.
		return v.journalledAfter(s, before) >= 2+life && (life == 0 || v.state(s) == Live)
	})
	p.kill(t)
}

// newestRun is the number of a stream's last run, -1 before the first.
func (v *venue) newestRun(s Stream) int {
	v.t.Helper()
	run := -1
	err := v.db.Read().NewRaw(`SELECT COALESCE(MAX(number), -1) FROM media_runs WHERE stream_id = ?`, int64(s.ID)).Scan(v.t.Context(), &run)
	if err != nil {
		v.t.Fatal(err)
	}
	return run
}

// journalledAfter is how many segments of runs later than one are in the journal.
func (v *venue) journalledAfter(s Stream, run int) int {
	v.t.Helper()
	n, err := v.db.Read().NewSelect().Table("media_segments").Where("stream_id = ? AND run > ?", int64(s.ID), run).Count(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	return int(n)
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
