package site

import (
	"context"
	"fmt"
	"html"
	"html/template"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clip"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/payment"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

// Edge encodes what the app would otherwise call for.
type Edge interface {
	// Bootstrap is the configuration that the app starts with: the data of the call
	// channel-bootstrap-data.
	Bootstrap(ctx context.Context, channelID int64, lang string) ([]byte, error)
	// FirstList is a visitor's answer to the call events, or nil where it depends on
	// more than the channel.
	FirstList(ctx context.Context, channelID int64, lang string, hideScores bool, query url.Values) ([]byte, error)
}

// Domains is the Content of a real house.
type Domains struct {
	Channels *channel.Service
	Catalog  *catalog.Service
	VOD      *vod.Service
	Commerce *commerce.Service
	Clips    *clip.Service
	Pictures *picture.Service
	Edge     Edge
	MediaURL func(key string) string // address of a public medium
	// Timeline tells what was sent of an event when.
	Timeline func(ctx context.Context, channelID, eventID int64) ([]catalog.Stretch, error)
	// ClipPicture is what there is to see of a clip: the address of its poster, and the size of its pictures.
	ClipPicture func(ctx context.Context, channelID int64, id clip.CutID) (Shared, error)
	// Captcha is what pages of channels with a site key of reCAPTCHA may load.
	Captcha captcha.Sources
	// Analytics is the origin that pages send analytics to, if it is not their own.
	Analytics string
}

// Channel is part of Content.
func (d Domains) Channel(ctx context.Context, host, lang string) (Channel, error) {
	found, err := d.Channels.FindByDomain(ctx, host)
	if err != nil {
		return Channel{}, err
	}
	if !found.Speaks(lang) {
		lang = found.Language
	}
	site, err := d.Channels.Site(ctx, found.ID)
	if err != nil {
		return Channel{}, err
	}
	pictures, err := d.Pictures.Gallery(ctx, int64(found.ID))
	if err != nil {
		return Channel{}, err
	}
	boot, err := d.Edge.Bootstrap(ctx, int64(found.ID), lang)
	if err != nil {
		return Channel{}, fmt.Errorf("encode the bootstrap data: %w", err)
	}
	languages, look := []string{lang, found.Language}, found.Settings.Look.Resolved()
	c := Channel{
		ID: int64(found.ID), Key: found.Key, Lang: lang, Languages: found.Languages, Own: found.Language,
		TouchIcon: d.MediaURL(touchIcon(found.Settings.Icons)),
		Name:      found.Name.In(languages...), Tagline: found.Tagline.In(languages...),
		Logo: d.MediaURL(found.Settings.Logo), Favicon: d.MediaURL(found.Settings.Favicon),
		SocialImage: d.shared(found.Settings.SocialImage, nil, pictures),
		ThemeColor:  found.Colors.FooterBackground, Variables: variables(found.Colors.Palette()),
		Bootstrap: boot, AdHosts: site.AdHosts(), Words: found.Settings.Words, Typeface: string(look.Typeface), Corners: string(look.Corners),
	}
	c.Analytics = d.Analytics
	if frames := found.Settings.FrameSources(); frames != "" {
		c.Foreign = append(c.Foreign, Sources{Frames: frames})
	}
	c.Ancestors, c.Embeds = found.FrameAncestors(), len(found.Settings.EmbedParents) > 0
	if found.Settings.RecaptchaSiteKey != "" {
		c.Foreign = append(c.Foreign, Sources(d.Captcha))
	}
	if found.Settings.StripeKey != "" {
		c.Foreign = append(c.Foreign, Sources(payment.BrowserSources()))
	}
	if found.Settings.GoogleTag != "" {
		c.Foreign = append(c.Foreign, googleTag)
	}
	for _, p := range site.Pages {
		c.Pages = append(c.Pages, PageLink{ID: int64(p.ID), Path: p.URL, AltName: p.AltName, Name: p.Name.In(languages...)})
	}
	for _, m := range site.Menu {
		if m.ParentID == 0 && !m.Title.IsEmpty() {
			c.Menu = append(c.Menu, Link{Title: m.Title.In(languages...), URL: firstOf(m.URL, "/")})
		}
	}
	return c, nil
}

// shared is the widest JPEG or PNG file of a picture that those who show cards take: some
// refuse more bytes than a whole photograph has, and many know neither WebP nor SVG. own
// are the variants that came with the picture, if any. Without such a file it is empty.
func (d Domains) shared(key string, own map[int]string, pictures picture.Gallery) Shared {
	const widest = 1280
	whole := pictures[key]
	var best string
	width := 0
	consider := func(w int, file string) {
		better := best == "" || w <= widest && (width > widest || w > width) || w > widest && w < width
		if isOfCards(file) && better {
			best, width = file, w
		}
	}
	consider(whole.Width, key)
	for _, files := range []map[int]string{whole.Widths, own} {
		for _, w := range slices.Sorted(maps.Keys(files)) {
			consider(w, files[w])
		}
	}
	s := Shared{URL: d.MediaURL(best)}
	switch {
	case width > 0 && whole.Width > 0:
		s.Width, s.Height = width, (whole.Height*width+whole.Width/2)/whole.Width
	case width > 0: // pictures that come with their variants are 16 by 9
		s.Width, s.Height = width, width*9/16
	}
	return s
}

// isOfCards reports whether a file is of a kind that all messengers and social networks show.
func isOfCards(file string) bool {
	end := path.Ext(file)
	return end == ".jpg" || end == ".jpeg" || end == ".png"
}

// variables are the CSS variables of a palette: the channel's own colours and their
// steps as --ch-<name>, the derived ones under their own names.
func variables(p channel.Palette) map[string]string {
	out := make(map[string]string, len(p.Settings)+len(p.Derived))
	for name, value := range p.Settings {
		out["ch-"+name] = value
	}
	for name, value := range p.Derived {
		out[name] = value
	}
	return out
}

// paint gathers what a page shows; View adds what it says to machines.
func (d Domains) paint(ctx context.Context, c Channel, r Request) (View, error) {
	if page, ok := c.page(r.Path); ok {
		view, err := d.page(ctx, c, page)
		view.Canonical = page.Path // also when it was asked for by its alternative name
		return view, err
	}
	switch r.Kind {
	case kindHome:
		return d.home(ctx, c)
	case kindEvent, kindEmbed:
		return d.event(ctx, c, r.ID)
	case kindEvents:
		return d.list(ctx, c, r)
	case kindLibrary:
		return d.library(ctx, c)
	case kindVideo:
		return d.video(ctx, c, r.ID)
	case kindClip, kindClipEmbed:
		return d.clip(ctx, c, r)
	case kindAccount:
		return View{Title: firstOf(screens[c.Lang][r.Path].title, accountTitles[c.Lang])}, nil
	case kindFAQ, kindOffers, kindTool, kindSearch, kindPage:
		return screen(c, r.Path), nil
	case kindOffer:
		return d.offer(ctx, c, r.ID)
	case kindForm:
		return d.form(ctx, c, r.Path)
	case kindUnknown:
		return View{NotFound: true, Title: notFoundTitles[c.Lang]}, nil
	}
	return View{}, nil
}

var (
	eventsTitles = map[string]map[string]string{
		"en": {"/upcoming": "Upcoming", "/schedule": "Schedule", "/live": "Live now", "/vod": "On demand"},
		"fr": {"/upcoming": "À venir", "/schedule": "Calendrier", "/live": "En direct", "/vod": "Sur demande"},
	}
	accountTitles  = map[string]string{"en": "Account", "fr": "Compte"}
	notFoundTitles = map[string]string{"en": "Page not found", "fr": "Page introuvable"}
	noEventTitles  = map[string]string{
		"en": "Sorry! - {event, select, match {Match} fight {Fight} race {Race} meet {Meet} show {Show} event {Event} other {Game}} Not Found",
		"fr": "Désolé! - {event, select, fight {Combat} race {Course} meet {Compétition} show {Spectacle} event {Événement} other {Match}} introuvable",
	}
	scheduleTitles = map[string]map[catalog.ScheduleStatus]string{
		"en": {catalog.Cancelled: "Cancelled", catalog.Postponed: "Postponed"},
		"fr": {catalog.Cancelled: "Annulé", catalog.Postponed: "Reporté"},
	}
	watchWords = map[string]map[catalog.Status]string{
		"en": {catalog.Live: "Watch live", catalog.Upcoming: "See the {event, select, match {match} fight {fight} race {race} meet {meet} show {show} event {event} other {game}}", catalog.Finished: "Watch the replay"},
		"fr": {catalog.Live: "Regarder en direct", catalog.Upcoming: "Voir {event, select, fight {le combat} race {la course} meet {la compétition} show {le spectacle} event {l’événement} other {le match}}", catalog.Finished: "Regarder la reprise"},
	}
)

func (d Domains) page(ctx context.Context, c Channel, link PageLink) (View, error) {
	site, err := d.Channels.Site(ctx, channel.ID(c.ID))
	if err != nil {
		return View{}, err
	}
	view := View{Title: link.Name}
	for _, p := range site.Pages {
		if int64(p.ID) == link.ID {
			view.Description = summary(p.Content.In(c.Lang, site.Channel.Language))
		}
	}
	return view, nil
}

func (d Domains) event(ctx context.Context, c Channel, id int64) (View, error) {
	e, err := d.Catalog.FindEvent(ctx, c.ID, catalog.EventID(id))
	if fault.KindOf(err) == fault.NotFound {
		return View{NotFound: true, Title: c.Words.Say(noEventTitles[c.Lang])}, nil
	}
	if err != nil {
		return View{}, err
	}
	if c.HideScores {
		e = e.Unspoiled()
	}
	ref, err := d.Catalog.Reference(ctx, c.ID)
	if err != nil {
		return View{}, err
	}
	name := ref.EventName(e, c.Words.Versus(c.Lang), c.Lang)
	described := &Event{
		ID: id, Name: name, Description: summary(e.Description.In(c.Lang)), Start: e.StartAt, End: e.EndedAt,
		Status: string(e.Status), Schedule: string(e.ScheduleStatus), Previous: e.PreviousStart, TimeTBA: e.TimeTBA, PreviousTBA: e.PreviousTBA, Zone: time.UTC, Free: e.Type == catalog.Free || e.Type == catalog.Register,
	}
	if venue, err := time.LoadLocation(e.TimeZone); err == nil {
		described.Zone = venue
	}
	if category := ref.Category(e.CategoryID); category != nil {
		described.Sport = category.Title.In(c.Lang)
	}
	if place := ref.Location(e.LocationID); place != nil {
		described.Venue = place.Name.In(c.Lang)
		described.City, described.State, described.Country = place.City, place.State, place.Country
	}
	for _, p := range e.Participants {
		if team := ref.Participant(p); team == nil {
			continue
		} else if described.Sides = append(described.Sides, team.Name.In(c.Lang)); p == e.HomeID {
			described.Home = team.Name.In(c.Lang)
		} else {
			described.Away = team.Name.In(c.Lang)
		}
	}
	pictures, err := d.Pictures.Gallery(ctx, c.ID)
	if err != nil {
		return View{}, err
	}
	d.describeSale(described, e, pictures)
	if err := d.describeParts(ctx, c, described, e, ref); err != nil {
		return View{}, err
	}
	board := &Hero{Headline: name}
	if err := d.board(ctx, c, board, e.ID); err != nil {
		return View{}, err
	}
	return View{
		Board: board,
		// A card that is shared is made for nobody who could be asked: it never tells.
		Title: joinNonEmpty(": ", scheduleTitles[c.Lang][e.ScheduleStatus], name), Image: d.MediaURL(e.Poster().Key), Card: d.shared(e.Poster().Key, e.Poster().Widths, pictures), Event: described, Crumbs: eventCrumbs(c, ref, e, name),
		Description: firstOf(described.Description, joinNonEmpty(" · ", described.Sport, described.Venue, described.City)),
	}, nil
}

// home paints what the app shows first: the slide whose game is live, else the first one.
func (d Domains) home(ctx context.Context, c Channel) (View, error) {
	site, err := d.Channels.Site(ctx, channel.ID(c.ID))
	if err != nil {
		return View{}, err
	}
	var first View
	for _, slide := range site.Slides {
		if slide.Type != channel.SlideMain {
			continue
		}
		view, err := d.slide(ctx, c, slide)
		if err != nil {
			return View{}, err
		}
		if view.Hero.Live {
			return view, nil
		}
		if first.Hero == nil {
			first = view
		}
	}
	return first, nil
}

func (d Domains) slide(ctx context.Context, c Channel, slide channel.Slide) (View, error) {
	pictures, err := d.Pictures.Gallery(ctx, c.ID)
	if err != nil {
		return View{}, err
	}
	hero := &Hero{
		Image: d.MediaURL(slide.Image.Key), ImageSet: d.imageSet(slide.Image, pictures), Blur: blur(pictures[slide.Image.Key].Placeholder),
		Headline: in(slide.Title, c), Text: in(slide.Text, c), URL: firstOf(slide.URL, "/"), Action: in(slide.Button, c),
	}
	view := View{Hero: hero, Lead: &Picture{Image: hero.Image, Set: hero.ImageSet, Sizes: "100vw"}}
	if slide.EventID == 0 {
		return view, nil
	}
	return view, d.board(ctx, c, hero, catalog.EventID(slide.EventID))
}

// board turns a hero into the two rows of an event.
func (d Domains) board(ctx context.Context, c Channel, hero *Hero, id catalog.EventID) error {
	e, err := d.Catalog.FindEvent(ctx, c.ID, id)
	if fault.KindOf(err) == fault.NotFound {
		return nil // the slide outlived its event: it stays a story
	}
	if err != nil {
		return err
	}
	if c.HideScores {
		e = e.Unspoiled()
	}
	ref, err := d.Catalog.Reference(ctx, c.ID)
	if err != nil {
		return err
	}
	hero.Live, hero.URL, hero.Action = e.Status == catalog.Live, fmt.Sprintf("/watch/%d", id), c.Words.Say(watchWords[c.Lang][e.Status])
	if category := ref.Category(e.CategoryID); category != nil {
		hero.Line = category.Title.In(c.Lang)
	}
	for i, p := range e.Participants {
		team := ref.Participant(p)
		if team == nil || len(e.Participants) != 2 {
			return nil
		}
		row := HeroRow{Name: firstOf(team.ShortName.In(c.Lang), team.Name.In(c.Lang)), Color: team.Color, OnColor: channel.OnTeam(team.Color)}
		if e.Score != nil {
			row.Score = strconv.FormatInt([]int64{e.Score.Away, e.Score.Home}[i], 10)
		}
		hero.Rows = append(hero.Rows, row)
	}
	return nil
}

func (d Domains) imageSet(image channel.Image, pictures picture.Gallery) string {
	var set []string
	widths := pictures.Widths(image.Key, image.Widths)
	for _, width := range slices.Sorted(maps.Keys(widths)) {
		set = append(set, fmt.Sprintf("%s %dw", d.MediaURL(widths[width]), width))
	}
	if len(image.Widths) > 0 { // given by hand, often without the picture itself
		set = append(set, d.MediaURL(image.Key)+" 1600w")
	}
	return strings.Join(slices.Compact(set), ", ")
}

// blur is the style of a picture with a placeholder, which the app writes in the same way.
func blur(placeholder string) template.CSS {
	if placeholder == "" {
		return ""
	}
	return template.CSS("background:url(" + placeholder + ") 0 / 100% 100%") //nolint:gosec // base64 of our own making
}

func in(t text.Text, c Channel) string { return t.In(c.Lang) }

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	spaces = regexp.MustCompile(`\s+`)
)

// plain is sanitised HTML as one line of text.
func plain(sanitised string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(html.UnescapeString(tags.ReplaceAllString(sanitised, " ")), " "))
}

// maxSummary is how much of a description search engines show, in characters.
const maxSummary = 160

// summary is the beginning of sanitised HTML as plain text, cut at a word.
func summary(sanitised string) string {
	short := plain(sanitised)
	runes := []rune(short)
	if len(runes) <= maxSummary {
		return short
	}
	cut := string(runes[:maxSummary])
	if i := strings.LastIndex(cut, " "); i > 0 {
		cut = cut[:i]
	}
	return cut + "…"
}
