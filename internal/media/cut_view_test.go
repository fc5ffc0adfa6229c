package media

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// While a game goes on, what was cut out of it plays at once: from the segments around it,
// and from nothing before or after them.
func TestACutPlaysAtOnceAndShowsNothingElse(t *testing.T) {
	s, e := onAir(t)
	id := s.mustAddCut(s.stream.EventID, 3*time.Second, 3400*time.Millisecond)
	if c := s.found(id); c.State != CutProcessing || c.Lead != time.Second || c.Width == 0 || c.EventID != s.stream.EventID {
		t.Errorf("found %+v", c)
	}
	base := s.cutBase(id)
	if got := string(s.ask(http.MethodGet, base+"index.m3u8").body); !strings.Contains(got, "\nnow/video.m3u8\n") || !strings.Contains(got, `URI="now/audio.m3u8"`) {
		t.Errorf("the list of lists:\n%s", got)
	}
	list := func(r string) string { return string(s.ask(http.MethodGet, base+"now/"+r+".m3u8").body) }
	for r, folder := range map[string]string{"video": "v", "audio": "a"} {
		got := list(r)
		for _, want := range []string{"#EXT-X-MEDIA-SEQUENCE:1\n", "#EXT-X-START:TIME-OFFSET=1.00000,PRECISE=YES\n", "TYPE:EVENT\n", folder + "/1-2.m4s\n"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", r, want, got)
			}
		}
		if strings.Contains(got, "ENDLIST") || strings.Contains(got, "1-0.m4s") || strings.Contains(got, "PART") {
			t.Errorf("%s while its end is recorded:\n%s", r, got)
		}
	}
	e.mustPlay(5) // until 12 s
	got := list("video")
	if !strings.HasSuffix(got, "v/1-3.m4s\n#EXT-X-ENDLIST\n") || !strings.Contains(got, "TYPE:VOD\n") || strings.Count(got, "#EXTINF") != 3 {
		t.Errorf("when its end is recorded:\n%s", got)
	}
	for file, status := range map[string]int{
		"now/v/1.mp4": 200, "now/a/1.mp4": 200, "now/v/1-1.m4s": 200, "now/a/1-3.m4s": 200,
		"now/v/1-0.m4s": 404, "now/v/1-4.m4s": 404, "now/v/1-5.m4s": 404, "now/a/1-4.m4s": 404, "now/v/1-1-0.m4s": 404, "now/v/2.mp4": 404,
		"v/1-1.m4s": 404, "v/1.mp4": 404, "video.m3u8": 404, "live.m3u8": 404, "veiled.m3u8": 404,
		"now/index.m3u8": 404, "now/live.m3u8": 404, "now/video-live.m3u8": 404, "now/now/video.m3u8": 404, "now/": 404, "": 404,
	} {
		if got := s.ask(http.MethodGet, base+file).StatusCode; got != status {
			t.Errorf("%s: %d, want %d", file, got, status)
		}
	}
	if cc := s.ask(http.MethodGet, base+"now/v/1-1.m4s").Header.Get("Cache-Control"); cc != "private, max-age=600" {
		t.Errorf("a segment of the stream: %s", cc)
	}
	if cc := s.ask(http.MethodGet, base+"now/video.m3u8").Header.Get("Cache-Control"); cc != "private, no-cache" {
		t.Errorf("the list may be kept: %s", cc)
	}
}

func TestACutOpensOnlyByItsOwnSignature(t *testing.T) {
	s, _ := onAir(t)
	id := s.mustAddCut(s.stream.EventID, time.Second, time.Second)
	other := s.mustAddCut(s.stream.EventID, 2*time.Second, time.Second)
	mine, event := s.cutBase(id), s.base
	folder := "/" + Source{CutID: id}.String() + "/"
	stream := "/" + Source{StreamID: s.stream.ID}.String() + "/"
	for name, path := range map[string]string{
		"a cut by the event's":   strings.Replace(event, stream, folder, 1),
		"the event by a cut's":   strings.Replace(mine, folder, stream, 1),
		"another cut by a cut's": strings.Replace(mine, folder, "/"+Source{CutID: other}.String()+"/", 1),
		"by another channel's":   strings.Replace(s.PlaybackURL(Grant{ChannelID: s.channel + 1, CutID: id, SessionID: 6}, Source{CutID: id}).Rewind, "index.m3u8", "", 1),
		"by the library's":       strings.Replace(s.library(Source{StreamID: s.stream.ID}), stream, folder, 1),
	} {
		t.Run(name, func(*testing.T) {
			for _, file := range []string{"index.m3u8", "now/video.m3u8", "now/v/1-0.m4s"} {
				s.expect(http.StatusForbidden, "invalid_media_signature", path+file)
			}
		})
	}
	s.expect(http.StatusForbidden, "invalid_media_signature", s.PlaybackURL(Grant{ChannelID: s.channel, CutID: id}, Source{CutID: id}).Rewind[:20]+folder+"index.m3u8")
	s.expect(http.StatusNotFound, "media_not_found", s.PlaybackURL(Grant{ChannelID: s.channel, CutID: 999}, Source{CutID: 999}).Rewind)
	late := Grant{ChannelID: s.channel, CutID: id, SessionID: 6, ExpiresAt: s.now.Now()}
	s.expect(http.StatusForbidden, "media_signature_expired", s.PlaybackURL(late, Source{CutID: id}).Rewind)
	s.expect(http.StatusOK, "", mine+"index.m3u8")
	s.access.deny(6)
	s.now.Advance(accessKept)
	s.expect(http.StatusForbidden, "no_access", mine+"index.m3u8")
	s.expect(http.StatusForbidden, "no_access", mine+"now/v/1-0.m4s")
}

func TestStretchesThatAreNotThere(t *testing.T) {
	s, _ := onAir(t)
	for name, stretch := range map[string][2]time.Duration{
		"before the beginning": {-time.Second, 2 * time.Second}, "beyond the end": {5 * time.Second, 3 * time.Second},
		"all of it beyond": {time.Hour, time.Second}, "no time": {time.Second, 0}, "backwards": {3 * time.Second, -time.Second},
		"too far for a number": {1 << 62, 1 << 62},
	} {
		if _, err := s.addCut(s.stream.EventID, stretch[0], stretch[1]); fault.CodeOf(err) != "clip_out_of_range" || fault.KindOf(err) != fault.Unprocessable ||
			!strings.Contains(err.Error(), "Your clip duration is longer than the end time") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The segment that is being filled counts, as far as it has been sent.
	if _, err := s.addCut(s.stream.EventID, 6100*time.Millisecond, 300*time.Millisecond); err != nil {
		t.Errorf("at the live edge: %v", err)
	}
	for name, event := range map[string]int64{
		"an event without a stream": s.addEvent(s.channel), "one that was not on": s.venue.stream().EventID,
		"no event": 999, "another channel's": s.theirs(),
	} {
		if _, err := s.addCut(event, 0, time.Second); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// opens returns what a cut of the stream opens.
func (s *screen) opens(from, length time.Duration) [2]time.Duration {
	s.t.Helper()
	footage, err := s.Footage(s.t.Context(), s.channel, s.stream.EventID)
	if err != nil {
		s.t.Fatal(err)
	}
	start, end := footage.Opens(from, length)
	return [2]time.Duration{start, end}
}

// What a cut opens is what is served of the stream until it is made: whole segments of two seconds.
func TestACutOpensWholeSegments(t *testing.T) {
	s, e := onAir(t)
	const second = time.Second
	for _, test := range []struct {
		name         string
		from, length time.Duration
		want         [2]time.Duration
	}{
		{"within a segment", 2500 * time.Millisecond, second, [2]time.Duration{2 * second, 4 * second}},
		{"across a boundary", 3500 * time.Millisecond, second, [2]time.Duration{2 * second, 6 * second}},
		{"exactly one", 2 * second, 2 * second, [2]time.Duration{2 * second, 4 * second}},
		{"whose end is not recorded", 3 * second, 3400 * time.Millisecond, [2]time.Duration{2 * second, 10400 * time.Millisecond}},
	} {
		got := s.opens(test.from, test.length)
		if got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		id := s.mustAddCut(s.stream.EventID, test.from, test.length)
		if test.name == "whose end is not recorded" {
			e.mustPlay(5)
		}
		list := string(s.ask(http.MethodGet, s.cutBase(id)+"now/video.m3u8").body)
		if served := time.Duration(strings.Count(list, "#EXTINF")) * 2 * second; served > got[1]-got[0] {
			t.Errorf("%s: %v are served, and %v counted", test.name, served, got[1]-got[0])
		}
	}
}

// theirs is an event of another channel that is on.
func (s *screen) theirs() int64 {
	s.t.Helper()
	south := *s.venue
	south.channel = s.addChannel("south")
	south.by.ChannelID = south.channel
	stream := south.stream()
	south.mustPublish(stream).mustPlay(5)
	eventually(s.t, "the other stream is live", func() bool { return south.state(stream) == Live })
	return stream.EventID
}

func TestCutsBelongToTheirChannel(t *testing.T) {
	s, _ := onAir(t)
	id := s.mustAddCut(s.stream.EventID, time.Second, time.Second)
	south := *s.venue
	south.channel = s.addChannel("south")
	if found, err := s.FindCuts(t.Context(), south.channel, []CutID{id}); err != nil || len(found) != 0 {
		t.Errorf("another channel finds %v, %v", found, err)
	}
	if err := south.dropCut(id); fault.KindOf(err) != fault.NotFound {
		t.Errorf("another channel removes it: %v", err)
	}
	if err := s.MakeCut(t.Context(), south.channel, id); err != nil || s.found(id).State != CutProcessing {
		t.Errorf("another channel makes it: %v", err)
	}
	if err := s.FailCut(t.Context(), south.channel, id); err != nil || s.found(id).State != CutProcessing {
		t.Errorf("another channel gives it up: %v", err)
	}
	if found, err := s.FindCuts(t.Context(), s.channel, nil); err != nil || len(found) != 0 {
		t.Errorf("of none there are %v, %v", found, err)
	}
	if err := s.dropCut(id); err != nil {
		t.Fatal(err)
	}
	s.now.Advance(time.Minute)
	s.expect(http.StatusNotFound, "media_not_found", s.cutBase(id)+"index.m3u8")
	if err := s.dropCut(id); fault.KindOf(err) != fault.NotFound {
		t.Errorf("removed twice: %v", err)
	}
}

// On a node that does not write the stream the newest seconds are known by the clock alone.
func TestALiveEdgeThatAnotherNodeWrites(t *testing.T) {
	s, _ := onAir(t)
	s.now.Advance(7 * time.Second)
	far := &venue{
		Service: NewService(s.Deps, Options{Node: "far"}), t: t, db: s.db, now: s.now, channel: s.channel, by: s.by, events: s.events, access: s.access,
	}
	if _, err := far.addCut(s.stream.EventID, 5*time.Second, 1900*time.Millisecond); err != nil {
		t.Errorf("just now: %v", err)
	}
	if _, err := far.addCut(s.stream.EventID, 5*time.Second, 2100*time.Millisecond); fault.CodeOf(err) != "clip_out_of_range" {
		t.Errorf("what is still to come: %v", err)
	}
}

func TestAGivenUpCutPlaysNothing(t *testing.T) {
	v := newVenue(t, dbtest.SQLite(t))
	stream := v.stream()
	v.mustPublish(stream).mustPlay(7)
	eventually(t, "the stream is live", func() bool { return v.state(stream) == Live })
	s := newScreen(t, v, stream)
	id := s.mustAddCut(stream.EventID, time.Second, time.Second)
	if err := s.FailCut(t.Context(), s.channel, id); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"index.m3u8", "now/video.m3u8", "now/v/1-0.m4s"} {
		s.expect(http.StatusNotFound, "media_not_found", fmt.Sprint(s.cutBase(id), file))
	}
}
