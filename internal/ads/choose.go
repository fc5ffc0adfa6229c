package ads

import (
	"cmp"
	"net/url"
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
// large, else the smallest.
func (s *search) choose(files []mediaFile) (Media, bool) {
	var fit, large []mediaFile
	for _, f := range files {
		f.URL = strings.TrimSpace(f.URL)
		switch {
		case !f.plays() || !s.admits(f.URL):
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
		return Media{}, false
	}
	return Media{URL: best.URL, Width: max(best.Width, 0), Height: max(best.Height, 0)}, true
}

func (f mediaFile) plays() bool {
	codec := strings.ToLower(f.Codec)
	return strings.EqualFold(f.Type, "video/mp4") && f.Framework == "" && !strings.EqualFold(f.Delivery, "streaming") &&
		(codec == "" || strings.HasPrefix(codec, "avc") || strings.Contains(codec, "h264") || strings.Contains(codec, "h.264"))
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
