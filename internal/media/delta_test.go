package media

import (
	"strings"
	"testing"
)

// Delta updates are offered to players that merge them and to no others: Shaka Player asks for
// them whenever they are offered, and then stops.
func TestDeltaUpdatesAreOfferedToPlayersThatMergeThem(t *testing.T) {
	s, e := onAir(t)
	e.mustPlay(30)
	const offer, skip, event = "CAN-SKIP-UNTIL=", "#EXT-X-SKIP:", "#EXT-X-PLAYLIST-TYPE:EVENT\n"
	apple := []string{"User-Agent", "AppleCoreMedia/1.0.0.22G86 (iPhone; U; CPU OS 18_6 like Mac OS X; en_ca)"}
	safari := []string{"User-Agent", "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15"}
	for _, c := range []struct {
		query         string
		headers       []string
		offers, skips bool
	}{
		{query: ""},
		{query: "?_HLS_msn=1&_HLS_part=0"},
		{query: "?updates=all"},
		{query: "?_updates=delta"},
		{query: "", headers: safari},
		{query: "?updates=delta", offers: true},
		{query: "?_HLS_msn=1&updates=delta", offers: true},
		{query: "", headers: apple, offers: true},
		{query: "?_HLS_skip=YES", offers: true, skips: true},
		{query: "?_HLS_skip=YES&updates=delta", offers: true, skips: true},
	} {
		for _, file := range []string{"video.m3u8", "audio.m3u8"} {
			list := string(s.get(file+c.query, c.headers...).body)
			if strings.Contains(list, offer) != c.offers || strings.Contains(list, skip) != c.skips || !strings.Contains(list, event) {
				t.Errorf("%s%s %v: want offer %t, skip %t:\n%s", file, c.query, c.headers, c.offers, c.skips, list)
			}
		}
	}
	if list := string(s.get("video-live.m3u8?updates=delta").body); strings.Contains(list, offer) {
		t.Errorf("the window has nothing to skip:\n%s", list)
	}
}
