package media

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// offering has the channel want its live streams in sizes, of so many streams at once.
func (v *venue) offering(streams int, sizes ...int) *venue {
	v.t.Helper()
	v.LiveSizes = func(context.Context, int64) ([]int, error) { return sizes, nil }
	v.options.LiveLadders = streams
	v.Service = NewService(v.Deps, v.options)
	v.t.Cleanup(v.ladders.close)
	return v
}

// tape is footage as an encoder sends it, by the segments that it becomes.
type tape struct {
	run      *segment.Run
	pictures [][]segment.Picture
	sounds   [][]segment.Sound
}

func (v *venue) tape(path string) *tape {
	v.t.Helper()
	d, err := v.desk(v.t.Context(), v.recorded(path).ID)
	if err != nil {
		v.t.Fatal(err)
	}
	s := d.index.Load()
	p := &tape{run: s.Runs[0]}
	for _, g := range s.Segments {
		var content [2][]byte
		for _, r := range []segment.Rendition{segment.Video, segment.Audio} {
			if content[r], err = v.Blob.ReadAll(v.t.Context(), segment.SegmentName(r, g.Run, g.Sequence).Key(d.folder)); err != nil {
				v.t.Fatal(err)
			}
		}
		pictures, err := segment.ReadPictures(p.run, content[segment.Video])
		if err != nil {
			v.t.Fatal(err)
		}
		sounds, err := segment.ReadSounds(p.run, content[segment.Audio])
		if err != nil {
			v.t.Fatal(err)
		}
		p.pictures, p.sounds = append(p.pictures, pictures), append(p.sounds, sounds)
	}
	return p
}

// player is an encoder that sends a tape.
type player struct {
	*encoder
	tape *tape
	next int
}

func (v *venue) playing(s Stream, p *tape) *player {
	v.t.Helper()
	e := v.mustPublish(s)
	if err := e.VideoConfig(p.run.SPS, p.run.PPS); err != nil {
		v.t.Fatal(err)
	}
	if err := e.AudioConfig(p.run.ASC); err != nil {
		v.t.Fatal(err)
	}
	return &player{encoder: e, tape: p}
}

// send sends the tape's next segments. A segment is finished by the picture after it.
func (e *player) send(segments int) {
	e.v.t.Helper()
	for range segments {
		sounds := e.tape.sounds[e.next]
		for _, p := range e.tape.pictures[e.next] {
			units, err := p.Units()
			if err != nil {
				e.v.t.Fatal(err)
			}
			if err := e.Video(context.Background(), segment.VideoSample{DTS: p.DTS, PTS: p.PTS, NALUs: units}); err != nil {
				e.v.t.Fatal(err)
			}
			for len(sounds) > 0 && sounds[0].At < p.DTS+p.Duration {
				if err := e.Audio(segment.AudioSample{PTS: sounds[0].At, AU: sounds[0].AU}); err != nil {
					e.v.t.Fatal(err)
				}
				sounds = sounds[1:]
			}
		}
		for _, rest := range sounds {
			if err := e.Audio(segment.AudioSample{PTS: rest.At, AU: rest.AU}); err != nil {
				e.v.t.Fatal(err)
			}
		}
		e.next++
	}
}

// there reports whether a stream has a segment in a size.
func (v *venue) there(s Stream, size, sequence int) bool {
	v.t.Helper()
	d, err := v.desk(v.t.Context(), s.ID)
	if err != nil {
		v.t.Fatal(err)
	}
	r := d.findRung(size)
	if r == nil {
		return false
	}
	segments := r.desk.index.Load().Segments
	return len(segments) > sequence && !segments[sequence].Gap
}

// follow sends segments, each when the one before is there in a size.
func (e *player) follow(s Stream, size, segments int) {
	e.v.t.Helper()
	for range segments {
		e.send(1)
		d, err := e.v.desk(e.v.t.Context(), s.ID)
		if err != nil {
			e.v.t.Fatal(err)
		}
		if last := len(d.index.Load().Segments) - 1; last >= 0 {
			eventually(e.v.t, fmt.Sprintf("segment %d is there in %d", last, size), func() bool { return e.v.there(s, size, last) })
		}
	}
}

// ended ends a stream whose encoder has gone.
func (v *venue) ended() {
	v.t.Helper()
	v.ladders.work.Wait()
	v.now.Advance(2 * time.Minute)
	if _, err := v.FinishExpired(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
}

// packets are when the pictures of a list are shown, in seconds, and those of them that are
// key frames.
func (a *screen) packets(file string) (shown, keys []float64) {
	a.t.Helper()
	out, err := exec.CommandContext(a.t.Context(), "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", a.server.URL+a.base+file).Output()
	if err != nil {
		a.t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		text, flags, ok := strings.Cut(strings.TrimSpace(line), ",")
		if !ok {
			continue
		}
		at, err := strconv.ParseFloat(text, 64)
		if err != nil {
			a.t.Fatalf("%q: %v", line, err)
		}
		shown = append(shown, at)
		if strings.HasPrefix(flags, "K") {
			keys = append(keys, at)
		}
	}
	slices.Sort(shown)
	return shown, keys
}

// numbersIn are those of the pictures that a player shows of a size.
func (a *screen) numbersIn(file string) []int {
	a.t.Helper()
	out := a.ffmpeg(a.base+file, "-map", "0:v", "-fps_mode", "passthrough", "-vf", fmt.Sprintf("scale=%d:%d", codeWidth, codeHeight), "-pix_fmt", "gray", "-f", "rawvideo", "-")
	return readNumbers(out)
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// The smaller sizes have the stream's pictures, each at its time, in segments that begin
// where the stream's do: while it is live, when its server was killed, and as a recording.
func TestALiveGameInSmallerSizes(t *testing.T) {
	t.Parallel()

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d)).offering(1, 64, 90)
		game := v.tape(footage(t, 0, 400))
		s := v.stream()
		e := v.playing(s, game)
		e.follow(s, 64, 5)
		a := newScreen(t, v, s)
		for _, file := range []string{"index.m3u8", "live.m3u8"} {
			list := string(a.get(file).body)
			for _, want := range []string{"RESOLUTION=192x112", "RESOLUTION=154x90", "RESOLUTION=110x64", "\n90/video", "\n64/video"} {
				if !strings.Contains(list, want) {
					t.Errorf("%s lacks %q:\n%s", file, want, list)
				}
			}
		}
		list := string(a.get("64/video.m3u8?updates=delta").body)
		if !strings.Contains(list, "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=12.00000,CAN-SKIP-UNTIL=24.00000\n#EXT-X-MEDIA-SEQUENCE:0\n") ||
			strings.Contains(list, "#EXT-X-PART") || strings.Contains(list, "GAP") || strings.Count(list, "#EXTINF:2.00000,") != 4 {
			t.Errorf("live in 64:\n%s", list)
		}
		a.refusesOtherFiles()
		answers := make(chan answer)
		go func() { answers <- a.get("64/video.m3u8?_HLS_msn=4") }()
		eventually(t, "a player waits", func() bool { return v.Metrics.Waiting.Get() == 1 })
		e.send(1)
		if got := <-answers; !strings.Contains(string(got.body), "\nv/1-4.m4s\n") {
			t.Errorf("who waited is told %d\n%s", got.StatusCode, got.body)
		}
		eventually(t, "the other size is made", func() bool { return v.there(s, 90, 4) })
		e.close()
		v.ladders.work.Wait() // the last segment is made when the encoder has gone

		v.restart() // and the server is killed
		t.Cleanup(v.ladders.close)
		a = newScreen(t, v, s)
		e = v.playing(s, game)
		e.next = 6
		e.follow(s, 64, 2)
		e.close()
		v.ended()
		a.expectSizes(v, s)
	})
}

// refusesOtherFiles asks for what there is not of sizes.
func (a *screen) refusesOtherFiles() {
	a.t.Helper()
	a.expect(http.StatusOK, "", a.base+"64/v/1.mp4")
	a.expect(http.StatusOK, "", a.base+"64/v/1-0.m4s")
	for _, file := range []string{
		"64/audio.m3u8", "64/index.m3u8", "64/live.m3u8", "64/veiled.m3u8", "64/a/1.mp4", "64/a/1-0.m4s", "64/v/1-0-0.m4s",
		"64/v/2.mp4", "64/v/1-99.m4s", "33/video.m3u8", "33/v/1.mp4", "064/video.m3u8", "64/64/video.m3u8",
	} {
		a.expect(http.StatusNotFound, "media_not_found", a.base+file)
	}
}

// expectSizes looks at the recording of sixteen seconds in all sizes.
func (a *screen) expectSizes(v *venue, s Stream) {
	a.t.Helper()
	for file, want := range map[string]string{"index.m3u8": "64/video.m3u8", "veiled.m3u8": "64/video-veiled.m3u8?from=0"} {
		if list := string(a.get(file).body); !strings.Contains(list, "\n"+want) {
			a.t.Errorf("%s of the recording:\n%s", file, list)
		}
	}
	d, err := v.desk(a.t.Context(), s.ID)
	if err != nil {
		a.t.Fatal(err)
	}
	source := d.index.Load()
	list := string(a.get("video.m3u8").body)
	shown, _ := a.packets("video.m3u8")
	for _, size := range []string{"64/", "90/"} {
		if got := string(a.get(size + "video.m3u8").body); got != list {
			a.t.Errorf("%s lists\n%s\nthe stream\n%s", size, got, list)
		}
		at, keys := a.packets(size + "video.m3u8")
		if !slices.Equal(at, shown) {
			a.t.Errorf("%s shows its %d pictures at other times than the %d of the stream:\n%v\n%v", size, len(at), len(shown), at, shown)
		}
		if len(keys) != len(source.Segments) {
			a.t.Errorf("%s has %d key frames in %d segments", size, len(keys), len(source.Segments))
		}
		for i, key := range keys {
			if want := shown[i*2*codeRate]; key != want {
				a.t.Errorf("%s: segment %d begins at %g, the stream's first picture in it is shown at %g", size, i, key, want)
			}
		}
		if got := a.numbersIn(size + "video.m3u8"); !slices.Equal(got, upTo(8*2*codeRate)) {
			a.t.Errorf("%s shows %v", size, got)
		}
		for i, step := range a.steps(a.base + size + "video.m3u8") {
			if step > 2.0/codeRate {
				a.t.Errorf("%s: picture %d comes after %g s", size, i+1, step)
			}
		}
	}
}

// Reaping leaves what the journal of a size has, and takes what it lacks; what is removed of a
// stream is removed in all sizes.
func TestSizesAreKeptAndRemovedWithTheirStream(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := withFFmpeg(t, newVenue(t, d)).offering(1, 64)
		s := v.stream()
		e := v.playing(s, v.tape(footage(t, 0, 150)))
		e.follow(s, 64, 3)
		e.close()
		v.ended()
		folder := streamFolder(v.channel, s.ID)
		if files := v.files(rungFolder(folder, 64) + "/"); len(files) != 3 {
			t.Errorf("there are %v", files)
		}
		v.put(rungFolder(folder, 64) + "/v-9-0.m4s")
		v.put(rungFolder(folder, 90) + "/v-1-0.m4s")
		v.put(folder + "/else/v-1-0.m4s")
		v.later()
		if found := v.orphans(true); found["streams"] != 2 {
			t.Errorf("nobody names %v", found)
		}
		a := newScreen(t, v, s)
		if got := a.numbersIn("64/video.m3u8"); !slices.Equal(got, upTo(150)) {
			t.Errorf("left are the pictures %v", got)
		}
		if n := v.removeOld(); n == 0 {
			t.Fatal("the recording is not removed")
		}
		v.now.Advance(2 * clearAfter)
		v.clearRemoved()
		if left := v.files(folder + "/"); len(left) != 0 {
			t.Errorf("left are %v", left)
		}
		for _, table := range []string{"live_rung_runs", "live_rung_segments"} {
			if n, err := d.Read().NewSelect().Table(table).Where("stream_id = ?", int64(s.ID)).Count(t.Context()); n != 0 || err != nil {
				t.Errorf("%d rows of %s are left, %v", n, table, err)
			}
		}
	})
}
