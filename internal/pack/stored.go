package pack

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media"
	"github.com/grandstand/grandstand/internal/vod"
)

// Installation is the database, the services and the files to which packs are applied and from which they are exported.
type Installation struct {
	DB       Database
	Channels *channel.Service
	Catalog  *catalog.Service
	Commerce *commerce.Service
	Library  *vod.Service
	Films    *media.Service
	Media    PublicMedia
	Pictures Pictures // nil: pictures stay as they are
	Clock    clock.Clock
}

// stored is a channel as the database has it, with the ids of what packs name.
type stored struct {
	id      channel.ID
	state   State
	names   names
	targets targets
	lengths map[int64]time.Duration // of recordings, by event

	ownCoupons, ownVideos map[string]bool // made by a command and not named by a pack yet, by alias
}

// findChannel returns the channel of a key. The error of an unknown key names it, because a folder or a file is easily given instead.
func (in Installation) findChannel(ctx context.Context, key string) (*channel.Site, error) {
	site, err := in.Channels.Stored(ctx, key)
	if fault.KindOf(err) == fault.NotFound {
		return nil, fault.NotFoundf("channel", fmt.Sprintf("There is no channel with the key %q. The key of a channel is in its channel.yaml.", key))
	}
	return site, err
}

// read reads a channel. Inside a transaction it sees that transaction's own changes.
func (in Installation) read(ctx context.Context, key string) (*stored, error) {
	site, err := in.findChannel(ctx, key)
	if err != nil {
		return nil, err
	}
	id := site.Channel.ID
	ref, err := in.Catalog.Stored(ctx, int64(id))
	if err != nil {
		return nil, err
	}
	offers, err := in.Commerce.Stored(ctx, int64(id))
	if err != nil {
		return nil, err
	}
	secrets, err := in.Channels.Secrets(ctx, id)
	if err != nil {
		return nil, err
	}
	events, err := in.Catalog.ExternalIDs(ctx, int64(id))
	if err != nil {
		return nil, err
	}
	films, err := in.Films.Films(ctx, int64(id))
	if err != nil {
		return nil, err
	}
	names := namesOf(ref, site, events, films)
	s := &stored{id: id, names: names, targets: names.targets(), ownCoupons: map[string]bool{}, ownVideos: map[string]bool{}}
	s.state.Channel = channelState(site.Channel, secrets)
	s.state.Catalog = catalogState(ref, names)
	for _, p := range offers {
		s.state.Offers = append(s.state.Offers, offerState(p, s.state.Channel.calendar(in.Clock.Now()), names))
	}
	if err := in.readCoupons(ctx, s, offers); err != nil {
		return nil, err
	}
	s.state.Site = siteState(site, names)
	for _, f := range site.Forms {
		s.state.Forms = append(s.state.Forms, formState(f))
	}
	for _, q := range site.FAQ {
		s.state.FAQ = append(s.state.FAQ, Question{Category: Words(q.Category), Question: Words(q.Question), Answer: Rich(q.Answer)})
	}
	for _, p := range site.Pages {
		s.state.Pages = append(s.state.Pages, Page{Alias: p.AltName, URL: p.URL, Name: Words(p.Name), Content: Rich(p.Content)})
	}
	if err := in.readLibrary(ctx, s, names); err != nil {
		return nil, err
	}
	s.state.sort()
	return s, nil
}

// withoutOwn returns the state without the coupons and videos that a command made and that the wanted state does not name. A pack leaves them
// alone.
func (s *stored) withoutOwn(want *State) *State {
	out := s.state
	out.Coupons = slices.DeleteFunc(slices.Clone(out.Coupons), func(c Coupon) bool {
		return s.ownCoupons[c.Alias] && !slices.ContainsFunc(want.Coupons, func(w Coupon) bool { return w.Alias == c.Alias })
	})
	named := make(map[string]bool, len(want.Library.Videos))
	for _, v := range want.Library.Videos {
		named[v.Alias] = true
	}
	out.Library.Videos = slices.DeleteFunc(slices.Clone(out.Library.Videos), func(v Video) bool { return s.ownVideos[v.Alias] && !named[v.Alias] })
	return &out
}

func (in Installation) readLibrary(ctx context.Context, s *stored, n names) error {
	library, err := in.Library.Library(ctx, int64(s.id))
	if err != nil {
		return err
	}
	for _, it := range library.Items {
		s.ownVideos[it.Alias] = !it.FromPack
	}
	if s.lengths, err = in.Films.RecordingLengths(ctx, int64(s.id)); err != nil {
		return err
	}
	zone, err := time.LoadLocation(s.state.Channel.TimeZone)
	if err != nil {
		return fmt.Errorf("the channel's time zone: %w", err)
	}
	s.state.Library = libraryState(library, n, s.lengths, zone)
	return nil
}

// names are the aliases of what sites and offers refer to, by id.
type names struct {
	categories, participants, groups, locations, pages, events, films map[int64]string
}

func namesOf(ref *catalog.Reference, site *channel.Site, events map[string]catalog.EventID, films []media.Film) names {
	n := names{
		categories: map[int64]string{}, participants: map[int64]string{}, groups: map[int64]string{}, locations: map[int64]string{},
		pages: map[int64]string{}, events: map[int64]string{}, films: map[int64]string{},
	}
	for _, c := range ref.Categories {
		n.categories[int64(c.ID)] = c.Alias
	}
	for _, p := range ref.Participants {
		n.participants[int64(p.ID)] = p.Alias
	}
	for _, g := range ref.Groups {
		n.groups[int64(g.ID)] = g.Alias
	}
	for _, l := range ref.Locations {
		n.locations[int64(l.ID)] = l.Alias
	}
	for _, p := range site.Pages {
		n.pages[int64(p.ID)] = p.AltName
	}
	for name, id := range events {
		n.events[int64(id)] = name
	}
	for _, f := range films {
		n.films[int64(f.ID)] = f.Source
	}
	return n
}

func (n names) targets() targets {
	return targets{
		categories: inverse(n.categories), participants: inverse(n.participants), groups: inverse(n.groups),
		locations: inverse(n.locations), pages: inverse(n.pages), events: inverse(n.events),
	}
}

func inverse(m map[int64]string) map[string]int64 {
	out := make(map[string]int64, len(m))
	for id, name := range m {
		out[name] = id
	}
	return out
}

// of are the names of a kind that menus and slides lead to.
func (n names) of(kind string) map[int64]string {
	switch kind {
	case string(channel.MenuCategory):
		return n.categories
	case string(channel.MenuParticipant):
		return n.participants
	case string(channel.MenuGroup):
		return n.groups
	case string(channel.MenuPage):
		return n.pages
	}
	return nil
}

func (n names) event(id int64) string {
	if id == 0 {
		return ""
	}
	if name := n.events[id]; name != "" {
		return name
	}
	return fmt.Sprintf("%s%d", numberedEvent, id)
}

func channelState(c *channel.Channel, secrets map[channel.SecretName]string) Channel {
	s := c.Settings
	out := Channel{
		Key: c.Key, Name: Words(c.Name), Tagline: Words(c.Tagline), Language: c.Language, Languages: c.Languages, Currency: c.Currency,
		TimeZone: c.TimeZone, Domains: c.Domains, ContactEmail: s.ContactEmail,
		Images: Images{Logo: File(s.Logo), Favicon: File(s.Favicon), Social: File(s.SocialImage), Icons: map[string]File{}}, Colors: Colors(c.Colors),
		Look: Look{Typeface: string(s.Look.Typeface), Corners: string(s.Look.Corners)}, Words: Vocabulary(s.Words),
		Settings: Settings{
			GoogleTag: s.GoogleTag, AnalyticsKey: s.AnalyticsKey, MailSender: MailSender(s.MailSender), StripeKey: s.StripeKey,
			GoogleClientID: s.GoogleClientID, FacebookAppID: s.FacebookAppID, RecaptchaSiteKey: s.RecaptchaSiteKey,
			PrerollSuppressionS: s.PrerollSuppressionS, RetentionDays: s.RetentionDays, LiveSizes: s.LiveSizes, BlockedCountries: s.BlockedCountries,
			EmbedParents: s.EmbedParents, EmbedHosts: s.EmbedHosts,
			ConcurrentStreams: s.ConcurrentStreams, ClipCoverPercent: s.ClipCoverPercent, ClipCoverS: s.ClipCoverSeconds, Taxes: storedTaxes(s.Taxes),
			Membership: Membership{
				Algorithm: string(s.RemoteAuth.Algorithm), PublicKey: s.RemoteAuth.PublicKey, Issuer: s.RemoteAuth.Issuer, Redirects: s.RemoteAuth.Redirects,
			},
		},
		StaticBlocks: map[string]Rich{}, Secrets: map[string]Secret{},
	}
	if s.RemoteAuth.Enabled {
		out.Settings.RemoteAuth = s.RemoteAuth.URL
	}
	for width, key := range s.Icons {
		out.Images.Icons[strconv.Itoa(width)] = File(key)
	}
	for name, block := range s.StaticBlocks {
		out.StaticBlocks[name] = Rich(block)
	}
	for name, value := range secrets {
		out.Secrets[string(name)] = Secret(value)
	}
	return out
}

func catalogState(ref *catalog.Reference, n names) Catalog {
	out := Catalog{Categories: categoryTree(ref, 0)}
	for _, d := range ref.Divisions {
		out.Divisions = append(out.Divisions, Tag{Alias: d.Alias, Name: Words(d.Name)})
	}
	for _, g := range ref.EventGroups {
		out.Groups = append(out.Groups, Tag{Alias: g.Alias, Name: Words(g.Name)})
	}
	for _, l := range ref.Locations {
		out.Locations = append(out.Locations, Location{
			Alias: l.Alias, Name: Words(l.Name), City: l.City, State: l.State, Country: l.Country, TimeZone: l.TimeZone,
		})
	}
	for _, g := range ref.Groups {
		out.ParticipantGroups = append(out.ParticipantGroups, ParticipantGroup{
			Alias: g.Alias, Name: Words(g.Name), ShortName: Words(g.ShortName), Color: g.Color, Images: files(g.Images), City: g.City, State: g.State,
		})
	}
	for _, p := range ref.Participants {
		out.Participants = append(out.Participants, Participant{
			Alias: p.Alias, Name: Words(p.Name), ShortName: Words(p.ShortName), Code: p.Code, Group: n.groups[int64(p.GroupID)],
			Sport: n.categories[int64(p.CategoryID)], Gender: string(p.Gender), Color: p.Color, Images: files(p.Images),
		})
	}
	return out
}

func categoryTree(ref *catalog.Reference, parent catalog.CategoryID) []Category {
	var out []Category
	for _, c := range ref.Categories {
		if c.ParentID == parent {
			out = append(out, Category{
				Alias: c.Alias, Title: Words(c.Title), Color: c.Color, Image: File(c.Image), Children: categoryTree(ref, c.ID),
			})
		}
	}
	return out
}

func files(keys []string) []File {
	var out []File
	for _, key := range keys {
		out = append(out, File(key))
	}
	return out
}

// offerAlias is what an offer is called; those sold before packs named things have none.
func offerAlias(p *commerce.Package) string {
	if p.Alias == "" {
		return fmt.Sprintf("%s-%d", p.Kind, p.ID)
	}
	return p.Alias
}

func offerState(p *commerce.Package, dates calendar, n names) Offer {
	o := Offer{
		Alias: offerAlias(p), Kind: string(p.Kind), Type: string(p.Type), Name: Words(p.Name), Description: Rich(p.Description), Offer: p.Offer,
		Period: p.Period, BasePrice: p.BasePrice, ServiceFee: p.ServiceFee, TrialDays: p.TrialDays, Renewal: p.Renewal, Image: File(p.Image),
		IsTeamPass: p.IsTeamPass, PassType: p.PassType, Choice: string(p.Choice), Weight: p.Weight,
		ClipLimit: p.ClipLimit, DownloadLimit: p.DownloadLimit, Ends: dates.written(p.Ends),
	}
	for _, c := range p.Capabilities {
		o.Capabilities = append(o.Capabilities, string(c))
	}
	for _, id := range p.Categories {
		o.Categories = append(o.Categories, n.categories[id])
	}
	for _, id := range p.Participants {
		o.Participants = append(o.Participants, n.participants[id])
	}
	return o
}

func siteState(site *channel.Site, n names) Site {
	var out Site
	children := map[int64][]MenuItem{}
	// Those below others come first, so that they are there when their parent is made.
	menu := slices.Clone(site.Menu)
	slices.SortStableFunc(menu, func(a, b channel.MenuItem) int { return depth(b) - depth(a) })
	for _, m := range menu {
		children[m.ParentID] = append(children[m.ParentID], MenuItem{
			Type: string(m.Type), Title: Words(m.Title), URL: m.URL, Target: n.of(string(m.Type))[m.TargetID], Image: File(m.Image),
			Children: children[m.ID],
		})
	}
	out.Menu = children[0]
	for _, s := range site.Slides {
		out.Slides = append(out.Slides, Slide{
			Type: string(s.Type), Target: n.of(string(s.Type))[s.TargetID], Title: Words(s.Title), Text: Words(s.Text),
			Button: Words(s.Button), URL: s.URL, Image: File(s.Image.Key), Event: n.event(s.EventID),
		})
	}
	for _, p := range site.Prerolls {
		preroll := Preroll{
			File: File(p.URL), Weight: p.Weight, Location: n.locations[p.LocationID], Live: p.ForLive, VOD: p.ForVOD,
			Sponsor: p.Sponsor, Click: p.ClickURL, SkipAfterS: p.SkipAfterS, MediaHosts: p.MediaHosts,
		}
		if p.Kind == channel.PrerollVAST {
			preroll.File, preroll.VAST = "", p.URL
		}
		for _, id := range p.Categories {
			preroll.Categories = append(preroll.Categories, n.categories[id])
		}
		out.Prerolls = append(out.Prerolls, preroll)
	}
	return out
}

func formState(f channel.Form) Form {
	out := Form{
		Alias: f.Alias, Title: Words(f.Title), Intro: Rich(f.Intro), Submit: Words(f.Submit), Success: Words(f.Success), Recipient: f.Recipient,
	}
	for _, field := range f.Fields {
		asked := Field{
			Name: field.Name, Type: string(field.Type), Label: Words(field.Label), Required: field.Required,
			MinLength: field.MinLength, MaxLength: field.MaxLength,
		}
		for _, o := range field.Options {
			asked.Options = append(asked.Options, Option{Value: o.Value, Label: Words(o.Label)})
		}
		out.Fields = append(out.Fields, asked)
	}
	return out
}

func depth(m channel.MenuItem) int {
	if m.ParentID == 0 {
		return 0
	}
	return 1
}
