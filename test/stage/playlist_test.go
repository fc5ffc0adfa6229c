package stage

import (
	"testing"
	"time"
)

const livePlaylist = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:4
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=24.0
#EXT-X-PART-INF:PART-TARGET=0.5
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-MAP:URI="init-1.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-03-01T18:00:00.000Z
#EXTINF:4.00000,
seg-7.mp4
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="init-2.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-03-01T18:00:30.000Z
#EXT-X-PART:DURATION=0.50000,URI="seg-8.mp4?part=0",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.50000,URI="seg-8.mp4?part=1"
#EXTINF:1.00000,
seg-8.mp4
#EXT-X-PART:DURATION=0.50000,URI="seg-9.mp4?part=0",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="seg-9.mp4?part=1"
`

func TestParseLivePlaylist(t *testing.T) {
	p, err := ParsePlaylist(livePlaylist)
	if err != nil {
		t.Fatal(err)
	}
	if !p.CanBlock || p.CanSkip != 24*time.Second || p.PartTarget != 500*time.Millisecond || p.Ended {
		t.Errorf("server control: %+v", p)
	}
	if len(p.Segments) != 2 || p.Segments[1].Sequence != 8 || p.Segments[1].Map != "init-2.mp4" || !p.Segments[1].Discontinuity {
		t.Errorf("segments: %+v", p.Segments)
	}
	if p.Duration() != 5*time.Second || p.Discontinuities() != 1 {
		t.Errorf("duration %s, %d discontinuities", p.Duration(), p.Discontinuities())
	}
	part, sequence, index, ok := p.LastPart()
	if !ok || part.URI != "seg-9.mp4?part=0" || sequence != 9 || index != 0 {
		t.Errorf("last part: %+v of %d.%d", part, sequence, index)
	}
	if want := time.Date(2026, 3, 1, 18, 0, 31, 5e8, time.UTC); !part.End.Equal(want) {
		t.Errorf("last part ends at %s, want %s", part.End, want)
	}
}

func TestParseMultivariantPlaylist(t *testing.T) {
	p, err := ParsePlaylist("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2500000,CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=1280x720\nmain.m3u8\n")
	if err != nil {
		t.Fatal(err)
	}
	want := Variant{URI: "main.m3u8", Codecs: "avc1.64001f,mp4a.40.2", Resolution: "1280x720", Bandwidth: 2500000}
	if len(p.Variants) != 1 || p.Variants[0] != want {
		t.Errorf("got %+v, want %+v", p.Variants, want)
	}
}

func TestParseDeltaUpdate(t *testing.T) {
	p, err := ParsePlaylist("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-SKIP:SKIPPED-SEGMENTS=5\n#EXTINF:4,\nseg-15.mp4\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Segments) != 1 || p.Segments[0].Sequence != 15 {
		t.Errorf("segments: %+v", p.Segments)
	}
}

func TestParseRefusesWhatIsNoPlaylist(t *testing.T) {
	if _, err := ParsePlaylist("<html>"); err == nil {
		t.Error("a page passes as a playlist")
	}
}
