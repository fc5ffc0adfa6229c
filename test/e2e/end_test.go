//go:build e2e

package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// operatorEnds ends a game while its encoder is connected. Everything that was live is in the recording. An encoder that connects
// again is refused until an operator reopens the event; then the game goes on.
func operatorEnds(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	number := strconv.FormatInt(event.ID, 10)
	encoder := s.publish(t, event.ID, stage.Small())
	_, media := mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))
	before := waitPlaylist(t, fan, media, "has 6 s", func(p *stage.Playlist) bool { return p.Duration() >= 6*time.Second })

	said, err := s.server.Run(within(t, patience), "stream", "end", number)
	if want := fmt.Sprintf("Encoder disconnected. Event %s has ended.", number); err != nil || !strings.Contains(said, want) {
		t.Fatalf("stream end says %q, %v", said, err)
	}
	waitEnded(t, encoder)
	s.waitOnDemand(t, fan, event.ID)
	ended := waitEnd(t, fan, media)
	if gone := lost(before, ended); gone > 0 {
		t.Errorf("%d segments are lost: was\n%s\nis\n%s", gone, before.Text, ended.Text)
	}

	again := s.publish(t, event.ID, stage.Small())
	waitEnded(t, again)
	if told := again.Log.Tail(5); !strings.Contains(told, "an operator ended the event") {
		t.Errorf("an encoder that connects again is told %q", told)
	}
	s.waitStatus(t, event.ID, "ended", "Encoders are refused", "stream reopen "+number)
	if e := s.waitOnDemand(t, fan, event.ID); e.StreamState != "ended" {
		t.Errorf("the stream is %s after an encoder connected again", e.StreamState)
	}

	if _, err := s.server.Run(within(t, patience), "stream", "reopen", number); err != nil {
		t.Fatal(err)
	}
	s.publish(t, event.ID, stage.Small())
	s.waitLive(t, fan, event.ID)
	_, whole := s.recordingPlays(t, fan, event.ID)
	if gone := lost(ended, whole); gone > 0 || whole.Discontinuities() != 1 {
		t.Errorf("%d segments are lost, %d breaks: was\n%s\nis\n%s", gone, whole.Discontinuities(), ended.Text, whole.Text)
	}
}
