package site

import (
	"slices"
	"strings"
)

// unlisted are the kinds of routes that search engines should not show: what belongs
// to one person or whom they gave its link, what repeats another page, and what is no page.
var unlisted = []string{kindAccount, kindEmbed, kindClip, kindClipEmbed, kindUnknown, kindTool, kindSearch}

func (r route) isListed() bool { return r.auth == "" && !slices.Contains(unlisted, r.kind) }

// PublicPaths are the addresses of the app that search engines may list, without
// those that carry an id.
func (s *Site) PublicPaths() []string {
	var out []string
	for _, r := range s.files.build.routes {
		isFixed := !slices.ContainsFunc(r.pattern, func(segment string) bool { return strings.HasPrefix(segment, "$") })
		if isFixed && r.isListed() {
			out = append(out, "/"+strings.Join(r.pattern, "/"))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
