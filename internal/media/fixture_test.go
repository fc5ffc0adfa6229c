package media

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/uptrace/bun"
	"go.uber.org/goleak"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/blob/blobtest"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/ingest"
	"github.com/grandstand/grandstand/internal/media/segment"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

func TestMain(m *testing.M) {
	for told, live := range map[string]func() error{envKey: record, envCuts: cutAll} {
		if os.Getenv(told) != "" {
			fmt.Fprintln(os.Stderr, live())
			os.Exit(1)
		}
	}
	goleak.VerifyTestMain(m,
		goleak.IgnoreTopFunction("database/sql.(*DB).connectionOpener"), // the test server's own pool lives on
		goleak.IgnoreAnyFunction("github.com/grandstand/grandstand/internal/db/dbtest.(*server).awaitEnd"),
	)
}

var kickOff = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)

const secret = "a secret for tests, long enough to sign with"

// venue is a service with a channel and events around it.
type venue struct {
	*Service
	t       testing.TB
	db      *db.DB
	now     *clock.Manual
	channel int64
	by      actor.Actor
	events  *fakeEvents
	access  *fakeAccess
}

// fakeEvents is the catalogue: it knows which event is whose and what it was told.
type fakeEvents struct {
	mu     sync.Mutex
	states []string
	images []string
	fail   error
	off    bool // every event is cancelled
}

// IsCancelled is part of Events.
func (f *fakeEvents) IsCancelled(context.Context, int64, int64) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.off, nil
}

func (f *fakeEvents) SetStreamState(ctx context.Context, tx bun.IDB, channelID, eventID int64, state string, at time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return f.fail
	}
	f.states = append(f.states, state)
	return changeOne(ctx, tx, `UPDATE events SET stream_state = ?, updated_ms = ? WHERE id = ? AND channel_id = ?`, state, clock.Millis(at), eventID, channelID)
}

func (f *fakeEvents) SetImage(ctx context.Context, tx bun.IDB, channelID, eventID int64, key string, widths map[int]string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.images = append(f.images, key)
	return changeOne(ctx, tx, `UPDATE events SET image = ? WHERE id = ? AND channel_id = ?`, key, eventID, channelID)
}

func (f *fakeEvents) SetPreview(ctx context.Context, tx bun.IDB, channelID, eventID int64, length time.Duration) error {
	return changeOne(ctx, tx, `UPDATE events SET preview_ms = ? WHERE id = ? AND channel_id = ?`, length.Milliseconds(), eventID, channelID)
}

// pictured reports whether an event was given an image.
func (f *fakeEvents) pictured() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.images) > 0
}

func changeOne(ctx context.Context, tx bun.IDB, query string, args ...any) error {
	ok, err := change(ctx, tx, query, args...)
	if err == nil && !ok {
		err = fault.NotFoundf("event", "Event not found.")
	}
	return err
}

func (f *fakeEvents) said() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.states, " ")
}

// fakeAccess lets everybody watch whom it does not name.
type fakeAccess struct {
	mu     sync.Mutex
	denied map[int64]bool // by session
	closed string         // a place where nobody may watch
	asked  int
	fail   error
}

func (f *fakeAccess) Allowed(_ context.Context, viewer Viewer) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked++
	return !f.denied[viewer.SessionID] && (viewer.Place == "" || viewer.Place != f.closed), f.fail
}

func (f *fakeAccess) deny(session int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.denied[session] = true
}

func (f *fakeAccess) allow(session int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.denied, session)
}

// newVenue keeps media in a folder beside SQLite and on S3 beside PostgreSQL: what is tested on
// both databases is so at both stores.
func newVenue(t testing.TB, d *db.DB) *venue {
	t.Helper()
	place := t.TempDir()
	if d.Engine() == db.Postgres {
		place = blobtest.S3(t)
	}
	files, err := blob.Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return newVenueWith(t, d, files)
}

// newFailingVenue is a venue whose media store can be made to fail.
func newFailingVenue(t testing.TB) (*venue, *blobtest.Outage) {
	t.Helper()
	address, outage := blobtest.Failing(t)
	files, err := blob.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return newVenueWith(t, dbtest.SQLite(t), files), outage
}

func newVenueWith(t testing.TB, d *db.DB, files *blob.Store) *venue {
	t.Helper()
	keys, err := NewKeyring(secret)
	if err != nil {
		t.Fatal(err)
	}
	streamKeys, err := NewStreamKeys([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	v := &venue{t: t, db: d, now: clock.NewManual(kickOff), events: &fakeEvents{}, access: &fakeAccess{denied: map[int64]bool{}}}
	v.channel = v.addChannel("north")
	v.by = actor.ForSystem(v.channel)
	v.Service = NewService(Deps{
		DB: d, Blob: files, Clock: v.now, Log: slog.New(slog.DiscardHandler), Metrics: NewMetrics(metrics.NewSet()),
		Events: v.events, Access: v.access, Keys: keys, StreamKeys: streamKeys,
	}, Options{})
	return v
}

// restart is the service after a kill: same database and files, nothing in memory.
func (v *venue) restart() {
	v.Service = NewService(v.Deps, v.options)
	if err := v.Recover(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
}

func s3Store(t *testing.T) *blob.Store {
	t.Helper()
	store, err := blob.Open(t.Context(), blobtest.S3(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func (v *venue) addChannel(key string) int64 {
	v.t.Helper()
	id := dbtest.Channel(v.t, v.db, key)
	dbtest.Category(v.t, v.db, id, "hockey")
	return id
}

func (v *venue) addEvent(channel int64) int64 {
	v.t.Helper()
	var id int64
	err := v.db.Write().NewRaw(`INSERT INTO events
		(channel_id, event_category_id, type, status, stream_state, gender, name, sort_name, participants, start_ms, time_zone,
		 base_price, service_fee, price, currency, featured, image, score, created_ms, updated_ms, description)
		SELECT ?, id, 'free', 'upcoming', 'idle', '', '{}', '', '[]', 0, 'UTC', 0, 0, 0, 'CAD', FALSE, '', '', 0, 0, '{}'
		FROM event_categories WHERE channel_id = ? RETURNING id`, channel, channel).Scan(v.t.Context(), &id)
	if err != nil {
		v.t.Fatal(err)
	}
	return id
}

// stream makes an event with a stream.
func (v *venue) stream() Stream {
	v.t.Helper()
	s, err := v.EnsureStream(v.t.Context(), v.by, v.channel, v.addEvent(v.channel))
	if err != nil {
		v.t.Fatal(err)
	}
	return s
}

func (v *venue) state(s Stream) State {
	v.t.Helper()
	got, err := v.FindStream(v.t.Context(), s.ChannelID, s.EventID)
	if err != nil {
		v.t.Fatal(err)
	}
	return got.State
}

// encoder is a synthetic publisher, without a network.
type encoder struct {
	ingest.Sink
	v      *venue
	dts    int64
	gone   chan error // what it was hung up for
	closed bool
}

// A 320x180 H.264 configuration at 30 frames a second.
const spsHex, ppsHex = "6764000dacd941419f9f0110000003001000000303c0f1429960", "68ef8fcb"

func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}

func (v *venue) publish(key string) (*encoder, error) {
	e := &encoder{v: v, gone: make(chan error, 1)}
	sink, err := v.Publish(context.Background(), key, ingest.Origin{Protocol: "test"}, func(reason error) {
		select {
		case e.gone <- reason:
		default:
		}
	})
	if err != nil {
		return nil, err
	}
	e.Sink = sink
	v.t.Cleanup(e.close)
	return e, errors.Join(sink.VideoConfig(unhex(spsHex), [][]byte{unhex(ppsHex)}), sink.AudioConfig(segment.SilentAudio().ASC))
}

func (v *venue) mustPublish(s Stream) *encoder {
	v.t.Helper()
	e, err := v.publish(s.Key)
	if err != nil {
		v.t.Fatal(err)
	}
	return e
}

// play sends seconds of 30 pictures, a key frame every two seconds, and silence.
func (e *encoder) play(seconds int) error {
	for range seconds * 30 {
		unit := []byte{0x41, byte(e.dts), byte(e.dts >> 8), byte(e.dts >> 16)}
		if e.dts%(2*segment.Ticks) == 0 {
			unit[0] = 0x65
		}
		if err := e.Video(context.Background(), segment.VideoSample{DTS: e.dts, PTS: e.dts, NALUs: [][]byte{unit}}); err != nil {
			return err
		}
		for pts := e.dts / 1920 * 1920; pts < e.dts+3000; pts += 1920 {
			if pts < e.dts {
				continue
			}
			if err := e.Audio(segment.AudioSample{PTS: pts, AU: []byte{0x21, byte(pts)}}); err != nil {
				return err
			}
		}
		e.dts += 3000
	}
	return nil
}

func (e *encoder) mustPlay(seconds int) {
	e.v.t.Helper()
	if err := e.play(seconds); err != nil {
		e.v.t.Fatal(err)
	}
}

func (e *encoder) close() {
	if !e.closed {
		e.closed = true
		e.Close(nil)
	}
}

// longWait is how long a test waits for what it cannot do without, on a machine that has other
// things to do. It is spent only by one that fails.
const longWait = 3 * time.Minute

// eventually waits for what another goroutine does in its own time.
func eventually(t testing.TB, what string, ready func() bool) {
	t.Helper()
	deadline := time.Now().Add(longWait)
	for !ready() {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func withFFmpeg(t testing.TB, v *venue) *venue {
	t.Helper()
	tool, err := transcode.NewTool("ffmpeg", patientLimits(), 1)
	if err != nil {
		t.Fatal(err)
	}
	v.FFmpeg = tool
	return v
}

// patientLimits are the defaults with enough time for an ffmpeg on a very busy machine.
func patientLimits() transcode.Limits {
	limits := transcode.DefaultLimits()
	limits.Time, limits.LiveTime = longWait, longWait
	return limits
}
