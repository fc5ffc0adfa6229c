package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"sync/atomic"
	"time"
)

// How often an open page asks, as the app does.
const (
	eventEvery = 4 * time.Second
	listEvery  = 30 * time.Second
	orderEvery = 2 * time.Second
	onceMore   = time.Second // a read that failed is made again after it, once
	newsSpread = 1500 * time.Millisecond
)

// fan is one person with one page open.
type fan struct {
	*stand
	fanSpec

	arrives time.Time
	game    int64
	wire    wire
	request []byte

	source string // address of what is played
	player string
	tracks [2]track // pictures and sound
	news   atomic.Bool
	back   time.Time // when there was a first segment after the server had come back

	measure measure
}

// live is a visit: to open the site, to be let in, to play, to stay.
func (f *fan) live(ctx context.Context) {
	defer f.wire.close()
	if wait(ctx, time.Until(f.arrives)) != nil {
		return
	}
	f.count("arrived")
	for _, step := range []func(context.Context) bool{f.open, f.enter, f.look, f.pay, f.press} {
		if !step(ctx) {
			if ctx.Err() == nil {
				f.count("gave up")
			}
			return
		}
	}
	f.stay(ctx)
}

var assetLink = regexp.MustCompile(`(?:src|href)="(/assets/[^"]+)"`)

// open loads the page, and a browser that has not been here its files too.
func (f *fan) open(ctx context.Context) bool {
	var assets []string
	ok := f.get(ctx, "page", browse, fmt.Sprintf("/watch/%d", f.game), func(body []byte) error {
		if !bytes.Contains(body, []byte(`id="boot"`)) {
			return errors.New("a page without its beginning")
		}
		for _, link := range assetLink.FindAllSubmatch(body, -1) {
			assets = append(assets, string(link[1]))
		}
		return nil
	})
	if !ok {
		return false
	}
	if f.Kind == newcomer {
		for _, path := range assets {
			f.get(ctx, "file of the app", browse, path, nil)
		}
	}
	if f.Key == "" {
		return f.post("get_api_key", playback, "/api/get_api_key", `{"channel_key":"`+channelKey+`"}`, func(body []byte) error {
			return f.takeKey(body)
		})
	}
	return true
}

var keyField = regexp.MustCompile(`"api_key":"([A-Za-z0-9_-]+)"`)

func (f *fan) takeKey(body []byte) error {
	found := keyField.FindSubmatch(body)
	if found == nil {
		return fmt.Errorf("no api key in %.100q", body)
	}
	f.Key = string(found[1])
	return nil
}

// enter logs in who has to, as often as they are told to come again, and checks whose profile it is.
func (f *fan) enter(ctx context.Context) bool {
	if f.Kind == newcomer {
		return true
	}
	if f.Kind == forgotten {
		f.count("at the door")
		body := fmt.Sprintf(`{"email":%q,"password":%q,"api_key":%q}`, f.Email, stormPassword, f.Key)
		if !f.insist(ctx, inLine, "login", "/api/v2/auth/login", body, f.takeKey) {
			return false
		}
		f.count("logged in")
		f.noteEvent("login", map[string]any{})
	}
	return f.get(ctx, "profile", playback, "/api/profile?api_key="+f.Key, func(body []byte) error {
		if !bytes.Contains(body, []byte(`"email":"`+f.Email+`"`)) {
			return fmt.Errorf("the profile of somebody else: %.200q", body)
		}
		return nil
	})
}

// look asks what the page of a game shows around it.
func (f *fan) look(ctx context.Context) bool {
	if f.Feed {
		go f.follow(ctx)
	}
	f.noteEvent("visit_page", map[string]any{"path": fmt.Sprintf("/watch/%d", f.game), "trk": nil})
	if f.Kind != newcomer {
		f.get(ctx, "favorites", browse, "/api/favorites?api_key="+f.Key, nil)
		f.get(ctx, "positions", playback, "/api/positions?api_key="+f.Key, nil)
	}
	f.lists(ctx)
	if !f.ask(ctx) {
		return false
	}
	f.tell()
	return true
}

// lists are the ticker and the other games that are on.
func (f *fan) lists(ctx context.Context) {
	today := time.Now().UTC().Format(time.DateOnly)
	f.get(ctx, "events", browse, "/api/events?start_date="+today+"&end_date="+today+"&tz=UTC&limit=40&sort_field=date&sort_direction=asc&api_key="+f.Key, hasData)
	f.get(ctx, "events", browse, "/api/events?stream_status=live&limit=13&api_key="+f.Key, hasData)
}

func hasData(body []byte) error {
	if !bytes.HasPrefix(body, []byte(`{"data":[`)) && !bytes.Contains(body, []byte(`"data":[`)) {
		return fmt.Errorf("no list: %.100q", body)
	}
	return nil
}

var playlistAddress = regexp.MustCompile(`"url":"(/media/[^"]+/index\.m3u8)"`)

// ask reads the game and checks that its page opens it for who may watch it, and for nobody else.
func (f *fan) ask(ctx context.Context) bool {
	return f.get(ctx, "events/{id}", playback, fmt.Sprintf("/api/events/%d?api_key=%s", f.game, f.Key), func(body []byte) error {
		if !bytes.Contains(body, []byte(`"id":`+strconv.FormatInt(f.game, 10)+`,`)) {
			return fmt.Errorf("another event: %.100q", body)
		}
		open := bytes.Contains(body, []byte(`"has_access":true`))
		if mayWatch := f.Kind != buyer; open != mayWatch {
			return fmt.Errorf("to a %s the game is open: %t", f.Kind, open)
		}
		found := playlistAddress.FindSubmatch(body)
		if (found != nil) != open {
			return fmt.Errorf("open: %t, with an address: %t", open, found != nil)
		}
		if open {
			f.source = string(found[1])
		}
		return nil
	})
}

// pay has who came to buy do so, and look again.
func (f *fan) pay(ctx context.Context) bool {
	if f.Kind != buyer {
		return true
	}
	if !f.get(ctx, "packages", browse, "/api/packages?channel="+channelKey, hasData) || !f.buy(ctx, f.Pass) {
		return false
	}
	f.Kind = returning
	f.noteEvent("purchase", map[string]any{"currency": "CAD"})
	return f.ask(ctx)
}

var (
	soldOrder   = regexp.MustCompile(`"order":\{[^{}]*"id":([0-9]+)`)
	orderStatus = regexp.MustCompile(`"status":"(created|paid|failed|refunded|quarantined)"`)
)

// buy pays for a pass and asks for the order until it is paid.
func (f *fan) buy(ctx context.Context, pass int64) bool {
	f.count("at the till")
	order := ""
	body := fmt.Sprintf(`{"package_id":%d,"payment_method":"pm_card_visa","api_key":%q}`, pass, f.Key)
	sold := f.insist(ctx, atTheTill, "stripe/buy", "/api/stripe/buy", body, func(body []byte) error {
		found := soldOrder.FindSubmatch(body)
		if found == nil {
			return fmt.Errorf("no order in %.300q", body)
		}
		order = string(found[1])
		return nil
	})
	if sold && f.paid(ctx, order) {
		f.count("bought")
		return true
	}
	return false
}

// paid asks for an order until it is paid.
func (f *fan) paid(ctx context.Context, order string) bool {
	status := ""
	for {
		f.get(ctx, "orders/{id}", purchase, "/api/orders/"+order+"?api_key="+f.Key, func(body []byte) error {
			found := orderStatus.FindSubmatch(body)
			if found == nil {
				return fmt.Errorf("no status in %.300q", body)
			}
			status = string(found[1])
			return nil
		})
		switch status {
		case "paid":
			return true
		case "failed":
			f.wrong("orders/{id}", errors.New("a payment by a good card failed"))
			return false
		}
		if wait(ctx, orderEvery) != nil {
			return false
		}
	}
}

// stay follows the game to the end of the measure.
func (f *fan) stay(ctx context.Context) {
	jitter := func(every time.Duration) time.Time { return time.Now().Add(every/2 + rand.N(every)) }
	event, lists, place, told := jitter(eventEvery), jitter(listEvery), jitter(placeEvery), jitter(toldEvery)
	f.measure.played = time.Now()
	for {
		next := event
		for _, at := range []time.Time{lists, place, told, f.tracks[0].next, f.tracks[1].next} {
			if at.Before(next) {
				next = at
			}
		}
		if at, waits := f.measure.tellAt(); waits && at.Before(next) {
			next = at
		}
		if wait(ctx, time.Until(next)) != nil {
			return
		}
		now := time.Now()
		if f.news.CompareAndSwap(true, false) { // a status changed: all of it is asked for again, not by everybody at once
			lists = now.Add(rand.N(newsSpread))
			event = now
		}
		for i := range f.tracks {
			if !now.Before(f.tracks[i].next) {
				f.advance(ctx, &f.tracks[i])
			}
		}
		if !now.Before(event) {
			f.ask(ctx)
			event = time.Now().Add(eventEvery)
		}
		if !now.Before(lists) {
			f.lists(ctx)
			lists = time.Now().Add(listEvery)
		}
		if !now.Before(place) {
			place = time.Now().Add(f.hold())
		}
		if !now.Before(told) {
			f.noteViewing(now)
			told = now.Add(toldEvery)
		}
		f.tell()
	}
}

// get reads, once more if it fails, and judges the answer.
func (f *fan) get(ctx context.Context, name, class, path string, judge func(body []byte) error) bool {
	f.request = fmt.Appendf(f.request[:0], "GET %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: a fan\r\nAccept: */*\r\n\r\n", path, f.Host)
	for try := range 2 {
		status, _ := f.exchange(name, class, judge)
		if status == http.StatusOK {
			return true
		}
		if try == 0 && (status != 0 && status < 500 || wait(ctx, onceMore) != nil) {
			return false
		}
	}
	return false
}

func (f *fan) post(name, class, path, body string, judge func(body []byte) error) bool {
	f.compose(path, body)
	status, _ := f.exchange(name, class, judge)
	return status == http.StatusOK
}

func (f *fan) compose(path, body string) {
	f.request = fmt.Appendf(f.request[:0], "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: a fan\r\nAccept: */*\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		path, f.Host, len(body), body)
}

// How often somebody comes again before they give up.
const (
	atTheTill = 10
	inLine    = math.MaxInt // the app stands there by itself, until the page is left
)

// insist posts what the server may be too busy for, and comes again, so many times, when it is told to.
func (f *fan) insist(ctx context.Context, times int, name, path, body string, judge func(body []byte) error) bool {
	for range times {
		f.compose(path, body)
		status, again := f.exchange(name, purchase, judge)
		if status != http.StatusServiceUnavailable {
			return status == http.StatusOK
		}
		f.count(name + ": told to come again")
		if wait(ctx, again) != nil {
			return false
		}
	}
	return false
}

// exchange sends the request and judges the answer. The status is 0 where there was none, or one that nobody should get.
func (f *fan) exchange(name, class string, judge func(body []byte) error) (status int, again time.Duration) {
	rooms := &f.rooms
	if judge == nil {
		rooms = &f.bins
	}
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	begin := time.Now()
	a, err := f.wire.ask(f.request, *room, judge != nil)
	took := time.Since(begin)
	if err != nil {
		f.cut(name, begin, err)
		return 0, 0
	}
	switch {
	case a.status == http.StatusServiceUnavailable && a.again > 0 && class != media:
		if name != "login" { // whose line is another one
			f.settled(class, true, begin)
			f.count("shed: " + name)
		}
		return a.status, a.again
	case a.status != http.StatusOK:
		f.wrong(name, fmt.Errorf("status %d", a.status))
		return a.status, 0
	}
	if judge != nil {
		if err := judge(a.body); err != nil {
			f.wrong(name, err)
			return http.StatusBadRequest, 0 // asking again would not help
		}
	}
	f.settled(class, false, begin)
	f.good(name, took, a.size)
	return a.status, 0
}
