package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httputil"
	"syscall"
	"time"
)

// Waits of the app between tries to have the feed again.
const (
	feedSoonest = time.Second
	feedLatest  = 30 * time.Second
	// feedSilence is more than two heartbeats.
	feedSilence = 40 * time.Second
)

// What the server has open beside the connections of fans: a few for each viewer with low latency, its own files, and
// connections that a fan has given up and the server has not closed yet.
const (
	filesPerEdge = 4
	filesBeside  = 1_000
)

// feedsFor is how many of the fans can follow scores. Each needs two connections then, and the server is one process, which
// has no more files open than it may.
func feedsFor(fans int) (int, error) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, fmt.Errorf("how many files a process may have open: %w", err)
	}
	room := int(min(limit.Max, 1<<20)) - fans - rushAll - filesPerEdge*max(1, fans/edgeShare) - filesBeside
	return max(0, min(fans, room)), nil
}

// following says how many follow scores.
func (k *kickoff) following() string {
	if k.feeds == k.fans {
		return "all"
	}
	return fmt.Sprintf("%d %%", 100*k.feeds/k.fans)
}

// follow keeps the feed of scores open, on a connection of its own.
func (f *fan) follow(ctx context.Context) {
	pause := feedSoonest
	for ctx.Err() == nil {
		if f.listen(ctx) {
			pause = feedSoonest
		}
		if wait(ctx, pause/2+rand.N(pause/2)) != nil {
			return
		}
		pause = min(2*pause, feedLatest)
	}
}

// listen follows the feed until it ends, and says whether it had begun.
func (f *fan) listen(ctx context.Context) bool {
	begin := time.Now()
	w := wire{dialer: f.dialer, address: f.address}
	defer w.close()
	if err := w.open(); err != nil {
		f.cut("live-feed", begin, err)
		return false
	}
	defer context.AfterFunc(ctx, func() { _ = w.conn.SetDeadline(time.Unix(1, 0)) })()
	_ = w.conn.SetDeadline(time.Now().Add(callTimeout))
	if _, err := fmt.Fprintf(w.conn, "GET /api/live-feed?api_key=%s HTTP/1.1\r\nHost: %s\r\nUser-Agent: a fan\r\nAccept: text/event-stream\r\n\r\n", f.Key, f.Host); err != nil {
		f.cut("live-feed", begin, err)
		return false
	}
	a, err := w.head()
	switch {
	case err != nil:
		f.cut("live-feed", begin, err)
		return false
	case a.status == http.StatusServiceUnavailable && a.again > 0:
		f.settled(browse, true, begin)
		return false
	case a.status != http.StatusOK:
		f.wrong("live-feed", fmt.Errorf("status %d", a.status))
		return false
	}
	f.took("live-feed", time.Since(begin))
	if err := f.hear(&w); ctx.Err() == nil {
		f.cut("live-feed", begin, err)
	}
	return true
}

// hear reads what the feed tells. What it says first is how things stand.
func (f *fan) hear(w *wire) error {
	lines := bufio.NewReaderSize(httputil.NewChunkedReader(w.in), 512)
	for told := 0; ; {
		if err := w.conn.SetReadDeadline(time.Now().Add(feedSilence)); err != nil {
			return err
		}
		line, err := lines.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull { //nolint:errorlint // what comes of ReadSlice itself
			return err
		}
		if bytes.HasPrefix(line, []byte("event: events")) {
			if told++; told > 1 {
				f.news.Store(true)
				f.count("news")
			}
		}
	}
}
