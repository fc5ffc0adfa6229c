package transcode

import (
	"encoding/json"
	"testing"
)

// Of several programs the film is made of the first with pictures and sound.
func TestTheProgramOfAFilm(t *testing.T) {
	codecs := codecTable{"h264": {"h264"}, "aac": {"aac"}, "mp2": {"mp2float"}, "ac4": nil}
	const (
		radio = `{"index": 0, "codec_type": "audio", "codec_name": "mp2", "channels": 2}`
		hd    = `{"index": 1, "codec_type": "video", "codec_name": "h264", "width": 1280, "height": 720}`
		sound = `{"index": 2, "codec_type": "audio", "codec_name": "aac", "channels": 2}`
		sd    = `{"index": 3, "codec_type": "video", "codec_name": "h264", "width": 640, "height": 360}`
		other = `{"index": 4, "codec_type": "audio", "codec_name": "aac", "channels": 2}`
		empty = `{"index": 1, "codec_type": "video", "codec_name": "h264", "width": 0, "height": 0}`
		quiet = `{"index": 2, "codec_type": "audio", "codec_name": "aac", "channels": 0}`
		ac4   = `{"index": 2, "codec_type": "audio", "codec_name": "ac4", "channels": 2}`
	)
	of := func(streams string) string { return `{"streams": [` + streams + `]}` }
	const zero, one, two, three, four = `{"index": 0}`, `{"index": 1}`, `{"index": 2}`, `{"index": 3}`, `{"index": 4}`
	for name, test := range map[string]struct {
		programs, streams string
		video, audio      int
	}{
		"no programs":                       {``, radio + "," + hd, 1, 0},
		"one program":                       {of(zero + "," + one), radio + "," + hd, 1, 0},
		"one program, a track outside":      {of(one), radio + "," + hd, 1, 0},
		"radio, then television":            {of(zero) + "," + of(one+","+two), radio + "," + hd + "," + sound, 1, 2},
		"television, then radio":            {of(one+","+two) + "," + of(zero), radio + "," + hd + "," + sound, 1, 2},
		"two channels":                      {of(one+","+two) + "," + of(three+","+four), hd + "," + sound + "," + sd + "," + other, 1, 2},
		"pictures alone, then both":         {of(one) + "," + of(three+","+four), hd + "," + sd + "," + other, 3, 4},
		"pictures alone, and radio":         {of(zero) + "," + of(one), radio + "," + hd, 1, -1},
		"a program whose data is not there": {of(one+","+two) + "," + of(three+","+four), empty + "," + quiet + "," + sd + "," + other, 3, 4},
		"sound of an unknown codec":         {of(one+","+two) + "," + of(three+","+four), hd + "," + ac4 + "," + sd + "," + other, 3, 4},
		"a track of two programs":           {of(zero) + "," + of(zero+","+one), radio + "," + hd, 1, 0},
	} {
		var report probed
		if err := json.Unmarshal([]byte(`{"programs": [`+test.programs+`], "streams": [`+test.streams+`]}`), &report); err != nil {
			t.Fatal(err)
		}
		got, _, _, err := report.survey(codecs)
		if err != nil || got.Video != test.video || got.Audio != test.audio {
			t.Errorf("%s: pictures of track %d, sound of track %d, %v", name, got.Video, got.Audio, err)
		}
	}
}

func TestWhenAProgramBegins(t *testing.T) {
	video, audio := probedStream{Start: "501.5"}, probedStream{Start: "501.25"}
	report := probed{Programs: make([]probedProgram, 2)}
	report.Format.Start = "1.5"
	if got := report.begin(video, audio).Seconds(); got != 501.25 {
		t.Errorf("of two programs: %g", got)
	}
	report.Programs = report.Programs[:1]
	if got := report.begin(video, audio).Seconds(); got != 1.5 {
		t.Errorf("of one program: %g", got)
	}
}

// Each program has its own clock. A film of the second program begins with that program's first picture.
func TestAFilmOfTheSecondProgram(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	made, far := makeFilm(t, s, film(t, "broadcast.ts", broadcast()...))
	if far.Seconds() < 1.7 || far.Seconds() > 2.3 {
		t.Errorf("a film of %v", far)
	}
	if got := probe(t, made, "-show_entries", "stream=codec_name,channels"); len(got.Streams) != 2 {
		t.Errorf("%+v", got.Streams)
	}
}

// broadcast is a transport stream of two programs: radio in stereo, and television whose clock is ahead by minutes.
func broadcast() []string {
	return with(tone("2"), "-itsoffset 500", pattern("160x90", "25", "2"), "-itsoffset 500", tone("2"),
		"-map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a:0 mp2 -c:a:1 aac",
		"-program program_num=1:st=0 -program program_num=2:st=1:st=2 -f mpegts")
}
