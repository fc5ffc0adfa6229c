package app

import (
	"context"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media"
)

// arena is a whole house with one paid event that is over and recorded.
type arena struct {
	*App
	t              *testing.T
	channel, event int64
}

func openArena(t *testing.T) *arena {
	t.Helper()
	return openArenaWith(t, config.Config{Data: t.TempDir(), Workers: 1})
}

func openArenaWith(t *testing.T, cfg config.Config) *arena {
	t.Helper()
	a, err := Open(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	h := &arena{App: a, t: t, channel: dbtest.Channel(t, a.DB, "north")}
	h.event = h.record("testsrc2=size=320x180:rate=25:duration=6", 50)
	return h
}

// eachArena runs a test on both databases.
func eachArena(t *testing.T, test func(t *testing.T, h *arena)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, openArena(t)) })
	t.Run("postgres", func(t *testing.T) {
		test(t, openArenaWith(t, config.Config{Data: t.TempDir(), Workers: 1, DB: dbtest.PostgresDSN(t)}))
	})
}

// record adds a paid event with a recording of a picture, with a key frame every so many pictures.
func (h *arena) record(picture string, keyFrames int) int64 {
	h.t.Helper()
	category := dbtest.Category(h.t, h.DB, h.channel, "hockey"+strconv.Itoa(keyFrames))
	event := dbtest.Insert(h.t, h.DB, `INSERT INTO events
		(channel_id, event_category_id, type, status, stream_state, gender, name, sort_name, participants, start_ms, time_zone,
		 base_price, service_fee, price, currency, featured, image, score, created_ms, updated_ms, description)
		VALUES (?, ?, 'paid', 'upcoming', 'idle', '', '{"en":"Final"}', '', '[]', 0, 'UTC', 0, 0, 0, 'CAD', FALSE, '', '', 0, 0, '{}') RETURNING id`, h.channel, category)
	game := filepath.Join(h.t.TempDir(), "game.mp4")
	out, err := exec.CommandContext(h.t.Context(), "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", picture,
		"-f", "lavfi", "-i", "sine", "-shortest", "-c:v", "libx264", "-preset", "veryfast", "-g", strconv.Itoa(keyFrames), "-sc_threshold", "0",
		"-pix_fmt", "yuv420p", "-c:a", "aac", game).CombinedOutput()
	if err != nil {
		h.t.Fatalf("%v: %s", err, out)
	}
	_, err = h.Media.ImportRecording(h.t.Context(), actor.ForSystem(h.channel), h.channel, event, media.Recording{Path: game, StartedAt: time.Now().Add(-time.Hour)})
	if err != nil {
		h.t.Fatal(err)
	}
	return event
}

// cut adds a cut whose making is in the queue.
func (h *arena) cut(from, length time.Duration) media.CutID {
	h.t.Helper()
	footage, err := h.Media.Footage(h.t.Context(), h.channel, h.event)
	if err != nil {
		h.t.Fatal(err)
	}
	var id media.CutID
	err = h.DB.InTx(h.t.Context(), func(ctx context.Context, tx bun.Tx) (err error) {
		if id, err = footage.AddCut(ctx, tx, from, length); err != nil {
			return err
		}
		return cuttings{h.App}.EnqueueCut(ctx, tx, h.channel, id)
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

func (h *arena) state(id media.CutID) media.CutState {
	h.t.Helper()
	found, err := h.Media.FindCuts(h.t.Context(), h.channel, []media.CutID{id})
	if err != nil {
		h.t.Fatal(err)
	}
	return found[id].State
}

// work runs the queue until so many attempts at cuts are over.
func (h *arena) work(attempts int) {
	h.t.Helper()
	done, cancel := h.queue.Subscribe(river.EventKindJobCompleted, river.EventKindJobFailed)
	defer cancel()
	if err := h.queue.Start(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = h.queue.Stop(context.WithoutCancel(h.t.Context())) }()
	deadline := time.After(2 * time.Minute)
	for attempts > 0 {
		select {
		case event := <-done:
			if event.Job.Kind == (makeCutArgs{}).Kind() {
				attempts--
			}
		case <-deadline:
			h.t.Fatal("cuts are not made")
		}
	}
}

func TestCutsAreMadeByJobs(t *testing.T) {
	h := openArena(t)
	good := h.cut(time.Second, 3*time.Second)
	h.work(1)
	if got := h.state(good); got != media.CutSuccess {
		t.Errorf("the cut is %s", got)
	}
	for object, err := range h.Blob.List(t.Context(), "streams/") {
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Blob.Delete(t.Context(), object.Key); err != nil {
			t.Fatal(err)
		}
	}
	lost := &makeCut{media: h.Media, clips: h.Clips, clock: h.Clock, log: h.Log}
	id := h.cut(time.Second, time.Second)
	job := &river.Job[makeCutArgs]{Args: makeCutArgs{h.channel, id}, JobRow: jobRow(1)}
	if err := lost.Work(t.Context(), job); err == nil || h.state(id) != media.CutProcessing {
		t.Errorf("the first attempt: %v, %s", err, h.state(id))
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	job.JobRow = jobRow(cutAttempts)
	if err := lost.Work(stopped, job); err == nil || h.state(id) != media.CutProcessing {
		t.Errorf("while the node stops: %v, %s", err, h.state(id))
	}
	if err := lost.Work(t.Context(), job); err != nil || h.state(id) != media.CutError {
		t.Errorf("the last attempt: %v, %s", err, h.state(id))
	}
}

func (h *arena) allows(id media.CutID, session account.Session, place string, download bool) bool {
	h.t.Helper()
	gate := h.access()
	allowed, err := gate.Allowed(h.t.Context(), media.Viewer{
		ChannelID: h.channel, CutID: id, UserID: int64(session.UserID), SessionID: session.ID, Place: place, Download: download,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return allowed
}

// Whoever has the address of what was cut out of a paid event may watch it, where the event
// may be watched at all; nobody takes it home who has not bought that.
func TestWhoMayPlayACut(t *testing.T) {
	h := openArena(t)
	dbtest.Insert(t, h.DB, `INSERT INTO event_blackouts (channel_id, event_id, mode, places, created_ms)
		VALUES (?, ?, 'deny', '["CA-QC"]', 0) RETURNING id`, h.channel, h.event)
	id := h.cut(time.Second, time.Second)
	_, visitor, err := h.Accounts.OpenSession(t.Context(), h.channel)
	if err != nil {
		t.Fatal(err)
	}
	if !h.allows(id, visitor, "CA-ON", false) || !h.allows(id, visitor, "", false) {
		t.Error("who has the address may not watch")
	}
	if h.allows(id, visitor, "CA-QC", false) {
		t.Error("a blocked place may watch")
	}
	if h.allows(id, visitor, "CA-ON", true) {
		t.Error("who has bought nothing may download")
	}
	if h.allows(id+99, visitor, "CA-ON", false) {
		t.Error("there is no such cut")
	}
	stranger := visitor
	stranger.UserID = 5
	if h.allows(id, stranger, "CA-ON", false) {
		t.Error("a session is believed to be somebody else's")
	}
	if _, err := h.DB.Write().NewRaw(`DELETE FROM cuts`).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	if h.allows(id, visitor, "CA-ON", false) {
		t.Error("a removed cut may be watched")
	}
}

func jobRow(attempt int) *rivertype.JobRow {
	return &rivertype.JobRow{Attempt: attempt, MaxAttempts: cutAttempts}
}
