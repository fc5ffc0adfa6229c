package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

//go:embed slow.mjs
var slowPage []byte

// slowSeconds is for how long the game plays after its first picture.
const slowSeconds = 40

// slowLines are what a line carries, in kbit/s, after how many milliseconds it answers, and when the first picture is due.
func slowLines() []slowLine {
	return []slowLine{{400, 300, 8 * time.Second}, {1500, 200, 4 * time.Second}}
}

type slowLine struct {
	kbits, latency int
	aim            time.Duration
}

// slowVisit is what bench/slow.mjs prints.
type slowVisit struct {
	First   float64  `json:"first"`   // ms until the first picture
	Stalls  int      `json:"stalls"`  // of more than half a second, afterwards
	Stalled float64  `json:"stalled"` // ms
	Heights [][2]int `json:"heights"` // ms and lines of the picture
	Loads   []struct {
		Kind  string  `json:"kind"`
		From  float64 `json:"from"`
		Bytes int64   `json:"bytes"`
	} `json:"loads"`
}

// measureSlow opens the demo's live game, which is made in smaller sizes, on lines that a phone has in a full arena.
func measureSlow(ctx context.Context, b *bench) ([]row, error) {
	server, err := stage.Start(ctx, stage.Config{Dir: b.path("slow"), Command: []string{"demo"}, Env: []string{"GRANDSTAND_LIVE_LADDERS=1", "GRANDSTAND_TRUSTED_PROXIES=127.0.0.0/8"}})
	if err != nil {
		return nil, err
	}
	defer server.Kill()
	if err := awaitLadder(ctx, server); err != nil {
		return nil, err
	}
	front, err := startTLS(server.URL)
	if err != nil {
		return nil, err
	}
	defer front.Close()
	var rows []row
	for _, line := range slowLines() {
		visit, err := b.visitSlowly(ctx, front.URL, line)
		if err != nil {
			return nil, err
		}
		name := fmt.Sprintf("a live game at %d kbit/s, %d ms a round trip", line.kbits, line.latency)
		first := time.Duration(visit.First * float64(time.Millisecond))
		rows = append(rows, row{
			what: name + ": first picture of a first visit", aim: fmt.Sprintf("within %.0f s", line.aim.Seconds()),
			figure: fmt.Sprintf("%.1f s, after %d KB", first.Seconds(), visit.loaded()/1000), reached: judge(first <= line.aim),
		}, row{
			what: fmt.Sprintf("%s: stalls in %d s afterwards", name, slowSeconds), aim: "0",
			figure:  fmt.Sprintf("%d, together %.1f s; sizes %s", visit.Stalls, visit.Stalled/1000, visit.sizes()),
			reached: judge(visit.Stalls == 0),
		})
	}
	return rows, nil
}

// startTLS starts a reverse proxy with TLS and HTTP/2 in front of a server. Browsers reach a server in production this way, and
// accept Brotli over TLS only.
func startTLS(server string) (*httptest.Server, error) {
	target, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	silent := slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // Chromium complains about the certificate, and pages that close end requests
	front := httptest.NewUnstartedServer(&httputil.ReverseProxy{
		ErrorLog:      silent,
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.SetXForwarded()
			r.Out.Host = r.In.Host
		},
	})
	front.Config.ErrorLog = silent
	front.EnableHTTP2 = true
	front.StartTLS()
	return front, nil
}

// awaitLadder waits until enough of the game is there in smaller sizes.
func awaitLadder(ctx context.Context, server *stage.Server) error {
	admin := stage.NewClient(server.Admin, channel)
	return stage.Until(ctx, "the game is made in smaller sizes", func() (bool, error) {
		figures, err := admin.Fetch(ctx, "/metrics")
		if err != nil {
			return false, err
		}
		var made int
		for line := range strings.Lines(string(figures)) {
			if _, err := fmt.Sscanf(line, `grandstand_media_live_rungs_total{outcome="made"} %d`, &made); err == nil {
				return made >= 10, nil
			}
		}
		return false, nil
	})
}

func (b *bench) visitSlowly(ctx context.Context, origin string, line slowLine) (slowVisit, error) {
	limited, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	denied := fmt.Sprintf(`{"value":"denied","expires_at":%d}`, time.Now().Add(time.Hour).UnixMilli())
	cmd, err := b.browse(limited, "slow.mjs", slowPage, map[string]any{
		"url": origin + "/watch/1", "kbit": line.kbits, "latency": line.latency, "seconds": slowSeconds,
		"storage": map[string]string{"rudy_analytics_consent": denied},
	})
	if err != nil {
		return slowVisit{}, err
	}
	out, err := cmd.Output()
	if err != nil {
		return slowVisit{}, fmt.Errorf("browser: %w", err)
	}
	var visit slowVisit
	if err := json.Unmarshal(out, &visit); err != nil {
		return slowVisit{}, fmt.Errorf("browser: %w: %s", err, out)
	}
	return visit, nil
}

// loaded is how many bytes came of what was asked for before the first picture.
func (v slowVisit) loaded() int64 {
	var sum int64
	for _, load := range v.Loads {
		if load.From*1000 < v.First {
			sum += load.Bytes
		}
	}
	return sum
}

// sizes are the lines of the pictures in the order in which they were shown.
func (v slowVisit) sizes() string {
	var names []string
	for _, height := range v.Heights {
		names = append(names, fmt.Sprint(height[1]))
	}
	return strings.Join(names, ", ")
}
