package site

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"mime"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
)

//go:embed shell.html
var shellText string

//go:embed paint.html
var paintText string

// shell is the HTML document and paint what stands in it until the app has started.
var shell = template.Must(template.Must(template.New("shell").Parse(shellText)).New("paint").Parse(paintText)).Lookup("shell")

// document is one page as the template needs it.
type document struct {
	Lang, Title, Description string
	Canonical, Image         string
	Card                     Shared // of the page or the channel
	CardAlt, CardType        string
	OGType, OGLocale         string
	SiteName, NoScript       string
	ThemeColor, Favicon      string
	NoIndex                  bool
	ShowCard                 bool // for those who show what a link leads to
	Player                   *Shared
	Video                    string // MP4 of what the player plays
	Alternates               []alternate
	Feeds                    []feedLink
	Manifest, TouchIcon      string
	Plain                    bool     // a player on another site
	Bare                     bool     // without the header
	FramedBy                 []string // the other sites that may show the page, as host-sources of CSP
	Fonts, Styles, Preloads  []string
	FontsLater               bool // the page plays something: its app says when there is room for fonts
	Plays                    bool // everybody may watch it: the app loads the player before it asks
	Script                   string
	Lead                     *Picture
	LeadSet                  template.HTMLAttr
	ThemeCSS                 template.CSS
	JSONLD                   any
	Boot                     any
	Channel                  Channel
	Hero                     *Hero
	Skip, Live, MissingApp   string
	Skeleton                 template.HTML // the outline of the screen
	Loading, Late, Reload    string
	Offline                  bool // a page that waits for a connection and not for the app
	ShowTicker               bool // room for today's games, which the app fills
	ShowMissingApp           bool
}

func (s *Site) document(channel Channel, route route, view View, key pageKey) document {
	texts := paintWords[channel.Lang]
	doc := document{
		Lang: channel.Lang, Title: title(channel, view), Description: view.Description,
		Canonical: canonical(channel, view, route, key), Image: absolute(key.origin, firstOf(view.Image, channel.SocialImage.URL)),
		OGType: "website", OGLocale: locale(channel.Lang), SiteName: channel.Name, NoScript: noScriptText(route, channel.Lang),
		ThemeColor: channel.ThemeColor, Favicon: channel.Favicon,
		NoIndex: view.NotFound || view.NoIndex || route.kind != kindUnknown && !route.isListed(),
		Plain:   slices.Contains([]string{kindEmbed, kindClipEmbed}, route.kind), TouchIcon: channel.TouchIcon, Manifest: "/manifest.webmanifest?lang=" + channel.Lang,
		Fonts: s.files.build.facesOf(channel.Typeface), Styles: append(slices.Clone(s.files.build.styles), route.styles...), Preloads: s.files.build.preloads(route, channel.Lang), Script: s.files.build.script,
		ThemeCSS: themeCSS(channel.Variables), Channel: channel, Hero: view.Hero,
		Skip: texts["skip"], Live: texts["live"], MissingApp: texts["missing"], Loading: texts["loading"], Late: texts["late"], Reload: texts["reload"],
		ShowTicker:     showsTicker(route, view),
		ShowMissingApp: s.files.build.script == "",
		Boot:           bootDocument(channel, view),
	}
	if e := view.Event; e != nil && (route.kind == kindEvent || route.kind == kindEmbed) && (e.Status == string(catalog.Live) || e.Recorded) {
		doc.FontsLater, doc.Fonts, doc.Plays = true, nil, e.Free
	}
	doc.Offline = route.skeleton == offlineSkeleton
	doc.Bare = doc.Plain || route.skeleton == screenSkeleton
	switch route.kind {
	case kindEmbed:
		doc.FramedBy = channel.Ancestors
	case kindClipEmbed:
		doc.FramedBy = []string{"*"} // who has a clip's link may pass it on anywhere
	}
	doc.ShowCard = !doc.NoIndex
	if view.Clip != nil {
		doc.ShowCard, doc.OGType, doc.Player = true, "video.other", clipPlayer(*view.Clip, key.origin)
		if view.Clip.Video != "" {
			doc.Video = key.origin + view.Clip.Video
		}
	}
	doc.Card, doc.CardAlt = view.Card, view.Title
	if doc.Card.URL == "" {
		doc.Card, doc.CardAlt = channel.SocialImage, channel.Name
	}
	doc.Card.URL, doc.CardType = absolute(key.origin, doc.Card.URL), mime.TypeByExtension(path.Ext(doc.Card.URL))
	if doc.Description == "" {
		doc.Description = channel.Tagline
	}
	if !doc.NoIndex {
		doc.Alternates, doc.Feeds = alternates(channel, doc.Canonical), feeds(channel, view, key.origin)
	}
	if view.Lead != nil {
		doc.Lead, doc.LeadSet = view.Lead, imageSrcset(view.Lead.Set)
	}
	if view.Event != nil {
		doc.OGType = "video.other"
		if channel.Embeds {
			doc.Feeds = append(doc.Feeds, embeddings(doc.Canonical, key.origin)...)
		}
	}
	if !doc.NoIndex {
		doc.JSONLD = structured(channel, route, view, doc, key.origin)
	}
	if view.Video != nil {
		doc.OGType = "video.other"
		doc.JSONLD = videoData(*view.Video, doc)
	}
	return doc
}

// showsTicker tells whether the app shows the ticker of today's games on a page.
func showsTicker(route route, view View) bool {
	kinds := []string{kindHome, kindEvents, kindLibrary, kindPage, kindFAQ, kindOffers, kindForm, kindSearch}
	return slices.Contains(kinds, route.kind) || route.kind == kindUnknown && !view.NotFound
}

// imageSrcset writes the attribute itself: html/template takes it for one address and
// would escape the spaces between several.
func imageSrcset(set string) template.HTMLAttr {
	if set == "" {
		return ""
	}
	return template.HTMLAttr(`imagesrcset="` + template.HTMLEscapeString(set) + `"`) //nolint:gosec // escaped here
}

func title(channel Channel, view View) string {
	if view.Title == "" {
		return firstOf(joinNonEmpty(": ", channel.Name, channel.Tagline), channel.Name)
	}
	return view.Title + " · " + channel.Name
}

func locale(lang string) string {
	return map[string]string{"en": "en_CA", "fr": "fr_CA"}[lang]
}

func absolute(origin, address string) string {
	if strings.HasPrefix(address, "/") {
		return origin + address
	}
	return address
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func joinNonEmpty(separator string, values ...string) string {
	return strings.Join(slices.DeleteFunc(values, func(v string) bool { return v == "" }), separator)
}

// bootDocument is what the app would otherwise have to ask for. It holds nothing of
// the visitor, so that the page can be shared.
func bootDocument(channel Channel, view View) any {
	if channel.Bootstrap == nil {
		return nil
	}
	boot := map[string]any{
		"channel_key": channel.Key,
		"language":    channel.Lang,
		"bootstrap":   json.RawMessage(channel.Bootstrap),
	}
	if view.Queries != nil {
		boot["queries"] = json.RawMessage(view.Queries)
	}
	return boot
}

// safeValue is a colour or keyword; anything else a channel might hold could leave
// its declaration.
var (
	safeName  = regexp.MustCompile(`^[a-z0-9-]+$`)
	safeValue = regexp.MustCompile(`^(?i:#[0-9a-f]{3,8}|[a-z]+|rgba?\([0-9\s.,%/]+\))$`)
)

// themeCSS declares the channel's colours. It is trusted CSS because only names and
// values of the two safe forms get in.
func themeCSS(variables map[string]string) template.CSS {
	var css strings.Builder
	css.WriteString(":root{")
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		if value := variables[name]; safeName.MatchString(name) && safeValue.MatchString(value) {
			css.WriteString("--" + name + ":" + value + ";")
		}
	}
	css.WriteString("}")
	return template.CSS(css.String()) //nolint:gosec // see above
}
