package media

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// troubled is an ffmpeg whose making of live sizes and small pictures is killed while there is one file in a
// folder, and stands still while there is another one.
type troubled struct {
	t                *testing.T
	killed, standing string
}

func (v *venue) troubled(t *testing.T) troubled {
	t.Helper()
	tool, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	f := troubled{t, filepath.Join(dir, "killed"), filepath.Join(dir, "standing")}
	script := filepath.Join(dir, "ffmpeg")
	// Perl, since a shell starts processes, which the sandbox refuses.
	text := fmt.Sprintf(`#!/usr/bin/perl
if ("@ARGV" =~ /grandstand-(live|small|preview)-/) {
	kill 9, $$ if -e '%s';
	select(undef, undef, undef, 0.02) while -e '%s';
}
exec '%s', @ARGV;
`, f.killed, f.standing, tool)
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	if v.FFmpeg, err = transcode.NewTool(script, patientLimits(), 1); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f troubled) begin(path string) {
	f.t.Helper()
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f troubled) end(path string) {
	f.t.Helper()
	if err := os.Remove(path); err != nil {
		f.t.Fatal(err)
	}
}

// gapsOf are the segments that the list of a size declares missing.
func (a *screen) gapsOf(file string) []string {
	a.t.Helper()
	lines := strings.Split(string(a.get(file).body), "\n")
	var gaps []string
	for i, line := range lines {
		if line == "#EXT-X-GAP" {
			gaps = append(gaps, lines[i+2])
		}
	}
	return gaps
}

// Whatever happens to ffmpeg, the stream itself goes on; what could not be made is a gap, and
// then the size goes on too.
func TestAKilledTranscoderLeavesGaps(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	game := v.tape(footage(t, 0, 400))
	f := v.troubled(t)
	v.offering(1, 64)
	s := v.stream()
	e := v.playing(s, game)
	e.follow(s, 64, 3) // 0 and 1 are made
	f.begin(f.killed)
	for failed := range uint64(2) {
		e.send(1)
		eventually(t, "ffmpeg was killed", func() bool { return v.Metrics.LiveRungs("failed").Get() > failed })
	}
	f.end(f.killed)
	e.follow(s, 64, 2)
	e.send(1)
	e.close()
	v.ended()
	a := newScreen(t, v, s)
	if got := a.gapsOf("64/video.m3u8"); !slices.Equal(got, []string{"v/1-2.m4s", "v/1-3.m4s"}) {
		t.Errorf("gaps are %v in\n%s", got, a.get("64/video.m3u8").body)
	}
	if got := a.numbers(a.base + "video.m3u8"); !slices.Equal(got, upTo(400)) {
		t.Errorf("the stream itself shows %v", got)
	}
	if strings.Contains(string(a.get("index.m3u8").body), "64/") {
		t.Error("a recording is offered in a size that a quarter of it lacks")
	}
	for _, file := range []string{"64/v/1-2.m4s", "64/v/1-3.m4s"} {
		a.expect(http.StatusNotFound, "media_not_found", a.base+file)
	}
}

// A machine that is too slow goes on where the stream is, and what comes late is no part of
// the size: its list says so already.
func TestATranscoderThatFallsBehindRejoins(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	game := v.tape(footage(t, 0, 600))
	f := v.troubled(t)
	v.offering(1, 64)
	s := v.stream()
	e := v.playing(s, game)
	e.follow(s, 64, 2)
	a := newScreen(t, v, s)
	before := string(a.get("64/video.m3u8").body)
	f.begin(f.standing)
	e.send(9)
	f.end(f.standing)
	eventually(t, "the newest is made", func() bool { return v.there(s, 64, 9) })
	got := a.gapsOf("64/video.m3u8")
	if !slices.Contains(got, "v/1-1.m4s") || !slices.Contains(got, "v/1-2.m4s") || slices.Contains(got, "v/1-0.m4s") {
		t.Errorf("gaps are %v", got)
	}
	if list := string(a.get("64/video.m3u8").body); !strings.HasPrefix(list, strings.TrimSpace(before)) {
		t.Errorf("the list was\n%s\nand is\n%s", before, list)
	}
	if strings.Contains(string(a.get("index.m3u8").body), "64/") {
		t.Error("a size is offered that cannot be played")
	}
	e.send(1)
	e.close()
	v.ended()
	if got := a.numbers(a.base + "video.m3u8"); !slices.Equal(got, upTo(600)) {
		t.Errorf("the stream itself shows %v", got)
	}
}

// Of several streams at once a node makes as many in smaller sizes as it may, the others when
// there is room.
func TestOneStreamAfterAnotherHasAPlace(t *testing.T) {
	v := withFFmpeg(t, newVenue(t, dbtest.SQLite(t)))
	game := v.tape(footage(t, 0, 400))
	v.offering(1, 64)
	one, two := v.stream(), v.stream()
	first := v.playing(one, game)
	first.follow(one, 64, 2)
	second := v.playing(two, game)
	second.send(4)
	first.follow(one, 64, 2)
	if v.there(two, 64, 2) || len(v.ladders.places) != 1 {
		t.Error("two streams have one place")
	}
	first.close()
	eventually(t, "there is a place", func() bool { return len(v.ladders.places) == 0 })
	second.send(1)
	eventually(t, "the other stream has it", func() bool { return v.there(two, 64, 3) })
	second.close()
	v.ended()
	if len(v.ladders.places) != 0 {
		t.Error("a place is kept")
	}
}

// A service that comes to its end does not wait for what ffmpeg is at.
func TestTheEndOfAServiceEndsItsTranscoders(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	game := v.tape(footage(t, 0, 200))
	f := v.troubled(t)
	v.offering(1, 64)
	s := v.stream()
	e := v.playing(s, game)
	f.begin(f.standing)
	e.send(3)
	eventually(t, "it has a place", func() bool { return len(v.ladders.places) == 1 })
	v.ladders.close()
	if len(v.ladders.places) != 0 || v.there(s, 64, 0) {
		t.Error("something goes on")
	}
	e.send(1)
	e.close()
}

// A channel that does not want any has none, and a stream that is as small as what is wanted
// neither.
func TestNoSizesWhereNoneAreWanted(t *testing.T) {
	v := withFFmpeg(t, newVenue(t, dbtest.SQLite(t)))
	game := v.tape(footage(t, 0, 200))
	for _, wanted := range [][]int{nil, {112, 360}} {
		v.offering(1, wanted...)
		s := v.stream()
		e := v.playing(s, game)
		e.send(4)
		e.close()
		v.ended()
		a := newScreen(t, v, s)
		if list := string(a.get("index.m3u8").body); strings.Count(list, "#EXT-X-STREAM-INF") != 1 {
			t.Errorf("wanted %v, offered\n%s", wanted, list)
		}
		a.expect(http.StatusNotFound, "media_not_found", a.base+"64/video.m3u8")
	}
}
