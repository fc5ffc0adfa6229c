package api

import (
	"context"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/text"
)

// cacheConfiguration is for what operators write: browsers and CDNs may keep it for a
// short while and show it once more while they ask again.
const cacheConfiguration = "public, max-age=30, stale-while-revalidate=600"

// siteView is a channel's configuration in one language. Each of its methods gives
// one part as JSON shows it, to that part's own call and to the bootstrap data alike.
type siteView struct {
	site *channel.Site
	ref  *catalog.Reference
	lang string
	url  func(mediaKey string) string
}

func (a *API) siteView(ctx context.Context, c Caller) (siteView, error) {
	site, err := a.Sites.Site(ctx, channel.ID(c.Channel.ID))
	if err != nil {
		return siteView{}, err
	}
	ref, err := a.Catalog.Reference(ctx, c.Channel.ID)
	if err != nil {
		return siteView{}, err
	}
	return siteView{site: site, ref: ref, lang: c.Lang, url: a.MediaURL}, nil
}

// in resolves a text: the language of the request, then the channel's, then any.
func (v siteView) in(t text.Text) string { return t.In(v.lang, v.site.Channel.Language) }

// respondSite makes a handler of one part of the configuration.
func respondSite[T any](a *API, part func(siteView) T) Handler[struct{}, Data[T]] {
	return func(ctx context.Context, c Caller, _ *struct{}) (Data[T], error) {
		v, err := a.siteView(ctx, c)
		if err != nil {
			return Data[T]{}, err
		}
		return data(part(v)), nil
	}
}

// respondSiteList likewise, for a part that is a list.
func respondSiteList[T any](a *API, part func(siteView) []T) Handler[struct{}, Page[T]] {
	return func(ctx context.Context, c Caller, _ *struct{}) (Page[T], error) {
		v, err := a.siteView(ctx, c)
		if err != nil {
			return Page[T]{}, err
		}
		return whole(part(v)), nil
	}
}
