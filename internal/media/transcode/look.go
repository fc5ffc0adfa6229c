package transcode

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Look is how bright and how loud a second of video is.
type Look struct {
	// Bright is the brightness below which nine tenths of the picture are: 16 is black,
	// 235 white (ITU-R BT.709, 8 bits).
	Bright float64
	// Peak is the loudest sample, in dB below full scale: 0 is the loudest there can be,
	// negative infinity silence.
	Peak float64
}

// maxLook bounds what ffmpeg may print about a look.
const maxLook = 1 << 20

// Look measures the first picture of one fMP4 and the whole sound of another.
func (t *Tool) Look(ctx context.Context, video, audio []byte) (look Look, err error) {
	dir, err := scratch("look")
	if err != nil {
		return Look{}, fmt.Errorf("make a folder for sound: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	sound := filepath.Join(dir, "sound.mp4")
	if err := os.WriteFile(sound, audio, 0o600); err != nil {
		return Look{}, fmt.Errorf("write sound to look at: %w", err)
	}
	printed := &tail{limit: maxLook}
	if err := t.run(ctx, execution{args: lookArguments(sound), input: bytes.NewReader(video), output: printed, reads: []string{sound}}); err != nil {
		return Look{}, err
	}
	return readLook(printed.String())
}

// lookArguments reads from standard input and the one file.
func lookArguments(sound string) []string {
	return []string{
		"-hide_banner", "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1", "-filter_complex_threads", "1",
		"-protocol_whitelist", "pipe", "-f", "mp4", "-i", "pipe:0",
		"-protocol_whitelist", "file", "-f", "mp4", "-i", sound,
		"-filter_complex", "[0:v]scale=160:-2,signalstats,metadata=print:key=lavfi.signalstats.YHIGH:file=-[v];" +
			"[1:a]astats=metadata=1:measure_perchannel=none:measure_overall=Peak_level,ametadata=print:key=lavfi.astats.Overall.Peak_level:file=-[a]",
		"-map", "[v]", "-frames:v", "1", "-f", "null", "-", "-map", "[a]", "-f", "null", "-",
	}
}

// readLook takes the last value of each; that of the sound is of all of it.
func readLook(printed string) (Look, error) {
	look := Look{Bright: math.NaN(), Peak: math.NaN()}
	lines := bufio.NewScanner(strings.NewReader(printed))
	for lines.Scan() {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), "=")
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			continue
		}
		switch name {
		case "lavfi.signalstats.YHIGH":
			look.Bright = n
		case "lavfi.astats.Overall.Peak_level":
			look.Peak = n
		}
	}
	if math.IsNaN(look.Bright) || math.IsNaN(look.Peak) {
		return Look{}, fmt.Errorf("%w: nothing was measured", ErrFailed)
	}
	return look, nil
}
