package ads

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

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
func (c chain) nothing(code Code, also ...string) Ad {
	events := appendEvents(slices.Clone(c.events), "error", also...)
	var told []Event
	for _, e := range events {
		if e.Name == "error" {
			told = append(told, Event{e.Name, strings.ReplaceAll(e.URL, "[ERRORCODE]", strconv.Itoa(int(code)))})
		}
	}
	return Ad{Code: code, Events: told}
}

// at asks one address, and those that its answer leads on to.
func (s *search) at(ctx context.Context, address string, c chain) Ad {
	s.asked++
	if s.asked > 1+maxWrappers {
		return c.nothing(CodeDepth)
	}
	doc, code := s.ask(ctx, address)
	if code != 0 {
		return c.nothing(code)
	}
	if len(doc.Ads) == 0 {
		return c.nothing(CodeNoAd, doc.Errors...)
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
		return c.nothing(CodeSchema)
	case c.last || c.wrappers >= maxWrappers:
		return c.nothing(CodeDepth, node.Wrapper.Errors...)
	}
	return s.at(ctx, strings.TrimSpace(node.Wrapper.Tag), c.with(node.Wrapper))
}

// inline makes an ad of what an ad server says of one.
func (s *search) inline(n *inlineNode, c chain) Ad {
	i := slices.IndexFunc(n.Creatives, func(one creative) bool { return one.Linear != nil })
	if i < 0 {
		return c.nothing(CodeUnexpected, n.Errors...)
	}
	film := n.Creatives[i].Linear
	media, ok := s.choose(film.Files)
	if !ok {
		return c.nothing(CodeNoMedia, n.Errors...)
	}
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

// ask gets one document. Where that fails, the code says how.
func (s *search) ask(ctx context.Context, address string) (*document, Code) {
	now := s.server.clock.Now()
	macros := strings.NewReplacer("[CACHEBUSTING]", strconv.Itoa(10_000_000+rand.IntN(90_000_000)), //nolint:gosec // tells answers apart
		"[TIMESTAMP]", now.UTC().Format("2006-01-02T15%3A04%3A05Z"))
	address = link(macros.Replace(address))
	if address == "" {
		return nil, CodeWrapper
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, CodeWrapper
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
		return nil, CodeNoAd
	default:
		return nil, CodeWrapper
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err != nil {
		return nil, failure(err)
	}
	if len(body) > maxAnswer {
		return nil, CodeXML
	}
	s.lasts = min(s.lasts, fresh(answer.Header))
	return parse(body)
}

func failure(err error) Code {
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return CodeTimeout
	}
	return CodeWrapper
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
