//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// liveThenOnDemand is a game from the first frame to the recording: it shows as live in time, low-latency playlists
// grow part by part, the whole event can be rewound, and after the end everything that was live is on demand.
func liveThenOnDemand(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	if event.StreamStatus != "upcoming" || event.Playable(stage.MediaLive) != "" {
		t.Fatalf("before the start: %+v", event)
	}
	s.publish(t, event.ID, stage.Plain())
	live := s.waitLive(t, fan, event.ID)

	list, address := mediaPlaylist(t, fan, live.Playable(stage.MediaLive))
	if !list.CanBlock || list.PartTarget == 0 {
		t.Errorf("no low latency:\n%s", list.Text)
	}
	blockingReload(t, fan, address)
	list = waitPlaylist(t, fan, address, "has 12 s", func(p *stage.Playlist) bool { return p.Duration() >= 12*time.Second })
	if list.MediaSequence != list.Segments[0].Sequence || list.Type == "VOD" {
		t.Errorf("no rewind window:\n%s", list.Text)
	}
	if age := time.Since(list.Segments[0].Time); age < list.Duration()-time.Second || age > patience {
		t.Errorf("the first sample is dated %s ago in a list of %s", age, list.Duration())
	}
	first := list.Segments[0].URI

	recording, list := s.recordingPlays(t, fan, event.ID)
	if list.Duration() < 12*time.Second || list.Segments[0].URI != first {
		t.Errorf("the recording is not the whole event:\n%s", list.Text)
	}
	if recording.Image == "" {
		t.Error("the event has no still of its game")
	}
}

// blockingReload asks for a part that does not exist yet: the answer comes when it does, and holds it
// (RFC 8216bis section 6.2.5.2).
func blockingReload(t *testing.T, c *stage.Client, address string) {
	t.Helper()
	list := waitPlaylist(t, c, address, "has parts", func(p *stage.Playlist) bool { _, _, _, ok := p.LastPart(); return ok })
	for range 4 {
		_, sequence, index, _ := list.LastPart()
		next, err := c.Playlist(within(t, patience), fmt.Sprintf("%s?_HLS_msn=%d&_HLS_part=%d", address, sequence, index+1))
		if err != nil {
			t.Fatal(err)
		}
		part, newSequence, newIndex, _ := next.LastPart()
		if newSequence < sequence || (newSequence == sequence && newIndex <= index) {
			t.Fatalf("asked for the part after %d.%d, got up to %d.%d", sequence, index, newSequence, newIndex)
		}
		full, err := c.Resolve(address, part.URI)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := c.Fetch(within(t, patience), strings.TrimPrefix(full, c.Base)); err != nil || len(body) == 0 {
			t.Fatalf("part %s: %d bytes, %v", part.URI, len(body), err)
		}
		list = next
	}
}

// dropAndResume loses the encoder and brings it back: same event, same address, one discontinuity, one recording.
func dropAndResume(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	publisher := s.publish(t, event.ID, stage.Plain())
	address := s.waitLive(t, fan, event.ID).Playable(stage.MediaLive)
	_, media := mediaPlaylist(t, fan, address)
	waitPlaylist(t, fan, media, "has 4 s", func(p *stage.Playlist) bool { return p.Duration() >= 4*time.Second })

	publisher.Drop()
	if _, err := fan.WaitEvent(within(t, patience), event.ID, "reconnecting", func(e stage.Event) bool {
		return e.StreamState == "reconnecting" && e.StreamStatus == "live"
	}); err != nil {
		t.Fatal(err)
	}
	s.publish(t, event.ID, stage.Small())
	if _, err := fan.WaitEvent(within(t, patience), event.ID, "live again", func(e stage.Event) bool {
		return e.StreamState == "live"
	}); err != nil {
		t.Fatal(err)
	}
	list := waitPlaylist(t, fan, media, "goes on", func(p *stage.Playlist) bool {
		return p.Discontinuities() == 1 && p.Duration() >= 10*time.Second
	})
	_, whole := s.recordingPlays(t, fan, event.ID)
	if whole.Discontinuities() != 1 || whole.Duration() < list.Duration() || whole.Segments[0].URI != list.Segments[0].URI {
		t.Errorf("the recording is not both halves:\n%s", whole.Text)
	}
}

// killWhileRecording kills the server under a live event: it is ready again, what was recorded is still there but for
// the segment in flight, and the encoder that comes back goes on where it was.
func killWhileRecording(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	first := s.publish(t, event.ID, stage.Plain())
	address := s.waitLive(t, fan, event.ID).Playable(stage.MediaLive)
	_, media := mediaPlaylist(t, fan, address)
	before := waitPlaylist(t, fan, media, "has 10 s", func(p *stage.Playlist) bool { return p.Duration() >= 10*time.Second })
	s.waitStored(t, event.ID, before)

	s.server.Kill()
	if err := s.server.Restart(within(t, patience)); err != nil {
		t.Fatalf("not ready again after a kill: %v", err)
	}
	first.Drop()

	after := waitPlaylist(t, fan, media, "is back", func(p *stage.Playlist) bool { return len(p.Segments) > 0 })
	if gone := lost(before, after); gone > 0 || after.Segments[0].URI != before.Segments[0].URI {
		t.Errorf("lost segments: had\n%s\nhas\n%s", before.Text, after.Text)
	}
	again := s.publish(t, event.ID, stage.Plain())
	waitPlaylist(t, fan, media, "goes on after the kill", func(p *stage.Playlist) bool {
		return p.Discontinuities() >= 1 && p.Duration() >= before.Duration()+6*time.Second
	})
	again.End()
	_, whole := s.recordingPlays(t, fan, event.ID)
	if whole.Duration() < before.Duration()+6*time.Second {
		t.Errorf("the recording has %s", whole.Duration())
	}
}

// killAndNobodyReturns kills the server under a live event whose encoder stays away: the event ends by itself, and its
// recording is at the address at which it was live. So does one whose encoder is lost while the server runs.
func killAndNobodyReturns(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	encoder := s.publish(t, event.ID, stage.Plain())
	_, media := mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))
	before := waitPlaylist(t, fan, media, "has 6 s", func(p *stage.Playlist) bool { return p.Duration() >= 6*time.Second })
	s.waitStored(t, event.ID, before)

	s.server.Kill()
	encoder.Drop()
	if err := s.server.Restart(within(t, patience), reconnectWithin(shortReconnect)); err != nil {
		t.Fatalf("not ready again after a kill: %v", err)
	}
	other := s.take(t, "free")
	encoder = s.publish(t, other.ID, stage.Small())
	s.waitLive(t, fan, other.ID)
	encoder.Drop()
	_, whole := s.playsWhenOver(t, fan, event.ID)
	if gone := lost(before, whole); gone > 0 || whole.Segments[0].URI != before.Segments[0].URI {
		t.Errorf("lost segments: had\n%s\nhas\n%s", before.Text, whole.Text)
	}
	s.playsWhenOver(t, fan, other.ID)
}

// overSRTAndARestart is an encoder on SRT that tries again by itself, as encoders do, while the server is killed and
// started again: the same event, address and recording, with a discontinuity. Asked, the server says what arrives.
func overSRTAndARestart(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	key := strings.TrimPrefix(s.address(t, event.ID), "rtmp://"+s.server.RTMP+"/live/")
	path, err := stage.Small().Render(within(t, patience))
	if err != nil {
		t.Fatal(err)
	}
	send := func() *stage.Publisher {
		p, err := stage.PublishWith("-re", "-stream_loop", "-1", "-i", path, "-c", "copy", "-f", "mpegts",
			"srt://"+s.server.SRT+"?streamid=%23!::m=publish,r="+key)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Drop)
		return p
	}
	first := send()
	_, media := mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))
	before := waitPlaylist(t, fan, media, "has 10 s", func(p *stage.Playlist) bool { return p.Duration() >= 10*time.Second })
	s.waitStatus(t, event.ID, "srt from 127.0.0.1", "640x360")

	s.server.Kill()
	if err := s.server.Restart(within(t, patience)); err != nil {
		t.Fatalf("not ready again after a kill: %v", err)
	}
	waitEnded(t, first) // it notices by itself
	send()
	waitPlaylist(t, fan, media, "goes on after the kill", func(p *stage.Playlist) bool {
		return p.Discontinuities() == 1 && p.Duration() >= before.Duration()+4*time.Second
	})
	_, whole := s.recordingPlays(t, fan, event.ID)
	if whole.Discontinuities() != 1 || whole.Segments[0].URI != before.Segments[0].URI || whole.Duration() < before.Duration()+4*time.Second {
		t.Errorf("the recording is not both halves:\n%s", whole.Text)
	}
}

// shutdown ends the server in order while an event is live; nothing recorded is lost, and it starts again.
func shutdown(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	s.publish(t, event.ID, stage.Plain())
	address := s.waitLive(t, fan, event.ID).Playable(stage.MediaLive)
	_, media := mediaPlaylist(t, fan, address)
	before := waitPlaylist(t, fan, media, "has 4 s", func(p *stage.Playlist) bool { return p.Duration() >= 4*time.Second })
	if err := s.server.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := s.server.Restart(within(t, patience)); err != nil {
		t.Fatal(err)
	}
	_, whole := s.recordingPlays(t, fan, event.ID)
	if whole.Duration() < before.Duration() {
		t.Errorf("had %s, the recording has %s", before.Duration(), whole.Duration())
	}
}
