//go:build e2e

package e2e

import (
	"crypto/rand"
	"errors"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/grandstand/grandstand/test/stage"
)

// undisturbed runs something hostile beside the demo's live game and checks that the game's playlist went on growing
// and the process is the same one.
func (s *scene) undisturbed(t *testing.T, hostile func()) {
	t.Helper()
	fan, pid := s.visitor(t), s.server.PID()
	media := s.demoGame(t, fan)
	before, err := fan.Playlist(within(t, patience), media)
	if err != nil {
		t.Fatal(err)
	}
	hostile()
	waitPlaylist(t, fan, media, "of the other game goes on", func(p *stage.Playlist) bool {
		return edge(p) > edge(before)+1
	})
	after, err := fan.Playlist(within(t, patience), media)
	if err != nil {
		t.Fatal(err)
	}
	if after.Discontinuities() != before.Discontinuities() || s.server.PID() != pid {
		t.Error("the other game was interrupted")
	}
}

func (s *scene) isTaken(event int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken[event]
}

func edge(p *stage.Playlist) int { return p.Open.Sequence }

// demoGame gives the media playlist of the game that the demo itself keeps live.
func (s *scene) demoGame(t *testing.T, c *stage.Client) string {
	t.Helper()
	ctx := within(t, patience)
	var playable string
	err := stage.Until(ctx, "the demo has a live game", func() (bool, error) {
		list, err := c.Events(ctx, url.Values{"stream_status": {"live"}, "type": {"free"}, "limit": {"100"}})
		if err != nil {
			return false, err
		}
		for _, e := range list {
			if s.isTaken(e.ID) || e.StreamState != "live" {
				continue
			}
			full, err := c.Event(ctx, e.ID)
			if err != nil {
				return false, err
			}
			playable = full.Playable(stage.MediaLive)
		}
		return playable != "", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_, media := mediaPlaylist(t, c, playable)
	return media
}

// wrongKey is refused with its reason in the log, and the encoder is sent away at once.
func wrongKey(t *testing.T, s *scene) {
	s.undisturbed(t, func() {
		position := s.server.Log.Len()
		p := start(t, stage.Small(), "rtmp://"+s.server.RTMP+"/live/not-a-key-of-anybody")
		refused(t, p)
		if _, err := s.server.Log.WaitLine(within(t, patience), position, "reason", "key"); err != nil {
			t.Errorf("%v; the log says:\n%s", err, s.server.Log.Since(position))
		}
	})
}

// secondPublisher is refused while the first is there, and the first notices nothing.
func secondPublisher(t *testing.T, s *scene) {
	event, fan := s.take(t, "free"), s.visitor(t)
	first := s.publish(t, event.ID, stage.Plain())
	_, media := mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))

	position := s.server.Log.Len()
	refused(t, s.publish(t, event.ID, stage.Small()))
	if _, err := s.server.Log.WaitLine(within(t, patience), position, "reason", "publish"); err != nil {
		t.Errorf("%v; the log says:\n%s", err, s.server.Log.Since(position))
	}
	list := waitPlaylist(t, fan, media, "goes on", func(p *stage.Playlist) bool { return p.Duration() >= 8*time.Second })
	if list.Discontinuities() != 0 {
		t.Errorf("the first publisher was interrupted:\n%s", list.Text)
	}
	select {
	case <-first.Ended():
		t.Errorf("the first publisher was sent away: %s", first.Log)
	default:
	}
}

// refused waits until the server has sent an encoder away.
func refused(t *testing.T, p *stage.Publisher) {
	t.Helper()
	waitEnded(t, p)
	if p.Err() == nil {
		t.Error("the encoder ended without an error")
	}
}

// waitEnded waits until an encoder ends by itself.
func waitEnded(t *testing.T, p *stage.Publisher) {
	t.Helper()
	select {
	case <-p.Ended():
	case <-within(t, patience).Done():
		t.Fatalf("the encoder still runs after %s; its log ends with:\n%s", patience, p.Log.Tail(20))
	}
}

// garbage on the RTMP port is cut off: noise, an HTTP request, a handshake that turns into noise, a giant chunk.
func garbage(t *testing.T, s *scene) {
	noise := make([]byte, 64<<10)
	if _, err := rand.Read(noise); err != nil {
		t.Fatal(err)
	}
	handshake := append([]byte{3}, make([]byte, 1536)...)
	openings := map[string][]byte{
		"noise":                noise,
		"http":                 []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
		"handshake then noise": append(append([]byte{}, handshake...), noise...),
		"wrong version":        append([]byte{0xff}, make([]byte, 1536)...),
		"giant message":        append(append([]byte{}, handshake...), append(make([]byte, 1536), 0x03, 0, 0, 0, 0xff, 0xff, 0xff, 0x14, 0, 0, 0, 0)...),
	}
	s.undisturbed(t, func() {
		for name, bytes := range openings {
			t.Run(name, func(t *testing.T) { cutOff(t, s.server.RTMP, bytes) })
		}
	})
}

// cutOff sends bytes and waits until the server closes the connection.
func cutOff(t *testing.T, address string, bytes []byte) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	_, _ = conn.Write(bytes) // the server may have closed already
	answer := make([]byte, 4096)
	for {
		if _, err = conn.Read(answer); err != nil {
			break
		}
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		t.Error("the server keeps the connection")
	}
}

// halfOpenFlood opens 1,000 connections that say nothing. A real encoder still gets in, and they are cut off.
func halfOpenFlood(t *testing.T, s *scene) {
	const connections = 1000
	event, fan := s.take(t, "free"), s.visitor(t)
	s.undisturbed(t, func() {
		held := make([]net.Conn, 0, connections)
		for range connections {
			conn, err := net.Dial("tcp", s.server.RTMP)
			if err != nil {
				t.Fatalf("after %d connections: %v", len(held), err)
			}
			defer conn.Close()
			held = append(held, conn)
		}
		s.publish(t, event.ID, stage.Small())
		s.waitLive(t, fan, event.ID)
		for i, conn := range held {
			if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
				t.Fatal(err)
			}
			if _, err := conn.Read(make([]byte, 1)); err == nil {
				t.Errorf("connection %d got words", i)
			} else if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
				t.Fatalf("connection %d is still held", i)
			}
		}
	})
}

// plays publishes footage unlike the usual for a while and plays the recording.
func (s *scene) plays(t *testing.T, footage stage.Footage) {
	t.Helper()
	event, fan := s.take(t, "register"), s.user(t)
	s.publish(t, event.ID, footage)
	_, media := mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))
	waitPlaylist(t, fan, media, "has 6 s", func(p *stage.Playlist) bool { return p.Duration() >= 6*time.Second })
	s.recordingPlays(t, fan, event.ID)
}

// playsOrIsRefused is for what the product may decline: then the log says why.
func (s *scene) playsOrIsRefused(t *testing.T, footage stage.Footage) {
	t.Helper()
	event, fan := s.take(t, "register"), s.user(t)
	position := s.server.Log.Len()
	p := s.publish(t, event.ID, footage)
	ctx := within(t, patience)
	err := stage.Until(ctx, "the encoder is taken or sent away", func() (bool, error) {
		select {
		case <-p.Ended():
			return true, nil
		default:
		}
		e, err := fan.Event(ctx, event.ID)
		return e.StreamStatus == "live", err
	})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.Ended():
		if _, err := s.server.Log.WaitLine(ctx, position, "reason"); err != nil {
			t.Error(err)
		}
	default:
		_, media := mediaPlaylist(t, fan, s.waitLive(t, fan, event.ID).Playable(stage.MediaLive))
		waitPlaylist(t, fan, media, "has 6 s", func(p *stage.Playlist) bool { return p.Duration() >= 6*time.Second })
	}
}

// changesResolution switches the picture's size in the middle of one connection.
func changesResolution(t *testing.T, s *scene) {
	event, fan := s.take(t, "register"), s.user(t)
	position := s.server.Log.Len()
	joined, err := stage.Joined(within(t, patience), stage.Plain(), stage.Small())
	if err != nil {
		t.Fatal(err)
	}
	p, err := stage.PublishWith("-re", "-i", joined, "-c", "copy", "-f", "flv", s.address(t, event.ID))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Drop)
	s.waitLive(t, fan, event.ID)
	waitEnded(t, p)
	if p.Err() != nil {
		if _, err := s.server.Log.WaitLine(within(t, patience), position, "reason"); err != nil {
			t.Error(err)
		}
	}
	s.recordingPlays(t, fan, event.ID)
}

// timestampsJump sends a file whose clock leaps an hour ahead in the middle.
func timestampsJump(t *testing.T, s *scene) {
	event, fan := s.take(t, "register"), s.user(t)
	path, err := stage.Small().Render(within(t, patience))
	if err != nil {
		t.Fatal(err)
	}
	const jump = "setts=ts=TS+gt(TS\\,5000)*3600000" // FLV counts in milliseconds
	p, err := stage.PublishWith("-re", "-i", path, "-c", "copy",
		"-bsf:v", jump, "-bsf:a", jump, "-f", "flv", s.address(t, event.ID))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Drop)
	s.waitLive(t, fan, event.ID)
	waitEnded(t, p)
	_, list := s.recordingPlays(t, fan, event.ID)
	if list.Duration() > patience {
		t.Errorf("ten seconds of video are a recording of %s", list.Duration())
	}
}
