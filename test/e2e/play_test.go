//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// recordingPlays ends a live event, plays its recording through and returns both.
func (s *scene) recordingPlays(t *testing.T, fan *stage.Client, event int64) (stage.Event, *stage.Playlist) {
	t.Helper()
	endGame(t, s.server, event)
	return s.playsWhenOver(t, fan, event)
}

// playsWhenOver waits for the end of an event, plays its recording through and returns both.
func (s *scene) playsWhenOver(t *testing.T, fan *stage.Client, event int64) (stage.Event, *stage.Playlist) {
	t.Helper()
	e := s.waitOnDemand(t, fan, event)
	_, media := mediaPlaylist(t, fan, e.Playable(stage.MediaOnDemand))
	list := waitEnd(t, fan, media)
	playsThrough(t, fan, e.Playable(stage.MediaOnDemand), list.Duration())
	return e, list
}

// waitEnd waits until a playlist has an end, which it gets a moment after the database, up to a second where another process
// ended the game: players ask again.
func waitEnd(t *testing.T, c *stage.Client, media string) *stage.Playlist {
	t.Helper()
	return waitPlaylist(t, c, media, "has an end", func(p *stage.Playlist) bool { return p.Ended })
}

// playsThrough decodes a playlist from end to end with a player that is not ours (ffmpeg) and compares what came out
// with the length promised: an exit code alone says nothing about length.
func playsThrough(t *testing.T, c *stage.Client, address string, promised time.Duration) {
	t.Helper()
	full, err := c.Resolve("/", address)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(within(t, 2*patience), "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error",
		"-i", full, "-map", "0", "-f", "null", "-progress", "pipe:1", "-")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	progress, err := cmd.Output()
	if err != nil {
		t.Fatalf("play %s: %v: %s", address, err, complaints.String())
	}
	if got := played(string(progress)); got < promised-time.Second || got > promised+2*time.Second {
		t.Errorf("%s promises %s and plays %s", address, promised, got)
	}
	if words := serious(complaints.String()); words != "" {
		t.Errorf("while playing %s: %s", address, words)
	}
}

// played reads the last position of ffmpeg's progress report.
func played(progress string) time.Duration {
	var last time.Duration
	for line := range strings.Lines(progress) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), "out_time_us="); ok {
			if us, err := strconv.ParseInt(value, 10, 64); err == nil {
				last = time.Duration(us) * time.Microsecond
			}
		}
	}
	return last
}

// serious drops what ffmpeg says about every discontinuity, which is its way of handling one.
func serious(complaints string) string {
	var kept []string
	lines := bufio.NewScanner(strings.NewReader(complaints))
	for lines.Scan() {
		line := lines.Text()
		if !strings.Contains(line, "non monotonically increasing dts") && !strings.Contains(line, "Non-monotonous DTS") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
