package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/config"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// archive is a whole house with a library that has one category.
type archive struct {
	*App
	t       *testing.T
	channel int64
}

func openArchive(t *testing.T) *archive {
	t.Helper()
	a, err := Open(t.Context(), config.Config{Data: t.TempDir(), Workers: 2}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	h := &archive{App: a, t: t, channel: dbtest.Channel(t, a.DB, "north")}
	_, err = a.VOD.Replace(t.Context(), actor.ForSystem(h.channel), h.channel, vod.Library{Categories: []vod.Category{{Alias: "games", Title: text.Text{"en": "Games"}}}})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func clipFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=3",
		"-c:v", "mpeg4", "-q:v", "5", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// upload sends a file as the command does.
func (h *archive) upload(v NewVideo) error {
	h.t.Helper()
	v.Channel = "north"
	_, err := h.UploadVideo(h.t.Context(), v, func(int64, int64) {})
	return err
}

// works runs the queue until an upload is over.
func (h *archive) works(alias string) VideoUpload {
	h.t.Helper()
	done, cancel := h.queue.Subscribe(river.EventKindJobCompleted, river.EventKindJobFailed)
	defer cancel()
	if err := h.queue.Start(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = h.queue.Stop(context.WithoutCancel(h.t.Context())) }()
	deadline := time.After(2 * time.Minute)
	for {
		for _, u := range h.uploads("fr") {
			if u.Alias == alias && (u.State == "ready" || u.State == "error") {
				return u
			}
		}
		select {
		case <-done:
		case <-deadline:
			h.t.Fatal("nothing becomes of the upload")
		}
	}
}

func (h *archive) uploads(language string) []VideoUpload {
	h.t.Helper()
	all, err := h.VideoUploads(h.t.Context(), "north", language)
	if err != nil {
		h.t.Fatal(err)
	}
	return all
}

func TestAnUploadedFileIsAVideoOfTheLibrary(t *testing.T) {
	h := openArchive(t)
	path := clipFile(t, "The Final.mkv")
	if err := h.upload(NewVideo{Path: path, Alias: "final", Titles: map[string]string{"fr": "La finale"}, Access: "free"}); err != nil {
		t.Fatal(err)
	}
	if n, err := h.VOD.Total(t.Context(), h.channel, vod.Filter{}); err != nil || n != 0 {
		t.Errorf("before there is a film the library shows %d videos, %v", n, err)
	}
	if u := h.works("final"); u.State != "ready" || u.Problem != "" {
		t.Fatalf("%+v", u)
	}
	item, err := h.VOD.FindByAlias(t.Context(), h.channel, "final")
	if err != nil || item.Title["fr"] != "La finale" || item.Access != vod.Free || item.Category != "games" || item.Duration != 3*time.Second {
		t.Fatalf("%+v, %v", item, err)
	}
	// Another file for the same video: what is said of it stays, what it plays does not.
	if err := h.upload(NewVideo{Path: clipFile(t, "better.avi"), Alias: "final", Titles: map[string]string{"": "The final"}}); err != nil {
		t.Fatal(err)
	}
	if u := h.works("final"); u.State != "ready" || u.FileName != "better.avi" {
		t.Fatalf("%+v", u)
	}
	again, err := h.VOD.FindByAlias(t.Context(), h.channel, "final")
	if err != nil || again.ID != item.ID || again.Access != vod.Free || again.Title["fr"] != "La finale" || again.Title["en"] != "The final" {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestAnUploadThatCannotBeAVideo(t *testing.T) {
	h := openArchive(t)
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("no film\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]NewVideo{
		"no such category": {Path: text, Alias: "notes", Category: "nothing"}, "bad alias": {Path: text, Alias: "No Tes"},
		"no such access": {Path: text, Alias: "notes", Access: "all"}, "no such file": {Path: text + "x", Alias: "notes"},
	} {
		if err := h.upload(v); err == nil || len(h.uploads("")) != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := h.upload(NewVideo{Path: text, Alias: "notes"}); err != nil {
		t.Fatal(err)
	}
	if u := h.works("notes"); u.State != "error" || !strings.HasPrefix(u.Problem, "Le fichier est illisible.") {
		t.Errorf("%+v", u)
	}
	if u := h.uploads("en")[0]; !strings.HasPrefix(u.Problem, "The file cannot be read.") {
		t.Errorf("%+v", u)
	}
	if n, err := h.VOD.Total(t.Context(), h.channel, vod.Filter{}); err != nil || n != 0 {
		t.Errorf("the library shows %d videos, %v", n, err)
	}
}

func TestAnUploadIsTriedAgain(t *testing.T) {
	h := openArchive(t)
	if err := h.upload(NewVideo{Path: clipFile(t, "game.mkv"), Alias: "game"}); err != nil {
		t.Fatal(err)
	}
	id := media.UploadID(1)
	lost := &makeUpload{media: h.Media, clock: h.Clock, log: h.Log}
	for object, err := range h.Blob.List(t.Context(), "uploads/") {
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Blob.Delete(t.Context(), object.Key); err != nil {
			t.Fatal(err)
		}
	}
	attempt := func(n int) error {
		row := jobRow(n)
		row.MaxAttempts = uploadAttempts
		return lost.Work(t.Context(), &river.Job[makeUploadArgs]{Args: makeUploadArgs{h.channel, id}, JobRow: row})
	}
	if err := attempt(1); err == nil || h.uploads("")[0].State != "processing" {
		t.Errorf("the first attempt: %v, %+v", err, h.uploads(""))
	}
	if err := attempt(uploadAttempts); err != nil || h.uploads("")[0].State != "error" {
		t.Errorf("the last attempt: %v, %+v", err, h.uploads(""))
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	err := lost.Work(stopped, &river.Job[makeUploadArgs]{Args: makeUploadArgs{h.channel, id + 1}, JobRow: jobRow(1)})
	var snooze *river.JobSnoozeError
	if !errors.As(err, &snooze) {
		t.Errorf("a node that stops: %v", err)
	}
	if _, err := h.Media.OpenOriginal(t.Context(), h.channel, 1); err == nil {
		t.Error("there is a film")
	}
}
