package pack

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/social"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/word"
)

// From a State to what the domains take. Where a domain wants an id, targets has it.

// targets are the ids of what a site and its offers refer to, by alias.
type targets struct {
	categories, participants, groups, locations, pages, events map[string]int64
}

func (c Channel) channel() channel.Channel {
	blocks := make(map[string]text.Text, len(c.StaticBlocks))
	for name, block := range c.StaticBlocks {
		blocks[name] = text.Text(block)
	}
	s := c.Settings
	return channel.Channel{
		Key: c.Key, Name: text.Text(c.Name), Tagline: text.Text(c.Tagline), Language: c.Language, Languages: c.Languages,
		Currency: c.Currency, TimeZone: c.TimeZone, Domains: c.Domains,
		Settings: channel.Settings{
			GoogleTag: s.GoogleTag, AnalyticsKey: s.AnalyticsKey, StaticBlocks: blocks, ContactEmail: c.ContactEmail,
			RemoteAuth: s.remoteAuth(),
			Logo:       string(c.Images.Logo), Favicon: string(c.Images.Favicon), SocialImage: string(c.Images.Social),
			Icons: c.Images.icons(), MailSender: channel.MailSender(s.MailSender), StripeKey: s.StripeKey, GoogleClientID: s.GoogleClientID,
			FacebookAppID: s.FacebookAppID, RecaptchaSiteKey: s.RecaptchaSiteKey, PrerollSuppressionS: s.PrerollSuppressionS,
			RetentionDays: s.RetentionDays, LiveSizes: s.LiveSizes, BlockedCountries: s.BlockedCountries, EmbedParents: s.EmbedParents, EmbedHosts: s.EmbedHosts,
			ConcurrentStreams: s.ConcurrentStreams, ClipCoverPercent: s.ClipCoverPercent, ClipCoverSeconds: s.ClipCoverS, Taxes: s.taxes(), Words: word.Kinds(c.Words),
			Look: channel.Look{Typeface: channel.Typeface(c.Look.Typeface), Corners: channel.Corners(c.Look.Corners)},
		},
		Colors: channel.Colors(c.Colors),
	}
}

func (s Settings) mayEmbed(address string) bool {
	return channel.Settings{EmbedHosts: s.EmbedHosts}.MayEmbed(address)
}

func (s Settings) remoteAuth() channel.RemoteAuth {
	m := s.Membership
	return channel.RemoteAuth{
		Enabled: s.RemoteAuth != "", URL: s.RemoteAuth,
		Algorithm: social.Algorithm(m.Algorithm), PublicKey: m.PublicKey, Issuer: m.Issuer, Redirects: m.Redirects,
	}
}

// icons are the channel's by their widths; a width that is no number is 0, which the
// channel refuses.
func (i Images) icons() map[int]string {
	if len(i.Icons) == 0 {
		return nil
	}
	out := make(map[int]string, len(i.Icons))
	for width, file := range i.Icons {
		n, _ := strconv.Atoi(width)
		out[n] = string(file)
	}
	return out
}

func (c Channel) secrets() map[channel.SecretName]string {
	out := make(map[channel.SecretName]string, len(c.Secrets))
	for name, value := range c.Secrets {
		out[channel.SecretName(name)] = string(value)
	}
	return out
}

func (c Catalog) wanted() catalog.Wanted {
	w := catalog.Wanted{Categories: wantedCategories(c.Categories, "")}
	for _, d := range c.Divisions {
		w.Divisions = append(w.Divisions, d.division())
	}
	for _, g := range c.Groups {
		w.EventGroups = append(w.EventGroups, catalog.EventGroup{Alias: g.Alias, Name: text.Text(g.Name)})
	}
	for _, l := range c.Locations {
		w.Locations = append(w.Locations, l.location())
	}
	for _, g := range c.ParticipantGroups {
		w.Groups = append(w.Groups, g.group())
	}
	for _, p := range c.Participants {
		w.Participants = append(w.Participants, catalog.WantedParticipant{Participant: p.participant(), Group: p.Group, Sport: p.Sport})
	}
	return w
}

func wantedCategories(tree []Category, parent string) []catalog.WantedCategory {
	var out []catalog.WantedCategory
	for _, c := range tree {
		out = append(out, catalog.WantedCategory{Category: c.category(), Parent: parent})
		out = append(out, wantedCategories(c.Children, c.Alias)...)
	}
	return out
}

func (c Category) category() catalog.Category {
	return catalog.Category{Alias: c.Alias, Title: text.Text(c.Title), Image: string(c.Image), Color: c.Color}
}

func (t Tag) division() catalog.Division {
	return catalog.Division{Alias: t.Alias, Name: text.Text(t.Name)}
}

func (l Location) location() catalog.Location {
	return catalog.Location{
		Alias: l.Alias, Name: text.Text(l.Name), City: l.City, State: l.State, Country: l.Country, TimeZone: l.TimeZone,
	}
}

func (g ParticipantGroup) group() catalog.Group {
	return catalog.Group{
		Alias: g.Alias, Name: text.Text(g.Name), ShortName: text.Text(g.ShortName), Color: g.Color, Images: plainKeys(g.Images),
		City: g.City, State: g.State,
	}
}

func (p Participant) participant() catalog.Participant {
	return catalog.Participant{
		Alias: p.Alias, Name: text.Text(p.Name), ShortName: text.Text(p.ShortName), Code: p.Code, Gender: catalog.Gender(p.Gender),
		Color: p.Color, Images: plainKeys(p.Images),
	}
}

func plainKeys(files []File) []string {
	var keys []string
	for _, f := range files {
		keys = append(keys, string(f))
	}
	return keys
}

func (o Offer) product(currency string, dates calendar, t targets) commerce.Package {
	p := commerce.Package{
		Alias: o.Alias, Kind: commerce.Kind(o.Kind), Type: commerce.Type(o.Type), Name: text.Text(o.Name), Description: text.Text(o.Description),
		Offer: o.Offer, Period: o.Period, Currency: currency, BasePrice: o.BasePrice, ServiceFee: o.ServiceFee, TrialDays: o.TrialDays,
		Renewal: o.Renewal, Image: string(o.Image), IsTeamPass: o.IsTeamPass, PassType: o.PassType,
		Choice: commerce.Choice(o.Choice), Weight: o.Weight,
		ClipLimit: o.ClipLimit, DownloadLimit: o.DownloadLimit, Ends: dates.moment(o.Ends),
		Categories: ids(t.categories, o.Categories), Participants: ids(t.participants, o.Participants),
	}
	for _, name := range o.Capabilities {
		p.Capabilities = append(p.Capabilities, commerce.Capability(name))
	}
	return p
}

func ids(of map[string]int64, aliases []string) []int64 {
	var out []int64
	for _, alias := range aliases {
		out = append(out, of[alias])
	}
	return out
}

func (m MenuItem) item(t targets) channel.MenuItem {
	out := channel.MenuItem{
		Type: channel.MenuType(m.Type), Title: text.Text(m.Title), URL: m.URL, Image: string(m.Image), TargetID: t.of(m.Type)[m.Target],
	}
	for _, child := range m.Children {
		out.Children = append(out.Children, child.item(t))
	}
	return out
}

// of are the ids of a kind that menus and slides lead to.
func (t targets) of(kind string) map[string]int64 {
	switch kind {
	case string(channel.MenuCategory):
		return t.categories
	case string(channel.MenuParticipant):
		return t.participants
	case string(channel.MenuGroup):
		return t.groups
	case string(channel.MenuPage):
		return t.pages
	}
	return nil
}

func (s Slide) slide(t targets) channel.Slide {
	return channel.Slide{
		Type: channel.SlideType(s.Type), TargetID: t.of(s.Type)[s.Target], Title: text.Text(s.Title), Text: text.Text(s.Text),
		Button: text.Text(s.Button), URL: s.URL, Image: channel.Image{Key: string(s.Image)}, EventID: t.event(s.Event),
	}
}

// numberedEvent begins the name of an event that no schedule brought.
const numberedEvent = catalog.Numbered

// event is the id of an event by its name in the schedule, or 0.
func (t targets) event(name string) int64 {
	if id, ok := t.events[name]; ok {
		return id // also of one that had no name where the schedule was written
	}
	if digits, ok := strings.CutPrefix(name, numberedEvent); ok {
		id, _ := strconv.ParseInt(digits, 10, 64) // 0 where it is none
		return id
	}
	return t.events[name]
}

// source is the field that says what a pre-roll plays.
func (p Preroll) source() string {
	if p.VAST != "" {
		return "vast"
	}
	return "file"
}

func (p Preroll) preroll(t targets) channel.Preroll {
	kind := channel.PrerollVideo
	if p.VAST != "" {
		kind = channel.PrerollVAST
	}
	return channel.Preroll{
		Kind: kind, URL: cmp.Or(p.VAST, string(p.File)), Sponsor: p.Sponsor, ClickURL: p.Click, SkipAfterS: p.SkipAfterS, MediaHosts: p.MediaHosts,
		Weight: p.Weight, LocationID: t.locations[p.Location], Categories: ids(t.categories, p.Categories),
		ForVOD: p.VOD, ForLive: p.Live,
	}
}

func (f Form) form() channel.Form {
	out := channel.Form{
		Alias: f.Alias, Title: text.Text(f.Title), Intro: text.Text(f.Intro), Submit: text.Text(f.Submit), Success: text.Text(f.Success),
		Recipient: f.Recipient,
	}
	for _, field := range f.Fields {
		asked := channel.FormField{
			Name: field.Name, Type: channel.FieldType(field.Type), Label: text.Text(field.Label), Required: field.Required,
			MinLength: field.MinLength, MaxLength: field.MaxLength,
		}
		for _, o := range field.Options {
			asked.Options = append(asked.Options, channel.FormOption{Value: o.Value, Label: text.Text(o.Label)})
		}
		out.Fields = append(out.Fields, asked)
	}
	return out
}

func (q Question) question() channel.Question {
	return channel.Question{Category: text.Text(q.Category), Question: text.Text(q.Question), Answer: text.Text(q.Answer)}
}

func (p Page) page() channel.Page {
	return channel.Page{URL: p.URL, AltName: p.Alias, Name: text.Text(p.Name), Content: text.Text(p.Content)}
}

// reference is the catalogue as the database will have it. Its ids are positions: they check a schedule before there are real ids.
func (c Catalog) reference() *catalog.Reference {
	ref := &catalog.Reference{}
	categories, groups := map[string]catalog.CategoryID{}, map[string]catalog.GroupID{}
	for i, w := range wantedCategories(c.Categories, "") {
		w.ID, w.ParentID = catalog.CategoryID(i+1), categories[w.Parent]
		categories[w.Alias] = w.ID
		ref.Categories = append(ref.Categories, &w.Category)
	}
	for i, d := range c.Divisions {
		division := d.division()
		division.ID = catalog.DivisionID(i + 1)
		ref.Divisions = append(ref.Divisions, &division)
	}
	for i, g := range c.Groups {
		ref.EventGroups = append(ref.EventGroups, &catalog.EventGroup{ID: catalog.EventGroupID(i + 1), Alias: g.Alias, Name: text.Text(g.Name)})
	}
	for i, l := range c.Locations {
		location := l.location()
		location.ID = catalog.LocationID(i + 1)
		ref.Locations = append(ref.Locations, &location)
	}
	for i, g := range c.ParticipantGroups {
		group := g.group()
		group.ID = catalog.GroupID(i + 1)
		groups[g.Alias] = group.ID
		ref.Groups = append(ref.Groups, &group)
	}
	for i, p := range c.Participants {
		participant := p.participant()
		participant.ID, participant.GroupID, participant.CategoryID = catalog.ParticipantID(i+1), groups[p.Group], categories[p.Sport]
		ref.Participants = append(ref.Participants, &participant)
	}
	ref.Index()
	return ref
}
