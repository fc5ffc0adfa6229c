package transcode

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

func newStudio(t *testing.T, limits StudioLimits) *Studio {
	t.Helper()
	s, err := NewStudio(limits)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// film has ffmpeg write a file.
func film(t *testing.T, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := exec.CommandContext(t.Context(), "ffmpeg", append(append([]string{"-v", "error", "-nostdin", "-y"}, args...), path)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
	return path
}

// pattern is a source of pictures, tone one of sound.
func pattern(size, rate, seconds string) []string {
	return []string{"-f", "lavfi", "-i", "testsrc2=size=" + size + ":rate=" + rate + ":duration=" + seconds}
}

func tone(seconds string) []string {
	return []string{"-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=" + seconds}
}

func with(parts ...any) []string {
	var out []string
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			out = append(out, strings.Fields(p)...)
		case []string:
			out = append(out, p...)
		}
	}
	return out
}

func TestLadders(t *testing.T) {
	for size, want := range map[[2]int][]int{
		{3840, 2160}: {1080, 720, 480, 360}, {1920, 1080}: {1080, 720, 480, 360}, {1080, 1920}: {1080, 720, 480, 360},
		{1280, 720}: {720, 480, 360}, {1000, 1000}: {1000, 720, 480, 360}, {1024, 576}: {576, 480, 360}, {854, 480}: {480, 360},
		{640, 360}: {360}, {320, 180}: {180}, {64, 48}: {48}, {800, 800}: {720, 480, 360},
	} {
		var got []int
		for _, r := range Ladder(Survey{Width: size[0], Height: size[1], Rate: [2]int{25, 1}}) {
			got = append(got, min(r.Width, r.Height))
			if r.Width%2+r.Height%2 != 0 || r.Width > size[0]+1 || r.Height > size[1]+1 || r.Rate == 0 || r.Name != min(r.Width, r.Height) {
				t.Errorf("%v: %+v", size, r)
			}
			if want := float64(size[0]) / float64(size[1]); float64(r.Width)/float64(r.Height) > want*1.05 || float64(r.Width)/float64(r.Height) < want/1.05 {
				t.Errorf("%v is distorted: %+v", size, r)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %v, not %v", size, got, want)
		}
	}
	slow, fast := Ladder(Survey{Width: 1280, Height: 720, Rate: [2]int{30, 1}}), Ladder(Survey{Width: 1280, Height: 720, Rate: [2]int{60, 1}})
	if slow[0].Rate >= fast[0].Rate {
		t.Errorf("twice the pictures in %d kbit/s, not %d", fast[0].Rate, slow[0].Rate)
	}
}

// What phones, cameras and editors write.
func TestSurveys(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	game := with(pattern("160x90", "25", "2"), tone("2"))
	h264 := "-c:v libx264 -preset ultrafast -pix_fmt yuv420p"
	upright := film(t, "flat.mp4", with(game, h264, "-c:a aac")...)
	for name, test := range map[string]struct {
		args   []string
		width  int
		height int
		audio  bool
		rate   [2]int
		tracks [2]int // with pictures and with sound, where they are not the first two
	}{
		"plain.mp4":  {with(game, h264, "-c:a aac"), 160, 90, true, [2]int{25, 1}, [2]int{}},
		"turned.mp4": {[]string{"-i", upright, "-c", "copy", "-metadata:s:v:0", "rotate=90"}, 90, 160, true, [2]int{25, 1}, [2]int{}},
		"wide.mkv":   {with(game, h264, "-vf setsar=2/1 -c:a libopus"), 320, 90, true, [2]int{25, 1}, [2]int{}},
		"silent.avi": {with(pattern("160x90", "30", "1"), "-c:v mpeg4"), 160, 90, false, [2]int{30, 1}, [2]int{}},
		"stream.ts":  {with(game, h264, "-c:a mp2 -f mpegts"), 160, 90, true, [2]int{25, 1}, [2]int{}},
		"web.webm":   {with(game, "-c:v libvpx -deadline realtime -c:a libvorbis"), 160, 90, true, [2]int{25, 1}, [2]int{}},
		"fast.mkv":   {with(pattern("160x90", "120", "1"), h264), 160, 90, false, [2]int{120, 2}, [2]int{}},
		"two.ts":     {broadcast(), 160, 90, true, [2]int{25, 1}, [2]int{1, 2}},
	} {
		got, err := s.Survey(t.Context(), film(t, name, test.args...))
		if err != nil || got.Width != test.width || got.Height != test.height || (got.Audio >= 0) != test.audio || got.Rate != test.rate {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if tracks := [2]int{got.Video, got.Audio}; test.tracks != [2]int{} && tracks != test.tracks {
			t.Errorf("%s: made of the tracks %v", name, tracks)
		}
	}
}

func TestAFilmIsMadeInEverySize(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	path := film(t, "game.mkv", with(pattern("854x480", "30000/1001", "5"), tone("5"), "-c:v mpeg4 -q:v 3 -c:a ac3")...)
	survey, err := s.Survey(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	folder, rungs, far := t.TempDir(), Ladder(survey), time.Duration(0)
	if err := s.Encode(t.Context(), path, folder, survey, rungs, func(at time.Duration) { far = at }); err != nil {
		t.Fatal(err)
	}
	if far < 4*time.Second || len(rungs) != 2 {
		t.Errorf("told of %v of %d sizes", far, len(rungs))
	}
	for i, r := range rungs {
		frames, keys := look(t, RungFile(folder, r), r)
		// Every two seconds, counted in pictures: the same ones in all sizes.
		if frames != 150 || !reflect.DeepEqual(keys, []int{0, 60, 120}) {
			t.Errorf("%d: %d pictures, key frames %v", r.Name, frames, keys)
		}
		if sound := probe(t, RungFile(folder, r), "-select_streams", "a", "-show_entries", "stream=codec_name,channels"); (len(sound.Streams) > 0) != (i == 0) {
			t.Errorf("%d: sound %+v", r.Name, sound.Streams)
		}
	}
}

type report struct {
	Streams []struct {
		Codec    string `json:"codec_name"`
		Profile  string `json:"profile"`
		Pixels   string `json:"pix_fmt"`
		Width    int    `json:"width"`
		Height   int    `json:"height"`
		Channels int    `json:"channels"`
	} `json:"streams"`
	Frames []struct {
		Key int `json:"key_frame"`
	} `json:"frames"`
}

func probe(t *testing.T, path string, args ...string) (r report) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "ffprobe", append(append([]string{"-v", "error", "-of", "json"}, args...), path)...).Output()
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func look(t *testing.T, path string, want Rung) (frames int, keys []int) {
	t.Helper()
	r := probe(t, path, "-select_streams", "v", "-show_entries", "stream=codec_name,profile,pix_fmt,width,height:frame=key_frame")
	if v := r.Streams[0]; v.Codec != "h264" || v.Pixels != "yuv420p" || v.Width != want.Width || v.Height != want.Height || v.Profile != "Main" && v.Profile != "High" {
		t.Errorf("%+v is %+v", want, v)
	}
	for i, f := range r.Frames {
		if f.Key == 1 {
			keys = append(keys, i)
		}
	}
	return len(r.Frames), keys
}

func TestMakingAFilmIsBounded(t *testing.T) {
	path := film(t, "game.mp4", with(pattern("640x360", "25", "20"), "-c:v libx264 -preset ultrafast -pix_fmt yuv420p")...)
	for name, try := range map[string]struct {
		limits StudioLimits
		want   Refusal
	}{
		"no time to start": {StudioLimits{Time: time.Nanosecond, Memory: 6 << 30, Output: 1 << 30}, TooDemanding},
		"time":             {StudioLimits{Time: 300 * time.Millisecond, Memory: 6 << 30, Output: 1 << 30}, TooDemanding},
		"memory":           {StudioLimits{Time: time.Minute, Memory: 96 << 20, Output: 1 << 30}, Unreadable}, // not even for its libraries
		"output":           {StudioLimits{Time: time.Minute, Memory: 6 << 30, Output: 10_000}, TooDemanding},
	} {
		s := newStudio(t, try.limits)
		survey, err := s.Survey(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Encode(t.Context(), path, t.TempDir(), survey, Ladder(survey), func(time.Duration) {})
		if !errors.Is(err, try.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAStudioReadsTheFileThatItIsGiven(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	good := film(t, "game.mp4", with(pattern("64x64", "25", "1"), "-c:v libx264 -pix_fmt yuv420p")...)
	content, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	// Names that would be something else to ffmpeg: a list, a sequence, a protocol.
	for i, name := range []string{"%03d.mp4", "concat:a|b.mp4", "http:x.mp4", "-i.mp4", "a\nb.mp4"} {
		path := filepath.Join(t.TempDir(), strconv.Itoa(i)+name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Survey(t.Context(), path); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}
