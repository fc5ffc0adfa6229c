package stripesim

import (
	"strconv"
)

// Bounds of a page: https://docs.stripe.com/api/pagination.
const (
	defaultLimit = 10
	maxLimit     = 100
)

// page answers one page of a kind's objects, newest first.
func (c *call) page(kind, url string, fits func(object) bool) (object, error) {
	limit := int64(defaultLimit)
	if c.p.has("limit") {
		var err error
		if limit, err = c.whole("limit"); err != nil {
			return nil, err
		}
		if limit < 1 || limit > maxLimit {
			return nil, invalid("parameter_invalid_integer", "limit", "Limit must be between 1 and 100.")
		}
	}
	created, err := c.createdFilter()
	if err != nil {
		return nil, err
	}
	after, before := c.p.str("starting_after"), c.p.str("ending_before")
	if after != "" && before != "" {
		return nil, invalid("", "starting_after", "You may only specify one of these parameters: starting_after, ending_before.")
	}
	for param, id := range map[string]string{"starting_after": after, "ending_before": before} {
		if id == "" {
			continue
		}
		if _, ok := c.get(kind, id); !ok {
			return nil, unknown(kind, id, param)
		}
	}
	var found []object
	more, open := false, after == ""
	c.each(kind, func(o object) bool {
		switch {
		case o.id() == before:
			return false
		case o.flag("deleted") || !open:
			open = open || o.id() == after
		case fits(o) && created(o.int("created")):
			found = append(found, o)
		}
		more = int64(len(found)) > limit && before == ""
		return !more
	})
	switch {
	case before != "" && int64(len(found)) > limit:
		found, more = found[int64(len(found))-limit:], true
	case more:
		found = found[:limit]
	}
	return listOf(url, found, more), nil
}

func listOf(url string, found []object, more bool) object {
	data := make([]any, len(found))
	for i, o := range found {
		data[i] = o
	}
	return object{"object": "list", "data": data, "has_more": more, "url": url}
}

// createdFilter reads created=, created[gt]=, created[gte]=, created[lt]= and created[lte]=.
func (c *call) createdFilter() (func(int64) bool, error) {
	group := c.p.at("created")
	if group == nil {
		return func(int64) bool { return true }, nil
	}
	bounds := map[string]int64{}
	if group.leaf {
		n, err := c.whole("created")
		bounds["gte"], bounds["lte"] = n, n
		if err != nil {
			return nil, err
		}
	}
	for _, name := range group.names() {
		n, err := c.whole("created", name)
		if err != nil {
			return nil, err
		}
		bounds[name] = n
	}
	return func(at int64) bool {
		for name, bound := range bounds {
			ok := map[string]bool{"gt": at > bound, "gte": at >= bound, "lt": at < bound, "lte": at <= bound}[name]
			if !ok {
				return false
			}
		}
		return true
	}, nil
}

// equal tells whether each of the named filters that the request carries has the object's value.
func (c *call) equal(names ...string) func(object) bool {
	return func(o object) bool {
		for _, name := range names {
			if !c.p.has(name) {
				continue
			}
			switch have := o[name].(type) {
			case bool:
				if strconv.FormatBool(have) != c.p.str(name) {
					return false
				}
			default:
				if o.str(name) != c.p.str(name) {
					return false
				}
			}
		}
		return true
	}
}
