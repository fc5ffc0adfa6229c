package feed

import (
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/channel"
)

// request is what an answer may depend on.
type request struct {
	channel *channel.Channel
	origin  string // "https://host:port", of the channel itself
	host    string // the same without the scheme
	lang    string
	query   url.Values
	file    string // the last part of the path, where that names what is asked for
}

// read finds the channel by the host, and the language by ?lang=, else the channel's
// own: what is shared by many readers must not depend on cookies or headers.
func (f *Feeds) read(r *http.Request) (*request, error) {
	c, err := f.Channels.FindByDomain(r.Context(), r.Host)
	if err != nil {
		return nil, err
	}
	req := &request{channel: c, lang: c.Language, query: r.URL.Query(), host: ownHost(r.Host), file: r.PathValue("file")}
	if lang := req.query.Get("lang"); c.Speaks(lang) {
		req.lang = lang
	}
	scheme := "http"
	// The edge removes the header from requests that come through no trusted proxy.
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	req.origin = scheme + "://" + req.host
	return req, nil
}

// ownHost rebuilds the host under which a channel was found from its parts, so that
// nothing else that the request claims reaches an address in an answer.
func ownHost(host string) string {
	name := channel.CanonicalHost(host)
	_, port, err := net.SplitHostPort(host)
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	if n, bad := strconv.ParseUint(port, 10, 16); err == nil && bad == nil && n > 0 {
		return name + ":" + strconv.FormatUint(n, 10)
	}
	return name
}

// uid names an event for ever and everywhere: by the channel's first domain, under whichever of
// its hosts it is read, and after the channel has moved to another.
func (req *request) uid(id int64) string {
	domain := req.channel.Key + ".invalid"
	if req.channel.CalendarDomain != "" {
		domain = req.channel.CalendarDomain
	}
	return "event-" + strconv.FormatInt(id, 10) + "@" + domain
}

// page is the address of a page in the language of the request: the channel's own
// language needs no parameter.
func (req *request) page(path string) string { return req.pageIn(path, req.lang) }

// pageIn spells addresses as the heads of pages do: parameters in alphabetical order.
func (req *request) pageIn(path, lang string) string {
	base, query, _ := strings.Cut(path, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return req.origin + path
	}
	if lang != req.channel.Language {
		values.Set("lang", lang)
	}
	if len(values) == 0 {
		return req.origin + base
	}
	return req.origin + base + "?" + values.Encode()
}

func (req *request) watch(id int64) string {
	return req.page("/watch/" + strconv.FormatInt(id, 10))
}

// languages are those to look for a text in.
func (req *request) languages() []string { return []string{req.lang, req.channel.Language} }

func (req *request) key(kind, query string) key {
	return key{kind: kind, channelID: int64(req.channel.ID), origin: req.origin, lang: req.lang, query: query}
}

// absolute makes an address of the same host whole.
func (req *request) absolute(address string) string {
	if strings.HasPrefix(address, "/") {
		return req.origin + address
	}
	return address
}
