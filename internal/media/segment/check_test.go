package segment

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckWantsKeyFramesAndSoundThatPlays(t *testing.T) {
	const second = int64(Ticks)
	for name, tt := range map[string]struct {
		file MP4
		want string
	}{
		"good":             {MP4{keys: []int64{0, 2 * second, 13 * second}, length: 20 * second}, ""},
		"silent":           {MP4{keys: []int64{0}, length: 5 * second}, ""},
		"two kinds":        {MP4{keys: []int64{0}, length: 5 * second, foreign: true, audio: &AudioConfig{}}, ""},
		"no key frames":    {MP4{length: 20 * second}, "no key frames"},
		"empty":            {MP4{keys: []int64{0}}, "no key frames"},
		"begins without":   {MP4{keys: []int64{13 * second}, length: 20 * second}, "no key frame for 13s: at most 12s"},
		"a long way":       {MP4{keys: []int64{0, 30 * second}, length: 31 * second}, "no key frame for 30s"},
		"ends without":     {MP4{keys: []int64{0}, length: 40 * second}, "no key frame for 40s"},
		"sound of another": {MP4{keys: []int64{0}, length: 5 * second, foreign: true}, "its sound is not AAC"},
		"sound that ends":  {MP4{keys: []int64{0}, length: 5 * second, sound: second}, ""},
		"a last frame":     {MP4{keys: []int64{0}, length: 5 * second, sound: 5*second + second/2}, ""},
		"sound goes on":    {MP4{keys: []int64{0}, length: 5 * second, sound: 9 * second}, "its sound goes on for 4s after the last picture"},
	} {
		err := tt.file.Check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

func TestAFileSaysWhenItsSoundEnds(t *testing.T) {
	for seconds, refused := range map[string]bool{"2": false, "6": true} {
		path := filepath.Join(t.TempDir(), "film.mp4")
		out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=2",
			"-f", "lavfi", "-i", "sine=duration="+seconds, "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		film, err := OpenMP4(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := film.Check(); (err != nil) != refused {
			t.Errorf("sound of %s s: %v", seconds, err)
		}
	}
}

// Two gigabytes are not made room for because a table says that a picture is as long.
func TestAFileThatLiesAboutLengthsIsRefused(t *testing.T) {
	film := smallFilm(t)
	sizes := []byte{0, 0, 0, 7, 0, 0, 0, 6, 0, 0, 0, 6}
	if bytes.Count(film, sizes) != 1 {
		t.Fatal("the table of lengths is not found")
	}
	lie := bytes.Replace(film, sizes, append([]byte{0x7F, 0xFF, 0xFF, 0xFF}, sizes[4:]...), 1)
	if _, err := OpenMP4(bytes.NewReader(lie)); !errors.Is(err, ErrUnsupported) {
		t.Errorf("%v, want %v", err, ErrUnsupported)
	}
}
