package transcode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Board says how small pictures of a film lie on sheets, row by row.
type Board struct {
	Every    int // seconds from one picture to the next
	Width    int // of one, in pixels
	Height   int
	Columns  int // of a sheet
	Rows     int
	Pictures int // of all sheets
}

const (
	boardWidth    = 192 // pixels of a picture
	boardPictures = 400 // at most, about
	boardColumns  = 8
	boardRows     = 8
	posterSide    = 1280 // pixels of a poster's longer side
)

// NewBoard is the board of a film.
func NewBoard(r Rung, length time.Duration) Board {
	seconds := length.Seconds()
	every := keyEvery * max(1, int(math.Ceil(seconds/keyEvery/boardPictures)))
	b := Board{Every: every, Columns: boardColumns, Rows: boardRows, Pictures: max(1, int(math.Ceil(seconds/float64(every))))}
	b.Width, b.Height = SmallSize(r.Width, r.Height)
	return b
}

// SmallSize is the size of a small picture of what is so large.
func SmallSize(width, height int) (int, int) {
	small := func(a, b int) int { return max(2, int(math.Round(boardWidth*float64(a)/float64(b)/2))*2) }
	if h := small(height, width); h <= boardWidth {
		return boardWidth, h
	}
	return small(width, height), boardWidth
}

// Sheets is how many sheets the board has.
func (b Board) Sheets() int { return (b.Pictures + b.Columns*b.Rows - 1) / (b.Columns * b.Rows) }

// Draw draws the sheets of a board, as JPEG, from what Encode made.
func (s *Studio) Draw(ctx context.Context, path, folder string, b Board) ([][]byte, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the film: %w", err)
	}
	filter := fmt.Sprintf("fps=1/%d:start_time=0:eof_action=pass,scale=%d:%d:out_range=full,setsar=1,format=yuvj420p,tile=%dx%d", b.Every, b.Width, b.Height, b.Columns, b.Rows)
	// Key frames alone: they lie as far apart as pictures do, or closer.
	args := append([]string{"-hide_banner", "-v", "error", "-nostdin", "-y", "-threads", "1", "-filter_threads", "1", "-skip_frame", "nokey"}, input(path, decoders)...)
	args = append(args, "-an", "-vf", filter, "-q:v", "5", "-f", "image2", filepath.Join(folder, "sheet-%d.jpg"))
	if err := s.ffmpeg.execute(ctx, execution{args: args, reads: []string{path}, folder: folder, limits: s.drawLimits()}); err != nil {
		return nil, err
	}
	var sheets [][]byte
	for n := range b.Sheets() {
		sheet, err := os.ReadFile(filepath.Join(folder, "sheet-"+strconv.Itoa(n+1)+".jpg"))
		if errors.Is(err, os.ErrNotExist) && n > 0 {
			break // the last picture fell to the sheet before
		}
		if err != nil {
			return nil, fmt.Errorf("%w: no sheet: %w", ErrFailed, err)
		}
		sheets = append(sheets, sheet)
	}
	return sheets, nil
}

// Poster draws the picture of a moment of what Encode made, as JPEG.
func (s *Studio) Poster(ctx context.Context, path, folder string, at time.Duration) ([]byte, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the film: %w", err)
	}
	out := filepath.Join(folder, "poster.jpg")
	args := append([]string{
		"-hide_banner", "-v", "error", "-nostdin", "-y", "-threads", "1", "-filter_threads", "1", "-ss", strconv.FormatFloat(at.Seconds(), 'f', 3, 64),
	}, input(path, decoders)...)
	filter := fmt.Sprintf(`scale=w=min(%d\,iw):h=min(%d\,ih):force_original_aspect_ratio=decrease:force_divisible_by=2:out_range=full,setsar=1,format=yuvj420p`, posterSide, posterSide)
	args = append(args, "-an", "-frames:v", "1", "-vf", filter, "-q:v", "3", "-f", "image2", "-update", "1", out)
	if err := s.ffmpeg.execute(ctx, execution{args: args, reads: []string{path}, folder: folder, limits: s.drawLimits()}); err != nil {
		return nil, err
	}
	poster, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("%w: no poster: %w", ErrFailed, err)
	}
	return poster, nil
}

func (s *Studio) drawLimits() Limits {
	return Limits{Time: s.limits.Time, Memory: s.limits.Memory, Output: 64 << 20}
}
