package stage

import (
	"bufio"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Playlist is an HLS playlist as a player reads it (RFC 8216bis), reduced to what the tests ask.
type Playlist struct {
	Text     string
	Variants []Variant // of a multivariant playlist

	Type           string // EXT-X-PLAYLIST-TYPE
	TargetDuration time.Duration
	PartTarget     time.Duration
	CanBlock       bool // CAN-BLOCK-RELOAD
	CanSkip        time.Duration
	MediaSequence  int
	Skipped        int
	Map            string
	Segments       []Segment
	Open           Segment // parts of the segment that is not complete yet
	PreloadHint    string
	Ended          bool
}

// Variant is one rendition of a multivariant playlist.
type Variant struct {
	URI, Codecs, Resolution string
	Bandwidth               int
}

// Segment is one media segment. Sequence is its media sequence number.
type Segment struct {
	URI           string
	Sequence      int
	Duration      time.Duration
	Discontinuity bool
	Gap           bool
	Map           string
	Time          time.Time // EXT-X-PROGRAM-DATE-TIME of its first sample, reckoned on where not given
	Parts         []Part
}

// Part is one partial segment.
type Part struct {
	URI         string
	Duration    time.Duration
	Independent bool
	End         time.Time // wall-clock time of its last sample, by the segment's Time
}

// Duration is the length of all complete segments.
func (p *Playlist) Duration() time.Duration {
	var sum time.Duration
	for _, s := range p.Segments {
		sum += s.Duration
	}
	return sum
}

// Discontinuities counts the places where the timeline breaks.
func (p *Playlist) Discontinuities() int {
	n := 0
	for _, s := range append(p.Segments, p.Open) {
		if s.Discontinuity {
			n++
		}
	}
	return n
}

// LastPart is the newest part listed, with the media sequence number of its segment and its index within it.
func (p *Playlist) LastPart() (part Part, sequence, index int, ok bool) {
	for _, s := range []Segment{p.Open, p.last()} {
		if n := len(s.Parts); n > 0 {
			return s.Parts[n-1], s.Sequence, n - 1, true
		}
	}
	return Part{}, 0, 0, false
}

func (p *Playlist) last() Segment {
	if len(p.Segments) == 0 {
		return Segment{}
	}
	return p.Segments[len(p.Segments)-1]
}

// attribute matches one NAME=value of an attribute list, the value quoted or not (RFC 8216 section 4.2).
var attribute = regexp.MustCompile(`([A-Z0-9-]+)=("[^"]*"|[^,]*)`)

func attributes(list string) map[string]string {
	found := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(list, -1) {
		found[m[1]] = strings.Trim(m[2], `"`)
	}
	return found
}

func seconds(text string) time.Duration {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return time.Duration(s * float64(time.Second))
}

// ParsePlaylist reads a playlist. Tags it does not know are passed over, as a player would.
func ParsePlaylist(text string) (*Playlist, error) {
	if !strings.HasPrefix(text, "#EXTM3U") {
		return nil, fmt.Errorf("no playlist: %.80q", text)
	}
	r := playlistReader{list: &Playlist{Text: text}}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		switch {
		case line == "":
		case strings.HasPrefix(line, "#"):
			name, value, _ := strings.Cut(strings.TrimPrefix(line, "#"), ":")
			r.tag(name, value)
		default:
			r.uri(line)
		}
	}
	r.current.Sequence = r.sequence()
	r.list.Open = r.current
	return r.list, lines.Err()
}

type playlistReader struct {
	list    *Playlist
	current Segment  // the one being described
	variant *Variant // waits for its URI
	clock   time.Time
}

func (r *playlistReader) sequence() int {
	return r.list.MediaSequence + r.list.Skipped + len(r.list.Segments)
}

func (r *playlistReader) tag(name, value string) {
	list := r.list
	switch name {
	case "EXT-X-STREAM-INF":
		a := attributes(value)
		bandwidth, _ := strconv.Atoi(a["BANDWIDTH"])
		r.variant = &Variant{Codecs: a["CODECS"], Resolution: a["RESOLUTION"], Bandwidth: bandwidth}
	case "EXT-X-PLAYLIST-TYPE":
		list.Type = value
	case "EXT-X-TARGETDURATION":
		list.TargetDuration = seconds(value)
	case "EXT-X-PART-INF":
		list.PartTarget = seconds(attributes(value)["PART-TARGET"])
	case "EXT-X-SERVER-CONTROL":
		a := attributes(value)
		list.CanBlock, list.CanSkip = a["CAN-BLOCK-RELOAD"] == "YES", seconds(a["CAN-SKIP-UNTIL"])
	case "EXT-X-MEDIA-SEQUENCE":
		list.MediaSequence, _ = strconv.Atoi(value)
	case "EXT-X-SKIP":
		list.Skipped, _ = strconv.Atoi(attributes(value)["SKIPPED-SEGMENTS"])
	case "EXT-X-PRELOAD-HINT":
		list.PreloadHint = attributes(value)["URI"]
	case "EXT-X-ENDLIST":
		list.Ended = true
	default:
		r.segmentTag(name, value)
	}
}

func (r *playlistReader) segmentTag(name, value string) {
	switch name {
	case "EXT-X-MAP":
		r.current.Map = attributes(value)["URI"]
		r.list.Map = r.current.Map
	case "EXT-X-PROGRAM-DATE-TIME":
		if at, err := time.Parse(time.RFC3339Nano, value); err == nil {
			r.clock = at
			r.current.Time = at
		}
	case "EXT-X-DISCONTINUITY":
		r.current.Discontinuity = true
	case "EXT-X-GAP":
		r.current.Gap = true
	case "EXT-X-PART":
		r.part(attributes(value))
	case "EXTINF":
		length, _, _ := strings.Cut(value, ",")
		r.current.Duration = seconds(length)
	}
}

func (r *playlistReader) part(a map[string]string) {
	p := Part{URI: a["URI"], Duration: seconds(a["DURATION"]), Independent: a["INDEPENDENT"] == "YES"}
	if !r.clock.IsZero() {
		p.End = r.clock.Add(p.Duration)
		for _, earlier := range r.current.Parts {
			p.End = p.End.Add(earlier.Duration)
		}
	}
	r.current.Parts = append(r.current.Parts, p)
}

func (r *playlistReader) uri(line string) {
	if r.variant != nil {
		r.variant.URI = line
		r.list.Variants = append(r.list.Variants, *r.variant)
		r.variant = nil
		return
	}
	s := r.current
	s.URI, s.Sequence = line, r.sequence()
	if s.Map == "" {
		s.Map = r.list.Map
	}
	if !r.clock.IsZero() {
		s.Time = r.clock
		r.clock = r.clock.Add(s.Duration)
	}
	r.list.Segments = append(r.list.Segments, s)
	r.current = Segment{}
}
