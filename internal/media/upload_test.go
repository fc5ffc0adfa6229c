package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// withStudio lets a venue make films of uploads.
func withStudio(t testing.TB, v *venue) *venue {
	t.Helper()
	studio, err := transcode.NewStudio(transcode.DefaultStudioLimits())
	if err != nil {
		t.Fatal(err)
	}
	v.Studio, v.options.Scratch = studio, t.TempDir()
	return v
}

// camera is a file as cameras write them: 480 lines, no H.264, no AAC.
func camera(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "camera.mkv")
	out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=854x480:rate=25:duration=5",
		"-f", "lavfi", "-i", "sine=duration=5", "-c:v", "mpeg4", "-q:v", "4", "-c:a", "ac3", "-metadata:s:a", "language=fre", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func announce(alias string, content []byte) NewUpload {
	sum := sha256.Sum256(content)
	return NewUpload{Alias: alias, FileName: alias + ".mkv", Size: int64(len(content)), Digest: hex.EncodeToString(sum[:]), Subject: "{}"}
}

// send sends what is missing of a file.
func (v *venue) send(n NewUpload, content []byte) Upload {
	v.t.Helper()
	u, err := v.BeginUpload(v.t.Context(), v.by, v.channel, n)
	for err == nil && u.State == Uploading {
		piece := content[u.Received:min(int64(len(content)), u.Received+UploadPiece)]
		u, err = v.AppendUpload(v.t.Context(), v.by, v.channel, u.ID, u.Received, piece)
	}
	if err != nil {
		v.t.Fatal(err)
	}
	return u
}

func (v *venue) upload(id UploadID) Upload {
	v.t.Helper()
	u, err := v.FindUpload(v.t.Context(), v.by, v.channel, id)
	if err != nil {
		v.t.Fatal(err)
	}
	return u
}

func TestAnUploadBecomesAFilmInSizes(t *testing.T) {
	content := camera(t)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withStudio(t, newVenue(t, d))
		var arrived []UploadID
		var told []Upload
		v.UploadArrived = func(_ context.Context, _ bun.Tx, _ int64, id UploadID) error {
			arrived = append(arrived, id)
			return nil
		}
		v.UploadReady = func(_ context.Context, _ bun.Tx, _ int64, u Upload, _ Film) error {
			told = append(told, u)
			return nil
		}
		u := v.send(announce("final", content), content)
		if u.State != Uploaded || len(arrived) != 1 || arrived[0] != u.ID {
			t.Fatalf("sent: %+v, %v", u, arrived)
		}
		for range 2 { // the second time there is nothing to do
			if err := v.MakeUpload(t.Context(), v.channel, u.ID); err != nil {
				t.Fatal(err)
			}
		}
		u = v.upload(u.ID)
		if u.State != UploadReady || u.Percent != 100 || u.FilmID == 0 || len(told) != 1 || told[0].FilmID != u.FilmID {
			t.Fatalf("made: %+v, told %+v", u, told)
		}
		film, err := v.FindFilm(t.Context(), v.channel, u.FilmID)
		if err != nil || film.Height != 480 || film.Duration.Round(time.Second) != 5*time.Second {
			t.Errorf("%+v, %v", film, err)
		}
		v.onlyFilms(t)
		watchLadder(t, v, u.FilmID)
		v.later()
		if found := v.orphans(true); len(found) != 0 {
			t.Errorf("taken for files that nothing names: %v", found)
		}
	})
}

// onlyFilms makes sure that nothing but films is left of uploads.
func (v *venue) onlyFilms(t *testing.T) {
	t.Helper()
	var folders []string
	for a, err := range v.Blob.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if folder, _, _ := strings.Cut(strings.TrimPrefix(a.Key, "films/"), "/"); len(folders) == 0 || folders[len(folders)-1] != folder {
			folders = append(folders, folder)
		}
	}
	slices.Sort(folders)
	if len(folders) != 2 || !strings.HasPrefix(folders[1], folders[0]) {
		t.Errorf("in the store: %v", folders)
	}
	if left, _ := os.ReadDir(v.options.Scratch); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func watchLadder(t *testing.T, v *venue, id FilmID) {
	t.Helper()
	a := &arena{screen: newScreen(t, v, Stream{})}
	a.base = v.library(Source{FilmID: id})
	list := string(a.get("index.m3u8").body)
	for _, want := range []string{
		"RESOLUTION=854x480,FRAME-RATE=25.000", "RESOLUTION=640x360,FRAME-RATE=25.000", "\nvideo.m3u8\n", "\n360/video.m3u8\n",
		`CODECS="avc1.4d40`, "mp4a.40.2", `AUDIO="audio"`, "AVERAGE-BANDWIDTH=",
		`TYPE=AUDIO,GROUP-ID="audio",NAME="Main",LANGUAGE="fr",DEFAULT=YES`,
	} {
		if !strings.Contains(list, want) {
			t.Errorf("%q is not in\n%s", want, list)
		}
	}
	large, small := string(a.get("video.m3u8").body), string(a.get("360/video.m3u8").body)
	if large != small || !strings.Contains(large, "#EXT-X-ENDLIST") {
		t.Errorf("sizes are cut in other places:\n%s\n%s", large, small)
	}
	for folder, size := range map[string][2]int{"": {854, 480}, "360/": {640, 360}} {
		if shown := a.showsIFrames(folder, size[0], size[1]); len(shown) != 3 {
			t.Errorf("%s: %d key frames of 3", folder, len(shown))
		}
	}
	for _, file := range []string{"video.m3u8", "360/video.m3u8"} {
		if pictures, complaints := a.decode(file); pictures != 125 || complaints != "" {
			t.Errorf("%s: %d pictures of 125 decode: %s", file, pictures, complaints)
		}
	}
	if got := a.probe("index.m3u8"); len(got.Streams) != 3 {
		t.Errorf("%+v", got)
	}
	for _, file := range []string{
		"360/index.m3u8", "360/audio.m3u8", "360/a/1.mp4", "360/a/1-0.m4s", "361/video.m3u8", "0360/video.m3u8", "360/360/video.m3u8",
		"-360/video.m3u8", "360/", "original.mp4", "360/original.mp4", "480/video.m3u8",
	} {
		if got := a.get(file).StatusCode; got != 404 {
			t.Errorf("%s is answered with %d", file, got)
		}
	}
}

func TestUploadsGoOnWhereTheyWere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		content := bytes.Repeat([]byte("0123456789abcdef"), UploadPiece/16+1000)
		n := announce("long", content)
		u, err := v.BeginUpload(t.Context(), v.by, v.channel, n)
		if err != nil {
			t.Fatal(err)
		}
		first, last := content[:UploadPiece], content[UploadPiece:]
		for name, test := range map[string]struct {
			offset int64
			piece  []byte
		}{"a hole": {UploadPiece, last}, "half a piece": {0, first[:100]}, "too much": {0, append(bytes.Clone(first), 1)}, "nowhere": {-5, first}} {
			if _, err := v.AppendUpload(t.Context(), v.by, v.channel, u.ID, test.offset, test.piece); fault.CodeOf(err) != "upload_offset" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := v.AppendUpload(t.Context(), v.by, v.channel, u.ID, 0, first); err != nil {
			t.Fatal(err)
		}
		v.restart() // everybody is killed
		again, err := v.BeginUpload(t.Context(), v.by, v.channel, n)
		if err != nil || again.ID != u.ID || again.Received != UploadPiece {
			t.Fatalf("again: %+v, %v", again, err)
		}
		if repeated, err := v.AppendUpload(t.Context(), v.by, v.channel, u.ID, 0, first); err != nil || repeated.Received != UploadPiece {
			t.Errorf("a piece twice: %+v, %v", repeated, err)
		}
		if done, err := v.AppendUpload(t.Context(), v.by, v.channel, u.ID, UploadPiece, last); err != nil || done.State != Uploaded {
			t.Errorf("%+v, %v", done, err)
		}
		other := announce("long", []byte("another file"))
		if _, err := v.BeginUpload(t.Context(), v.by, v.channel, other); fault.CodeOf(err) != "upload_busy" {
			t.Errorf("another file for the same video: %v", err)
		}
		if err := v.FailUpload(t.Context(), v.channel, u.ID, errors.New("secret")); err != nil {
			t.Fatal(err)
		}
		if u := v.upload(u.ID); u.State != UploadFailed || strings.Contains(u.Problem, "secret") || u.Problem == "" {
			t.Errorf("failed: %+v", u)
		}
		if left := v.stored(t); len(left) != 0 {
			t.Errorf("%d files are left", len(left))
		}
		if next, err := v.BeginUpload(t.Context(), v.by, v.channel, other); err != nil || next.ID == u.ID || next.Received != 0 {
			t.Errorf("after the failure: %+v, %v", next, err)
		}
	})
}

func TestUploadsAreTheOperators(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	content := []byte("a film")
	u, err := v.BeginUpload(t.Context(), v.by, v.channel, announce("mine", content))
	if err != nil {
		t.Fatal(err)
	}
	south := v.addChannel("south")
	for name, by := range map[string]actor.Actor{
		"operator of another channel": {Role: actor.Operator, ChannelID: south, UserID: 7},
		"user":                        {Role: actor.User, ChannelID: v.channel, UserID: 8}, "nobody": {},
	} {
		_, begun := v.BeginUpload(t.Context(), by, v.channel, announce("theirs", content))
		_, appended := v.AppendUpload(t.Context(), by, v.channel, u.ID, 0, content)
		_, found := v.FindUpload(t.Context(), by, v.channel, u.ID)
		_, listed := v.Uploads(t.Context(), by, v.channel)
		for what, err := range map[string]error{"begins": begun, "appends": appended, "finds": found, "lists": listed} {
			if kind := fault.KindOf(err); kind != fault.Forbidden {
				t.Errorf("%s %s: %v", name, what, err)
			}
		}
	}
	if _, err := v.AppendUpload(t.Context(), actor.ForSystem(south), south, u.ID, 0, content); fault.KindOf(err) != fault.NotFound {
		t.Errorf("through another channel: %v", err)
	}
	for name, change := range map[string]func(*NewUpload){
		"no name": func(n *NewUpload) { n.FileName = "" }, "lines": func(n *NewUpload) { n.FileName = "a\nb" },
		"empty": func(n *NewUpload) { n.Size = 0 }, "endless": func(n *NewUpload) { n.Size = MaxUpload + 1 },
		"no digest": func(n *NewUpload) { n.Digest = "" }, "strange digest": func(n *NewUpload) { n.Digest = strings.Repeat("G", 64) },
		"path": func(n *NewUpload) { n.Alias = "../a" }, "too much": func(n *NewUpload) { n.Subject = strings.Repeat("x", maxSubject+1) },
	} {
		n := announce("new", content)
		change(&n)
		if _, err := v.BeginUpload(t.Context(), v.by, v.channel, n); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUploadsThatFailLeaveNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withStudio(t, newVenue(t, d))
		noise := bytes.Repeat([]byte("noise"), 5000)
		u := v.send(announce("noise", noise), noise)
		err := v.MakeUpload(t.Context(), v.channel, u.ID)
		if fault.CodeOf(err) != "unreadable_film" {
			t.Fatal(err)
		}
		if err := v.FailUpload(t.Context(), v.channel, u.ID, err); err != nil {
			t.Fatal(err)
		}
		if u := v.upload(u.ID); u.State != UploadFailed || !strings.HasPrefix(u.Problem, "The file cannot be read.") {
			t.Errorf("%+v", u)
		}
		damaged := announce("damaged", noise)
		damaged.Digest = strings.Repeat("0", 64)
		if err := v.MakeUpload(t.Context(), v.channel, v.send(damaged, noise).ID); fault.CodeOf(err) != "upload_damaged" {
			t.Errorf("damaged: %v", err)
		}
		// What the library refuses of a film is no film.
		content := camera(t)
		v.UploadReady = func(context.Context, bun.Tx, int64, Upload, Film) error {
			return fault.New(fault.Unprocessable, "no_room", "There is no room.")
		}
		refused := v.send(announce("refused", content), content)
		err = v.MakeUpload(t.Context(), v.channel, refused.ID)
		if fault.CodeOf(err) != "no_room" || v.upload(refused.ID).State != UploadProcessing {
			t.Errorf("refused: %v", err)
		}
		if err := v.FailUpload(t.Context(), v.channel, refused.ID, err); err != nil {
			t.Fatal(err)
		}
		if films, err := v.Films(t.Context(), v.channel); err != nil || len(films) != 0 {
			t.Errorf("films: %+v, %v", films, err)
		}
		for key := range v.stored(t) {
			if strings.HasPrefix(key, "films/") {
				t.Errorf("left behind: %s", key)
			}
		}
	})
}

// Two nodes may be at the same upload when one of them was taken for dead. One film
// comes of it, and nothing is left of the other.
func TestTwoNodesMakeOneFilm(t *testing.T) {
	content := camera(t)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withStudio(t, newVenue(t, d))
		u := v.send(announce("final", content), content)
		other := NewService(v.Deps, Options{Scratch: t.TempDir()})
		var errs [2]error
		var both sync.WaitGroup
		for i, node := range []*Service{v.Service, other} {
			both.Go(func() { errs[i] = node.MakeUpload(context.WithoutCancel(t.Context()), v.channel, u.ID) })
		}
		both.Wait()
		if errs[0] != nil && errs[1] != nil {
			t.Fatal(errs)
		}
		if films, err := v.Films(t.Context(), v.channel); err != nil || len(films) != 1 {
			t.Errorf("%+v, %v", films, err)
		}
		v.onlyFilms(t)
		watchLadder(t, v, v.upload(u.ID).FilmID)
	})
}

func TestUploadsDoNotWaitForEver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVenue(t, d)
		content := []byte("a film")
		whole := v.send(announce("whole", content), content)
		begun, err := v.BeginUpload(t.Context(), v.by, v.channel, announce("begun", bytes.Repeat(content, UploadPiece)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.AppendUpload(t.Context(), v.by, v.channel, begun.ID, 0, bytes.Repeat(content, UploadPiece)[:UploadPiece]); err != nil {
			t.Fatal(err)
		}
		m := &making{service: v.Service, row: uploadRow{ID: whole.ID, ChannelID: v.channel}}
		if err := m.report(t.Context(), 10); err != nil || v.upload(whole.ID).Percent != 10 {
			t.Fatal(err)
		}
		v.sweeps(t, silentFor-time.Minute, 0)
		v.sweeps(t, 2*time.Minute, 1)
		if u := v.upload(whole.ID); u.State != UploadFailed || u.Problem == "" {
			t.Errorf("%+v", u)
		}
		if err := m.report(t.Context(), 20); fault.CodeOf(err) != "upload_given_up" {
			t.Errorf("whoever goes on is told %v", err)
		}
		v.sweeps(t, abandonAfter, 1)
		if _, err := v.FindUpload(t.Context(), v.by, v.channel, begun.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("an abandoned upload: %v", err)
		}
		if left := v.stored(t); len(left) != 0 {
			t.Errorf("%d files are left", len(left))
		}
	})
}

func (v *venue) sweeps(t *testing.T, after time.Duration, want int) {
	t.Helper()
	v.now.Advance(after)
	if n, err := v.SweepUploads(t.Context()); err != nil || n != want {
		t.Errorf("%d of %d uploads, %v", n, want, err)
	}
}
