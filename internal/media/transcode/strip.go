package transcode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strconv"
)

// smallClock is how many units of time one second of what Small is given has.
const smallClock = 90_000

// Small decodes so many pictures of an fMP4, which come one a second in units of 1/90000 s, in a
// small size; those of another shape stand in black. What cannot be decoded is nil, but not all
// of it. It waits for no other run of the tool: its callers see to it that they are few.
func (t *Tool) Small(ctx context.Context, fmp4 []byte, count, width, height int) (small []*image.RGBA, err error) {
	dir, err := scratch("small")
	if err != nil {
		return nil, fmt.Errorf("make a folder for small pictures: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := t.execute(ctx, execution{args: smallArguments(dir, width, height), input: bytes.NewReader(fmp4), folder: dir, limits: t.limits}); err != nil {
		return nil, err
	}
	small, made := make([]*image.RGBA, count), 0
	for n := range small {
		pixels, err := os.ReadFile(filepath.Join(dir, strconv.Itoa(n*smallClock)+".rgba"))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		picture := image.NewRGBA(image.Rect(0, 0, width, height))
		if err != nil || copy(picture.Pix, pixels) != len(picture.Pix) {
			return nil, fmt.Errorf("%w: a small picture is cut short: %w", ErrFailed, err)
		}
		small[n] = picture
		made++
	}
	if made == 0 {
		return nil, fmt.Errorf("%w: no small pictures", ErrFailed)
	}
	return small, nil
}

// smallArguments reads from standard input and nowhere else. Files are named by the times of
// their pictures: one that cannot be decoded must not shift those after it. A file of its own for
// each, because what lays pictures on a sheet begins anew when their size changes.
func smallArguments(dir string, width, height int) []string {
	filter := fmt.Sprintf("scale=%d:%d:force_original_aspect_ratio=decrease,pad=%d:%d:-1:-1,setsar=1,format=rgba", width, height, width, height)
	return []string{
		"-hide_banner", "-v", "error", "-nostdin", "-y", "-threads", "1", "-filter_threads", "1", "-copyts",
		"-protocol_whitelist", "pipe", "-f", "mp4", "-i", "pipe:0", "-an", "-vf", filter,
		"-fps_mode", "passthrough", "-enc_time_base", "-1", "-c:v", "rawvideo", "-f", "image2", "-frame_pts", "1",
		filepath.Join(dir, "%d.rgba"),
	}
}
