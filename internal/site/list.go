package site

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
)

// lists are the lists of events as the app asks for them while nothing is filtered:
// lists.ts and event-filters.ts of the web app say the same. What differs is asked for
// anew and costs no more than the time it takes.
var lists = map[string]struct{ statuses, direction string }{
	"/live":     {"live", "asc"},
	"/schedule": {"live,upcoming", "asc"},
	"/upcoming": {"upcoming", "asc"},
	"/vod":      {"finished", "desc"},
}

// listCard is how wide the app shows the pictures of a list.
const listCard = "(max-width: 640px) 92vw, 340px"

// list is a list of events. Without filters the page carries its first events.
func (d Domains) list(ctx context.Context, c Channel, r Request) (View, error) {
	view := View{Title: eventsTitles[c.Lang][r.Path]}
	list, ok := lists[r.Path]
	if !ok || !r.Plain {
		return view, nil
	}
	filters := map[string]string{
		"stream_status": list.statuses, "recorded": "1", "sort_field": "date", "sort_direction": list.direction,
	}
	query := url.Values{"limit": {"24"}, "facets": {"1"}}
	for name, value := range filters {
		query.Set(name, value)
	}
	answer, err := d.Edge.FirstList(ctx, c.ID, c.Lang, c.HideScores, query)
	if err != nil || answer == nil {
		return view, err
	}
	key := []any{"events", "list", filters}
	pages := map[string]any{"pages": []any{json.RawMessage(answer)}, "pageParams": []string{""}}
	if view.Queries, err = json.Marshal([]any{[]any{key, pages}}); err != nil {
		return view, fmt.Errorf("encode a list of events: %w", err)
	}
	view.Lead, err = leadOf(answer)
	return view, err
}

// leadOf is the picture of a list's first event.
func leadOf(answer []byte) (*Picture, error) {
	var list struct {
		Data []struct {
			Image string `json:"image"`
			Set   string `json:"image_srcset"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil, fmt.Errorf("read a list of events: %w", err)
	}
	if len(list.Data) == 0 || list.Data[0].Image == "" {
		return nil, nil
	}
	return &Picture{Image: list.Data[0].Image, Set: list.Data[0].Set, Sizes: listCard}, nil
}
