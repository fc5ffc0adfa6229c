package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

// part declares a hot call that sends one part of the view. Unless it says otherwise, it needs no
// api key.
func part[T any](a *API, op Operation, pick func(*view) *once[T]) {
	op.Auth, op.Cache = max(op.Auth, AuthChannel), configurationCache
	registerHot[struct{}](a, op, func(ctx context.Context, c Caller, _ *http.Request) (Encoded[T], error) {
		v, err := a.view(ctx, c.Channel.ID, c.Lang)
		if err != nil {
			return Encoded[T]{}, err
		}
		return pick(v).encode()
	})
}

// partPage is part for a list, which is sent in full unless a page of it is asked for.
func partPage[T any](a *API, op Operation, pick func(*view) *once[Page[T]]) {
	op.Auth, op.Cache = max(op.Auth, AuthChannel), configurationCache
	registerHot[pageInput](a, op, func(ctx context.Context, c Caller, r *http.Request) (Encoded[Page[T]], error) {
		asked, err := readPage(r.URL.Query())
		if err != nil {
			return Encoded[Page[T]]{}, err
		}
		v, err := a.view(ctx, c.Channel.ID, c.Lang)
		if err != nil {
			return Encoded[Page[T]]{}, err
		}
		return pageOf(pick(v), asked)
	})
}

// pageOf is what is asked for of a list; all of it is kept encoded.
func pageOf[T any](list *once[Page[T]], asked pageInput) (Encoded[Page[T]], error) {
	if asked == (pageInput{}) {
		return list.encode()
	}
	return Encode(paged(list.body.Data, asked))
}

// pageInput documents the parameters of partPage; they are read by readPage.
type pageInput struct {
	NoLimit bool `query:"no_limit" doc:"All of them, as without limit"`
	Limit   int  `query:"limit" minimum:"1" maximum:"1000" doc:"All of them by default"`
	Offset  int  `query:"offset" minimum:"0" maximum:"100000"`
}

// Most that lists of configuration are asked for at once, and how far in.
const (
	maxPage   = 1_000
	maxOffset = 100_000
)

// readPage reads what part of a list is asked for; the zero value is all of it.
func readPage(values url.Values) (pageInput, error) {
	var p problems
	in := pageInput{
		NoLimit: p.boolean("no_limit", values.Get("no_limit")),
		Limit:   p.number("limit", values.Get("limit"), 1, maxPage, 0),
		Offset:  p.number("offset", values.Get("offset"), 0, maxOffset, 0),
	}
	if in.NoLimit {
		in = pageInput{}
	}
	return in, p.err()
}

// boolean reads a yes or no as huma does; false when the parameter is absent or empty.
func (p *problems) boolean(field, value string) bool {
	if value == "" {
		return false
	}
	yes, err := strconv.ParseBool(value)
	if err != nil {
		p.add(field, "malformed", "The value is not valid.")
	}
	return yes
}

// paged is the part of a list that is asked for; without a limit all from the offset on.
func paged[T any](list []T, in pageInput) Page[T] {
	page := Page[T]{Meta: Meta{Total: int64(len(list)), Limit: in.Limit, Offset: in.Offset}}
	from := min(in.Offset, len(list))
	to := len(list)
	if in.Limit > 0 {
		to = min(from+in.Limit, to)
	}
	page.Data = append([]T{}, list[from:to]...)
	return page
}
