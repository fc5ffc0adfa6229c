package feed

import (
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/picture"
)

// Sizes of an embedded player in pixels: as wide as it is by default, and as small as
// it may become. It is 16 by 9.
const (
	embedWidth    = 960
	embedSmallest = 64
	embedLargest  = 4096
)

// oembed is an answer by oembed.com, version 1.0.
type oembed struct {
	XMLName         xml.Name `json:"-" xml:"oembed"`
	Type            string   `json:"type" xml:"type"`
	Version         string   `json:"version" xml:"version"`
	Title           string   `json:"title" xml:"title"`
	ProviderName    string   `json:"provider_name" xml:"provider_name"`
	ProviderURL     string   `json:"provider_url" xml:"provider_url"`
	CacheAge        int      `json:"cache_age" xml:"cache_age"`
	HTML            string   `json:"html" xml:"html"`
	Width           int      `json:"width" xml:"width"`
	Height          int      `json:"height" xml:"height"`
	ThumbnailURL    string   `json:"thumbnail_url,omitempty" xml:"thumbnail_url,omitempty"`
	ThumbnailWidth  int      `json:"thumbnail_width,omitempty" xml:"thumbnail_width,omitempty"`
	ThumbnailHeight int      `json:"thumbnail_height,omitempty" xml:"thumbnail_height,omitempty"`
}

func errNotEmbeddable() error {
	return fault.New(fault.NotFound, "oembed_not_found", "There is nothing to embed at this address.")
}

func invalidParameter(name, message string) error {
	e := fault.InvalidFields(fault.Field{Field: name, Code: "invalid_value", Message: message})
	e.Detail = name + ": " + message
	return e
}

// oembed answers how to embed a watch page of this channel.
func (f *Feeds) oembed(ctx context.Context, req *request) (*document, error) {
	format := req.query.Get("format")
	if format != "" && format != "json" && format != "xml" {
		return nil, fault.New(fault.Unprocessable, "format_not_provided", "The format must be json or xml.")
	}
	size, err := embedSize(req.query)
	if err != nil {
		return nil, err
	}
	id, err := f.embedded(ctx, req)
	if err != nil {
		return nil, err
	}
	if len(req.channel.Settings.EmbedParents) == 0 {
		return nil, errNotEmbeddable() // the frame would stay empty
	}
	e, err := f.Catalog.FindEvent(ctx, int64(req.channel.ID), id)
	if fault.KindOf(err) == fault.NotFound {
		return nil, errNotEmbeddable()
	}
	if err != nil {
		return nil, err
	}
	ref, err := f.Catalog.Reference(ctx, int64(req.channel.ID))
	if err != nil {
		return nil, err
	}
	s := scope{ref: ref, versus: req.versus()}
	answer := oembed{
		Type: "video", Version: "1.0", Title: line(labelled(req.lang, wordsIn(req.lang).schedule(e.ScheduleStatus), s.name(e, req.languages()))), CacheAge: 300,
		ProviderName: line(req.channel.Name.In(req.languages()...)), ProviderURL: req.page("/"),
		Width: size.width, Height: size.height,
	}
	answer.HTML = iframe(req.page(fmt.Sprintf("/watch_embed/%d", id)), answer)
	pictures, err := f.Pictures.Gallery(ctx, int64(req.channel.ID))
	if err != nil {
		return nil, err
	}
	f.addThumbnail(&answer, req, e.Poster(), pictures, size)
	doc, err := encodeOEmbed(format, answer)
	if err == nil {
		doc.open, doc.noIndex = true, true
	}
	return doc, err
}

func encodeOEmbed(format string, answer oembed) (*document, error) {
	if format == "xml" {
		return newXML("text/xml; charset=utf-8", cacheFeed, answer)
	}
	return newJSON("application/json; charset=utf-8", cacheFeed, answer)
}

// embedded reads the event out of the address that is to be embedded, which must lead
// to a watch page of the channel that is asked.
func (f *Feeds) embedded(ctx context.Context, req *request) (catalog.EventID, error) {
	text := req.query.Get("url")
	if text == "" {
		return 0, invalidParameter("url", "The address of a watch page is required.")
	}
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return 0, errNotEmbeddable()
	}
	owner, err := f.Channels.FindByDomain(ctx, address.Host)
	if fault.KindOf(err) == fault.NotFound || err == nil && owner.ID != req.channel.ID {
		return 0, errNotEmbeddable()
	}
	if err != nil {
		return 0, err
	}
	if lang := address.Query().Get("lang"); req.query.Get("lang") == "" && req.channel.Speaks(lang) {
		req.lang = lang
	}
	for _, prefix := range []string{"/watch/", "/watch_embed/"} {
		if digits, ok := strings.CutPrefix(address.Path, prefix); ok {
			id, err := strconv.ParseInt(strings.TrimSuffix(digits, "/"), 10, 64)
			if err == nil && id > 0 {
				return catalog.EventID(id), nil
			}
		}
	}
	return 0, errNotEmbeddable()
}

type dimensions struct{ width, height int }

// embedSize fits the player into maxwidth and maxheight.
func embedSize(query url.Values) (dimensions, error) {
	size := dimensions{embedWidth, embedWidth * 9 / 16}
	for _, name := range []string{"maxwidth", "maxheight"} {
		text := query.Get(name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return dimensions{}, invalidParameter(name, "A size is a number of pixels.")
		}
		n = min(max(n, embedSmallest), embedLargest)
		switch {
		case name == "maxwidth" && n < size.width:
			size = dimensions{n, n * 9 / 16}
		case name == "maxheight" && n < size.height:
			size = dimensions{n * 16 / 9, n}
		}
	}
	return size, nil
}

func iframe(src string, o oembed) string {
	return fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" title="%s" frameborder="0" loading="lazy" `+
		`allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`,
		html.EscapeString(src), o.Width, o.Height, html.EscapeString(o.Title))
}

// addThumbnail offers the widest variant of the event's picture that is no wider than
// the player. Pictures that came with their variants are 16 by 9, as the games are.
func (f *Feeds) addThumbnail(o *oembed, req *request, image catalog.Image, pictures picture.Gallery, size dimensions) {
	widths, whole := pictures.Widths(image.Key, image.Widths), dimensions{16, 9}
	if made, ok := pictures[image.Key]; ok {
		whole = dimensions{made.Width, made.Height}
	}
	for _, width := range slices.Sorted(maps.Keys(widths)) {
		if width > size.width {
			break
		}
		o.ThumbnailURL, o.ThumbnailWidth, o.ThumbnailHeight = req.absolute(f.MediaURL(widths[width])), width, width*whole.height/whole.width
	}
}
