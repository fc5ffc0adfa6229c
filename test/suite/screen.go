package main

import (
	"bytes"
	"io"
	"sync"
)

// screen shows the output of stages that run side by side, one whole line at a time.
type screen struct {
	mu sync.Mutex
	to io.Writer
}

// lineWriter passes whole lines on to a screen.
type lineWriter struct {
	screen *screen
	mu     sync.Mutex
	rest   []byte // a line without its end
}

func (w *lineWriter) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest = append(w.rest, text...)
	end := bytes.LastIndexByte(w.rest, '\n') + 1
	if end == 0 {
		return len(text), nil
	}
	w.screen.mu.Lock()
	defer w.screen.mu.Unlock()
	_, err := w.screen.to.Write(w.rest[:end])
	w.rest = append(w.rest[:0], w.rest[end:]...)
	return len(text), err
}
