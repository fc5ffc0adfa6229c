package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/grandstand/grandstand/test/stage"
)

// lighthouseTimes is how often each page is looked at; the median counts.
const lighthouseTimes = 5

// Aims of the web app, of 1.
const (
	phoneAim   = 0.90
	deskAim    = 0.97
	qualityAim = 1.0
)

// scores are Lighthouse's, from 0 to 1, and what a first visit fetched.
type scores struct {
	Performance   float64 `json:"performance"`
	Accessibility float64 `json:"accessibility"`
	BestPractices float64 `json:"best-practices"`
	SEO           float64 `json:"seo"`

	Bytes map[string]int64 `json:"bytes"` // by Chromium's kind of resource
}

// fetched tells a first visit's bytes, as they came over the network.
func (s scores) fetched() string {
	kinds := []struct{ name, key string }{
		{"document", "Document"}, {"scripts", "Script"}, {"styles", "Stylesheet"}, {"fonts", "Font"}, {"pictures", "Image"},
	}
	var told []string
	var known, all int64
	for _, kind := range kinds {
		known += s.Bytes[kind.key]
		told = append(told, fmt.Sprintf("%s %d", kind.name, (s.Bytes[kind.key]+500)/1000))
	}
	for _, n := range s.Bytes {
		all += n
	}
	return fmt.Sprintf("%d KB: %s, calls and the rest %d", (all+500)/1000, strings.Join(told, ", "), (all-known+500)/1000)
}

// measurePages has Lighthouse look at a home, a list and a page of the demo channel.
func measurePages(ctx context.Context, b *bench) ([]row, error) {
	server, err := stage.Start(ctx, stage.Config{Dir: b.path("pages"), Command: []string{"demo"}})
	if err != nil {
		return nil, err
	}
	defer server.Kill()
	found, err := lighthouse(ctx, map[string]string{
		"home": server.URL + "/", "list": server.URL + "/schedule", "page": server.URL + "/about",
	})
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, page := range []string{"home", "list", "page"} {
		phone, desk := found[page+" phone"], found[page+" desk"]
		rows = append(rows, row{
			what: "Lighthouse, " + page + ": performance, phone and desk",
			aim:  fmt.Sprintf("at least %.0f and %.0f", 100*phoneAim, 100*deskAim), figure: fmt.Sprintf("%.0f and %.0f", 100*phone.Performance, 100*desk.Performance),
			reached: judge(phone.Performance >= phoneAim && desk.Performance >= deskAim),
		}, row{
			what: "Lighthouse, " + page + ": accessibility, best practice, SEO (the worse of both)", aim: "100 each",
			figure: fmt.Sprintf("%.0f, %.0f, %.0f", 100*min(phone.Accessibility, desk.Accessibility),
				100*min(phone.BestPractices, desk.BestPractices), 100*min(phone.SEO, desk.SEO)),
			reached: judge(min(phone.Accessibility, desk.Accessibility, phone.BestPractices, desk.BestPractices, phone.SEO, desk.SEO) >= qualityAim),
		}, row{what: "a first visit fetches, " + page + ", on a phone", figure: phone.fetched()})
	}
	return rows, nil
}

func lighthouse(ctx context.Context, pages map[string]string) (map[string]scores, error) {
	root, err := stage.Root()
	if err != nil {
		return nil, err
	}
	settings, err := json.Marshal(map[string]any{"pages": pages, "times": lighthouseTimes})
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "node", "run.mjs", string(settings))
	cmd.Dir, cmd.Stderr = filepath.Join(root, "bench", "lighthouse"), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("lighthouse: %w", err)
	}
	var found map[string]scores
	if err := json.Unmarshal(out, &found); err != nil {
		return nil, fmt.Errorf("read what Lighthouse says: %w", err)
	}
	return found, nil
}
