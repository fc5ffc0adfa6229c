package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerPage() {
	partPage(a, Operation{
		ID: "list-pages", Method: http.MethodGet, Path: "/api/pages", Tag: "channel",
		Summary: "List the channel's pages",
	}, func(v *view) *once[Page[PageDTO]] { return &v.pages })
	register(a, Operation{
		ID: "get-page", Method: http.MethodGet, Path: "/api/pages/{id}", Tag: "channel",
		Summary: "Get a page with its content", Auth: AuthChannel, Cache: configurationCache,
		Errors: []Failure{{fault.NotFound, "page_not_found"}},
	}, a.getPage)
}

func (a *API) getPage(ctx context.Context, c Caller, in *byIDInput) (Data[PageContentDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Data[PageContentDTO]{}, err
	}
	p, err := v.site.Page(func(p channel.Page) bool { return int64(p.ID) == in.ID.Value })
	if err != nil {
		return Data[PageContentDTO]{}, err
	}
	return data(PageContentDTO{PageDTO: v.pageDTO(p), Content: v.in(p.Content), UpdatedAt: p.UpdatedAt}), nil
}

func (v *view) pageDTOs() []PageDTO {
	out := make([]PageDTO, len(v.site.Pages))
	for i, p := range v.site.Pages {
		out[i] = v.pageDTO(p)
	}
	return out
}

func (v *view) pageDTO(p channel.Page) PageDTO {
	return PageDTO{ID: int64(p.ID), URL: p.URL, AltName: p.AltName, Name: v.in(p.Name)}
}

// byIDInput is the input of calls for one thing.
type byIDInput struct {
	ID PathID `path:"id"`
}

// PageDTO is a page of the channel's own, as lists have it.
type PageDTO struct {
	ID      int64  `json:"id"`
	URL     string `json:"url" doc:"Its path"`
	AltName string `json:"alt_name"`
	Name    string `json:"name"`
}

// PageContentDTO is a page with what it says.
type PageContentDTO struct {
	PageDTO

	Content   string    `json:"content" doc:"Sanitised HTML"`
	UpdatedAt time.Time `json:"updated_at"`
}
