package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

//go:embed score.mjs
var scorePage []byte

// scoreAim is how soon a posted score is on open pages.
const scoreAim = 3 * time.Second

// postedScore is one that no game of the demo has.
const postedScore = 977

// scoreLatency opens home pages, posts a score of the event on air as an operator does, and returns how long it took to
// be drawn, page by page.
func (b *bench) scoreLatency(ctx context.Context, a *air) ([]time.Duration, error) {
	operator := stage.NewClient(a.server.URL, channel)
	if err := operator.Open(ctx); err != nil {
		return nil, err
	}
	if err := operator.Login(ctx, "operator@example.com", "grandstand-demo"); err != nil {
		return nil, err
	}
	cmd, err := b.browse(ctx, "score.mjs", scorePage, map[string]any{
		"url": a.server.URL, "event": a.event, "score": fmt.Sprint(postedScore), "pages": watchers,
	})
	if err != nil {
		return nil, err
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	browser := &audience{cmd: cmd, out: bufio.NewReader(pipe)}
	if _, err := browser.out.ReadString('\n'); err != nil {
		return nil, fmt.Errorf("browser: %w", browser.end(err))
	}
	posted := time.Now()
	score := map[string]any{"away": postedScore, "home": 1, "period": "P1"}
	if err := operator.Post(ctx, fmt.Sprintf("/api/events/%d/score", a.event), score, nil); err != nil {
		return nil, browser.end(err)
	}
	var shown []int64
	if err := json.NewDecoder(browser.out).Decode(&shown); err != nil {
		return nil, fmt.Errorf("browser: %w", browser.end(err))
	}
	var late []time.Duration
	for _, at := range shown {
		late = append(late, time.UnixMilli(at).Sub(posted))
	}
	return late, browser.end(nil)
}
