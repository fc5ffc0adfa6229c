//go:build e2e

package e2e

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/media/ingest/whip/whiptest"
	"github.com/grandstand/grandstand/test/stage"
)

// overWHIP is an encoder on WebRTC, as a browser is one: let in by its key, live with its sound, seen by who asks how it
// goes; stopped and started again it is the same event. Its key is in no log, also where it ends the address.
func overWHIP(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	said, err := s.server.Run(within(t, patience), "stream", "key", strconv.FormatInt(event.ID, 10))
	if err != nil {
		t.Fatal(err)
	}
	key := strings.TrimSpace(said)
	footage, err := whiptest.Render(within(t, patience), 30, true, "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=4",
		"-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=4", "-preset", "ultrafast", "-g", "60")
	if err != nil {
		t.Fatal(err)
	}
	position := s.server.Log.Len()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the server said of it:\n%s", linesWith(s.server.Log.Since(position), fmt.Sprintf(`"event_id":%d,`, event.ID), `"protocol":"whip"`))
		}
	})
	publish := func(address, bearer string) (stop func()) {
		e, err := whiptest.Dial(within(t, patience), address, bearer, true)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(e.Close)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = e.Send(ctx, footage, whiptest.Sending{Loop: true, Reports: true})
		}()
		return func() {
			if status, err := e.Delete(within(t, patience)); err != nil || status != 200 {
				t.Errorf("the session ended with %d, %v", status, err)
			}
			cancel()
			<-done
		}
	}
	stop := publish(s.server.URL+"/whip", key)
	_, media := mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))
	before := waitPlaylist(t, fan, media, "has 10 s", func(p *stage.Playlist) bool { return p.Duration() >= 10*time.Second })
	s.waitStatus(t, event.ID, "whip from 127.0.0.1", "640x360", "sound ")
	if _, _, err := whiptest.Post(within(t, patience), s.server.URL+"/whip/"+key, "", "application/sdp", "v=0"); !refusedWith(err, 400) {
		t.Errorf("a torn offer: %v", err)
	}
	stop()
	stop = publish(s.server.URL+"/whip/"+key, "")
	waitPlaylist(t, fan, media, "goes on", func(p *stage.Playlist) bool {
		return p.Discontinuities() == 1 && p.Duration() >= before.Duration()+4*time.Second
	})
	stop()
	s.recordingPlays(t, fan, event.ID)
	if log := s.server.Log.Since(position); strings.Contains(log, key) || !strings.Contains(log, `"protocol":"whip"`) {
		t.Error("the log tells the key, or nothing of the encoder")
	}
}

// linesWith are the lines that have one of some words.
func linesWith(text string, words ...string) string {
	var found strings.Builder
	for line := range strings.Lines(text) {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(line, word) }) {
			found.WriteString(line)
		}
	}
	return found.String()
}

func refusedWith(err error, status int) bool {
	refused, ok := errors.AsType[*whiptest.Refused](err)
	return ok && refused.Status == status
}
