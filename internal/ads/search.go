package ads

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/outbound"
	"github.com/grandstand/grandstand/internal/text"
)

// Limits of what an ad may bring.
const (
	maxAnswer     = 512 << 10 // bytes of one document
	maxAddress    = 4_000     // bytes
	maxEvents     = 200       // addresses of one ad, wrappers and all
	maxAds        = 5         // of one document are tried
	maxAdvertiser = 80        // characters
)

// search is the way to one ad.
type search struct {
	server *Server
	hosts  []string
	asked  int           // documents
	lasts  time.Duration // of the answers on the way
	passed []Obstacle    // of the films and ads that are passed over
}

// maxPassed bounds the list of what one search passes over.
const maxPassed = 50

func (s *search) pass(o Obstacle) {
	if len(s.passed) < maxPassed {
		s.passed = append(s.passed, o)
	}
}

// chain is what the wrappers on the way to an answer add to its ad.
type chain struct {
	wrappers int
	last     bool // the next answer must be the ad
	events   []Event
	click    string // where a press leads if the ad does not say
}

// with returns the chain behind a wrapper.
func (c chain) with(w *wrapNode) chain {
	out := chain{wrappers: c.wrappers + 1, last: w.Follow == "false" || w.Follow == "0", click: c.click, events: slices.Clone(c.events)}
	out.events = appendEvents(out.events, "error", w.Errors...)
	out.events = appendEvents(out.events, "impression", w.Impressions...)
	for _, one := range w.Creatives {
		if one.Linear != nil {
			out.events = one.Linear.appendTo(out.events)
			out.click = cmp.Or(out.click, link(one.Linear.Click))
		}
	}
	return out
}

// nothing is the ad that was not found, with what wants to hear of it.
func (c chain) nothing(obstacle Obstacle, also ...string) Ad {
	code := obstacle.Reason.Code()
	events := appendEvents(slices.Clone(c.events), "error", also...)
	var told []Event
	for _, e := range events {
		if e.Name == "error" {
			told = append(told, Event{e.Name, strings.ReplaceAll(e.URL, "[ERRORCODE]", strconv.Itoa(int(code)))})
		}
	}
	return Ad{Code: code, Obstacle: obstacle, Events: told}
}

// at asks one address, and those that its answer leads on to.
func (s *search) at(ctx context.Context, address string, c chain) Ad {
	s.asked++
	if s.asked > 1+maxWrappers {
		return s.refuse(c, ReasonWrappers)
	}
	doc, obstacle := s.ask(ctx, address)
	if obstacle.Reason != "" {
		s.pass(obstacle)
		return c.nothing(obstacle)
	}
	if len(doc.Ads) == 0 {
		return s.refuse(c, ReasonNoAd, doc.Errors...)
	}
	var first *Ad
	for _, node := range inTurn(doc.Ads) {
		found := s.of(ctx, node, c)
		if found.Code == 0 {
			return found
		}
		if first == nil {
			first = &found
		}
	}
	return *first
}

// refuse passes over an ad, and returns the one that was not found.
func (s *search) refuse(c chain, reason Reason, also ...string) Ad {
	obstacle := newObstacle(reason, "", "")
	s.pass(obstacle)
	return c.nothing(obstacle, also...)
}

// inTurn are the ads of a document in the order in which they are tried: those that stand
// alone before those of a pod (VAST 4.2, 2.4.1).
func inTurn(ads []adNode) []adNode {
	sorted := slices.Clone(ads)
	slices.SortStableFunc(sorted, func(a, b adNode) int {
		first, _ := strconv.Atoi(a.Sequence) // none is 0
		second, _ := strconv.Atoi(b.Sequence)
		return cmp.Compare(first, second)
	})
	return sorted[:min(len(sorted), maxAds)]
}

func (s *search) of(ctx context.Context, node adNode, c chain) Ad {
	switch {
	case node.InLine != nil:
		return s.inline(node.InLine, c)
	case node.Wrapper == nil:
		return s.refuse(c, ReasonEmpty)
	case c.last || c.wrappers >= maxWrappers:
		return s.refuse(c, ReasonWrappers, node.Wrapper.Errors...)
	}
	return s.at(ctx, strings.TrimSpace(node.Wrapper.Tag), c.with(node.Wrapper))
}

// inline makes an ad of the first linear creative with a film that plays: creatives without one,
// such as those for VPAID, often stand before it.
func (s *search) inline(n *inlineNode, c chain) Ad {
	nearest := newObstacle(ReasonNotLinear, "", "")
	linears := 0
	for _, one := range n.Creatives {
		if one.Linear == nil {
			continue
		}
		linears++
		media, obstacle := s.choose(one.Linear.Files)
		if obstacle.Reason == "" {
			return s.shown(n, one.Linear, media, c)
		}
		nearest = nearer(nearest, obstacle)
	}
	if linears == 0 {
		s.pass(nearest)
	}
	return c.nothing(nearest, n.Errors...)
}

// shown makes an ad of what an ad server says of one, and of the creative with its film.
func (s *search) shown(n *inlineNode, film *linear, media Media, c chain) Ad {
	out := Ad{Media: media, ClickURL: cmp.Or(link(film.Click), c.click), Advertiser: said(n.Advertiser), lasts: longest}
	out.Duration, _ = duration(film.Duration)
	out.SkipAfter, out.Skippable = offset(film.SkipOffset, out.Duration)
	if seconds, err := strconv.ParseUint(strings.TrimSpace(n.Expires), 10, 31); err == nil {
		out.lasts = time.Duration(seconds) * time.Second
	}
	out.Events = appendEvents(slices.Clone(c.events), "error", n.Errors...)
	out.Events = film.appendTo(appendEvents(out.Events, "impression", n.Impressions...))
	return out
}

// appendTo adds what a linear creative wants to be told.
func (l *linear) appendTo(events []Event) []Event {
	for _, t := range l.Tracking {
		if t.Event != "error" && t.Event != "impression" && t.Event != "click" && slices.Contains(Names(), t.Event) {
			events = appendEvents(events, t.Event, t.URL)
		}
	}
	return appendEvents(events, "click", l.Clicks...)
}

func appendEvents(events []Event, name string, addresses ...string) []Event {
	for _, address := range addresses {
		if url := beacon(address); url != "" && len(events) < maxEvents {
			events = append(events, Event{name, url})
		}
	}
	return events
}

// link is an address that a page may lead to: https, or nothing.
func link(address string) string {
	address = strings.TrimSpace(address)
	if len(address) > maxAddress || !strings.HasPrefix(address, "https://") || !text.IsLink(address) {
		return ""
	}
	return address
}

// beacon is an address that a page may call. It may hold macros in square brackets.
func beacon(address string) string { return link(address) }

// said is a line for people.
func said(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if utf8.RuneCountInString(s) > maxAdvertiser {
		return ""
	}
	return s
}

// ask gets one document. Where that fails, the obstacle has a reason.
func (s *search) ask(ctx context.Context, address string) (*document, Obstacle) {
	now := s.server.clock.Now()
	macros := strings.NewReplacer("[CACHEBUSTING]", strconv.Itoa(10_000_000+rand.IntN(90_000_000)), //nolint:gosec // tells answers apart
		"[TIMESTAMP]", now.UTC().Format("2006-01-02T15%3A04%3A05Z"))
	address = link(macros.Replace(address))
	if address == "" {
		return nil, newObstacle(ReasonAddress, "", "")
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, newObstacle(ReasonAddress, "", "")
	}
	r.Header.Set("Accept", "application/xml, text/xml")
	r.Header.Set("User-Agent", "Grandstand")
	answer, err := s.server.client.Do(r)
	if err != nil {
		return nil, failure(err)
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNoContent:
		return nil, newObstacle(ReasonNoAd, "", "")
	default:
		return nil, newObstacle(ReasonStatus, strconv.Itoa(answer.StatusCode), "")
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err != nil {
		return nil, failure(err)
	}
	if len(body) > maxAnswer {
		return nil, newObstacle(ReasonTooLarge, "", "")
	}
	s.lasts = min(s.lasts, fresh(answer.Header))
	return parse(body)
}

func failure(err error) Obstacle {
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return newObstacle(ReasonTimeout, "", "")
	}
	return newObstacle(ReasonNoAnswer, unreached(err), "")
}

// unreached says why a server was not reached, without its address: that may hold an account.
func unreached(err error) string {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "there is no such host"
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "its certificate is not valid"
	}
	switch {
	case errors.Is(err, outbound.ErrOutOfBounds):
		return "its address is not on the public internet"
	case errors.Is(err, errRedirect):
		return "it redirects more than three times, or away from https"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "it accepts no connection"
	}
	return "the connection failed"
}

// fresh is for how long an answer may be kept, as its header says.
func fresh(h http.Header) time.Duration {
	kept := longest
	for directive := range strings.SplitSeq(strings.ToLower(h.Get("Cache-Control")), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch name {
		case "no-store", "no-cache", "private":
			return 0
		case "max-age", "s-maxage":
			if seconds, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 31); err == nil {
				kept = time.Duration(seconds) * time.Second
			}
		}
	}
	return kept
}
