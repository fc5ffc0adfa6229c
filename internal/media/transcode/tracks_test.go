package transcode

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gameSound turns the first track of ADPCM in an AVI into one of a codec of games, by its number (RIFF, WAVE_FORMAT_DK4_ADPCM).
func gameSound(t *testing.T, path string) string {
	t.Helper()
	file := read(t, path)
	ima, dk4 := []byte{0x11, 0, 1, 0, 0x44, 0xAC, 0, 0}, []byte{0x61, 0, 1, 0, 0x44, 0xAC, 0, 0}
	if !bytes.Contains(file, ima) {
		t.Fatalf("%s has no ADPCM", path)
	}
	if err := os.WriteFile(path, bytes.Replace(file, ima, dk4, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A track that is not needed refuses no file, whether its codec is accepted or not.
func TestTracksThatAreNotNeeded(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	clip, sound, h264 := pattern("64x48", "10", "1"), tone("1"), "-c:v libx264 -preset ultrafast -pix_fmt yuv420p"
	cover := film(t, "cover.tiff", with(clip, "-frames:v 1")...)
	for _, file := range []struct {
		name         string
		args         []string
		change       func(*testing.T, string) string
		video, audio int // the tracks that the film is made of
	}{
		{"G.722 behind.mkv", with(clip, sound, "-map 0 -map 1 -map 1", h264, "-c:a:0 aac -c:a:1 g722 -ar:a:1 16000 -ac:a:1 1"), nil, 0, 1},
		{"a cover.mkv", with(clip, sound, h264, "-c:a aac -metadata:s:t mimetype=image/tiff -attach", cover), nil, 0, 1},
		{"pictures in front.mkv", with(clip, sound, "-map 0 -map 0 -map 1 -c:v:0 tiff -c:v:1 mpeg4 -c:a aac"), nil, 1, 2},
		{"sound of a game in front.avi", with(clip, sound, "-map 0 -map 1 -map 1 -c:v mpeg4 -c:a:0 adpcm_ima_wav -c:a:1 ac3"), gameSound, 0, 2},
		{"sound of a game behind.avi", with(clip, sound, "-map 0 -map 1 -map 1 -c:v mpeg4 -c:a:0 ac3 -c:a:1 adpcm_ima_wav"), gameSound, 0, 1},
	} {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			path := film(t, "film"+filepath.Ext(file.name), file.args...)
			if file.change != nil {
				path = file.change(t, path)
			}
			survey, err := s.Survey(t.Context(), path)
			if err != nil || survey.Video != file.video || survey.Audio != file.audio {
				t.Fatalf("pictures of track %d, sound of track %d: %v", survey.Video, survey.Audio, err)
			}
			made, _ := makeFilm(t, s, path)
			if got := probe(t, made, "-show_entries", "stream=codec_name,channels"); len(got.Streams) != 2 {
				t.Errorf("%+v", got.Streams)
			}
		})
	}
}

// ffprobe opens the decoders that are not accepted, and gives them no data.
func TestDecodersThatAreNotAcceptedDecodeNothing(t *testing.T) {
	codecs, err := newStudio(t, DefaultStudioLimits()).codecs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	path := film(t, "pictures.mkv", with(pattern("64x48", "10", "1"), "-map 0 -map 0 -c:v:0 mpeg4 -c:v:1 tiff")...)
	out, err := exec.CommandContext(t.Context(), "ffprobe", probeArguments(path, codecs)...).CombinedOutput()
	if report := string(out); err != nil || !strings.Contains(report, "Codec (tiff) not on whitelist") || strings.Contains(report, "Codec (mpeg4)") {
		t.Errorf("%v: %s", err, report)
	}
}

// A film is not published without its sound, or with the wrong pictures, because they cannot be decoded.
func TestTracksThatAreNeeded(t *testing.T) {
	s := newStudio(t, DefaultStudioLimits())
	clip, sound := pattern("64x48", "10", "1"), tone("1")
	for name, path := range map[string]string{
		"the only sound":    gameSound(t, film(t, "sound.avi", with(clip, sound, "-c:v mpeg4 -c:a adpcm_ima_wav")...)),
		"the only pictures": film(t, "pictures.mkv", with(clip, sound, "-c:v tiff -c:a aac")...),
	} {
		_, err := s.Survey(t.Context(), path)
		var why Refusal
		if !errors.As(err, &why) || why != Unreadable {
			t.Errorf("%s: %v", name, err)
		}
	}
}
