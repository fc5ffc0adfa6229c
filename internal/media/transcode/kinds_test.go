package transcode

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// makeFilm has a film made of a file. It returns its largest size, and how far ffmpeg came.
func makeFilm(t *testing.T, s *Studio, path string) (made string, far time.Duration) {
	t.Helper()
	survey, err := s.Survey(t.Context(), path)
	if err != nil {
		t.Fatalf("survey: %v", err)
	}
	folder, rungs := t.TempDir(), Ladder(survey)
	if err := s.Encode(t.Context(), path, folder, survey, rungs, func(at time.Duration) { far = at }); err != nil {
		t.Fatalf("encode: %v: %+v", err, survey)
	}
	return RungFile(folder, rungs[0]), far
}

// Files with tracks that are passed over, with sound that outlasts the pictures, and of
// codecs and containers that are rare.
func TestKindsOfFilesThatBecomeFilms(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	clip, sound := pattern("64x48", "10", "1"), tone("3")
	h264, words := "-c:v libx264 -preset ultrafast -pix_fmt yuv420p", filepath.Join("testdata", "words.srt")
	for _, file := range []struct {
		name    string
		args    []string
		seconds float64 // of the film's pictures
	}{
		{"words.mp4", with(clip, sound, "-i "+words, "-map 0 -map 1 -map 2", h264, "-c:a aac -c:s mov_text"), 3},
		{"words.mkv", with(clip, sound, "-i "+words, "-map 0 -map 1 -map 2", h264, "-c:a aac -c:s ass"), 3},
		{"unknown-length.flv", with(clip, sound, h264, "-c:a aac"), 3},
		{"picture.mp4", with(pattern("64x48", "10", "0.1"), sound, h264, "-c:a aac"), 3},
		{"cover.mp4", with(clip, tone("0.5"), pattern("64x48", "1", "1"), "-map 0 -map 1 -map 2", h264, "-c:a aac -c:v:1 png -frames:v:1 1 -disposition:v:1 attached_pic"), 1},
		{"png.mov", with(clip, "-c:v png"), 1},
		{"jpegls.mov", with(clip, "-c:v jpegls"), 1},
		{"speedhq.mov", with(clip, "-c:v speedhq"), 1},
		{"g726.mkv", with(clip, sound, "-c:v mpeg4 -c:a g726 -ar 8000 -ac 1 -b:a 32k"), 3},
		{"g722.mkv", with(clip, sound, h264, "-c:a g722 -ar 16000 -ac 1"), 3},
		{"rle.mov", with(clip, "-c:v qtrle"), 1},
		{"cinepak.avi", with(clip, "-c:v cinepak"), 1},
		{"zmbv.avi", with(clip, "-c:v zmbv"), 1},
		{"loop.gif", clip, 1},
		{"raw.y4m", with(clip, "-pix_fmt yuv420p"), 1},
		{"plain.nut", with(clip, "-c:v mpeg4"), 1},
	} {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			made, far := makeFilm(t, s, film(t, file.name, file.args...))
			got := far.Seconds()
			if file.seconds > 1 { // ffmpeg tells of the longer of pictures and sound
				out, err := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=duration", "-of", "csv=p=0", made).Output()
				if err != nil {
					t.Fatal(err)
				}
				if got = seconds(strings.TrimSpace(string(out))).Seconds(); got < file.seconds-0.15 {
					t.Errorf("%g s of pictures, not %g", got, file.seconds)
				}
			}
			if got < file.seconds*0.6 || got > file.seconds+0.15 {
				t.Errorf("%g s of pictures, not %g", got, file.seconds)
			}
		})
	}
}

func TestAPictureWithoutSoundIsTooShort(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	path := film(t, "picture.mp4", with(pattern("64x48", "10", "0.1"), "-c:v libx264 -pix_fmt yuv420p")...)
	survey, err := s.Survey(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var why Refusal
	err = s.Encode(t.Context(), path, t.TempDir(), survey, Ladder(survey), func(time.Duration) {})
	if !errors.As(err, &why) || why != TooShort {
		t.Errorf("%v", err)
	}
}

// Every film has the colours that every device shows, and says so.
func TestColoursOfFilms(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	hdr := func(luma, transfer string) []string {
		return with("-f lavfi -i color=black:size=64x48:rate=5:duration=0.8,format=yuv420p10le,lutyuv=y="+luma+":u=512:v=512",
			"-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le -color_primaries bt2020 -colorspace bt2020nc -color_range tv -color_trc", transfer)
	}
	for _, file := range []struct {
		name string
		args []string
		luma int
	}{
		// The white of a page is 75 % of HLG and 58 % of PQ, and stays white.
		{"hlg.mp4", hdr("721", "arib-std-b67"), 200},
		{"pq.mp4", hdr("572", "smpte2084"), 200},
		{"red.mov", with("-f lavfi -i color=red:size=64x48:rate=5:duration=0.8 -c:v qtrle"), 63},
	} {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			made, _ := makeFilm(t, s, film(t, file.name, file.args...))
			picture, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-i", made, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-").Output()
			if err != nil || len(picture) == 0 {
				t.Fatal(err)
			}
			if got := int(picture[0]); got < file.luma-8 || got > file.luma+8 {
				t.Errorf("a luma of %d, not %d", got, file.luma)
			}
			out, err := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-show_entries", "stream=color_space,color_transfer,color_primaries", "-of", "csv=p=0", made).Output()
			if got := strings.TrimSpace(string(out)); err != nil || got != "bt709,bt709,bt709" {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
}

// A phone's file has its subtitles as mov_text.
func TestTextsOfAFile(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	words := "-i " + filepath.Join("testdata", "words.srt")
	path := film(t, "words.mp4", with(pattern("64x48", "10", "1"), words, "-c:v mpeg4 -c:s mov_text -metadata:s:s:0 language=fra")...)
	survey, err := s.Survey(t.Context(), path)
	if err != nil || !slices.Equal(survey.Texts, []TextTrack{{Stream: 1, Codec: "mov_text", Language: "fra"}}) {
		t.Fatalf("%+v, %v", survey.Texts, err)
	}
	texts, err := s.Texts(t.Context(), path, t.TempDir(), survey.Texts)
	if err != nil || len(texts) != 1 || !strings.Contains(string(texts[0]), "00:00:00,100 --> 00:00:00,900\nHello") {
		t.Errorf("%q, %v", texts, err)
	}
}
