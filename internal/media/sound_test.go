package media

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/segment"
)

// soundOf is the prefix of the addresses of a stream's sound.
func (s *screen) soundOf(g Grant) string {
	s.t.Helper()
	g.ChannelID, g.EventID = s.stream.ChannelID, s.stream.EventID
	return strings.TrimSuffix(s.SoundURL(g, s.stream.ID, false), "audio.m3u8")
}

// An address of the sound opens the playlist of the sound and the media that it lists, and nothing else.
func TestAnAddressOfTheSoundServesTheSoundOnly(t *testing.T) {
	s, _ := onAir(t)
	base := s.soundOf(Grant{UserID: 5, SessionID: 6})
	desk, err := s.desk(t.Context(), s.stream.ID)
	if err != nil {
		t.Fatal(err)
	}
	hot := desk.index.Load().Hot(1)
	for file, want := range map[string][]byte{
		"audio.m3u8": s.get("audio.m3u8").body, "a/1.mp4": hot.Run.Init(segment.Audio), "a/1-1.m4s": hot.Whole(segment.Audio), "a/1-1-0.m4s": hot.Chunk(segment.Audio, 0),
	} {
		if got := s.ask(http.MethodGet, base+file); got.StatusCode != http.StatusOK || len(want) == 0 || !bytes.Equal(got.body, want) {
			t.Errorf("%s: %d, %d bytes of %d", file, got.StatusCode, len(got.body), len(want))
		}
	}
	if got := s.ask(http.MethodGet, base+"audio-veiled.m3u8"); got.StatusCode != http.StatusOK || !strings.Contains(string(got.body), "a/1-0.m4s") || strings.Contains(string(got.body), "v/") {
		t.Errorf("veiled: %d %s", got.StatusCode, got.body)
	}
	for _, file := range []string{
		"index.m3u8", "live.m3u8", "video.m3u8", "video-live.m3u8", "audio-live.m3u8", "veiled.m3u8", "video-veiled.m3u8",
		"v/1.mp4", "v/1-0.m4s", "v/1-1-0.m4s", "720/video.m3u8", "720/v/1-0.m4s", "720/audio.m3u8", "720/a/1-0.m4s",
		"storyboard.vtt", "strip-0-1.jpg", "sheet-0.jpg", "preview-1.mp4", "preview-1.webp", "captions-en.vtt", "e1.mp4", "", "a/", "a/1-0", "a/01-0.m4s", "audio",
	} {
		s.expect(http.StatusForbidden, "invalid_media_signature", base+file)
	}
	s.expect(http.StatusNotFound, "media_not_found", base+"a/1-99.m4s")
	other := s.PlaybackURL(Grant{ChannelID: s.stream.ChannelID, EventID: s.stream.EventID + 1, SessionID: 6, Sound: true}, Source{StreamID: s.stream.ID})
	s.expect(http.StatusForbidden, "invalid_media_signature", other.Base+"audio.m3u8")
	other = s.PlaybackURL(Grant{ChannelID: s.stream.ChannelID + 1, EventID: s.stream.EventID, SessionID: 6, Sound: true}, Source{StreamID: s.stream.ID})
	s.expect(http.StatusForbidden, "invalid_media_signature", other.Base+"audio.m3u8")
}

// The sound of the recording has the address of the live sound, so that an open player goes on.
func TestTheSoundOfARecordingHasTheAddressOfTheLiveSound(t *testing.T) {
	s, e := onAir(t)
	base := s.soundOf(Grant{SessionID: 6})
	if got := s.ask(http.MethodGet, base+"audio.m3u8"); strings.Contains(string(got.body), "#EXT-X-ENDLIST") {
		t.Errorf("a live list ends: %s", got.body)
	}
	e.close()
	s.now.Advance(2 * time.Minute)
	if _, err := s.FinishExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.ask(http.MethodGet, base+"audio.m3u8"); got.StatusCode != http.StatusOK || !strings.Contains(string(got.body), "#EXT-X-ENDLIST") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	s.expect(http.StatusForbidden, "invalid_media_signature", base+"index.m3u8")
}

// Listening takes a place as watching does: at its start, and every 20 s.
func TestListeningAsksForItsPlace(t *testing.T) {
	s, _ := onAir(t)
	screens := &fakeScreens{}
	s.screens = newScreens(screens, s.now)
	base := s.soundOf(Grant{UserID: 5, SessionID: 6, Player: 77})
	s.expect(http.StatusOK, "", base+"audio.m3u8?updates=delta")
	if asked := screens.take(); len(asked) != 1 || !asked[0].Starts || !asked[0].Sound || asked[0].Player != 77 {
		t.Fatalf("%+v", asked)
	}
	for range 5 {
		s.expect(http.StatusOK, "", base+"audio.m3u8?_HLS_msn=1")
		s.expect(http.StatusOK, "", base+"a/1-0.m4s")
	}
	if asked := screens.take(); len(asked) != 1 || asked[0].Starts {
		t.Errorf("%+v", asked)
	}
	screens.set(fault.New(fault.Conflict, "too_many_streams", "You are watching on as many screens as you can at once."))
	s.now.Advance(accessKept + time.Second)
	s.expect(http.StatusConflict, "too_many_streams", base+"audio.m3u8")
	s.expect(http.StatusForbidden, "too_many_streams", base+"a/1-0.m4s")
}
