package site

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
)

// pageAge is how long a page is served from memory. Together with the shorter lives
// of what it is made of, a change of status reaches new visitors within two seconds.
const pageAge = time.Second

// maxPages bounds the pages kept in memory; one is about 60 KB. maxMissing bounds the addresses that lead nowhere, whose page is
// kept. Those have a separate cache, since each unknown id is another address: requests for random ids do not push out the
// pages of the channel. The page that they share is in it too, and is used with each of them, so it stays.
const (
	maxPages   = 512
	maxMissing = 64
)

// pageCache keeps rendered pages.
type pageCache struct {
	clock   clock.Clock
	found   *cache.TTL[pageKey, *rendered]
	missing *cache.LRU[pageKey, missingPage]
}

type missingPage struct {
	page   *rendered
	keptAt time.Time
}

func newPageCache(c clock.Clock, render func(context.Context, pageKey) (*rendered, error)) *pageCache {
	return &pageCache{
		clock: c, missing: cache.NewLRU[pageKey, missingPage](maxMissing, nil),
		found: cache.NewTTL(cache.TTLOptions[pageKey, *rendered]{
			Load: render, TTL: cache.FixedTTL[*rendered](pageAge), MaxWeight: maxPages, Weigh: weighPage, Clock: c,
		}),
	}
}

// weighPage makes the page of an address that leads nowhere too heavy to be kept among the others.
func weighPage(page *rendered) int {
	if page.unknown {
		return maxPages + 1
	}
	return 1
}

// get returns the page of a key. Concurrent callers share one rendering.
func (c *pageCache) get(ctx context.Context, key pageKey) (*rendered, error) {
	if have, found := c.missing.Get(key); found {
		if age := c.clock.Now().Sub(have.keptAt); age >= 0 && age < pageAge {
			return have.page, nil
		}
	}
	page, err := c.found.Get(ctx, key)
	if err == nil && page.unknown {
		c.missing.Set(key, missingPage{page, c.clock.Now()})
	}
	return page, err
}
