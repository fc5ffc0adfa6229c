package api

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/picture"
	"github.com/grandstand/grandstand/internal/revision"
	"github.com/grandstand/grandstand/internal/social"
)

// configurationCache is the Cache-Control of what operators write: browsers and
// proxies may show it for a while and ask behind the viewer's back.
const configurationCache = "public, max-age=30, stale-while-revalidate=300"

// keptViews bounds the channels and languages that are kept ready to send.
const keptViews = 400

// view is everything of a channel but its events, in one language, as clients see it.
// It is made once per revision; what is sent as it is gets encoded on first use.
type view struct {
	channel   *channel.Channel
	site      *channel.Site
	ref       *catalog.Reference
	blackouts *commerce.Blackouts
	pictures  picture.Gallery
	challenge *channel.Challenge // to robots; nil where nobody is asked
	logins    []social.Provider  // that the channel offers
	analytics analyticsDTO
	languages []string // to resolve texts in: the asked one, then the channel's
	made      time.Time
	zone      *time.Location            // of the channel's days
	zones     map[string]*time.Location // of the locations, by IANA name

	settings      once[Data[SettingsDTO]]
	colors        once[Data[ColorSettings]]
	menu          once[Page[MenuItemDTO]]
	pages         once[Page[PageDTO]]
	faq           once[Page[QuestionDTO]]
	slides        map[channel.SlideType]*once[Page[SlideDTO]] // "" for all
	categories    once[Page[CategoryDTO]]
	locations     once[Page[LocationDTO]]
	groups        once[Page[GroupDTO]]
	properties    once[Data[PropertiesDTO]]
	packages      once[Page[PackageDTO]]
	subscriptions once[Page[PackageDTO]]
	bootstrap     once[Data[BootstrapDTO]]

	participants []ParticipantDTO
	players      map[catalog.ParticipantID]*PlayerDTO
	places       map[catalog.LocationID]*PlaceDTO
	sports       map[catalog.CategoryID]*CategoryNameDTO
	divisions    map[catalog.DivisionID]*NamedDTO
	eventGroups  map[catalog.EventGroupID]*NamedDTO
}

// once is a body that is encoded when it is first sent.
type once[T any] struct {
	body    T
	do      sync.Once
	encoded Encoded[T]
	err     error
}

func (o *once[T]) encode() (Encoded[T], error) {
	o.do.Do(func() { o.encoded, o.err = Encode(o.body) })
	return o.encoded, o.err
}

type viewKey struct {
	channelID int64
	lang      string
}

type views = cache.Versioned[viewKey, revision.Set, *view]

func newViews() *views { return cache.NewVersioned[viewKey, revision.Set, *view](keptViews) }

// view returns the channel as a caller sees it.
func (a *API) view(ctx context.Context, channelID int64, lang string) (*view, error) {
	now, err := a.Revisions.Of(ctx, channelID)
	if err != nil {
		return nil, err
	}
	now.Events, now.VOD = 0, 0 // a view holds neither
	return a.views.Get(ctx, viewKey{channelID, lang}, now, func(ctx context.Context) (*view, error) {
		return a.makeView(ctx, channelID, lang)
	})
}

func (a *API) makeView(ctx context.Context, channelID int64, lang string) (*view, error) {
	site, err := a.Sites.Site(ctx, channel.ID(channelID))
	if err != nil {
		return nil, err
	}
	ref, err := a.Catalog.Reference(ctx, channelID)
	if err != nil {
		return nil, err
	}
	packages, err := a.Commerce.List(ctx, channelID, commerce.KindPackage)
	if err != nil {
		return nil, err
	}
	subscriptions, err := a.Commerce.List(ctx, channelID, commerce.KindSubscription)
	if err != nil {
		return nil, err
	}
	blackouts, err := a.Commerce.Blackouts(ctx, channelID)
	if err != nil {
		return nil, err
	}
	pictures, err := a.Pictures.Stored(ctx, channelID)
	if err != nil {
		return nil, err
	}
	logins, err := a.Door.Offered(ctx, channelID)
	if err != nil {
		return nil, err
	}
	v := &view{
		made: a.Clock.Now(), zone: site.Channel.Zone(), channel: site.Channel, site: site, ref: ref, blackouts: blackouts, pictures: pictures, logins: logins,
		challenge: a.Desk.Challenge(ctx, site.Channel),
		analytics: analyticsDTO{BaseURL: cmp.Or(a.Options.AnalyticsURL, "/analytics"), Local: a.Options.AnalyticsLocal},
		languages: []string{lang, site.Channel.Language},
	}
	v.loadZones()
	v.makeCatalog()
	v.makeOffers(packages, subscriptions)
	v.makeSite()
	return v, nil
}

// makeSite builds what operators write, and the bootstrap that joins everything.
func (v *view) makeSite() {
	v.settings.body = data(v.settingsDTO())
	v.colors.body = data(newColorSettings(v.channel.Colors.Palette()))
	v.menu.body = whole(v.menuItems(0))
	v.pages.body = whole(v.pageDTOs())
	v.faq.body = whole(v.questionDTOs())
	v.makeSlides()
	v.bootstrap.body = data(BootstrapDTO{
		ColorSettings: v.colors.body.Data, Categories: v.categories.body.Data, Locations: v.locations.body.Data,
		FAQ: v.faq.body.Data, Menu: v.menu.body.Data, Packages: v.packages.body.Data, Pages: v.pages.body.Data,
		Groups: v.groups.body.Data, Settings: v.settings.body.Data, Slides: v.slides[""].body.Data,
		Subscriptions: v.subscriptions.body.Data, Properties: v.properties.body.Data, StaticBlocks: v.settings.body.Data.StaticBlocks,
	})
}
