package ads

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/text"
)

// What is enough for a film of some seconds on any screen: more delays the game.
const (
	maxHeight  = 1080
	maxBitrate = 6_000 // kilobits a second
)

// choose takes the best film that plays everywhere (H.264 in MP4, loaded as a file, without
// scripts) and that comes from where media may come from: the largest that is not too
// large, else the smallest. If there is none, the obstacle is that of the film that came nearest.
func (s *search) choose(files []mediaFile) (Media, Obstacle) {
	var fit, large []mediaFile
	nearest := newObstacle(ReasonNoFilm, "", "")
	for _, f := range files {
		f.URL = strings.TrimSpace(f.URL)
		obstacle := s.obstacle(f)
		switch {
		case obstacle.Reason != "":
			s.pass(obstacle)
			nearest = nearer(nearest, obstacle)
		case f.Height > maxHeight || f.Bitrate > maxBitrate:
			large = append(large, f)
		default:
			fit = append(fit, f)
		}
	}
	bySize := func(a, b mediaFile) int {
		return cmp.Or(cmp.Compare(a.Height, b.Height), cmp.Compare(a.Width, b.Width), cmp.Compare(a.Bitrate, b.Bitrate))
	}
	var best mediaFile
	switch {
	case len(fit) > 0:
		best = slices.MaxFunc(fit, bySize)
	case len(large) > 0:
		best = slices.MinFunc(large, bySize)
	default:
		if len(files) == 0 {
			s.pass(nearest)
		}
		return Media{}, nearest
	}
	return Media{URL: best.URL, Width: int(best.Width), Height: int(best.Height)}, Obstacle{}
}

// byNearness are the reasons of films and creatives, in the order in which obstacle looks for them.
func byNearness() []Reason {
	return []Reason{ReasonNotLinear, ReasonNoFilm, ReasonScript, ReasonStreaming, ReasonType, ReasonCodec, ReasonMediaAddress, ReasonMediaHost}
}

// nearer is the obstacle of the film that was closer to being shown.
func nearer(a, b Obstacle) Obstacle {
	if slices.Index(byNearness(), b.Reason) > slices.Index(byNearness(), a.Reason) {
		return b
	}
	return a
}

// obstacle returns why a film is passed over; one without a reason plays.
func (s *search) obstacle(f mediaFile) Obstacle {
	script, kind, codec := f.script(), f.kind(), f.foreignCodec()
	switch {
	case f.URL == "":
		return newObstacle(ReasonNoFilm, "", "")
	case script != "":
		return newObstacle(ReasonScript, script, f.URL)
	case strings.EqualFold(strings.TrimSpace(f.Delivery), "streaming"):
		return newObstacle(ReasonStreaming, "", f.URL)
	case kind != "video/mp4":
		return newObstacle(ReasonType, cmp.Or(kind, "(none)"), f.URL)
	case codec != "":
		return newObstacle(ReasonCodec, codec, f.URL)
	case s.admits(f.URL):
		return Obstacle{}
	case link(f.URL) == "":
		return newObstacle(ReasonMediaAddress, "", f.URL)
	}
	u, err := url.Parse(f.URL)
	if err != nil || u.Host == "" || u.User != nil {
		return newObstacle(ReasonMediaAddress, "", f.URL)
	}
	return newObstacle(ReasonMediaHost, strings.ToLower(u.Host), f.URL)
}

// script returns the framework that a film needs to run a script, or "". Ad servers also put other words into apiFramework, such as
// VAST in IAB's samples of VAST 3.
func (f mediaFile) script() string {
	framework := strings.ToLower(strings.TrimSpace(f.Framework))
	for _, name := range []string{"vpaid", "simid", "mraid", "flash", "javascript"} {
		if strings.Contains(framework, name) {
			return framework
		}
	}
	return ""
}

// told is the value of an attribute in lower case; "" of those with which ad servers fill an
// attribute that they know nothing of, such as codec="0" in IAB's samples of VAST 3.
func told(s string) string {
	switch s = strings.ToLower(strings.TrimSpace(s)); s {
	case "0", "-", "none", "null", "undefined", "unknown", "n/a":
		return ""
	}
	return s
}

// kind is the type of a film without parameters. A film without a type is what its address ends in.
func (f mediaFile) kind() string {
	kind, _, _ := strings.Cut(f.Type, ";")
	kind = told(kind)
	if kind == "" {
		if u, err := url.Parse(f.URL); err == nil && strings.EqualFold(path.Ext(u.Path), ".mp4") {
			return "video/mp4"
		}
	}
	return kind
}

// foreignCodec is the codec of a film, by its attribute or its type (RFC 6381), if that is another
// video codec than H.264; else "". Names that say nothing of the video, such as that of the sound
// alone, do not count.
func (f mediaFile) foreignCodec() string {
	_, parameters, _ := strings.Cut(strings.ToLower(f.Type), ";")
	_, codecs, _ := strings.Cut(parameters, "codecs")
	all := told(f.Codec) + " " + strings.Trim(codecs, `= "'`)
	foreign := ""
	for _, name := range strings.FieldsFunc(all, func(r rune) bool { return strings.ContainsRune(`, "'`, r) }) {
		has := func(part string) bool { return strings.Contains(name, part) }
		switch {
		case has("avc") || has("264"):
			return ""
		case slices.ContainsFunc(otherCodecs(), has):
			foreign = name
		}
	}
	return foreign
}

// otherCodecs are parts of the names of video codecs that browsers do not all play.
func otherCodecs() []string {
	return []string{"hvc", "hev", "265", "vvc", "vvi", "vp0", "vp6", "vp8", "vp9", "av01", "av1", "dvh", "mp4v", "mpeg2", "263", "theora", "wmv", "vc1", "vc-1", "prores", "divx", "xvid"}
}

// admits reports whether media at an address may be played: the page's policy would refuse
// the others.
func (s *search) admits(address string) bool {
	if s.server.ownPaths && strings.HasPrefix(address, "/") {
		return text.IsLink(address)
	}
	u, err := url.Parse(link(address))
	if err != nil || u.Host == "" || u.User != nil {
		return false
	}
	host := strings.ToLower(u.Host)
	return slices.ContainsFunc(s.hosts, func(allowed string) bool {
		below, wild := strings.CutPrefix(allowed, "*")
		return host == allowed || wild && strings.HasSuffix(host, below) && host != below
	})
}
