package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/grandstand/grandstand/test/stage"
)

// measureAPI loads the calls that every visit makes, on 10,000 and on many more events.
func measureAPI(ctx context.Context, b *bench) ([]row, error) {
	small, err := b.seed(ctx, 10_000)
	if err != nil {
		return nil, err
	}
	large, err := b.seed(ctx, b.large)
	if err != nil {
		return nil, err
	}
	rows, smallList, err := measureSmall(ctx, b, small)
	if err != nil {
		return nil, err
	}
	largeList, err := b.loadList(ctx, large)
	if err != nil {
		return nil, err
	}
	return append(rows,
		row{what: fmt.Sprintf("events: the same of %d", b.large), figure: largeList.String()},
		ratio("events: rate of the large to the small database", largeList.perSecond(), smallList.perSecond(), "at least 0.85", atLeast(0.85)),
	), nil
}

// Aims, in answers per second. They are multiples of what PocketBase does on the same kind of machine with the same
// load: lists of 30 of 10,000 rows 1,667 times a second without a total, records by id 3,987 times.
const (
	listAim = 6500
	byIDAim = 3 * 3987
)

func measureSmall(ctx context.Context, b *bench, dir string) ([]row, load, error) {
	s, stop, err := serve(ctx, dir)
	if err != nil {
		return nil, load{}, err
	}
	defer stop()
	calls, err := callsOf(ctx, s)
	if err != nil {
		return nil, load{}, err
	}
	side, err := startNginx(ctx, b.path("nginx"))
	if err != nil {
		return nil, load{}, err
	}
	defer side.stop()
	bootstrap, err := b.beside(ctx, side, s.PID(), calls.bootstrap, "bootstrap.json")
	if err != nil {
		return nil, load{}, err
	}
	list, err := b.loadURL(ctx, s.PID(), calls.list, b.load)
	if err != nil {
		return nil, load{}, err
	}
	byID, err := b.loadURL(ctx, s.PID(), calls.byID, b.load)
	if err != nil {
		return nil, load{}, err
	}
	return append(bootstrap.rates("channel-bootstrap-data", "channel-bootstrap-data"),
		row{
			what: "events: 30 of 10,000 by category, sorted by date, with the total", aim: fmt.Sprintf("at least %d/s", listAim),
			figure: list.String(), reached: judge(list.perSecond() >= listAim),
		},
		row{
			what: "events/{id}", aim: fmt.Sprintf("at least %d/s", byIDAim),
			figure: byID.String(), reached: judge(byID.perSecond() >= byIDAim),
		},
	), list, nil
}

func (b *bench) loadList(ctx context.Context, dir string) (load, error) {
	s, stop, err := serve(ctx, dir)
	if err != nil {
		return load{}, err
	}
	defer stop()
	calls, err := callsOf(ctx, s)
	if err != nil {
		return load{}, err
	}
	return b.loadURL(ctx, s.PID(), calls.list, b.load)
}

// calls are the addresses loaded, with the api key of an anonymous session.
type calls struct{ bootstrap, list, byID string }

func callsOf(ctx context.Context, s *stage.Server) (calls, error) {
	c := stage.NewClient(s.URL, channel)
	if err := c.Open(ctx); err != nil {
		return calls{}, err
	}
	category, event, err := busiest(ctx, c)
	if err != nil {
		return calls{}, err
	}
	key := url.Values{"api_key": {c.Key}}
	list := url.Values{
		"api_key": {c.Key}, "event_category_id": {fmt.Sprint(category)}, "sort_field": {"date"}, "sort_direction": {"asc"}, "limit": {"30"},
	}
	return calls{
		bootstrap: s.URL + "/api/channel-bootstrap-data?channel=" + channel,
		list:      s.URL + "/api/events?" + list.Encode(),
		byID:      fmt.Sprintf("%s/api/events/%d?%s", s.URL, event, key.Encode()),
	}, nil
}

// busiest gives the category of the first events listed and one event.
func busiest(ctx context.Context, c *stage.Client) (category, event int64, err error) {
	var list []struct {
		ID       int64 `json:"id"`
		Category int64 `json:"event_category_id"`
	}
	if err := c.Get(ctx, "/api/events", url.Values{"limit": {"30"}}, &list); err != nil {
		return 0, 0, err
	}
	if len(list) == 0 {
		return 0, 0, errors.New("the channel has no events")
	}
	return list[0].Category, list[0].ID, nil
}

// fetch reads an address and refuses what is no success.
func fetch(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: status %d: %.200s", address, response.StatusCode, body)
	}
	if err == nil && response.Header.Get("Content-Type") == "application/json" && !json.Valid(body) {
		err = fmt.Errorf("GET %s: no JSON", address)
	}
	return body, err
}
