package feed

import (
	"context"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
)

// cachePrivate is for one reader, whose program asks every hour anyway.
const cachePrivate = "private, max-age=300"

// favourites answers the calendar of what one person follows, by its secret address. An
// address that opens nothing is told apart from nothing.
func (f *Feeds) favourites(ctx context.Context, req *request) (*document, error) {
	secret, ok := strings.CutSuffix(req.file, ".ics")
	if !ok {
		return nil, fault.NotFoundf("feed", "Calendar not found.")
	}
	subjects, err := f.Favourites.FollowedBy(ctx, int64(req.channel.ID), secret)
	if err != nil {
		return nil, err
	}
	ref, err := f.Catalog.Reference(ctx, int64(req.channel.ID))
	if err != nil {
		return nil, err
	}
	var c catalog.Concern
	for _, s := range subjects {
		c.Add(string(s.Kind), s.ID)
	}
	s := scope{ref: ref, versus: req.versus(), names: []string{wordsIn(req.lang).favourites}}
	s.filter.Concern = ref.WithBelow(c)
	doc, err := f.makeCalendar(ctx, req, s)
	if err != nil {
		return nil, err
	}
	doc.cache, doc.noIndex = cachePrivate, true
	return doc, nil
}
