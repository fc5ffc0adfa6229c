package pack

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/word"
)

// check holds everything against the rules of the domains, and everything that refers
// to something else against what the pack has.
func (r *reader) check() {
	s := &r.pack.State
	described := s.Channel.channel()
	r.wrong([]string{"channel"}, described.Validate(), channelFields)
	for _, name := range sortedKeys(s.Channel.Secrets) {
		if !slices.Contains(channel.SecretNames(), channel.SecretName(name)) {
			r.report([]string{"channel", "secrets", name}, "%q is not the name of a secret", name)
		}
	}
	for _, name := range sortedKeys(s.Channel.StaticBlocks) {
		if known := channel.StaticBlockNames(); !slices.Contains(known, name) {
			hint := cmp.Or(suggest(name, known), "; it must be one of "+strings.Join(known, ", "))
			r.report([]string{"channel", "static_blocks", name}, "static_blocks: no screen has a block %q%s", name, hint)
		}
	}
	r.checkWords(s.Channel)
	r.checkServices(s.Channel)
	t := r.checkCatalog(s.Catalog)
	t.pages = r.aliases([]string{"pages"}, len(s.Pages), func(i int) string { return s.Pages[i].Alias })
	addresses := map[string]bool{}
	for i, p := range s.Pages {
		at := item("pages", "", i)
		r.wrong(at, p.page().Validate(), map[string]string{"alt_name": "alias"})
		if addresses[p.URL] && p.URL != "" {
			r.report(below(at, "url"), "url: %q is listed twice", p.URL)
		}
		addresses[p.URL] = true
	}
	r.aliases([]string{"forms"}, len(s.Forms), func(i int) string { return s.Forms[i].Alias })
	for i, f := range s.Forms {
		r.wrong(item("forms", "", i), f.form().Validate(), nil)
	}
	for i, q := range s.FAQ {
		r.wrong(item("faq", "", i), q.question().Validate(), nil)
	}
	r.checkOffers(s, t)
	r.checkSite(s.Site, t)
	r.checkLibrary(s)
	r.checkLanguages()
}

// channelFields are the names that a channel's fields have in channel.yaml.
var channelFields = map[string]string{
	"channel_key": "key", "google_tag": "settings.google_tag", "analytics_key": "settings.analytics_key",
	"remote_auth": "settings.remote_auth", "membership.algorithm": "settings.membership.algorithm",
	"membership.public_key": "settings.membership.public_key", "membership.issuer": "settings.membership.issuer",
	"membership.redirects": "settings.membership.redirects", "mail_sender": "settings.mail_sender", "blocked_countries": "settings.blocked_countries",
	"embed_parents": "settings.embed_parents", "embed_hosts": "settings.embed_hosts",
	"concurrent_streams": "settings.concurrent_streams",
	"clip_cover_percent": "settings.clip_cover_percent",
	"clip_cover":         "settings.clip_cover_s",
	"taxes":              "settings.taxes",
	"taxes[0]":           "settings.taxes[0]", "taxes[1]": "settings.taxes[1]", "taxes[2]": "settings.taxes[2]", "taxes[3]": "settings.taxes[3]",
	"stripe_publishable_key": "settings.stripe_publishable_key", "google_client_id": "settings.google_client_id",
	"facebook_app_id": "settings.facebook_app_id", "recaptcha_site_key": "settings.recaptcha_site_key",
	"preroll_suppression": "settings.preroll_suppression_s", "retention": "settings.retention", "live_sizes": "settings.live_sizes", "logo": "images.logo", "favicon": "images.favicon",
	"social_image": "images.social", "icons": "images.icons", "footer-background": "colors.footer-background", "body-background": "colors.body-background",
	"body-text-color": "colors.body-text-color", "header-text-color": "colors.header-text-color", "accent": "colors.accent",
	"typeface": "look.typeface", "corners": "look.corners",
	"words.event": "", "words.participant": "", "words.group": "", "words.sides": "", // see checkWords
}

// checkWords reports words that no channel can have, with the nearest that it can.
func (r *reader) checkWords(c Channel) {
	for _, choice := range word.Kinds(c.Words).Choices() {
		if choice.IsKnown() {
			continue
		}
		hint := cmp.Or(suggest(choice.Chosen, choice.Kinds), "; it must be one of "+strings.Join(choice.Kinds, ", "))
		r.report([]string{"channel", "words", choice.Name}, "words.%s: %q is not one of the kinds%s", choice.Name, choice.Chosen, hint)
	}
}

// wrong reports what a domain says of the thing at a path; names are the fields that
// are called otherwise in files, or "" for those that stand elsewhere.
func (r *reader) wrong(at []string, err error, names map[string]string) {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return
	}
	for _, f := range e.Fields {
		name := f.Field
		if other, ok := names[name]; ok {
			name = other
		}
		if name == "" {
			continue
		}
		path := slices.Clip(at)
		for part := range strings.SplitSeq(name, ".") {
			path = append(path, part)
		}
		r.report(path, "%s: %s", name, f.Message)
	}
}

// item is the path of one item of a list.
func item(part, list string, i int) []string {
	if list == "" {
		return []string{part, strconv.Itoa(i)}
	}
	return []string{part, list, strconv.Itoa(i)}
}

// aliases gives every item of a list a number, for checking references before there
// are ids, and reports those that are called the same.
func (r *reader) aliases(list []string, count int, alias func(int) string) map[string]int64 {
	out := make(map[string]int64, count)
	for i := range count {
		a := alias(i)
		if _, ok := out[a]; ok && a != "" {
			r.report(append(slices.Clip(list), strconv.Itoa(i), "alias"), "alias: %q is listed twice", a)
		}
		out[a] = int64(i) + 1
	}
	delete(out, "")
	return out
}

// refers reports a reference to something that the pack does not have.
func (r *reader) refers(at []string, what string, to map[string]int64, aliases ...string) {
	for _, alias := range aliases {
		if _, ok := to[alias]; ok || alias == "" {
			continue
		}
		r.report(at, "there is no %s %q%s", what, alias, suggest(alias, sortedKeys(to)))
	}
}

// suggest asks whether the nearest of some names was meant, "" where none is near.
func suggest(alias string, names []string) string {
	near := nearest(alias, names)
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", near)
}

func (r *reader) checkCatalog(c Catalog) targets {
	t := targets{categories: map[string]int64{}}
	r.checkCategories([]string{"catalog", "categories"}, c.Categories, t.categories)
	t.groups = r.aliases([]string{"catalog", "participant_groups"}, len(c.ParticipantGroups), func(i int) string { return c.ParticipantGroups[i].Alias })
	t.participants = r.aliases([]string{"catalog", "participants"}, len(c.Participants), func(i int) string { return c.Participants[i].Alias })
	t.locations = r.aliases([]string{"catalog", "locations"}, len(c.Locations), func(i int) string { return c.Locations[i].Alias })
	r.aliases([]string{"catalog", "divisions"}, len(c.Divisions), func(i int) string { return c.Divisions[i].Alias })
	r.aliases([]string{"catalog", "groups"}, len(c.Groups), func(i int) string { return c.Groups[i].Alias })
	for i, d := range c.Divisions {
		r.wrong(item("catalog", "divisions", i), d.division().Validate(), nil)
	}
	for i, g := range c.Groups {
		r.wrong(item("catalog", "groups", i), g.division().Validate(), nil)
	}
	for i, l := range c.Locations {
		r.wrong(item("catalog", "locations", i), l.location().Validate(), nil)
	}
	for i, g := range c.ParticipantGroups {
		r.wrong(item("catalog", "participant_groups", i), g.group().Validate(), nil)
	}
	for i, p := range c.Participants {
		at := item("catalog", "participants", i)
		r.wrong(at, p.participant().Validate(), nil)
		r.refers(append(slices.Clip(at), "group"), "participant group", t.groups, p.Group)
		r.refers(append(slices.Clip(at), "sport"), "category", t.categories, p.Sport)
	}
	return t
}

func (r *reader) checkCategories(at []string, tree []Category, known map[string]int64) {
	for i, c := range tree {
		path := append(slices.Clip(at), strconv.Itoa(i))
		r.wrong(path, c.category().Validate(), nil)
		if _, ok := known[c.Alias]; ok {
			r.report(append(slices.Clip(path), "alias"), "alias: %q is listed twice", c.Alias)
		}
		known[c.Alias] = int64(len(known)) + 1
		r.checkCategories(append(slices.Clip(path), "children"), c.Children, known)
	}
}

func (r *reader) checkOffers(s *State, t targets) {
	dates := s.Channel.calendar(time.Time{})
	offers := r.aliases([]string{"offers"}, len(s.Offers), func(i int) string { return s.Offers[i].Alias })
	for i, o := range s.Offers {
		at := item("offers", "", i)
		if o.Alias == "" {
			r.report(at, "alias: Field is required")
		}
		product := o.product(s.Channel.Currency, dates, t)
		r.checkMoment(at, "ends", o.Ends, dates)
		r.wrong(at, product.Validate(), map[string]string{"trial_period": "trial_days", "currency": ""})
		r.refers(append(slices.Clip(at), "categories"), "category", t.categories, o.Categories...)
		r.refers(append(slices.Clip(at), "participants"), "participant", t.participants, o.Participants...)
	}
	r.checkCoupons(s, offers)
}

func (r *reader) checkSite(s Site, t targets) {
	r.checkMenu([]string{"site", "menu"}, s.Menu, t)
	target := map[string]string{"slidable_id": "target", "slidable_type": "type"}
	for i, slide := range s.Slides {
		at := item("site", "slides", i)
		r.wrong(at, slide.slide(t).Validate(), target)
		r.refers(append(slices.Clip(at), "target"), slide.Type, t.of(slide.Type), slide.Target)
		if strings.HasPrefix(slide.Event, numberedEvent) && t.event(slide.Event) <= 0 {
			r.report(append(slices.Clip(at), "event"), "event: write %s<number>, or the name that the event has in the schedule", numberedEvent)
		}
	}
	for i, p := range s.Prerolls {
		at := []string{"site", "prerolls", strconv.Itoa(i)}
		if p.File != "" && p.VAST != "" {
			r.report(append(slices.Clip(at), "vast"), "vast: a pre-roll must have either a file or an ad server, not both")
		}
		r.wrong(at, p.preroll(t).Validate(), map[string]string{"url": p.source(), "for_live": "live", "click_url": "click", "skip_after": "skip_after_s"})
		r.refers(append(slices.Clip(at), "location"), "location", t.locations, p.Location)
		r.refers(append(slices.Clip(at), "categories"), "category", t.categories, p.Categories...)
	}
}

func (r *reader) checkMenu(at []string, items []MenuItem, t targets) {
	for i, m := range items {
		path := append(slices.Clip(at), strconv.Itoa(i))
		r.wrong(path, m.item(t).Validate(), map[string]string{"slidable_id": "target"})
		r.refers(append(slices.Clip(path), "target"), m.Type, t.of(m.Type), m.Target)
		for j, child := range m.Children {
			below := append(slices.Clip(path), "children", strconv.Itoa(j))
			r.refers(append(slices.Clip(below), "target"), child.Type, t.of(child.Type), child.Target)
		}
	}
}
