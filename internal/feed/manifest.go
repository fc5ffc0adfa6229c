package feed

import (
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// manifest is a web app manifest (W3C appmanifest).
type manifest struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description,omitempty"`
	Lang        string         `json:"lang"`
	Dir         string         `json:"dir"`
	StartURL    string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Background  string         `json:"background_color"`
	Theme       string         `json:"theme_color"`
	Icons       []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type,omitempty"`
	Purpose string `json:"purpose,omitempty"`
}

// maxShortName is how much of a name fits below an icon, in characters.
const maxShortName = 12

// manifest answers what a device needs to keep the channel as an app.
func (f *Feeds) manifest(_ context.Context, req *request) (*document, error) {
	c, languages := req.channel, req.languages()
	name := line(c.Name.In(languages...))
	m := manifest{
		ID: "/", Name: name, ShortName: shortName(name), Description: line(c.Tagline.In(languages...)), Lang: req.lang + "-CA", Dir: "ltr",
		StartURL: strings.TrimPrefix(req.page("/"), req.origin), Scope: "/", Display: "standalone",
		Background: c.Colors.BodyBackground, Theme: c.Colors.FooterBackground, Icons: []manifestIcon{},
	}
	for _, size := range slices.Sorted(maps.Keys(c.Settings.Icons)) {
		m.Icons = append(m.Icons, f.icon(c.Settings.Icons[size], strconv.Itoa(size)+"x"+strconv.Itoa(size)))
	}
	for _, key := range slices.Compact([]string{c.Settings.Favicon, c.Settings.Logo}) {
		if path.Ext(key) == ".svg" {
			m.Icons = append(m.Icons, f.icon(key, "any"))
			break
		}
	}
	return newJSON("application/manifest+json; charset=utf-8", cacheFeed, m)
}

func (f *Feeds) icon(key, sizes string) manifestIcon {
	return manifestIcon{Src: f.MediaURL(key), Sizes: sizes, Type: iconTypes()[path.Ext(key)], Purpose: "any"}
}

func iconTypes() map[string]string {
	return map[string]string{".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg", ".ico": "image/x-icon"}
}

// shortName cuts a name after a word that still fits.
func shortName(name string) string {
	if len([]rune(name)) <= maxShortName {
		return name
	}
	cut := string([]rune(name)[:maxShortName+1])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		return cut[:i]
	}
	return string([]rune(name)[:maxShortName])
}
