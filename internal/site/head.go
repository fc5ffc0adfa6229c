package site

import (
	"net/url"
	"strings"
)

// alternate is the same page in another language.
type alternate struct{ Lang, URL string }

// feedLink leads to what programs read about a page.
type feedLink struct{ Type, URL, Title string }

// canonical is the one address of a page in its language: an embedded player is a
// copy of the page it is taken from.
func canonical(channel Channel, view View, route route, key pageKey) string {
	path := key.path
	if key.query != "" && !strings.Contains(key.query, url.QueryEscape(unknownScope)) {
		path += "?" + key.query
	}
	switch route.kind {
	case kindEmbed:
		path = strings.Replace(key.path, "/watch_embed/", "/watch/", 1)
	case kindClipEmbed:
		path = strings.Replace(key.path, "/share_embed/", "/share/", 1)
	}
	return inLanguage(key.origin+firstOf(view.Canonical, path), channel.Lang, channel.Own)
}

// inLanguage is a page's address in a language. The channel's own needs no parameter,
// so that every page has one address in it.
func inLanguage(address, lang, own string) string {
	base, query, _ := strings.Cut(address, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return address
	}
	values.Del("lang")
	if lang != own && own != "" {
		values.Set("lang", lang)
	}
	if len(values) == 0 {
		return base
	}
	return base + "?" + values.Encode()
}

// alternates names a page in every language of the channel, itself among them, and
// what those get who speak none (Google, "localized versions").
func alternates(channel Channel, canonical string) []alternate {
	if len(channel.Languages) < 2 {
		return nil
	}
	var out []alternate
	for _, lang := range channel.Languages {
		out = append(out, alternate{lang, inLanguage(canonical, lang, channel.Own)})
	}
	return append(out, alternate{"x-default", inLanguage(canonical, channel.Own, channel.Own)})
}

// feeds are what a reader or a calendar may subscribe to from a page.
func feeds(channel Channel, view View, origin string) []feedLink {
	query := "?" + joinNonEmpty("&", view.Scope, "lang="+channel.Lang)
	title := joinNonEmpty(" · ", view.ScopeName, channel.Name)
	return []feedLink{
		{"application/rss+xml", origin + "/feed.xml" + query, title},
		{"text/calendar", origin + "/calendar.ics" + query, title},
	}
}

// embeddings lead to how a watch page is embedded (oembed.com, 4).
func embeddings(canonical, origin string) []feedLink {
	query := url.Values{"url": {canonical}}
	link := func(format string) string {
		query.Set("format", format)
		return origin + "/oembed?" + query.Encode()
	}
	return []feedLink{
		{"application/json+oembed", link("json"), "oEmbed"},
		{"text/xml+oembed", link("xml"), "oEmbed"},
	}
}
