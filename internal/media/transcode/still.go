package transcode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Still is one picture of a video.
type Still struct {
	Width  int
	Height int
	JPEG   []byte
}

// Stills decodes the first picture of an fMP4 (an initialisation section and at
// least one chunk) at several widths. A picture narrower than a width stays as it
// is.
func (t *Tool) Stills(ctx context.Context, fmp4 []byte, widths []int) (stills []Still, err error) {
	dir, err := scratch("still")
	if err != nil {
		return nil, fmt.Errorf("make a folder for stills: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := t.run(ctx, execution{args: stillArguments(dir, widths), input: bytes.NewReader(fmp4), folder: dir}); err != nil {
		return nil, err
	}
	for _, width := range widths {
		still, err := readStill(stillFile(dir, width), width)
		if err != nil {
			return nil, err
		}
		stills = append(stills, still)
	}
	return stills, nil
}

// stillArguments reads from standard input and nowhere else.
func stillArguments(dir string, widths []int) []string {
	args := []string{
		"-hide_banner", "-v", "error", "-nostdin", "-y", "-threads", "1", "-filter_threads", "1", "-filter_complex_threads", "1",
		"-protocol_whitelist", "pipe", "-f", "mp4", "-i", "pipe:0", "-an", "-filter_complex", stillFilter(widths),
	}
	for i, width := range widths {
		args = append(args, "-map", "[w"+strconv.Itoa(i)+"]", "-frames:v", "1", "-q:v", "4", "-f", "image2", "-update", "1",
			stillFile(dir, width))
	}
	return args
}

// stillFilter makes one copy of the picture as viewers see it per width, in square pixels and the
// full range that JPEG expects.
func stillFilter(widths []int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[0:v]scale=iw*sar:ih,setsar=1,split=%d", len(widths))
	for i := range widths {
		fmt.Fprintf(&b, "[s%d]", i)
	}
	for i, width := range widths {
		fmt.Fprintf(&b, `;[s%d]scale=min(%d\,iw):-2:out_range=full,setsar=1,format=yuvj420p[w%d]`, i, width, i)
	}
	return b.String()
}

func stillFile(dir string, width int) string {
	return filepath.Join(dir, strconv.Itoa(width)+".jpg")
}

// readStill decodes the whole picture: a file may be there and be cut short.
func readStill(path string, width int) (Still, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Still{}, fmt.Errorf("%w: no picture: %w", ErrFailed, err)
	}
	picture, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return Still{}, fmt.Errorf("%w: unreadable picture: %w", ErrFailed, err)
	}
	size := picture.Bounds().Size()
	if size.X > width || size.X < 16 || size.Y < 16 {
		return Still{}, fmt.Errorf("%w: picture of %dx%d", ErrFailed, size.X, size.Y)
	}
	return Still{Width: size.X, Height: size.Y, JPEG: data}, nil
}
