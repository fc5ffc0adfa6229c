package segment

import (
	"bytes"
	"errors"
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
	} {
		err := tt.file.Check()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
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
