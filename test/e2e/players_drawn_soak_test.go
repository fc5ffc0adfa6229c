//go:build e2e && soak

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/grandstand/grandstand/test/stage"
)

// runningPlayer is a player at work, and what its pictures showed.
type runningPlayer struct {
	name   string
	log    *stage.Log
	rewind func() error // nil where the player cannot be told
	end    func()
	once   sync.Once

	mu    sync.Mutex
	from  int // of seen: what is looked at
	seen  []stage.Count
	wrong int // pictures that no count could be read from
}

func (p *runningPlayer) stop() { p.once.Do(p.end) }

// draw notes a picture by the luma of its squares.
func (p *runningPlayer) draw(luma []byte) {
	count, ok := stage.ReadCount(luma)
	p.mu.Lock()
	defer p.mu.Unlock()
	if ok {
		p.seen = append(p.seen, count)
	} else {
		p.wrong++
	}
}

// begins forgets what was drawn.
func (p *runningPlayer) begins() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.from = len(p.seen)
}

// of are the seconds that were drawn of one footage.
func (p *runningPlayer) of(again bool) []int {
	p.mu.Lock()
	defer p.mu.Unlock()
	var seconds []int
	for _, count := range p.seen[p.from:] {
		if count.Again == again {
			seconds = append(seconds, count.Second)
		}
	}
	return seconds
}

// draws waits until a player has drawn a number of seconds of one footage, in order.
func (p *runningPlayer) draws(t *testing.T, what string, again bool, seconds int) {
	t.Helper()
	p.wait(t, what, func() bool {
		drawn := p.of(again)
		return len(drawn) > 0 && slices.Max(drawn)-drawn[0] >= seconds
	})
	drawn := p.of(again)
	if !slices.IsSorted(drawn) {
		t.Errorf("%s %s goes back: %v", p.name, what, slices.Compact(drawn))
	}
	t.Logf("%s %s: seconds %d to %d, %d different pictures of them", p.name, what, drawn[0], slices.Max(drawn), len(slices.Compact(drawn)))
}

// drawsFromTheStart waits until the first seconds of the first footage are drawn. Pictures of before a seek may still come.
func (p *runningPlayer) drawsFromTheStart(t *testing.T, what string) {
	t.Helper()
	const within, length = 3, 8
	p.wait(t, what, func() bool {
		drawn := p.of(false)
		return len(drawn) > 0 && slices.Min(drawn) <= within && slices.Contains(drawn, slices.Min(drawn)+length)
	})
	drawn := p.of(false)
	t.Logf("%s %s: seconds %d to %d", p.name, what, slices.Min(drawn), slices.Max(drawn))
}

func (p *runningPlayer) wait(t *testing.T, what string, ready func() bool) {
	t.Helper()
	err := stage.Until(within(t, patience), p.name+" plays "+what, func() (bool, error) { return ready(), nil })
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		t.Fatalf("%v; it drew %v and %d other pictures; it says\n%s", err, slices.Compact(slices.Clone(p.seen[p.from:])), p.wrong, p.log.Tail(20))
	}
}

// readLuma notes pictures from a stream of squares, one byte each.
func (p *runningPlayer) readLuma(pictures io.Reader) {
	luma := make([]byte, stage.CountColumns*stage.CountRows)
	for {
		if _, err := io.ReadFull(pictures, luma); err != nil {
			return
		}
		p.draw(luma)
	}
}

// readLine notes a picture from a line of numbers.
func (p *runningPlayer) readLine(line []byte) {
	luma := make([]byte, stage.CountColumns*stage.CountRows)
	rest := bytes.NewReader(line)
	for i := range luma {
		if _, err := fmt.Fscan(rest, &luma[i]); err != nil {
			return
		}
	}
	p.draw(luma)
}

// readFolder notes pictures that a player writes as PNG files, until it ends.
func (p *runningPlayer) readFolder(ctx context.Context, folder string) {
	_ = stage.Until(ctx, "the player ends", func() (bool, error) {
		names, err := filepath.Glob(filepath.Join(folder, "*.png"))
		if err != nil {
			return false, err
		}
		slices.Sort(names)
		for _, name := range names {
			if luma := lumaOf(name); luma != nil {
				p.draw(luma)
				_ = os.Remove(name)
			}
		}
		return false, nil
	})
}

// lumaOf reads the squares of a picture of any size; nil while it is being written.
func lumaOf(name string) []byte {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		return nil
	}
	size := picture.Bounds().Size()
	luma := make([]byte, 0, stage.CountColumns*stage.CountRows)
	for row := range stage.CountRows {
		for column := range stage.CountColumns {
			x, y := (2*column+1)*size.X/(2*stage.CountColumns), (2*row+1)*size.Y*4/(9*2*stage.CountRows)
			_, green, _, _ := picture.At(x, y).RGBA()
			luma = append(luma, byte(green>>8))
		}
	}
	return luma
}
