package transcode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/formats/mp4/codecs"

	"github.com/grandstand/grandstand/internal/media/segment"
)

// PreviewLength is the length of a preview of a longer video.
const PreviewLength = 5 * time.Second

const (
	previewSide     = 480 // pixels of the longer side of the film
	previewPictures = 30  // a second, at most
	previewRate     = 560 // kbit/s, at most
	animationSide   = 320 // pixels of the longer side of the animated picture
	animationRate   = 8   // pictures a second
	maxPreview      = 400_000
)

// Preview is a few silent seconds of a video.
type Preview struct {
	Width, Height int
	Duration      time.Duration
	Film          []byte // MP4 with H.264, its tables first
	Animation     []byte // the same seconds as animated WebP; nil where ffmpeg makes none
}

// Preview makes a preview of the beginning of an fMP4: an initialisation section and chunks, the
// first of which begins with a key frame, of pictures of one size. It waits for no other run of
// the tool: callers keep their number small. A preview without animation is no failure.
func (t *Tool) Preview(ctx context.Context, fmp4 []byte, width, height int) (p Preview, err error) {
	dir, err := scratch("preview")
	if err != nil {
		return p, fmt.Errorf("make a folder for a preview: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p.Width, p.Height = fit(width, height, previewSide)
	film := filepath.Join(dir, "preview.mp4")
	if err := t.execute(ctx, execution{args: previewArguments(film, p.Width, p.Height), input: bytes.NewReader(fmp4), folder: dir, limits: t.limits}); err != nil {
		return p, err
	}
	if p.Film, err = readSmallFile(film); err != nil {
		return p, err
	}
	if p.Duration, err = silentLength(p.Film); err != nil {
		return p, err
	}
	animation := filepath.Join(dir, "preview.webp")
	w, h := fit(width, height, animationSide)
	err = t.execute(ctx, execution{args: animationArguments(animation, w, h), input: bytes.NewReader(p.Film), folder: dir, limits: t.limits})
	if err == nil {
		p.Animation, err = readSmallFile(animation)
	}
	if errors.Is(err, ErrFailed) {
		err = nil // this ffmpeg has no encoder for it, or the pictures need too many bytes
	}
	return p, err
}

// fit is a size with even sides, the longer one of at most so many pixels.
func fit(width, height, side int) (int, int) {
	scale := min(1, float64(side)/float64(max(width, height, 1)))
	even := func(n int) int { return max(2, int(math.Round(float64(n)*scale/2))*2) }
	return even(width), even(height)
}

// previewArguments reads from standard input and nowhere else.
func previewArguments(out string, width, height int) []string {
	return []string{
		"-hide_banner", "-v", "error", "-nostdin", "-y", "-threads", "1", "-filter_threads", "1",
		"-protocol_whitelist", "pipe", "-f", "mp4", "-i", "pipe:0", "-map", "0:v:0", "-an", "-sn", "-dn", "-map_metadata", "-1",
		"-t", strconv.FormatFloat(PreviewLength.Seconds(), 'f', -1, 64), "-fpsmax", strconv.Itoa(previewPictures),
		"-vf", fmt.Sprintf("scale=%d:%d:out_range=limited,setsar=1,format=yuv420p", width, height),
		"-c:v", "libx264", "-preset", "veryfast", "-crf", "27", "-maxrate", strconv.Itoa(previewRate) + "k", "-bufsize", strconv.Itoa(previewRate) + "k",
		"-profile:v", "main", "-level", "3.1", "-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-movflags", "+faststart", "-f", "mp4", out,
	}
}

func animationArguments(out string, width, height int) []string {
	return []string{
		"-hide_banner", "-v", "error", "-nostdin", "-y", "-threads", "1", "-filter_threads", "1",
		"-protocol_whitelist", "pipe", "-f", "mp4", "-i", "pipe:0", "-an", "-map_metadata", "-1",
		"-vf", fmt.Sprintf("fps=%d,scale=%d:%d", animationRate, width, height),
		"-c:v", "libwebp_anim", "-lossless", "0", "-quality", "40", "-loop", "0", "-f", "webp", out,
	}
}

// readSmallFile reads a file that a card loads.
func readSmallFile(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: no preview: %w", ErrFailed, err)
	}
	if len(data) == 0 || len(data) > maxPreview {
		return nil, fmt.Errorf("%w: a preview of %d bytes", ErrFailed, len(data))
	}
	return data, nil
}

// silentLength is the length of a film that has H.264 pictures and nothing else.
func silentLength(film []byte) (time.Duration, error) {
	made, err := segment.ReadPresentation(bytes.NewReader(film))
	if err != nil {
		return 0, fmt.Errorf("%w: unreadable preview: %w", ErrFailed, err)
	}
	if len(made.Tracks) != 1 {
		return 0, fmt.Errorf("%w: a preview of %d tracks", ErrFailed, len(made.Tracks))
	}
	track, units := made.Tracks[0], int64(0)
	if _, ok := track.Codec.(*codecs.H264); !ok || track.TimeScale == 0 {
		return 0, fmt.Errorf("%w: a preview of %T", ErrFailed, track.Codec)
	}
	for _, s := range track.Samples {
		units += int64(s.Duration)
	}
	if units == 0 {
		return 0, fmt.Errorf("%w: a preview without pictures", ErrFailed)
	}
	return time.Duration(units) * time.Second / time.Duration(track.TimeScale), nil
}
